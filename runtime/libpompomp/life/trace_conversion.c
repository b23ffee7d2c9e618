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

#define LONGEST 16u /* bytes of a program's name */

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

static void run_one(const struct program *p, char *directory) {
  char path[PATH_MAX + 32], words[3][LONGEST];
  pid_t pid;
  int status = 0;
  snprintf(words[0], LONGEST, "%s", p->name);
  for (int i = 0; i < 2; i++)
    snprintf(words[i + 1], LONGEST, "%s", p->arguments[i]);
  char *arguments[] = {words[0], words[1], words[2], directory, NULL};
  int error = start(&pid, find(p->name, path, sizeof path), arguments);
  if (error) {
    if (p->which == POMP_CONVERTS_TRACE)
      pomp_say(POMP_SAYS_CONVERTER_UNSTARTED, strerror(error), directory);
    else
      pomp_say(POMP_SAYS_PACKER_UNSTARTED, strerror(error), directory);
    return;
  }
  pid_t done;
  do
    done = pomp_sys_waitpid(pid, &status, 0);
  while (done == -EINTR);
  if (done != pid || !WIFSIGNALED(status)) /* about any other failure it has spoken itself */
    return;
  if (p->which == POMP_CONVERTS_TRACE)
    pomp_say(POMP_SAYS_CONVERTER_KILLED, WTERMSIG(status), directory);
  else
    pomp_say(POMP_SAYS_PACKER_KILLED, WTERMSIG(status), directory);
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
