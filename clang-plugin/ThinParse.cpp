// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ThinParse.cpp - decides which blocks and expressions the analysis leaves out, by their tokens. What does not live
// here: which facts the analysis asks for (analysis/).
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
  static const llvm::StringSet<> Words = {"parallel",  "for",      "critical", "single",       "master",      "barrier",
                                          "flush",     "nowait",   "private",  "firstprivate", "lastprivate", "shared",
                                          "reduction", "schedule", "collapse", "num_threads",  "copyin",      "if",
                                          "default",   "sections", "section",  "taskyield"};
  return Words.contains(Word);
}

// Is the word one that no block with it may be left out for? A loop may be one of several that a directive is about; a
// label or case is a way into the block; a coroutine and a musttail call say something of the whole function.
static bool isOfInterest(llvm::StringRef Word) {
  return Word == "for" || Word == "case" || Word == "default" || Word == "__label__" || Word == "_Pragma" ||
         Word == "__pragma" || Word.contains("musttail") || Word == "return" || Word.starts_with("co_");
}

void ThinParse::pragmaToken(const Token &Tok) {
  if (Tok.is(tok::annot_pragma_openmp_end)) {
    InPragma = InDefault = false;
    Statement = true;
    if (!std::exchange(Plain, true) && What == Asked::Nothing) {
      What = Asked::Next;
      AskedAt = Braces;
    }
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

// Finds the end of the statement of which facts are asked. What has more than one part lasts as long as the block
// around it, and so does what follows a label. The braces are counted already.
void ThinParse::followAsked(const Token &Tok) {
  if (What == Asked::Next && Tok.isNot(tok::annot_pragma_openmp))
    What = Tok.is(tok::l_brace)                         ? Asked::Compound
           : Tok.isOneOf(tok::kw_for, tok::kw_while)    ? Asked::Loop
           : Tok.isOneOf(tok::l_square, tok::kw_switch) ? Asked::Block
                                                        : Asked::Expression;
  if (Tok.is(tok::r_brace) && (Braces < AskedAt || Braces == 0))
    What = Asked::Nothing;
  if (Parens > 0 || Braces != AskedAt)
    return;
  if (Tok.isOneOf(tok::kw_if, tok::kw_do, tok::kw_try, tok::kw_switch, tok::colon))
    What = Asked::Block;
  else if ((Tok.is(tok::semi) && (What == Asked::Expression || What == Asked::Loop)) ||
           (Tok.is(tok::r_brace) && (What == Asked::Compound || What == Asked::Loop)))
    What = Asked::Nothing;
}

void ThinParse::token(Token &Tok) {
  if (InPragma)
    return pragmaToken(Tok);
  const bool EndsHead = std::exchange(Head, false), AfterKeyword = std::exchange(Keyword, false);
  const bool Begins = std::exchange(Statement, false) || EndsHead;
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
    Statement = Parens == 0;
    if (EndsHead)
      leaveOut(Tok);
    break;
  case tok::r_brace:
    Braces -= Braces > 0;
    Statement = Parens == 0;
    break;
  case tok::semi:
    Statement = Parens == 0;
    break;
  case tok::identifier:
    if (Begins)
      leaveExpressionOut(Tok);
    break;
  default:
    break;
  }
  if (What != Asked::Nothing)
    followAsked(Tok);
}

// A function may compute a constant that a fact depends on, unless it holds a directive: such a function is not
// evaluated while it is compiled. A lambda in it could be, and so could a function of a local class, which is read
// before it is parsed.
bool ThinParse::mayLeaveOut() const {
  Sema &S = CI.getSema(); // Clang 16's getCurFunctionDecl is not const
  if (!Starts || Jumps || What != Asked::Nothing || !S.CurContext->isFunctionOrMethod())
    return false;
  const FunctionDecl *Function = S.getCurFunctionDecl(/*AllowLambda=*/true);
  if (!Function || Function->isConstexpr())
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Function);
  return !Method || !Method->getParent()->isLambda();
}

void ThinParse::leaveOut(const Token &Brace) {
  if (!mayLeaveOut())
    return;
  if (std::optional<unsigned> End = blockEnd(Brace))
    goTo(Brace, *End);
}

// The parser gets a number in place of the expression, which begins and ends where the expression begins. So each fact
// about where statements begin and end stays.
void ThinParse::leaveExpressionOut(Token &First) {
  std::optional<unsigned> End = mayLeaveOut() ? expressionEnd(First) : std::nullopt;
  if (!End || !goTo(First, *End))
    return;
  First.setKind(tok::numeric_constant);
  First.setLiteralData("0");
  First.setLength(1);
}

