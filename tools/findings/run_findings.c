/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_findings.c - what is wrong with the run rather than with the program: too few processors, too much measured,
 * figures that prove nothing. Not here: what a finding needs to be judged (diagnose.c). */
#include "base/paged_array.h"
#include "findings/job_findings.h"
#include "sums/function_regions.h"

#include <stdio.h>
#include <string.h>

#define MEASURING_PART 0.05 /* of the thread time */
#define NAMED_PART 0.1      /* of what measuring takes */
#define OWN_PART 0.8        /* of what the processors have to give */

/* Leaves in search.lost the CPU time of threads in teams, by location, without the waiting at the ends of these. That
 * of a member has the time in teams that it forked in it, with the waiting at their ends: that can be no more than the
 * time from those forks to their joins, which is left out, as those teams have their own. False: it is not known. */
static bool cpu_in_teams(struct property_search *s) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  find_begin(s);
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    const struct cpu_time *cpu = &experiment_extra(e, n)->cpu;
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_FORK && e->locations[n->location].parent != NO_LOCATION)
      s->lost[n->location] -= (double)a->nodes[i].inclusive;
    if (POMP_KEY_ROLE(n->key) != POMP_ROLE_TEAM || !n->visits)
      continue;
    if (!cpu->visits || cpu->waited)
      return false;
    s->lost[n->location] += (double)cpu->on_cpu * (double)n->visits / (double)cpu->visits;
  }
  return true;
}

/* Leaves in search.scratch the time of each location in which it does not wait, on a processor or not. */
static void times_at_work(struct property_search *s) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  memset(s->scratch, 0, e->location_count * sizeof *s->scratch);
  for (uint32_t i = 0; i < e->node_count; i++)
    if (a->node_path[i] != NO_PATH && POMP_KEY_ROLE(e->nodes[i].key) != POMP_ROLE_FORK)
      s->scratch[e->nodes[i].location] += (double)a->nodes[i].exclusive - (double)a->nodes[i].wait;
}

/* A member that waits at a barrier within its team, or for a lock, is on a processor there as well, until it yields
 * that: so it worked for no longer than it was in its team without waiting. */
double find_worked_in_teams(struct property_search *s) {
  const struct experiment *e = s->a->experiment;
  double sum = 0;
  if (!cpu_in_teams(s))
    return -1;
  times_at_work(s);
  for (uint32_t i = 0; i < e->location_count; i++) {
    const bool is_member = e->locations[i].parent != NO_LOCATION;
    const double worked = is_member && s->scratch[i] < s->lost[i] ? s->scratch[i] : s->lost[i];
    sum += worked > 0 ? worked : 0;
  }
  return sum;
}

/* They were on a processor for no longer. */
double find_outside_teams(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  double sum = 0;
  for (uint32_t i = 0; i < e->location_count; i++) {
    if (e->locations[i].parent == NO_LOCATION && !(e->locations[i].flags & POMP_LOCATION_WORKER))
      sum += (double)a->locations[i].in_regions + (double)a->locations[i].outside;
    paged_leave(sizeof *e->locations + sizeof *a->locations);
  }
  return sum;
}

/* Returns how many processors the program's threads had in its teams, on the mean: a thread that yields its processor
 * while it waits may lose it to another program. */
static double processors_had(const struct property_search *s, double outside) {
  const struct process_totals *t = &s->a->all;
  const double had = ((double)t->scheduled.on_cpu - outside) / ((double)t->wall - outside);
  if (s->a->experiment->process_count != 1 || outside >= (double)t->wall || had >= t->cpus)
    return t->cpus;
  return had > 1 ? had : 1;
}

bool find_has_processors(struct finding *f, const struct process_totals *t, double on_cpu) {
  const double could = t->cpus * (double)t->wall;
  if (on_cpu >= OWN_PART * could)
    return true;
  f->judged = false;
  snprintf(f->why, sizeof f->why, "its threads had %.0f %% of the processors, and others may have had the rest",
           100 * on_cpu / could);
  return false;
}

