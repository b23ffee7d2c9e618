// No way into the library takes more than 4 KiB of the caller's stack: each function of pomp.h, each callback of OMPT, what
// libpompomp-mpi calls, the end of a thread and that of the program; as the first event of all, as the first one of its thread,
// and when all of that is there. The stack is painted before the call, and what has lost its paint after it was used. A process
// of its own makes the call on memory that this one shares, so that the end of the program can be measured, too.
// UNSUPPORTED: sanitized, coverage
// RUN: %fresh && %cc -I %root/runtime/libpompomp -I %root/common -D_GNU_SOURCE %s -o a %library -Wl,-z,now
// RUN: ./a each 2> err
// RUN: env POMP_METRICS=rusage:minflt,perf:context-switches POMP_CLOCK=monotonic ./a 2> err
// RUN: env POMP_TRACE=1 POMP_TRACE_MODE=ring POMP_TRACE_MEMORY=1M ./a 2> err
// RUN: %python -c 'print("SCOREP_REGION_NAMES_BEGIN\nEXCLUDE other\nSCOREP_REGION_NAMES_END")' > filter
// RUN: env POMP_FILTER=filter POMP_TRACE=1 POMP_TRACE_SELECT=r:2-3 POMP_VERBOSE=1 ./a 2> err && grep -c "excluded by the filter" err
// A conversion begins at the end, or a line says why it can't.
// RUN: env POMP_TRACE=otf2 POMP_SUMMARY=0 ./a 2> err
// PAPI counts, which adds to what each event takes.
// RUN: %if papi %{ %cc -I %root/runtime/libpompomp -I %root/common -D_GNU_SOURCE -DSDE %s -o p %library -lsde -Wl,-z,now \
// RUN:   && env POMP_METRICS=sde:::program::steps ./p 2> err %}
// The archive has the same functions, whatever the program is linked with.
// RUN: %cc -I %root/runtime/libpompomp -I %root/common -D_GNU_SOURCE %s -o b %libdir/libpompomp.a -ldl -lm && ./b 2> err
#include "regions.h"
#include "surface/adapter.h"
#include "surface/adapter_job.h"
#include <limits.h>
#include <omp-tools.h>
#include <pthread.h>
#ifdef SDE
#include <sde_lib.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 4096
#define SIZE (256u << 10)
#define PAINT 0x5ac3e1f7d2b48690u
static struct {
  volatile uint64_t stack[SIZE / sizeof(uint64_t)];
  char *volatile from; /* the stack pointer before the call, or NULL: nothing is measured yet */
  volatile long deepest[1024];
} *shared;

static __attribute__((noinline)) void paint(void) {
  volatile uint64_t *end = (volatile uint64_t *)(void *)((char *)__builtin_frame_address(0) - 256);
  for (volatile uint64_t *p = shared->stack; p < end; p++)
    *p = PAINT;
}
static long used(void) {
  size_t i = 0;
  while (shared->stack[i] == PAINT)
    i++;
  return shared->from - (const char *)&shared->stack[i];
}

// --- what is called ---

REGION_AT(region, "region", "r", 1);
static struct ompregdescr other = {.name = "function", .sub_name = "other", .file_name = "test.c", .function_name = "other", .version = POMP_RD_VERSION};
REGION(construct, "critical", 3);
static omp_lock_t lock;
static omp_nest_lock_t nest_lock;
void omp_init_lock(omp_lock_t *l) { (void)l; }
void omp_destroy_lock(omp_lock_t *l) { (void)l; }
void omp_set_lock(omp_lock_t *l) { (void)l; }
void omp_unset_lock(omp_lock_t *l) { (void)l; }
int omp_test_lock(omp_lock_t *l) { return l != NULL; }
void omp_init_nest_lock(omp_nest_lock_t *l) { (void)l; }
void omp_destroy_nest_lock(omp_nest_lock_t *l) { (void)l; }
void omp_set_nest_lock(omp_nest_lock_t *l) { (void)l; }
void omp_unset_nest_lock(omp_nest_lock_t *l) { (void)l; }
int omp_test_nest_lock(omp_nest_lock_t *l) { return l != NULL; }

