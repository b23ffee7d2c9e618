/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_events.c - the regions of constructs that were not instrumented, one row of a table for each that OMPT tells.
 * Not here: parallel regions (events/construct_events.c), ends and implicit barriers (teams/told.c).
 *
 * In code that is plain, everything is measured that OMPT tells. In an object that has instrumented code, too, the
 * source has told of a construct whose region is open in the role that OMPT tells of; anything else is measured in
 * parallel regions alone that no event of POMP has announced. So nothing is measured twice, and what was instrumented
 * without events for some constructs has none of them. */
#include "surface/told_events.h"
#include "definitions/code_site.h"
#include "definitions/critical_name.h"
#include "definitions/entry.h"
#include "definitions/lock_table.h"
#include "surface/lock_calls.h"
#include "teams/lock_holders.h"
#include "teams/loop.h"
#include "teams/sharing.h"
#include "teams/task.h"
#include "teams/told.h"
#include "visits/visit.h"

#include <string.h>

_Thread_local const void *pomp_ompt_caller;

/* --- which constructs there are --- */

/* An event of OMPT begins a construct of that name, in that role; the thread executes its block at once, if the block
 * is a region of its own. `all` stands for all constructs whose place is not known. */
struct row {
  enum pomp_role role, block;
  bool is_around; /* other constructs of its kind may be inside of it */
  struct ompregdescr all;
};
#define ROW(construct, its_role, its_block, around)                                                                    \
  {POMP_ROLE_##its_role,                                                                                               \
   POMP_ROLE_##its_block,                                                                                              \
   around,                                                                                                             \
   {.name = construct, .sub_name = "", .file_name = "", .function_name = ""}}

/* These are kinds of work as OpenMP 5.2 numbers them; the headers of LLVM 16 don't have all. */
enum { WORK_DISTRIBUTE = 6, WORK_TASKLOOP = 7, WORK_COUNT = 14 };
static struct row work[WORK_COUNT] = {
    [1] = ROW("for", FOR, NONE, false), /* up to libomp 17, of any schedule */
    [2] = ROW("sections", SECTIONS, NONE, false),
    [3] = ROW("single", SINGLE, SINGLE_BLOCK, false),
    [4] = ROW("single", SINGLE, NONE, false),
    [5] = ROW("workshare", WORKSHARE, NONE, false),
    [WORK_DISTRIBUTE] = ROW("distribute", DISTRIBUTE, NONE, true),
    [WORK_TASKLOOP] = ROW("taskloop", TASKLOOP, NONE, true),
    [8] = ROW("scope", SCOPE, NONE, false),
    [10] = ROW("for", FOR, NONE, false), /* static, dynamic, guided, other */
    [11] = ROW("for", FOR, NONE, false),
    [12] = ROW("for", FOR, NONE, false),
    [13] = ROW("for", FOR, NONE, false),
};

static struct row barrier = ROW("barrier", BARRIER, NONE, false);
/* The barrier of a construct that OMPT does not tell of, such as scope. */
static struct row other_barrier = ROW("worksharing", BARRIER, NONE, false);
static struct row reduction = ROW("parallel", REDUCTION, NONE, false);
static struct row taskwait = ROW("taskwait", TASKWAIT, NONE, false);
static struct row taskgroup = ROW("taskgroup", TASKGROUP, NONE, true);
static struct row masked = ROW("masked", MASKED, NONE, true);
static struct row critical = ROW("critical", CRITICAL, CRITICAL_BLOCK, false);
static struct row ordered = ROW("ordered", ORDERED, ORDERED_BLOCK, false);
static struct row task = ROW("task", TASK_CREATE, NONE, false);

/* OMPT tells lock routines by the kind of lock; some kinds are told of calls that may not wait. */
enum { KIND_LOCK = 1, KIND_TEST_LOCK, KIND_NEST_LOCK, KIND_TEST_NEST_LOCK, KIND_CRITICAL, KIND_ATOMIC, KIND_ORDERED };
#define LOCK(routine) ROW(routine, LOCK, NONE, false)
static struct row set_lock[] = {[KIND_LOCK] = LOCK("omp_set_lock"),
                                [KIND_TEST_LOCK] = LOCK("omp_test_lock"),
                                [KIND_NEST_LOCK] = LOCK("omp_set_nest_lock"),
                                [KIND_TEST_NEST_LOCK] = LOCK("omp_test_nest_lock")};
