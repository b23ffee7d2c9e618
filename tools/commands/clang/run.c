/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run.c - starts other programs.
 * What does not live here: what run.h says. */
#define _GNU_SOURCE /* memfd_create, pipe2 */
#include "commands/clang/run.h"

#include "pomp_file.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

/* Writes the words from `first` on as a response file, and returns the word that names it; NULL: it can't be written.
 * The file is in memory and has no name of its own: it goes with the last process that has it open. */
static char *write_response_file(const struct words *words, int first) {
  char *text = NULL, *name = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (!memory)
    return NULL;
  for (int i = first; i < words->count; ++i) {
    fputc('"', memory);
    for (const char *c = words->text[i]; *c; ++c) {
      if (*c == '"' || *c == '\\')
        fputc('\\', memory);
      fputc(*c, memory);
    }
    fputs("\"\n", memory);
  }
  int file = fclose(memory) == 0 ? memfd_create("pomp-clang", 0) : -1;
  if (file >= 0 && pomp_file_write(file, text, size) == 0 && asprintf(&name, "@/proc/self/fd/%d", file) < 0)
    name = NULL;
  free(text);
  return name;
}

void run_instead(struct words *words, int first) {
  execvp(words->text[0], words->text);
  if (errno != E2BIG)
    return;
  char *file = write_response_file(words, first);
  if (!file)
    return;
  struct words less = {0};
  for (int i = 0; i < first; ++i)
    words_add(&less, words->text[i], -1);
  words_add(&less, file, -1);
  execvp(less.text[0], less.text);
}

/* Waits for a child. Signals from the terminal reach both, and the child decides. */
static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
    return 128 + WTERMSIG(status);
  }
  return WEXITSTATUS(status);
}

/* The child tells through a pipe, which a program that starts closes, why it could not start one. */
static int wait_for_start(pid_t child, int end) {
  int error = 0;
  if (read(end, &error, sizeof error) != sizeof error)
    error = 0;
  close(end);
  int status = wait_for(child);
  errno = error;
  return error ? -1 : status;
}

int run_and_wait(struct words *words, int first) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return -1;
  pid_t child = fork();
  if (child == 0) {
    run_instead(words, first);
    int error = errno;
    _exit(write(ends[1], &error, sizeof error) == sizeof error ? 127 : 126);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return -1;
  }
  return wait_for_start(child, ends[0]);
}

static _Noreturn void read_child(char *const argv[], const char *without, int stream, int out, int failed) {
  int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (without)
    unsetenv(without);
  if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
      dup2(nothing, STDERR_FILENO) >= 0 && dup2(out, stream) >= 0)
    execvp(argv[0], argv);
  int error = errno;
  _exit(write(failed, &error, sizeof error) == sizeof error ? 127 : 126);
}

int run_and_read(char *const argv[], const char *without, int stream, char *text, size_t size) {
  int out[2], failed[2];
  if (pipe2(out, O_CLOEXEC) != 0)
    return -1;
  if (pipe2(failed, O_CLOEXEC) != 0) {
    close(out[0]), close(out[1]);
    return -1;
  }
  pid_t child = fork();
  if (child == 0)
    read_child(argv, without, stream, out[1], failed[1]);
  close(out[1]), close(failed[1]);
  size_t used = 0;
  char rest[4096];
  for (ssize_t n; child > 0;) {
    bool room = used + 1 < size;
    n = read(out[0], room ? text + used : rest, room ? size - used - 1 : sizeof rest);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    used += room ? (size_t)n : 0;
  }
  text[used] = '\0';
  close(out[0]);
  if (child < 0) {
    close(failed[0]);
    return -1;
  }
  return wait_for_start(child, failed[0]);
}
