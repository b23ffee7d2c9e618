/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ask.c - asks a process that is measured to do something, by its experiment's control block.
 * Not here: what it does then (runtime/libpompomp/life/control.c). */
#include "parts.h"
#include "pomp_read.h"
#include "running.h"
#include "user_error.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The headers have the same numbers. */
SAME_NUMBER(POMP_READ_ON, POMP_COMMAND_ON);
SAME_NUMBER(POMP_READ_OFF, POMP_COMMAND_OFF);
SAME_NUMBER(POMP_READ_TRACE_ON, POMP_COMMAND_TRACE_ON);
SAME_NUMBER(POMP_READ_TRACE_OFF, POMP_COMMAND_TRACE_OFF);
SAME_NUMBER(POMP_READ_SAMPLE, POMP_COMMAND_SAMPLE);
SAME_NUMBER(POMP_READ_SUSPEND, POMP_COMMAND_SUSPEND);
SAME_NUMBER(POMP_READ_RESUME, POMP_COMMAND_RESUME);
SAME_NUMBER(POMP_READ_DONE, POMP_ANSWER_DONE);
SAME_NUMBER(POMP_READ_UNKNOWN_REQUEST, POMP_ANSWER_UNKNOWN);
SAME_NUMBER(POMP_READ_NO_TRACE, POMP_ANSWER_NO_TRACE);
SAME_NUMBER(POMP_READ_TRACE_CHOOSES, POMP_ANSWER_TRACE_CHOOSES);
SAME_NUMBER(POMP_READ_NO_SAMPLES, POMP_ANSWER_NO_SAMPLES);
SAME_NUMBER(POMP_READ_TOO_OFTEN, POMP_ANSWER_TOO_OFTEN);
SAME_NUMBER(POMP_READ_SANDBOX, POMP_ANSWER_SANDBOX);

#define NS 1000000000u
#define MOMENT_NS 1000000 /* so long it is until it is looked for an answer again */
#define ASKED_AT (offsetof(struct pomp_header, control) + 1)

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * NS + (uint64_t)t.tv_nsec;
}

static void wait_a_moment(void) {
  const struct timespec moment = {0, MOMENT_NS};
  nanosleep(&moment, NULL);
}

/* --- the file of a process --- */

static bool get(int fd, void *to, size_t size, uint64_t at) {
  return pread(fd, to, size, (off_t)at) == (ssize_t)size || user_error(NULL, "its experiment can't be read");
}
static bool put(int fd, const void *from, size_t size, uint64_t at) {
  return pwrite(fd, from, size, (off_t)at) == (ssize_t)size ||
         user_error(NULL, "its experiment can't be written: %s", strerror(errno));
}

/* Another process may have the number by now. */
static bool is_of(const struct pomp_header *h, const struct process *p) {
  return memcmp(h->magic, POMP_FORMAT_MAGIC, sizeof h->magic) == 0 && h->version == POMP_FORMAT_VERSION &&
         h->pid == p->header.pid && h->pid_start == p->header.pid_start;
}

/* Opens the file that the process has in memory. -1, with a message, if it can't be. */
static int open_file(const struct process *p, int access) {
  char pid[16], path[4096];
  struct pomp_header h;
  struct stat s;
  snprintf(pid, sizeof pid, "%u", p->header.pid);
  if (p->state != RUN_RUNNING) {
    user_error(NULL,
               p->state == RUN_UNKNOWN ? "process %s is, or was, on another machine: %s"
                                       : "process %s does not run any more",
               pid, p->host);
    return -1;
  }
  if (!running_find(pid, path, sizeof path))
    return -1;
  int fd = open(path, access | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    user_error(path, "%s", strerror(errno));
  else if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || !get(fd, &h, sizeof h, 0) || !is_of(&h, p)) {
    user_error(path, "it is not the experiment of process %s any more", pid);
    close(fd);
    fd = -1;
  }
  return fd;
}

/* --- a request --- */

/* One at a time asks. The lock goes with the descriptor. */
static bool take_turn(int fd, uint64_t end) {
  struct flock l = {.l_type = F_WRLCK,
                    .l_whence = SEEK_SET,
                    .l_start = POMP_FORMAT_CONTROL_AT,
                    .l_len = sizeof(struct pomp_control_block)};
  while (fcntl(fd, F_OFD_SETLK, &l) != 0) {
    if (errno != EAGAIN && errno != EACCES && errno != EINTR)
      return user_error(NULL, "its experiment can't be locked: %s", strerror(errno));
    if (now() >= end)
      return user_error(NULL, "somebody else asks it for something");
    wait_a_moment();
  }
  return true;
}

