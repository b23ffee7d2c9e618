/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_processes.c - reads which process each location belongs to: the only one, or one of the ranks of a job, each
 * with a clock and an end of its own. Not here: what is done with them (processes.c), the rest of the file
 * (read_experiment.c). */
#include "base/two_threads.h"
#include "files/parse.h"
#include "files/processes.h"
#include "pomp_possible.h"
#include "pomp_run.h"

#include <stdlib.h>
#include <string.h>

static bool read_clock(struct reader *r, struct process *p) {
  const struct pomp_header *h = &p->header;
  if (h->sync_latest == 0)
    return reader_fail(r, "nothing was measured yet");
  const struct pomp_sync *a = &h->sync[0], *b = &h->sync[h->sync_latest < 3 ? h->sync_latest : 0];
  if (!pomp_clock_is_possible(a, b))
    return reader_fail(r, "damaged: no usable clock calibration");
  if (h->throttled > POMP_MAX_CPU_TIME)
    return reader_fail(r, "damaged: an impossible CPU time");
  if (!pomp_kernel_use_is_possible(h))
    return reader_fail(r, "damaged: an impossible time in the kernel");
  if (h->threads > POMP_MAX_THREADS || h->workers > h->threads + 1)
    return reader_fail(r, "damaged: more threads than a system can have");
  p->base_tick = b->tick - a->tick;
  p->base_ns = b->ns - a->ns;
  p->state = h->state == POMP_STATE_COMPLETE ? RUN_COMPLETE : RUN_KILLED;
  return true;
}

bool processes_add(struct reader *r, uint64_t at, uint32_t count) {
  struct experiment *e = r->e;
  PAGED_ROOM(e->processes, r->processes_room, e->process_count + (uint64_t)count);
  for (uint32_t i = 0; i < count; i++) {
    struct pomp_process p;
    memcpy(&p, r->bytes + at + (uint64_t)i * POMP_PROCESS_SIZE, sizeof p);
    e->processes[e->process_count++] = (struct process){.header = p.header,
                                                        .first_location = p.first_location,
                                                        .first_in_file = p.first_location,
                                                        .own_at = p.own_file,
                                                        .location_count = p.locations,
                                                        .blocks = p.blocks,
                                                        .blocks_size = p.blocks_size};
    r->replaced |= p.own_file != 0;
    paged_leave(sizeof *e->processes);
  }
  return true;
}

/* Without process records there is one process, the file's. */
bool processes_read(struct reader *r) {
  struct experiment *e = r->e;
  uint32_t next = 0;
  if (e->location_count == 0)
    return reader_fail(r, "nothing was measured yet");
  e->of_job = e->process_count != 0;
  if (e->process_count > e->header.ranks) /* whether the file is whole is told by how many there are */
    return reader_fail(r, "damaged: more ranks than the job has");
  if (e->process_count == 0) {
    PAGED_ROOM(e->processes, r->processes_room, 1);
    e->processes[e->process_count++] =
        (struct process){.header = e->header, .location_count = e->location_count, .mark_at = r->mark_at};
  }
  for (uint32_t i = 0; i < e->process_count; i++) {
    struct process *p = &e->processes[i];
    if (p->first_location != next || p->location_count == 0 || p->location_count > e->location_count - next)
      return reader_fail(r, "damaged: locations of no process, or of two");
    if (p->header.ranks && p->header.rank >= p->header.ranks)
      return reader_fail(r, "damaged: a rank beyond the last");
    if (i && p->header.rank <= p[-1].header.rank)
      return reader_fail(r, "damaged: ranks out of order");
    if (!read_clock(r, p))
      return false;
    for (uint32_t end = next + p->location_count; next < end; next++) {
      const struct location *l = &e->locations[next];
      if (l->lived > POMP_MAX_CPU_TIME || l->on_cpu > POMP_MAX_CPU_TIME || l->ready > POMP_MAX_CPU_TIME)
        return reader_fail(r, "damaged: an impossible CPU time");
      e->locations[next].process = i;
      if (e->locations[next].parent < p->first_location)
        return reader_fail(r, "damaged: a team of another process");
    }
    paged_leave(sizeof *p + p->location_count * sizeof *e->locations);
  }
  if (next != e->location_count)
    return reader_fail(r, "damaged: locations of no process, or of two");
  e->base_ns = e->processes[0].base_ns;
  e->base_tick = e->processes[0].base_tick;
  return true;
}

