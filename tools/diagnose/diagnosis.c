/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnosis.c - collects findings, tells which of them the figures can carry, and puts them in order.
 * Not here: the looking for each property (serial.c and its neighbours), the names of whom it costs (who.c). */
#include "call_sites.h"
#include "find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct property_row property_rows[PROPERTY_COUNT] = {
#define PROPERTY_ROW(name, id, text, by_wall) {id, text, by_wall},
    PROPERTIES(PROPERTY_ROW)
#undef PROPERTY_ROW
};

#define PART_SHOWN 0.01     /* of the wall time */
#define SHORT_RUN 10000000u /* ns */
#define READY_PART 0.5      /* of a finding's severity */

void find_begin(struct search *s) { memset(s->lost, 0, s->a->experiment->location_count * sizeof *s->lost); }

void find_evidence(struct finding *f, const char *key, const char *unit, double value) {
  if (f->evidence_count < EVIDENCE_MAX)
    f->evidence[f->evidence_count++] = (struct evidence){key, unit, value};
}

void find_locations(struct search *s, struct finding *f, const double *of) {
  const struct analysis *a = s->a;
  const uint32_t count = a->experiment->location_count;
  free(f->locations);
  f->location_count = 0;
  f->locations = malloc((count ? count : 1) * sizeof *f->locations);
  s->failed |= !f->locations;
  for (uint32_t i = 0; f->locations && i < count; i++)
    if (of[a->location_order[i]] > 0)
      f->locations[f->location_count++] = a->location_order[i];
}

void find_place(char *text, size_t size, const struct region *r) {
  const char *file = r->construct ? call_file(r->construct) : "";
  if (*file)
    snprintf(text, size, "%.120s (%.120s:%d)", r->name, file, call_line(r->construct));
  else
    snprintf(text, size, "%.120s", r->name);
}

/* Returns the call path of a region with the largest self time. */
static uint32_t main_path(const struct analysis *a, uint32_t region) {
  uint32_t best = NO_PATH;
  for (uint32_t i = 0; i < a->path_count; i++)
    if (a->paths[i].region == region &&
        (best == NO_PATH || a->paths[i].totals.exclusive > a->paths[best].totals.exclusive))
      best = i;
  return best;
}

bool find_is_small(const struct search *s, double saving) { return saving < PART_SHOWN * (double)s->a->all.wall; }

struct finding *find_add(struct search *s, enum property property, uint32_t region, double severity, double saving) {
  const struct analysis *a = s->a;
  if (find_is_small(s, saving) && property != PROPERTY_UNRELIABLE)
    return NULL;
  if (s->count == s->room) {
    uint32_t room = s->room ? 2 * s->room : 32;
    struct finding *more = realloc(s->findings, room * sizeof *more);
    if (!more) {
      s->failed = true;
      return NULL;
    }
    s->findings = more;
    s->room = room;
  }
  struct finding *f = &s->findings[s->count++];
  *f = (struct finding){.property = property,
                        .region = region,
                        .path = region == NO_REGION ? NO_PATH : main_path(a, region),
                        .also = NO_REGION,
                        .team = NO_PATH,
                        .severity = severity,
                        .saving = saving,
                        .judged = true,
                        .within = NO_FINDING,
                        .cause_process = NO_CAUSE,
                        .cause_region = NO_REGION};
  find_locations(s, f, s->lost);
  return f;
}

/* Tells whether the figures carry the finding. While a thread had no processor, all others of its team may have waited
 * for it. That may be in all that compares threads by the wall clock, and may make up a finding alone. */
static void judge(const struct analysis *a, struct finding *f) {
  double ready = (double)a->all.scheduled.ready, others = a->all.threads > 2 ? a->all.threads - 1.0 : 1;
  if (f->property == PROPERTY_UNRELIABLE)
    return;
  if (a->all.wall < SHORT_RUN)
    snprintf(f->why, sizeof f->why, "the run took %.1f ms, which is too short", (double)a->all.wall * 1e-6);
  else if (a->lost)
    snprintf(f->why, sizeof f->why, "%llu events were lost", (unsigned long long)a->lost);
  else if (f->judged && property_rows[f->property].by_wall && ready * others > READY_PART * f->severity)
    snprintf(f->why, sizeof f->why, "threads were ready and had no processor for %.3f s, which may be %s of it",
             ready * 1e-9, ready * others < f->severity ? "half" : "all");
  f->judged = !*f->why;
}

