// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ForkPlace.cpp - looks for the begins of declarations, in tokens that the preprocessor has not seen.
#include "ForkPlace.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <utility>

using namespace clang;

namespace pompinst {
namespace {

class PlaceFinder {
public:
  PlaceFinder(CompilerInstance &CI, FileID File, llvm::StringRef Text, unsigned Begin, unsigned Word,
              const Brackets &Open)
      : CI(CI), SM(CI.getSourceManager()), Word(Word), Found(Begin),
        Raw(SM.getLocForStartOfFile(File), CI.getLangOpts(), Text.begin(), Text.begin() + Begin, Text.end()),
        Open(Open) {}

  unsigned find();

private:
  bool next();
  bool passDirective();
  void follow(tok::TokenKind Before);
  bool mayBegin(tok::TokenKind Before) const;
  const MacroInfo *macro(llvm::StringRef Name) const;
  bool isMacro() const;
  tok::TokenKind ending();
  int opened(llvm::StringRef Name, unsigned Nesting);
  int opened() { return Tok.is(tok::raw_identifier) ? opened(Tok.getRawIdentifier(), 0) : 0; }

  CompilerInstance &CI;
  SourceManager &SM;
  const unsigned Word;
  unsigned Found, At = 0;
  Lexer Raw;
  Token Tok;
  Brackets Open;
  tok::TokenKind Expansion = tok::unknown; // what the macro's expansion ends with whose arguments are read
  bool Declares = false;                   // in C, what follows a function's parentheses may declare its parameters
  llvm::StringMap<int>
      Opened; // how many braces each of the preprocessor's macros leaves open, as far as they are known
  llvm::StringMap<int> Defined; // macros that the preprocessor has not met yet, and how many braces each leaves open
};

bool PlaceFinder::next() {
  Raw.LexFromRawLexer(Tok);
  At = SM.getFileOffset(Tok.getLocation());
  return Tok.isNot(tok::eof) && At < Word;
}

// Goes on behind a directive of the preprocessor. False: it chooses between texts, or how functions are compiled that
// follow, which ours must not be: '#pragma clang' has attributes and sections.
bool PlaceFinder::passDirective() {
  if (!next() || Tok.isNot(tok::raw_identifier))
    return false;
  const llvm::StringRef Name = Tok.getRawIdentifier();
  const bool Defines = Name == "define";
  if (!Defines && Name != "undef" && Name != "pragma")
    return false;
  if (!next())
    return false;
  if (Tok.isAtStartOfLine())
    return true;
  const std::string Macro = Defines && Tok.is(tok::raw_identifier) ? Tok.getRawIdentifier().str() : "";
  bool Clang = Name == "pragma" && Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() == "clang";
  int Open = 0;
  while (next() && !Tok.isAtStartOfLine()) {
    if (std::exchange(Clang, false) && (Tok.isNot(tok::raw_identifier) || Tok.getRawIdentifier() != "diagnostic"))
      return false;
    Open += Tok.is(tok::l_brace) - Tok.is(tok::r_brace) + opened();
  }
  if (!Macro.empty())
    Defined[Macro] = Open;
  return Tok.isNot(tok::eof) && At < Word;
}

const MacroInfo *PlaceFinder::macro(llvm::StringRef Name) const {
  Preprocessor &PP = CI.getPreprocessor();
  const IdentifierInfo *Identifier = PP.getIdentifierInfo(Name);
  return Identifier->hasMacroDefinition() ? PP.getMacroInfo(Identifier) : nullptr;
}

bool PlaceFinder::isMacro() const {
  return Tok.is(tok::raw_identifier) && (Defined.count(Tok.getRawIdentifier()) || macro(Tok.getRawIdentifier()));
}

// Returns how many braces the word leaves open if it is a macro; less than 0 if it closes some. Each macro is looked at
// once, as some stand for many others.
int PlaceFinder::opened(llvm::StringRef Name, unsigned Nesting) {
  constexpr unsigned Deepest = 64;
  auto It = Defined.find(Name);
  if (It != Defined.end())
    return It->second;
  const MacroInfo *Macro = Nesting < Deepest ? macro(Name) : nullptr;
  if (!Macro)
    return 0;
  auto [Known, New] = Opened.try_emplace(Name, 0);
  if (!New)
    return Known->second;
  int Open = 0;
  for (const Token &T : Macro->tokens()) {
    Open += T.is(tok::l_brace) - T.is(tok::r_brace);
    if (const IdentifierInfo *Word = T.getIdentifierInfo())
      Open += opened(Word->getName(), Nesting + 1);
  }
  return Opened[Name] = Open;
}

// Can a declaration begin with this token, after the one before it? A name behind a brace may be that of a variable,
// unless it is on a line of its own.
bool PlaceFinder::mayBegin(tok::TokenKind Before) const {
  if (!Open.areOfNamespaces() || Declares || Tok.isOneOf(tok::l_brace, tok::semi, tok::hash) || isMacro())
    return false;
  if (Before == tok::semi)
    return true;
  return Before == tok::r_brace && Tok.isAtStartOfLine() && Tok.is(tok::raw_identifier) &&
         Tok.getRawIdentifier() != "catch";
}

// Follows the braces and parentheses. Before is what was read last.
void PlaceFinder::follow(tok::TokenKind Before) {
  Open.add(Tok);
  if (Open.areOfNamespaces() && Tok.is(tok::r_brace))
    Declares = false;
  else if (Open.areOfNamespaces() && Before == tok::r_paren && Tok.is(tok::raw_identifier))
    Declares = !CI.getLangOpts().CPlusPlus && !Tok.getRawIdentifier().contains("attribute");
}

// Returns what the text up to here ends with: of a macro at file scope, with its arguments, the last token that it
// stands for, and else the token itself.
tok::TokenKind PlaceFinder::ending() {
  if (!Open.areOfNamespaces())
    return Tok.getKind();
  if (Tok.isNot(tok::r_paren))
    Expansion = tok::unknown;
  if (!Tok.is(tok::raw_identifier))
    return Expansion == tok::unknown ? Tok.getKind() : std::exchange(Expansion, tok::unknown);
  const MacroInfo *Macro = macro(Tok.getRawIdentifier());
  if (!Macro || Macro->tokens_empty())
    return Tok.getKind();
  const tok::TokenKind Last = Macro->tokens().back().getKind();
  if (Macro->isObjectLike())
    return Last;
  Expansion = Last;
  return Tok.getKind();
}

unsigned PlaceFinder::find() {
  tok::TokenKind Before = tok::unknown;
  for (bool More = next(); More;) {
    if (Tok.is(tok::hash) && Tok.isAtStartOfLine()) {
      More = passDirective();
      continue;
    }
    if (opened() != 0)
      break;
    if (mayBegin(Before))
      Found = At;
    follow(Before);
    Before = ending();
    More = next();
  }
  return Found;
}

} // namespace

static bool isWord(const Token &Tok, tok::TokenKind Kind) {
  return Tok.is(Kind) || (Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() == tok::getKeywordSpelling(Kind));
}

// A namespace with an attribute is like any other bracket: it could not be opened again without that.
void Brackets::add(const Token &Tok) {
  const bool Outside = areOfNamespaces();
  const Head Was = std::exchange(Begun, Head::None);
  if (Tok.isOneOf(tok::l_brace, tok::l_paren, tok::l_square)) {
    Namespaces += Outside && Tok.is(tok::l_brace) && Was != Head::None && Was != Head::Extern;
    ++Depth;
  } else if (Tok.isOneOf(tok::r_brace, tok::r_paren, tok::r_square)) {
    Namespaces -= Outside && Namespaces > 0;
    Depth -= Depth > 0;
  } else if (Was == Head::Extern && Tok.is(tok::string_literal)) {
    Begun = Head::Linkage;
  } else if (Outside && isWord(Tok, tok::kw_extern)) {
    Begun = Head::Extern;
  } else if ((Outside && isWord(Tok, tok::kw_namespace)) || (Was == Head::Named && Tok.is(tok::coloncolon)) ||
             (Was == Head::Namespace && isWord(Tok, tok::kw_inline))) {
    Begun = Head::Namespace;
  } else if (Was == Head::Namespace && tok::isAnyIdentifier(Tok.getKind())) {
    Begun = Head::Named;
  }
}

unsigned forkPlace(CompilerInstance &CI, FileID File, llvm::StringRef Text, unsigned Begin, unsigned Word,
                   const Brackets &Open) {
  return PlaceFinder(CI, File, Text, Begin, Word, Open).find();
}

bool isOutside(llvm::StringRef Text, const LangOptions &Lang) {
  std::string Copy = Text.str(); // a lexer's text ends with a zero
  Lexer Raw(SourceLocation(), Lang, Copy.data(), Copy.data(), Copy.data() + Copy.size());
  int Depth = 0;
  bool Between = true, InDirective = false; // an empty text is outside
  Token Tok;
  for (Raw.LexFromRawLexer(Tok); Tok.isNot(tok::eof); Raw.LexFromRawLexer(Tok)) {
    InDirective = Tok.isAtStartOfLine() ? Tok.is(tok::hash) : InDirective;
    if (InDirective)
      continue;
    Depth += Tok.isOneOf(tok::l_brace, tok::l_paren, tok::l_square);
    Depth -= Tok.isOneOf(tok::r_brace, tok::r_paren, tok::r_square);
    Between = Tok.isOneOf(tok::semi, tok::r_brace);
  }
  return Between && Depth == 0;
}

// Does the text go on behind this place, and the directives there, with a declaration that begins with no macro, as far
// as the names of macros are known or look like it?
static bool beginsDeclaration(CompilerInstance &CI, llvm::StringRef Text, unsigned Begin) {
  Preprocessor &PP = CI.getPreprocessor();
  const std::string Copy = Text.drop_front(Begin).str(); // a lexer's text ends with a zero
  Lexer Raw(SourceLocation(), CI.getLangOpts(), Copy.data(), Copy.data(), Copy.data() + Copy.size());
  Token Tok;
  bool InDirective = false;
  do {
    Raw.LexFromRawLexer(Tok);
    InDirective = Tok.isAtStartOfLine() ? Tok.is(tok::hash) : InDirective;
  } while (InDirective && Tok.isNot(tok::eof));
  if (Tok.isNot(tok::raw_identifier))
    return false;
  const llvm::StringRef Name = Tok.getRawIdentifier();
  return llvm::any_of(Name, [](char C) { return isLowercase(C); }) && !PP.getIdentifierInfo(Name)->hasMacroDefinition();
}

bool likelyHasPlace(CompilerInstance &CI, llvm::StringRef Text, const OpenMPText &Words) {
  constexpr unsigned Much = 2000; // fewer bytes are read twice without harm
  if (Words.Directives == 0 && Words.Words.front() < Much)
    return false;
  // The text behind the place is read as that of a file that is entered there.
  for (llvm::StringRef Word : {"include_next", "system_header", "pragma pack", "pragma options", "pragma clang"})
    if (Text.contains(Word))
      return false;
  return isOutside(Text.take_front(Words.Directives), CI.getLangOpts()) &&
         beginsDeclaration(CI, Text, Words.Directives);
}

} // namespace pompinst