/* By whether the lock is nestable. */
static struct row unset_lock[] = {LOCK("omp_unset_lock"), LOCK("omp_unset_nest_lock")};
static struct row init_lock[] = {LOCK("omp_init_lock"), LOCK("omp_init_nest_lock")};
static struct row destroy_lock[] = {LOCK("omp_destroy_lock"), LOCK("omp_destroy_nest_lock")};

static bool is_nestable(ompt_mutex_t kind) { return kind == KIND_NEST_LOCK || kind == KIND_TEST_NEST_LOCK; }

/* --- how the iterations of a loop are dealt out --- */

/* The kinds of schedule, as LLVM's runtime numbers them, and OMPT. Where a loop is `ordered`, that is 32 more. */
struct schedule {
  uint32_t kind, type;
  const char *clauses;
  int facts;
};
#define ORDERED_MORE 32u
#define SCHEDULE(kind, type, text, fact) {kind, type, "schedule(" text ")", POMP_RD_SCHEDULE_##fact}
#define CHUNKS(kind, type, text, fact)                                                                                 \
  {kind, type, "schedule(" text ")", (int)POMP_RD_SCHEDULE_##fact | POMP_RD_HAS_CHUNK}
static const struct schedule schedules[] = {SCHEDULE(34, 10, "static", STATIC),  CHUNKS(33, 0, "static", STATIC),
                                            CHUNKS(35, 11, "dynamic", DYNAMIC),  CHUNKS(36, 12, "guided", GUIDED),
                                            SCHEDULE(37, 0, "runtime", RUNTIME), SCHEDULE(38, 0, "auto", AUTO)};

/* Modifiers are in the highest bits of the kind, and those that are not merged have 128 more. */
static const struct schedule *schedule_of(const struct pomp_entry *e, uint32_t type) {
  const bool is_known = e && e->kind >= POMP_ENTRY_STATIC;
  const uint32_t kind = is_known ? (uint32_t)e->third & 127u : 0, plain = kind >= 64 ? kind - ORDERED_MORE : kind;
  for (size_t i = 0; i < sizeof schedules / sizeof *schedules; i++)
    if (is_known ? schedules[i].kind == plain : schedules[i].type == type)
      return &schedules[i];
  return NULL;
}

/* Returns the loop's chunk, an argument that is on the stack; 0: it is not known. */
static int64_t chunk_of(const struct pomp_entry *e) {
  int32_t small;
  int64_t large;
  if (e->kind == POMP_ENTRY_DISPATCH_8) {
    memcpy(&large, e->stack + 8, sizeof large);
    return large;
  }
  memcpy(&small, e->stack + (e->kind == POMP_ENTRY_STATIC ? 24 : 8), sizeof small);
  return small;
}

static void describe_loop(struct pomp_code_site *s, const void *type) {
  const struct schedule *schedule = schedule_of(pomp_entry_of(s->address), *(const uint32_t *)type);
  pomp_code_locate(s);
  if (!schedule)
    return;
  s->d.clauses = schedule->clauses;
  s->d.facts = schedule->facts;
}

/* --- whose they are --- */

static void locate(struct pomp_code_site *s, const void *unused) {
  (void)unused;
  pomp_code_locate(s);
}

static struct ompregdescr *descriptor_of(struct row *row, const void *code) {
  struct ompregdescr *d = code ? pomp_code_site_with(row->all.name, code, locate, NULL) : NULL;
  return d ? d : &row->all;
}

static enum pomp_code_origin origin_of(const struct row *row, const struct ompregdescr *d) {
  return d == &row->all && pomp_code_all_is_plain() ? POMP_CODE_PLAIN : pomp_code_origin(d);
}

static bool source_has_told(const struct pomp_thread *t, const struct row *row) {
  const struct pomp_path *p = t->current;
  return p != t->base && POMP_KEY_ROLE(p->key) == row->role && !p->is_told;
}

static bool is_ours(const struct row *row, const struct ompregdescr *d) {
  const struct pomp_thread *t = pomp_tls.here;
  const enum pomp_code_origin origin = origin_of(row, d);
  const bool told = t && source_has_told(t, row);
  /* Where cancel has ended a parallel region, libomp has barriers of its own. */
  const bool is_left = t && t->parent && t->current == t->base && !t->task;
  if (origin == POMP_CODE_TELLS || pomp_tls.skipped || pomp_tls.busy || is_left)
    return false;
  if (origin == POMP_CODE_PLAIN)
    return !told || row->is_around;
  if (row->role == POMP_ROLE_LOCK) /* instrumented code calls us */
    return !told;
  return !told && row->role != POMP_ROLE_MASKED && t && t->unannounced;
}

/* The end is told of code that may be another construct's, which is in the one that is open. */
static bool may_end(const struct pomp_thread *t, struct row *row, const void *code) {
  return pomp_told_is_open(t, row->role) &&
         (pomp_code_all_is_plain() || origin_of(row, descriptor_of(row, code)) == POMP_CODE_PLAIN);
}

/* --- begins and ends --- */

/* A taskloop is entered with its group, if the call is known. */
enum { TOLD = 1, TOLD_WITH_GROUP = 2 };

/* Returns the time, or 0 if it is not recorded: then no end is to be told. */
static uint64_t enter(struct ompregdescr *d, enum pomp_role role) {
  const uint32_t skipped = pomp_tls.skipped;
  const uint64_t now = pomp_enter(d, role);
  if (now)
    pomp_tls.here->current->is_told = TOLD;
  else
    pomp_tls.skipped = skipped;
  return now;
}

static struct pomp_thread *enter_row(struct row *row, const void *code, struct ompregdescr **d) {
  *d = descriptor_of(row, code);
  return is_ours(row, *d) && enter(*d, row->role) ? pomp_tls.here : NULL;
}

static void leave(struct pomp_thread *t) { pomp_told_leave(t, t->current, pomp_told_now(t)); }

/* The block of a construct that has just been entered begins at the same time. */
static void enter_block_of(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  struct pomp_path *p = pomp_gate() == POMP_CONTROL_ON ? pomp_child(t, pomp_key(d, role), role) : NULL;
  if (!p) {
    enter(d, role);
    return;
  }
  pomp_visit_begin(t, p, pomp_node_of(p), POMP_LOAD(pomp_node_of(t->current)->start));
  p->is_told = TOLD;
}

/* The visit takes no time. */
static void visit(struct row *row, const void *code) {
  struct ompregdescr *d;
  struct pomp_thread *t = enter_row(row, code, &d);
  if (t)
    pomp_told_leave(t, t->current, POMP_LOAD(pomp_node_of(t->current)->start));
}

static struct pomp_thread *measured(void) { return pomp_is_measuring() && !pomp_tls.busy ? pomp_tls.here : NULL; }

/* --- work --- */

static void begin_work(uint32_t type, const void *code) {
  struct pomp_thread *t = measured();
  struct ompregdescr *d;
  struct row *row = &work[type];
  const bool is_shared = type != WORK_DISTRIBUTE && type != WORK_TASKLOOP;
  if (t && is_shared && !t->task && !source_has_told(t, row))
    pomp_told_close(t);
  if (row->role == POMP_ROLE_FOR && code)
    pomp_code_site_with(row->all.name, code, describe_loop, &type);
  t = enter_row(row, code, &d);
  if (!t || !is_shared)
    return;
  const struct pomp_entry *e = pomp_entry_of(code);
  if (e && d->facts & POMP_RD_HAS_CHUNK && e->kind >= POMP_ENTRY_STATIC)
    pomp_loop_tell(t->current->key, chunk_of(e));
  t->told = t->current;
  t->told_by = d;
  t->told_code = NULL;
  t->told_ended = false;
  if (row->block)
    enter_block_of(d, row->block);
}

/* --- taskgroups, which taskloops begin with --- */

/* A taskloop has a group around it, which OMPT tells of before. Which it is shows when a taskgroup's first event
 * follows, and is known from then on; a taskloop is entered with its group, as by the events of instrumented code. */
enum told_group { NOT_KNOWN, IS_GROUP, IS_OF_LOOP };

/* This is the thread's taskgroup that may be a taskloop's, and the call path and address at which it was begun. */
static _Thread_local struct {
  struct ompregdescr *d; /* NULL: there is none */
  const struct pomp_path *at;
  const void *code;
} group __attribute__((tls_model("initial-exec")));

static struct pomp_code_site *site_of(struct ompregdescr *d) {
  return d->next == d ? (struct pomp_code_site *)(void *)d : NULL;
}

/* The call of the group is over when it is known to be a loop's. */
static void take_place(struct pomp_code_site *s, const void *its_group) {
  const struct ompregdescr *of = its_group;
  s->origin = pomp_code_origin(of);
  s->d.file_name = of->file_name;
  s->d.function_name = of->function_name;
  s->d.place = of->place;
  s->d.begin_line1 = s->d.begin_lineN = s->d.end_line1 = s->d.end_lineN = of->begin_line1;
}

static void enter_known(struct ompregdescr *d, const void *code) {
  struct pomp_code_site *s = site_of(d);
  struct pomp_thread *t;
  if (s && POMP_LOAD(s->kind) == IS_OF_LOOP) {
    pomp_code_site_with(work[WORK_TASKLOOP].all.name, code, take_place, d);
    t = enter_row(&work[WORK_TASKLOOP], code, &d);
    if (t)
      t->current->is_told = TOLD_WITH_GROUP;
  } else if (enter(d, POMP_ROLE_TASKGROUP))
    pomp_tls.here->current->told_by = d;
}

static void enter_group(const void *code) {
  struct ompregdescr *d = descriptor_of(&taskgroup, code);
  const struct pomp_code_site *s = site_of(d);
  const struct pomp_thread *t = measured();
  if (!is_ours(&taskgroup, d))
    return;
  if (!s || POMP_LOAD(s->kind)) {
    enter_known(d, code);
    return;
  }
  group.d = d;
  group.code = code;
  group.at = t ? t->current : NULL;
}

/* Enters the group that the thread is in, as something else than a taskloop's begin follows. */
static void settle_group(enum told_group kind) {
  const struct pomp_thread *t = pomp_tls.here;
  struct ompregdescr *d = group.d;
  if (POMP_LIKELY(!d))
    return;
  group.d = NULL;
  POMP_STORE(site_of(d)->kind, (uint32_t)kind);
  if (!group.at || (t && t->current == group.at))
    enter_known(d, group.code);
}
void pomp_told_settle(void) { settle_group(IS_GROUP); }

/* OMPT takes libomp's own code for that of a taskloop without a group. */
static const void *code_of_taskloop(void) { return pomp_entry.kind == POMP_ENTRY_TASKLOOP ? pomp_entry.code : NULL; }

static bool is_entered(const struct pomp_thread *t) {
  return t && pomp_told_is_open(t, POMP_ROLE_TASKLOOP) && t->current->is_told == TOLD_WITH_GROUP;
}

void pomp_told_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, const void *code) {
  const uint32_t type = (uint32_t)kind;
  if (type >= WORK_COUNT || !work[type].all.name)
    return;
  settle_group(type == WORK_TASKLOOP ? IS_OF_LOOP : IS_GROUP);
  struct pomp_thread *t = measured();
  if (type == WORK_TASKLOOP && is_entered(t))
    return;
  if (endpoint == ompt_scope_begin) {
    begin_work(type, type == WORK_TASKLOOP ? code_of_taskloop() : code);
    return;
  }
  if (t && (type == WORK_TASKLOOP || type == WORK_DISTRIBUTE)) {
    if (pomp_told_is_open(t, work[type].role))
      leave(t);
  } else if (t && !source_has_told(t, &work[type]))
    pomp_told_work_end(t);
}