/* Threads that are too many take turns, which costs little by itself. But one that waits in a team or at its end, and
 * is on a processor during that time, keeps a thread from it that has work to do. */
void find_oversubscription(struct property_search *s) {
  const struct process_totals *t = &s->a->all;
  if (!t->cpus || t->threads <= t->cpus || !analysis_is_crowded(t) || find_is_bound(s->a))
    return;
  const double ready = (double)t->scheduled.ready, on_cpu = (double)t->scheduled.on_cpu;
  const double worked = s->job_findings ? s->job_findings->all.worked : find_worked_in_teams(s);
  const double outside = worked > 0 ? find_outside_teams(s->a) : 0;
  const double spun = on_cpu - (worked > 0 ? worked : 0) - outside;
  double saving = spun / processors_had(s, outside);
  saving = saving < ready ? saving : ready;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_OVERSUBSCRIPTION, s->crowding, ready, saving);
  if (!f)
    return;
  if (find_has_processors(f, t, on_cpu) && worked < 0) {
    f->judged = false;
    snprintf(f->why, sizeof f->why, "nothing tells whether waiting threads were on a processor");
  }
  find_evidence(f, "threads", "", t->threads);
  find_evidence(f, "processors", "", t->cpus);
  find_evidence(f, "ready_ns", "ns", ready);
  find_evidence(f, "waiting_on_cpu_ns", "ns", spun);
  if (s->crowding != NO_REGION)
    find_advise(
        f,
        "Nested teams have more members than there are processors for them (%u): " HELPS "let inner teams be smaller "
        "(num_threads, OMP_NUM_THREADS=a,b, OMP_THREAD_LIMIT), or have one level of teams (OMP_MAX_ACTIVE_LEVELS).",
        t->cpus);
  else
    find_advise(
        f,
        "Start no more threads than there are processors for them (%u): OMP_NUM_THREADS, ranks on one machine, "
        "and what cpuset or taskset allow. Until then, have threads sleep while they wait (OMP_WAIT_POLICY=passive).",
        t->cpus);
}

/* Writes the regions of which measuring takes most, the first ones as a part of a sentence: three at most, and none
 * that has less than a tenth of it. */
static void most_measured(const struct analysis *a, char *text, size_t size) {
  uint32_t named[3] = {0, 0, 0}; /* the root is none that could be left out */
  size_t length = 0;
  *text = 0;
  for (int i = 0; i < 3; i++) {
    for (uint32_t r = 1; r < a->region_count; r++)
      if (r != named[0] && r != named[1] && a->regions[r].measuring > NAMED_PART * a->measuring &&
          (!named[i] || a->regions[r].measuring > a->regions[named[i]].measuring))
        named[i] = r;
    if (!named[i])
      return;
    char place[300];
    find_place(place, sizeof place, &a->regions[named[i]]);
    length += (size_t)snprintf(text + length, size - length, "%s%s", i ? ", " : ": ", place);
    length = length < size ? length : size - 1;
  }
}

static bool is_function(const struct region *r) { return construct_is_function(r->construct); }
/* These ask again and again: for a lock until it is free, and for a value until another thread writes it. */
static bool polls_lock(const struct region *r) { return strncmp(r->name, "omp_test_", strlen("omp_test_")) == 0; }
static bool polls_value(const struct region *r) {
  return r->role == POMP_ROLE_ATOMIC && find_has_clause(r->construct, "read");
}

/* True if most of what measuring takes is that of such regions. */
static bool is_mostly(const struct analysis *a, bool (*is)(const struct region *)) {
  double measuring = 0;
  for (uint32_t r = 1; r < a->region_count; r++)
    if (is(&a->regions[r]))
      measuring += a->regions[r].measuring;
  return measuring > a->measuring / 2;
}

