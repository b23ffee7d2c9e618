// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plugin.cpp - registers the plugin, and lays the rewritten text over the compile that the user asked for.
//
// The plugin runs before the main action, when the main file is chosen and nothing of it is read. What lives here: all
// that speaks to the user or to the outer compiler instance. What doesn't: the work itself (Pipeline and below).
#include "Checksums.h"
#include "ClangFaults.h"
#include "Compatibility.h"
#include "DescriptorTable.h"
#include "LateMessages.h"
#include "ParseOnce.h"
#include "Pipeline.h"
#include "Retry.h"
#include "UsersPlaces.h"
#include "WhyTwice.h"
#include "analysis/Control.h"
#include "analysis/Functions.h"
#include "notes/Notes.h"
#include "rewrite/Emitter.h"
#include "rewrite/Inclusions.h"
#include "rewrite/Prologue.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace pompinst {
namespace {

// The process has one registry of plugins, so the nested instance would start this plugin again, but for this flag.
thread_local bool InAnalysis = false;

void report(const CompilerInstance &CI, SourceLocation Loc, DiagnosticsEngine::Level Level, StringRef Text) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  auto Own = Level == DiagnosticsEngine::Remark ? compat::forgetfulEngine(CI) : nullptr;
  (Own ? *Own : Diags).Report(Loc, compat::messageId(Diags, Level)) << Text;
}

// Returns the first inclusion of the file with the text that is compiled now. Where new text took the place of the old
// one in the midst, there is an inclusion before it that was as long as the old one.
FileID compiledInclusion(SourceManager &SM, FileEntryRef File) {
  const InclusionTable Table(SM);
  for (FileID ID : Table.of(&File.getFileEntry()))
    if (SM.getFileIDSize(ID) == SM.getBufferData(ID).size())
      return ID;
  return FileID();
}

// Returns the place of a message in the text that is compiled.
SourceLocation where(const Message &M, SourceManager &SM) {
  FileID ID = SM.getMainFileID();
  if (!M.File.Main && M.File.Entry) {
    // The file is found as it was included, because its line markers have been read by then.
    ID = M.File.Inclusion ? InclusionTable(SM).included(&M.File.Entry->getFileEntry(), M.File.Inclusion)
                          : compiledInclusion(SM, *M.File.Entry);
    if (ID.isInvalid())
      ID = SM.getOrCreateFileID(*M.File.Entry, SrcMgr::C_User);
  }
  return SM.getLocForStartOfFile(ID).getLocWithOffset(M.Offset);
}

bool hasProfile(const CodeGenOptions &Code) {
  return Code.hasProfileClangInstr() || Code.hasProfileIRInstr() || Code.hasProfileCSIRInstr() ||
         Code.hasProfileClangUse() || Code.hasProfileIRUse() || !Code.CoverageNotesFile.empty() ||
         !Code.CoverageDataFile.empty();
}

// Holds all that the outer compile gets besides its new text.
struct Outcome {
  bool Rewritten = false;
  std::optional<std::string> Emitted; // for emit=
  std::vector<FileText> PipeText;     // the user's text, if it can't be read again
  std::vector<UsersText> UsersTexts;  // of the rewritten files, if the optimiser may speak of their lines
  UsersPlaces *Places = nullptr;      // shows messages in the user's text
  // The offsets in these two are offsets in the text that is compiled.
  std::vector<Message> Remarks;
  std::vector<InstrumentedRegion> Instrumented;
};

// Writes what emit= asks for to standard output, to a file, or into a folder by the main file's name.
void writeEmitted(CompilerInstance &CI, const std::string &To, StringRef Text) {
  SmallString<256> Path(To);
  if (llvm::sys::fs::is_directory(To)) {
    SourceManager &SM = CI.getSourceManager();
    auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
    bool File = Main && Main->getName() != "<stdin>";
    llvm::sys::path::append(Path, File ? llvm::sys::path::filename(Main->getName()) : "stdin");
  }
  std::error_code Error;
  llvm::raw_fd_ostream Out(Path, Error, llvm::sys::fs::OF_Text);
  if (!Error) {
    Out << Text;
    Out.flush();
    Error = Out.error();
    Out.clear_error();
  }
  if (Error)
    report(CI, SourceLocation(), DiagnosticsEngine::Error,
           "can't write emit=" + std::string(Path) + ": " + Error.message());
}

