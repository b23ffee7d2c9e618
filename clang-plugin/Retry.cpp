// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Retry.cpp - a compile that failed through our fault is done again, in a new process, without the construct at fault.
#include "Retry.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendDiagnostic.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

using namespace clang;

namespace pompinst {

// It holds messages now, which are to be said if the compiler dies.
static HeldErrors *Holding = nullptr;

HeldErrors *HeldErrors::install(CompilerInstance &CI) {
  if (CI.getDiagnosticOpts().VerifyDiagnostics)
    return nullptr;
  static const bool SaysAtDeath = (llvm::sys::AddSignalHandler(sayAtDeath, nullptr), true);
  (void)SaysAtDeath;
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  auto *Self = new HeldErrors;
  Self->Diags = &Diags;
  Self->NumErrors = Diags.getClient()->getNumErrors(); // Clang prints the sums that its consumer has at the end
  Self->NumWarnings = Diags.getClient()->getNumWarnings();
  Self->Inner = Diags.getClient();
  Self->Owned = Diags.takeClient();
  Diags.setClient(Self, /*ShouldOwnClient=*/true);
  return Holding = Self;
}

void HeldErrors::sayAtDeath(void *) {
  if (HeldErrors *Dying = std::exchange(Holding, nullptr))
    Dying->passOn();
}

std::vector<StoredDiagnostic> HeldErrors::release(DiagnosticsEngine &Diags) {
  std::unique_ptr<DiagnosticConsumer> Self = Diags.takeClient();
  Holding = nullptr;
  bool Owns = Owned.release() != nullptr;
  Diags.setClient(Inner, Owns);
  return std::move(Held);
}

void HeldErrors::BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) { Inner->BeginSourceFile(Lang, PP); }

// A compile that ends before there is anything to parse, as where a precompiled header does not fit, ends here.
void HeldErrors::EndSourceFile() {
  Holding = nullptr;
  passOn();
  Inner->EndSourceFile();
}

void HeldErrors::passOn() {
  PassesOn = true;
  for (const StoredDiagnostic &Message : std::exchange(Held, {}))
    Diags->Report(Message);
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
  if (getNumErrors() > 0 && AtError)
    AtError(Info.getLocation());
  if (Info.getID() == diag::err_fe_error_backend) // LLVM ends the process with it
    passOn();
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

// Ends this process as the compiler has ended that took its place. If that has died, it has said so, but in which
// process makes no difference to Clang's driver, which says what to do now: it may be this process.
[[noreturn]] static void endAs(int Status) {
  constexpr int Fatal = 70;          // so ends a compiler that can't go on, and the driver takes it for dead
  llvm::sys::RunInterruptHandlers(); // removes the temporary files of this compile
  const bool Died = WIFSIGNALED(Status);
  const int Code = Died ? 128 + WTERMSIG(Status) : WEXITSTATUS(Status);
  llvm::CrashRecoveryContext *Driver = llvm::CrashRecoveryContext::GetCurrent();
  if (Driver && (Died || Code == Fatal)) {
    Driver->DumpStackAndCleanupOnFailure = !Died; // who has died of a signal has said where
    Driver->HandleExit(Code);
  }
  if (Died) {
    signal(WTERMSIG(Status), SIG_DFL);
    raise(WTERMSIG(Status));
  }
  _exit(Code);
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
  const llvm::sys::ProcessInfo Compiler =
      llvm::sys::ExecuteNoWait(Program, Args, std::nullopt, {}, 0, nullptr, &Failed);
  int Status = 0;
  pid_t Ended = -1;
  while (!Failed && (Ended = waitpid(Compiler.Pid, &Status, 0)) < 0 && errno == EINTR)
    ;
  if (Ended > 0)
    endAs(Status);
}

} // namespace pompinst
