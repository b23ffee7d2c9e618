/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_findings.c - puts together what processes have told.
 * Not here: what job_findings.h says. */
#include "findings/job_findings.h"
#include "base/paged_array.h"

#include <stdlib.h>

struct job_findings *diagnosis_begin(void) { return calloc(1, sizeof(struct job_findings)); }

void diagnosis_end(struct job_findings *g) {
  if (!g)
    return;
  for (uint32_t i = 0; i < g->finding_count; i++) {
    struct job_finding *f = &g->findings[i];
    free(f->team);
    free(f->rows);
    free(f->why);
    free(f->advice);
    free(f->who.runs);
    free(f->evidence);
  }
  free(g->ranks);
  free(g->noted);
  free(g->forking.runs);
  free(g->regions);
  free(g->calls);
  free(g->findings);
  pomp_index_free(&g->by_key);
  pomp_index_free(&g->by_finding);
  free(g);
}

void job_findings_mark(const struct experiment *whole, const struct run_list *list, double *of) {
  for (const struct location_run *run = list->runs, *end = run + list->count; run < end; run++)
    for (uint32_t p = 0; p < run->processes; p++) {
      for (uint32_t k = 0; k < run->count; k++)
        of[whole->processes[run->process + p].first_location + run->first + k] = 1;
      paged_leave(sizeof *whole->processes + run->count * sizeof *of);
    }
}

/* --- facts --- */

static void most(double *of, double value) { *of = value > *of ? value : *of; }

static bool add_facts(struct job_findings *g, uint32_t process, const struct process_facts *f) {
  struct process_facts *all = &g->all;
  if (!POMP_ARRAY_ROOM(g->ranks, g->ranks_room, process + 1ull))
    return false;
  while (g->process_count <= process)
    g->ranks[g->process_count++] = (struct rank_times){.polls = false};
  g->ranks[process] = f->rank;
  most(&all->cpu_wall, f->cpu_wall);
  most(&all->serial, f->serial);
  all->worked = all->worked < 0 || f->worked < 0 ? -1 : all->worked + f->worked;
  all->outside += f->outside;
  most(&all->forks, f->forks);
  if (f->longest_fork > all->longest_fork) {
    all->longest_fork = f->longest_fork;
    all->longest_fork_key = f->longest_fork_key;
  }
  if (f->crowding_time > all->crowding_time) {
    all->crowding_time = f->crowding_time;
    all->crowding_key = f->crowding_key;
  }
  return true;
}

static bool add_run(struct run_list *list, uint32_t process, struct pomp_bytes *from) {
  struct sent_run run;
  POMP_BYTES_TAKE(from, run);
  struct location_run *last = list->count ? &list->runs[list->count - 1] : NULL;
  if (last && last->first == run.first && last->count == run.count && last->process + last->processes == process) {
    last->processes++;
    return true;
  }
  if (!POMP_ARRAY_ROOM(list->runs, list->room, list->count + 1ull))
    return false;
  list->runs[list->count++] = (struct location_run){process, 1, run.first, run.count};
  return true;
}

/* --- regions, calls, constructs with notes --- */

struct key_of_region {
  const struct job_findings *job_findings;
  uint32_t key;
};

static bool has_key(const void *context, uint32_t number) {
  const struct key_of_region *k = context;
  return k->job_findings->regions[number].key == k->key;
}

static struct pomp_slot *slot_of_region(const struct job_findings *g, uint32_t key) {
  return pomp_index_find(&g->by_key, pomp_hash(key, 0), has_key, &(struct key_of_region){g, key});
}

const struct job_region *job_findings_region(const struct job_findings *g, uint32_t key) {
  const struct pomp_slot *slot = slot_of_region(g, key);
  return slot->number ? &g->regions[slot->number - 1] : NULL;
}

static bool add_region(struct job_findings *g, const struct sent_region *r, bool is_busiest) {
  if (!pomp_index_room(&g->by_key, g->region_count + 1ull) ||
      !POMP_ARRAY_ROOM(g->regions, g->region_room, g->region_count + 1ull))
    return false;
  struct pomp_slot *slot = slot_of_region(g, r->key);
  if (!slot->number) {
    g->regions[g->region_count] = (struct job_region){.key = r->key};
    pomp_index_put(&g->by_key, slot, pomp_hash(r->key, 0), g->region_count++);
  }
  struct job_region *to = &g->regions[slot->number - 1];
  for (int i = 0; i < RANK_PARTS; i++) {
    to->all[i] += r->times[i];
    to->busiest[i] = is_busiest ? r->times[i] : to->busiest[i];
  }
  return true;
}

/* True if no process before computes as long; what was noted of that one is taken out. */
static bool becomes_busiest(struct job_findings *g, const struct rank_times *rank) {
  if (rank->computes <= g->busiest)
    return false;
  g->busiest = rank->computes;
  for (uint32_t i = 0; i < g->region_count; i++)
    for (int k = 0; k < RANK_PARTS; k++)
      g->regions[i].busiest[k] = 0;
  return true;
}

static bool add_call(struct job_findings *g, uint32_t process, const struct sent_call *c) {
  if (!POMP_ARRAY_ROOM(g->calls, g->calls_room, g->call_count + 1ull))
    return false;
  g->calls[g->call_count++] = (struct job_call){c->key, process, c->location, c->own};
  return true;
}

static bool add_noted(struct job_findings *g, const struct sent_noted *n) {
  if (!POMP_ARRAY_ROOM(g->noted, g->noted_room, n->construct + 1ull))
    return false;
  while (g->noted_count <= n->construct)
    g->noted[g->noted_count++] = 0;
  most(&g->noted[n->construct], n->time);
  return true;
}

/* --- findings --- */

struct same_finding {
  const struct job_findings *job_findings;
  const struct sent_finding *sent;
};

