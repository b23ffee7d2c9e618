// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ParseOnce.cpp - watches the main parse, forks it, and lays the new text over what is still to be read. What does not
// live here: what is written (Pass and below).
#include "ParseOnce.h"

#include "Compatibility.h"
#include "ForkPlace.h"
#include "Pass.h"
#include "Wire.h"
#include "analysis/PragmaWords.h"

#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Parse/Parser.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/TimeProfiler.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace clang;

namespace pompinst {

const char NoCopy[] = "a copy of the compiler could not be made, or did not come to its end";

// --- what is watched ---------------------------------------------------------------------------------------------

class ParseOnce::Watcher : public compat::InclusionCallbacks {
public:
  explicit Watcher(ParseOnce &Of) : Of(Of), SM(Of.CI.getSourceManager()) {}

  void FileChanged(SourceLocation Loc, FileChangeReason Reason, SrcMgr::CharacteristicKind, FileID From) override {
    if (Reason == EnterFile)
      Of.enteredFile(SM.getFileID(Loc));
    else if (Reason == ExitFile)
      Of.leftFile(SM.getFileID(Loc), From);
  }
  void included(SourceLocation, const Token &, StringRef, bool, OptionalFileEntryRef File,
                SrcMgr::CharacteristicKind Kind) override {
    Of.includes(File, SrcMgr::isSystem(Kind));
  }
  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) override { Of.pragma(Loc); }

private:
  ParseOnce &Of;
  SourceManager &SM;
};

ParseOnce::ParseOnce(CompilerInstance &CI, const Options &Opts, ControlPragmaHook &Controls, Uses Use)
    : CI(CI), Opts(Opts), Controls(Controls), Use(std::move(Use)) {
  SourceManager &SM = CI.getSourceManager();
  Main = SM.getMainFileID();
  InMain = scanForOpenMP(SM.getBufferData(Main));
  // Also where it says nothing of OpenMP: a header's macro may bring it.
  MainText = SM.getBufferData(Main).str();
  SM.overrideFileContents(*SM.getFileEntryRefForID(Main),
                          llvm::MemoryBuffer::getMemBuffer(MainText, SM.getFileEntryRefForID(Main)->getName()));
  CI.getPreprocessor().addPPCallbacks(std::make_unique<Watcher>(*this));
}

ParseOnce::~ParseOnce() = default;

void ParseOnce::watchTokens(bool Watch) {
  Preprocessor &PP = CI.getPreprocessor();
  if (Watch)
    PP.setTokenWatcher([this](const Token &Tok) { token(Tok); });
  else
    PP.setTokenWatcher({});
}

void ParseOnce::enteredFile(FileID File) {
  if (Now == State::Watching || Now == State::Swapping)
    watchTokens(File == Main && (InMain.any() || Now == State::Swapping));
}

void ParseOnce::leftFile(FileID Into, FileID From) {
  if ((Now == State::Watching && Into == Main && InMain.any()) || (Now == State::Swapping && Into == Main) ||
      (NewMain.isValid() && From == NewMain))
    watchTokens(true);
}

void ParseOnce::includes(OptionalFileEntryRef File, bool System) {
  if (!File || System || Now == State::Swapping || Now == State::Done)
    return;
  SourceManager &SM = CI.getSourceManager();
  std::optional<llvm::MemoryBufferRef> Buffer = SM.getMemoryBufferForFileOrNone(*File);
  OpenMPText Text = Buffer ? scanForOpenMP(Buffer->getBuffer()) : OpenMPText();
  if (!Text.any())
    return;
  HeaderMacros = true;
  if (Now != State::Watching)
    return;
  Entering = File;
  if (!forkHere(nullptr) && Now == State::Watching)
    startAnew("a header that speaks of OpenMP is included inside of a declaration");
}

// A pragma that is in no text that was read comes from a macro of a system header. One of ours is seen by no parser, so
// it must be met after the fork.
void ParseOnce::pragma(SourceLocation Loc) {
  if (Now != State::Watching)
    return;
  SourceManager &SM = CI.getSourceManager();
  auto *Lex = static_cast<Lexer *>(CI.getPreprocessor().getCurrentLexer());
  if (!Lex || SM.isInSystemHeader(SM.getExpansionLoc(Loc)))
    return;
  std::vector<std::string> Words = pragmaWords(Lex->getBufferLocation());
  bool First = Loc.isFileID() && SM.getFileID(Loc) == Main && AtBoundary && !isControlPragma(Words);
  if (concernsOpenMP(Words) && !First)
    startAnew("a pragma comes before the first place where the analysis could begin");
}

