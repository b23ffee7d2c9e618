// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipeline.cpp - runs a nested compiler instance on the same input, for a parse of its own. What does not live here:
// the steps from the parse to the new text (Pass), and the analysis that needs no second parse (ParseOnce).
#include "Pipeline.h"

#include "Compatibility.h"
#include "Pass.h"
#include "analysis/Control.h"
#include "rewrite/Inclusions.h"
#include "rewrite/Prologue.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/TimeProfiler.h"

using namespace clang;

namespace pompinst {

namespace {

// --- what is worth a parse -------------------------------------------------------------------------------------

// Stops at the first OpenMP or control pragma, or lock routine, outside of system headers (or in them, if asked).
class ScanHook : public PPCallbacks {
public:
  ScanHook(Preprocessor &PP, bool SystemHeaders, bool &Found) : PP(PP), SystemHeaders(SystemHeaders), Found(Found) {}

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind) override {
    if (SystemHeaders || !PP.getSourceManager().isInSystemHeader(PP.getSourceManager().getExpansionLoc(Loc)))
      if (auto *Lex = static_cast<Lexer *>(PP.getCurrentLexer())) {
        Found |= concernsOpenMP(pragmaWords(Lex->getBufferLocation()));
      }
  }

private:
  Preprocessor &PP;
  bool SystemHeaders;
  bool &Found;
};

class ScanAction : public PreprocessorFrontendAction {
public:
  ScanAction(bool SystemHeaders, bool &Found) : SystemHeaders(SystemHeaders), Found(Found) {}

  void ExecuteAction() override {
    Preprocessor &PP = getCompilerInstance().getPreprocessor();
    PP.addPPCallbacks(std::make_unique<ScanHook>(PP, SystemHeaders, Found));
    PP.EnterMainSourceFile();
    Token Tok;
    do {
      PP.Lex(Tok);
      Found |= isLockRoutine(Tok);
    } while (Tok.isNot(tok::eof) && !Found);
  }

private:
  // omp.h declares all of them, so only names in user files count.
  bool isLockRoutine(const Token &Tok) const {
    const IdentifierInfo *II = Tok.isAnnotation() ? nullptr : Tok.getIdentifierInfo();
    if (!II || !II->getName().starts_with("omp_") || !II->getName().ends_with("_lock"))
      return false;
    const SourceManager &SM = getCompilerInstance().getSourceManager();
    return SystemHeaders || !SM.isInSystemHeader(SM.getExpansionLoc(Tok.getLocation()));
  }

  bool SystemHeaders;
  bool &Found;
};

// --- the parse -------------------------------------------------------------------------------------------------

// Nobody asks for more than that there are errors.
class UntilError : public ASTConsumer {
public:
  explicit UntilError(CompilerInstance &CI) : Diags(CI.getDiagnostics()) {}
  bool HandleTopLevelDecl(DeclGroupRef) override { return !Diags.hasErrorOccurred(); }

private:
  DiagnosticsEngine &Diags;
};

class AnalysisConsumer : public UntilError {
public:
  AnalysisConsumer(Pass &P, CompilerInstance &CI, const AnalysisStart *Start, bool &NoStart)
      : UntilError(CI), P(P), CI(CI), SM(CI.getSourceManager()), Start(Start), NoStart(NoStart) {}

  bool shouldSkipFunctionBody(Decl *D) override {
    return !P.Opts.SystemHeaders && SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()));
  }

  void HandleTranslationUnit(ASTContext &Context) override {
    if (Context.getDiagnostics().hasErrorOccurred())
      return;
    parseDelayedTemplates();
    NoStart = Start && !findStart();
    if (!NoStart)
      P.finish(Context);
  }

private:
  void parseDelayedTemplates();
  bool findStart();

  Pass &P;
  CompilerInstance &CI;
  SourceManager &SM;
  const AnalysisStart *Start;
  bool &NoStart;
};

// Finds where the text begins that may be rewritten. Returns false if there are several such places.
bool AnalysisConsumer::findStart() {
  InclusionTable Files(SM);
  for (FileEntryRef Open : Start->Open)
    if (Files.of(&Open.getFileEntry()).size() != 1)
      return false;
  if (!Start->Entering) {
    P.From = {{SM.getMainFileID(), Start->Offset.value_or(0)}};
    return true;
  }
  const std::vector<FileID> &Inclusions = Files.of(&Start->Entering->getFileEntry());
  if (Inclusions.size() == 1)
    P.From = {{Inclusions[0], Start->Offset.value_or(0)}};
  return Inclusions.size() == 1;
}

