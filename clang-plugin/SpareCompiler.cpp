// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SpareCompiler.cpp - forks the compiler, and lets the copy sleep. What does not live here: what SpareCompiler.h says.
#include "SpareCompiler.h"

#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pompinst {

bool SpareCompiler::make() {
  int Pipe[2];
  if (pipe2(Pipe, O_CLOEXEC) != 0)
    return false;
  llvm::errs().flush();
  llvm::outs().flush();
  signal(SIGCHLD, SIG_DFL); // as for a compile that is begun anew
  Copy = fork();
  if (Copy != 0) {
    close(Pipe[0]);
    Wake = Pipe[1];
    if (Copy < 0)
      dismiss();
    return false;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  close(Pipe[1]);
  char Byte;
  ssize_t Got;
  while ((Got = read(Pipe[0], &Byte, 1)) < 0 && errno == EINTR)
    ;
  if (Got != 1)
    _exit(0);
  close(Pipe[0]);
  return true;
}

void SpareCompiler::retire() { _exit(0); }

static int statusOf(pid_t Child) {
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0)
    if (errno != EINTR)
      return 0;
  return Status;
}

void SpareCompiler::dismiss() {
  if (Wake >= 0)
    close(Wake);
  Wake = -1;
  if (Copy <= 0)
    return;
  kill(Copy, SIGKILL);
  statusOf(Copy);
  Copy = -1;
}

void SpareCompiler::takeOver() {
  if (Copy <= 0)
    return;
  llvm::errs().flush();
  signal(SIGPIPE, SIG_IGN); // somebody may have killed it
  const bool Awake = write(Wake, "", 1) == 1;
  signal(SIGPIPE, SIG_DFL);
  const int Status = Awake ? statusOf(Copy) : 0;
  if (Awake)
    Copy = -1;
  dismiss();
  if (Status != 0)
    endAs(Status);
}

void SpareCompiler::endAs(int Status) {
  if (WIFSIGNALED(Status)) {
    signal(WTERMSIG(Status), SIG_DFL);
    raise(WTERMSIG(Status));
  }
  _exit(WEXITSTATUS(Status)); // the copy has removed the temporary files
}

} // namespace pompinst
