/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_samples.c - reads modules, stacks and samples of profile.pomp.
 * Not here: the rest of the file (read_experiment.c), who called whom on a stack (tools/sums). */
#include "files/parse.h"
#include "files/processes.h"
#include "pomp_possible.h"

#include <stdlib.h>
#include <string.h>

static bool is_whole(const struct reader *r) { return r->e->header.state == POMP_STATE_COMPLETE; }

/* Returns the process whose blocks are there; NO_PROCESS if that is not known. */
static uint32_t process_at(const struct experiment *e, uint64_t at) {
  if (!e->of_job)
    return 0;
  for (uint32_t i = 0; i < e->process_count; i++)
    if (at >= e->processes[i].blocks && at - e->processes[i].blocks < e->processes[i].blocks_size)
      return i;
  return NO_PROCESS;
}

static uint64_t count_all(const struct later_blocks *of) {
  uint64_t all = 0;
  for (uint32_t i = 0; i < of->count; i++)
    all += of->blocks[i].count;
  return all;
}

/* --- modules --- */

/* The blocks come in the order of the processes that they belong to. */
static bool read_modules(struct reader *r) {
  struct experiment *e = r->e;
  uint64_t all = count_all(&r->modules);
  uint32_t last = 0;
  if (all && (all >= UINT32_MAX || !(e->modules = calloc(all, sizeof *e->modules))))
    return reader_fail(r, "not enough memory");
  for (uint32_t k = 0; k < r->modules.count; k++) {
    uint32_t process = process_at(e, r->modules.blocks[k].at);
    if (process == NO_PROCESS || process < last)
      return reader_fail(r, "damaged: samples of no process, or of two");
    struct process *p = &e->processes[last = process];
    if (!p->module_count)
      p->first_module = e->module_count;
    for (uint32_t i = 0; i < r->modules.blocks[k].count; i++) {
      struct pomp_module m;
      memcpy(&m, r->bytes + r->modules.blocks[k].at + (uint64_t)i * sizeof m, sizeof m);
      struct code_module *to = &e->modules[e->module_count++];
      *to = (struct code_module){.low = m.low, .high = m.high, .bias = m.bias};
      p->module_count++;
      if (!reader_string(r, m.path, &to->path) || !reader_string(r, m.build, &to->build))
        return false;
    }
  }
  return true;
}

const struct code_module *experiment_module(const struct experiment *e, uint32_t process, uint32_t known,
                                            uint64_t address) {
  const struct process *p = &e->processes[process];
  for (uint32_t i = known < p->module_count ? known : p->module_count; i-- > 0;) {
    const struct code_module *m = &e->modules[p->first_module + i];
    if (address >= m->low && address < m->high)
      return m;
  }
  return NULL;
}

/* --- stacks --- */

static uint64_t size_of_parts(const struct pomp_stack *s) {
  return sizeof *s + 8ull * s->registers + ((uint64_t)s->words * 4 + 7) / 8 * 8 + 8ull * s->words;
}

/* The places of the words lead into what was looked at, and none is there twice. */
static bool places_are_possible(const struct raw_stack *s) {
  for (uint32_t i = 0; i < s->words; i++)
    if (s->places[i] >= s->scanned / 8 || (i && s->places[i] <= s->places[i - 1]))
      return false;
  return true;
}

/* Reads the stack whose record is at `at` of the file, and whose copy is `bytes`. */
static bool read_stack(struct reader *r, uint64_t at, const unsigned char *bytes, const struct pomp_stack *s,
                       uint32_t process) {
  struct experiment *e = r->e;
  const unsigned char *values = bytes + sizeof *s;
  struct raw_stack *to = &e->stacks[e->stack_count++];
  *to = (struct raw_stack){.number = at / 8,
                           .at = s->at,
                           .which = s->which,
                           .process = process,
                           .flags = s->flags,
                           .scanned = s->scanned,
                           .modules = s->modules,
                           .registers = s->registers,
                           .words = s->words};
  const void *registers = values, *places = values + 8ull * s->registers;
  to->values = registers;
  to->places = places;
  to->word_values = (const uint64_t *)places + ((uint64_t)s->words + 1) / 2;
  if (s->registers != (uint32_t)__builtin_popcountll(s->which) || s->at % 8 || s->at > UINT64_MAX - s->scanned ||
      !places_are_possible(to))
    return reader_fail(r, "damaged: an impossible stack");
  if (is_whole(r) && s->modules > e->processes[process].module_count)
    return reader_fail(r, "damaged: a stack with modules that are not there");
  return true;
}

/* Goes through a block of stacks; `bytes` is a copy of it. Without room for the stacks, it counts them. */
static bool read_block(struct reader *r, const struct records_at *b, const unsigned char *bytes, uint64_t *stacks) {
  struct experiment *e = r->e;
  uint32_t process = process_at(e, b->at);
  if (process == NO_PROCESS || b->at % 8)
    return reader_fail(r, "damaged: samples of no process, or of two");
  for (uint64_t at = 0; at < b->count;) {
    struct pomp_stack s;
    if (b->count - at < sizeof s)
      return reader_fail(r, "damaged: half a stack");
    memcpy(&s, bytes + at, sizeof s);
    if (s.size % 8 || s.size > b->count - at || size_of_parts(&s) > s.size)
      return reader_fail(r, "damaged: half a stack");
    if (e->stacks && !read_stack(r, b->at + at, bytes + at, &s, process))
      return false;
    ++*stacks;
    at += s.size;
  }
  return true;
}

