/* A POMP library that counts the barriers of a program, plain or instrumented, through OMPT, and holds them against the
 * flags of the descriptors: a barrier at the end of a worksharing construct is where the descriptor announces one,
 * and each that is announced comes. Prints `kind count` for each kind of barrier, `events` for those with POMP
 * events around them, and what is wrong. */
#include "pomp.h"

#include <omp-tools.h>
#include <stdio.h>

static const char *const kinds[] = {"",          "barrier",   "implicit",  "explicit", "implementation", "taskwait",
                                    "taskgroup", "reduction", "workshare", "parallel", "teams"};
enum { KINDS = sizeof kinds / sizeof *kinds, DEPTH = 64 };
static unsigned counts[KINDS], events, unannounced, missing;

/* A thread has the worksharing constructs it is in, and the barriers at the end of each. */
static _Thread_local struct {
  struct ompregdescr *construct;
  unsigned barriers;
} open[DEPTH];
static _Thread_local unsigned depth, in_explicit;
static ompt_get_task_info_t task_info;

static void count(unsigned *what) { __atomic_fetch_add(what, 1, __ATOMIC_RELAXED); }

/* libomp 16 has one kind for all implicit barriers. At the end of a team, none of the implicit task's code is on the stack. */
static ompt_sync_region_t kind_of_implicit(void) {
  ompt_frame_t *frame = NULL;
  if (task_info(0, NULL, NULL, &frame, NULL, NULL) && frame && frame->exit_frame.ptr)
    return ompt_sync_region_barrier_implicit_workshare;
  return ompt_sync_region_barrier_implicit_parallel;
}

static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t *parallel,
                        ompt_data_t *task, const void *code) {
  (void)parallel;
  (void)task;
  (void)code;
  if (endpoint == ompt_scope_end || kind >= KINDS)
    return;
  if (kind == ompt_sync_region_barrier_implicit)
    kind = kind_of_implicit();
  count(&counts[kind]);
  if (!depth || in_explicit)
    return;
  open[depth - 1].barriers += kind == ompt_sync_region_barrier_implicit_workshare ||
                              kind == ompt_sync_region_barrier_implementation; /* copyprivate has but these */
  if (kind == ompt_sync_region_barrier_implicit_workshare && !(open[depth - 1].construct->flags & POMP_RD_IMPLICIT_BARRIER))
    count(&unannounced);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *data) {
  (void)device;
  (void)data;
  task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  return set(ompt_callback_sync_region, (ompt_callback_t)sync_region) == ompt_set_always;
}

static void finalize(ompt_data_t *data) {
  (void)data;
  for (unsigned kind = 0; kind < KINDS; ++kind)
    if (counts[kind])
      printf("%s %u\n", kinds[kind], counts[kind]);
  if (events)
    printf("events %u\n", events);
  if (unannounced)
    printf("unannounced barriers: %u\n", unannounced);
  if (missing)
    printf("announced barriers that did not come: %u\n", missing);
  fflush(stdout);
}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  (void)version;
  (void)runtime;
  return &result;
}

static void enter(struct ompregdescr *d) {
  if (depth < DEPTH) {
    open[depth].construct = d;
    open[depth++].barriers = 0;
  }
}

static void leave(struct ompregdescr *d) {
  if (depth && open[--depth].barriers == 0 && d->flags & POMP_RD_IMPLICIT_BARRIER)
    count(&missing);
}

#define WORKSHARING(name)                                                                                              \
  void POMP_##name##_enter(struct ompregdescr *d) { enter(d); }                                                        \
  void POMP_##name##_exit(struct ompregdescr *d) { leave(d); }
WORKSHARING(For)
WORKSHARING(Sections)
WORKSHARING(Single)
WORKSHARING(Loop)

void POMP_Barrier_enter(struct ompregdescr *d) {
  (void)d;
  count(&events);
  in_explicit = 1;
}
void POMP_Barrier_exit(struct ompregdescr *d) {
  (void)d;
  in_explicit = 0;
}

#define IGNORE(name)                                                                                                   \
  void POMP_##name(struct ompregdescr *d) { (void)d; }
IGNORE(Begin)
IGNORE(End)
IGNORE(Parallel_fork)
IGNORE(Parallel_join)
IGNORE(Parallel_begin)
IGNORE(Parallel_end)
IGNORE(Section_begin)
IGNORE(Section_end)
IGNORE(Single_begin)
IGNORE(Single_end)
IGNORE(Master_begin)
IGNORE(Master_end)