void find_measuring(struct property_search *s) {
  const struct analysis *a = s->a;
  double all = (double)a->all.allocation;
  if (a->measuring < MEASURING_PART * all)
    return;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_MEASUREMENT_OVERHEAD, NO_REGION, a->measuring,
                               a->measuring / (a->all.threads ? a->all.threads : 1));
  if (!f)
    return;
  find_evidence(f, "measuring", "%", all > 0 ? 100 * a->measuring / all : 0);
  find_evidence(f, "visits", "", (double)a->all.visits);
  char most[1024];
  most_measured(a, most, sizeof most);
  if (is_mostly(a, polls_value)) {
    find_advise(f,
                "A value is read again and again%s, as by a thread that waits in a loop of its own until another one "
                "writes it: " HELPS
                "wait by a barrier, taskwait or depend, which take no processor, or read it less often.",
                most);
    return;
  }
  if (is_mostly(a, polls_lock)) {
    find_advise(f,
                "Threads ask for a lock again and again until it is free%s: " HELPS
                "wait by omp_set_lock, which is measured with who holds the lock meanwhile, and hold it for less.",
                most);
    return;
  }
  find_advise(f,
              "Leave out what is visited most often and does least%s. pomp-report %s, since the other figures contain "
              "this time.",
              most,
              is_mostly(a, is_function) && analysis_has_functions(a)
                  ? "--suggest-functions FILE writes the list: compile with --pomp-functions=all "
                    "--pomp-filter=FILE"
                  : "--suggest-filter FILE writes the list: run again with POMP_FILTER=FILE, or compile "
                    "with --pomp-filter=FILE");
}

/* Returns how often threads moved to another processor, or less than 0 if that was not counted. */
static double migrations_of(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t m = 0; m < e->metric_count; m++) {
    double sum = 0;
    for (uint32_t i = 0; strcmp(e->metrics[m].name, "cpu-migrations") == 0 && i < e->location_count; i++) {
      sum += (double)a->locations[i].metrics[m].inclusive;
      paged_leave(sizeof *a->locations + e->metric_count * sizeof *a->locations->metrics);
    }
    if (strcmp(e->metrics[m].name, "cpu-migrations") == 0)
      return sum;
  }
  return -1;
}

/* Tells why the measurement ended before the program, or returns NULL. */
static const char *early_end(const struct analysis *a) {
  for (uint32_t i = 0; i < a->experiment->process_count; i++)
    if (a->experiment->processes[i].header.stop_reason != POMP_STOP_NONE)
      return "the measurement ended before the program, for lack of memory, space or the file";
  return NULL;
}

void find_unreliable(struct property_search *s) {
  const struct analysis *a = s->a;
  const char *ended = early_end(a);
  double ready = (double)a->all.scheduled.ready, migrations = migrations_of(a);
  bool is_crowded = analysis_is_crowded(&a->all);
  if (!a->lost && !is_crowded && !ended)
    return;
  find_begin(s);
  struct finding *f = find_add(s, PROPERTY_UNRELIABLE, NO_REGION, is_crowded && !a->lost ? ready : 0, 0);
  if (!f)
    return;
  f->judged = false;
  find_evidence(f, "lost", "", (double)a->lost);
  find_evidence(f, "ready_ns", "ns", ready);
  if (migrations >= 0)
    find_evidence(f, "migrations", "", migrations);
  snprintf(f->why, sizeof f->why, "%s",
           a->lost ? "events were lost"
           : ended ? ended
           : a->all.scheduled.switches_known
               ? "threads were ready to run and had no processor: waiting contains that time, and uneven work does not"
               : "threads were ready to run and had no processor: waiting and imbalance contain that time");
  find_advise(
      f, is_crowded && a->all.cpus && a->all.threads > a->all.cpus && !a->lost && !ended
             ? "Start no more threads than there are processors for them (OMP_NUM_THREADS), or let them have more."
         : a->lost || ended ? "Give the measurement more memory (POMP_MEMORY), or measure less."
                            : "Measure again on a machine without other work, with no more threads than processors.");
}