// Does what has to wait until the parse is over: errors that are ours are reported then; remarks need the line markers,
// which nobody has read before; and before, it is not known whether the text for emit= compiles.
class FinalConsumer : public ASTConsumer {
public:
  FinalConsumer(CompilerInstance &CI, Outcome Done, const Options &Opts)
      : CI(CI), Done(std::move(Done)), Opts(Opts), Errors(this->Done.Rewritten ? HeldErrors::install(CI) : nullptr) {}

  // The analysis is yet to come, in the midst of the parse.
  void analyseLater(ControlPragmaHook &Controls);

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    if (Later)
      Later->declared(Group);
    Table.declared(CI.getASTContext(), Group);
    return true;
  }
  void HandleTagDeclDefinition(TagDecl *Tag) override {
    if (Later)
      Later->defined(Tag);
  }
  bool shouldSkipFunctionBody(Decl *D) override { return !Later || Later->shouldSkipBody(D); }
  void HandleTranslationUnit(ASTContext &) override;

private:
  void use(AnalysisResult &Result);
  void startAnew(const std::string &Why);
  void settle(bool Failed);
  void takeNotes(ASTContext &Context);
  bool errorsAreOurs();
  void leaveOut(const std::vector<StoredDiagnostic> &Held);

  CompilerInstance &CI;
  Outcome Done;
  const Options Opts; // a copy, because the action does not live as long
  HeldErrors *Errors;
  std::unique_ptr<ParseOnce> Later;
  bool ErrorsAreUsers = false; // they are where the new text is the user's
  DescriptorTable Table;
};

void applied(CompilerInstance &CI, AnalysisResult &Result, const Options &Opts, Outcome &Done);

// Somebody may wonder why a compile takes longer than others.
void tellOfParse(CompilerInstance &CI, const std::string &Why) {
  report(CI, SourceLocation(), DiagnosticsEngine::Remark, "the analysis has a parse of its own, as " + Why);
}

void FinalConsumer::analyseLater(ControlPragmaHook &Controls) {
  Errors = HeldErrors::install(CI);
  Errors->keepAll(); // they are said again if the compile starts anew
  Errors->AtError = [this](SourceLocation Loc) {
    ErrorsAreUsers = Later->isBehindEdits(Loc);
    if (!ErrorsAreUsers)
      settle(true);
  };
  ParseOnce::Uses Use;
  Use.Result = [this](AnalysisResult &Result) { use(Result); };
  Use.StartAnew = [this](const std::string &Why) { startAnew(Why); };
  Use.AnalyseFrom = [this](const AnalysisStart &Start) {
    InAnalysis = true;
    std::optional<AnalysisResult> Result = analyzeFrom(CI, Opts, Start);
    InAnalysis = false;
    if (Result && Opts.Verbose)
      tellOfParse(CI, NoCopy);
    return Result;
  };
  Later = std::make_unique<ParseOnce>(CI, Opts, Controls, *Errors, std::move(Use));
}

void FinalConsumer::use(AnalysisResult &Result) {
  applied(CI, Result, Opts, Done);
  Table.expect(std::move(Result.Table));
}

void FinalConsumer::startAnew(const std::string &Why) {
  std::vector<StoredDiagnostic> Held = Errors->release(CI.getDiagnostics());
  Errors = nullptr;
  if (Opts.Verbose)
    tellOfParse(CI, Why);
  compileAgain(CI, "parse=twice");
  for (const StoredDiagnostic &Message : Held)
    CI.getDiagnostics().Report(Message);
  report(CI, SourceLocation(), Opts.Required ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning,
         "nothing of this file is instrumented, as " + Why +
             ", and no new compile can be started; compile it with -fplugin-arg-pompinst-parse=twice");
}

// The child has not looked at everything, and so the new text may have errors of the user's. Where they are behind all
// edits, plain Clang has the same ones. Else the compiler's other copy shows them as they are without us. If that finds
// none, a parse of its own tells what is at fault.
void FinalConsumer::settle(bool Failed) {
  const std::string Why = Later->settle(Failed);
  if (!Why.empty() && !Failed)
    startAnew(Why);
  else if (!Why.empty() || Table.isMissing())
    compileAgain(CI, "parse=twice");
}

// No code has been made of the descriptors yet, as nothing but functions and pointers refers to them.
void FinalConsumer::takeNotes(ASTContext &Context) {
  std::vector<Note> Notes = findNotes(Context);
  if (Opts.Api == Interface::Pomp)
    describe(Context, Notes);
  if (Opts.Notes)
    for (const Note &N : Notes)
      report(CI, N.Where, DiagnosticsEngine::Remark, noteText(N));
}