// --- where to fork -----------------------------------------------------------------------------------------------

// Can the text be read again from this token on?
bool ParseOnce::usable(const Token &Tok) const {
  SourceLocation Loc = Tok.getLocation();
  if (!Loc.isFileID())
    return false;
  if (!Tok.isAnnotation())
    return CI.getPreprocessor().getCurrentLexer() != nullptr;
  return Tok.is(tok::annot_pragma_openmp) && *CI.getSourceManager().getCharacterData(Loc) == '#';
}

// Returns where the text goes on: at the token, or at the begin of its line, if it is the first one there.
unsigned ParseOnce::placeOf(const Token &Tok) const {
  unsigned Offset = CI.getSourceManager().getFileOffset(Tok.getLocation());
  llvm::StringRef Text(MainText);
  size_t Begin = Text.take_front(Offset).rfind('\n') + 1;
  return Text.slice(Begin, Offset).trim(" \t").empty() ? unsigned(Begin) : Offset;
}

void ParseOnce::token(const Token &Tok) {
  SourceManager &SM = CI.getSourceManager();
  if (NewMain.isValid()) { // both texts are at their ends: the end is that of the new one
    if (Tok.is(tok::eof))
      const_cast<Token &>(Tok).setLocation(SM.getLocForEndOfFile(NewMain));
    return;
  }
  auto [File, Offset] = SM.getDecomposedExpansionLoc(Tok.getLocation());
  if (File != Main || Tok.is(tok::eof))
    return;
  if (Now == State::Swapping) {
    watchTokens(false);
    if (NewText && usable(Tok))
      swapMain(Tok, NewText->Text);
    else
      startAnew("the main file goes on with a macro after a header that speaks of OpenMP");
    return;
  }
  if (Now != State::Watching)
    return;
  bool Boundary = AtBoundary && Depth <= 0 && Offset >= InMain.Directives && usable(Tok);
  if (Boundary && !Place)
    Place = forkPlace(CI, Main, MainText, Offset, InMain.Words.front());
  if (Boundary && Offset >= *Place && forkHere(&Tok))
    return;
  if (Now == State::Watching && Offset >= InMain.Words.front())
    return startAnew("OpenMP comes before the first place where the analysis could begin");
  if (Tok.isOneOf(tok::l_brace, tok::l_paren, tok::l_square))
    ++Depth;
  if (Tok.isOneOf(tok::r_brace, tok::r_paren, tok::r_square))
    --Depth;
  AtBoundary = Tok.isOneOf(tok::semi, tok::r_brace) || Tok.isAnnotation();
}