static int by_saving(const void *x, const void *y) {
  const struct finding *a = x, *b = y;
  if (a->judged != b->judged)
    return a->judged ? -1 : 1;
  if (a->saving != b->saving)
    return a->saving > b->saving ? -1 : 1;
  if (a->severity != b->severity)
    return a->severity > b->severity ? -1 : 1;
  if (a->property != b->property)
    return a->property < b->property ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}

static bool is_below(const struct analysis *a, uint32_t path, uint32_t above) {
  for (; above && path != NO_PATH; path = path ? a->paths[path].parent : NO_PATH)
    if (path == above)
      return true;
  return false;
}

static bool is_late_rank(enum property p) {
  return p == PROPERTY_MPI_LATE_SENDER || p == PROPERTY_MPI_LATE_RECEIVER || p == PROPERTY_MPI_LATE_COLLECTIVE;
}

/* The others wait for as long as some ranks compute longer. While a thread is in a call of MPI, other threads of its
 * rank may be idle, and it may wait; a profile does not tell whether it does. */
static bool is_same_in_mpi(const struct analysis *a, const struct finding *f, const struct finding *g) {
  if (f->property == PROPERTY_MPI_IMBALANCE)
    return is_late_rank(g->property);
  if (f->path == NO_PATH || f->path != g->path)
    return false;
  if (f->property == PROPERTY_MPI_SERIAL)
    return is_late_rank(g->property) || g->property == PROPERTY_MPI_SMALL_MESSAGES;
  return !a->mpi_late_known && f->property == PROPERTY_MPI_SMALL_MESSAGES && is_late_rank(g->property);
}

static bool is_balance(const struct finding *f) {
  return f->property == PROPERTY_LOAD_IMBALANCE || f->property == PROPERTY_LARGE_CHUNK;
}

/* True if it is about members of a team that wait for others, and says why these are late. */
static bool is_late(const struct finding *f) {
  return is_balance(f) || f->of_members || f->property == PROPERTY_TASK_CREATION ||
         f->property == PROPERTY_TASK_STARVATION || f->property == PROPERTY_SERIALISED_NESTING;
}

/* True if it is about what a loop's barrier, or its scheduling, costs: what members wait for each other is left out. */
static bool is_cost_of_loop(const struct finding *f) {
  return f->property == PROPERTY_SMALL_LOOP || f->property == PROPERTY_SMALL_CHUNK;
}

/* Members that wait for a lock inside a loop are late at the loop's end: the same time is in both findings. So is what
 * is waited at a barrier, and at the next one. What a region's end and its loops have is told apart
 * (member_findings.c). */
static bool has_same(const struct analysis *a, const struct finding *f, const struct finding *g) {
  if (is_same_in_mpi(a, f, g) || is_same_in_mpi(a, g, f))
    return true;
  if (f->region == NO_REGION || g->region == NO_REGION || (f->team != NO_PATH && f->team == g->team))
    return false;
  if (f->also == g->region || g->also == f->region || (f->also != NO_REGION && f->also == g->also))
    return true;
  bool is_nested = is_below(a, f->path, g->path) || is_below(a, g->path, f->path);
  if (is_cost_of_loop(f) || is_cost_of_loop(g)) /* members that begin late are waited for at the first barrier */
    return is_nested && (f->property == PROPERTY_SMALL_PARALLEL || g->property == PROPERTY_SMALL_PARALLEL);
  return f->property != g->property && !(is_balance(f) && is_balance(g)) && (is_late(f) || is_late(g)) && is_nested;
}

static void find_within(struct search *s) {
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t k = 0; k < i && s->findings[i].within == NO_FINDING; k++)
      if (has_same(s->a, &s->findings[i], &s->findings[k]))
        s->findings[i].within = k;
}