/* --- barriers and waits for tasks --- */

/* A barrier of libomp's own is a part of that of the construct before, unless it is the program's: libomp calls
 * barriers so that gcc's programs have. Those that end a loop which is dealt out have no code. */
static bool is_of_told(struct pomp_thread *t, const void *code) {
  const bool is_next = t->told_code && t->told_code != code;
  const bool is_gcc = code && pomp_entry.kind && !pomp_entry_of(code);
  const bool is_loop = t->told && t->told_ended && POMP_KEY_ROLE(t->told->key) != POMP_ROLE_SINGLE;
  if (is_next || (is_gcc && is_loop))
    return false;
  t->told_code = code;
  return true;
}

/* In a large team, a loop without a barrier has one for its reduction, in which its members' copies are combined. */
static void begin_reduction(struct pomp_thread *t, const void *code) {
  if (t->told && t->told_ended && t->told->parent == t->current && t->told_by)
    enter(t->told_by, POMP_ROLE_REDUCTION);
  else {
    struct ompregdescr *d;
    enter_row(&reduction, code, &d);
  }
}

void pomp_told_sync_begin(ompt_sync_region_t kind, const void *code) {
  pomp_told_settle();
  struct pomp_thread *t = measured();
  struct ompregdescr *d;
  switch ((uint32_t)kind) {
  case ompt_sync_region_barrier_explicit:
    if ((t = enter_row(&barrier, code, &d)) && t->team_size)
      pomp_sharing_meet(t, t->current, POMP_LOAD(pomp_node_of(t->current)->start));
    break;
  case ompt_sync_region_barrier_implementation:
    if (t && pomp_entry_is(code, POMP_ENTRY_REDUCE_NOWAIT)) {
      begin_reduction(t, code);
      break;
    }
    if (t && (t->in_barrier || (is_of_told(t, code) && pomp_told_barrier_begin(t))))
      break;
    enter_row(&barrier, code, &d);
    break;
  case ompt_sync_region_barrier_implicit_workshare:
    if (!t || !(t->in_barrier || pomp_told_barrier_begin(t)))
      enter_row(&other_barrier, code, &d);
    break;
  case ompt_sync_region_taskwait:
    enter_row(&taskwait, code, &d);
    break;
  case ompt_sync_region_taskgroup:
    enter_group(code);
    break;
  default:
    break;
  }
}

