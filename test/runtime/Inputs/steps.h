/* steps.h - a program that executes itself step by step, and keeps in `states` what is in the experiment's files, `e`,
 * after each instruction that has changed them. What it does between two marks, where it is stepped, is the test's own.
 */
#ifndef STEPS_H
#define STEPS_H

#include "regions.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define MARK() __asm__ volatile("int3" ::: "memory")
#define STEPPED(event)                                                                                                 \
  do {                                                                                                                 \
    MARK();                                                                                                            \
    event;                                                                                                             \
    MARK();                                                                                                            \
  } while (0)

/* Keeps the begin of a file, where all its contents are, as it was and as it is. */
struct file {
  const char *name;
  char was[256 << 10], is[256 << 10];
  ssize_t size;
} files[] = {{.name = "profile.pomp"}, {.name = "trace.pomp"}};

enum change { NOTHING, CLEARED, CHANGED };
static enum change changed(struct file *f) {
  enum change change = NOTHING;
  char path[64];
  snprintf(path, sizeof path, "e/%s", f->name);
  int fd = open(path, O_RDONLY);
  if (fd < 0)
    return NOTHING;
  f->size = read(fd, f->is, sizeof f->is);
  close(fd);
  if (f->size > 0 && memcmp(f->was, f->is, (size_t)f->size) != 0)
    for (ssize_t i = 0; i < f->size && change != CHANGED; i++)
      if (f->was[i] != f->is[i])
        change = f->is[i] ? CHANGED : CLEARED;
  memcpy(f->was, f->is, sizeof f->was);
  return change;
}

static void keep(long number) {
  char path[64];
  snprintf(path, sizeof path, "states/%ld", number);
  mkdir(path, 0777);
  for (struct file *f = files; f < files + 2; f++) {
    snprintf(path, sizeof path, "states/%ld/%s", number, f->name);
    FILE *copy = f->size > 0 ? fopen(path, "w") : NULL;
    if (copy && (fwrite(f->is, 1, (size_t)f->size, copy) != (size_t)f->size || fclose(copy)))
      exit(1);
  }
}

/* True if the next instruction is the kernel's, which writes no file. It reads the clock anew if the kernel has set
 * that in the meantime, so that it would never come to an end if each step of it took long. */
static bool is_in_vdso(pid_t child) {
  static unsigned long low, high;
  char path[64], line[512];
  snprintf(path, sizeof path, "/proc/%d/maps", (int)child);
  FILE *maps = high ? NULL : fopen(path, "r");
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "[vdso]"))
      sscanf(line, "%lx-%lx", &low, &high);
  if (maps)
    fclose(maps);
  unsigned long at = (unsigned long)ptrace(PTRACE_PEEKUSER, child, offsetof(struct user, regs.rip), NULL);
  return at - low < high - low;
}

/* Executes `argv` without its first argument. Many instructions in a row only clear memory; few of those states are
 * kept. */
static int step_through(char **argv) {
  pid_t child = fork();
  if (child == 0) {
    argv[1] = argv[0];
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
      perror("ptrace");
    execv(argv[0], argv + 1);
    _exit(127);
  }
  long number = 0, cleared = 0;
  int status, marks = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    siginfo_t info;
    if (WSTOPSIG(status) == SIGBUS) { /* the watch of slow paths finds this one slow: it is not reported */
      if (ptrace(marks % 2 ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, 0L))
        return 1;
      continue;
    }
    if (WSTOPSIG(status) != SIGTRAP || ptrace(PTRACE_GETSIGINFO, child, NULL, &info))
      return 1;
    marks += info.si_code == SI_KERNEL;
    if (marks && !is_in_vdso(child)) {
      enum change first = changed(&files[0]), second = changed(&files[1]), change = first > second ? first : second;
      cleared = change == CLEARED ? cleared + 1 : change == CHANGED ? 0 : cleared;
      if (change == CHANGED || (change == CLEARED && (cleared < 20 || cleared % 500 == 0)))
        keep(++number);
    }
    if (ptrace(marks % 2 ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, 0L))
      return 1;
  }
  return !marks || marks % 2 || !WIFEXITED(status) || WEXITSTATUS(status);
}

#endif