// Forks; First is the token that the parser gets next, or nothing, if a file is about to be entered. True means that
// the child's answer has been used.
bool ParseOnce::forkHere(const Token *First) {
  constexpr unsigned MostTries = 3; // each costs the parse of one declaration
  int Pipe[2];
  if (Tries++ >= MostTries || pipe2(Pipe, O_CLOEXEC) != 0)
    return false;
  llvm::TimeTraceScope Timed("pompinst analysis", "in a copy of the compiler");
  llvm::errs().flush();
  llvm::outs().flush();
  pid_t Child = fork();
  if (Child == 0) {
    close(Pipe[0]);
    becomeChild(Pipe[1], First);
    return true;
  }
  close(Pipe[1]);
  std::string Bytes;
  char Chunk[65536];
  ssize_t Got;
  while (Child > 0 && ((Got = read(Pipe[0], Chunk, sizeof Chunk)) > 0 || (Got < 0 && errno == EINTR)))
    Bytes.append(Chunk, Got > 0 ? size_t(Got) : 0);
  close(Pipe[0]);
  int Status;
  while (Child > 0 && waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (Child < 0)
    Bytes = analyseHere(First);
  if (Bytes.empty() || Bytes[0] == 'A') {
    startAnew(Bytes.empty() ? NoCopy : Bytes.substr(1));
    return true;
  }
  if (Bytes[0] == 'N')
    return false;
  if (!take(llvm::StringRef(Bytes).drop_front()))
    startAnew("the answer of the compiler's copy can't be read");
  else if (First && NewText)
    swapMain(*First, NewText->Text);
  return true;
}

// Is the end of a text outside of all declarations? Directives are passed over. Where that isn't clear, it is not.
static bool endsAtFileScope(llvm::StringRef Text, const LangOptions &Lang) {
  std::string Copy = Text.str(); // a lexer's text ends with a zero
  Lexer Raw(SourceLocation(), Lang, Copy.data(), Copy.data(), Copy.data() + Copy.size());
  int Depth = 0;
  bool Between = true, InDirective = false;
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

// Where no process can be had, a parse of its own finds what is after this place. Returns what a child would answer.
std::string ParseOnce::analyseHere(const Token *First) {
  AnalysisStart Start;
  if (First) {
    Start.Offset = placeOf(*First);
  } else {
    auto *Lex = static_cast<Lexer *>(CI.getPreprocessor().getCurrentLexer());
    if (!Lex || Lex->getFileID() != Main)
      return "";
    llvm::StringRef Before(MainText.data(), size_t(Lex->getBufferLocation() - MainText.data()));
    if (!endsAtFileScope(Before, CI.getLangOpts()))
      return "";
    Start.Entering = Entering;
  }
  std::optional<AnalysisResult> Result = Use.AnalyseFrom(Start);
  return Result ? "D" + toBytes(*Result) : "";
}

bool ParseOnce::take(llvm::StringRef Bytes) {
  std::optional<AnalysisResult> Result = fromBytes(Bytes, CI.getFileManager());
  if (!Result)
    return false;
  Now = State::Done;
  watchTokens(false);
  Use.Result(*Result);
  SourceManager &SM = CI.getSourceManager();
  for (FileText &File : Result->Files) {
    if (File.File.Main) {
      NewText = std::move(File);
      Now = State::Swapping;
      continue;
    }
    SM.overrideFileContents(*File.File.Entry,
                            llvm::MemoryBuffer::getMemBufferCopy(File.Text, File.File.Entry->getName()));
  }
  return true;
}

// The new text is a file of its own, as locations of the old one end where the old text ended. It is read from the
// token on, which comes from it now.
void ParseOnce::swapMain(const Token &Tok, llvm::StringRef Text) {
  Now = State::Done;
  watchTokens(false);
  Preprocessor &PP = CI.getPreprocessor();
  SourceManager &SM = CI.getSourceManager();
  const unsigned Place = placeOf(Tok);
  while (!PP.getCurrentLexer()) // the tokens of a pragma
    PP.RemoveTopOfLexerStack();
  auto *Old = static_cast<Lexer *>(PP.getCurrentLexer());
  std::vector<PPConditionalInfo> Conditionals(Old->conditional_begin(), Old->conditional_end());

  FileEntryRef Entry = *SM.getFileEntryRefForID(Main);
  SrcMgr::CharacteristicKind Kind = SM.getFileCharacteristic(SM.getLocForStartOfFile(Main));
  SM.overrideFileContents(Entry, llvm::MemoryBuffer::getMemBufferCopy(Text, Entry.getName()));
  SM.getSLocEntry(Main).getFile().getContentCache().SourceLineCache = SrcMgr::LineOffsetMapping();
  NewMain = SM.createFileID(Entry, SourceLocation(), Kind);
  SM.setMainFileID(NewMain);
  PP.EnterSourceFile(NewMain, nullptr, SourceLocation());
  auto *New = static_cast<Lexer *>(PP.getCurrentLexer());
  New->seek(Place, /*IsAtStartOfLine=*/true);
  New->setConditionalLevels(Conditionals);
  Old->setConditionalLevels({});
  Old->seek(unsigned(MainText.size()), /*IsAtStartOfLine=*/true);
  MainText.back() = '\n'; // the new text alone says whether it ends in a line's end
  PP.Lex(const_cast<Token &>(Tok));
}

void ParseOnce::startAnew(const std::string &Why) {
  Now = State::Done;
  watchTokens(false);
  Use.StartAnew(Why);
}

// --- the child ---------------------------------------------------------------------------------------------------

void ParseOnce::answer(char Verdict, const std::string &Bytes) const {
  std::string All = Verdict + Bytes;
  for (size_t Done = 0; Done < All.size();) {
    ssize_t N = write(AnswerTo, All.data() + Done, All.size() - Done);
    if (N < 0 && errno != EINTR)
      break;
    Done += N > 0 ? size_t(N) : 0;
  }
  _exit(0);
}

void ParseOnce::becomeChild(int Answer, const Token *First) {
  Now = State::Child;
  AnswerTo = Answer;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // LLVM's handlers would remove files of the parent's.
  for (int Signal : {SIGHUP, SIGINT, SIGTERM, SIGUSR2, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGQUIT,
                     SIGSYS, SIGXCPU, SIGXFSZ})
    signal(Signal, SIG_DFL);
  int Nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(Nowhere, STDOUT_FILENO);
  dup2(Nowhere, STDERR_FILENO);

  Preprocessor &PP = CI.getPreprocessor();
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  static std::unique_ptr<DiagnosticConsumer> Kept = Diags.takeClient(); // nobody may end it: it may write
  Diags.setClient(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  Diags.setIgnoreAllWarnings(true);
  FirstToken = PP.getTokenCount() + (First ? 0 : 1);
  FilesAtFork = CI.getSourceManager().local_sloc_entry_size();
  Analysis = std::make_unique<Pass>(Opts, /*MayConvert=*/true);
  Analysis->Tokens.record(PP, Opts.SystemHeaders);
  Thin = std::make_unique<ThinParse>(CI, Main, MainText, InMain);
  Thin->Anywhere = HeaderMacros;
  PP.setTokenWatcher([this](const Token &Tok) {
    Last = Tok;
    Analysis->Tokens.add(Tok);
    Thin->Anywhere |= HeaderMacros;
    Thin->Jumps |= !Analysis->Controls.empty();
    Thin->token(const_cast<Token &>(Tok));
    if (std::exchange(AtStart, false))
      parseRest();
  });
  Controls.noteIn(Analysis->Tokens, Analysis->Controls, Analysis->Complaints);
  if (!First) {
    AtStart = PP.getTokenCount() == 0;
    return;
  }
  Analysis->From = {{Main, placeOf(*First)}};
  Analysis->Tokens.add(*First);
  Last = *First;
  if (PP.getTokenCount() == 1)
    parseRest();
}

void ParseOnce::declared() {
  if (Now != State::Child || !Analysis)
    return;
  if (CI.getPreprocessor().getTokenCount() != FirstToken || !CI.getSema().CurContext->isTranslationUnit())
    answer('N');
  parseRest();
}

// Parses the rest without generating code: with a parser of its own, which tells nobody of declarations.
void ParseOnce::parseRest() {
  Preprocessor &PP = CI.getPreprocessor();
  Sema &S = CI.getSema();
  SourceManager &SM = CI.getSourceManager();
  Now = State::Rest;
  PP.EnterToken(Last, /*IsReinject=*/true);
  PP.InitializeForModelFile(); // a parser registers its handlers of pragmas, where there must be none yet
  Parser Rest(PP, S, /*SkipFunctionBodies=*/true);
  Rest.Initialize();
  Parser::DeclGroupPtrTy Declarations;
  Sema::ModuleImportState State = Sema::ModuleImportState::NotACXX20Module;
  while (Rest.getCurToken().isNot(tok::eof))
    Rest.ParseTopLevelDecl(Declarations, State);
  if (CI.getDiagnostics().hasErrorOccurred() && Thin->LeftOut)
    answer('A', "it does not compile where the analysis leaves blocks out");
  if (CI.getDiagnostics().hasErrorOccurred())
    answer('D', toBytes(AnalysisResult()));
  InclusionTable Files(SM);
  if (Entering) {
    const std::vector<FileID> &Inclusions = Files.of(&Entering->getFileEntry());
    if (Inclusions.size() != 1)
      answer('A', "a header that speaks of OpenMP is included several times");
    Analysis->From = {{Inclusions[0], 0}};
  }
  if (Files.of(&SM.getFileEntryRefForID(Main)->getFileEntry()).size() > 1)
    answer('A', "the main file includes itself");
  Analysis->finish(S.getASTContext());
  if (!Analysis->Converted.empty())
    answer('A', "directives are attributes");
  for (const FileText &File : Analysis->Result.Files) {
    if (!File.File.Main && File.File.Entry)
      for (FileID ID : Files.of(&File.File.Entry->getFileEntry()))
        if (ID.getHashValue() < FilesAtFork)
          answer('A', "a header was read before");
  }
  answer('D', toBytes(Analysis->Result));
}

bool ParseOnce::shouldSkipBody(const Decl *D) const {
  SourceManager &SM = CI.getSourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())) || (Thin && Thin->skipsBody(Last));
}

} // namespace pompinst