// With -fdelayed-template-parsing Clang keeps the tokens of templates' bodies, and parses them when asked. A body
// that has errors now, and may have none where it is instantiated, is left out: we see a declaration.
void AnalysisConsumer::parseDelayedTemplates() {
  compat::parseDelayedTemplates(CI.getSema(), [this](Decl *D) { return !shouldSkipFunctionBody(D); });
}

class AnalysisAction : public ASTFrontendAction {
public:
  explicit AnalysisAction(Pass &P, const AnalysisStart *Start = nullptr) : P(P), Start(Start) {}

  bool NoStart = false; // the text parsed, and has no single place where rewriting could start

protected:
  // Templates are not instantiated at the end, because their patterns are what was written.
  TranslationUnitKind getTranslationUnitKind() override { return TU_Prefix; }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + PompMacro);
    P.Tokens.record(PP, P.Opts.SystemHeaders);
    if (!P.Opts.EmitFile.empty())
      P.Included.record(PP);
    PP.addPPCallbacks(std::make_unique<ControlPragmaHook>(PP, &P.Tokens, &P.Controls, &P.Complaints));
    return std::make_unique<AnalysisConsumer>(P, CI, Start, NoStart);
  }

private:
  Pass &P;
  const AnalysisStart *Start;
};

// Parses the whole original text, and instantiates its templates.
class CheckAction : public ASTFrontendAction {
public:
  explicit CheckAction(bool &Fine) : Fine(Fine) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override {
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(PP.getPredefines() + PompMacro);
    PP.addPPCallbacks(std::make_unique<ControlPragmaHook>(PP));
    return std::make_unique<UntilError>(CI);
  }
  void EndSourceFileAction() override { Fine = !getCompilerInstance().getDiagnostics().hasErrorOccurred(); }

private:
  bool &Fine;
};

std::shared_ptr<CompilerInvocation> silentInvocation(CompilerInstance &Outer) {
  auto Invocation = std::make_shared<CompilerInvocation>(Outer.getInvocation());
  FrontendOptions &Frontend = Invocation->getFrontendOpts();
  Frontend.ProgramAction = frontend::ParseSyntaxOnly;
  Frontend.OutputFile.clear();
  Frontend.Plugins.clear();
  Frontend.AddPluginActions.clear();
  Frontend.ActionName.clear();
  Frontend.StatsFile.clear();
  Frontend.ShowStats = false;
  Frontend.DisableFree = false;
  // shouldSkipFunctionBody skips those in system headers. But a module that is built on the way is for everybody.
  Frontend.SkipFunctionBodies = !readsModules(*Invocation);
  Invocation->getDependencyOutputOpts() = DependencyOutputOptions();
  DiagnosticOptions &Diagnostics = Invocation->getDiagnosticOpts();
  Diagnostics.IgnoreWarnings = true;
  Diagnostics.VerifyDiagnostics = false;
  Diagnostics.ShowCarets = false;
  Diagnostics.DiagnosticLogFile.clear();
  Diagnostics.DiagnosticSerializationFile.clear();
  return Invocation;
}

void runNested(CompilerInstance &Outer, FrontendAction &Action, std::shared_ptr<CompilerInvocation> Invocation,
               const std::vector<FileText> &Instead = {}) {
  std::unique_ptr<CompilerInstance> Instance = compat::silentInstance(Outer, std::move(Invocation));
  CompilerInstance &Nested = *Instance;
  if (!Nested.createTarget())
    return;
  const FrontendInputFile &Input = Nested.getFrontendOpts().Inputs[0];
  for (const FileText &File : Instead)
    if (File.File.Entry)
      Nested.getSourceManager().overrideFileContents(*File.File.Entry, llvm::MemoryBuffer::getMemBufferCopy(File.Text));
  if (!Action.BeginSourceFile(Nested, Input))
    return;
  if (llvm::Error Err = Action.Execute())
    llvm::consumeError(std::move(Err));
  Action.EndSourceFile();
}