static bool give_kernel(struct reader *r, const struct pomp_thread_kernel *from) {
  const uint32_t location = reader_location(r, from->location - 1);
  if (location >= r->e->location_count) /* it came after the file was copied */
    return !r->frame || reader_fail(r, "damaged: a time in the kernel of another process");
  struct thread_kernel *k = &r->e->locations[location].kernel;
  if (k->known || !pomp_thread_kernel_is_possible(from))
    return reader_fail(r, "damaged: an impossible time in the kernel");
  *k = (struct thread_kernel){
#define FIGURES_DO COPIED
#define FIGURES_OF_THREAD_KERNEL
#include "files/figures.def"
      .known = true};
  return true;
}

bool processes_read_kernel(struct reader *r) {
  for (uint32_t i = 0; i < r->threads.count; i++)
    for (uint32_t k = 0; k < r->threads.blocks[i].count; k++) {
      struct pomp_thread_kernel t;
      memcpy(&t, r->bytes + r->threads.blocks[i].at + (uint64_t)k * sizeof t, sizeof t);
      if (t.location && !give_kernel(r, &t))
        return false;
    }
  return true;
}

/* Finds until when the process was measured. It has said so, or it was alive at its last event, or the witness knows
 * that it lived longer. */
static void find_end(const struct reader *r, struct process *p, uint64_t latest) {
  const struct experiment *e = r->e;
  const struct pomp_header *h = &p->header;
  uint64_t end = h->sync[h->sync_latest].tick;
  for (uint32_t i = 0; i < p->location_count; i++) {
    const struct location *l = &e->locations[p->first_location + i];
    latest = l->last > latest ? l->last : latest;
    latest = l->joined > latest ? l->joined : latest;
  }
  paged_leave(sizeof *p + p->location_count * sizeof *e->locations);
  p->end_tick = h->end_tick ? h->end_tick : latest > end ? latest : end;
  p->copied_tick = UINT64_MAX;
  p->end_known = END_TOLD;
  if (h->end_tick)
    return;
  uint64_t known = r->way->witness ? r->way->witness(r->way->context, p, p->end_tick) : 0, begin = h->sync[0].tick;
  bool possible = known > begin && process_ns(p, known - begin) / 1000000000u <= POMP_MAX_SECONDS;
  if (possible && (known > p->end_tick || (known == p->end_tick && p->end_known == END_DEATH)))
    p->end_tick = known;
  else if (p->end_known != END_CLOCK)
    p->end_known = END_EVENT;
}

uint64_t *experiment_tasks_below(const struct experiment *e, uint64_t tick) {
  uint64_t *below = calloc(e->location_count + 1ull, sizeof *below);
  for (uint32_t i = e->location_count; below && i-- > 0;) {
    const struct location *l = &e->locations[i];
    const struct process *p = &e->processes[l->process];
    uint64_t end = p->end_tick < tick ? p->end_tick : tick, since = l->in_tasks_since;
    if (l->parent != NO_LOCATION && l->thread_num == 0)
      below[l->parent] = l->in_tasks + (!since ? below[i] : end > since ? end - since : 0);
  }
  return below;
}

uint64_t experiment_open_time(const struct node *n, uint64_t begin, uint64_t end, const uint64_t *tasks_below) {
  return pomp_run_open(n->start, begin, end, n->parent != NO_NODE ? tasks_below[n->location] : 0);
}

enum arrival { NO_ARRIVAL, ARRIVAL_OPEN, ARRIVAL_OVER };

/* Tells whether the node is the barrier that a member of a team has come to, and whether that is over. A thread has one
 * team at a time. Older files don't say which parallel region it is: then it hangs below the fork that the parent has
 * open, `fork`, and nothing is known of a barrier that is over. */
