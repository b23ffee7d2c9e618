/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* switch_ring.c - the kernel's records of switches (perf_event_open); see switch_ring.h.
 * Not here: events that send signals (sample_clock.c).
 *
 * The event is a dummy that counts nothing; what it has is a record for each switch. Its memory keeps it alive, so that
 * its descriptor is closed at once: there is none that the program could close, or would inherit. A forked child has
 * not the memory either, as the kernel leaves it out. The records are in a page, of 256 of them, which the kernel does
 * not write over before they are read: those that find no room are missing. */
#include "base/switch_ring.h"
#include "base/clock.h"
#include "base/processors.h"
#include "pomp_system.h"

#include <linux/perf_event.h>

struct record {
  struct perf_event_header head;
  uint64_t time;
};

static size_t page(void) { return pomp_sys_page(); }

int pomp_switch_ring_open(struct pomp_switch_ring *r) {
  struct perf_event_attr a = {.size = sizeof a,
                              .type = PERF_TYPE_SOFTWARE,
                              .config = PERF_COUNT_SW_DUMMY,
                              .sample_type = PERF_SAMPLE_TIME,
                              .sample_period = 1,
                              .sample_id_all = 1,
                              .context_switch = 1,
                              .use_clockid = 1,
                              .clockid = CLOCK_MONOTONIC,
                              .exclude_hv = 1,
                              .exclude_kernel = 1};
  *r = (struct pomp_switch_ring){.at = NULL};
  if (pomp_arch_is_in_valgrind())
    return -ENOSYS;
  const int fd = pomp_sys_perf_event_open(&a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  if (fd < 0)
    return fd;
  void *at = NULL;
  const int error = pomp_sys_mmap(&at, 2 * page(), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  pomp_sys_close(fd);
  if (error)
    return error;
  r->at = at;
  r->since = pomp_clock_monotonic();
  r->used = pomp_processors_own_time();
  return 0;
}

static struct perf_event_mmap_page *state_of(const struct pomp_switch_ring *r) { return r->at; }

const uint64_t *pomp_switch_ring_head(const struct pomp_switch_ring *r) {
  const void *head = &state_of(r)->data_head;
  return head;
}

/* Returns how long the thread has been without a processor that no record has told. */
static uint64_t not_told(const struct pomp_switch_ring *r, uint64_t now) {
  const uint64_t used = pomp_processors_own_time() - r->used, told = used + r->off, lived = now - r->since;
  return lived > told ? lived - told : 0;
}

static uint64_t tick_of(const struct pomp_switch_ring *r, uint64_t ns) {
  return r->tick - pomp_clock_ticks(r->ns > ns ? r->ns - ns : 0);
}

static struct pomp_switch_off account(struct pomp_switch_ring *r, uint64_t from, uint64_t to, bool ready) {
  r->off += to - from;
  *(ready ? &r->read_ready : &r->read_asleep) += to - from;
  return (struct pomp_switch_off){tick_of(r, from), tick_of(r, to), ready};
}

/* The missing records of a full ring are taken to be of the kind that most of the others are. */
static bool make_up(struct pomp_switch_ring *r, struct pomp_switch_off *off) {
  const uint64_t missing = not_told(r, r->ns);
  *off = account(r, r->ns - missing, r->ns, r->read_ready >= r->read_asleep);
  r->left = r->read_ready = r->read_asleep = 0;
  return missing != 0;
}

/* Takes a record. True: it ends a time without a processor. */
static bool take(struct pomp_switch_ring *r, const struct record *record, struct pomp_switch_off *off) {
  const uint64_t left = r->left;
  if (record->head.type != PERF_RECORD_SWITCH)
    return false;
  if (record->head.misc & PERF_RECORD_MISC_SWITCH_OUT) {
    r->left = record->time;
    r->left_ready = record->head.misc & PERF_RECORD_MISC_SWITCH_OUT_PREEMPT;
    return false;
  }
  r->left = 0;
  if (!left || record->time <= left)
    return false;
  *off = account(r, left, record->time, r->left_ready);
  return true;
}

/* A record may go on at the begin of the page. */
static struct record record_at(const struct pomp_switch_ring *r, uint64_t at) {
  const char *records = (const char *)r->at + page();
  struct record record;
  for (size_t i = 0; i < sizeof record; i += 8)
    memcpy((char *)&record + i, records + (at + i) % page(), 8);
  return record;
}

bool pomp_switch_ring_next(struct pomp_switch_ring *r, struct pomp_switch_off *off) {
  struct perf_event_mmap_page *state = state_of(r);
  const uint64_t head = __atomic_load_n(&state->data_head, __ATOMIC_ACQUIRE);
  const bool was_full = head - state->data_tail > page() - 2 * sizeof(struct record);
  bool found = false;
  if (!r->tick) {
    r->tick = pomp_clock();
    r->ns = pomp_clock_monotonic();
  }
  while (!found && state->data_tail < head) {
    const struct record record = record_at(r, state->data_tail);
    const uint64_t next = record.head.size < sizeof record.head ? head : state->data_tail + record.head.size;
    found = take(r, &record, off);
    __atomic_store_n(&state->data_tail, next, __ATOMIC_RELEASE);
  }
  r->full |= was_full;
  if (found)
    return true;
  const bool more = r->full && make_up(r, off);
  r->full = false;
  if (!more)
    r->tick = r->read_ready = r->read_asleep = 0;
  return more;
}

bool pomp_switch_ring_stood_still(const struct pomp_switch_ring *r) {
  enum { LEAST = 20000000, A_PART = 10 }; /* ns, and of what the records tell */
  const uint64_t missing = r->at ? not_told(r, pomp_clock_monotonic()) : 0;
  return missing > LEAST && missing > r->off / A_PART;
}

void pomp_switch_ring_close(struct pomp_switch_ring *r) {
  if (r->at)
    pomp_sys_munmap(r->at, 2 * page());
  *r = (struct pomp_switch_ring){.at = NULL};
}
