/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test_clock.h - a clock that the test program sets: how long something takes is what the program says, at any load of
 * the machine.
 *
 * A program that is linked with the library in the build's folder test/clock (%clocked in a test) has two ways to say
 * what time it is:
 *   * It stores nanoseconds in __pomp_time, which is the time of all threads: "now it is 30 ms". The measurement begins
 * at CLOCK_BEGIN. That fits where the program lets one thread act after another.
 *   * It calls clock_start, once and before the first event. Then each thread has a time of its own, which goes on by
 * clock_work and when the thread waits for others. __pomp_time is the earliest time that any thread can have: serial
 * code moves it on, so that the threads of the next team begin at the time of the fork. The time of a thread never goes
 * back. Not here: the library's side of it (clock.c, processors.c). */
#ifndef TEST_CLOCK_H
#define TEST_CLOCK_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define CLOCK_EXPORT __attribute__((visibility("default")))
#define CLOCK_BEGIN 1000000000ull /* the measurement's first ns */
#define CLOCK_US 1000ull
#define CLOCK_MS 1000000ull

/* The fields are those of struct pomp_header and struct pomp_kernel_time. */
struct clock_kernel {
  uint64_t user, system, faults, major_faults, sleeps, preempted, resident, reads, writes;
};

/* These are the times that a thread was without a processor, and whether it had something to do; the library has read
 * the first `read` ones. */
enum { CLOCK_SWITCHES = 64 };
struct clock_switch {
  uint64_t from, to;
  bool ready;
};
struct clock_switches {
  uint64_t head, read;
  struct clock_switch at[CLOCK_SWITCHES];
};

#ifdef __cplusplus
extern "C" {
#endif
CLOCK_EXPORT extern uint64_t __pomp_time;
/* What an event gets as its time, if it is not NULL; the thread that has the event calls it. */
CLOCK_EXPORT extern uint64_t (*__pomp_ask)(void);
/* A thread whose wait is over by what OMPT says calls it before the time of the end is asked: at the end of barriers,
 * taskwait and taskgroup, and where it begins or ends to be a member of a team. */
CLOCK_EXPORT extern void (*__pomp_woken)(void);
/* A thread that begins a task calls it with the time at which the task was made. */
CLOCK_EXPORT extern void (*__pomp_not_before)(uint64_t);
/* The thread's event, which has just asked, will ask once more: so do a thread's first visits of a construct. */
CLOCK_EXPORT extern void (*__pomp_unread)(void);
/* It tells what CLOCK_MONOTONIC has at a time of the measurement's clock, which then is another one, may go faster and
 * slower; the same if it is NULL. A program that has it has a definition of it, as it is asked when the measurement
 * starts. */
CLOCK_EXPORT extern uint64_t (*__pomp_steady)(uint64_t);
CLOCK_EXPORT extern uint32_t __pomp_cpus; /* how many processors there are: 64 at first */
/* How many processors the machine has: 0 (not known), unless the program has a definition of it, as __pomp_atomic. */
CLOCK_EXPORT extern uint32_t __pomp_online;
/* The limit of the process's control group, in thousandths of a processor: 0 (none), unless the program has a
 * definition of it; and for how many ns that held threads back so far. */
CLOCK_EXPORT extern uint32_t __pomp_quota;
CLOCK_EXPORT extern uint64_t __pomp_throttled;
CLOCK_EXPORT extern uint64_t __pomp_ready;           /* how many ns each thread was ready without a processor so far */
CLOCK_EXPORT extern uint64_t __pomp_slept;           /* how many ns each thread slept so far */
CLOCK_EXPORT extern __thread uint64_t __pomp_asleep; /* how many ns of its time the calling thread slept */
/* How many ns an atomic update takes that waits for nobody: 0 (not known), unless the program has a definition of it,
 * as it is read when the measurement starts. */
CLOCK_EXPORT extern uint64_t __pomp_atomic;
/* What the kernel did for the whole process so far; while both times are 0, nothing is said of it. */
CLOCK_EXPORT extern struct clock_kernel __pomp_kernel;
/* The same for the calling thread, which calls it; not known if it is NULL. */
CLOCK_EXPORT extern void (*__pomp_kernel_of_thread)(struct clock_kernel *);
/* The same for a thread of that number, which any thread may ask for; not known unless the program has a definition of
 * it, as it is asked when the library is loaded. */
CLOCK_EXPORT extern void (*__pomp_kernel_of_system_thread)(int, struct clock_kernel *);
/* Returns the calling thread's; not known, as where the kernel refuses, unless the program has a definition of it. */
CLOCK_EXPORT extern struct clock_switches *(*__pomp_switches_of_thread)(void);
#ifdef __cplusplus
}
#endif

