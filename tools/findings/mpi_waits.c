/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_waits.c - matches messages and the parts of collective operations, and finds who waited for whom.
 * Not here: reading the traces (mpi_waits_read.c), the table (mpi_waits_table.c). */
#include "base/user_error.h"
#include "findings/mpi_late.h"
#include "findings/mpi_waits_read.h"

#include <stdlib.h>
#include <string.h>

static uint64_t less(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

static uint64_t wait_until(const struct visit *v, uint64_t until) {
  uint64_t wait = less(until, v->enter), most = visit_own_time(v);
  return wait < most ? wait : most;
}

/* Notes that the visit has waited until another rank's visit `by` began. */
static void waited(const struct late *l, struct visit *visits, uint32_t waiter, enum late_kind kind, uint32_t by) {
  struct visit *v = &visits[waiter];
  uint64_t until = visits[by].enter;
  uint64_t error = (uint64_t)l->clock_error, wait = wait_until(v, until);
  uint64_t least = wait_until(v, less(until, error)), most = wait_until(v, until + error);
  if (wait > v->wait || (wait == v->wait && kind < v->kind)) { /* a sender and receiver of each other are late alike */
    v->wait = wait;
    v->kind = kind;
    v->by = by;
  }
  v->least = least > v->least ? least : v->least;
  v->most = most > v->most ? most : v->most;
}

/* --- messages: MPI matches those of a communicator, sender, receiver and tag in the order in which they begin --- */

static const struct visit *sorted_visits;
static int by_match(const void *x, const void *y) {
  const struct half *a = x, *b = y;
  if (a->communicator != b->communicator)
    return a->communicator < b->communicator ? -1 : 1;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->tag < b->tag ? -1 : a->tag > b->tag;
}
static int by_begin(const void *x, const void *y) {
  const struct half *a = x, *b = y;
  int order = by_match(a, b);
  if (order)
    return order;
  uint64_t s = sorted_visits[a->begin].enter, t = sorted_visits[b->begin].enter;
  if (s != t)
    return s < t ? -1 : 1;
  if (a->request != b->request) /* one call began both, as MPI_Startall does */
    return a->request < b->request ? -1 : 1;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/* Matches a send with its receive. The sender is late if it came to the visit where the send begins after the
 * receiver had come to that where the receive is over. The receiver is late if it came to the visit where the
 * receive begins after the sender had come to that where the send is over, and if that visit lasted until then, as
 * far as the clocks tell. */
static void match(const struct late *l, struct visit *visits, const struct half *s, const struct half *r) {
  uint64_t posted = visits[r->begin].enter;
  waited(l, visits, r->end, LATE_SENDER, s->begin);
  if (s->end != NO_VISIT && (double)visits[s->end].leave + l->clock_error >= (double)posted)
    waited(l, visits, s->end, LATE_RECEIVER, r->begin);
}

/* Returns how many, from the first on, have the same sender, receiver and tag. */
static uint32_t same(const struct half *h, uint32_t count) {
  uint32_t n = 1;
  while (n < count && by_match(&h[0], &h[n]) == 0)
    n++;
  return n;
}

/* Marks the visits where these messages are over: they could be others. */
static void doubt_messages(struct visit *visits, const struct half *h, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (h[i].end != NO_VISIT)
      visits[h[i].end].uncertain = true;
}

static void match_all(struct late *l, struct late_records *r) {
  uint32_t i = 0, k = 0;
  sorted_visits = r->visits.at;
  if (r->sends.count)
    qsort(r->sends.at, r->sends.count, sizeof *r->sends.at, by_begin);
  if (r->receives.count)
    qsort(r->receives.at, r->receives.count, sizeof *r->receives.at, by_begin);
  while (i < r->sends.count && k < r->receives.count) {
    int order = by_match(&r->sends.at[i], &r->receives.at[k]);
    uint32_t sends = order <= 0 ? same(&r->sends.at[i], r->sends.count - i) : 0;
    uint32_t receives = order >= 0 ? same(&r->receives.at[k], r->receives.count - k) : 0;
    uint32_t both = sends < receives ? sends : receives;
    if (l->gaps && sends != receives)
      both = 0;
    if (sends != receives) {
      doubt_messages(r->visits.at, &r->sends.at[i], sends);
      doubt_messages(r->visits.at, &r->receives.at[k], receives);
    }
    /* If messages are counted from the end, the last ones match. */
    const struct half *s = r->sends.at + i + (l->ends ? sends - both : 0);
    const struct half *received = r->receives.at + k + (l->ends ? receives - both : 0);
    for (uint32_t n = 0; n < both; n++)
      match(l, r->visits.at, s + n, received + n);
    l->messages += both;
    l->alone += sends + receives - 2 * both;
    i += sends;
    k += receives;
  }
  l->alone += r->sends.count - i + r->receives.count - k;
  if (i < r->sends.count)
    doubt_messages(r->visits.at, r->sends.at + i, r->sends.count - i);
  if (k < r->receives.count)
    doubt_messages(r->visits.at, r->receives.at + k, r->receives.count - k);
}

/* --- collective operations --- */

static int by_operation(const void *x, const void *y) {
  const struct part *a = x, *b = y;
  if (a->communicator != b->communicator)
    return a->communicator < b->communicator ? -1 : 1;
  if (a->number != b->number)
    return a->number < b->number ? -1 : 1;
  return a->rank != b->rank ? (a->rank < b->rank ? -1 : 1) : (a->process < b->process ? -1 : a->process > b->process);
}

/* Returns the visit that began last. */
static uint32_t last_visit(const struct visit *visits, const struct part *parts, uint32_t count) {
  uint32_t last = parts[0].begin;
  for (uint32_t i = 1; i < count; i++)
    if (visits[parts[i].begin].enter > visits[last].enter)
      last = parts[i].begin;
  return last;
}

/* Notes that a rank's part has waited, where it is over. */
static void part_waited(const struct late *l, struct visit *visits, const struct part *p, enum late_kind kind,
                        uint32_t by) {
  if (p->end != NO_VISIT && by != NO_VISIT)
    waited(l, visits, p->end, kind, by);
}

/* Marks the visits where these parts are over: they may have waited for what the traces do not tell. */
static void doubt_parts(struct visit *visits, const struct part *parts, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (parts[i].end != NO_VISIT)
      visits[parts[i].end].uncertain = true;
}

static void wait_for_root(const struct late *l, struct visit *visits, const struct part *parts, uint32_t count,
                          uint32_t last) {
  uint32_t root = 0;
  while (root < count && parts[root].rank + 1 != parts[root].root)
    root++;
  if (root == count)
    doubt_parts(visits, parts, count);
  else if (parts[root].kind == POMP_MPI_ALL_TO_ONE)
    part_waited(l, visits, &parts[root], EARLY_ROOT, last);
  for (uint32_t i = 0; root < count && i < count && parts[root].kind == POMP_MPI_ONE_TO_ALL; i++)
    if (i != root)
      part_waited(l, visits, &parts[i], LATE_ROOT, parts[root].begin);
}

/* Ranks that have all left after the last one came have waited for it. MPI need not let them wait in such calls, as
 * where a communicator is freed. */
static void met(const struct late *l, struct visit *visits, const struct part *parts, uint32_t count, uint32_t last) {
  for (uint32_t i = 0; i < count; i++)
    if ((double)visits[parts[i].begin].leave + l->clock_error < (double)visits[last].enter)
      return;
  for (uint32_t i = 0; i < count; i++)
    part_waited(l, visits, &parts[i], LATE_BARRIER, last);
}

/* Tells whether the ranks agree on what the operation was. */
static bool agree(const struct part *parts, uint32_t count, bool inter) {
  for (uint32_t i = 1; i < count; i++) /* the sides of an intercommunicator name different roots */
    if (parts[i].kind != parts[0].kind || (parts[i].root != parts[0].root && !inter))
      return false;
  return true;
}

/* Finds the waiting in one operation; its parts are in the order of ranks. */
static void operation(struct late *l, struct visit *visits, const struct part *parts, uint32_t count, bool inter) {
  uint32_t last = last_visit(visits, parts, count), before = NO_VISIT;
  l->collectives++;
  if (!agree(parts, count, inter)) {
    l->odd++;
    return;
  }
  switch (parts[0].kind) {
  case POMP_MPI_BARRIER:
  case POMP_MPI_ALL_TO_ALL:
    for (uint32_t i = 0; i < count; i++)
      part_waited(l, visits, &parts[i], parts[0].kind == POMP_MPI_BARRIER ? LATE_BARRIER : LATE_ALL, last);
    break;
  case POMP_MPI_ONE_TO_ALL:
  case POMP_MPI_ALL_TO_ONE:
    if (inter)
      doubt_parts(visits, parts, count);
    else
      wait_for_root(l, visits, parts, count, last);
    break;
  case POMP_MPI_PREFIX: /* those of lower ranks */
    for (uint32_t i = 0; i < count; i++) {
      part_waited(l, visits, &parts[i], LATE_ALL, before);
      if (before == NO_VISIT || visits[parts[i].begin].enter > visits[before].enter)
        before = parts[i].begin;
    }
    break;
  case PART_MEETS:
    met(l, visits, parts, count, last);
    break;
  default: /* of neighbours, whom the trace does not name */
    doubt_parts(visits, parts, count);
    break;
  }
}

/* If the members of a communicator do not have the same number of operations, its parts are left out: returns how
 * many these are, or 0. */
static uint32_t uneven(struct late *l, const struct traced_run *s, const struct part *p, uint32_t count) {
  const struct communicator *c = &s->job->communicators[p->communicator];
  uint64_t last = 0;
  uint32_t n = 0;
  for (; n < count && p[n].communicator == p->communicator; n++)
    last = p[n].number > last ? p[n].number : last;
  if (n == (last + 1) * (c->sides[0].count + c->sides[1].count))
    return 0;
  l->collectives += last + 1;
  l->odd += last + 1;
  return n;
}

/* Finds the waiting in the operations of a communicator. If an operation lacks members, or its members disagree about
 * it, other operations may be matched wrongly, too. */
static void operations_of(struct late *l, const struct communicator *c, struct visit *visits, const struct part *p,
                          uint32_t count) {
  uint64_t odd = l->odd;
  bool all = true;
  for (uint32_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && p[end].number == p[i].number;)
      end++;
    bool whole = end - i == c->sides[0].count + c->sides[1].count;
    all &= whole;
    if (!l->ends || whole)
      operation(l, visits, p + i, end - i, c->inter);
  }
  if (!all || l->odd > odd)
    doubt_parts(visits, p, count);
}

static void find_operations(struct late *l, const struct traced_run *s, struct late_records *r) {
  const struct part *p = r->parts.at;
  if (r->parts.count)
    qsort(r->parts.at, r->parts.count, sizeof *r->parts.at, by_operation);
  for (uint32_t i = 0, end; i < r->parts.count; i = end) {
    if (l->gaps && (end = i + uneven(l, s, p + i, r->parts.count - i)) > i)
      continue;
    for (end = i + 1; end < r->parts.count && p[end].communicator == p[i].communicator;)
      end++;
    operations_of(l, &s->job->communicators[p[i].communicator], r->visits.at, p + i, end - i);
  }
}

/* --- all of it --- */

static void sum_up(struct late *l, const struct traced_run *s, const struct late_records *r) {
  for (uint32_t i = 0; i < r->visits.count; i++) {
    const struct visit *v = &r->visits.at[i];
    struct late_row *row = &l->rows[v->path];
    struct late_sum *sum = &l->processes[v->process];
    row->wait[v->kind] += v->wait;
    row->visits += v->wait != 0;
    sum->found += v->wait;
    sum->least += v->uncertain ? 0 : v->least;
    sum->most += v->uncertain ? visit_own_time(v) : v->most;
  }
  for (uint32_t i = 0; i < s->job->count; i++)
    l->processes[i].most += r->unknown[i];
}

/* Returns by how many ns the rank's clock may differ from another's: what is not known of the offset, and what the two
 * calibrations may be off at the end. */
static double clock_error_of(const struct traced_run *r) {
  const struct process *p = r->process;
  double offset, error, most = 0;
  for (int k = 0; k < 2 && !r->shares_clock; k++)
    if (process_offset(p, p->header.alignment[k].ns, &offset, &error) && error > most)
      most = error;
  return most + 2 * process_clock_error(p) * (double)process_wall(p);
}

static bool check(struct late *l, const struct traced_run *s) {
  if (!s->job)
    return user_error(s->loaded.directory,
                      "has not the traces of a job's ranks: mpirun with POMP_TRACE=1 records them");
  bool cut = false;
  for (uint32_t i = 0; i < s->job->count; i++) {
    const struct traced_run *r = &s->job->ranks[i];
    const struct pomp_trace_header *h = &r->trace->header;
    double offset, error;
    l->ends |= h->dropped != 0;
    l->gaps |= h->selected || h->lost;
    cut |= !trace_has_end(r->trace);
    l->uncompared |= !process_offset(r->process, 0, &offset, &error) &&
                     strcmp(r->process->host, s->job->ranks[0].process->host) != 0;
    double off = clock_error_of(r);
    l->clock_error = off > l->clock_error ? off : l->clock_error;
  }
  if (l->ends && cut)
    return user_error(s->loaded.directory,
                      "of some ranks the begin is missing (POMP_TRACE_MODE=ring), of some the end or what "
                      "is between: what was sent can't be matched with what was received");
  return true;
}

/* Messages are matched by counting them, from the begin or from the end. So nothing may be missing in between. */
static bool check_damage(const struct traced_run *s) {
  for (uint32_t i = 0; i < s->job->count; i++)
    if (trace_is_damaged(s->job->ranks[i].trace))
      return user_error(s->loaded.directory,
                        "the trace of rank %u is damaged: what was sent can't be matched with what was received",
                        s->job->ranks[i].process->header.rank);
  return true;
}

bool late_visits(struct late *l, const struct traced_run *s, struct late_records *r, bool meets) {
  memset(l, 0, sizeof *l);
  *r = (struct late_records){.meets = meets};
  if (!check(l, s))
    return false;
  if (!late_read(r, s, l->ends))
    return user_error(s->loaded.directory, "not enough memory");
  if (!check_damage(s))
    return false;
  match_all(l, r);
  find_operations(l, s, r);
  return true;
}

bool late_find(struct late *l, const struct traced_run *s, const struct analysis *for_whom) {
  struct late_records r;
  bool good = late_visits(l, s, &r, false);
  if (good) {
    l->rows = calloc(s->analysis.path_count + 1ull, sizeof *l->rows);
    l->processes = calloc(s->job->count + 1ull, sizeof *l->processes);
    good = (l->rows && l->processes) || user_error(s->loaded.path, "not enough memory");
  }
  if (good) {
    sum_up(l, s, &r);
    good = !for_whom || late_whom(l, s, &r, for_whom) || user_error(s->loaded.directory, "not enough memory");
  }
  late_records_free(&r);
  return good;
}

void late_free(struct late *l) {
  free(l->rows);
  free(l->processes);
  free(l->waits);
  free(l->doings);
  free(l->sizes);
}

bool late_is_whole(const struct late *l, const struct traced_run *s, const struct trace_lacks *lacks) {
  for (int i = 0; i < TRACE_LACKS; i++)
    if (lacks->kinds[i].count)
      return false;
  return !l->uncompared && s->job->count == s->experiment->header.ranks;
}
