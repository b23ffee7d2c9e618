// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Retry.cpp - a compile that failed through our fault is done again, in a new process, without the construct at fault.
#include "Retry.h"

#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <unistd.h>
#include <utility>

using namespace clang;

namespace pompinst {

HeldErrors *HeldErrors::install(CompilerInstance &CI) {
  if (CI.getDiagnosticOpts().VerifyDiagnostics)
    return nullptr;
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  auto *Self = new HeldErrors;
  Self->Diags = &Diags;
  Self->Inner = Diags.getClient();
  Self->Owned = Diags.takeClient();
  Diags.setClient(Self, /*ShouldOwnClient=*/true);
  return Self;
}

std::vector<StoredDiagnostic> HeldErrors::release(DiagnosticsEngine &Diags) {
  std::unique_ptr<DiagnosticConsumer> Self = Diags.takeClient();
  bool Owns = Owned.release() != nullptr;
  Diags.setClient(Inner, Owns);
  return std::move(Held);
}

void HeldErrors::BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) { Inner->BeginSourceFile(Lang, PP); }

// A compile that ends before there is anything to parse, as where a precompiled header does not fit, ends here.
void HeldErrors::EndSourceFile() {
  PassesOn = true;
  for (const StoredDiagnostic &Message : std::exchange(Held, {}))
    Diags->Report(Message);
  Inner->EndSourceFile();
}

bool HeldErrors::IncludeInDiagnosticCounts() const { return Inner->IncludeInDiagnosticCounts(); }

void HeldErrors::HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
  if (PassesOn)
    return Inner->HandleDiagnostic(Level, Info);
  DiagnosticConsumer::HandleDiagnostic(Level, Info); // counts
  if (Held.empty() && !KeepsAll && Level < DiagnosticsEngine::Error)
    Inner->HandleDiagnostic(Level, Info);
  else
    Held.emplace_back(Level, Info);
}

const InstrumentedRegion *faultyRegion(const std::vector<StoredDiagnostic> &Errors,
                                       const std::vector<InstrumentedRegion> &Regions) {
  FullSourceLoc Loc = Errors.front().getLocation();
  if (Loc.isInvalid())
    return nullptr;
  PresumedLoc At = Loc.getExpansionLoc().getPresumedLoc();
  const InstrumentedRegion *Best = nullptr;
  for (const InstrumentedRegion &R : Regions) {
    bool Holds = R.FirstLine <= At.getLine() && At.getLine() <= R.LastLine && R.File == At.getFilename();
    if (Holds && (!Best || R.LastLine - R.FirstLine <= Best->LastLine - Best->FirstLine))
      Best = &R;
  }
  return Best;
}

// Only clang itself can be started with the words of this compile, and a pipe can't be read again.
bool canCompileAgain(CompilerInstance &CI) {
  std::string Program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  StringRef Name = llvm::sys::path::filename(Program);
  bool IsClang = Name.consume_front("clang") && Name.ltrim("+-.0123456789").empty();
  const FrontendInputFile &Input = CI.getFrontendOpts().Inputs[0];
  return IsClang && Input.isFile() && llvm::sys::fs::is_regular_file(Input.getFile());
}

void compileAgain(CompilerInstance &CI, const std::string &Option) {
  std::string Program = llvm::sys::fs::getMainExecutable(nullptr, nullptr);
  std::vector<std::string> Words = CI.getInvocation().getCC1CommandLine();
  Words.insert(Words.begin(), Program);
  Words.insert(Words.end(), {"-plugin-arg-pompinst", Option});
  std::vector<StringRef> Args(Words.begin(), Words.end());
  llvm::errs().flush();
  bool Failed = false;
  signal(SIGCHLD, SIG_DFL); // who has started the compiler may have it ignored, and then nobody can wait for a process
  int Status = llvm::sys::ExecuteAndWait(Program, Args, std::nullopt, {}, 0, 0, nullptr, &Failed);
  constexpr int Crashed = -2;
  if (Failed || (Status < 0 && Status != Crashed))
    return;
  llvm::sys::RunInterruptHandlers(); // removes the temporary files of this compile
  _exit(Status < 0 ? 1 : Status);    // a compiler that has died has said so, and would say it again here
}

} // namespace pompinst