void FinalConsumer::HandleTranslationUnit(ASTContext &Context) {
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  if (Later)
    Later->ended();
  if (Later && !Diags.hasErrorOccurred())
    settle(false);
  bool Ours = Done.Rewritten && Diags.hasErrorOccurred() && !ErrorsAreUsers && errorsAreOurs();
  std::vector<StoredDiagnostic> Held;
  if (Errors)
    Held = Errors->release(Diags);
  if (Ours && !Held.empty() && canCompileAgain(CI))
    leaveOut(Held);
  for (const StoredDiagnostic &Error : Held)
    Diags.Report(Error);
  if (Done.Emitted && (Ours || !Diags.hasErrorOccurred()))
    writeEmitted(CI, Opts.EmitFile, *Done.Emitted);
  for (const Message &M : Done.Remarks)
    report(CI, where(M, CI.getSourceManager()), DiagnosticsEngine::Remark, M.Text);
  if (Ours)
    report(CI, SourceLocation(), DiagnosticsEngine::Error,
           "this file compiles without the plugin: the fault is pompinst's, at the constructs of the errors above; "
           "leave them alone with -fplugin-arg-pompinst-skip=FILE:LINE, and report it");
  if (Done.Rewritten && !Diags.hasErrorOccurred())
    takeNotes(Context);
  if (Done.Rewritten) {
    keepChecksums(CI, Done.UsersTexts);
    showUsersTexts(CI, Done.UsersTexts);
  }
}

bool FinalConsumer::errorsAreOurs() {
  InAnalysis = true;
  bool Ours = originalCompiles(CI, Done.PipeText);
  InAnalysis = false;
  return Ours;
}

// Compiles again without the construct that the first error lies in. Returns only if that can't be done.
void FinalConsumer::leaveOut(const std::vector<StoredDiagnostic> &Held) {
  // Each round leaves out one line of a file. If many rounds did not help, something else must be wrong.
  const unsigned MostRounds = 20;
  const InstrumentedRegion *Faulty = Opts.Skipped.size() < MostRounds ? faultyRegion(Held, Done.Instrumented) : nullptr;
  std::string What = Faulty ? "'" + Faulty->Directive.Text + "'" : "every construct of this file";
  std::string Skip = Faulty ? Faulty->File + ":" + std::to_string(Faulty->FirstLine) : "all";
  report(CI, Faulty ? where(Faulty->Directive, CI.getSourceManager()) : SourceLocation(),
         Opts.Required ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning,
         What + " is left alone, as its instrumented text does not compile (" + Held.front().getMessage().str() +
             "); the fault is pompinst's: report it, and silence this with -fplugin-arg-pompinst-skip=" + Skip);
  if (!Opts.Required)
    compileAgain(CI, "skip=" + Skip);
}

// Returns a name that no other compile of a program has: of one source there may be several objects, and of one name
// several sources.
std::string unitName(CompilerInstance &CI) {
  llvm::MD5 Hash;
  SmallString<256> Folder;
  if (llvm::sys::fs::current_path(Folder))
    Folder.clear(); // the names have to do
  auto Add = [&](StringRef Text) {
    Hash.update(Text);
    Hash.update(StringRef("", 1)); // a 0 between the texts, so that "ab" + "c" and "a" + "bc" differ
  };
  Add(Folder);
  Add(CI.getFrontendOpts().OutputFile);
  SourceManager &SM = CI.getSourceManager();
  Add(CI.getFrontendOpts().Inputs.empty() ? "" : CI.getFrontendOpts().Inputs[0].getFile());
  for (const auto &[Macro, Undefined] : CI.getPreprocessorOpts().Macros)
    Add(Macro);
  Add(SM.getBufferData(SM.getMainFileID()));
  llvm::MD5::MD5Result Result;
  Hash.final(Result);
  return std::string(Result.digest().substr(0, 16));
}

class PompAction : public PluginASTAction {
public:
  ActionType getActionType() override { return InAnalysis ? CmdlineAfterMainAction : AddBeforeMainAction; }

