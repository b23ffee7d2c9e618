/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi-compiler.c - tells the MPI library's compiler wrapper by the environment to run pomp-clang, and runs it.
 * What does not live here: anything about a command line; it is passed on as it is. */
#define _GNU_SOURCE /* readlink */
#include "commands/clang/mpi-compiler.h"

#include "commands/clang/complain.h"
#include "commands/clang/run.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct language {
  const char *name;     /* our wrapper */
  const char *standard; /* the MPI library's wrapper */
  const char *setting;  /* the variable that names another one */
} languages[] = {
    {"pomp-mpicc", "mpicc", "POMP_MPICC"},
    {"pomp-mpicxx", "mpicxx", "POMP_MPICXX"},
    {"pomp-mpic++", "mpicxx", "POMP_MPICXX"},
};

static const struct language *language_of(const char *program) {
  const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;
  for (size_t i = 0; i < sizeof languages / sizeof *languages; ++i)
    if (strcmp(name, languages[i].name) == 0)
      return &languages[i];
  return NULL;
}

bool mpi_compiler_is(const char *program) { return language_of(program) != NULL; }

/* Sets the variables that Open MPI's, MPICH's and Intel's wrappers look at. They split the command there at blanks, so
 * a directory with blanks goes into PATH. Returns false if memory is short or /proc/self/exe can't be read. */
static bool set_compilers(void) {
  static const struct {
    const char *setting, *name;
  } compilers[] = {{"OMPI_CC", "pomp-clang"},     {"OMPI_CXX", "pomp-clang++"}, {"MPICH_CC", "pomp-clang"},
                   {"MPICH_CXX", "pomp-clang++"}, {"I_MPI_CC", "pomp-clang"},   {"I_MPI_CXX", "pomp-clang++"}};
  static char directory[PATH_MAX], text[2 * PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", directory, sizeof directory - 1);
  char *slash = length > 0 ? strrchr(directory, '/') : NULL;
  if (!slash)
    return false;
  slash[1] = '\0';
  bool blanks = strchr(directory, ' ') != NULL;
  bool good = true;
  if (blanks) {
    const char *path = getenv("PATH");
    char *longer = NULL;
    *slash = '\0';
    good = asprintf(&longer, "%s:%s", directory, path ? path : "/usr/bin:/bin") > 0 && setenv("PATH", longer, 1) == 0;
    free(longer);
  }
  for (size_t i = 0; good && i < sizeof compilers / sizeof *compilers; ++i) {
    snprintf(text, sizeof text, "%s%s", blanks ? "" : directory, compilers[i].name);
    good = setenv(compilers[i].setting, text, 1) == 0;
  }
  return good;
}

/* Any MPI library's wrapper says with -show which compiler it runs. What runs none of ours measures nothing, in
 * silence. */
static void check(const char *chosen, const char *setting) {
  char *const ask[] = {(char *)chosen, (char *)"-show", NULL};
  char text[4096];
  if (run_and_read(ask, setting, STDOUT_FILENO, text, sizeof text) != -1 && !strstr(text, "pomp-clang"))
    warn("%s names %s, which does not say with -show that it runs pomp-clang: what it compiles is not measured",
         setting, chosen);
}

int mpi_compiler_run(char *argv[]) {
  const struct language *language = language_of(argv[0]);
  const char *chosen = getenv(language->setting), *program = chosen && *chosen ? chosen : language->standard;
  if (!set_compilers()) {
    complain("can't find out in /proc/self/exe where it is: %s", strerror(errno));
    return 1;
  }
  if (chosen && *chosen)
    check(chosen, language->setting);
  char *command = strdup(program); /* Open MPI's wrapper looks at the name that it is called by */
  argv[0] = command ? command : argv[0];
  execvp(program, argv);
  complain("can't run %s: %s (%s names another)", program, strerror(errno), language->setting);
  return CANT_RUN;
}
