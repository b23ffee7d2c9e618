/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ask.c - asks a process that is measured to do something, and tells how it is measured.
 * Not here: how it is asked (control_block.c), which constructs a filter leaves out (ask_filter.c), what the process
 * does then (runtime/libpompomp/life/control.c). */
#include "base/user_error.h"
#include "library/control_block.h"
#include "library/read_internal.h"
#include "pomp_read.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The headers have the same numbers. */
SAME_NUMBER(POMP_READ_ON, POMP_COMMAND_ON);
SAME_NUMBER(POMP_READ_OFF, POMP_COMMAND_OFF);
SAME_NUMBER(POMP_READ_TRACE_ON, POMP_COMMAND_TRACE_ON);
SAME_NUMBER(POMP_READ_TRACE_OFF, POMP_COMMAND_TRACE_OFF);
SAME_NUMBER(POMP_READ_SAMPLE, POMP_COMMAND_SAMPLE);
SAME_NUMBER(POMP_READ_SUSPEND, POMP_COMMAND_SUSPEND);
SAME_NUMBER(POMP_READ_RESUME, POMP_COMMAND_RESUME);
SAME_NUMBER(POMP_READ_FILTER, POMP_COMMAND_FILTER);
SAME_NUMBER(POMP_READ_DONE, POMP_ANSWER_DONE);
SAME_NUMBER(POMP_READ_UNKNOWN_REQUEST, POMP_ANSWER_UNKNOWN);
SAME_NUMBER(POMP_READ_NO_TRACE, POMP_ANSWER_NO_TRACE);
SAME_NUMBER(POMP_READ_TRACE_CHOOSES, POMP_ANSWER_TRACE_CHOOSES);
SAME_NUMBER(POMP_READ_NO_SAMPLES, POMP_ANSWER_NO_SAMPLES);
SAME_NUMBER(POMP_READ_TOO_OFTEN, POMP_ANSWER_TOO_OFTEN);
SAME_NUMBER(POMP_READ_SANDBOX, POMP_ANSWER_SANDBOX);
SAME_NUMBER(POMP_READ_NO_EVENT, BLOCK_NO_EVENT);

static int ask(const struct process *p, const struct pomp_read_request *request) {
  struct block_words words = {.command = request->command, .value = request->value_ns};
  if (request->command == POMP_READ_FILTER)
    return ask_filter(p, request->rules ? request->rules : "", request->wait_ns);
  if (request->region && strlen(request->region) >= sizeof words.text) {
    user_error(NULL, "the region's name is too long");
    return -1;
  }
  snprintf(words.text, sizeof words.text, "%s", request->region ? request->region : "");
  return block_ask(p, &words, request->wait_ns);
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
    [POMP_READ_NOTHING] = "these rules exclude no region that has begun so far",
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
  int fd = block_open(&e->processes[process], O_RDONLY);
  const bool good = fd >= 0 && block_get(fd, &h, sizeof h, 0) && block_get(fd, &b, sizeof b, POMP_FORMAT_CONTROL_AT);
  if (fd >= 0)
    close(fd);
  pomp_read_end(was, good, NULL, 0);
  if (!good)
    return -1;
  struct pomp_read_control all = {.recording = (h.control & POMP_CONTROL_ON) != 0,
                                  .traced = h.traced != 0,
                                  .tracing = b.tracing != 0,
                                  .sample_ns = b.period,
                                  .held = b.held,
                                  .left_out = b.left_out};
  const uint64_t until = b.until, time = block_now();
  if (until > time) {
    all.left_ns = until - time;
    snprintf(all.region, sizeof all.region, "%.*s", (int)sizeof b.suspended - 1, b.suspended);
  }
  return give(of, size, &all, sizeof all);
}