bool ThinParse::skipsBody(const Token &First) {
  std::optional<unsigned> End = lexerBehind(First) ? bodyEnd(First) : std::nullopt;
  if (End && First.is(tok::l_brace))
    goTo(First, *End);
  return End.has_value();
}

// Returns the lexer if it has come no further than this token, so that the parser has it.
Lexer *ThinParse::lexerBehind(const Token &Tok) const {
  // It is null if tokens have been read ahead.
  auto *Lex = static_cast<Lexer *>(CI.getPreprocessor().getCurrentLexer());
  const auto [File, Offset] = CI.getSourceManager().getDecomposedLoc(Tok.getLocation());
  return Lex && Lex->getFileID() == File && Lex->getCurrentBufferOffset() == Offset + Tok.getLength() ? Lex : nullptr;
}

// Lets the lexer go on at the token that ends what is left out, if it can be done.
bool ThinParse::goTo(const Token &From, unsigned End) {
  Lexer *Lex = lexerBehind(From);
  if (!Lex)
    return false;
  Lex->seek(End, /*IsAtStartOfLine=*/false);
  return true;
}

const ThinParse::File &ThinParse::fileOf(SourceLocation Loc) const {
  SourceManager &SM = CI.getSourceManager();
  const FileID ID = SM.getFileID(Loc);
  std::unique_ptr<File> &Known = Files[ID];
  if (!Known) {
    llvm::StringRef Text = SM.getBufferData(ID);
    Known = std::make_unique<File>(File{ID, Text, scanForOpenMP(Text)});
  }
  return *Known;
}

// Returns the file if it can be read from this token on without the preprocessor. A macro may bring OpenMP anywhere.
const ThinParse::File *ThinParse::readable(const Token &Tok) const {
  if (Anywhere || !Tok.getLocation().isFileID())
    return nullptr;
  const File &Of = fileOf(Tok.getLocation());
  return Of.Words.InMacro ? nullptr : &Of;
}

// Reads tokens of a file as they are there, up to the next word that may speak of OpenMP.
struct ThinParse::Reader {
  Reader(const ThinParse &Thin, const File &Of, const Token &First)
      : SM(Thin.CI.getSourceManager()), Text(Of.Text), Begin(SM.getFileOffset(First.getLocation())),
        Raw(SM.getLocForStartOfFile(Of.ID), Thin.CI.getLangOpts(), Text.begin(), Text.begin() + Begin, Text.end()) {
    auto Next = llvm::lower_bound(Of.Words.Words, Begin);
    Limit = Next == Of.Words.Words.end() ? unsigned(Text.size()) : *Next;
  }
  // False: the text ends, or a directive of the preprocessor follows, which may choose between what is there.
  bool next() {
    Raw.LexFromRawLexer(Tok);
    At = SM.getFileOffset(Tok.getLocation());
    return Tok.isNot(tok::eof) && At < Limit && !(Tok.is(tok::hash) && Tok.isAtStartOfLine());
  }
  // This is what follows the token.
  llvm::StringRef rest() const { return Text.drop_front(At + Tok.getLength()).ltrim(" \t\r\n\v\f"); }

  SourceManager &SM;
  const llvm::StringRef Text;
  const unsigned Begin;
  unsigned Limit, At = 0;
  Lexer Raw;
  Token Tok;
};

// Returns where the brace is that closes the block, if nothing in it is of interest.
std::optional<unsigned> ThinParse::blockEnd(const Token &Brace) const {
  const File *Of = Brace.is(tok::l_brace) ? readable(Brace) : nullptr;
  if (!Of)
    return std::nullopt;
  Reader From(*this, *Of, Brace);
  const Token &Tok = From.Tok;
  unsigned Depth = 0;
  bool StatementBegins = false;
  do {
    if (!From.next() || isOfInterest(From, StatementBegins))
      return std::nullopt;
    StatementBegins = Tok.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::colon, tok::r_paren);
    Depth += Tok.is(tok::l_brace);
    Depth -= Tok.is(tok::r_brace);
  } while (Depth > 0);
  return From.At;
}

