/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_run.c - starts a program in a process group of its own, waits for it, and ends all of the group if it has to.
 * Not here: which program (plan.c). */
#include "commands/scale/scale_run.h"
#include "base/command_begin.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GRACE = 5 }; /* seconds from one signal to the next stronger one */

static sigset_t wanted, before;
static int stopped;

int run_stopped(void) { return stopped; }

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Who starts pomp-scale with a signal ignored, as nohup does, wants it ignored. */
static void want(int number) {
  struct sigaction is;
  if (sigaction(number, NULL, &is) == 0 && is.sa_handler != SIG_IGN)
    sigaddset(&wanted, number);
}

void run_prepare(void) {
  sigemptyset(&wanted);
  want(SIGINT);
  want(SIGTERM);
  want(SIGHUP);
  want(SIGQUIT);
  signal(SIGCHLD, SIG_DFL); /* if it is ignored, the ends of children are not reported */
  sigaddset(&wanted, SIGCHLD);
  sigprocmask(SIG_BLOCK, &wanted, &before);
}

/* This is what a child tells that could not become the program. */
struct failure {
  int error;
  enum { OF_PROGRAM, OF_INPUT, OF_LOG } of;
};

/* Is the child until it is the program. What goes wrong is reported by way of `tell`. */
static void become(const struct run_call *call, pid_t parent, int tell) {
  struct failure failure = {.of = OF_INPUT};
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* nobody would end it otherwise if pomp-scale is killed */
  if (getppid() != parent)
    _exit(127);
  int in = open(call->input ? call->input : "/dev/null", O_RDONLY | O_CLOEXEC);
  int out = in < 0 ? -1 : open(call->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (in >= 0)
    failure.of = OF_LOG;
  if (in >= 0 && out >= 0) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    for (char *const *v = call->variables; *v; v++)
      putenv(*v);
    sigprocmask(SIG_SETMASK, &before, NULL);
    command_begin_undo();
    execvp(call->argv[0], call->argv);
    failure.of = OF_PROGRAM;
  }
  failure.error = errno;
  if (write(tell, &failure, sizeof failure) < 0)
    _exit(126);
  _exit(127);
}

/* Ends the group, each time more urgently. Returns when that is to be done again. */
static double urge(pid_t group, unsigned *urged) {
  static const int signals[] = {0, SIGTERM, SIGKILL};
  int with = *urged ? signals[*urged < 2 ? *urged : 2] : stopped;
  kill(-group, with);
  kill(-group, SIGCONT);
  ++*urged;
  return now() + GRACE;
}

static int wait_for(pid_t child) {
  int status = 0;
  unsigned urged = 0;
  double until = 0;
  for (;;) {
    pid_t gone = waitpid(child, &status, WNOHANG);
    if (gone == child || (gone < 0 && errno != EINTR))
      break;
    struct timespec most = {.tv_nsec = 500000000};
    int number = sigtimedwait(&wanted, NULL, &most);
    bool request = number > 0 && number != SIGCHLD;
    if (request && !stopped)
      stopped = number;
    if (request || (stopped && now() > until))
      until = urge(child, &urged);
  }
  if (stopped)
    kill(-child, SIGKILL); /* what it has started */
  return status;
}

void run_program(const struct run_call *call, struct run_result *result) {
  int tell[2];
  struct failure failure = {.error = 0};
  *result = (struct run_result){.failed = call->argv[0]};
  if (pipe2(tell, O_CLOEXEC) != 0) {
    result->error = errno;
    return;
  }
  double begun = now();
  pid_t parent = getpid(), child = fork();
  if (child == 0)
    become(call, parent, tell[1]);
  close(tell[1]);
  if (child < 0) {
    result->error = errno;
    close(tell[0]);
    return;
  }
  setpgid(child, child); /* the first of the two does it */
  ssize_t size;
  do
    size = read(tell[0], &failure, sizeof failure);
  while (size < 0 && errno == EINTR);
  close(tell[0]);
  int status = wait_for(child);
  result->seconds = now() - begun;
  result->started = size <= 0;
  result->error = failure.error;
  result->failed = failure.of == OF_LOG ? call->log : failure.of == OF_INPUT ? call->input : call->argv[0];
  result->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  result->status = result->signal ? 128 + result->signal : WEXITSTATUS(status);
}