/* Counts how many threads of a process there are for each one that the program started itself. */
static void count_threads(struct search *s) {
  const struct experiment *e = s->a->experiment;
  for (uint32_t i = 0; i < e->location_count; i++)
    if (e->locations[i].parent == NO_LOCATION && !(e->locations[i].flags & POMP_LOCATION_WORKER))
      s->threads[e->locations[i].process]++;
  for (uint32_t i = 0; i < e->process_count; i++) {
    uint32_t initials = s->threads[i] ? s->threads[i] : 1, all = s->a->processes[i].threads;
    s->threads[i] = all > initials ? all / initials : 1;
  }
}

/* Puts the idle times in the order of their regions. */
static void sort_idle(struct search *s) {
  const struct analysis *a = s->a;
  uint32_t *next = s->idle_first + 1; /* where the next one of a region goes; at last, where the next region begins */
  for (uint32_t i = 0; i < a->idle_count; i++)
    if (a->idle[i].region != NO_REGION)
      next[a->idle[i].region + 1]++;
  for (uint32_t r = 0; r < a->region_count; r++)
    next[r + 1] += next[r];
  for (uint32_t i = 0; i < a->idle_count; i++)
    if (a->idle[i].region != NO_REGION)
      s->idle[next[a->idle[i].region]++] = i;
}

/* Lists the call paths of each region. */
static void sort_paths(struct search *s) {
  const struct analysis *a = s->a;
  for (uint32_t r = 0; r < a->region_count; r++)
    s->region_path[r] = NO_PATH;
  for (uint32_t i = a->path_count; i-- > 0;) {
    s->path_next[i] = s->region_path[a->paths[i].region];
    s->region_path[a->paths[i].region] = i;
  }
}

bool diagnose(struct diagnosis *d, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct search s = {.a = a,
                     .lost = calloc(e->location_count + 1ull, sizeof *s.lost),
                     .scratch = calloc(e->location_count + 1ull, sizeof *s.scratch),
                     .threads = calloc(e->process_count + 1ull, sizeof *s.threads),
                     .ranks = calloc(e->process_count + 1ull, sizeof *s.ranks),
                     .idle_first = calloc(a->region_count + 2ull, sizeof *s.idle_first),
                     .idle = calloc(a->idle_count + 1ull, sizeof *s.idle),
                     .region_path = malloc((a->region_count + 1ull) * sizeof *s.region_path),
                     .path_next = malloc((a->path_count + 1ull) * sizeof *s.path_next),
                     .crowding = NO_REGION};
  s.failed =
      !s.lost || !s.scratch || !s.threads || !s.ranks || !s.idle_first || !s.idle || !s.region_path || !s.path_next;
  if (!s.failed) {
    count_threads(&s);
    sort_idle(&s);
    sort_paths(&s);
    find_serial(&s);
    find_imbalance(&s);
    find_loops(&s);
    find_atomics(&s);
    find_barriers(&s);
    find_team_serial(&s);
    find_locks(&s);
    find_granularity(&s);
    find_teams(&s);
    find_rank_times(&s);
    find_mpi_waits(&s);
    find_rank_imbalance(&s);
    find_mpi_messages(&s);
    find_machine(&s);
    for (uint32_t i = 0; i < s.count; i++)
      judge(a, &s.findings[i]);
    if (s.count)
      qsort(s.findings, s.count, sizeof *s.findings, by_saving);
    find_within(&s);
  }
  free(s.lost);
  free(s.scratch);
  free(s.threads);
  waiting_end(&s);
  free(s.ranks);
  free(s.idle_first);
  free(s.idle);
  free(s.region_path);
  free(s.path_next);
  *d = (struct diagnosis){a, s.findings, s.count};
  return !s.failed;
}

void diagnosis_free(struct diagnosis *d) {
  for (uint32_t i = 0; i < d->count; i++) {
    free(d->findings[i].locations);
    free(d->findings[i].groups);
  }
  free(d->findings);
  *d = (struct diagnosis){.analysis = NULL};
}
