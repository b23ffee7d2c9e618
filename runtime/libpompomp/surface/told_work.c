/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_work.c - worksharing constructs of which OMPT alone tells, and how the iterations of their loops are dealt out.
 * Not here: taskloops (told_groups.c), ends and implicit barriers (teams/told.c). */
#include "definitions/code_site.h"
#include "definitions/entry.h"
#include "pomp_arch.h"
#include "surface/told_events.h"
#include "surface/told_groups.h"
#include "surface/told_row.h"
#include "teams/loop.h"

#include <string.h>

/* These are kinds of work as OpenMP 5.2 numbers them; the headers of LLVM 16 don't have all. */
enum { WORK_DISTRIBUTE = 6, WORK_TASKLOOP = 7, WORK_COUNT = 14 };
static struct pomp_told_row work[WORK_COUNT] = {
    [1] = POMP_TOLD_ROW("for", FOR, NONE, false), /* up to libomp 17, of any schedule */
    [2] = POMP_TOLD_ROW("sections", SECTIONS, NONE, false),
    [3] = POMP_TOLD_ROW("single", SINGLE, SINGLE_BLOCK, false),
    [4] = POMP_TOLD_ROW("single", SINGLE, NONE, false),
    [5] = POMP_TOLD_ROW("workshare", WORKSHARE, NONE, false),
    [WORK_DISTRIBUTE] = POMP_TOLD_ROW("distribute", DISTRIBUTE, NONE, true),
    [8] = POMP_TOLD_ROW("scope", SCOPE, NONE, false),
    [10] = POMP_TOLD_ROW("for", FOR, NONE, false), /* static, dynamic, guided, other */
    [11] = POMP_TOLD_ROW("for", FOR, NONE, false),
    [12] = POMP_TOLD_ROW("for", FOR, NONE, false),
    [13] = POMP_TOLD_ROW("for", FOR, NONE, false),
};

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

/* Returns the loop's chunk, an argument of the call; 0: it is not known. */
static int64_t chunk_of(const struct pomp_entry *e) {
  int32_t small;
  int64_t large;
  if (e->kind == POMP_ENTRY_DISPATCH_8) {
    memcpy(&large, POMP_ARCH_SEVENTH(e), sizeof large);
    return large;
  }
  memcpy(&small, e->kind == POMP_ENTRY_STATIC ? POMP_ARCH_NINTH(e) : POMP_ARCH_SEVENTH(e), sizeof small);
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

/* --- begins and ends --- */

static void begin_work(uint32_t type, const void *code) {
  struct pomp_thread *t = pomp_told_measured();
  struct pomp_told_row *row = &work[type];
  const bool is_shared = type != WORK_DISTRIBUTE;
  if (t && is_shared && !t->task && !pomp_told_by_source(t, row))
    pomp_told_close(t);
  struct ompregdescr *d =
      row->role == POMP_ROLE_FOR && code ? pomp_code_site_with(row->all.name, code, describe_loop, &type) : NULL;
  d = d ? d : pomp_told_descriptor(row, code);
  t = pomp_told_enter_construct(row, d);
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
    pomp_told_enter_block(d, row->block);
}

void pomp_told_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, const void *code) {
  const uint32_t type = (uint32_t)kind;
  if (type == WORK_TASKLOOP) {
    pomp_told_taskloop(endpoint == ompt_scope_begin);
    return;
  }
  if (type >= WORK_COUNT || !work[type].all.name)
    return;
  pomp_told_settle();
  struct pomp_thread *t = pomp_told_measured();
  if (endpoint == ompt_scope_begin)
    begin_work(type, pomp_entry_code(code));
  else if (t && type == WORK_DISTRIBUTE) {
    if (pomp_told_is_open(t, POMP_ROLE_DISTRIBUTE))
      pomp_told_leave_open(t);
  } else if (t && !pomp_told_by_source(t, &work[type]))
    pomp_told_work_end(t);
}