/* A barrier of a thread that is alone takes no time. */
static void end_barrier(struct pomp_thread *t) {
  struct pomp_path *p = t->current;
  if (pomp_told_is_open(t, POMP_ROLE_BARRIER))
    pomp_told_leave(t, p, t->team_size == 1 ? POMP_LOAD(pomp_node_of(p)->start) : pomp_told_now(t));
}

void pomp_told_sync_end(ompt_sync_region_t kind, const void *code) {
  pomp_told_settle();
  struct pomp_thread *t = measured();
  if (!t)
    return;
  switch ((uint32_t)kind) {
  case ompt_sync_region_barrier_explicit:
    end_barrier(t);
    break;
  case ompt_sync_region_barrier_implementation:
  case ompt_sync_region_barrier_implicit_workshare:
    if (pomp_told_has_barrier(t))
      pomp_told_barrier_end(t);
    else if (pomp_told_is_open(t, POMP_ROLE_REDUCTION))
      leave(t);
    else
      end_barrier(t);
    break;
  case ompt_sync_region_taskwait:
    if (pomp_told_is_open(t, POMP_ROLE_TASKWAIT))
      leave(t);
    break;
  case ompt_sync_region_taskgroup:
    if (is_entered(t) || may_end(t, &taskgroup, code))
      leave(t);
    break;
  default:
    break;
  }
}

