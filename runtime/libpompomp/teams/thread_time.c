/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_time.c - the list of the threads that are measured now, and what the system last reported each.
 * Not here: how the system is asked (processors.c). */
#include "teams/thread_time.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/processors.h"
#include "pomp_system.h"
#include "records/switches.h"
#include "teams/kernel_time.h"

#include <string.h>

#define FIRST_ROOM 64

/* A thread of the system, and what has been counted of it. */
struct alive {
  pid_t thread; /* 0: the place is free */
  bool no_clock;
  bool counts_kernel; /* what the kernel did for it was known from the begin on, */
  struct pomp_thread *home;
  uint64_t tick; /* when it was asked last */
  struct pomp_processors_time reported;
  struct pomp_kernel_sums counted; /* and this is what of it has been counted, or does not count */
};

static struct alive first_places[FIRST_ROOM];
static struct alive *places = first_places;
static uint32_t room = FIRST_ROOM, used; /* `used`: the place after the last one that was ever taken */
static struct pomp_processors_time loaded;
static uint64_t of_the_ended[POMP_CPU_WORDS]; /* the processors on which threads that have ended could run */
static bool cpus_unknown, ready_unknown;
static struct pomp_header reported; /* what the file's header got; nothing is read back from the file */
static uint64_t throttled_before;

void pomp_thread_time_load(void) { loaded = pomp_processors_time(pomp_sys_getpid()); }

static uint64_t grown(uint64_t from, uint64_t to) { return to > from ? to - from : 0; }