// Returns where the brace is that closes a function's body, which begins with a brace or with the initialisers of a
// constructor. Among these each brace follows a name or an angle, and that of the body follows none.
std::optional<unsigned> ThinParse::bodyEnd(const Token &First) const {
  const File *Of = First.isOneOf(tok::l_brace, tok::colon) ? readable(First) : nullptr;
  if (!Of)
    return std::nullopt;
  Reader From(*this, *Of, First);
  Token &Tok = From.Tok;
  int Depth = 0;
  bool InBody = First.is(tok::l_brace);
  tok::TokenKind Before = tok::unknown;
  do {
    if (!From.next())
      return std::nullopt;
    if (Tok.is(tok::raw_identifier)) {
      int Macro = 0;
      if (!hidesNothing(CI.getPreprocessor().LookUpIdentifierInfo(Tok), Macro, 0) || Macro != 0)
        return std::nullopt;
    }
    if (Tok.is(tok::l_brace) && Depth == 0 && Before != tok::unknown)
      InBody |= Before == tok::r_paren || Before == tok::r_brace || Before == tok::ellipsis;
    Depth += Tok.isOneOf(tok::l_brace, tok::l_paren) - Tok.isOneOf(tok::r_brace, tok::r_paren);
    Before = Tok.getKind();
  } while (!InBody || Depth > 0 || Before != tok::r_brace);
  return From.At;
}

// Reads a name, which may be qualified, and what follows it. True: that is an operator, and no type can come before
// it, so that the name begins an expression.
bool ThinParse::readOperator(Reader &From) const {
  const Token &Tok = From.Tok;
  do {
    if (!From.next() || Tok.isNot(tok::raw_identifier) || isMacro(Tok) || !From.next())
      return false;
  } while (Tok.is(tok::coloncolon));
  if (Tok.is(tok::l_square)) // two of them are attributes, which may follow a type
    return !From.rest().starts_with("[");
  return Tok.isOneOf(tok::equal, tok::plusequal, tok::minusequal, tok::starequal, tok::slashequal, tok::percentequal,
                     tok::ampequal, tok::pipeequal, tok::caretequal, tok::lesslessequal, tok::greatergreaterequal,
                     tok::lessless, tok::greatergreater, tok::plusplus, tok::minusminus, tok::period, tok::arrow);
}

// Returns where the semicolon is that ends the statement, if that is an expression in which nothing is of interest.
std::optional<unsigned> ThinParse::expressionEnd(const Token &First) const {
  const File *Of = readable(First);
  if (!Of)
    return std::nullopt;
  Reader From(*this, *Of, First);
  const Token &Tok = From.Tok;
  if (!readOperator(From))
    return std::nullopt;
  for (unsigned Depth = Tok.is(tok::l_square); From.next();) {
    if (Tok.is(tok::raw_identifier) && (isMacro(Tok) || isOfInterest(From, false)))
      return std::nullopt;
    if (Tok.is(tok::semi) && Depth == 0)
      return From.At;
    if (Tok.isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && Depth-- == 0)
      return std::nullopt;
    Depth += Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
  }
  return std::nullopt;
}

bool ThinParse::isMacro(Token Raw) const {
  return CI.getPreprocessor().LookUpIdentifierInfo(Raw)->hasMacroDefinition();
}

bool ThinParse::isOfInterest(const Reader &From, bool StatementBegins) const {
  if (From.Tok.isNot(tok::raw_identifier))
    return false;
  Token Tok = From.Tok;
  const IdentifierInfo *Name = CI.getPreprocessor().LookUpIdentifierInfo(Tok);
  if (pompinst::isOfInterest(Name->getName()) || !isHarmless(Name, 0))
    return true;
  // It may be a label.
  return StatementBegins && From.rest().starts_with(":") && !From.rest().starts_with("::");
}

// Is there neither a pragma nor a closing brace of something else in what the word stands for? Depth becomes how many
// braces and parentheses it leaves open.
bool ThinParse::hidesNothing(const IdentifierInfo *Name, int &Depth, unsigned Nesting) const {
  constexpr unsigned Deepest = 8;
  if (Name->getName() == "_Pragma" || Name->getName() == "__pragma")
    return false;
  const MacroInfo *Macro = Name->hasMacroDefinition() ? CI.getPreprocessor().getMacroInfo(Name) : nullptr;
  if (!Macro)
    return true;
  if (Nesting >= Deepest)
    return false;
  for (const Token &Tok : Macro->tokens()) {
    Depth += Tok.isOneOf(tok::l_brace, tok::l_paren) - Tok.isOneOf(tok::r_brace, tok::r_paren);
    const IdentifierInfo *Word = Tok.getIdentifierInfo();
    if (Depth < 0 || Tok.is(tok::hashhash) || (Word && Word != Name && !hidesNothing(Word, Depth, Nesting + 1)))
      return false;
  }
  return true;
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
        (Word && pompinst::isOfInterest(Word->getName())) || (Word && Word != Name && !isHarmless(Word, Nesting + 1)))
      return false;
  }
  return true;
}

} // namespace pompinst