/* Each function has a descriptor of its own. */
#define ONE(event)                                                                                                     \
  static void do_##event(void) {                                                                                       \
    static struct ompregdescr d;                                                                                       \
    if (!d.name)                                                                                                       \
      d = region_like(&construct, #event, __LINE__);                                                                   \
    POMP_##event(&d);                                                                                                  \
  }
#define TWO(a, b) X(a) X(b)
#define EVENTS                                                                                                         \
  TWO(Begin, End) X(Parallel_fork) TWO(Parallel_begin, Parallel_end) X(Parallel_join) TWO(For_enter, For_exit)         \
  TWO(Workshare_enter, Workshare_exit) X(Sections_enter) TWO(Section_begin, Section_end) X(Sections_exit)              \
  X(Single_enter) TWO(Single_begin, Single_end) X(Single_exit) TWO(Master_begin, Master_end) X(Critical_enter)         \
  TWO(Critical_begin, Critical_end) X(Critical_exit) TWO(Atomic_enter, Atomic_exit) TWO(Barrier_enter, Barrier_exit)   \
  X(Ordered_enter) TWO(Ordered_begin, Ordered_end) X(Ordered_exit) TWO(Masked_begin, Masked_end)                       \
  TWO(Loop_enter, Loop_exit) TWO(Scope_enter, Scope_exit) TWO(Distribute_enter, Distribute_exit)                       \
  TWO(Task_create_begin, Task_create_end) TWO(Task_begin, Task_end) TWO(Taskloop_enter, Taskloop_exit)                 \
  X(Taskgroup_enter) TWO(Taskgroup_begin, Taskgroup_end) X(Taskgroup_exit) TWO(Taskwait_begin, Taskwait_end)           \
  TWO(Taskyield_enter, Taskyield_exit) TWO(Cancel, Cancellation_point) TWO(Teams_enter, Teams_exit)                    \
  TWO(Target_enter, Target_exit)
#define X(event) ONE(event)
EVENTS
#undef X

/* A construct as a whole, with one descriptor, as programs have it. */
static void do_whole(void) {
  POMP_Begin(&region);
  POMP_Critical_enter(&construct);
  POMP_Critical_begin(&construct);
  POMP_Critical_end(&construct);
  POMP_Critical_exit(&construct);
  POMP_End(&region);
}
/* So many that tables, trees and the trace's buffers grow; an excluded one; and functions that a jump has left. */
static void do_many(void) {
  static struct ompregdescr more[3000];
  if (!more[0].name)
    regions_fill(more, 3000, &construct, "critical", 100);
  for (int i = 0; i < 3000; i++) {
    POMP_Critical_enter(&more[i]);
    POMP_Begin(&other);
    POMP_End(&other);
    if (i % 20 == 0)
      for (int k = 20; k-- > 0;)
        POMP_Critical_exit(&more[i + k < 3000 ? i + k : i]);
  }
  for (int i = 0; i < 20000; i++)
    do_whole();
}
static __attribute__((noinline)) void leave_open(int depth) {
  POMP_Begin(depth % 2 ? &region : &other);
  if (depth)
    leave_open(depth - 1);
  __asm__ volatile("" ::: "memory");
}
static void do_left(void) {
  leave_open(3);
  POMP_Begin(&region);
  POMP_End(&region);
}
static void do_init(void) { POMP_Init(); }
static void do_switch(void) {
  POMP_Off();
  do_whole();
  POMP_On();
}
static void do_register(void) {
  POMP_Register_regions(&region, 1, sizeof region);
  POMP_Unregister_regions(&region, 1, sizeof region);
}
static void do_locks(void) {
  POMP_Init_lock(&lock);
  POMP_Set_lock(&lock);
  POMP_Unset_lock(&lock);
  POMP_Test_lock(&lock);
  POMP_Unset_lock(&lock);
  POMP_Destroy_lock(&lock);
  POMP_Init_nest_lock(&nest_lock);
  POMP_Set_nest_lock(&nest_lock);
  POMP_Unset_nest_lock(&nest_lock);
  POMP_Test_nest_lock(&nest_lock);
  POMP_Unset_nest_lock(&nest_lock);
  POMP_Destroy_nest_lock(&nest_lock);
}

