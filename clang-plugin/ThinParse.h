// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ThinParse.h - spares the analysis of C++ what it need not parse: bodies without OpenMP, and in the other ones the
// blocks of loops and conditions, and the expressions, of which no fact is asked. The compile itself parses everything.
// What does not live here: the analysis.
#ifndef POMPINST_THINPARSE_H
#define POMPINST_THINPARSE_H

#include "TextScan.h"

#include "clang/Basic/SourceLocation.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>
#include <vector>

namespace clang {
class CompilerInstance;
class IdentifierInfo;
class Lexer;
} // namespace clang

namespace pompinst {

class ThinParse {
public:
  explicit ThinParse(clang::CompilerInstance &CI) : CI(CI) {}

  // The parser gets this token next. If it opens a block that can be left out, the one that closes it follows. If it
  // begins a statement that is an expression and can be left out, it becomes a number, and the semicolon follows.
  void token(clang::Token &Tok);
  // Does the text from this token, with which a function's body begins, up to the brace that closes the body say
  // nothing of OpenMP? The parser skips such a body, and gets the closing brace next, if it can be found without a
  // parse.
  bool skipsBody(const clang::Token &First);

  bool Starts = false;   // nothing is left out before
  bool Anywhere = false; // a macro may bring OpenMP anywhere
  bool Jumps = false;    // where jumps lead is of interest

private:
  struct Reader;
  // A file that is read, and where it speaks of OpenMP.
  struct File {
    clang::FileID ID;
    llvm::StringRef Text;
    OpenMPText Words;
  };
  const File &fileOf(clang::SourceLocation Loc) const;
  void pragmaToken(const clang::Token &Tok);
  void followAsked(const clang::Token &Tok);
  void leaveOut(const clang::Token &Brace);
  void leaveExpressionOut(clang::Token &First);
  bool mayLeaveOut() const;
  const File *readable(const clang::Token &Tok) const;
  std::optional<unsigned> blockEnd(const clang::Token &Brace) const;
  std::optional<unsigned> bodyEnd(const clang::Token &First) const;
  std::optional<unsigned> expressionEnd(const clang::Token &First) const;
  bool readOperator(Reader &From) const;
  clang::Lexer *lexerBehind(const clang::Token &Tok) const;
  bool goTo(const clang::Token &From, unsigned End);
  bool isOfInterest(const Reader &From, bool StatementBegins) const;
  bool hidesNothing(const clang::IdentifierInfo *Name, int &Depth, unsigned Nesting) const;
  bool isHarmless(const clang::IdentifierInfo *Name, unsigned Nesting) const;
  bool isMacro(clang::Token Raw) const;

  clang::CompilerInstance &CI;
  mutable llvm::DenseMap<clang::FileID, std::unique_ptr<File>> Files;

  std::vector<unsigned> Heads; // the depths at which heads of loops and conditions are open
  unsigned Parens = 0, Braces = 0;
  bool Keyword = false;   // a word was read that a head follows
  bool Head = false;      // the last token was the end of a head, or needs none
  bool Statement = false; // what follows may begin a statement
  bool InPragma = false, InDefault = false;
  unsigned PragmaParens = 0;

  // Some directives ask for facts of what is inside of the statement that they come before: nothing of it is left out.
  enum class Asked {
    Nothing,
    Next,       // the statement that begins with the next token
    Expression, // up to a semicolon
    Compound,   // up to the brace that closes it
    Loop,       // up to either
    Block       // whatever is in the block around
  };
  bool Plain = true; // the directive that is read asks for nothing so far
  Asked What = Asked::Nothing;
  unsigned AskedAt = 0; // the number of open braces there
};

} // namespace pompinst
#endif