/* Makes what the file has of the kernel for a location. Where there is no room, its threads are not counted so. */
static void make_record(struct pomp_thread *home) {
  static struct pomp_arena_records records;
  void *made;
  if (pomp_arena_record(&records, POMP_BLOCK_THREADS, sizeof(struct pomp_thread_kernel), &made))
    return;
  home->kernel_record = made;
  __atomic_store_n(&home->kernel_record->location, home->id + 1, __ATOMIC_RELEASE);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the store is a builtin. */
static void count_one(uint64_t now, uint64_t *counted, uint64_t *sum, uint64_t *in_file) {
  const uint64_t more = grown(*counted, now);
  *counted += more;
  *sum += more;
  POMP_STORE(*in_file, *sum);
}

/* Counts what the kernel did for a thread. It says a little less of a thread to another than to the thread itself: what
 * was counted remains so, until it says more. The times add up to the CPU time. */
static void count_kernel(struct alive *a, const struct pomp_processors_time *now) {
  struct pomp_kernel_sums *counted = &a->counted, *sums = &a->home->kernel;
  struct pomp_thread_kernel *record = a->home->kernel_record;
  const uint64_t ran = grown(counted->user + counted->system, now->on_cpu);
  const uint64_t system = grown(counted->system, now->system), in_kernel = system < ran ? system : ran;
  count_one(counted->user + ran - in_kernel, &counted->user, &sums->user, &record->user);
  count_one(counted->system + in_kernel, &counted->system, &sums->system, &record->system);
  count_one(now->faults, &counted->faults, &sums->faults, &record->faults);
  count_one(now->major_faults, &counted->major_faults, &sums->major_faults, &record->major_faults);
  count_one(now->switches, &counted->switches, &sums->switches, &record->switches);
}

/* Counts for the thread's location what it has done since it was asked last. The clock is read before a thread's first
 * answer and after each later one: so no time is counted as run or queued that isn't counted as lived, if the asking
 * thread loses its processor between the two. */
static void count(struct alive *a) {
  const struct pomp_processors_time t = pomp_processors_time(a->thread);
  uint64_t now = pomp_clock();
  if (!t.known) /* it has ended without a word */
    return;
  struct pomp_location *l = a->home->location;
  ready_unknown |= !t.ready_known;
  a->home->lived += grown(a->tick, now);
  a->home->on_cpu += grown(a->reported.on_cpu, t.on_cpu);
  a->home->ready += grown(a->reported.ready, t.ready);
  POMP_STORE(l->lived, a->home->lived);
  POMP_STORE(l->on_cpu, a->home->on_cpu);
  POMP_STORE(l->ready, a->home->ready);
  if (a->counts_kernel && t.kernel_known)
    count_kernel(a, &t);
  a->tick = now;
  a->reported = t;
}

/* Finds a free place, or makes room for more; NULL: there is no memory, and the thread is not counted. */
static struct alive *place_for_one(void) {
  for (uint32_t i = 0; i < used; i++)
    if (!places[i].thread)
      return &places[i];
  if (used == room) {
    struct alive *more = pomp_arena_scratch(2 * (size_t)room * sizeof *more);
    if (!more)
      return NULL;
    memcpy(more, places, room * sizeof *more);
    if (places != first_places)
      pomp_arena_scratch_free(places, room * sizeof *more);
    places = more;
    room *= 2;
  }
  return &places[used++];
}

/* Says in the header what is known of the whole process. */
static void tell(void) {
  struct pomp_header *h = pomp_file();
  reported.cpus = cpus_unknown ? 0 : pomp_processors_count(reported.cpu_set);
  reported.cpu_flags = POMP_CPU_TIME | (ready_unknown ? 0u : (uint32_t)POMP_CPU_READY) |
                       (pomp_switches_are_told() ? (uint32_t)POMP_CPU_SWITCHES : 0u);
  memcpy(h->cpu_set, reported.cpu_set, sizeof h->cpu_set);
  POMP_STORE(h->cpus, reported.cpus);
  POMP_STORE(h->throttled, reported.throttled);
  POMP_STORE(h->switches, reported.switches);
  POMP_STORE(h->cpu_flags, reported.cpu_flags);
}

static void add_thread(struct pomp_thread *home, pid_t thread, uint64_t since,
                       const struct pomp_processors_time *before) {
  struct alive *a = place_for_one();
  if (!a || !before->known)
    return;
  *a = (struct alive){.thread = thread, .home = home, .tick = since, .reported = *before};
  if (before->kernel_known && !home->kernel_record)
    make_record(home);
  a->counts_kernel = before->kernel_known && home->kernel_record;
  a->counted = (struct pomp_kernel_sums){.user = grown(before->system, before->on_cpu),
                                         .system = before->system,
                                         .faults = before->faults,
                                         .major_faults = before->major_faults,
                                         .switches = before->switches};
  ready_unknown |= !before->ready_known;
  cpus_unknown |= !pomp_processors_add(thread, reported.cpu_set);
}

void pomp_thread_time_first(struct pomp_thread *home) {
  reported.cpu_quota = pomp_file()->cpu_quota = pomp_processors_quota();
  pomp_file()->online = pomp_processors_online();
  throttled_before = pomp_processors_throttled();
  add_thread(home, pomp_sys_getpid(), pomp_clock_begin(), &loaded);
  tell();
}

void pomp_thread_time_started(const struct pomp_kernel_use *took) {
  struct pomp_kernel_sums *out = &places[0].counted;
  if (places[0].thread != pomp_sys_gettid())
    return;
  out->user += took->user;
  out->system += took->system;
  out->faults += took->faults;
  out->major_faults += took->major_faults;
  out->switches += took->sleeps + took->preempted;
}

void pomp_thread_time_begin(struct pomp_thread *home) {
  pid_t thread = pomp_sys_gettid();
  if (thread == pomp_sys_getpid())
    return;
  uint64_t since = pomp_clock();
  const struct pomp_processors_time now = pomp_processors_time(thread);
  add_thread(home, thread, since, &now);
}

void pomp_thread_time_end(void) {
  pid_t thread = pomp_sys_gettid();
  for (uint32_t i = 0; i < used; i++)
    if (places[i].thread == thread) {
      count(&places[i]);
      cpus_unknown |= !pomp_processors_add(thread, of_the_ended);
      places[i].thread = 0;
      return;
    }
}

void pomp_thread_time_note(void) {
  memcpy(reported.cpu_set, of_the_ended, sizeof reported.cpu_set);
  for (uint32_t i = 0; i < used; i++)
    if (places[i].thread) {
      count(&places[i]);
      pomp_processors_add(places[i].thread, reported.cpu_set);
    }
  reported.throttled = grown(throttled_before, pomp_processors_throttled());
  pomp_kernel_time_note();
  reported.switches = pomp_kernel_time_noted()->preempted;
  tell();
}

void pomp_thread_time_sums(struct pomp_thread_times *sums, const struct pomp_thread *locations) {
  uint64_t lived = 0;
  *sums = (struct pomp_thread_times){
      .cpus = reported.cpus, .switches = reported.switches, .ready_known = reported.cpu_flags & POMP_CPU_READY};
  for (const struct pomp_thread *t = locations; t; t = t->next_all) {
    lived += t->lived;
    sums->ready += t->ready;
  }
  sums->lived = pomp_clock_seconds(lived);
}
