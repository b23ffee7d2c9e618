/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* describe.c - says what there is in a snapshot: the run, processes, locations, regions, call paths, and what threads
 * do. Not here: how much of everything there is (read_values.c). */
#include "files/call_sites.h"
#include "files/running_process.h"
#include "library/read_internal.h"
#include "pomp_names.h"
#include "pomp_read.h"

#include <stdlib.h>
#include <string.h>

/* The header has the same numbers. */
SAME_NUMBER(POMP_READ_COMPLETE, RUN_COMPLETE);
SAME_NUMBER(POMP_READ_RUNNING, RUN_RUNNING);
SAME_NUMBER(POMP_READ_KILLED, RUN_KILLED);
SAME_NUMBER(POMP_READ_UNKNOWN, RUN_UNKNOWN);
SAME_NUMBER(POMP_READ_WAITS, DOING_WAITS);
SAME_NUMBER(POMP_READ_WORKS, DOING_WORKS);
SAME_NUMBER(POMP_READ_OUTSIDE, DOING_OUTSIDE);
SAME_NUMBER(POMP_READ_IDLE, DOING_IDLE);
SAME_NUMBER(POMP_READ_NONE, NO_LOCATION);
SAME_NUMBER(POMP_READ_NONE, NO_REGION);
SAME_NUMBER(POMP_READ_NONE, NO_PATH);

static const char *known(const char *text) { return text ? text : ""; }

/* --- the run --- */

POMP_READ_API int pomp_read_run(const struct pomp_read *r, struct pomp_read_run *run, size_t size) {
  const struct analysis *a = &r->now->analysis;
  const struct experiment *e = a->experiment;
  const uint64_t wall = a->all.wall, before = r->before ? r->before->analysis.all.wall : wall;
  const struct pomp_read_run all = {.program = known(e->program),
                                    .experiment = r->now->loaded.directory,
                                    .state = r->now->loaded.state,
                                    .threads = a->all.threads,
                                    .processes = e->process_count,
                                    .locations = e->location_count,
                                    .regions = a->region_count,
                                    .paths = a->path_count,
                                    .columns = column_count(r->now),
                                    .doings = a->now_count,
                                    .begin_ns = e->header.epoch_ns,
                                    .wall_ns = wall,
                                    .quiet_ns = a->quiet,
                                    .interval_ns = wall > before ? wall - before : 0,
                                    .other = r->now->loaded.is_other ? r->now->loaded.asked : 0};
  return give(run, size, &all, sizeof all);
}

POMP_READ_API int pomp_read_process(const struct pomp_read *r, uint32_t process, struct pomp_read_process *of,
                                    size_t size) {
  const struct experiment *e = &r->now->loaded.experiment;
  if (process >= e->process_count)
    return -1;
  const struct process *p = &e->processes[process];
  const struct pomp_read_process all = {.program = known(p->program),
                                        .host = known(p->host),
                                        .state = p->state,
                                        .pid = process_number(p),
                                        .rank = p->header.ranks ? p->header.rank : POMP_READ_NONE,
                                        .first_location = p->first_location,
                                        .locations = p->location_count,
                                        .wall_ns = process_wall(p),
                                        .stopped = p->stopped};
  return give(of, size, &all, sizeof all);
}

/* --- where --- */

const char *location_name(struct pomp_read *r, uint32_t location) {
  char name[512];
  const uint32_t count = r->now->loaded.experiment.location_count;
  if (!r->names)
    r->names = calloc(count + 1ull, sizeof *r->names);
  if (!r->names)
    return "";
  if (!r->names[location]) {
    analysis_location_name(&r->now->analysis, location, "->", name, sizeof name);
    r->names[location] = strdup(name);
  }
  return known(r->names[location]);
}

/* A running process's threads have other numbers here than in a container. */
static uint32_t os_thread_of(const struct process *p, uint32_t thread) {
  return p->state == RUN_RUNNING ? running_process_thread(p->pid_here, p, thread) : thread;
}

