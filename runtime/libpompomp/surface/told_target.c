/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_target.c - what OMPT tells of devices: the parts of a target construct, and the constructs that were not
 * instrumented. Not here: the brackets of those that were (api.c), tasks of `nowait` (teams/task.c).
 *
 * libomptarget asks for the callbacks once, before `main`, so they are registered from the begin on. Its calls are
 * synchronous: the host's thread waits until what an event begins has been done (OpenMP 5.2, 19.5.2.25 to 19.5.2.28).
 * Where a construct is executed on the host there is no event at all. */
#include "life/measurement.h"
#include "records/trace.h"
#include "state/slow_lock.h"
#include "surface/adapter.h"
#include "surface/told_events.h"
#include "surface/told_row.h"
#include "teams/group_wait.h"
#include "teams/location.h"
#include "teams/task.h"

#define PIECES 127u /* of memory that a call path is known to have copied; more of them count as others */

static struct pomp_told_row constructs[] = {
    [ompt_target] = POMP_TOLD_ROW("target", TARGET, NONE, true),
    [ompt_target_enter_data] =
        POMP_TOLD_ROW("target enter data", TARGET, NONE, true), /* the begin of target data, too */
    [ompt_target_exit_data] = POMP_TOLD_ROW("target exit data", TARGET, NONE, true),
    [ompt_target_update] = POMP_TOLD_ROW("target update", TARGET, NONE, true)};
enum { CONSTRUCTS = sizeof constructs / sizeof *constructs, WITHOUT_NOWAIT = 7 };

/* A data operation is one of these, whether it is told as asynchronous or not. The routine is what calls for it outside
 * of constructs. */
static struct operation {
  enum pomp_role role;
  struct pomp_told_row routine;
} operations[] = {
    [ompt_target_data_alloc] = {POMP_ROLE_DEVICE_ALLOC, POMP_TOLD_ROW("omp_target_alloc", TARGET, NONE, true)},
    [ompt_target_data_transfer_to_device] = {POMP_ROLE_DEVICE_TO,
                                             POMP_TOLD_ROW("omp_target_memcpy", TARGET, NONE, true)},
    [ompt_target_data_transfer_from_device] = {POMP_ROLE_DEVICE_FROM,
                                               POMP_TOLD_ROW("omp_target_memcpy", TARGET, NONE, true)},
    [ompt_target_data_delete] = {POMP_ROLE_DEVICE_FREE, POMP_TOLD_ROW("omp_target_free", TARGET, NONE, true)}};
enum { OPERATIONS = sizeof operations / sizeof *operations, WITHOUT_ASYNC = 15 };

/* --- what was copied --- */

struct pieces {
  uint32_t count;
  uint64_t others; /* copies of pieces beyond those */
  struct {
    const void *at;
    uint64_t bytes;
  } of[PIECES];
};

static struct pieces *pieces_of(struct pomp_adapter_messages *m) {
  if (!m->partners && pomp_slow_begin()) {
    m->partners = pomp_is_measuring() ? pomp_arena_scratch(sizeof(struct pieces)) : NULL;
    pomp_slow_end();
  }
  return m->partners;
}

/* Returns the number of a piece of the host's memory among those that the call path has copied, and in `is_new` whether
 * it has not been copied before. */
static uint64_t piece(struct pieces *known, const void *at, uint64_t bytes, bool *is_new) {
  uint32_t i = 0;
  while (i < known->count && (known->of[i].at != at || known->of[i].bytes != bytes))
    i++;
  *is_new = i == known->count;
  if (i == PIECES)
    return PIECES + known->others++;
  if (*is_new) {
    known->of[i].at = at;
    known->of[i].bytes = bytes;
    known->count++;
  }
  return i;
}

static void count_copied(struct pomp_path *p, enum pomp_role role, const void *at, uint64_t bytes) {
  struct pomp_adapter_messages *m = pomp_messages_of(p, POMP_MPI_DEVICE);
  struct pieces *known = m ? pieces_of(m) : NULL;
  struct pomp_thread *t = pomp_tls.here;
  const bool to = role == POMP_ROLE_DEVICE_TO;
  bool is_new;
  if (!known)
    return;
  const uint64_t record[] = {to, bytes, piece(known, at, bytes, &is_new) + 1};
  POMP_ADAPTER_ADD(*(to ? &m->counts->sent : &m->counts->received), 1);
  POMP_ADAPTER_ADD(*(to ? &m->counts->sent_bytes : &m->counts->received_bytes), bytes);
  if (is_new)
    POMP_ADAPTER_ADD(m->counts->partners, 1);
  if (POMP_TRACING)
    pomp_trace_append(t, POMP_CODE_ACCESS, record, 3, pomp_trace_last(t));
}