void pomp_told_wait(ompt_scope_endpoint_t endpoint) {
  pomp_told_settle();
  struct pomp_thread *t = measured();
  if (t && endpoint == ompt_scope_begin && pomp_told_is_open(t, POMP_ROLE_TASKGROUP))
    enter(t->current->told_by, POMP_ROLE_TASKWAIT);
  else if (t && endpoint == ompt_scope_end && pomp_told_is_open(t, POMP_ROLE_TASKWAIT))
    leave(t);
}

void pomp_told_dependences(ompt_scope_endpoint_t endpoint, const void *code) {
  if (endpoint == ompt_scope_begin)
    pomp_told_sync_begin(ompt_sync_region_taskwait, code);
  else
    pomp_told_sync_end(ompt_sync_region_taskwait, code);
}

struct pomp_task *pomp_told_task(const void *code) {
  pomp_told_settle();
  struct pomp_thread *t = measured();
  struct ompregdescr *d;
  if ((t && pomp_task_is_of_loop(t)) || !(t = enter_row(&task, code, &d)))
    return NULL;
  struct pomp_task *made = pomp_task_create();
  pomp_told_leave(t, t->current, POMP_LOAD(pomp_node_of(t->current)->start));
  return made;
}

/* --- one thread at a time --- */

void pomp_told_masked(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *its_task, const void *code) {
  pomp_told_settle();
  struct ompregdescr *d;
  struct pomp_thread *t = measured();
  (void)parallel, (void)its_task;
  if (endpoint == ompt_scope_begin)
    enter_row(&masked, code, &d);
  else if (t && may_end(t, &masked, code))
    leave(t);
}

