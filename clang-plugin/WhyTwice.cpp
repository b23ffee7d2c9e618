// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WhyTwice.cpp - asks the options and the bytes of the main file. What does not live here: what turns out only when the
// text is read (ParseOnce).
#include "WhyTwice.h"

#include "Options.h"
#include "Pipeline.h"
#include "Retry.h"
#include "TextScan.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace pompinst {

// A child of fork has one thread; a lock that another one holds would stay locked in it.
static bool hasOtherThreads() {
  std::error_code Error;
  unsigned Threads = 0;
  for (llvm::sys::fs::directory_iterator It("/proc/self/task", Error), End; !Error && It != End; It.increment(Error))
    ++Threads;
  return Threads != 1;
}

static bool compiles(frontend::ActionKind Action) {
  switch (Action) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitObj:
  case frontend::ParseSyntaxOnly:
    return true;
  default:
    return false;
  }
}

// Says what in a text means something else in the text that takes its place, as that is no main file to Clang.
static std::string whyOfMainFile(llvm::StringRef Text) {
  for (llvm::StringRef Word : {"include_next", "system_header", "__INCLUDE_LEVEL__"})
    if (Text.contains(Word))
      return "it uses " + Word.str();
  // Before all places where the compiler can be forked it is read where it was.
  size_t Last = Text.rfind("#pragma once");
  llvm::StringRef Before = Last == llvm::StringRef::npos ? "" : Text.take_front(Last);
  return Before.contains("include") || scanForOpenMP(Before).any() ? "it uses #pragma once" : "";
}

std::string whyParseTwice(CompilerInstance &CI, const Options &Opts) {
  const LangOptions &Lang = CI.getLangOpts();
  const PreprocessorOptions &Preprocessor = CI.getPreprocessorOpts();
  const DependencyOutputOptions &Dependencies = CI.getDependencyOutputOpts();
  SourceManager &SM = CI.getSourceManager();
  auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Main || Main->getFileEntry().isNamedPipe() || SM.isFileOverridden(&Main->getFileEntry()))
    return "its text is in no file";
  if (!Opts.EmitFile.empty())
    return "emit= asks for the text";
  if (Opts.SystemHeaders)
    return "system-headers asks for headers that are read first";
  if (Opts.Functions == FunctionMode::All)
    return "functions=all asks for functions of all headers";
  if (!compiles(CI.getFrontendOpts().ProgramAction))
    return "the compiler's action is a special one";
  if (readsModules(CI.getInvocation()) ||
      (Lang.CPlusPlusModules && mayUseModules(SM.getBufferData(SM.getMainFileID()))))
    return "it may use modules";
  if (Lang.DelayedTemplateParsing)
    return "templates are parsed at the end";
  if (!Preprocessor.PCHThroughHeader.empty())
    return "its precompiled header is found by the name of another";
  if (!Preprocessor.MacroIncludes.empty())
    return "macros of files are included before it";
  if (Preprocessor.DetailedRecord || CI.getCodeGenOpts().MacroDebugInfo)
    return "what the preprocessor does is recorded";
  if (Dependencies.ShowHeaderIncludes || !Dependencies.HeaderIncludeOutputFile.empty())
    return "inclusions are listed";
  if (CI.getDiagnosticOpts().VerifyDiagnostics)
    return "messages are verified";
  for (const auto &[Macro, Undefined] : Preprocessor.Macros)
    if (!Undefined && scanForOpenMP("#define " + Macro).any())
      return "a macro of the command line may hold OpenMP";
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  if (CI.getFrontendOpts().Inputs[0].getKind().isPreprocessed() || hasLineMarkers(Text))
    return "it has line markers";
  if (std::string Why = whyOfMainFile(Text); !Why.empty())
    return Why;
  if (!canCompileAgain(CI))
    return "the compiler could not be started again if that failed";
  return hasOtherThreads() ? "the compiler has several threads" : "";
}

} // namespace pompinst
