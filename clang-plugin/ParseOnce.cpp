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
#include "clang/Sema/Sema.h"
#include "llvm/Support/TimeProfiler.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/wait.h>
#include <tuple>
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

// Lets the compiler read the file from bytes that stay.
static void keepText(SourceManager &SM, FileEntryRef File, const std::string &Text) {
  SM.overrideFileContents(File, llvm::MemoryBuffer::getMemBuffer(Text, File.getName()));
}

ParseOnce::ParseOnce(CompilerInstance &CI, const Options &Opts, ControlPragmaHook &Controls, HeldErrors &Said, Uses Use)
    : CI(CI), Opts(Opts), Controls(Controls), Use(std::move(Use)), Errors(CI, Said) {
  SourceManager &SM = CI.getSourceManager();
  Main = SM.getMainFileID();
  // Also where it says nothing of OpenMP: a header's macro may bring it.
  StringRef Text = SM.getBufferData(Main);
  Stack.push_back(&Files.emplace_back(
      OpenFile{Main, SM.getFileEntryRefForID(Main), Text.str(), scanForOpenMP(Text), std::nullopt}));
  keepText(SM, *Files.front().Entry, Files.front().Text);
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

ParseOnce::OpenFile *ParseOnce::open(FileID File) const {
  for (OpenFile *Open : Stack)
    if (Open->ID == File)
      return Open;
  return nullptr;
}

// Do the tokens of this file matter now?
bool ParseOnce::isWatched(FileID File) const {
  if (Now == State::Watching)
    return Stack.back()->ID == File && Stack.back()->Words.any();
  const OpenFile *Open = Now == State::Swapping ? open(File) : nullptr;
  return Open && Open->NewText;
}

void ParseOnce::enteredFile(FileID File) {
  if (Now != State::Watching && Now != State::Swapping)
    return;
  OpenFile &Next = Files.back();
  OptionalFileEntryRef Entry = CI.getSourceManager().getFileEntryRefForID(File);
  if (Next.ID.isInvalid() && Entry && &Entry->getFileEntry() == &Next.Entry->getFileEntry()) {
    Next.ID = File;
    Stack.push_back(&Next);
  }
  watchTokens(isWatched(File));
}

void ParseOnce::leftFile(FileID Into, FileID From) {
  if (Now == State::Watching && Stack.size() > 1 && Stack.back()->ID == From) {
    const OpenFile &Left = *Stack.back();
    Stack.pop_back();
    if (Left.Words.InMacro) { // what comes next may use the macro
      Stack.back()->Words = {{0}, false, 0};
      Stack.back()->Place = 0;
    }
  }
  if (isWatched(Into) || (NewMain.isValid() && From == NewMain))
    watchTokens(true);
}

// Is the place to be looked for in this header, or else before it is entered? A header that is known already was read.
bool ParseOnce::mayForkIn(FileEntryRef File, StringRef Text, const OpenMPText &Words) const {
  auto IsIt = [&](const OpenFile &Known) { return &Known.Entry->getFileEntry() == &File.getFileEntry(); };
  return llvm::none_of(Files, IsIt) && likelyHasPlace(CI, Text, Words);
}

void ParseOnce::includes(OptionalFileEntryRef File, bool System) {
  if (!File || System || Now == State::Swapping || Now == State::Done)
    return;
  SourceManager &SM = CI.getSourceManager();
  std::optional<llvm::MemoryBufferRef> Buffer = SM.getMemoryBufferForFileOrNone(*File);
  OpenMPText Text = Buffer ? scanForOpenMP(Buffer->getBuffer()) : OpenMPText();
  if (!Text.any())
    return;
  HeaderMacros |= Text.InMacro;
  if (Now != State::Watching)
    return;
  if (Files.back().ID.isInvalid()) // that one was not entered
    Files.pop_back();
  if (mayForkIn(*File, Buffer->getBuffer(), Text)) {
    Files.push_back({FileID(), File, Buffer->getBuffer().str(), std::move(Text), std::nullopt});
    keepText(SM, *File, Files.back().Text);
    return;
  }
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
  bool First =
      Loc.isFileID() && SM.getFileID(Loc) == Stack.back()->ID && Stack.back()->AtBoundary && !isControlPragma(Words);
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
unsigned ParseOnce::placeOf(const OpenFile &File, const Token &Tok) const {
  unsigned Offset = CI.getSourceManager().getFileOffset(Tok.getLocation());
  llvm::StringRef Text(File.Text);
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
  if (!isWatched(File) || Tok.is(tok::eof))
    return;
  OpenFile &Here = *open(File);
  if (Now == State::Swapping) {
    watchTokens(false);
    if (usable(Tok))
      swap(Here, Tok);
    else
      startAnew("a file goes on with a macro after a header that speaks of OpenMP");
    return;
  }
  bool Boundary = Here.AtBoundary && Here.Open.areOfNamespaces() && Offset >= Here.Words.Directives && usable(Tok);
  if (Boundary && !Here.Place)
    Here.Place = forkPlace(CI, File, Here.Text, Offset, Here.Words.Words.front(), Here.Open);
  if (Boundary && Offset >= *Here.Place && forkHere(&Tok))
    return;
  if (Now == State::Watching && Offset >= Here.Words.Words.front())
    return startAnew("OpenMP comes before the first place where the analysis could begin");
  Here.Open.add(Tok);
  Here.AtBoundary = Tok.isOneOf(tok::semi, tok::r_brace) || Tok.isAnnotation();
}

// Names the place where the compiler is forked.
std::string ParseOnce::placeName(const Token *First) const {
  if (!First)
    return "the begin of " + Entering->getName().str();
  PresumedLoc Place = CI.getSourceManager().getPresumedLoc(First->getLocation());
  return Place.isValid() ? Place.getFilename() + (":" + std::to_string(Place.getLine())) : "";
}

// Forks; First is the token that the parser gets next, or nothing, if a file is about to be entered. True means that
// the child's answer has been used.
bool ParseOnce::forkHere(const Token *First) {
  constexpr unsigned MostTries = 3; // each costs the parse of one declaration
  int Pipe[2];
  if (CI.getDiagnostics().hasErrorOccurred()) {
    leaveText();
    return true;
  }
  if (Tries++ >= MostTries || pipe2(Pipe, O_CLOEXEC) != 0)
    return false;
  llvm::TimeTraceScope Timed("pompinst analysis",
                             [&] { return "in a copy of the compiler, from " + placeName(First); });
  llvm::errs().flush();
  llvm::outs().flush();
  signal(SIGCHLD, SIG_DFL); // who has started the compiler may have it ignored, and then nobody can wait for a process
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
  int Status = 0;
  while (Child > 0 && waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    ;
  if (Child < 0)
    Bytes = analyseHere(First);
  else if (!Bytes.empty() && Bytes[0] == 'U')
    SpareCompiler::endAs(Status);
  else if (Bytes.empty() || Bytes[0] == 'E') {
    leaveText(Bytes.empty() ? NoCopy : Bytes.substr(1));
    return true;
  }
  if (Bytes.empty() || Bytes[0] == 'A') {
    startAnew(Bytes.empty() ? NoCopy : Bytes.substr(1));
    return true;
  }
  if (Bytes[0] == 'N')
    return false;
  if (!take(llvm::StringRef(Bytes).drop_front()))
    startAnew("the answer of the compiler's copy can't be read");
  else if (First && Stack.back()->NewText)
    swap(*Stack.back(), *First);
  return true;
}

// Is this place outside of all declarations, in its file and where that is included?
bool ParseOnce::endsAtFileScope(FileID File, unsigned Offset) const {
  SourceManager &SM = CI.getSourceManager();
  for (; File.isValid(); std::tie(File, Offset) = SM.getDecomposedIncludedLoc(File))
    if (!isOutside(SM.getBufferData(File).take_front(Offset), CI.getLangOpts()))
      return false;
  return true;
}

// Where no process can be had, a parse of its own finds what is after this place. Returns what a child would answer.
std::string ParseOnce::analyseHere(const Token *First) {
  AnalysisStart Start;
  auto *Lex = static_cast<Lexer *>(CI.getPreprocessor().getCurrentLexer());
  const OpenFile &Top = *Stack.back();
  if (First && Top.ID == Main) {
    Start.Offset = placeOf(Top, *First);
  } else if (First) {
    Start.Offset = placeOf(Top, *First);
    Start.Entering = Top.Entry;
    if (!endsAtFileScope(Top.ID, *Start.Offset))
      return "";
  } else {
    if (!Lex || !endsAtFileScope(Lex->getFileID(), Lex->getCurrentBufferOffset()))
      return "";
    Start.Entering = Entering;
  }
  for (const OpenFile *File : Stack)
    Start.Open.push_back(*File->Entry);
  std::optional<AnalysisResult> Result = Use.AnalyseFrom(Start);
  return Result ? "D" + toBytes(*Result) : "";
}

bool ParseOnce::take(llvm::StringRef Bytes) {
  std::optional<AnalysisResult> Result = fromBytes(Bytes, CI.getFileManager());
  if (!Result)
    return false;
  Now = State::Done;
  watchTokens(false);
  if (!Result->Files.empty() && Spare.make())
    return true;
  HasNewText = !Result->Files.empty();
  if (const auto &New = Result->Files; New.size() == 1 && New[0].File.Main && New[0].ByInclusion.empty()) {
    EditsEnd = New[0].Moves.back().To;
    FirstOwnLine = unsigned(std::min(New[0].Text.find('\n', *EditsEnd), New[0].Text.size()));
  }
  Use.Result(*Result);
  SourceManager &SM = CI.getSourceManager();
  for (FileText &File : Result->Files) {
    auto Open = llvm::find_if(Stack, [&](const OpenFile *F) {
      return File.File.Main ? F->ID == Main : &F->Entry->getFileEntry() == &File.File.Entry->getFileEntry();
    });
    if (Open != Stack.end()) {
      (*Open)->NewText = std::move(File);
      Now = State::Swapping;
      continue;
    }
    SM.overrideFileContents(*File.File.Entry,
                            llvm::MemoryBuffer::getMemBufferCopy(File.Text, File.File.Entry->getName()));
  }
  return true;
}

// The new text is a file of its own, as locations of the old one end where the old text ended. It is read from the
// token on, which comes from it now. A header's is included where the old one was.
void ParseOnce::swap(OpenFile &File, const Token &Tok) {
  watchTokens(false);
  Preprocessor &PP = CI.getPreprocessor();
  SourceManager &SM = CI.getSourceManager();
  std::string Text;
  if (std::optional<FileText> New = std::exchange(File.NewText, std::nullopt))
    Text = std::move(New->Text);
  Now = llvm::any_of(Stack, [](const OpenFile *F) { return F->NewText.has_value(); }) ? State::Swapping : State::Done;
  const unsigned Place = placeOf(File, Tok);
  while (!PP.getCurrentLexer()) // the tokens of a pragma
    PP.RemoveTopOfLexerStack();
  auto *Old = static_cast<Lexer *>(PP.getCurrentLexer());
  std::vector<PPConditionalInfo> Conditionals(Old->conditional_begin(), Old->conditional_end());

  SrcMgr::CharacteristicKind Kind = SM.getFileCharacteristic(SM.getLocForStartOfFile(File.ID));
  SM.overrideFileContents(*File.Entry, llvm::MemoryBuffer::getMemBufferCopy(Text, File.Entry->getName()));
  SM.getSLocEntry(File.ID).getFile().getContentCache().SourceLineCache = SrcMgr::LineOffsetMapping();
  const SourceLocation Included = SM.getIncludeLoc(File.ID);
  const FileID NewID = SM.createFileID(*File.Entry, Included, Kind);
  if (File.ID == Main) {
    NewMain = NewID;
    SM.setMainFileID(NewMain);
  }
  PP.EnterSourceFile(NewID, nullptr, Included);
  auto *New = static_cast<Lexer *>(PP.getCurrentLexer());
  New->seek(Place, /*IsAtStartOfLine=*/true);
  New->setConditionalLevels(Conditionals);
  Old->setConditionalLevels({});
  Old->seek(unsigned(File.Text.size()), /*IsAtStartOfLine=*/true);
  File.Text.back() = '\n'; // the new text alone says whether it ends in a line's end
  PP.Lex(const_cast<Token &>(Tok));
}

void ParseOnce::startAnew(const std::string &Why) {
  leaveText();
  if (!CI.getDiagnostics().hasErrorOccurred()) // or it would have the same errors
    Use.StartAnew(Why);
}

// The compiler goes on with the user's text, which does not compile, or should not.
void ParseOnce::leaveText(std::string Why) {
  Now = State::Done;
  watchTokens(false);
  Doubt = std::move(Why);
}

std::string ParseOnce::settle(bool Failed) {
  if (Spare.isThis() && !Failed)
    SpareCompiler::retire();
  if (Failed && HasNewText)
    Spare.takeOver();
  Spare.dismiss();
  return Failed ? HasNewText ? "its instrumented text does not compile" : "" : Doubt;
}

bool ParseOnce::isBehindEdits(SourceLocation Loc) const {
  SourceManager &SM = CI.getSourceManager();
  auto [File, Offset] = SM.getDecomposedExpansionLoc(LastEnd);
  while (File.isValid() && File != NewMain)
    std::tie(File, Offset) = SM.getDecomposedIncludedLoc(File);
  if (File.isInvalid() || !EditsEnd || Offset < *EditsEnd)
    return false;
  for (;; Loc = SM.getImmediateMacroCallerLoc(Loc)) {
    std::tie(File, Offset) = SM.getDecomposedSpellingLoc(Loc);
    if (File == NewMain && Offset < FirstOwnLine)
      return false;
    if (!Loc.isMacroID())
      return true;
  }
}

} // namespace pompinst
