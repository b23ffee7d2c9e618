// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// TokenTable.cpp - records tokens, and finds them again by their location. What does not live here: their meaning.
#include "analysis/TokenTable.h"

#include "analysis/PragmaWords.h"

#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "llvm/ADT/SmallString.h"

#include <algorithm>

using namespace clang;

namespace pompinst {

// Notes pragmas of others, and files that are skipped: neither leaves a token.
class TokenTable::Listener : public PPCallbacks {
public:
  explicit Listener(TokenTable &Table) : Table(Table) {}

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Introducer) override {
    const auto *Lex = static_cast<const Lexer *>(Table.PP->getCurrentLexer());
    OtherPragma Pragma{Table.size(), Table.expansion(Loc), ""};
    if (Lex && Introducer != PIK___pragma) {
      const char *Begin = Lex->getBufferLocation();
      llvm::StringRef Rest(Begin);
      Pragma.Text = Rest.take_until([](char C) { return C == '\n' || C == '\r'; }).str();
      if (concernsOpenMP(pragmaWords(Begin)))
        return;
    }
    Table.Pragmas.push_back(std::move(Pragma));
  }

  void FileSkipped(const FileEntryRef &File, const Token &, SrcMgr::CharacteristicKind) override {
    Table.Skipped.insert(&File.getFileEntry());
  }

private:
  TokenTable &Table;
};

void TokenTable::record(Preprocessor &Preproc, bool WithSystemHeaders) {
  PP = &Preproc;
  SM = &Preproc.getSourceManager();
  SystemHeaders = WithSystemHeaders;
  PP->setTokenWatcher([this](const Token &Tok) { add(Tok); });
  PP->addPPCallbacks(std::make_unique<Listener>(*this));
}

bool TokenTable::wanted(SourceLocation FileLoc) {
  FileID File = SM->getFileID(FileLoc);
  if (File != LastFile) {
    LastFile = File;
    LastIsFile = SM->getFileEntryRefForID(File).has_value() || File == SM->getMainFileID();
  }
  if (!LastIsFile || SystemHeaders)
    return LastIsFile;
  // The file alone does not tell: preprocessed text says in its line markers what came from a system header.
  const SrcMgr::FileInfo &Info = SM->getSLocEntry(File).getFile();
  return !SrcMgr::isSystem(Info.hasLineDirectives() ? SM->getFileCharacteristic(FileLoc)
                                                    : Info.getFileCharacteristic());
}

// Is MI, written out, a macro that stands for itself (`#define stdin stdin`)? Then writing it out is harmless.
static bool standsForItself(const MacroInfo &MI, const IdentifierInfo *Name) {
  return MI.isObjectLike() && MI.getNumTokens() == 1 && MI.getReplacementToken(0).getIdentifierInfo() == Name;
}

void TokenTable::add(const Token &Tok) {
  SourceLocation Loc = Tok.getLocation();
  if (Loc.isInvalid() || Tok.is(tok::eof) || !wanted(SM->getExpansionLoc(Loc)))
    return;
  if (Loc.isMacroID() && !Tok.isAnnotation())
    if (const IdentifierInfo *II = Tok.getIdentifierInfo(); II && II->hasMacroDefinition())
      if (const MacroInfo *MI = PP->getMacroInfo(II); MI && !standsForItself(*MI, II))
        Reexpanding.insert(Tokens.size());
  Tokens.push_back(Tok);
}

TokenIndex TokenTable::find(SourceLocation Loc) const {
  if (ByLocation.size() != Tokens.size()) {
    ByLocation.clear();
    ByLocation.reserve(Tokens.size());
    for (TokenIndex I = 0; I < Tokens.size(); ++I)
      ByLocation.emplace_back(Tokens[I].getLocation().getRawEncoding(), I);
    if (!std::is_sorted(ByLocation.begin(), ByLocation.end())) // without macros they are
      std::sort(ByLocation.begin(), ByLocation.end());
  }
  auto Raw = Loc.getRawEncoding();
  auto It = std::lower_bound(ByLocation.begin(), ByLocation.end(), std::make_pair(Raw, TokenIndex(0)));
  return It != ByLocation.end() && It->first == Raw ? It->second : NoToken;
}

std::string TokenTable::spelling(TokenIndex I) const {
  const Token &Tok = Tokens[I];
  if (Tok.isAnnotation())
    return "";
  return PP->getSpelling(Tok);
}

std::string TokenTable::spelling(TokenIndex First, TokenIndex Last) const {
  std::string Text;
  for (TokenIndex I = First; I <= Last && I < size(); ++I) {
    if (I != First)
      Text += ' ';
    Text += spelling(I);
  }
  return Text;
}

