/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* message.c - lines on stderr: one line in one write, errno and the program's SIGPIPE left alone. */
#include "base/message.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>

static void say_number(void *n) {
  errno = 4711;
  pomp_say("the number is %d", *(int *)n);
  CHECK(errno == 4711);
}

static void say_long(void *text) { pomp_say("%s", (const char *)text); }

static void say_bytes(void *text) { pomp_say_text(text, 3); }

static void a_line_is_a_line(void) {
  int n = 42;
  CHECK(strcmp(unit_stderr(say_number, &n), "pomp: the number is 42\n") == 0);
  CHECK(strcmp(unit_stderr(say_bytes, "abcdef"), "abc") == 0);
  char text[5000];
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = 0;
  const char *said = unit_stderr(say_long, text);
  size_t length = strlen(said);
  CHECK(length > 1000 && length < sizeof text && strchr(said, '\n') == said + length - 1);
}

/* A directory's name may be anything, and a terminal takes some bytes for commands. */
static void terminals_get_no_commands(void) {
  CHECK(strcmp(unit_stderr(say_long, "a\033[31mb\nc\r\177\302\233d\xff"), "pomp: a?[31mb?c????d?\n") == 0);
  CHECK(strcmp(unit_stderr(say_long, "gr\303\274n \342\200\246"), "pomp: gr\303\274n \342\200\246\n") == 0);
}

/* Text that does not fit is left out, and nothing is written behind the end. */
static void text_has_an_end(void) {
  char bytes[12] = "###########";
  struct pomp_text text = {bytes, 8, 0};
  pomp_text_add(&text, "%s", "abc");
  CHECK(text.length == 3 && strcmp(bytes, "abc") == 0);
  pomp_text_add(&text, "%d", 123456);
  CHECK(text.length == 7 && strcmp(bytes, "abc1234") == 0);
  pomp_text_add(&text, "more");
  CHECK(text.length == 7 && bytes[8] == '#');
}

static volatile sig_atomic_t signals;
static void count(int number) {
  (void)number;
  signals++;
}

/* A pipe that nobody reads gives a SIGPIPE, which is not the program's; one that the program has pending stays. */
static void nobody_reads(void) {
  int ends[2];
  signal(SIGPIPE, count);
  CHECK(pipe(ends) == 0 && close(ends[0]) == 0);
  pomp_write_all(ends[1], "text", 4);
  CHECK(signals == 0);
  sigset_t set, old, pending;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  sigprocmask(SIG_BLOCK, &set, &old);
  raise(SIGPIPE);
  pomp_write_all(ends[1], "text", 4);
  CHECK(sigpending(&pending) == 0 && sigismember(&pending, SIGPIPE) == 1);
  sigprocmask(SIG_SETMASK, &old, NULL);
  CHECK(signals == 1);
  close(ends[1]);
}

int main(void) {
  a_line_is_a_line();
  terminals_get_no_commands();
  text_has_an_end();
  nobody_reads();
  return 0;
}