static bool is_same(const void *context, uint32_t number) {
  const struct same_finding *s = context;
  const struct sent_finding *f = &s->job_findings->findings[number].worst;
  return f->property == s->sent->property && f->place == s->sent->place && f->variant == s->sent->variant;
}

/* Returns the finding of the same property and region, which may be a new one; NULL: there is no memory. */
static struct job_finding *finding_for(struct job_findings *g, const struct sent_finding *f) {
  const uint32_t hash = pomp_hash(f->place, (uint64_t)f->property << 32 | f->variant);
  if (!pomp_index_room(&g->by_finding, g->finding_count + 1ull) ||
      !POMP_ARRAY_ROOM(g->findings, g->finding_room, g->finding_count + 1ull))
    return NULL;
  struct pomp_slot *slot = pomp_index_find(&g->by_finding, hash, is_same, &(struct same_finding){g, f});
  if (!slot->number) {
    g->findings[g->finding_count] = (struct job_finding){.worst = *f};
    g->findings[g->finding_count].worst.saving = -1; /* every process has more */
    pomp_index_put(&g->by_finding, slot, hash, g->finding_count++);
  }
  return &g->findings[slot->number - 1];
}

static struct job_evidence *evidence_for(struct job_finding *f, const struct evidence_row *row) {
  for (uint32_t i = 0; i < f->evidence_count; i++)
    if (f->evidence[i].row == row)
      return &f->evidence[i];
  if (!POMP_ARRAY_ROOM(f->evidence, f->evidence_room, f->evidence_count + 1ull))
    return NULL;
  f->evidence[f->evidence_count] = (struct job_evidence){.row = row};
  return &f->evidence[f->evidence_count++];
}

/* Returns the divisor of a number, among the same process's numbers. */
static double divisor_of(const struct evidence_row *row, const struct sent_evidence *all, uint32_t count) {
  for (uint32_t i = 0; row->divisor && i < count; i++) {
    const struct evidence_row *other = evidence_at(all[i].row);
    if (other && strcmp(other->key, row->divisor) == 0)
      return all[i].value;
  }
  return 1;
}

static bool add_evidence(struct job_finding *f, struct pomp_bytes *from, uint32_t count, bool is_worst) {
  struct sent_evidence all[EVIDENCE_MAX] = {{0, 0}};
  if (count > EVIDENCE_MAX)
    return false;
  pomp_bytes_take(from, all, count * sizeof *all);
  uint32_t *rows = malloc((count + 1ull) * sizeof *rows);
  bool good = rows && !from->failed;
  for (uint32_t i = 0; good && i < count; i++) {
    const struct evidence_row *row = evidence_at(all[i].row);
    struct job_evidence *to = row ? evidence_for(f, row) : NULL;
    good = to != NULL;
    if (good)
      evidence_gather(to, all[i].value, divisor_of(row, all, count), is_worst);
    rows[i] = all[i].row;
  }
  free(is_worst ? f->rows : rows);
  f->rows = is_worst ? rows : f->rows;
  return good;
}

/* Takes bytes, with a zero behind them; in place of those that were there, or if `wanted` is false for nothing. */
static bool take_into(void *to, struct pomp_bytes *from, uint64_t size, bool wanted) {
  void *old;
  char *taken = size <= from->size - from->taken ? malloc(size + 1) : NULL;
  if (!taken)
    return false;
  pomp_bytes_take(from, taken, size);
  taken[size] = 0;
  memcpy(&old, to, sizeof old);
  free(wanted ? old : taken);
  if (wanted)
    memcpy(to, &taken, sizeof taken);
  return true;
}

static bool add_finding(struct job_findings *g, uint32_t process, struct pomp_bytes *from) {
  struct sent_finding sent;
  POMP_BYTES_TAKE(from, sent);
  struct job_finding *f = from->failed ? NULL : finding_for(g, &sent);
  if (!f)
    return false;
  const bool is_worst = sent.saving > f->worst.saving;
  bool good = take_into((void *)&f->team, from, (uint64_t)sent.team * sizeof *f->team, is_worst) &&
              add_evidence(f, from, sent.evidence, is_worst);
  for (uint32_t i = 0; good && i < sent.runs; i++)
    good = add_run(&f->who, process, from);
  good = good && take_into((void *)&f->why, from, sent.why, is_worst) &&
         take_into((void *)&f->advice, from, sent.advice, is_worst);
  f->severity += sent.severity;
  f->worst = is_worst ? sent : f->worst;
  return good;
}

bool diagnosis_add(struct job_findings *g, uint32_t process, struct pomp_bytes *from) {
  struct process_facts facts;
  struct sent_lengths lengths;
  POMP_BYTES_TAKE(from, facts);
  POMP_BYTES_TAKE(from, lengths);
  bool good = !from->failed && add_facts(g, process, &facts);
  const bool is_busiest = good && becomes_busiest(g, &facts.rank);
  for (uint32_t i = 0; good && i < lengths.forking; i++)
    good = add_run(&g->forking, process, from);
  for (uint32_t i = 0; good && i < lengths.regions; i++) {
    struct sent_region r;
    POMP_BYTES_TAKE(from, r);
    good = add_region(g, &r, is_busiest);
  }
  for (uint32_t i = 0; good && i < lengths.calls; i++) {
    struct sent_call c;
    POMP_BYTES_TAKE(from, c);
    good = add_call(g, process, &c);
  }
  for (uint32_t i = 0; good && i < lengths.noted; i++) {
    struct sent_noted n;
    POMP_BYTES_TAKE(from, n);
    good = add_noted(g, &n);
  }
  for (uint32_t i = 0; good && i < lengths.findings; i++)
    good = add_finding(g, process, from);
  return good && !from->failed;
}
