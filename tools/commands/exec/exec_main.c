/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exec_main.c - the command pomp-exec: puts what the plan says into the environment, and becomes the program.
 * Not here: the plan (plan.c), the options (exec_options.c). */
#include "base/command_begin.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/exec/exec_options.h"
#include "commands/exec/plan.h"
#include "pomp_place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };

static bool was_closed[STDERR_FILENO + 1];

static void note_closed(void) {
  for (int fd = 0; fd <= STDERR_FILENO; fd++)
    was_closed[fd] = fcntl(fd, F_GETFD) < 0;
}

/* Gives the program the descriptors and signals that the caller has chosen. */
static void give_back(void) {
  command_begin_undo();
  for (int fd = 0; fd <= STDERR_FILENO; fd++)
    if (was_closed[fd])
      close(fd);
}

/* Sets a variable, or says that it would. */
static void set(const struct exec_request *r, const char *name, const char *value) {
  if (r->dry)
    printf("%s=%s\n", name, value);
  else
    setenv(name, value, 1);
}

/* ours: it goes before what the user has loaded. Blanks and colons divide the list. */
static bool preload(const struct exec_request *r, const struct plan *p) {
  const char *before = getenv("LD_PRELOAD"), *folder = p->tool;
  char list[3 * PATH_MAX];
  const bool there = before && strstr(before, "libpompomp") != NULL;
  const char *tool = there ? "" : p->tool;
  if (strpbrk(tool, " :") || strpbrk(p->runtime, " :"))
    return user_error(folder, "no library can be loaded by LD_PRELOAD whose path has a blank or a colon: it runs "
                              "unmeasured");
  const int length = snprintf(list, sizeof list, "%s%s%s%s%s", tool, *tool && *p->runtime ? ":" : "", p->runtime,
                              (*tool || *p->runtime) && before && *before ? ":" : "", before ? before : "");
  if (length > 0 && (size_t)length < sizeof list && (*tool || *p->runtime))
    set(r, "LD_PRELOAD", list);
  return true;
}

static void prepare(const struct exec_request *r, const struct plan *p) {
  char did[sizeof p->did + 32];
  for (unsigned i = 0; i < r->variable_count; i++)
    set(r, r->variables[i].name, r->variables[i].value);
  if (!preload(r, p) || !*p->did)
    return;
  snprintf(did, sizeof did, "%d:%s", r->dry ? 0 : (int)getpid(), p->did);
  set(r, "POMP_EXEC", did);
}

int main(int argc, char **argv) {
  static struct plan plan;
  struct exec_request request;
  char folder[POMP_PLACE_MAX];
  int status;
  note_closed();
  if (!command_begin())
    return EXIT_FAILURE;
  if (!exec_options(argc, argv, &request, &status))
    return command_end(status);
  if (!pomp_place(folder, POMP_LIBRARIES_FROM_BIN, "../lib", "libpompomp.so.1"))
    return user_error(NULL, "can't find libpompomp: %s", strerror(errno)), EXIT_FAILURE;
  plan_make(&plan, request.command, folder, request.libomp);
  if (*plan.why)
    user_error_print(request.command[0], "%s", plan.why);
  prepare(&request, &plan);
  if (request.dry)
    return command_end(EXIT_SUCCESS);
  give_back();
  execvp(request.command[0], request.command);
  const int why = errno;
  user_error_print(request.command[0], "%s", strerror(why));
  return why == ENOENT ? NOT_FOUND : NOT_EXECUTABLE;
}