  bool ParseArgs(const CompilerInstance &CI, const std::vector<std::string> &Args) override {
    std::string Error;
    if (parseOptions(Args, Opts, Error) && readFilter(CI.getFileManager(), Opts, Error))
      return true;
    report(CI, SourceLocation(), DiagnosticsEngine::Error, Error);
    return false;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + PompMacro);
    auto Hook = std::make_unique<ControlPragmaHook>(PP);
    ControlPragmaHook &Controls = *Hook;
    PP.addPPCallbacks(std::move(Hook));
    Outcome Done;
    Done.Places = UsersPlaces::install(CI);
    std::optional<std::string> Why = whyNothing(CI);
    if (*FaultSarifWithMarkers && !Why && CI.getDiagnosticOpts().getFormat() == DiagnosticOptions::SARIF) {
      Why = FaultSarifWithMarkers;
      // The message has a place because SARIF has no messages without one.
      Done.Remarks.push_back(
          {{true, std::nullopt}, 0, "nothing is instrumented with -fdiagnostics-format=sarif: " + *Why});
    }
    Opts.LeaveAll = Why.value_or("");
    Opts.NoMacros = compat::leavesMacros(CI.getFrontendOpts().Inputs[0]);
    Opts.CountsLines = !CI.getCodeGenOpts().CoverageNotesFile.empty();
    Opts.HasProfile = hasProfile(CI.getCodeGenOpts());
    if (Opts.Api == Interface::Pomp2)
      Opts.UnitName = unitName(CI);
    std::string WhyTwice = Why || Opts.Parse == ParseMode::Twice ? "" : whyParseTwice(CI, Opts);
    bool Once = !Why && Opts.Parse == ParseMode::Once && WhyTwice.empty();
    if (Opts.Verbose && !WhyTwice.empty())
      tellOfParse(CI, WhyTwice);
    if (!Once && (!Why || (Opts.Verbose && !Why->empty())))
      instrument(CI, Done);
    else if (Why && !Why->empty() && !CI.getFrontendOpts().BuildingImplicitModule)
      countLeftAlone(CI, Done);
    auto Consumer = std::make_unique<FinalConsumer>(CI, std::move(Done), Opts);
    if (Once)
      Consumer->analyseLater(Controls);
    return Consumer;
  }

private:
  static std::optional<std::string> whyNothing(const CompilerInstance &CI);
  void instrument(CompilerInstance &CI, Outcome &Done);
  void overlay(CompilerInstance &CI, AnalysisResult &Result);
  void countLeftAlone(CompilerInstance &CI, Outcome &Done);

  Options Opts;
};

// Says why nothing of this compile is instrumented: a header or module that is compiled for later use has no main file
// that the descriptors could go to. The answer is "" if there is nothing to say, because the same source is compiled
// for the host as well, or was parsed before; and nothing if constructs are to be instrumented.
std::optional<std::string> PompAction::whyNothing(const CompilerInstance &CI) {
  const LangOptions &Lang = CI.getLangOpts();
  const auto &Inputs = CI.getFrontendOpts().Inputs;
  bool IsParsed = !Inputs.empty() && Inputs[0].getKind().getFormat() == InputKind::Precompiled;
  if (compat::isForDevice(Lang) || Lang.CUDAIsDevice || Lang.OpenCL || IsParsed)
    return "";
  if (Lang.CUDA)
    return "it is in a CUDA or HIP file";
  if (CI.getFrontendOpts().BuildingImplicitModule)
    return "it is in a module";
  frontend::ActionKind Action = CI.getFrontendOpts().ProgramAction;
  if (Action == frontend::GeneratePCH)
    return "it is in a precompiled header";
  if (compat::writesModule(Action))
    return "it is in a module";
  return std::nullopt;
}

// Returns the message with its offset in the text that is compiled.
Message moved(const Message &M, const std::vector<FileText> &Files) {
  unsigned Offset = M.Offset;
  for (const FileText &Text : Files)
    if (M.File.Main ? Text.File.Main : Text.File.Entry == M.File.Entry) {
      unsigned Inclusion = M.File.Inclusion + (Text.File.Main && !M.File.Main);
      Offset = movedOffset(Inclusion < Text.ByInclusion.size() ? Text.ByInclusion[Inclusion] : Text.Moves, Offset);
    }
  return {M.File, Offset, M.Text};
}

// The user's -pedantic would warn of our line markers. `Loc`: from where on they are ours. Where they are allowed
// nothing is done, as Clang takes some messages for others' where places have settings of their own.
void allowMarkers(DiagnosticsEngine &Diags, SourceLocation Loc = SourceLocation()) {
  if (Diags.isIgnored(diag::ext_pp_gnu_line_directive, SourceLocation()))
    return;
  Diags.setSeverityForGroup(diag::Flavor::WarningOrError, "gnu-line-marker", diag::Severity::Ignored, Loc);
}