static void name_critical(struct pomp_code_site *s, const void *wait) {
  s->d.sub_name = pomp_critical_name(s->address, *(const ompt_wait_id_t *)wait);
  pomp_code_locate(s);
}

/* This is the construct that the thread waits to enter, between the two events of that. */
static _Thread_local struct ompregdescr *acquires __attribute__((tls_model("initial-exec")));

static void acquire_block(struct row *row, struct ompregdescr *d) {
  if (is_ours(row, d) && enter(d, row->role))
    acquires = d;
}

static struct pomp_path *path_of(struct row *row, const void *code) {
  struct ompregdescr *d;
  struct pomp_thread *t = enter_row(row, code, &d);
  return t ? t->current : NULL;
}

/* A call that may not wait is over before it is known whether it has the lock. */
static _Thread_local struct pomp_path *tested __attribute__((tls_model("initial-exec")));

static void acquire_lock(uint32_t kind, ompt_wait_id_t wait, const void *code) {
  struct pomp_path *p = path_of(&set_lock[kind], code);
  tested = NULL;
  if (p && (kind == KIND_TEST_LOCK || kind == KIND_TEST_NEST_LOCK)) {
    leave(pomp_tls.here);
    tested = p;
  } else if (p)
    pomp_lock_call_wants((const void *)(uintptr_t)wait); /* NOLINT(performance-no-int-to-ptr) */
}

void pomp_told_acquire(ompt_mutex_t kind, unsigned int hint, unsigned int implementation, ompt_wait_id_t wait,
                       const void *code) {
  (void)hint, (void)implementation;
  struct ompregdescr *d = NULL;
  pomp_told_settle();
  acquires = NULL;
  if (kind == KIND_CRITICAL) {
    d = code ? pomp_code_site_with(critical.all.name, code, name_critical, &wait) : NULL;
    acquire_block(&critical, d ? d : &critical.all);
  } else if (kind == KIND_ORDERED)
    acquire_block(&ordered, descriptor_of(&ordered, code));
  else if (kind >= KIND_LOCK && kind <= KIND_TEST_NEST_LOCK && !pomp_ompt_caller)
    acquire_lock(kind, wait, code);
}

static struct pomp_lock *lock_of(struct pomp_thread *t, const struct row *row, const struct ompregdescr *d) {
  return row == &critical ? __atomic_load_n(&d->data[2], __ATOMIC_ACQUIRE)
                          : pomp_lock_ordered(t, POMP_KEY_CONSTRUCT(t->current->key));
}

static void begin_block(struct pomp_thread *t, const struct row *row) {
  struct pomp_path *outer = t->current;
  struct ompregdescr *d = acquires;
  acquires = NULL;
  const uint64_t now = d && pomp_told_is_open(t, row->role) ? enter(d, row->block) : 0;
  if (!now)
    return;
  t->current->told_by = d;
  struct pomp_lock *l = lock_of(t, row, d);
  if (l)
    pomp_lock_begin(t, outer, l, POMP_KEY_CONSTRUCT(outer->key), POMP_LOAD(pomp_node_of(outer)->start), now);
}