static enum arrival arrival_of(const struct experiment *e, const struct node *n, const uint32_t *fork) {
  const struct location *l = &e->locations[n->location];
  const struct node *team = n->parent != NO_NODE ? &e->nodes[n->parent] : NULL;
  if (!l->arrived || l->parent == NO_LOCATION || !team || n->start || team->start || team->parent == NO_NODE ||
      POMP_KEY_ROLE(n->key) != POMP_ROLE_BARRIER || POMP_KEY_ROLE(team->key) != POMP_ROLE_TEAM ||
      POMP_KEY_CONSTRUCT(n->key) != POMP_KEY_CONSTRUCT(team->key) ||
      (l->team ? e->origins[n->parent].number != l->team : team->parent != fork[l->parent]))
    return NO_ARRIVAL;
  const uint64_t forked = e->nodes[team->parent].start, joined = e->locations[l->parent].joined;
  if (forked && forked <= l->arrived && joined < l->arrived)
    return ARRIVAL_OPEN;
  return l->team && joined ? ARRIVAL_OVER : NO_ARRIVAL;
}

static uint64_t arrival_time(const struct experiment *e, const struct location *l) {
  const uint64_t joined = e->locations[l->parent].joined;
  return joined > l->arrived ? joined - l->arrived : 0;
}

static void note_visit(struct node *n, uint64_t time) {
  n->min = time < n->min ? time : n->min;
  n->max = time > n->max ? time : n->max;
}

/* What the barrier takes is a part of the region. A task that the member executes there interrupts it. */
static void take_arrival(struct experiment *e, struct node *n, bool open) {
  const struct location *l = &e->locations[n->location];
  struct node *team = &e->nodes[n->parent];
  n->visits++;
  if (!open) {
    const uint64_t time = arrival_time(e, l);
    n->inclusive += time;
    team->inclusive += time;
    note_visit(n, time);
    note_visit(team, l->team_time + time);
    return;
  }
  n->start = team->start = l->in_tasks_since ? POMP_SUSPENDED : l->arrived;
  if (l->in_tasks_since > l->arrived)
    n->inclusive += l->in_tasks_since - l->arrived, team->inclusive += l->in_tasks_since - l->arrived;
}

static bool are_arrivals(const struct experiment *e) {
  bool some = false;
  for (uint32_t i = 0; i < e->location_count; i++)
    some |= e->locations[i].arrived != 0;
  return some;
}

bool experiment_take_arrivals(struct experiment *e) {
  if (!are_arrivals(e))
    return true;
  uint32_t *fork = malloc((e->location_count + 1ull) * sizeof *fork);
  if (!fork)
    return false;
  for (uint32_t i = 0; i < e->location_count; i++)
    fork[i] = NO_NODE;
  for (uint32_t i = 0; i < e->node_count; i++) { /* the last one is the innermost */
    const struct node *n = &e->nodes[i];
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_FORK && n->start && n->start != POMP_SUSPENDED)
      fork[n->location] = i;
  }
  for (uint32_t i = 0; i < e->node_count; i++) {
    const enum arrival arrival = arrival_of(e, &e->nodes[i], fork);
    if (arrival != NO_ARRIVAL)
      take_arrival(e, &e->nodes[i], arrival == ARRIVAL_OPEN);
  }
  free(fork);
  return true;
}

void experiment_count_arrivals(struct experiment *e) {
  for (uint32_t i = 0; are_arrivals(e) && i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    const struct location *l = &e->locations[n->location];
    if (!l->team || arrival_of(e, n, NULL) != ARRIVAL_OVER)
      continue;
    const uint64_t time = arrival_time(e, l);
    experiment_histogram_add(e, n->location, n->key, time);
    experiment_histogram_add(e, n->location, e->nodes[n->parent].key, l->team_time + time);
  }
}

struct blocked {
  const struct experiment *e;
  bool *nodes, some[2];
};