// Can there be anything to instrument? A main file that speaks of OpenMP is parsed; in any other the tokens are looked
// at.
bool worthParsing(CompilerInstance &Outer, const Options &Opts) {
  SourceManager &SM = Outer.getSourceManager();
  StringRef Text = SM.getBufferData(SM.getMainFileID());
  if (Opts.Functions == FunctionMode::All || Text.contains("omp"))
    return true;
  bool Found = false;
  if (Text.contains("#include") || Text.contains("include_next") || Text.contains("%:") ||
      !Outer.getPreprocessorOpts().Includes.empty()) {
    ScanAction Scan(Opts.SystemHeaders, Found);
    runNested(Outer, Scan, silentInvocation(Outer), textOfPipe(Outer));
  }
  return Found;
}

} // namespace

bool readsModules(const CompilerInvocation &Invocation) {
  const HeaderSearchOptions &Headers = Invocation.getHeaderSearchOpts();
  const FrontendOptions &Frontend = Invocation.getFrontendOpts();
  return compat::languageOf(Invocation).Modules &&
         (Headers.ImplicitModuleMaps || !Headers.PrebuiltModuleFiles.empty() || !Headers.PrebuiltModulePaths.empty() ||
          !Frontend.ModuleFiles.empty() || !Frontend.ModuleMapFiles.empty());
}

std::vector<FileText> textOfPipe(CompilerInstance &Outer) {
  SourceManager &SM = Outer.getSourceManager();
  auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Main || !Main->getFileEntry().isNamedPipe())
    return {};
  return {{{true, Main}, SM.getBufferData(SM.getMainFileID()).str(), {}}};
}

static bool sameFile(const FileOfCompile &A, const FileOfCompile &B) {
  return A.Main ? B.Main : !B.Main && A.Entry == B.Entry;
}

AnalysisResult analyze(CompilerInstance &Outer, const Options &Opts) {
  llvm::TimeTraceScope Timed("pompinst analysis", "in a parse of its own");
  Pass First(Opts, true);
  if (!worthParsing(Outer, Opts))
    return std::move(First.Result);
  const std::vector<FileText> Pipe = textOfPipe(Outer);
  auto Parse = [&](Pass &P, const std::vector<FileText> &Instead) {
    AnalysisAction Action(P);
    runNested(Outer, Action, silentInvocation(Outer), Instead);
  };
  Parse(First, Pipe);
  if (First.Converted.empty())
    return std::move(First.Result);

  Pass Second(Opts, false);
  std::vector<FileText> Instead = Pipe;
  Instead.insert(Instead.end(), First.Converted.begin(), First.Converted.end());
  Parse(Second, Instead);
  if (!Second.Result.Parsed) { // what was written as an attribute can't be a pragma there
    Pass AsWritten(Opts, false);
    Parse(AsWritten, Pipe);
    return std::move(AsWritten.Result);
  }
  // Remarks and edits refer to the converted text, also in files that have no edits.
  for (FileText &File : First.Converted)
    if (llvm::none_of(Second.Result.Files, [&](const FileText &F) { return sameFile(F.File, File.File); }))
      Second.Result.Files.push_back({File.File, std::move(File.Text), {}});
  return std::move(Second.Result);
}

std::optional<AnalysisResult> analyzeFrom(CompilerInstance &Outer, const Options &Opts, const AnalysisStart &Start) {
  Pass P(Opts, true);
  AnalysisAction Action(P, &Start);
  runNested(Outer, Action, silentInvocation(Outer));
  SourceManager &SM = Outer.getSourceManager();
  bool WasRead = llvm::any_of(P.Result.Files, [&](const FileText &File) {
    if (File.File.Main || !File.File.Entry || llvm::is_contained(Start.Open, *File.File.Entry))
      return false;
    return SM.translateFile(&File.File.Entry->getFileEntry()).isValid();
  });
  if (Action.NoStart || !P.Converted.empty() || WasRead)
    return std::nullopt;
  return std::move(P.Result);
}

bool originalCompiles(CompilerInstance &Outer, const std::vector<FileText> &PipeText) {
  bool Fine = false;
  CheckAction Action(Fine);
  auto Invocation = silentInvocation(Outer);
  Invocation->getFrontendOpts().SkipFunctionBodies = false;
  Invocation->getDiagnosticOpts().IgnoreWarnings = Outer.getDiagnosticOpts().IgnoreWarnings;
  runNested(Outer, Action, Invocation, PipeText);
  return Fine;
}

} // namespace pompinst