/* The bytes are copied first, as they may be those of a file that somebody writes to. */
static bool read_stacks(struct reader *r) {
  struct experiment *e = r->e;
  uint64_t size = 0, stacks = 0, again = 0, offset = 0;
  for (uint32_t k = 0; k < r->stacks.count; k++)
    size += (r->stacks.blocks[k].count + 7ull) / 8;
  if (!size)
    return true;
  if (!(e->stack_values = malloc(size * sizeof *e->stack_values)))
    return reader_fail(r, "not enough memory");
  for (int pass = 0; pass < 2; pass++) {
    offset = 0;
    for (uint32_t k = 0; k < r->stacks.count; offset += (r->stacks.blocks[k++].count + 7ull) / 8) {
      unsigned char *copy = (unsigned char *)(e->stack_values + offset);
      if (pass == 0)
        memcpy(copy, r->bytes + r->stacks.blocks[k].at, r->stacks.blocks[k].count);
      if (!read_block(r, &r->stacks.blocks[k], copy, pass == 0 ? &stacks : &again))
        return false;
    }
    if (pass == 0 && !(e->stacks = calloc(stacks + 1, sizeof *e->stacks)))
      return reader_fail(r, "not enough memory");
  }
  return true;
}

static uint32_t stack_of(const struct experiment *e, uint32_t number) {
  uint32_t low = 0, high = e->stack_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (e->stacks[middle].number == number)
      return middle;
    if (e->stacks[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return NO_STACK;
}

/* --- samples --- */

/* A copy that was made while the program ran may lack blocks that a record refers to. */
static bool find_references(struct reader *r, const struct pomp_sample *s, struct sample_record *to) {
  struct experiment *e = r->e;
  const struct node *n = s->node ? nodes_find(r, s->node) : NULL;
  const uint32_t location = reader_location(r, s->location);
  bool located = s->location != POMP_NOT_KNOWN && location < e->location_count;
  to->stack = s->stack ? stack_of(e, s->stack) : NO_STACK;
  bool lacks = (s->node && !n) || (s->location != POMP_NOT_KNOWN && !located) || (s->stack && to->stack == NO_STACK);
  if (lacks && is_whole(r))
    return reader_fail(r, "damaged: samples of what is not there");
  to->location = located ? location : NO_LOCATION;
  to->node = located && n ? (uint32_t)(n - e->nodes) : NO_NODE;
  if (n && POMP_KEY_ROLE(n->key) == POMP_ROLE_BLAME)
    return reader_fail(r, "damaged: samples of another kind of call path");
  if (located)
    to->process = e->locations[location].process;
  if (to->process == NO_PROCESS || (to->node != NO_NODE && e->locations[n->location].process != to->process) ||
      (to->stack != NO_STACK && e->stacks[to->stack].process != to->process))
    return reader_fail(r, "damaged: samples of no process, or of two");
  return true;
}

/* A record without samples is being made. */
static bool read_sample(struct reader *r, const struct pomp_sample *s, uint32_t process, uint64_t *count,
                        uint64_t *time) {
  struct sample_record to = {.process = process,
                             .state = s->state,
                             .os_thread = s->os_thread,
                             .pc = s->pc,
                             .count = s->count,
                             .time = s->time};
  if (!s->count)
    return true;
  if (s->count > POMP_MAX_VISITS - *count || s->time > POMP_MAX_CPU_TIME - *time)
    return reader_fail(r, "damaged: an impossible number of samples");
  *count += s->count;
  *time += s->time;
  if (!find_references(r, s, &to))
    return false;
  to.early = s->flags & POMP_SAMPLE_EARLY && r->e->processes[to.process].header.first_fork;
  r->e->samples[r->e->sample_count++] = to;
  return true;
}

static bool read_samples(struct reader *r) {
  struct experiment *e = r->e;
  uint64_t all = count_all(&r->samples), count = 0, time = 0;
  if (all && (all >= UINT32_MAX || !(e->samples = calloc(all, sizeof *e->samples))))
    return reader_fail(r, "not enough memory");
  for (uint32_t k = 0; k < r->samples.count; k++) {
    uint32_t process = process_at(e, r->samples.blocks[k].at);
    for (uint32_t i = 0; i < r->samples.blocks[k].count; i++) {
      struct pomp_sample s;
      memcpy(&s, r->bytes + r->samples.blocks[k].at + (uint64_t)i * sizeof s, sizeof s);
      if (!read_sample(r, &s, process, &count, &time))
        return false;
    }
  }
  return true;
}

bool samples_read(struct reader *r) { return read_modules(r) && read_stacks(r) && read_samples(r); }
