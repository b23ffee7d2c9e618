// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ParseRest.cpp - what the copy of the compiler does: it parses the rest of the text, and sends what the analysis
// finds, or says what is wrong with the text. What does not live here: the fork, and the compiler that waits for it
// (ParseOnce.cpp).
#include "ParseOnce.h"

#include "Compatibility.h"
#include "Pass.h"
#include "Wire.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

using namespace clang;

namespace pompinst {

void ParseOnce::send(char Verdict, const std::string &Bytes) const {
  std::string All = Verdict + Bytes;
  for (size_t Done = 0; Done < All.size();) {
    ssize_t N = write(AnswerTo, All.data() + Done, All.size() - Done);
    if (N < 0 && errno != EINTR)
      break;
    Done += N > 0 ? size_t(N) : 0;
  }
  close(AnswerTo);
}

void ParseOnce::answer(char Verdict, const std::string &Bytes) const {
  send(Verdict, Bytes);
  _exit(0);
}

void ParseOnce::answerError() const { answer('E', "it does not compile where the analysis leaves blocks out"); }

namespace {

// Calls a function when a template is about to be instantiated.
class AtInstantiation : public TemplateInstantiationCallback {
public:
  explicit AtInstantiation(std::function<void()> Call) : Call(std::move(Call)) {}
  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateBegin(const Sema &, const Sema::CodeSynthesisContext &) override { Call(); }
  void atTemplateEnd(const Sema &, const Sema::CodeSynthesisContext &) override {}

private:
  std::function<void()> Call;
};

} // namespace

void ParseOnce::becomeChild(int Answer, const Token *First) {
  Now = State::Child;
  AnswerTo = Answer;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // LLVM's handlers would remove files of the parent's.
  for (int Signal : {SIGHUP, SIGINT, SIGTERM, SIGUSR2, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT,
                     SIGSYS, SIGXCPU, SIGXFSZ})
    signal(Signal, SIG_DFL);
  llvm::remove_fatal_error_handler(); // and that one would remove them, too, and go on as Clang's driver
  llvm::install_fatal_error_handler([](void *, const char *, bool) { _exit(1); });
  Errors.beSilent();

  Preprocessor &PP = CI.getPreprocessor();
  if (CI.getLangOpts().CPlusPlus) {
    Thin = std::make_unique<ThinParse>(CI);
    CI.getSema().TemplateInstCallbacks.push_back(std::make_unique<AtInstantiation>([this] { spareWork(); }));
  }
  BytesAtFork = CI.getASTContext().getAllocator().getBytesAllocated();
  // Beside large headers, little text is soon parsed again.
  constexpr size_t BytesOfLetter = 256;
  if (Thin && textToCome(First) * BytesOfLetter < BytesAtFork)
    leaveOut();
  FirstToken = PP.getTokenCount() + (First ? 0 : 1);
  FilesAtFork = CI.getSourceManager().local_sloc_entry_size();
  Analysis = std::make_unique<Pass>(Opts, /*MayConvert=*/true);
  Analysis->Tokens.record(PP, Opts.SystemHeaders);
  PP.setTokenWatcher([this](const Token &Tok) {
    Last = Tok;
    if (Errors.begun() || Now == State::End)
      return;
    if (Now == State::Rest)
      CI.getDiagnostics().setSuppressAllDiagnostics(false);
    if (Marked && Now == State::Child && CI.getDiagnostics().hasErrorOccurred())
      answer('N'); // the marker was inside of a declaration
    if (Now == State::Rest && CI.getDiagnostics().hasErrorOccurred())
      return foundError();
    spareWork();
    Analysis->Tokens.add(Tok);
    if (Thin) {
      Thin->Anywhere |= HeaderMacros;
      Thin->Jumps |= !Analysis->Controls.empty();
      Thin->token(const_cast<Token &>(Tok));
    }
    if (std::exchange(AtStart, false))
      parseRest();
  });
  Controls.noteIn(Analysis->Tokens, Analysis->Controls, Analysis->Complaints);
  if (!First) {
    AtStart = PP.getTokenCount() == 0;
    return;
  }
  Analysis->From = {{Stack.back()->ID, placeOf(*Stack.back(), *First)}};
  Analysis->Tokens.add(*First);
  Last = *First;
  if (PP.getTokenCount() == 1)
    parseRest();
  else if (CI.getLangOpts().CPlusPlus)
    markPlace(const_cast<Token &>(*First));
}

// No name of the user's has a space, and Clang warns of names that begin with underscores.
static const char Marker[] = "pomp here";

static Token madeToken(Preprocessor &PP, tok::TokenKind Kind, SourceLocation Loc, llvm::StringRef Name = "") {
  Token Tok;
  Tok.startToken();
  Tok.setKind(Kind);
  Tok.setLocation(Loc);
  if (Kind == tok::string_literal)
    PP.CreateString(Name, Tok, Loc, Loc);
  else if (tok::isAnyIdentifier(Kind) || tok::getKeywordSpelling(Kind))
    Tok.setIdentifierInfo(PP.getIdentifierInfo(Name));
  return Tok;
}

// In a namespace the parser tells nobody when a declaration is over, nor anywhere of an explicit instantiation. So it
// gets a type to define before the first token: when that is defined, what is before it has been parsed as a whole. In
// C no type can be so short, and each declaration is told of.
void ParseOnce::markPlace(Token &First) {
  Preprocessor &PP = CI.getPreprocessor();
  const SourceLocation Loc = First.getLocation();
  const Token Before[] = {madeToken(PP, tok::identifier, Loc, Marker), madeToken(PP, tok::l_brace, Loc),
                          madeToken(PP, tok::r_brace, Loc), madeToken(PP, tok::semi, Loc), First};
  auto Tokens = std::make_unique<Token[]>(std::size(Before));
  llvm::copy(Before, Tokens.get());
  PP.EnterTokenStream(std::move(Tokens), std::size(Before), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  First = madeToken(PP, tok::kw_enum, Loc, "enum");
  Marked = true;
}

void ParseOnce::defined(const TagDecl *Tag) {
  if (Now != State::Child || !Marked || !Tag->getIdentifier() || Tag->getName() != Marker)
    return;
  if (CI.getDiagnostics().hasErrorOccurred()) // of the marker, as no copy is made behind one of the user's
    answer('N');
  Token Next;
  CI.getPreprocessor().Lex(Next);
  if (Next.getLocation() != Last.getLocation() || Next.getKind() != Last.getKind())
    answer('N');
  parseRest();
}

// The words that open these namespaces and `extern "C"` once more, from the outermost on. Nothing: that can't be said
// in words alone.
static std::optional<std::vector<std::string>> reopened(const DeclContext *Context) {
  std::vector<const DeclContext *> Contexts;
  for (; !Context->isTranslationUnit(); Context = Context->getLexicalParent())
    Contexts.push_back(Context);
  std::vector<std::string> Words;
  for (const DeclContext *C : llvm::reverse(Contexts)) {
    const auto *Namespace = dyn_cast<NamespaceDecl>(C);
    const auto *Linkage = dyn_cast<LinkageSpecDecl>(C);
    if (Linkage) {
      using Language = decltype(Linkage->getLanguage());
      Words.insert(Words.end(), {"extern", Linkage->getLanguage() == Language(1) ? "\"C\"" : "\"C++\"", "{"});
      continue;
    }
    if (!Namespace || Namespace->hasAttrs())
      return std::nullopt;
    if (Namespace->isNested())
      Words.back() = "::"; // one brace is that of both
    if (Namespace->isInline())
      Words.push_back("inline");
    if (!Namespace->isNested())
      Words.push_back("namespace");
    if (!Namespace->isAnonymousNamespace())
      Words.push_back(Namespace->getName().str());
    Words.push_back("{");
  }
  return Words;
}

// The parser of the rest begins at file scope, and enters the namespaces that are open from there. So does the compiler
// behind what the new text declares at file scope.
void ParseOnce::reopen(DeclContext *Context) {
  Preprocessor &PP = CI.getPreprocessor();
  const std::optional<std::vector<std::string>> Words = reopened(Context);
  if (!Words)
    answer('N');
  auto Tokens = std::make_unique<Token[]>(Words->size());
  for (size_t I = 0; I < Words->size(); ++I) {
    const std::string &Word = (*Words)[I];
    const tok::TokenKind Kind = llvm::StringSwitch<tok::TokenKind>(Word)
                                    .Case("extern", tok::kw_extern)
                                    .Case("inline", tok::kw_inline)
                                    .Case("namespace", tok::kw_namespace)
                                    .Case("::", tok::coloncolon)
                                    .Case("{", tok::l_brace)
                                    .StartsWith("\"", tok::string_literal)
                                    .Default(tok::identifier);
    Tokens[I] = madeToken(PP, Kind, Last.getLocation(), Word);
    Analysis->Closing += Word == "{" ? "}" : "";
  }
  DeclContext *Outermost = Context;
  while (!Outermost->getLexicalParent()->isTranslationUnit())
    Outermost = Outermost->getLexicalParent();
  Errors.parsed(DeclGroupRef(Decl::castFromDeclContext(Outermost)));
  Reopened = Last.getLocation();
  CI.getDiagnostics().setSuppressAllDiagnostics(true); // what is to be said of them was said
  Analysis->Closing += "\n";
  Analysis->Reopening = llvm::join(*Words, " ") + "\n";
  PP.EnterTokenStream(std::move(Tokens), unsigned(Words->size()), /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  CI.getSema().getCurScope()->Init(CI.getSema().TUScope, Scope::DeclScope); // what is in them is found in them alone
}

void ParseOnce::declared(DeclGroupRef Group) {
  LastEnd = Group.isNull() ? SourceLocation() : (*(Group.end() - 1))->getEndLoc();
  if (Now == State::End) // the main parser has left the namespaces that it was in
    CI.getDiagnostics().setSuppressAllDiagnostics(false);
  if (Now != State::Child || !Analysis || Marked)
    return;
  if (CI.getPreprocessor().getTokenCount() != FirstToken || !CI.getSema().CurContext->isTranslationUnit())
    answer('N');
  Errors.parsed(Group);
  parseRest();
}

// Parses the rest without generating code: with a parser of its own, which tells nobody of declarations. Then the main
// parser goes on at the end of the text.
void ParseOnce::parseRest() {
  Preprocessor &PP = CI.getPreprocessor();
  Sema &S = CI.getSema();
  auto *Main = static_cast<Parser *>(PP.getCodeCompletionHandler());
  DeclContext *Context = S.CurContext;
  Scope *Around = S.getCurScope(), *Outer = Around->getParent(), *Outermost = S.TUScope;
  const unsigned Kind = Around->getFlags();
  Now = State::Rest;
  PP.EnterToken(Last, /*IsReinject=*/true);
  if (!Context->isTranslationUnit())
    reopen(Context);
  PP.InitializeForModelFile(); // a parser registers its handlers of pragmas, where there must be none yet
  auto &Rest = *new Parser(PP, S, /*SkipFunctionBodies=*/true); // would end the scope of the main one, too
  Rest.Initialize();
  Parser::DeclGroupPtrTy Declarations;
  Sema::ModuleImportState State = Sema::ModuleImportState::NotACXX20Module;
  while (Rest.getCurToken().isNot(tok::eof)) {
    Rest.ParseTopLevelDecl(Declarations, State);
    if (Declarations)
      Errors.parsed(Declarations.get());
  }
  if (!Errors.begun() && CI.getDiagnostics().hasErrorOccurred())
    foundError();
  if (!Errors.begun())
    Found = analysed();
  if (!Errors.begun() && Thin && Thin->Starts)
    answer('D', Found);
  Now = State::End;

  Scope *Own = S.getCurScope();
  Own->Init(Around, Scope::DeclScope); // so that the names in it stay
  Rest.ExitScope();
  Around->Init(Outer, Kind);
  S.TUScope = Outermost;
  S.CurContext = Context;
  const Token End = madeToken(PP, tok::eof, Rest.getCurToken().getLocation());
  if (Marked) {
    PP.EnterToken(End, /*IsReinject=*/true);
    CI.getDiagnostics().setSuppressAllDiagnostics(true); // the main parser misses what closes namespaces
    return;
  }
  const_cast<Token &>(Main->getCurToken()) = End;
  // To the main parser there is nothing else in the text.
  CI.getDiagnostics().setSeverity(diag::ext_empty_translation_unit, diag::Severity::Ignored, SourceLocation());
}

// Looks for what is to be rewritten. Nothing of the result is used if the end of the text brings an error to light.
std::string ParseOnce::analysed() {
  SourceManager &SM = CI.getSourceManager();
  InclusionTable Table(SM);
  if (Entering) {
    const std::vector<FileID> &Inclusions = Table.of(&Entering->getFileEntry());
    if (Inclusions.size() != 1)
      answer('A', "a header that speaks of OpenMP is included several times");
    Analysis->From = {{Inclusions[0], 0}};
  }
  for (const OpenFile *File : Stack)
    if (Table.of(&File->Entry->getFileEntry()).size() > 1)
      answer('A', File->ID == Main ? "the main file includes itself"
                                   : "a header that speaks of OpenMP is included several times");
  Analysis->finish(CI.getASTContext());
  if (!Analysis->Converted.empty())
    answer('A', "directives are attributes");
  for (const FileText &File : Analysis->Result.Files) {
    if (!File.File.Main && File.File.Entry)
      for (FileID ID : Table.of(&File.File.Entry->getFileEntry()))
        if (ID.getHashValue() < FilesAtFork && !open(ID))
          answer('A', "a header was read before");
  }
  return toBytes(Analysis->Result);
}

// In the files that are open, or are entered now.
size_t ParseOnce::textToCome(const Token *First) const {
  size_t Letters = Entering ? size_t(Entering->getSize()) : 0;
  for (const OpenFile *File : Stack)
    Letters += File->Text.size();
  return Letters - (First ? placeOf(*Stack.back(), *First) : 0);
}

void ParseOnce::leaveOut() {
  Thin->Starts = true;
  CI.getDiagnostics().setIgnoreAllWarnings(true);
}

// The templates of C++ make it worth leaving blocks out, if much has been instantiated for what was read. Otherwise
// that would spare little, and an error in one of them is found here, before there is anything to analyse.
void ParseOnce::spareWork() {
  constexpr size_t ShareOfHeaders = 16, BytesOfToken = 400, Few = 1 << 16; // what is read from text alone takes less
  const size_t Bytes = CI.getASTContext().getAllocator().getBytesAllocated() - BytesAtFork;
  const size_t Tokens = CI.getPreprocessor().getTokenCount() - FirstToken;
  const bool IsLittle = Bytes < BytesAtFork / ShareOfHeaders + Tokens * BytesOfToken + Few;
  if (Errors.begun() || !Thin || Thin->Starts || IsLittle)
    return;
  if (Now == State::End)
    answer('D', Found);
  leaveOut();
}

// From now on the copy does what plain Clang does, unless it has not seen all.
void ParseOnce::foundError() {
  if ((Thin && Thin->Starts) || HasSkipped)
    answerError();
  Errors.begin();
}

void ParseOnce::ended() {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (Now != State::End)
    return;
  if (!Diags.hasErrorOccurred())
    answer('D', Found);
  if (!Errors.begun())
    foundError();
  if (Errors.shows(Reopened))
    answerError();
  send('U');
  Errors.speak();
  Now = State::Done;
}

bool ParseOnce::shouldSkipBody(const Decl *D) const {
  SourceManager &SM = CI.getSourceManager();
  if (Errors.begun())
    return false;
  if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
    return Thin && Thin->Starts && Thin->skipsBody(Last);
  return HasSkipped = true;
}

} // namespace pompinst
