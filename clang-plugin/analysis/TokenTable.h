// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TokenTable.h - the tokens that Clang's parser saw, in its order, with macros expanded. All our edits refer to them.
//
// An edit is anchored to a token, not to a place in a file, so macros need no special case: a token that is in a
// file has a place there; one that came out of a macro belongs to the outermost expansion, which has one. What lives
// here: recording and lookups. What doesn't: edits (Edits.h) and what tokens mean (Collector, StmtRange).
#ifndef POMPINST_TOKENTABLE_H
#define POMPINST_TOKENTABLE_H

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace pompinst {

using TokenIndex = unsigned;
constexpr TokenIndex NoToken = ~0u;

// A stretch of one file goes from the byte Begin to the byte before End.
struct FileSpan {
  clang::FileID File;
  unsigned Begin = 0;
  unsigned End = 0;

  bool operator==(const FileSpan &O) const { return File == O.File && Begin == O.Begin && End == O.End; }
};

// Such a pragma is neither OpenMP's nor ours. It comes before a token.
struct OtherPragma {
  TokenIndex Before = 0;
  FileSpan Span;    // covers the `#` or `_Pragma`, or the whole outermost expansion, if it came out of a macro
  std::string Text; // follows `#pragma`; empty if that can't be known
};

class TokenTable {
public:
  // Starts recording what the preprocessor hands to the parser.
  void record(clang::Preprocessor &Preproc, bool WithSystemHeaders);
  // Adds a token that the parser has got; record() sees to it that those to come are added.
  void add(const clang::Token &Tok);

  TokenIndex size() const { return Tokens.size(); }
  const clang::Token &operator[](TokenIndex I) const { return Tokens[I]; }

  // Returns the token at exactly this location (as the AST gives it), or NoToken.
  TokenIndex find(clang::SourceLocation Loc) const;

  // Returns the text of a token. An annotation has none.
  std::string spelling(TokenIndex I) const;
  // Returns the texts of First to Last, with a space between them.
  std::string spelling(TokenIndex First, TokenIndex Last) const;

  // Returns the token's own place in its file; for a token out of a macro or a _Pragma, the place of the whole
  // outermost expansion; for the end of a `#pragma` line, an empty span at the end of that line.
  FileSpan span(TokenIndex I) const;
  // Did the token come out of a macro expansion or a _Pragma?
  bool inExpansion(TokenIndex I) const;
  // Return the first and the last token with the same span: the token itself if it is in the file.
  TokenIndex groupFirst(TokenIndex I) const;
  TokenIndex groupLast(TokenIndex I) const;
  // Could the text of the token, written into the file, be mistaken for a macro again?
  bool reexpands(TokenIndex I) const { return Reexpanding.contains(I); }
  // Returns the other pragmas before a token, in the order of the source.
  llvm::ArrayRef<OtherPragma> pragmasBefore(TokenIndex I) const;

  // Returns a file's name as __FILE__ has it, after -ffile-prefix-map.
  std::string mappedName(llvm::StringRef Name) const;

  // Was there ever a macro of this name? Then a directive of ours must not use the word as it is.
  bool everMacro(llvm::StringRef Name) const;

  // Returns the annotation that ends the pragma which the annotation Begin begins.
  TokenIndex pragmaEnd(TokenIndex Begin) const;
  // Returns the bracket that closes the one at I, or NoToken.
  TokenIndex matching(TokenIndex I) const;

  const clang::SourceManager &sourceManager() const { return *SM; }
  // Was the file skipped where it was to be included again (include guard, #pragma once)?
  bool everSkipped(const clang::FileEntry *File) const { return Skipped.contains(File); }

private:
  class Listener;
  bool wanted(clang::SourceLocation FileLoc);
  // Returns the place itself, or that of the whole outermost expansion.
  FileSpan expansion(clang::SourceLocation Loc) const;

  clang::Preprocessor *PP = nullptr;
  const clang::SourceManager *SM = nullptr;
  bool SystemHeaders = false;
  std::vector<clang::Token> Tokens;
  llvm::DenseSet<TokenIndex> Reexpanding;
  std::vector<OtherPragma> Pragmas;
  llvm::DenseSet<const clang::FileEntry *> Skipped;
  clang::FileID LastFile;
  bool LastIsFile = false;
  mutable std::vector<std::pair<clang::SourceLocation::UIntTy, TokenIndex>> ByLocation;
  // Fills in the first and last token of each token's expansion, at the first question.
  void findGroups() const;
  mutable std::vector<std::pair<TokenIndex, TokenIndex>> Groups;
};

} // namespace pompinst
#endif
