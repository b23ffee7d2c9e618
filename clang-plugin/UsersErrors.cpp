// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UsersErrors.cpp - generates code where plain Clang would have, between the messages. What does not live here: what
// UsersErrors.h says.
#include "UsersErrors.h"

#include "Retry.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <memory>
#include <unistd.h>

using namespace clang;

namespace pompinst {

void UsersErrors::beSilent() {
  const int Nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int Stream : {STDOUT_FILENO, STDERR_FILENO}) {
    Output[Stream - 1] = fcntl(Stream, F_DUPFD_CLOEXEC, 3);
    dup2(Nowhere, Stream);
  }
}

void UsersErrors::speak() {
  llvm::outs().flush();
  llvm::errs().flush();
  for (int Stream : {STDOUT_FILENO, STDERR_FILENO})
    if (Output[Stream - 1] >= 0)
      dup2(Output[Stream - 1], Stream);
    else
      close(Stream);
}

void UsersErrors::parsed(DeclGroupRef Group) {
  if (Begun)
    CI.getASTConsumer().HandleTopLevelDecl(Group);
  else
    Groups.emplace_back(Group, Said.messages().size());
}

bool UsersErrors::shows(SourceLocation Brace) const {
  return Brace.isValid() && llvm::any_of(Said.messages(), [&](const StoredDiagnostic &M) {
           return M.getID() == diag::note_matching && M.getLocation() == Brace;
         });
}

// The engine counts errors anew. It knows of those that there are by their numbers alone.
static void remember(DiagnosticsEngine &Diags, ArrayRef<StoredDiagnostic> Messages) {
  std::unique_ptr<DiagnosticConsumer> Kept = Diags.takeClient();
  Diags.setClient(new IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  for (const StoredDiagnostic &M : Messages)
    if (M.getLevel() >= DiagnosticsEngine::Error)
      Diags.Report(M.getLocation(), M.getID());
  Diags.setClient(Kept.release(), /*ShouldOwnClient=*/true);
}

// No code is generated any more once the engine knows of an error.
void UsersErrors::begin() {
  Begun = true;
  DiagnosticsEngine &Diags = CI.getDiagnostics();
  const std::vector<StoredDiagnostic> All = std::exchange(Said.messages(), {});
  Diags.Reset(/*soft=*/true);
  size_t Next = 0;
  auto SayUpTo = [&](size_t End) {
    Said.messages().insert(Said.messages().end(), All.begin() + long(Next), All.begin() + long(End));
    Next = End;
  };
  for (const auto &[Group, Messages] : Groups) {
    SayUpTo(Messages);
    CI.getASTConsumer().HandleTopLevelDecl(Group);
  }
  SayUpTo(All.size());
  remember(Diags, All);
}

} // namespace pompinst