static bool write_request(int fd, const struct pomp_read_request *request, uint32_t *number) {
  struct pomp_control_block b;
  const unsigned char asked = 1;
  const size_t length = request->region ? strlen(request->region) : 0;
  if (length >= sizeof b.text)
    return user_error(NULL, "the region's name is too long");
  if (!get(fd, &b, sizeof b, POMP_FORMAT_CONTROL_AT))
    return false;
  *number = b.asked + 1 ? b.asked + 1 : 1;
  b.asked = *number;
  b.command = request->command;
  b.value = request->value_ns;
  memset(b.text, 0, sizeof b.text);
  memcpy(b.text, request->region ? request->region : "", length);
  const size_t after = offsetof(struct pomp_control_block, command);
  return put(fd, &b.command, offsetof(struct pomp_control_block, answered) - after, POMP_FORMAT_CONTROL_AT + after) &&
         put(fd, &b.asked, sizeof b.asked, POMP_FORMAT_CONTROL_AT) && put(fd, &asked, sizeof asked, ASKED_AT);
}

/* Waits for the answer. POMP_READ_NO_EVENT: there was none in time. -1: there will be none. */
static int read_answer(int fd, uint32_t number, uint64_t end) {
  for (;;) {
    struct pomp_control_block b;
    struct pomp_header h;
    if (!get(fd, &b, sizeof b, POMP_FORMAT_CONTROL_AT) || !get(fd, &h, sizeof h, 0))
      return -1;
    if (b.answered == number)
      return b.answer < POMP_ANSWER_COUNT ? (int)b.answer : POMP_READ_UNKNOWN_REQUEST;
    if (h.state != POMP_STATE_RUNNING) {
      user_error(NULL, "its measurement has just ended");
      return -1;
    }
    if (now() >= end)
      return POMP_READ_NO_EVENT;
    wait_a_moment();
  }
}

static int ask(const struct process *p, const struct pomp_read_request *request) {
  const uint64_t end = now() + request->wait_ns;
  uint32_t number;
  int fd = open_file(p, O_RDWR);
  int answer = fd >= 0 && take_turn(fd, end) && write_request(fd, request, &number) ? read_answer(fd, number, end) : -1;
  if (fd >= 0)
    close(fd);
  return answer;
}

POMP_READ_API int pomp_read_ask(const struct pomp_read *r, uint32_t process, const struct pomp_read_request *request,
                                size_t size, char *error, size_t error_size) {
  struct pomp_read_request all = {.command = 0};
  const struct experiment *e = &r->now->loaded.experiment;
  memcpy(&all, request, size < sizeof all ? size : sizeof all);
  int was = pomp_read_begin(error, error_size), answer = -1;
  if (process < e->process_count)
    answer = ask(&e->processes[process], &all);
  else
    user_error(NULL, "there is no process %u", process);
  pomp_read_end(was, answer >= 0, error, error_size);
  return answer;
}

/* --- how things are --- */

static const char *const texts[] = {
    [POMP_READ_UNKNOWN_REQUEST] = "the program's libpompomp does not know this command, or takes no such value",
    [POMP_READ_NO_TRACE] = "the program is not traced: POMP_TRACE=1 begins a trace when it starts",
    [POMP_READ_TRACE_CHOOSES] = "POMP_TRACE_SELECT says what is traced in this run",
    [POMP_READ_NO_SAMPLES] =
        "its threads can't be sampled: no signal is free for that, or POMP_SIGNALS=none forbids it",
    [POMP_READ_TOO_OFTEN] =
        "samples of this run count for a longer time each: the period can't become shorter than the "
        "first one was",
    [POMP_READ_SANDBOX] = "the program can forbid itself system calls (seccomp), so that its threads can't be "
                          "suspended",
    [POMP_READ_NO_EVENT] = "no thread has had an event yet: it will be done at the next one",
};

POMP_READ_API const char *pomp_read_answer_text(int answer) {
  const bool is_refusal = answer > POMP_READ_DONE && (size_t)answer < sizeof texts / sizeof *texts;
  return is_refusal ? texts[answer] : "";
}

/* The block's texts need not end. */
POMP_READ_API int pomp_read_control(const struct pomp_read *r, uint32_t process, struct pomp_read_control *of,
                                    size_t size) {
  const struct experiment *e = &r->now->loaded.experiment;
  struct pomp_control_block b;
  struct pomp_header h;
  if (process >= e->process_count)
    return -1;
  int was = pomp_read_begin(NULL, 0);
  int fd = open_file(&e->processes[process], O_RDONLY);
  const bool good = fd >= 0 && get(fd, &h, sizeof h, 0) && get(fd, &b, sizeof b, POMP_FORMAT_CONTROL_AT);
  if (fd >= 0)
    close(fd);
  pomp_read_end(was, good, NULL, 0);
  if (!good)
    return -1;
  struct pomp_read_control all = {.recording = (h.control & POMP_CONTROL_ON) != 0,
                                  .traced = h.traced != 0,
                                  .tracing = b.tracing != 0,
                                  .sample_ns = b.period,
                                  .held = b.held};
  const uint64_t until = b.until, time = now();
  if (until > time) {
    all.left_ns = until - time;
    snprintf(all.region, sizeof all.region, "%.*s", (int)sizeof b.suspended - 1, b.suspended);
  }
  return give(of, size, &all, sizeof all);
}
