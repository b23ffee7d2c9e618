// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Retry.h - what happens if the rewritten text fails to compile though the user's text doesn't: the compile is done
// again without the construct at fault.
//
// What lives here: keeping the errors back until it is known whose they are, finding the construct, running the
// compiler again. What doesn't: leaving the construct out (the option skip=, in Pipeline).
#ifndef POMPINST_RETRY_H
#define POMPINST_RETRY_H

#include "Pipeline.h"

#include "clang/Basic/Diagnostic.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace pompinst {

// Takes its place before the compiler's own consumer of diagnostics. It keeps all of them from the first error on, or
// from the begin, as long as the whole compile may have to be done again.
class HeldErrors : public clang::DiagnosticConsumer {
public:
  // nullptr if the compiler's consumer can't be replaced (-verify).
  static HeldErrors *install(clang::CompilerInstance &CI);

  // Puts the compiler's own consumer back, and returns the first error and all that came after it. Ends this object.
  std::vector<clang::StoredDiagnostic> release(clang::DiagnosticsEngine &Diags);

  std::function<void(clang::SourceLocation)> AtError; // is called when one has come, and for what comes after it

  // Keeps all from now on.
  void keepAll() { KeepsAll = true; }
  // All that is kept so far.
  std::vector<clang::StoredDiagnostic> &messages() { return Held; }

  void BeginSourceFile(const clang::LangOptions &Lang, const clang::Preprocessor *PP) override;
  void EndSourceFile() override; // passes on what is held still, as nobody asks for it any more
  bool IncludeInDiagnosticCounts() const override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override;

private:
  static void sayAtDeath(void *);
  void passOn(); // all that is held, and whatever comes from now on

  clang::DiagnosticConsumer *Inner = nullptr;
  std::unique_ptr<clang::DiagnosticConsumer> Owned; // Inner, if it was the engine's own
  std::vector<clang::StoredDiagnostic> Held;
  bool KeepsAll = false, PassesOn = false;
  clang::DiagnosticsEngine *Diags = nullptr;
};

// Returns the innermost construct that the first error lies in, or nullptr.
const InstrumentedRegion *faultyRegion(const std::vector<clang::StoredDiagnostic> &Errors,
                                       const std::vector<InstrumentedRegion> &Regions);

bool canCompileAgain(clang::CompilerInstance &CI);

// Runs this very compile again, in a new process, with one more option of the plugin's, and ends this one with its
// status. Returns only if no process could be started.
void compileAgain(clang::CompilerInstance &CI, const std::string &Option);

} // namespace pompinst
#endif