static void block_half(void *context, int half, uint32_t from, uint32_t to) {
  struct blocked *b = context;
  for (uint32_t i = from; i < to; i++) {
    const struct node *n = &b->e->nodes[i];
    if (n->start && n->start != POMP_SUSPENDED && pomp_role_block(POMP_KEY_ROLE(n->key)) != POMP_ROLE_NONE)
      b->some[half] = b->nodes[i] = true;
  }
}

bool *experiment_blocked(const struct experiment *e) {
  struct blocked b = {.e = e, .nodes = calloc(e->node_count + 1ull, sizeof *b.nodes)};
  if (b.nodes)
    two_threads_halves(e->node_count, block_half, &b);
  for (uint32_t i = 0; (b.some[0] || b.some[1]) && i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    uint32_t role = POMP_KEY_ROLE(n->key);
    const struct node *above = n->parent != NO_NODE ? &e->nodes[n->parent] : NULL;
    if (above && b.nodes[n->parent] &&
        pomp_run_has_begun(POMP_KEY_ROLE(above->key), above->visits, n->start, role, n->visits))
      b.nodes[n->parent] = false;
  }
  return b.nodes;
}

bool experiment_close_visit(struct experiment *e, struct node *n, uint64_t open, bool blocked) {
  struct node_extra *extra = n->extra || open ? experiment_extra_of(e, n) : NULL;
  if (extra)
    extra->open = open;
  n->inclusive += open;
  n->wait += blocked ? open : 0;
  return extra || !open;
}

/* Checks the times of one node of the process; `most` is the time that it can have taken. */
static bool check_times(struct reader *r, const struct node *n, const struct process *p, uint64_t most) {
  const struct cpu_time *cpu = &experiment_extra(r->e, n)->cpu;
  if (!experiment_times_are_possible(r->e, n, most))
    return reader_fail(r, "damaged: an impossible time");
  if (n->extra &&
      (!pomp_cpu_time_is_possible(cpu->visits, cpu->span, most, cpu->on_cpu, process_ns(p, most)) ||
       !pomp_cpu_time_is_possible(cpu->teams, cpu->mean, process_ns(p, most), cpu->max, process_ns(p, most))))
    return reader_fail(r, "damaged: an impossible CPU time");
  return true;
}

/* Returns the latest tick that the node proves the process to have reached. The time of a visit is stored before the
 * location's last event is. So a process that is killed between the two, perhaps after hours in that visit, was
 * there for longer than any event tells; and so was a running process, whose locations are copied before their
 * nodes. */
static uint64_t known_by(const struct node *n, const struct process *p) {
  uint64_t begin = p->header.sync[0].tick;
  bool over = p->header.end_tick != 0 || n->inclusive > UINT64_MAX - begin;
  uint64_t lived = over ? 0 : begin + n->inclusive;
  return n->start > lived && n->start != POMP_SUSPENDED ? n->start : lived;
}

/* The readers of both halves of the nodes share this. */
struct closing {
  struct reader_halves readers;
  uint64_t *latest[2]; /* by process: the latest tick that is known */
  uint64_t *most;      /* by process: the most that a node may have */
  uint64_t *tasks_below;
  bool *blocked; /* NULL: none is */
};

static void look_at_half(void *context, int half, uint32_t from, uint32_t to) {
  struct closing *c = context;
  const struct experiment *e = c->readers.half[half].e;
  for (uint32_t i = from; i < to; i++) {
    const struct node *n = &e->nodes[i];
    uint32_t process = e->locations[n->location].process;
    uint64_t known = known_by(n, &e->processes[process]), *latest = &c->latest[half][process];
    *latest = known > *latest ? known : *latest;
  }
}

/* True if the processes' ends are not known but by what their nodes tell. */
static bool needs_latest(const struct experiment *e) {
  for (uint32_t i = 0; i < e->process_count; i++)
    if (!e->processes[i].header.end_tick)
      return true;
  return false;
}

