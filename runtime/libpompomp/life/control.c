/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* control.c - carries out requests of the control block.
 * Not here: what is switched (trace.c, sampling.c), how threads wait (events/rare_events.c), who asks
 * (tools/commands/control).
 *
 * Whoever may write to the file may ask for anything, and may write nonsense. So a request is copied before it is
 * looked at, a text ends where the copy does, and nothing that it has is taken for a size, a path or a pointer. */
#include "life/control.h"
#include "base/clock.h"
#include "base/sandbox.h"
#include "base/side_stack.h"
#include "definitions/region.h"
#include "pomp.h"
#include "pomp_system.h"
#include "records/trace.h"
#include "state/slow_lock.h"
#include "teams/location.h"
#include "teams/sampling.h"

#include <string.h>

#define NS 1000000000u
#define AT_ONCE 16 /* requests that an event carries out; more of them leave work for the next one */

/* It is the copy of a request. */
struct request {
  uint32_t command;
  uint64_t value;
  char text[POMP_REQUEST_TEXT];
};

static uint32_t done; /* the number of the last request that was carried out */
static bool forbids_signals;
static struct {
  bool on;
  uint64_t until; /* ns of CLOCK_MONOTONIC */
  char region[POMP_REQUEST_TEXT];
} suspension;
static uint32_t held, left_out;

static struct pomp_control_block *block(void) {
  return (struct pomp_control_block *)(void *)(pomp_base + POMP_FORMAT_CONTROL_AT);
}

static uint64_t now_ns(void) {
  struct timespec now = {0, 0};
  pomp_sys_clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * NS + (uint64_t)now.tv_nsec;
}

/* --- what can be asked for --- */

void pomp_control_record(bool on) {
  uint32_t *control = &pomp_file()->control; /* somebody may set the bit of a request at the same time */
  if (on)
    __atomic_fetch_or(control, (uint32_t)POMP_CONTROL_ON, __ATOMIC_RELAXED);
  else
    __atomic_fetch_and(control, ~(uint32_t)POMP_CONTROL_ON, __ATOMIC_RELAXED);
  if (pomp_tls.here)
    POMP_TRACE(pomp_tls.here, POMP_CODE_SWITCH, pomp_clock(), on);
}

static enum pomp_answer switch_on(const struct request *r) {
  (void)r;
  pomp_control_record(true);
  return POMP_ANSWER_DONE;
}
static enum pomp_answer switch_off(const struct request *r) {
  (void)r;
  pomp_control_record(false);
  return POMP_ANSWER_DONE;
}

static enum pomp_answer trace(bool on) {
  if (!pomp_trace_goes_on())
    return POMP_ANSWER_NO_TRACE;
  if (pomp_trace_selects)
    return POMP_ANSWER_TRACE_CHOOSES;
  pomp_trace_turn(on, pomp_clock());
  return POMP_ANSWER_DONE;
}
static enum pomp_answer trace_on(const struct request *r) {
  (void)r;
  return trace(true);
}
static enum pomp_answer trace_off(const struct request *r) {
  (void)r;
  return trace(false);
}

static enum pomp_answer sample(const struct request *r) { return pomp_sampling_turn(r->value, forbids_signals); }

/* Asked again, it holds for longer. */
static enum pomp_answer suspend(const struct request *r) {
  if (!*r->text || !r->value || r->value > POMP_LEASE_MOST)
    return POMP_ANSWER_UNKNOWN;
  if (pomp_sandbox_is_possible())
    return POMP_ANSWER_SANDBOX;
  memcpy(suspension.region, r->text, sizeof suspension.region);
  POMP_STORE(suspension.until, now_ns() + r->value);
  __atomic_store_n(&suspension.on, true, __ATOMIC_RELEASE);
  return POMP_ANSWER_DONE;
}
static enum pomp_answer resume(const struct request *r) {
  (void)r;
  POMP_STORE(suspension.on, false);
  return POMP_ANSWER_DONE;
}

/* Constructs that are left out can't come back: their descriptors are the program's, and are not known here. */
static enum pomp_answer filter(const struct request *r) {
  uint32_t more = 0;
  if (r->value > POMP_FILTERED)
    return POMP_ANSWER_UNKNOWN;
  for (uint32_t i = 0; i < POMP_REQUEST_BITS; i++)
    if ((unsigned char)r->text[i / 8] & 1u << i % 8)
      more += pomp_region_leave_out((uint32_t)r->value + i);
  for (struct pomp_thread *t = more ? pomp_location_all() : NULL; t; t = t->next_all)
    pomp_tree_leave_out(t, pomp_region_is_left_out);
  left_out += more;
  return POMP_ANSWER_DONE;
}