/* --- the parts --- */

/* The task of a target construct with `nowait` stands for it on the thread that executes it. */
static bool is_at_target(const struct pomp_thread *t) {
  const enum pomp_role role = t->current == t->base ? POMP_ROLE_NONE : POMP_KEY_ROLE(t->current->key);
  return role == POMP_ROLE_TARGET || (role == POMP_ROLE_TASK && pomp_task_is_of_loop(t));
}

static struct pomp_path *begin_part(enum pomp_role role) {
  struct pomp_thread *t = pomp_told_measured();
  return t && pomp_is_on() && !pomp_tls.skipped && is_at_target(t) ? pomp_part_begin(t, role) : NULL;
}

/* Ends the part, and what is open inside. */
static void end_part(enum pomp_role role) {
  struct pomp_thread *t = pomp_told_measured();
  struct pomp_path *p = t ? t->current : NULL;
  while (p && p != t->base && POMP_KEY_ROLE(p->key) != role)
    p = p->parent;
  if (p && p != t->base)
    pomp_told_leave(t, p, pomp_told_now(t));
}

static void leave_told(void) {
  struct pomp_thread *t = pomp_told_measured();
  if (t && pomp_told_is_open(t, POMP_ROLE_TARGET))
    pomp_told_leave_open(t);
}

/* What is done for a construct has the construct's word, and what a routine does has none. */
static bool is_of_construct(const ompt_data_t *target) { return target && target->value; }

/* NOLINTBEGIN(readability-non-const-parameter): they are OMPT's. */
static void data_op(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target, ompt_id_t *id,
                    ompt_target_data_op_t op, void *from, int from_device, void *to, int to_device, size_t bytes,
                    const void *code) {
  (void)task, (void)id, (void)from_device, (void)to_device;
  const uint32_t kind = (uint32_t)op & WITHOUT_ASYNC;
  if (kind >= OPERATIONS || !operations[kind].role)
    return;
  const enum pomp_role role = operations[kind].role;
  if (endpoint == ompt_scope_end) {
    end_part(role);
    if (!is_of_construct(target))
      leave_told();
    return;
  }
  if (!is_of_construct(target) && pomp_told_measured() && !pomp_tls.skipped)
    pomp_told_enter(pomp_told_descriptor(&operations[kind].routine, code), POMP_ROLE_TARGET);
  struct pomp_path *p = begin_part(role);
  if (p && pomp_role_has_messages(role))
    count_copied(p, role, role == POMP_ROLE_DEVICE_TO ? from : to, bytes);
}

static void submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *id, unsigned int teams) {
  (void)target, (void)id, (void)teams;
  if (endpoint == ompt_scope_begin)
    begin_part(POMP_ROLE_DEVICE_KERNEL);
  else
    end_part(POMP_ROLE_DEVICE_KERNEL);
}
/* NOLINTEND(readability-non-const-parameter) */

static void target(ompt_target_t type, ompt_scope_endpoint_t endpoint, int device, ompt_data_t *task,
                   ompt_data_t *target_task, ompt_data_t *data, const void *code) {
  (void)device, (void)task, (void)target_task;
  const uint32_t kind = (uint32_t)type & WITHOUT_NOWAIT;
  struct ompregdescr *d;
  if (endpoint != ompt_scope_begin) {
    leave_told();
    return;
  }
  if (data)
    data->value = 1;
  if (!pomp_is_measuring()) /* code that is not instrumented has no event before this one */
    pomp_measurement_init();
  if (kind && kind < CONSTRUCTS && pomp_told_measured())
    pomp_told_enter_row(&constructs[kind], code, &d);
}

static void device_begins(int number, const char *type, ompt_device_t *device, ompt_function_lookup_t lookup,
                          const char *documentation) {
  (void)number, (void)type, (void)device, (void)lookup, (void)documentation;
  pomp_location_device();
}

void pomp_told_devices(ompt_set_callback_t set) {
  set(ompt_callback_device_initialize, (ompt_callback_t)device_begins);
  set(ompt_callback_target_emi, (ompt_callback_t)target);
  set(ompt_callback_target_data_op_emi, (ompt_callback_t)data_op);
  set(ompt_callback_target_submit_emi, (ompt_callback_t)submit);
}