#ifdef _OPENMP
#include <omp.h>

/* What a thread waits for: until which time, and whether it is known that the wait has begun. */
struct clock_own {
  uint64_t time;
  uint64_t *until;
  bool meets, asked, began; /* began: the last event that has asked is where the wait began */
};
static __thread struct clock_own clock_own;

static inline uint64_t clock_max(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* The wait is over: the thread goes on at the time that it waited for, if that is later than its own. */
static inline void clock_met(void) {
  if (clock_own.until)
    clock_own.time = clock_max(clock_own.time, __atomic_load_n(clock_own.until, __ATOMIC_ACQUIRE));
  clock_own.until = NULL;
}

static inline uint64_t clock_read(void) {
  return clock_max(clock_own.time, __atomic_load_n(&__pomp_time, __ATOMIC_ACQUIRE));
}

/* An event asks. The first one after clock_wait_for is where the wait begins, the next one where it ends. */
static inline uint64_t clock_event(void) {
  clock_own.began = clock_own.until && !clock_own.meets && !clock_own.asked;
  if (clock_own.began)
    clock_own.asked = true;
  else if (!clock_own.meets)
    clock_met();
  return clock_own.time = clock_read();
}
static inline void clock_unread(void) {
  if (clock_own.began)
    clock_own.asked = false;
}

static inline void clock_not_before(uint64_t time) { clock_own.time = clock_max(clock_read(), time); }

static inline void clock_start(void) {
  __atomic_store_n(&__pomp_not_before, clock_not_before, __ATOMIC_RELEASE);
  __atomic_store_n(&__pomp_woken, clock_met, __ATOMIC_RELEASE);
  __atomic_store_n(&__pomp_unread, clock_unread, __ATOMIC_RELEASE);
  __atomic_store_n(&__pomp_ask, clock_event, __ATOMIC_RELEASE);
}

/* Returns the calling thread's time in ns, which its next event will have. */
static inline uint64_t clock_now(void) {
  if (clock_own.until && !clock_own.meets)
    clock_met();
  return clock_read();
}

/* Sets the calling thread's time; what it may have waited for is forgotten. Time does not go back. */
static inline void clock_set(uint64_t time) {
  clock_own.until = NULL;
  clock_own.time = clock_max(time, clock_read());
}

static inline void clock_raise(uint64_t *to, uint64_t time) {
  uint64_t was = __atomic_load_n(to, __ATOMIC_RELAXED);
  while (was < time && !__atomic_compare_exchange_n(to, &was, time, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

/* The calling thread works for so many ns. Outside of parallel regions, that moves on the time of all. In a task that a
 * thread executes while it waits at a barrier, it moves on the end of the barrier. */
static inline void clock_work(uint64_t ns) {
  clock_own.time = clock_now() + ns;
  if (omp_get_level() == 0)
    clock_raise(&__pomp_time, clock_own.time);
  if (clock_own.until && clock_own.meets)
    clock_raise(clock_own.until, clock_own.time);
}

/* The kernel works for the calling thread, which goes on for so many ns with that, while so much happens. The times in
 * `what` are left out. Their sum in user space, __pomp_kernel.user, the
 * program sets itself. */
static __thread struct clock_kernel clock_kernel_own;
static inline void clock_kernel_add(struct clock_kernel *to, const struct clock_kernel *what, uint64_t ns) {
  __atomic_fetch_add(&to->system, ns, __ATOMIC_RELAXED);
  __atomic_fetch_add(&to->faults, what->faults, __ATOMIC_RELAXED);
  __atomic_fetch_add(&to->major_faults, what->major_faults, __ATOMIC_RELAXED);
  __atomic_fetch_add(&to->sleeps, what->sleeps, __ATOMIC_RELAXED);
  __atomic_fetch_add(&to->preempted, what->preempted, __ATOMIC_RELAXED);
  __atomic_fetch_add(&to->reads, what->reads, __ATOMIC_RELAXED);
  __atomic_fetch_add(&to->writes, what->writes, __ATOMIC_RELAXED);
}
static inline void clock_in_kernel(uint64_t ns, struct clock_kernel what) {
  clock_kernel_add(&clock_kernel_own, &what, ns);
  clock_kernel_add(&__pomp_kernel, &what, ns);
  clock_work(ns);
}
static inline void clock_kernel_tell(struct clock_kernel *to) {
  *to = clock_kernel_own;
  to->user = clock_read() - clock_kernel_own.system; /* clock_now may end a wait */
}
/* Is after clock_start where threads are to have figures of their own. */
static inline void clock_kernel_start(void) { __pomp_kernel_of_thread = clock_kernel_tell; }

/* The calling thread is without a processor for so many ns, and has something to do, or sleeps. A program that calls it
 * has `struct clock_switches *(*__pomp_switches_of_thread)(void) = clock_switches_of_thread`. */
static __thread struct clock_switches clock_switches_own;
static inline struct clock_switches *clock_switches_of_thread(void) { return &clock_switches_own; }
static inline void clock_without_processor(uint64_t ns, bool ready) {
  struct clock_switches *s = &clock_switches_own;
  const uint64_t from = clock_now();
  clock_work(ns);
  s->at[s->head % CLOCK_SWITCHES] = (struct clock_switch){from, clock_own.time, ready};
  __atomic_store_n(&s->head, s->head + 1, __ATOMIC_RELEASE);
}

/* Belongs before a parallel region inside of another one: no thread is earlier than the caller from now on. Members
 * that fork at the same time wait for each other before (clock_turn), and so do the members of their teams at the
 * begin: else a thread that has ended one of these teams may become a member of another, which is later then. */
static inline void clock_fork(void) { clock_raise(&__pomp_time, clock_now()); }

/* A barrier, at which all members go on at the time of the last one. Each of its instances has a time of its own, since
 * a worker learns that the barrier at the end of its team is over when it is needed again, which may be some teams
 * later. */
enum { CLOCK_INSTANCES = 4096 };
struct clock_meeting {
  uint64_t latest[CLOCK_INSTANCES];
};

/* Belongs directly before the n-th instance of a barrier, explicit or implicit, in what each member does. The thread's
 * time stays until OMPT says that the barrier is over, or the program does by clock_met. */
static inline void clock_meet(struct clock_meeting *m, size_t n) {
  clock_met(); /* nobody says so of a wait that was over before OMPT was asked for barriers */
  clock_own.time = clock_read();
  clock_raise(&m->latest[n % CLOCK_INSTANCES], clock_own.time);
  clock_own.until = &m->latest[n % CLOCK_INSTANCES];
  clock_own.meets = true;
}

/* Belongs before what waits for something that another thread says, such as a lock: the thread's next event is where
 * the wait begins, the one after that, or clock_now, where it ends, at `*until` or at the thread's own time, whichever
 * is later. Who frees the lock stores clock_now() there just before (clock_raise). */
static inline void clock_wait_for(uint64_t *until) {
  clock_met();
  clock_own.time = clock_read();
  clock_own.until = until;
  clock_own.meets = clock_own.asked = false;
}

/* Lets other threads act. A thread that sleeps for a moment goes on soon also where the machine is busy; one that
 * yields its processor again and again does not. */
static inline void clock_pause(void) {
  const struct timespec moment = {0, 10000};
  nanosleep(&moment, NULL);
}

/* Waits, without any time going on, until it is the `number`-th thread's turn, from 0 on; clock_next lets the next one
 * go on. So threads take a lock or a task in the order that the test says. */
static inline void clock_turn(const int *turn, int number) {
  while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) != number)
    clock_pause();
}
static inline void clock_next(int *turn) { __atomic_fetch_add(turn, 1, __ATOMIC_RELEASE); }

/* Waits, without any time going on, until it was called so many times with this counter: also where no barrier is
 * allowed. */
static inline void clock_gather(int *calls, int number) {
  clock_next(calls);
  while (__atomic_load_n(calls, __ATOMIC_ACQUIRE) < number)
    clock_pause();
}
#endif

#endif
