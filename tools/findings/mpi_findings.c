/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_findings.c - ranks that wait in MPI for one that comes late: a sender, a receiver, the last one of a collective
 * operation. Not here: which call waited for whom (the report finds that in traces), ranks that compute unevenly
 * (mpi_ranks.c). */
#include "findings/finding.h"
#include "pomp_mpi_waits.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DOUBT_PART 0.2 /* of a finding's severity: what the traces don't tell for certain */

static const enum property properties[MPI_LATE_KINDS] = {
    [MPI_LATE_SENDER] = PROPERTY_MPI_LATE_SENDER,
    [MPI_LATE_RECEIVER] = PROPERTY_MPI_LATE_RECEIVER,
    [MPI_LATE_COLLECTIVE] = PROPERTY_MPI_LATE_COLLECTIVE,
};

/* Returns what the rank that waits least can be spared of waiting. If nothing but the moments changes at which ranks
 * call MPI, each still needs the rest of its time, and so the run is no shorter than that rank's rest. `waited` is the
 * waiting in calls, by process. What is not known of its waiting counts as waiting; of a rank that polls, nothing is
 * known. In MPI_Finalize, too, ranks wait for the one that comes last. */
static double least_waiting(struct property_search *s, uint64_t waited(const struct process_totals *t)) {
  const struct analysis *a = s->a;
  const uint32_t count = a->experiment->process_count;
  double least = INFINITY, shortest = INFINITY;
  for (uint32_t i = 0; i < count; i++)
    shortest = fmin(shortest, s->ranks[i].finalize);
  for (uint32_t i = 0; i < count; i++) {
    const struct rank_times *r = &s->ranks[i];
    if (!r->polls)
      least = fmin(least, (double)waited(&a->processes[i]) + r->unknown + r->finalize - shortest);
  }
  return least;
}

static uint64_t found_at_most(const struct process_totals *t) { return t->mpi_waited.most; }
static uint64_t in_calls(const struct process_totals *t) { return t->mpi; }

static double fewer(struct property_search *s, double least) {
  double most = way_wall(s);
  return most < least ? most : least;
}

/* --- from traces --- */

/* This is the waiting of a kind in a region: the rows of the analysis from `first` on. */
struct waiting {
  uint32_t first, count;
  double severity, least, most, visits;
  uint32_t late; /* the process for which there was most of it */
  double for_late;
};

static struct waiting add_up(struct property_search *s, uint32_t first) {
  const struct analysis *a = s->a;
  const struct mpi_wait *rows = a->mpi_waits + first;
  struct waiting w = {.first = first};
  double of_one = 0;
  find_begin(s);
  for (;
       first + w.count < a->mpi_wait_count && rows[w.count].region == rows->region && rows[w.count].kind == rows->kind;
       w.count++) {
    const struct mpi_wait *row = &rows[w.count];
    of_one = (w.count && row[-1].late == row->late ? of_one : 0) + (double)row->found;
    if (of_one > w.for_late) {
      w.for_late = of_one;
      w.late = row->late;
    }
    s->lost[row->location] += (double)row->found;
    w.severity += (double)row->found;
    w.least += (double)row->least;
    w.most += (double)row->most;
    w.visits += (double)row->waits;
  }
  return w;
}

/* Returns in which region the late process was for most of that time, or NULL. */
static const struct mpi_doing *doing_then(const struct analysis *a, const struct mpi_wait *w, uint32_t late) {
  const struct mpi_doing *best = NULL;
  for (uint32_t i = 0; i < a->mpi_doing_count; i++) {
    const struct mpi_doing *d = &a->mpi_doings[i];
    if (d->region == w->region && d->kind == w->kind && d->late == late && (!best || d->time > best->time))
      best = d;
  }
  return best;
}

static void advise(struct finding *f, const struct analysis *a, enum mpi_late kind, uint32_t rank) {
  static const char *const late[] = {"sends", "receives", "comes"};
  static const char *const help[] = {
      "Send before work that the message does not need; or receive later (MPI_Irecv, and MPI_Wait after other work).",
      "Receive before that work; or let the sender go on during the transfer (MPI_Isend, and MPI_Wait after other "
      "work).",
      "Give the ranks equal work between two such operations, do that work after the operation, or start the operation "
      "and "
      "complete it after other work (MPI_I...)."};
  char where[8192] = "";
  if (f->cause_region != NO_REGION && !a->regions[f->cause_region].construct)
    snprintf(where, sizeof where, "code outside of all regions");
  else if (f->cause_region != NO_REGION)
    find_place(where, sizeof where, &a->regions[f->cause_region]);
  find_advise(f, "Rank %u %s late%s%s. " HELPS "%s", rank, late[kind],
              *where ? "; until then it is most of the time in " : "", where, help[kind]);
}