static enum pomp_answer (*const commands[POMP_COMMAND_COUNT])(const struct request *r) = {
    [POMP_COMMAND_ON] = switch_on,        [POMP_COMMAND_OFF] = switch_off, [POMP_COMMAND_TRACE_ON] = trace_on,
    [POMP_COMMAND_TRACE_OFF] = trace_off, [POMP_COMMAND_SAMPLE] = sample,  [POMP_COMMAND_SUSPEND] = suspend,
    [POMP_COMMAND_RESUME] = resume,       [POMP_COMMAND_FILTER] = filter,
};

/* --- requests --- */

/* Puts down how things are, for those who ask. */
static void tell(struct pomp_control_block *b) {
  POMP_STORE(b->tracing, POMP_LOAD(pomp_own.trace_on) != 0);
  POMP_STORE(b->period, pomp_sampling_period());
  POMP_STORE(b->held, POMP_LOAD(held));
  POMP_STORE(b->left_out, left_out);
  POMP_STORE(b->until, suspension.on ? suspension.until : 0);
  memcpy(b->suspended, suspension.region, sizeof suspension.region);
}

/* If somebody writes to the request while it is copied, that belongs to the next one. */
static void carry_out_one(struct pomp_control_block *b, uint32_t number) {
  struct request r = {.command = POMP_LOAD(b->command), .value = POMP_LOAD(b->value)};
  memcpy(r.text, b->text, sizeof r.text);
  r.text[sizeof r.text - 1] = 0;
  POMP_STORE(done, number);
  const bool is_known = r.command < POMP_COMMAND_COUNT && commands[r.command];
  const enum pomp_answer answer = is_known ? commands[r.command](&r) : POMP_ANSWER_UNKNOWN;
  tell(b);
  POMP_STORE(b->answer, (uint32_t)answer);
  __atomic_store_n(&b->answered, number, __ATOMIC_RELEASE);
}

/* The word goes back to what it is without a request, before it is looked whether there is one: who asks sets it again
 * after that. While threads are suspended it stays, so that each event comes here. */
static void carry_out(void *unused) {
  (void)unused;
  struct pomp_control_block *b = block();
  if (pomp_phase != POMP_RUNNING)
    return;
  if (suspension.on && now_ns() >= suspension.until) {
    POMP_STORE(suspension.on, false);
    tell(b);
  }
  for (unsigned i = 0; i < AT_ONCE; i++) {
    if (!suspension.on)
      __atomic_fetch_and(&pomp_file()->control, (uint32_t)POMP_CONTROL_ON, __ATOMIC_ACQ_REL);
    const uint32_t number = POMP_ACQUIRE(b->asked);
    if (number == done)
      return;
    carry_out_one(b, number);
    if (suspension.on)
      __atomic_fetch_or(&pomp_file()->control, (uint32_t)POMP_CONTROL_ASKED, __ATOMIC_ACQ_REL);
  }
  __atomic_fetch_or(&pomp_file()->control, (uint32_t)POMP_CONTROL_ASKED, __ATOMIC_ACQ_REL);
}

static bool is_over(void) { return POMP_LOAD(suspension.on) && now_ns() >= POMP_LOAD(suspension.until); }

void pomp_control_look(void) {
  if (POMP_LOAD(suspension.on) && POMP_ACQUIRE(block()->asked) == POMP_LOAD(done) && !is_over())
    return;
  if (pomp_slow_begin()) {
    pomp_call_aside(carry_out, NULL);
    pomp_slow_end();
  }
}

bool pomp_control_suspends(const struct ompregdescr *d) {
  return POMP_ACQUIRE(suspension.on) && strcmp(d->name, "region") == 0 && strcmp(d->sub_name, suspension.region) == 0;
}

void pomp_control_note_held(uint32_t more) {
  const uint32_t now = __atomic_add_fetch(&held, more, __ATOMIC_RELAXED);
  POMP_STORE(block()->held, now);
}

void pomp_control_start(bool no_signals) {
  forbids_signals = no_signals;
  tell(block());
}
