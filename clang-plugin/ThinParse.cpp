// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ThinParse.cpp - decides which blocks the analysis leaves out, by their tokens. What does not live here: which facts
// the analysis asks for (analysis/).
#include "ThinParse.h"

#include "clang/AST/DeclCXX.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace pompinst {

// Facts of other directives and clauses may depend on what is inside: loops that are collapsed, variables that tasks
// copy, the two statements of an atomic capture.
static bool isPlain(llvm::StringRef Word) {
  static const llvm::StringSet<> Words = {"parallel",    "for",    "critical",  "single",   "master",
                                          "barrier",     "flush",  "nowait",    "private",  "firstprivate",
                                          "lastprivate", "shared", "reduction", "schedule", "collapse",
                                          "num_threads", "copyin", "if",        "default"};
  return Words.contains(Word);
}

// Is the word one that no block with it may be left out for? A loop may be one of several that a directive is about; a
// label or case is a way into the block; a coroutine and a musttail call say something of the whole function.
static bool isOfInterest(llvm::StringRef Word, bool Cxx) {
  return Word == "for" || Word == "case" || Word == "default" || Word == "__label__" || Word == "_Pragma" ||
         Word == "__pragma" || Word.contains("musttail") || (Cxx && (Word == "return" || Word.starts_with("co_")));
}

void ThinParse::pragmaToken(const Token &Tok) {
  if (Tok.is(tok::annot_pragma_openmp_end)) {
    InPragma = InDefault = false;
    return;
  }
  if (Tok.is(tok::l_paren))
    ++PragmaParens;
  else if (Tok.is(tok::r_paren))
    PragmaParens -= PragmaParens > 0;
  const IdentifierInfo *Name = Tok.getIdentifierInfo();
  if (!Name || PragmaParens > (InDefault ? 1 : 0))
    return;
  if (PragmaParens == 1)
    Plain &= Name->getName() == "shared";
  else
    InDefault = Name->getName() == "default";
  Plain &= PragmaParens == 1 || isPlain(Name->getName());
}

void ThinParse::token(const Token &Tok) {
  if (InPragma)
    return pragmaToken(Tok);
  const bool EndsHead = std::exchange(Head, false), AfterKeyword = std::exchange(Keyword, false);
  switch (Tok.getKind()) {
  case tok::annot_pragma_openmp:
    InPragma = true;
    PragmaParens = 0;
    break;
  case tok::kw_for:
  case tok::kw_while:
  case tok::kw_if:
    Keyword = true;
    break;
  case tok::kw_constexpr:
    Keyword = AfterKeyword;
    break;
  case tok::kw_else:
  case tok::kw_do:
    Head = true;
    break;
  case tok::l_paren:
    if (AfterKeyword)
      Heads.push_back(Parens);
    ++Parens;
    break;
  case tok::r_paren:
    Parens -= Parens > 0;
    if (!Heads.empty() && Heads.back() == Parens) {
      Heads.pop_back();
      Head = true;
    }
    break;
  case tok::l_brace:
    ++Braces;
    if (EndsHead)
      leaveOut(Tok);
    break;
  case tok::r_brace:
    Braces -= Braces > 0;
    Plain |= Braces == 0;
    break;
  default:
    break;
  }
}

// What a function computes may be a constant that is asked for, unless it holds a directive: such a one is not
// evaluated while it is compiled. A lambda in it could be.
bool ThinParse::mayLeaveOut() const {
  Sema &S = CI.getSema(); // Clang 16's getCurFunctionDecl is not const
  const FunctionDecl *Function = Jumps || !Plain ? nullptr : S.getCurFunctionDecl(/*AllowLambda=*/true);
  if (!Function || Function->isConstexpr())
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return !Method || !Method->getParent()->isLambda();
}

void ThinParse::leaveOut(const Token &Brace) {
  if (!mayLeaveOut())
    return;
  if (std::optional<unsigned> End = blockEnd(Brace, true))
    goTo(Brace, *End);
}

bool ThinParse::skipsBody(const Token &Brace) {
  bool Literal = true;
  std::optional<unsigned> End = blockEnd(Brace, false, &Literal);
  if (End && Literal)
    goTo(Brace, *End);
  return End.has_value();
}