// Does a `#pragma` line begin here (and not a _Pragma)?
static bool isPragmaLine(const SourceManager &SM, SourceLocation Loc) {
  const char *Text = SM.getCharacterData(Loc);
  return *Text == '#' || *Text == '%' || *Text == '?'; // %: and ??= spell # too
}

FileSpan TokenTable::span(TokenIndex I) const {
  const Token &Tok = Tokens[I];
  SourceLocation Loc = Tok.getLocation();
  // The annotation that begins a _Pragma is at its first token; the tokens inside know the whole extent.
  if (Loc.isFileID() && Tok.is(tok::annot_pragma_openmp) && !isPragmaLine(*SM, Loc) && I + 1 < size() &&
      Tokens[I + 1].getLocation().isMacroID())
    Loc = Tokens[I + 1].getLocation();
  if (Loc.isFileID()) {
    auto [File, Offset] = SM->getDecomposedLoc(Loc);
    // The annotation that stands for another pragma may say where its name is: it begins at the `#`.
    if (Tok.isAnnotation() && !Tok.isOneOf(tok::annot_pragma_openmp, tok::annot_pragma_openmp_end))
      for (const OtherPragma &Pragma : pragmasBefore(I))
        if (Pragma.Span.File == File && Pragma.Span.Begin <= Offset)
          return {File, Pragma.Span.Begin, Pragma.Span.Begin};
    unsigned Length = Tok.is(tok::annot_pragma_openmp) ? 1 : Tok.isAnnotation() ? 0 : Tok.getLength();
    return {File, Offset, Offset + Length};
  }
  return expansion(Loc);
}

FileSpan TokenTable::expansion(SourceLocation Loc) const {
  CharSourceRange Range = SM->getExpansionRange(Loc);
  auto [File, Begin] = SM->getDecomposedLoc(Range.getBegin());
  unsigned End = SM->getDecomposedLoc(Range.getEnd()).second;
  if (Range.isTokenRange())
    End += Lexer::MeasureTokenLength(Range.getEnd(), *SM, PP->getLangOpts());
  return {File, Begin, End};
}

bool TokenTable::inExpansion(TokenIndex I) const {
  SourceLocation Loc = Tokens[I].getLocation();
  return Loc.isMacroID() || (Tokens[I].is(tok::annot_pragma_openmp) && !isPragmaLine(*SM, Loc));
}

void TokenTable::findGroups() const {
  if (Groups.size() == Tokens.size())
    return;
  Groups.resize(Tokens.size());
  for (TokenIndex First = 0; First < size();) {
    TokenIndex Last = First;
    if (inExpansion(First)) {
      FileSpan Span = span(First);
      while (Last + 1 < size() && inExpansion(Last + 1) && span(Last + 1) == Span)
        ++Last;
    }
    for (TokenIndex I = First; I <= Last; ++I)
      Groups[I] = {First, Last};
    First = Last + 1;
  }
}

TokenIndex TokenTable::groupFirst(TokenIndex I) const {
  findGroups();
  return Groups[I].first;
}

TokenIndex TokenTable::groupLast(TokenIndex I) const {
  findGroups();
  return Groups[I].second;
}

std::string TokenTable::mappedName(llvm::StringRef Name) const {
  llvm::SmallString<256> Mapped(Name);
  PP->getLangOpts().remapPathPrefix(Mapped);
  return std::string(Mapped);
}

llvm::ArrayRef<OtherPragma> TokenTable::pragmasBefore(TokenIndex I) const {
  auto Less = [](const OtherPragma &Pragma, TokenIndex Before) { return Pragma.Before < Before; };
  auto First = std::lower_bound(Pragmas.begin(), Pragmas.end(), I, Less);
  auto Last = std::lower_bound(First, Pragmas.end(), I + 1, Less);
  return {Pragmas.data() + (First - Pragmas.begin()), size_t(Last - First)};
}

bool TokenTable::everMacro(llvm::StringRef Name) const { return PP->getIdentifierInfo(Name)->hadMacroDefinition(); }

TokenIndex TokenTable::pragmaEnd(TokenIndex Begin) const {
  for (TokenIndex I = Begin; I < size(); ++I)
    if (Tokens[I].is(tok::annot_pragma_openmp_end))
      return I;
  return NoToken;
}

static bool opens(const Token &Tok) { return Tok.isOneOf(tok::l_paren, tok::l_brace, tok::l_square); }
static bool closes(const Token &Tok) { return Tok.isOneOf(tok::r_paren, tok::r_brace, tok::r_square); }

TokenIndex TokenTable::matching(TokenIndex I) const {
  unsigned Depth = 0;
  for (; I < size(); ++I) {
    if (opens(Tokens[I]))
      ++Depth;
    else if (closes(Tokens[I]) && --Depth == 0)
      return I;
  }
  return NoToken;
}

} // namespace pompinst
