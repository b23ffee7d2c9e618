/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_conversion.c - starts pomp-convert and pomp-archive on the experiment that has just been completed.
 * Not here: when that is (measurement.c). */
#include "life/trace_conversion.h"
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/side_stack.h"
#include "life/experiment.h"
#include "pomp_system.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define LONGEST 16u        /* bytes of a program's name */
#define STACK (256u << 10) /* posix_spawnp looks for the program on it */
#define FAILED 128

/* The arguments are followed by the experiment. */
static const struct program {
  enum pomp_converter which;
  const char *name, *arguments[2];
} programs[] = {
    {POMP_CONVERTS_TRACE, "pomp-convert", {"--to", "otf2"}},
    {POMP_PACKS_EXPERIMENT, "pomp-archive", {"--force", "--"}},
};

static unsigned wanted;
static pid_t expected; /* the process whose experiment it is; 0: none */

void pomp_converter_want(enum pomp_converter which) { wanted |= which; }
unsigned pomp_converter_wanted(void) { return wanted; }

void pomp_converter_expect_job(void) { expected = wanted ? pomp_sys_getpid() : 0; }

bool pomp_converter_expect(void) {
  if (wanted && pomp_experiment_is_of_job())
    return true;
  pomp_converter_expect_job();
  return false;
}

/* Looks in ../bin beside the library's folder, or, if the library is a part of the program, where the shell would look.
 */
static const char *find(const char *program, char *path, size_t size) {
  Dl_info info;
  char library[PATH_MAX];
  if (!dladdr((void *)&expected, &info) || !pomp_libc.realpath || !pomp_libc.realpath(info.dli_fname, library))
    return program;
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(library, '/');
    if (!slash)
      return program;
    *slash = 0;
  }
  return (size_t)snprintf(path, size, "%s/bin/%s", library, program) < size && pomp_sys_access(path, X_OK) == 0
             ? path
             : program;
}

/* Returns 0 or an errno. The new process has no signal blocked. Its stdout is our stderr, as stdout belongs to the
 * program. */
static int start(pid_t *pid, const char *program, char **arguments) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  const sigset_t none = {0};
  if (!pomp_libc.posix_spawnp)
    return ENOSYS;
  int error = pomp_libc.posix_spawn_file_actions_init(&files);
  if (error)
    return error;
  error = pomp_libc.posix_spawnattr_init(&attributes);
  if (!error) {
    pomp_libc.posix_spawnattr_setsigmask(&attributes, &none);
    pomp_libc.posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    pomp_libc.posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!pomp_message_is_heard())
      pomp_libc.posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pomp_libc.posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
    error = pomp_libc.posix_spawnp(pid, program, &files, &attributes, arguments, __environ);
    pomp_libc.posix_spawnattr_destroy(&attributes);
  }
  pomp_libc.posix_spawn_file_actions_destroy(&files);
  return error;
}

struct task {
  const char *program;
  char **arguments;
};

/* Returns the number of the signal that has ended the program, 0, or FAILED and an errno. */
static int start_and_wait(void *task) {
  const struct task *t = task;
  pid_t pid, done;
  int status = 0;
  const int error = start(&pid, t->program, t->arguments);
  if (error)
    return FAILED | (error < FAILED ? error : ENOSYS);
  do
    done = pomp_sys_waitpid(pid, &status, 0);
  while (done == -EINTR);
  return done == pid && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* The program may have a handler for SIGCHLD, or wait for any child. So another process, which shares the memory, has
 * the child: its own end is told by no signal, and nobody learns of it who does not ask for such processes (__WCLONE).
 * All signals are held back there, as a handler would write to the program's memory. */
static int start_unseen(struct task *t) {
  uint64_t blocked;
  int status = 0;
  char *stack = pomp_libc.clone ? pomp_sys_memory(STACK) : NULL;
  if (!stack)
    return start_and_wait(t);
  pomp_sys_sigprocmask(SIG_SETMASK, ~(uint64_t)0, &blocked);
  const pid_t pid = pomp_libc.clone(start_and_wait, stack + STACK, CLONE_VM | CLONE_VFORK, t);
  pomp_sys_sigprocmask(SIG_SETMASK, blocked, NULL);
  while (pid > 0 && pomp_sys_waitpid(pid, &status, __WCLONE) == -EINTR)
    ;
  pomp_sys_munmap(stack, STACK);
  return pid < 0 ? FAILED | EAGAIN : WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

static void run_one(const struct program *p, char *directory) {
  char path[PATH_MAX + 32], words[3][LONGEST];
  snprintf(words[0], LONGEST, "%s", p->name);
  for (int i = 0; i < 2; i++)
    snprintf(words[i + 1], LONGEST, "%s", p->arguments[i]);
  char *arguments[] = {words[0], words[1], words[2], directory, NULL};
  struct task t = {find(p->name, path, sizeof path), arguments};
  const int ended = start_unseen(&t); /* about any other failure it has spoken itself */
  const bool converts = p->which == POMP_CONVERTS_TRACE;
  if (ended & FAILED && converts)
    pomp_say(POMP_SAYS_CONVERTER_UNSTARTED, strerror(ended & ~FAILED), directory);
  else if (ended & FAILED)
    pomp_say(POMP_SAYS_PACKER_UNSTARTED, strerror(ended & ~FAILED), directory);
  else if (ended && converts)
    pomp_say(POMP_SAYS_CONVERTER_KILLED, ended, directory);
  else if (ended)
    pomp_say(POMP_SAYS_PACKER_KILLED, ended, directory);
}

static void run(void *unused) {
  (void)unused;
  char directory[PATH_MAX + 64];
  expected = 0;
  char *slash = pomp_experiment_path("", directory, sizeof directory) ? strrchr(directory, '/') : NULL;
  if (!slash)
    return;
  *slash = 0;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (wanted & programs[i].which)
      run_one(&programs[i], directory);
}

void pomp_converter_run(void) {
  if (expected && expected == pomp_sys_getpid())
    pomp_call_aside(run, NULL);
}
