/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* screen.c - finds out about the terminal, and runs the pager.
 * Not here: what is shown. */
#include "show/screen.h"
#include "base/bidi_escapes.h"
#include "show/table.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* https://no-color.org: the variable is set, and not empty. */
static bool wants_colours(void) {
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return !(no && *no) && terminal && strcmp(terminal, "dumb") != 0;
}

static bool none;

void screen_is_none(void) { none = true; }
bool screen_is_terminal(void) { return !none && isatty(STDOUT_FILENO); }

bool screen_open(struct screen *s, bool plain) {
  *s = (struct screen){.out = stdout};
  struct winsize size;
  if (plain || !screen_is_terminal())
    return true;
  bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
  table_style.width = known ? size.ws_col : 0; /* 0: the terminal doesn't know */
  table_style.colours = wants_colours();
  s->lines = known ? size.ws_row : 0;
  s->out = open_memstream(&s->text, &s->size);
  return s->out != NULL;
}

/* Counts the lines that the text takes on the terminal, where long ones are broken, up to `enough`. */
static size_t lines_of(const char *text, size_t enough) {
  size_t lines = 0, columns = 0;
  for (; *text && lines < enough; text++) {
    if (*text == '\n') {
      lines++;
      columns = 0;
    } else if (*text == '\033') {
      text += strcspn(text, "m");
    } else if (((unsigned char)*text & 0xc0) != 0x80 && ++columns > table_style.width && table_style.width) {
      lines++;
      columns = 1;
    }
  }
  return lines;
}

/* Returns the pager's command; NULL: the user wants none. */
static const char *pager_of(void) {
  const char *pager = getenv("PAGER");
  if (!pager)
    return "less";
  return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
}

/* Becomes the pager, which reads from `from`. Colours go through less with R, what fits the screen does not stop it
 * with F. */
static _Noreturn void become(const char *pager, int from, int to) {
  dup2(from, STDIN_FILENO);
  close(from);
  close(to);
  setenv("LESS", "FRX", 0);
  execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
  _exit(127);
}

/* Hands the text to the pager. False if there is none that could be started. */
static bool page(const char *pager, const char *text, size_t size) {
  int ends[2], status;
  struct sigaction ignore = {.sa_handler = SIG_IGN}, pipe_before, interrupt_before;
  if (pipe2(ends, 0) != 0)
    return false;
  pid_t child = fork();
  if (child == 0)
    become(pager, ends[0], ends[1]);
  close(ends[0]);
  sigaction(SIGPIPE, &ignore, &pipe_before); /* the user may end the pager before all is read */
  sigaction(SIGINT, &ignore, &interrupt_before);
  for (size_t at = 0; child > 0 && at < size;) {
    ssize_t n = write(ends[1], text + at, size - at);
    if (n < 0 && errno != EINTR)
      break;
    at += n > 0 ? (size_t)n : 0;
  }
  close(ends[1]);
  bool ended = false;
  while (child > 0 && !(ended = waitpid(child, &status, 0) == child) && errno == EINTR)
    ;
  sigaction(SIGPIPE, &pipe_before, NULL);
  sigaction(SIGINT, &interrupt_before, NULL);
  bool missing = ended && WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126);
  return ended && !missing;
}

void screen_close(struct screen *s) {
  if (s->out == stdout)
    return;
  if (fclose(s->out) == 0 && s->text) {
    const char *pager = pager_of();
    size_t size;
    char *shown = bidi_escapes_copy(s->text, s->size, &size); /* the pager does not read from stdout */
    if (shown) {
      free(s->text);
      s->text = shown;
      s->size = size;
    }
    bool long_one = s->lines && lines_of(s->text, s->lines) >= s->lines;
    if (!(pager && long_one && page(pager, s->text, s->size)))
      fwrite(s->text, 1, s->size, stdout);
  }
  free(s->text);
}
