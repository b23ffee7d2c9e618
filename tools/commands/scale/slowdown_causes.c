/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slowdown_causes.c - what may be the cause of a finding, by what else was seen of it, and what to look at.
 * Not here: the findings (slowdown.c), what the compiler notes (noted.h). */
#include "commands/scale/noted.h"
#include "commands/scale/slowdown.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SHORT_CHUNK 1e-6   /* s, in which a chunk is dealt out and done */
#define KERNEL_PART 0.5    /* of what it takes longer */
enum { SMALL_CHUNK = 16 }; /* iterations: so many floats are in a cache line */

static void add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...) {
  size_t used = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + used, size - used, format, arguments);
  va_end(arguments);
}

/* --- each cause: whether it may be, and what is said then --- */

static bool may_be_noted(const struct slowdown *d) { return noted_some(d->part->notes); }
static void say_noted(const struct slowdown *d, char *text, size_t size) { noted_add(d->part->notes, text, size); }

/* Returns how much longer the kernel works for the teams in which it is. */
static double kernel_more(const struct slowdown *d) { return d->after->kernel - d->times * d->before->kernel; }

static bool may_be_kernel(const struct slowdown *d) {
  return d->before->kernel >= 0 && d->after->kernel >= 0 &&
         kernel_more(d) > KERNEL_PART * (d->after->seconds - d->perfect);
}

/* Names page faults or sleeps as the cause of the kernel's work if they are so many that they may take that time: a
 * page fault takes 0.7 us as a rule and 20 us at most, a sleep with its wake-up 10 and 200 us. */
static void say_kernel(const struct slowdown *d, char *text, size_t size) {
  const struct work *b = d->before, *w = d->after;
  const bool by_faults = w->faults * 20e-6 >= kernel_more(d), by_sleeps = w->sleeps * 200e-6 >= kernel_more(d);
  add(text, size,
      "The kernel works %.3f s for its parallel region, and %.3f s with more threads, with %.0f page faults, then "
      "%.0f, "
      "and %.0f sleeps, then %.0f: ",
      b->kernel, w->kernel, b->faults, w->faults, b->sleeps, w->sleeps);
  if (by_faults && !(by_sleeps && w->sleeps * 10e-6 > w->faults * 0.7e-6))
    add(text, size,
        "all threads' page faults go through what the process has once; allocate buffers once and use them again. ");
  else if (by_sleeps)
    add(text, size,
        "threads stop for locks that are not OpenMP's (malloc, rand, std::mutex, streams); take them less often, or "
        "have one for each thread. ");
  else
    add(text, size,
        "neither is often enough for that, so threads call it, most likely for a lock in a library (malloc, rand, "
        "std::mutex), or to read and write; strace -fc counts the calls. ");
}

static bool may_be_short_chunks(const struct slowdown *d) {
  return d->after->chunks > 0 && d->perfect / d->after->chunks < SHORT_CHUNK;
}
static void say_short_chunks(const struct slowdown *d, char *text, size_t size) {
  add(text, size, "The iterations of a chunk take %.0f ns without the others: make the chunks of the schedule larger. ",
      1e9 * d->perfect / d->after->chunks);
}

/* The construct's own line is where the compiler has put what fills and combines the copies. */
static bool may_be_reduction(const struct slowdown *d) {
  return d->line && strstr(d->part->clauses, "reduction(") && strcmp(d->line->where, d->part->where) == 0;
}
static void say_reduction(const struct slowdown *d, char *text, size_t size) {
  const char *clause = strstr(d->part->clauses, "reduction(");
  add(text, size,
      "That is the construct's own line, and it has %.*s: in each of %.0f executions each thread fills a copy of what "
      "that names, and adds it to the others'. Reduce over fewer elements, or update those that change by an atomic. ",
      (int)strcspn(clause, ")") + 1, clause, d->after->visits / d->many);
}

static bool may_be_interleaved(const struct slowdown *d) {
  const struct work_part *p = d->part;
  const uint32_t schedule = POMP_FACTS_SCHEDULE(p->facts);
  return (schedule == POMP_SCHEDULE_STATIC && p->chunk && p->chunk < SMALL_CHUNK) ||
         (schedule == POMP_SCHEDULE_DYNAMIC && p->chunk < SMALL_CHUNK);
}
static void say_interleaved(const struct slowdown *d, char *text, size_t size) {
  (void)d;
  add(text, size,
      "Neighbouring iterations are other threads' (schedule): if they store next to each other, cache lines "
      "go to and fro; take schedule(static), or larger chunks. ");
}

const struct slowdown_cause slowdown_causes[SLOWDOWN_CAUSE_COUNT] = {
#define CAUSE_ROW(name, id, text) {#id, text, may_be_##id, say_##id},
    SLOWDOWN_CAUSES(CAUSE_ROW)
#undef CAUSE_ROW
};

bool slowdown_may_be(const struct slowdown *d, enum slowdown_cause_number cause) {
  return (d->property != SLOWDOWN_MORE_WORK || cause == SLOWDOWN_CAUSE_NOTED) && slowdown_causes[cause].may_be(d);
}

/* These notes are about calls that go to the kernel. */
static bool is_noted_for_kernel(const struct slowdown *d) {
  static const char *const kinds[] = {"allocation", "locking", "printing", "shared_random"};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (noted_has(d->part->notes, kinds[i]))
      return true;
  return false;
}

/* What was measured comes before what the text of the program makes likely. */
const struct slowdown_cause *slowdown_cause(const struct slowdown *d) {
  if (slowdown_may_be(d, SLOWDOWN_CAUSE_KERNEL) && !is_noted_for_kernel(d))
    return &slowdown_causes[SLOWDOWN_CAUSE_KERNEL];
  for (int i = 0; i < SLOWDOWN_CAUSE_COUNT; i++)
    if (slowdown_may_be(d, (enum slowdown_cause_number)i))
      return &slowdown_causes[i];
  return NULL;
}

/* --- what to look at --- */

void slowdown_advice(const struct slowdown *d, char *text, size_t size) {
  const struct slowdown_cause *cause = slowdown_cause(d);
  const double more = d->after->seconds - d->perfect;
  *text = 0;
  if (d->line)
    add(text, size, "Samples find %.0f %% of what it takes longer in %s%s%s. ",
        d->line_more < more ? 100 * d->line_more / more : 100, d->line->function, *d->line->where ? ", " : "",
        d->line->where);
  if (cause)
    cause->say(d, text, size);
  if (d->property == SLOWDOWN_MORE_WORK)
    add(text, size,
        "Look at what the number of iterations or visits depends on: with more threads there are more of them.");
  else if (d->property == SLOWDOWN_REPLICATED_WORK && !noted_has(d->part->notes, "replicated_loop"))
    add(text, size,
        "Look whether a loop in the parallel region lacks its `for`, so that each thread executes all iterations: "
        "share it out.");
  else if (!cause)
    add(text, size,
        "%sThreads share cache lines there, the memory's bandwidth (then fewer bytes help, and no more threads), or "
        "cores.",
        d->line ? "" : "With POMP_SAMPLE=1, pomp-scale names the line that takes longer. ");
  const size_t length = strlen(text);
  text[length && text[length - 1] == ' ' ? length - 1 : length] = 0;
}