/* The handle is changed by nothing but that names are remembered. */
POMP_READ_API int pomp_read_location(const struct pomp_read *r, uint32_t location, struct pomp_read_location *of,
                                     size_t size) {
  const struct analysis *a = &r->now->analysis;
  const struct experiment *e = a->experiment;
  if (location >= e->location_count)
    return -1;
  const struct location *l = &e->locations[location];
  const bool is_member = l->parent != NO_LOCATION;
  int was = pomp_read_lock();
  const struct pomp_read_location all = {.name = location_name((struct pomp_read *)r, location),
                                         .kind = analysis_location_kind(a, location),
                                         .process = l->process,
                                         .parent = l->parent,
                                         .thread_num = is_member ? l->thread_num : POMP_READ_NONE,
                                         .level = is_member && l->level != POMP_NOT_KNOWN ? l->level : 0,
                                         .os_thread = os_thread_of(&e->processes[l->process], l->os_thread)};
  pomp_read_unlock(was);
  return give(of, size, &all, sizeof all);
}

static uint32_t line(int number) { return number > 0 ? (uint32_t)number : 0; }

/* Where a lock routine or a function of MPI is called is looked for in debug information, once. */
POMP_READ_API int pomp_read_region(const struct pomp_read *r, uint32_t region, struct pomp_read_region *of,
                                   size_t size) {
  const struct analysis *a = &r->now->analysis;
  if (region >= a->region_count)
    return -1;
  const struct region *g = &a->regions[region];
  const struct construct *c = g->construct;
  struct pomp_read_region all = {.name = g->name,
                                 .role = pomp_role_names[g->role].id,
                                 .function = "",
                                 .file = "",
                                 .place = "",
                                 .waiting = pomp_role_is(g->role, POMP_IS_WAITING)};
  int was = pomp_read_lock();
  if (c) {
    all.function = known(call_function(c));
    all.file = known(call_file(c));
    all.line = line(call_line(c));
    all.last_line = c->is_site ? all.line : line(c->end_lineN);
    const struct call_site *site = c->is_site ? call_site_of(c) : NULL;
    all.place = site && !all.line ? site->place : "";
  }
  pomp_read_unlock(was);
  return give(of, size, &all, sizeof all);
}

POMP_READ_API int pomp_read_path(const struct pomp_read *r, uint32_t path, struct pomp_read_path *of, size_t size) {
  const struct analysis *a = &r->now->analysis;
  if (path >= a->path_count)
    return -1;
  const struct path *p = &a->paths[path];
  const struct pomp_read_path all = {
      .parent = path ? p->parent : POMP_READ_NONE, .region = p->region, .depth = p->depth};
  return give(of, size, &all, sizeof all);
}

/* --- what threads do --- */

static uint32_t region_of(const struct analysis *a, uint32_t path) {
  return path == NO_PATH ? POMP_READ_NONE : a->paths[path].region;
}

static const struct awaited *awaited_by(const struct analysis *a, const struct thread_now *t, uint32_t *count) {
  *count = 0;
  return t->visit == NO_VISIT ? NULL : analysis_awaited(a, t->visit, count);
}

POMP_READ_API int pomp_read_doing(const struct pomp_read *r, uint32_t doing, struct pomp_read_doing *of, size_t size) {
  const struct analysis *a = &r->now->analysis;
  if (doing >= a->now_count)
    return -1;
  const struct thread_now *t = &a->now[doing];
  const uint32_t path = t->visit == NO_VISIT ? NO_PATH : a->open_visits[t->visit].path;
  struct pomp_read_doing all = {.location = t->location,
                                .does = t->doing,
                                .region = region_of(a, path),
                                .path = path == NO_PATH ? POMP_READ_NONE : path,
                                .task = region_of(a, t->task),
                                .creator = t->creator,
                                .stuck = t->stuck,
                                .deadlocked = t->in_cycle,
                                .since_ns = t->since,
                                .for_ns = t->time};
  awaited_by(a, t, &all.awaited);
  return give(of, size, &all, sizeof all);
}

POMP_READ_API int pomp_read_awaited(const struct pomp_read *r, uint32_t doing, uint32_t i, uint32_t *location) {
  const struct analysis *a = &r->now->analysis;
  uint32_t count;
  if (doing >= a->now_count)
    return -1;
  const struct awaited *w = awaited_by(a, &a->now[doing], &count);
  if (i >= count)
    return -1;
  *location = a->open_visits[w[i].by].location;
  return 0;
}