/* Checks all times, and notes the nodes that have an open visit. */
static void check_half(void *context, int half, uint32_t from, uint32_t to) {
  struct closing *c = context;
  struct reader *r = &c->readers.half[half];
  const struct experiment *e = r->e;
  for (uint32_t i = from; c->readers.good[half] && i < to; i++) {
    const struct node *n = &e->nodes[i];
    uint32_t process = e->locations[n->location].process;
    uint64_t most = c->most[process];
    bool over = !n->start && !n->extra; /* as most are: then nothing is left to do but to see that the times can be */
    if (over && n->inclusive <= most && n->wait <= most && n->max <= most && (n->min <= most || n->min == UINT64_MAX))
      continue;
    c->readers.good[half] = check_times(r, n, &e->processes[process], most) && (!n->start || reader_note(r, i));
  }
}

/* Closes the visits of the nodes that were noted. */
static bool close_noted(struct reader *r, const struct closing *c, const struct reader *half) {
  struct experiment *e = r->e;
  for (uint32_t k = 0; k < half->noted_count; k++) {
    const uint64_t i = half->noted[k];
    struct node *n = &e->nodes[i];
    const struct process *p = &e->processes[e->locations[n->location].process];
    uint64_t open = experiment_open_time(n, p->header.sync[0].tick, p->end_tick, c->tasks_below);
    if (!experiment_close_visit(e, n, open, c->blocked && c->blocked[i]))
      return reader_fail(r, "not enough memory");
  }
  return true;
}

/* Finds the ends of all processes, and what a node may have at most. */
static bool find_ends(struct reader *r, struct closing *c) {
  struct experiment *e = r->e;
  for (uint32_t i = 0; i < e->process_count; i++) {
    struct process *p = &e->processes[i];
    uint64_t start = p->header.sync[0].tick;
    find_end(r, p, c->latest[0][i] > c->latest[1][i] ? c->latest[0][i] : c->latest[1][i]);
    if (p->end_tick <= start || process_ns(p, p->end_tick - start) / 1000000000u > POMP_MAX_SECONDS)
      return reader_fail(r, "damaged: impossible end of the measurement");
    /* A reader of a running experiment copies a location's end earlier than its nodes; a second covers that. */
    c->most[i] = p->end_tick - start + process_second(p);
  }
  return true;
}

static bool close_visits(struct reader *r, struct closing *c) {
  struct experiment *e = r->e;
  if (!c->latest[0] || !experiment_take_arrivals(e))
    return reader_fail(r, "not enough memory");
  reader_halve(r, &c->readers);
  if (needs_latest(e))
    two_threads_halves(e->node_count, look_at_half, c);
  if (!find_ends(r, c))
    return false;
  const bool some = r->some_open; /* what experiment_take_arrivals opens is in a fork that is open */
  c->tasks_below = experiment_tasks_below(e, UINT64_MAX);
  c->blocked = some ? experiment_blocked(e) : NULL;
  if (!c->tasks_below || (some && !c->blocked))
    return reader_fail(r, "not enough memory");
  two_threads_halves(e->node_count, check_half, c);
  bool good = reader_join(r, &c->readers);
  for (int half = 0; half < 2; half++) {
    good = good && close_noted(r, c, &c->readers.half[half]);
    free(c->readers.half[half].noted);
  }
  return good;
}

/* Charges open visits up to the end of the measurement, or else up to the last event of any thread. */
bool processes_close_visits(struct reader *r) {
  struct closing c = {.blocked = NULL};
  uint64_t *numbers = calloc(3ull * r->e->process_count, sizeof *numbers);
  c.latest[0] = numbers;
  c.latest[1] = numbers ? numbers + r->e->process_count : NULL;
  c.most = numbers ? numbers + 2ull * r->e->process_count : NULL;
  bool good = close_visits(r, &c);
  free(c.blocked);
  free(c.tasks_below);
  free(numbers);
  return good;
}

bool processes_end(struct reader *r, uint64_t *most) {
  uint64_t *none = calloc(r->e->process_count + 1ull, sizeof *none);
  struct closing c = {.latest = {none, none}, .most = most};
  const bool good = none ? find_ends(r, &c) : reader_fail(r, "not enough memory");
  free(none);
  return good;
}