// Lets the lexer go on at the brace that closes the block, if it has come no further than the one that opens it.
void ThinParse::goTo(const Token &Brace, unsigned End) {
  // It is null if tokens have been read ahead.
  auto *Lex = static_cast<Lexer *>(CI.getPreprocessor().getCurrentLexer());
  unsigned Offset = CI.getSourceManager().getFileOffset(Brace.getLocation());
  if (!Lex || Lex->getFileID() != Main || Lex->getCurrentBufferOffset() != Offset + Brace.getLength())
    return;
  Lex->seek(End, /*IsAtStartOfLine=*/false);
  LeftOut = true;
}

// Returns where the brace is that closes the block, if nothing in it is of interest. A directive of the preprocessor
// may choose between braces, and a macro may bring OpenMP anywhere. `Literal` becomes false if a
// macro may hide a brace in it.
std::optional<unsigned> ThinParse::blockEnd(const Token &Brace, bool OfNoInterest, bool *Literal) const {
  SourceManager &SM = CI.getSourceManager();
  if (Anywhere || Words.InMacro || Brace.isNot(tok::l_brace) || !Brace.getLocation().isFileID())
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(Brace.getLocation());
  if (File != Main)
    return std::nullopt;
  auto Next = llvm::lower_bound(Words.Words, Begin);
  const unsigned Limit = Next == Words.Words.end() ? unsigned(Text.size()) : *Next;
  Lexer Raw(SM.getLocForStartOfFile(Main), CI.getLangOpts(), Text.begin(), Text.begin() + Begin, Text.end());
  Token Tok;
  unsigned Depth = 0, At = 0;
  bool StatementBegins = false;
  do {
    Raw.LexFromRawLexer(Tok);
    At = SM.getFileOffset(Tok.getLocation());
    if (Tok.is(tok::eof) || At >= Limit || (Tok.is(tok::hash) && Tok.isAtStartOfLine()))
      return std::nullopt;
    if (OfNoInterest && isOfInterest(Tok, StatementBegins))
      return std::nullopt;
    if (Literal && *Literal && Tok.is(tok::raw_identifier))
      *Literal = isHarmless(CI.getPreprocessor().LookUpIdentifierInfo(Tok), 0);
    StatementBegins = Tok.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::colon, tok::r_paren);
    Depth += Tok.is(tok::l_brace);
    Depth -= Tok.is(tok::r_brace);
  } while (Depth > 0);
  return At;
}

bool ThinParse::isOfInterest(const Token &Raw, bool StatementBegins) const {
  if (Raw.isNot(tok::raw_identifier))
    return false;
  Token Tok = Raw;
  const IdentifierInfo *Name = CI.getPreprocessor().LookUpIdentifierInfo(Tok);
  if (pompinst::isOfInterest(Name->getName(), CI.getLangOpts().CPlusPlus) || !isHarmless(Name, 0))
    return true;
  // It may be a label.
  const char *After = Text.begin() + CI.getSourceManager().getFileOffset(Raw.getLocation()) + Raw.getLength();
  llvm::StringRef Rest = llvm::StringRef(After, size_t(Text.end() - After)).ltrim(" \t\r\n\v\f");
  return StatementBegins && Rest.starts_with(":") && !Rest.starts_with("::");
}

// Can the word be read without knowing what it stands for? A macro may hide a brace, a label or a pragma.
bool ThinParse::isHarmless(const IdentifierInfo *Name, unsigned Nesting) const {
  constexpr unsigned Deepest = 8;
  const MacroInfo *Macro = Name->hasMacroDefinition() ? CI.getPreprocessor().getMacroInfo(Name) : nullptr;
  if (!Macro)
    return true;
  if (Nesting >= Deepest)
    return false;
  for (const Token &Tok : Macro->tokens()) {
    const IdentifierInfo *Word = Tok.getIdentifierInfo();
    if (Tok.isOneOf(tok::l_brace, tok::r_brace, tok::colon, tok::hashhash) ||
        (Word && pompinst::isOfInterest(Word->getName(), CI.getLangOpts().CPlusPlus)) ||
        (Word && Word != Name && !isHarmless(Word, Nesting + 1)))
      return false;
  }
  return true;
}

} // namespace pompinst