/* The thread has the lock. */
static void has_lock(struct pomp_thread *t, ompt_wait_id_t wait, bool nestable) {
  void *lock = (void *)(uintptr_t)wait; /* NOLINT(performance-no-int-to-ptr) */
  struct pomp_path *p = tested;
  uint64_t start = 0, now;
  tested = NULL;
  if (!p && pomp_told_is_open(t, POMP_ROLE_LOCK)) {
    p = t->current;
    start = POMP_LOAD(pomp_node_of(p)->start);
    now = pomp_told_leave(t, p, pomp_told_now(t));
    pomp_lock_call_wants(NULL);
  } else if (p)
    now = start = POMP_LOAD(t->location->last);
  if (p)
    pomp_lock_set(t, lock, nestable, p, start, now);
}

void pomp_told_acquired(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {
  struct pomp_thread *t = measured();
  (void)code;
  if (!t)
    return;
  if (kind == KIND_CRITICAL)
    begin_block(t, &critical);
  else if (kind == KIND_ORDERED)
    begin_block(t, &ordered);
  else if (kind >= KIND_LOCK && kind <= KIND_TEST_NEST_LOCK && !pomp_ompt_caller)
    has_lock(t, wait, is_nestable(kind));
}

/* OMPT tells this when the lock is free already, so the end of the hold is noted first. */
static void end_block(struct pomp_thread *t, const struct row *row) {
  if (!pomp_told_is_open(t, row->block))
    return;
  struct pomp_path *p = t->current;
  const uint64_t now = pomp_told_now(t);
  struct pomp_lock *l = row == &critical ? __atomic_load_n(&p->told_by->data[2], __ATOMIC_ACQUIRE)
                        : t->ordered == POMP_KEY_CONSTRUCT(p->key) ? t->ordered_lock
                                                                   : NULL;
  if (l)
    pomp_lock_end(t, l, now);
  pomp_told_leave(t, p, now);
  if (pomp_told_is_open(t, row->role))
    leave(t);
  pomp_lock_is_free(t);
}

/* Another thread may have the lock by now, and is noted as its holder; then nothing is left to be noted. */
static void free_lock(ompt_wait_id_t wait, bool nestable, const void *code) {
  void *lock = (void *)(uintptr_t)wait; /* NOLINT(performance-no-int-to-ptr) */
  struct pomp_path *p = path_of(&unset_lock[nestable], code);
  struct pomp_thread *t = pomp_tls.here;
  if (!p)
    return;
  const struct pomp_thread *setter = pomp_lock_setter(lock);
  if (setter && (setter == t || setter->os_thread == t->os_thread)) {
    const struct pomp_unset u = pomp_lock_unset(lock, POMP_LOAD(pomp_node_of(p)->start));
    pomp_lock_was_unset(lock, &u);
  }
  leave(t);
  pomp_lock_is_free(t);
}

void pomp_told_released(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {
  struct pomp_thread *t = measured();
  if (!t)
    return;
  if (kind == KIND_CRITICAL)
    end_block(t, &critical);
  else if (kind == KIND_ORDERED)
    end_block(t, &ordered);
  else if (kind >= KIND_LOCK && kind <= KIND_TEST_NEST_LOCK && !pomp_ompt_caller)
    free_lock(wait, is_nestable(kind), code);
}

void pomp_told_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait, const void *code) {
  struct pomp_thread *t = measured();
  if (!t || pomp_ompt_caller)
    return;
  if (endpoint == ompt_scope_begin)
    has_lock(t, wait, true);
  else
    free_lock(wait, true, code);
}

void pomp_told_lock_init(ompt_mutex_t kind, unsigned int hint, unsigned int implementation, ompt_wait_id_t wait,
                         const void *code) {
  (void)hint, (void)implementation;
  if (kind > KIND_TEST_NEST_LOCK || pomp_ompt_caller)
    return;
  visit(&init_lock[is_nestable(kind)], code);
  pomp_lock_forget((const void *)(uintptr_t)wait); /* NOLINT(performance-no-int-to-ptr) */
}

void pomp_told_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {
  if (kind > KIND_TEST_NEST_LOCK || pomp_ompt_caller)
    return;
  visit(&destroy_lock[is_nestable(kind)], code);
  pomp_lock_forget((const void *)(uintptr_t)wait); /* NOLINT(performance-no-int-to-ptr) */
}