static void find_waiting(struct property_search *s, const struct waiting *w, double least) {
  const struct analysis *a = s->a;
  const struct mpi_wait *row = &a->mpi_waits[w->first];
  struct finding *f = find_add(s, properties[row->kind], row->region, w->severity, fewer(s, least));
  if (!f)
    return;
  const struct mpi_doing *d = doing_then(a, row, w->late);
  uint32_t rank = a->experiment->processes[w->late].header.rank;
  find_evidence(f, "wait_ns", "ns", w->severity);
  find_evidence(f, "waits", "", w->visits);
  find_evidence(f, "late_rank", "", rank);
  find_evidence(f, "wait_for_late_rank_ns", "ns", w->for_late);
  f->cause_process = w->late;
  if (d) {
    f->cause_region = d->doing;
    find_evidence(f, "late_rank_there_ns", "ns", (double)d->time);
  }
  advise(f, a, row->kind, rank);
  if (w->most - w->least > DOUBT_PART * w->severity) {
    f->judged = false;
    snprintf(f->why, sizeof f->why, "the waiting is between %.3f and %.3f s, which the traces tell no better",
             w->least * 1e-9, w->most * 1e-9);
  }
}

static void find_in_traces(struct property_search *s) {
  const struct analysis *a = s->a;
  double least = least_waiting(s, found_at_most);
  for (uint32_t i = 0; i < a->mpi_wait_count;) {
    struct waiting w = add_up(s, i);
    if (a->mpi_waits[i].region != NO_REGION)
      find_waiting(s, &w, least);
    i += w.count;
  }
}

/* --- from a profile --- */

/* Returns what a call that may wait may wait for, or MPI_LATE_KINDS if none of these has a property. */
static enum mpi_late may_wait_for(const char *name) {
  static const char *const senders[] = {
      "MPI_Recv",    "MPI_Mrecv",   "MPI_Probe",    "MPI_Mprobe", "MPI_Sendrecv", "MPI_Sendrecv_replace", "MPI_Wait",
      "MPI_Waitall", "MPI_Waitany", "MPI_Waitsome", NULL};
  static const char *const receivers[] = {"MPI_Send", "MPI_Ssend", "MPI_Rsend", NULL};
  if (mpi_is_one_of(name, senders))
    return MPI_LATE_SENDER;
  if (mpi_is_one_of(name, receivers))
    return MPI_LATE_RECEIVER;
  return strncmp(name, "MPI_Win_", 8) == 0 ? MPI_LATE_KINDS : MPI_LATE_COLLECTIVE;
}

/* A profile has the time in calls alone. The call of each kind that takes most is reported, and that nobody knows how
 * much of it is waiting. */
static void find_in_profile(struct property_search *s) {
  const struct analysis *a = s->a;
  uint32_t most[MPI_LATE_KINDS];
  double calls[MPI_LATE_KINDS] = {0}, least = least_waiting(s, in_calls);
  for (int k = 0; k < MPI_LATE_KINDS; k++)
    most[k] = NO_REGION;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    if (r->role != POMP_ROLE_MPI || !r->construct || !pomp_mpi_may_wait(r->construct->name))
      continue;
    enum mpi_late kind = may_wait_for(r->construct->name);
    if (kind == MPI_LATE_KINDS)
      continue;
    calls[kind] += (double)r->totals.exclusive;
    if (most[kind] == NO_REGION || r->totals.exclusive > a->regions[most[kind]].totals.exclusive)
      most[kind] = region;
  }
  for (int k = 0; k < MPI_LATE_KINDS; k++) {
    if (most[k] == NO_REGION)
      continue;
    double severity = find_own_call(s, most[k]);
    struct finding *f = find_add(s, properties[k], most[k], severity, fewer(s, least));
    if (!f)
      continue;
    f->judged = false;
    find_evidence(f, "time_ns", "ns", severity);
    find_evidence(f, "all_such_calls_ns", "ns", calls[k]);
    snprintf(
        f->why, sizeof f->why,
        "up to %.3f s; how much of a call is waiting, only whole traces of all ranks tell (POMP_TRACE=1, --from-trace)",
        f->saving * 1e-9);
    find_advise(f, "Record traces and look at them: they tell who comes late, and what that rank does until then.");
  }
}

void find_mpi_waits(struct property_search *s) {
  const struct analysis *a = s->a;
  if (a->experiment->header.ranks < 2)
    return;
  if (a->mpi_late_known)
    find_in_traces(s);
  else
    find_in_profile(s);
}
