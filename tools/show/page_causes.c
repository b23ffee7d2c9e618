/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_causes.c - what the threads' time went to, by causes, which a page gives colours to: of the whole, of each call
 * path and region.
 * Not here: the times (tools/sums), the colours (tools/page/src/colours.ts). */
#include "show/json_parts.h"
#include "show/report_page.h"

#include <stdlib.h>

/* clang-format off */
#define CAUSES_LIST(X) \
  X(WORK, "work") X(SERIAL, "serial") X(FORK, "fork") X(MPI, "mpi") X(MPI_WAIT, "mpi_wait") X(BARRIER, "barrier") X(LOCK, "lock") \
  X(TASKS, "tasks") X(OTHER_WAIT, "other_wait") X(IDLE, "idle") X(IDLE_SERIAL, "idle_serial") X(IDLE_SMALL, "idle_small_team") \
  X(IDLE_LATE, "idle_late") X(IDLE_OTHER, "idle_other") X(MEASURING, "measuring")
/* clang-format on */
enum cause {
#define CAUSE_NUMBER(name, id) CAUSE_##name,
  CAUSES_LIST(CAUSE_NUMBER)
#undef CAUSE_NUMBER
      CAUSES
};

static enum cause cause_of(uint32_t role) {
  switch (role) {
  case POMP_ROLE_FORK:
  case POMP_ROLE_TEAMS:
    return CAUSE_FORK;
  case POMP_ROLE_MPI:
    return CAUSE_MPI;
  default:
    return CAUSE_WORK;
  }
}

static enum cause wait_cause_of(uint32_t role) {
  switch (role) {
  case POMP_ROLE_BARRIER:
    return CAUSE_BARRIER;
  case POMP_ROLE_CRITICAL:
  case POMP_ROLE_ORDERED:
  case POMP_ROLE_LOCK:
    return CAUSE_LOCK;
  case POMP_ROLE_TASKWAIT:
  case POMP_ROLE_TASKGROUP:
  case POMP_ROLE_TASKLOOP:
    return CAUSE_TASKS;
  case POMP_ROLE_MPI:
    return CAUSE_MPI_WAIT;
  default:
    return CAUSE_OTHER_WAIT;
  }
}

/* Finds the cause of each call path's time: work outside of all teams, of a program that has teams, is serial. NULL:
 * not enough memory. */
static uint8_t *path_causes(const struct analysis *a) {
  uint8_t *causes = malloc(a->path_count + 1u);
  bool *in_team = calloc(a->path_count + 1u, sizeof *in_team);
  for (uint32_t i = 0; causes && in_team && i < a->path_count; i++) {
    const struct path *p = &a->paths[i];
    const uint32_t role = a->regions[p->region].role;
    in_team[i] = role == POMP_ROLE_TEAM || (p->parent != NO_PATH && in_team[p->parent]);
    causes[i] = (uint8_t)cause_of(role);
    if (causes[i] == CAUSE_WORK && !in_team[i] && a->all.threads > 1)
      causes[i] = CAUSE_SERIAL;
  }
  if (!in_team) {
    free(causes);
    causes = NULL;
  }
  free(in_team);
  return causes;
}

json_t *page_causes(bool *good) {
  static const char *const ids[] = {
#define CAUSE_ID(name, id) [CAUSE_##name] = (id),
      CAUSES_LIST(CAUSE_ID)
#undef CAUSE_ID
  };
  json_t *array = json_array();
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
    append(array, json_string(ids[i]), good);
  return array;
}

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Takes time from causes, in this order, for another one that is part of them. */
static void move(uint64_t *times, enum cause to, uint64_t time, const enum cause *from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint64_t taken = least(times[from[i]], time);
    times[from[i]] -= taken;
    times[to] += taken;
    time -= taken;
  }
}

json_t *page_bar(const struct analysis *a, bool *good) {
  static const enum cause idle[IDLE_KINDS] = {[IDLE_SERIAL] = CAUSE_IDLE_SERIAL,
                                              [IDLE_SMALL] = CAUSE_IDLE_SMALL,
                                              [IDLE_LATE] = CAUSE_IDLE_LATE,
                                              [IDLE_OTHER] = CAUSE_IDLE_OTHER};
  static const enum cause measured[] = {CAUSE_WORK, CAUSE_SERIAL, CAUSE_FORK}, in_mpi[] = {CAUSE_MPI};
  uint64_t times[CAUSES] = {0};
  uint8_t *causes = path_causes(a);
  json_t *array = json_array();
  *good = *good && causes;
  for (uint32_t i = 0; causes && i < a->path_count; i++) {
    const struct totals *t = &a->paths[i].totals;
    times[causes[i]] += t->exclusive - least(t->wait, t->exclusive);
    times[wait_cause_of(a->regions[a->paths[i].region].role)] += least(t->wait, t->exclusive);
  }
  free(causes);
  for (uint32_t i = 0; i < a->idle_count; i++)
    times[idle[a->idle[i].kind]] += a->idle[i].time;
  if (a->all.mpi_waited.known)
    move(times, CAUSE_MPI_WAIT, a->all.mpi_waited.found, in_mpi, sizeof in_mpi / sizeof *in_mpi);
  if (a->measuring > 0)
    move(times, CAUSE_MEASURING, (uint64_t)a->measuring, measured, sizeof measured / sizeof *measured);
  for (uint32_t i = 0; i < CAUSES; i++) {
    json_t *o = json_object();
    set(o, "cause", json_integer(i), good);
    set(o, "time_ns", integer(times[i]), good);
    append(array, o, good);
  }
  return array;
}

bool page_cause_arrays(html_block_t *b, const struct analysis *a) {
  uint8_t *paths = path_causes(a), *regions = malloc(a->region_count + 1u), *waits = malloc(a->region_count + 1u);
  bool good = paths && regions && waits;
  for (uint32_t i = 0; good && i < a->region_count; i++) {
    regions[i] = (uint8_t)cause_of(a->regions[i].role);
    waits[i] = (uint8_t)wait_cause_of(a->regions[i].role);
  }
  if (good) {
    html_block_array(b, "path_cause", HTML_U8, paths, a->path_count);
    html_block_array(b, "region_cause", HTML_U8, regions, a->region_count);
    html_block_array(b, "region_wait_cause", HTML_U8, waits, a->region_count);
  }
  free(paths);
  free(regions);
  free(waits);
  return good;
}
