/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* program.c - as the kernel and execvp(3) find the file that is to be executed.
 * Not here: what it needs (linked.c). */
#include "commands/exec/program.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { SCRIPTS = 4, LINE = 256 }; /* so many interpreters, and so much of the first line, the kernel takes */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool is_program(const char *path) {
  struct stat s;
  if (stat(path, &s) != 0)
    return false;
  errno = EACCES;
  return S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

bool program_find(const char *name, char path[PATH_MAX]) {
  const char *folders = getenv("PATH");
  int why = ENOENT;
  if (strchr(name, '/')) {
    snprintf(path, PATH_MAX, "%s", name);
    return is_program(path);
  }
  for (const char *at = folders ? folders : "/bin:/usr/bin"; *name;) {
    const size_t length = strcspn(at, ":");
    snprintf(path, PATH_MAX, "%.*s%s%s", (int)length, at, length ? "/" : "", name);
    if (is_program(path))
      return true;
    why = errno == EACCES ? EACCES : why;
    if (!at[length])
      break;
    at += length + 1;
  }
  errno = why;
  return false;
}

/* --- scripts --- */

/* Cuts off the first word of a line. */
static char *word_of(char **line) {
  char *word = *line + strspn(*line, " \t"), *end = word + strcspn(word, " \t");
  *line = *end ? end + 1 : end;
  *end = 0;
  return word;
}

/* env(1) looks for the program in PATH, behind its own options and variables. */
static const char *behind_env(char *line) {
  char *word = word_of(&line);
  while (*word == '-' || strchr(word, '='))
    word = word_of(&line);
  return word;
}

static bool first_line(const char *path, char line[LINE]) {
  FILE *file = fopen(path, "re");
  const bool script = file && fgets(line, LINE, file) && line[0] == '#' && line[1] == '!';
  if (file)
    fclose(file);
  if (script)
    line[strcspn(line, "\n")] = 0;
  return script;
}

void program_behind_script(char path[PATH_MAX]) {
  char line[LINE], found[PATH_MAX];
  for (int i = 0; i < SCRIPTS && first_line(path, line); i++) {
    char *rest = line + 2;
    const char *name = word_of(&rest);
    if (strcmp(base_name(name), "env") == 0)
      name = behind_env(rest);
    if (!program_find(name, found))
      return;
    memcpy(path, found, PATH_MAX);
  }
}

/* --- what kind of file it is --- */

bool program_is_privileged(const char *path) {
  struct stat s;
  struct statvfs mount;
  const bool counts = geteuid() == getuid() && statvfs(path, &mount) == 0 && !(mount.f_flag & ST_NOSUID);
  if (!counts || stat(path, &s) != 0)
    return false;
  return (s.st_mode & S_ISUID && s.st_uid != geteuid()) ||
         ((s.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP) && s.st_gid != getegid()) ||
         (geteuid() != 0 && getxattr(path, "security.capability", NULL, 0) > 0);
}

/* Tells whether the file's name is one of these, perhaps with a version behind it. */
static bool is_called(const char *path, const char *const *names) {
  const char *name = base_name(path);
  for (; *names; names++) {
    const size_t length = strlen(*names);
    if (strncmp(name, *names, length) == 0 && name[length + strspn(name + length, "0123456789.-")] == 0)
      return true;
  }
  return false;
}

bool program_loads_later(const char *path) {
  static const char *const names[] = {"python",     "pypy",  "R",      "Rscript", "julia", "octave",
                                      "octave-cli", "perl",  "ruby",   "node",    "java",  "lua",
                                      "php",        "guile", "MATLAB", "sage",    NULL};
  return is_called(path, names);
}

bool program_starts_others(const char *path) {
  static const char *const names[] = {"sh",    "bash",  "dash",   "zsh",     "ksh",     "fish",    "make",
                                      "ninja", "cmake", "mpirun", "mpiexec", "orterun", "prterun", "srun",
                                      "env",   "gdb",   "perf",   "strace",  "time",    NULL};
  return is_called(path, names);
}
