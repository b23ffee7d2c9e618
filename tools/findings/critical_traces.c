/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_traces.c - finds the critical path of an experiment that was opened: in its traces, else in its profile. */
#include "findings/critical_traces.h"
#include "base/user_error.h"
#include "findings/find_critical.h"
#include "findings/mpi_waits_read.h"
#include "pomp_array.h"
#include "sums/analysis_matches.h"

#include <stdlib.h>

/* --- who waited for whom in MPI --- */

struct found_messages {
  struct critical_message *at;
  uint32_t count, room;
  bool unknown;
};

static bool add(struct found_messages *m, const struct late_records *r) {
  for (uint32_t i = 0; i < r->visits.count; i++) {
    const struct visit *v = &r->visits.at[i];
    if (!v->wait || v->by == NO_VISIT)
      continue;
    const struct visit *by = &r->visits.at[v->by];
    if (!POMP_ARRAY_ROOM(m->at, m->room, m->count + 1ull))
      return false;
    bool message = v->kind == LATE_SENDER || v->kind == LATE_RECEIVER;
    m->at[m->count++] = (struct critical_message){.begin = v->enter,
                                                  .end = v->leave,
                                                  .at = by->enter,
                                                  .location = v->location,
                                                  .by = by->location,
                                                  .kind = message ? CRITICAL_MESSAGE : CRITICAL_COLLECTIVE};
  }
  return true;
}

static bool find_messages(struct found_messages *m, const struct traced_run *s) {
  struct late late;
  struct late_records r;
  if (!s->job)
    return true;
  m->unknown = !late_visits(&late, s, &r, true);
  bool good = m->unknown || add(m, &r);
  late_records_free(&r);
  return good;
}

/* --- the numbers of the opened experiment's analysis in place of those of the source's --- */

static struct critical_time *move(const struct critical_time *from, uint32_t from_count, const uint32_t *map,
                                  uint32_t count) {
  struct critical_time *to = calloc(count + 1ull, sizeof *to);
  for (uint32_t i = 0; to && i < from_count; i++) {
    struct critical_time *t = &to[map[i] < count ? map[i] : 0];
    t->path += from[i].path;
    t->all += from[i].all;
    t->waited += from[i].waited;
    t->waited_off += from[i].waited_off;
  }
  return to;
}

static uint32_t of(const uint32_t *map, uint32_t number) { return map[number] == UINT32_MAX ? 0 : map[number]; }

static bool translate(struct critical_path *c, const struct analysis *from, const struct analysis *to) {
  struct page_matches m;
  const uint32_t locations = to->experiment->location_count;
  bool good = page_match(&m, from, to);
  struct critical_time *regions = good ? move(c->regions, from->region_count, m.regions, to->region_count) : NULL;
  struct critical_time *paths = good ? move(c->paths, from->path_count, m.paths, to->path_count) : NULL;
  uint64_t *times = calloc(locations + 1ull, sizeof *times);
  good = regions && paths && times;
  for (uint32_t i = 0; good && i < from->experiment->location_count; i++)
    times[of(m.locations, i)] += c->locations[i];
  for (uint32_t i = 0; good && i < c->segment_count; i++)
    c->segments[i].location = of(m.locations, c->segments[i].location);
  for (uint32_t i = 0; good && i < CRITICAL_PARTS; i++) {
    c->parts[i].location = of(m.locations, c->parts[i].location);
    c->parts[i].region = of(m.regions, c->parts[i].region);
  }
  page_matches_free(&m);
  free(c->regions);
  free(c->paths);
  free(c->locations);
  c->regions = regions;
  c->paths = paths;
  c->locations = times;
  return good;
}

/* --- all of it --- */

static bool find(struct critical_path *c, const struct traced_run *s, const struct analysis *a) {
  struct found_messages messages = {.at = NULL};
  char error[128];
  bool good = find_messages(&messages, s) && critical_find(c, s, messages.at, messages.count, error, sizeof error) &&
              translate(c, &s->analysis, a);
  c->messages_unknown = messages.unknown;
  free(messages.at);
  return good;
}

/* Says what the traces lack. */
static void tell_lacks(const struct traced_run *s, struct trace_lacks *lacks) {
  const struct process *p = s->process;
  for (uint32_t i = 0; s->job && i < s->job->count; i++)
    trace_lacks_add_damage(lacks, s->job->ranks[i].trace, s->job->ranks[i].process->header.rank);
  if (s->job)
    trace_lacks_tell(lacks, s->loaded.directory, "pomp-report", stderr);
  else
    trace_tell_missing(s->trace, p->base_tick ? (double)p->base_ns / (double)p->base_tick : 1, s->file.path,
                       "pomp-report", stderr);
}

bool critical_traces_find(struct analysed_experiment *o, bool tell) {
  struct traced_run s;
  struct trace_lacks lacks;
  bool good = true;
  if (!traced_run_has_trace(&o->loaded))
    return true;
  const char *name = load_name_of_traces(&o->loaded);
  if (traced_run_open_by_rank(&s, name, &lacks)) {
    o->analysis.critical = calloc(1, sizeof *o->analysis.critical);
    good = o->analysis.critical && find(o->analysis.critical, &s, &o->analysis);
    if (good && tell)
      tell_lacks(&s, &lacks);
  }
  o->trace_refused = !o->analysis.critical;
  traced_run_close(&s);
  return good;
}

bool critical_profile_find(struct analysed_experiment *o) {
  char why[256];
  struct critical_path *c = calloc(1, sizeof *c);
  bool found = c && critical_of_profile(c, &o->analysis, why, sizeof why);
  if (found)
    o->analysis.critical = c;
  else {
    critical_free(c);
    free(c);
  }
  return found || (c && *why);
}

bool critical_can(const struct analysed_experiment *o) {
  struct critical_path c;
  char why[256];
  if (o->analysis.critical)
    return true;
  critical_of_profile(&c, &o->analysis, why, sizeof why);
  critical_free(&c);
  return user_error(o->loaded.path,
                    "the profile does not tell the critical path: %s. A trace does: run again with POMP_TRACE=1", why);
}

void critical_traces_free(struct analysed_experiment *o) {
  critical_free(o->analysis.critical);
  free(o->analysis.critical);
  o->analysis.critical = NULL;
}