// Keeps line markers allowed where a pragma of the user's asks for warnings of whole groups, or goes back to what was
// asked for before.
class MarkerHook : public PPCallbacks {
public:
  explicit MarkerHook(DiagnosticsEngine &Diags) : Diags(Diags) {}
  void PragmaDiagnostic(SourceLocation Loc, StringRef, diag::Severity, StringRef) override { allowMarkers(Diags, Loc); }
  void PragmaDiagnosticPop(SourceLocation Loc, StringRef) override { allowMarkers(Diags, Loc); }

private:
  DiagnosticsEngine &Diags;
};

// Keeps from the user's messages what is ours.
void saveMessages(CompilerInstance &CI, bool ShowsUsersText) {
  // Else a message shows the one line that it is about, because some of the lines around it are ours.
  if (!ShowsUsersText)
    CI.getDiagnosticOpts().SnippetLineLimit = 1;
  allowMarkers(CI.getDiagnostics());
  CI.getPreprocessor().addPPCallbacks(std::make_unique<MarkerHook>(CI.getDiagnostics()));
}

void PompAction::instrument(CompilerInstance &CI, Outcome &Done) {
  InAnalysis = true;
  AnalysisResult Result = analyze(CI, Opts);
  InAnalysis = false;
  applied(CI, Result, Opts, Done);
  if (!Opts.EmitFile.empty() && Result.Errors.empty())
    Done.Emitted = Result.Emitted ? *Result.Emitted : emittedText({}, HeaderTexts(), CI.getSourceManager());
  Done.PipeText = textOfPipe(CI);
  if (Done.Rewritten)
    overlay(CI, Result);
}

// Says in one line that constructs of this file are left alone. With verbose there is a line for each.
void PompAction::countLeftAlone(CompilerInstance &CI, Outcome &Done) {
  Options Asking = Opts;
  Asking.Verbose = true;
  InAnalysis = true;
  AnalysisResult Result = analyze(CI, Asking);
  InAnalysis = false;
  llvm::erase_if(Result.Remarks, [&](const Message &M) {
    return StringRef(M.Text).starts_with("'function(") || !StringRef(M.Text).ends_with("left alone: " + Opts.LeaveAll);
  });
  if (Result.Remarks.empty())
    return;
  Message First = Result.Remarks.front();
  const size_t Others = Result.Remarks.size() - 1;
  First.Text = (Others == 0 ? "this construct is" : "this construct and " + std::to_string(Others) + " more are") +
               " not measured: " + Opts.LeaveAll;
  Done.Remarks.push_back(std::move(First));
}

// Takes over what an analysis has found out, but for the text itself; says what the user has to fix.
void applied(CompilerInstance &CI, AnalysisResult &Result, const Options &Opts, Outcome &Done) {
  if (!Result.Errors.empty()) {
    for (const Message &M : Result.Errors)
      report(CI, where(M, CI.getSourceManager()), DiagnosticsEngine::Error, M.Text);
    return;
  }
  if (Opts.Verbose)
    for (const Message &M : Result.Remarks)
      Done.Remarks.push_back(moved(M, Result.Files));
  for (InstrumentedRegion &R : Result.Instrumented) {
    R.Directive = moved(R.Directive, Result.Files);
    Done.Instrumented.push_back(std::move(R));
  }
  Done.Rewritten = !Result.Files.empty();
  Done.UsersTexts = usersTexts(CI, Result.Files);
  if (Done.Rewritten)
    saveMessages(CI, Done.Places && Done.Places->expect(CI, Result.Files));
}

// Lays the rewritten text over the files. The main file needs a new FileID, because locations of the old one end where
// the old text ended.
void PompAction::overlay(CompilerInstance &CI, AnalysisResult &Result) {
  SourceManager &SM = CI.getSourceManager();
  FileID OldMain = SM.getMainFileID();
  SrcMgr::CharacteristicKind Kind = SM.getFileCharacteristic(SM.getLocForStartOfFile(OldMain));
  for (const FileText &File : Result.Files) {
    StringRef Name = File.File.Entry ? File.File.Entry->getName() : "<stdin>";
    auto Buffer = llvm::MemoryBuffer::getMemBufferCopy(File.Text, Name);
    if (File.File.Entry)
      SM.overrideFileContents(*File.File.Entry, std::move(Buffer));
    if (File.File.Main)
      SM.setMainFileID(File.File.Entry ? SM.createFileID(*File.File.Entry, SourceLocation(), Kind)
                                       : SM.createFileID(std::move(Buffer), Kind));
  }
}

FrontendPluginRegistry::Add<PompAction> Registration("pompinst", "instruments OpenMP constructs with POMP calls");

} // namespace
} // namespace pompinst