/* OMPT's callbacks, as an OpenMP runtime calls them. */
static ompt_callback_t callbacks[64];
static ompt_set_result_t set_callback(ompt_callbacks_t which, ompt_callback_t callback) {
  callbacks[which] = callback;
  return ompt_set_always;
}
static ompt_interface_fn_t look_up(const char *name) {
  return strcmp(name, "ompt_set_callback") == 0 ? (ompt_interface_fn_t)set_callback : NULL;
}
ompt_start_tool_result_t *ompt_start_tool(unsigned int version, const char *runtime);
static void do_tool(void) {
  static ompt_start_tool_result_t *tool;
  if (!tool && (tool = ompt_start_tool(202011, "a test")))
    tool->initialize(look_up, 0, &tool->tool_data);
}
typedef ompt_callback_sync_region_t ompt_callback_sync_region_wait_t;
#define CALLBACK(name, ...)                                                                                            \
  if (callbacks[ompt_callback_##name])                                                                                 \
  ((ompt_callback_##name##_t)callbacks[ompt_callback_##name])(__VA_ARGS__)
static void do_ompt(void) {
  static ompt_data_t initial, team, member, task;
  static ompt_frame_t frame;
  const void *code = (const void *)(uintptr_t)do_ompt;
  do_tool();
  CALLBACK(parallel_begin, &initial, &frame, &team, 1, ompt_parallel_team | ompt_parallel_invoker_program, code);
  CALLBACK(implicit_task, ompt_scope_begin, &team, &member, 1, 0, ompt_task_implicit);
  CALLBACK(task_create, &member, &frame, &task, ompt_task_explicit, 0, code);
  CALLBACK(task_schedule, &member, ompt_task_switch, &task);
  do_whole();
  CALLBACK(task_schedule, &task, ompt_task_complete, &member);
  CALLBACK(sync_region, ompt_sync_region_barrier_implementation, ompt_scope_begin, &team, &member, code);
  CALLBACK(sync_region, ompt_sync_region_barrier_implementation, ompt_scope_end, &team, &member, code);
  CALLBACK(sync_region_wait, ompt_sync_region_taskgroup, ompt_scope_begin, &team, &member, code);
  CALLBACK(sync_region_wait, ompt_sync_region_taskgroup, ompt_scope_end, &team, &member, code);
  CALLBACK(cancel, &member, ompt_cancel_parallel | ompt_cancel_activated, code);
  CALLBACK(sync_region, ompt_sync_region_barrier_implicit_parallel, ompt_scope_begin, &team, &member, code);
  CALLBACK(sync_region, ompt_sync_region_barrier_implicit_parallel, ompt_scope_end, NULL, &member, code);
  CALLBACK(implicit_task, ompt_scope_end, NULL, &member, 1, 0, ompt_task_implicit);
  CALLBACK(parallel_end, &team, &initial, ompt_parallel_team | ompt_parallel_invoker_program, code);
  CALLBACK(control_tool, 3 /* flush */, 0, NULL, code);
}

/* What libpompomp-mpi calls. */
static void do_job(void) {
  static char path[POMP_ADAPTER_PATH], called[POMP_ADAPTER_PATH];
  uint64_t arguments[8] = {0};
  struct pomp_path *p = pomp_adapter_enter(&construct);
  if (p)
    pomp_adapter_messages(p, 1);
  pomp_adapter_exit(&construct);
  pomp_adapter_guard(false);
  pomp_adapter_guard(true);
  pomp_adapter_phase();
  pomp_adapter_file_mode();
  pomp_adapter_parent(path);
  pomp_adapter_explain(POMP_CODE_SWITCH, arguments, 1);
  pomp_adapter_say("%s %f", "a line", 1.5);
  if (pomp_adapter_take(0, 2, 1, path, called) == 0)
    pomp_adapter_join(path, called, 0, 2, 1, 0, true);
  pomp_adapter_alone(0, 2, 1);
  static struct pomp_snapshot s;
  static struct pomp_alignment alignment[2];
  if (s.there) /* a job has one */
    return;
  pomp_adapter_snapshot(&s, alignment, true);
  pomp_adapter_snapshot_free(&s);
  s.there = true;
}

static void do_finalize(void) { POMP_Finalize(); }
static void do_exit(void) { exit(0); }
static void do_quick_exit(void) { quick_exit(0); }
static void do_return(void) {} /* the end of the thread */

static const struct way {
  const char *name;
  void (*call)(void);
} ways[] = {
#define X(name) {#name, do_##name},
    EVENTS X(whole) X(left) X(many) X(init) X(switch) X(register) X(locks) X(tool) X(ompt) X(job) X(return)
        X(finalize) X(exit) X(quick_exit)};
#define COUNT (sizeof ways / sizeof *ways)
static bool ends(const struct way *w) { return w->call == do_exit || w->call == do_quick_exit; }

// --- how it is measured ---

/* `usual`: all of it was called before, as far as the program goes on. */
struct measured {
  const struct way *way;
  bool usual;
};
static void *on_painted_stack(void *argument) {
  const struct measured *m = argument;
  if (m->usual) {
    do_whole();
    if (!ends(m->way))
      m->way->call();
  }
  shared->from = __builtin_frame_address(0);
  paint();
  m->way->call();
  return NULL;
}
static int on_thread(struct measured m) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  return pthread_attr_setstack(&attributes, (void *)shared->stack, SIZE) ||
         pthread_create(&thread, &attributes, on_painted_stack, &m) || pthread_join(thread, NULL);
}

enum state { FIRST, FIRST_OF_THREAD, USUAL, STATES };
static const char *const states[] = {"the first event", "the first event of its thread", "a later event"};

/* In a process of its own: these ways one after the other, each on a thread of its own. */
static void call_all(enum state state, const struct way *from, const struct way *to) {
  if (state == FIRST_OF_THREAD)
    do_whole();
  for (const struct way *w = from; w < to; w++) {
    if (on_thread((struct measured){w, state == USUAL}))
      _exit(2);
    shared->deepest[w - ways] = used();
  }
  _exit(0);
}
static int measure(enum state state, const struct way *from, const struct way *to) {
  int status, failed = 0;
  shared->from = NULL;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0)
    call_all(state, from, to);
  if (waitpid(child, &status, 0) != child || status != 0 || !shared->from) {
    printf("%s to %s as %s: status %d\n", from->name, to[-1].name, states[state], status);
    return 1;
  }
  if (ends(from))
    shared->deepest[from - ways] = used();
  for (const struct way *w = from; w < to; w++)
    if (shared->deepest[w - ways] > MOST || shared->deepest[w - ways] <= 0) {
      printf("%s as %s takes %ld bytes of the stack\n", w->name, states[state], shared->deepest[w - ways]);
      failed = 1;
    }
  return failed;
}

/* With an argument, each event is once the first one of its program; else each tenth one. */
int main(int argc, char **argv) {
  size_t one_by_one = 0;
  int failed = 0;
  (void)argv;
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
#ifdef SDE
  static long long steps;
  papi_sde_register_counter(papi_sde_init("program"), "steps", PAPI_SDE_RO | PAPI_SDE_DELTA, PAPI_SDE_long_long, &steps);
#endif
  while (ways[one_by_one].call != do_job)
    one_by_one++;
  for (enum state state = 0; state < STATES; state++) {
    long most = 0;
    for (size_t i = 0; i < COUNT; i++)
      shared->deepest[i] = 0;
    for (size_t i = 0; state == FIRST && i < one_by_one; i += argc > 1 || i + 10 > one_by_one ? 1 : 10)
      failed |= measure(state, &ways[i], &ways[i + 1]);
    if (state != FIRST)
      failed |= measure(state, ways, &ways[one_by_one]);
    for (size_t i = one_by_one; i < COUNT; i++)
      failed |= measure(state, &ways[i], &ways[i + 1]);
    for (size_t i = 0; i < COUNT; i++)
      most = shared->deepest[i] > most ? shared->deepest[i] : most;
    printf("%s: at most %ld bytes\n", states[state], most);
  }
  return failed;
}
