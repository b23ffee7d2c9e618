/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks EXPERIMENT... - the processes of each experiment, one by one, are what the whole has of them: every call path
 * with its times and all that belongs to it, each location, and what they add up to. Those that can be read from the
 * file without the others are the same. The exit status is 1, with a message, if the whole is refused as damaged, and
 * one of its processes is, too. ranks --later COMMAND EXPERIMENT - each process is the same after the command, or else
 * it is told that its file has been changed. */
#include "files/load.h"
#include "files/phases.h"
#include "files/rank_reader.h"
#include "sums/analysis.h"
#include "sums/sampled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn static void fail(const char *what, uint32_t process, uint64_t a, uint64_t b) {
  printf("%s of process %u: %llu and %llu\n", what, process, (unsigned long long)a, (unsigned long long)b);
  exit(1);
}
#define SAME(what, a, b) ((a) == (b) ? (void)0 : fail(what, number, (uint64_t)(a), (uint64_t)(b)))
#define SAME_BYTES(what, a, b, size) SAME(what, memcmp((a), (b), (size)), 0)

static uint32_t *by_number; /* the nodes of the whole, by their numbers in their file and their processes */
static const struct experiment *sorted;
static int compare(const void *x, const void *y) {
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  const uint32_t p = sorted->locations[sorted->nodes[a].location].process,
                 q = sorted->locations[sorted->nodes[b].location].process;
  if (p != q)
    return p < q ? -1 : 1;
  const uint32_t m = sorted->origins[a].number, n = sorted->origins[b].number;
  return m < n ? -1 : m > n;
}

/* Returns where each node of the part is in the whole. */
static uint32_t *find_nodes(const struct experiment *whole, const struct experiment *rank, uint32_t number) {
  uint32_t *at = calloc(rank->node_count + 1ull, sizeof *at), first = 0, count = 0;
  if (!at)
    exit(1);
  for (uint32_t i = 0; i < whole->node_count; i++)
    if (whole->locations[whole->nodes[by_number[i]].location].process == number && !count++)
      first = i;
  SAME("call paths", rank->node_count, count);
  for (uint32_t i = 0; i < rank->node_count; i++) {
    uint32_t low = first, high = first + count;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (whole->origins[by_number[middle]].number < rank->origins[i].number)
        low = middle + 1;
      else
        high = middle;
    }
    if (low == first + count)
      fail("a call path", number, rank->origins[i].number, 0);
    at[i] = by_number[low];
    SAME("number", whole->origins[at[i]].number, rank->origins[i].number);
  }
  return at;
}

static void compare_extra(const struct node_extra *a, const struct node_extra *b, uint32_t number) {
#define MEMBER(member) SAME(#member, a->member, b->member)
  MEMBER(open), MEMBER(early);
  MEMBER(messages.sent), MEMBER(messages.sent_bytes), MEMBER(messages.received), MEMBER(messages.received_bytes);
  MEMBER(messages.kind), MEMBER(messages.partners), MEMBER(messages.ranks);
  SAME_BYTES("instances", &a->instances, &b->instances, sizeof a->instances);
  MEMBER(cpu.visits), MEMBER(cpu.span), MEMBER(cpu.on_cpu), MEMBER(cpu.teams), MEMBER(cpu.max), MEMBER(cpu.mean);
  MEMBER(loop.visits), MEMBER(loop.iterations), MEMBER(loop.dealt), MEMBER(loop.chunks), MEMBER(loop.flags);
  SAME_BYTES("kernel", &a->kernel, &b->kernel, sizeof a->kernel);
}

static void compare_nodes(const struct analysis *w, const struct analysis *p, const uint32_t *at, uint32_t number) {
  const struct experiment *whole = w->experiment, *rank = p->experiment;
  const uint32_t first = whole->processes[number].first_location;
  for (uint32_t i = 0; i < rank->node_count; i++) {
    struct node a = whole->nodes[at[i]], b = rank->nodes[i];
    compare_extra(experiment_extra(whole, &a), experiment_extra(rank, &b), number);
    SAME("parent", a.parent, b.parent == NO_NODE ? NO_NODE : at[b.parent]);
    SAME("location", a.location, b.location + first);
    a.parent = b.parent, a.location = b.location, a.extra = b.extra;
    SAME_BYTES("call path", &a, &b, sizeof a);
    SAME_BYTES("times", &w->nodes[at[i]], &p->nodes[i], sizeof *w->nodes);
    for (uint32_t k = 0; k < whole->metric_count; k++) {
      SAME("value", whole->values[(size_t)whole->origins[at[i]].row * whole->metric_count + k],
           rank->values[(size_t)rank->origins[i].row * whole->metric_count + k]);
      SAME("exclusive value", w->sums[OF_NODES][(size_t)at[i] * whole->metric_count + k].exclusive,
           p->sums[OF_NODES][(size_t)i * whole->metric_count + k].exclusive);
    }
  }
}

static void compare_samples(const struct experiment *whole, const struct experiment *rank, const uint32_t *at,
                            uint32_t number) {
  const uint32_t first = whole->processes[number].first_location;
  uint32_t k = 0;
  for (uint32_t i = 0; i < whole->sample_count; i++) {
    const struct sample_record *a = &whole->samples[i], *b = &rank->samples[k];
    if (a->process != number)
      continue;
    if (k++ >= rank->sample_count)
      fail("samples", number, k, rank->sample_count);
    SAME("samples", a->count, b->count);
    SAME("time of samples", a->time, b->time);
    SAME("node of samples", a->node, b->node == NO_NODE ? NO_NODE : at[b->node]);
    SAME("location of samples", a->location, b->location == NO_LOCATION ? NO_LOCATION : b->location + first);
    SAME("stack of samples", a->stack == NO_STACK, b->stack == NO_STACK);
    SAME("code of samples", a->pc, b->pc);
    if (a->stack == NO_STACK)
      continue;
    const struct raw_stack *s = &whole->stacks[a->stack], *t = &rank->stacks[b->stack];
    SAME("stack", s->number, t->number);
    SAME("words", s->words, t->words);
    SAME_BYTES("words", s->word_values, t->word_values, s->words * sizeof *s->word_values);
    const struct code_module *m = experiment_module(whole, number, s->modules, a->pc),
                             *n = experiment_module(rank, 0, t->modules, b->pc);
    SAME("module", m ? m->low : 0, n ? n->low : 0);
  }
  SAME("samples", k, rank->sample_count);
}

static void compare_phases(const struct experiment *whole, const struct experiment *rank, const uint32_t *at,
                           uint32_t number) {
  uint32_t found = 0, cells = 0;
  for (uint32_t i = 0; i < whole->phase_count; i++) {
    const struct phase *a = &whole->phases[i], *b = &rank->phases[found];
    if (a->process != number)
      continue;
    SAME("node of a phase", a->node, at[b->node]);
    SAME("visits of a phase", a->visit_count, b->visit_count);
    SAME_BYTES("visits of a phase", a->visits, b->visits, a->visit_count * sizeof *a->visits);
    SAME_BYTES("clusters of a phase", a->clusters, b->clusters, a->most * sizeof *a->clusters);
    found++;
    for (uint32_t k = 0; k < whole->phase_cells_count; k++)
      cells += whole->phase_cells[k].phase == i;
  }
  SAME("phases", found, rank->phase_count);
  SAME("cells of phases", cells, rank->phase_cells_count);
}

/* The sums of the parts are those of the whole. */
static void add_regions(const struct analysis *w, const struct analysis *p, struct totals *sums, double *measuring) {
  for (uint32_t i = 0; i < p->region_count; i++) {
    const uint32_t region = analysis_region(w, p->regions[i].key);
    if (region == NO_REGION)
      fail("a region", 0, p->regions[i].key, 0);
    totals_add(&sums[region], &p->regions[i].totals);
    measuring[region] += p->regions[i].measuring;
  }
}

static void compare_regions(const struct analysis *w, const struct totals *sums, const double *measuring) {
  const uint32_t number = 0;
  for (uint32_t i = 0; i < w->region_count; i++) {
    const struct totals *a = &w->regions[i].totals, *b = &sums[i];
    SAME("visits", a->visits, b->visits);
    SAME("inclusive time", a->inclusive, b->inclusive);
    SAME("exclusive time", a->exclusive, b->exclusive);
    SAME("waiting", a->wait, b->wait);
    SAME("tasks", a->tasks, b->tasks);
    SAME("open visits", a->open, b->open);
    SAME("shortest visit", a->min, b->min);
    SAME("longest visit", a->max, b->max);
    SAME("messages", a->messages.sent_bytes, b->messages.sent_bytes);
    if (fabs(w->regions[i].measuring - measuring[i]) > 1e-9 * measuring[i])
      fail("measuring", 0, i, 0);
  }
}

static void compare_location(const struct location *a, const struct location *b, uint32_t number) {
  MEMBER(parent), MEMBER(process), MEMBER(last), MEMBER(lived), MEMBER(thread_num), MEMBER(os_thread), MEMBER(served);
  MEMBER(on_cpu), MEMBER(ready), MEMBER(kernel.known), MEMBER(kernel.user), MEMBER(level), MEMBER(team_size);
}

#define TEXT(member) SAME(#member, strcmp(a->member, b->member), 0)
#define ARRAY(count, array)                                                                                            \
  (MEMBER(count), a->count ? SAME_BYTES(#array, a->array, b->array, a->count * sizeof *a->array) : (void)0)

static void compare_stacks(const struct experiment *a, const struct experiment *b, uint32_t number) {
  MEMBER(module_count);
  for (uint32_t i = 0; i < a->module_count; i++)
    TEXT(modules[i].path), TEXT(modules[i].build), MEMBER(modules[i].low), MEMBER(modules[i].high),
        MEMBER(modules[i].bias);
  MEMBER(stack_count);
  for (uint32_t i = 0; i < a->stack_count; i++) {
    MEMBER(stacks[i].number), MEMBER(stacks[i].process), MEMBER(stacks[i].modules), MEMBER(stacks[i].words);
    SAME_BYTES("places", a->stacks[i].places, b->stacks[i].places, a->stacks[i].words * sizeof *a->stacks[i].places);
  }
  MEMBER(sample_count);
  for (uint32_t i = 0; i < a->sample_count; i++) {
    MEMBER(samples[i].process), MEMBER(samples[i].node), MEMBER(samples[i].location), MEMBER(samples[i].stack);
    MEMBER(samples[i].state), MEMBER(samples[i].pc), MEMBER(samples[i].count), MEMBER(samples[i].time);
    MEMBER(samples[i].early), MEMBER(samples[i].os_thread);
  }
}

static void compare_phase_parts(const struct experiment *a, const struct experiment *b, uint32_t number) {
  MEMBER(phase_count);
  for (uint32_t i = 0; i < a->phase_count; i++) {
    MEMBER(phases[i].node), MEMBER(phases[i].process), MEMBER(phases[i].begun), MEMBER(phases[i].metric_count);
    MEMBER(phases[i].shift), MEMBER(phases[i].flags), MEMBER(phases[i].factor);
    ARRAY(phases[i].most, phases[i].clusters);
    ARRAY(phases[i].visit_count, phases[i].visits);
    SAME_BYTES("metrics of phases", a->phases[i].metric, b->phases[i].metric,
               a->phases[i].metric_count * sizeof *a->phases[i].metric);
    SAME_BYTES("metrics of phases", a->phases[i].metrics, b->phases[i].metrics,
               (size_t)a->phases[i].visit_count * a->phases[i].metric_count * sizeof *a->phases[i].metrics);
  }
  MEMBER(phase_cells_count);
  for (uint32_t i = 0; i < a->phase_cells_count; i++) {
    const struct phase_cells *c = &a->phase_cells[i];
    MEMBER(phase_cells[i].phase), MEMBER(phase_cells[i].values), MEMBER(phase_cells[i].has_messages);
    MEMBER(phase_cells[i].row_count);
    ARRAY(phase_cells[i].count, phase_cells[i].nodes);
    SAME_BYTES("rows of cells", c->row, b->phase_cells[i].row, a->phases[c->phase].most * sizeof *c->row);
    SAME_BYTES("cells", c->at, b->phase_cells[i].at, (size_t)c->row_count * c->count * c->values * sizeof *c->at);
  }
}

/* Both have the same, member for member. */
static void compare_parts(const struct experiment *a, const struct experiment *b, uint32_t number) {
  SAME_BYTES("header", &a->header, &b->header, sizeof a->header);
  TEXT(program), TEXT(host), TEXT(settings), TEXT(writer), TEXT(processes->command), MEMBER(constructs),
      MEMBER(construct_count), MEMBER(metrics);
  MEMBER(of_job), MEMBER(process_count), MEMBER(metric_count), MEMBER(by_location), MEMBER(base_ns), MEMBER(base_tick);
  MEMBER(processes->end_tick), MEMBER(processes->base_ns), MEMBER(processes->module_count), MEMBER(processes->state);
  MEMBER(processes->end_known), MEMBER(processes->copied_tick), MEMBER(processes->first_location);
  MEMBER(location_count), MEMBER(taken);
  for (uint32_t i = 0; i < a->location_count; i++)
    compare_location(&a->locations[i], &b->locations[i], number);
  MEMBER(node_count);
  for (uint32_t i = 0; i < a->node_count; i++) {
    struct node n = b->nodes[i];
    compare_extra(experiment_extra(a, &a->nodes[i]), experiment_extra(b, &b->nodes[i]), number);
    n.extra = a->nodes[i].extra; /* which comes in no order */
    SAME_BYTES("call path", &a->nodes[i], &n, sizeof n);
  }
  ARRAY(node_count, origins);
  SAME("values", a->values != NULL, b->values != NULL);
  if (a->values)
    SAME_BYTES("values", a->values, b->values, (size_t)a->node_count * a->metric_count * sizeof *a->values);
  MEMBER(held_count);
  ARRAY(histogram_sum_count, histogram_sums);
  ARRAY(histogram_count, histograms);
  compare_stacks(a, b, number);
  compare_phase_parts(a, b, number);
}

/* What processes share is there without their call paths, too. */
static void compare_frame(const struct experiment *a, const struct experiment *b) {
  const uint32_t number = 0;
  MEMBER(process_count), MEMBER(construct_count), MEMBER(metric_count), MEMBER(location_count), MEMBER(held_count);
  MEMBER(of_job), MEMBER(base_ns), MEMBER(base_tick);
  TEXT(program), TEXT(command), TEXT(settings), TEXT(host);
  SAME_BYTES("header", &a->header, &b->header, sizeof a->header);
  for (uint32_t i = 0; i < a->process_count; i++) {
    MEMBER(processes[i].first_location), MEMBER(processes[i].location_count), MEMBER(processes[i].end_tick);
    TEXT(processes[i].command), TEXT(processes[i].host), MEMBER(processes[i].state), MEMBER(processes[i].since_tick);
    SAME_BYTES("header", &a->processes[i].header, &b->processes[i].header, sizeof a->header);
  }
  for (uint32_t i = 0; i < a->construct_count; i++) {
    TEXT(constructs[i].name), TEXT(constructs[i].sub_name), TEXT(constructs[i].file), TEXT(constructs[i].function);
    TEXT(constructs[i].place), TEXT(constructs[i].module), TEXT(constructs[i].build), MEMBER(constructs[i].address);
    MEMBER(constructs[i].begin_line1), MEMBER(constructs[i].is_left_out), MEMBER(constructs[i].facts);
  }
  for (uint32_t i = 0; i < a->metric_count; i++)
    TEXT(metrics[i].name), MEMBER(metrics[i].flags);
  for (uint32_t i = 0; i < a->location_count; i++)
    compare_location(&a->locations[i], &b->locations[i], number);
  for (uint32_t i = 0; i < a->held_count; i++)
    MEMBER(held[i].address), MEMBER(held[i].holder);
}

/* True if all parts can be had. */
static bool are_there(const struct rank_reader *reader) {
  bool good = true;
  for (uint32_t i = 0; good && i < reader->whole->process_count; i++) {
    struct experiment rank;
    good = rank_reader_read(reader, i, &rank);
    experiment_of_rank_free(&rank);
  }
  return good;
}

/* Each process of a file that is read process by process has what the whole has of it. False: it is not read so. */
static bool check_parts(const struct experiment *whole, const char *name) {
  struct loaded l;
  struct rank_reader reader;
  if (!load_ranks(&l, name, &reader))
    exit(1);
  const bool taken = l.experiment.taken;
  const bool good = are_there(&reader);
  compare_frame(whole, &l.experiment);
  for (uint32_t number = 0; good && number < whole->process_count; number++) {
    struct experiment a, b, same = *whole;
    /* what is of all, and so in both, is in each of them at another place */
    same.constructs = l.experiment.constructs;
    same.metrics = l.experiment.metrics;
    if (!experiment_of_rank(&a, taken ? &same : &l.experiment, number))
      exit(1);
    if (!rank_reader_read(&reader, number, &b))
      exit(1);
    compare_parts(&a, &b, number);
    experiment_of_rank_free(&a);
    experiment_of_rank_free(&b);
  }
  rank_reader_close(&reader);
  experiment_free(&l.experiment);
  return taken && good;
}

static void check(const struct experiment *whole, const char *name) {
  struct analysis w;
  if (!analyse(&w, whole))
    exit(1);
  struct totals *sums = calloc(w.region_count, sizeof *sums);
  double *measuring = calloc(w.region_count, sizeof *measuring);
  by_number = calloc(whole->node_count + 1ull, sizeof *by_number);
  if (!sums || !measuring || !by_number)
    exit(1);
  for (uint32_t i = 0; i < w.region_count; i++)
    sums[i].min = UINT64_MAX;
  sorted = whole;
  for (uint32_t i = 0; i < whole->node_count; i++)
    by_number[i] = i;
  qsort(by_number, whole->node_count, sizeof *by_number, compare);
  uint64_t held = 0, buckets = 0;
  for (uint32_t number = 0; number < whole->process_count; number++) {
    struct experiment rank;
    struct analysis p;
    if (!experiment_of_rank(&rank, whole, number) || !analyse(&p, &rank))
      exit(1);
    uint32_t *at = find_nodes(whole, &rank, number);
    compare_nodes(&w, &p, at, number);
    compare_samples(whole, &rank, at, number);
    compare_phases(whole, &rank, at, number);
    SAME("locations", rank.location_count, whole->processes[number].location_count);
    for (uint32_t i = 0; i < rank.location_count; i++) {
      const struct location_totals *a = &w.locations[whole->processes[number].first_location + i], *b = &p.locations[i];
      SAME("lifetime", a->lifetime, b->lifetime);
      SAME("time in regions", a->in_regions, b->in_regions);
      SAME("idle time", a->idle, b->idle);
      SAME("waiting", a->wait, b->wait);
      SAME("forks", a->forks, b->forks);
    }
    SAME("wall time", w.processes[number].wall, p.all.wall);
    SAME("idle time", w.processes[number].idle, p.all.idle);
    SAME("allocation", w.processes[number].allocation, p.all.allocation);
    add_regions(&w, &p, sums, measuring);
    held += rank.held_count;
    for (uint32_t i = 0; i < rank.histogram_sum_count; i++)
      buckets += rank.histogram_sums[i].visits[10];
    free(at);
    analysis_free(&p);
    experiment_of_rank_free(&rank);
  }
  compare_regions(&w, sums, measuring);
  const uint32_t number = 0;
  for (uint32_t i = 0; i < whole->histogram_sum_count; i++)
    buckets -= whole->histogram_sums[i].visits[10];
  SAME("held locks", held, whole->held_count);
  SAME("histograms", buckets, 0);
  const bool by_part = check_parts(whole, name);
  printf("%u processes, %u locations, %u call paths, %u regions, %u samples, %u phases, %s, %s\n", whole->process_count,
         whole->location_count, whole->node_count, w.region_count, whole->sample_count, whole->phase_count,
         whole->by_location ? "by location" : "not by location", by_part ? "one by one" : "all at once");
  free(by_number);
  free(sums);
  free(measuring);
  analysis_free(&w);
}

/* True if each process can be read, though the whole can't. */
static bool is_read_in_parts(const char *path) {
  struct experiment frame;
  struct rank_reader reader;
  if (!rank_reader_open(&reader, path, &frame))
    return false;
  const bool good = are_there(&reader);
  rank_reader_close(&reader);
  experiment_free(&frame);
  return good;
}

static void check_later(const char *command, const char *name) {
  struct loaded l;
  struct rank_reader reader;
  if (!load_ranks(&l, name, &reader) || !l.experiment.taken)
    exit(1);
  const uint32_t count = l.experiment.process_count;
  struct experiment *before = calloc(count, sizeof *before), now;
  for (uint32_t number = 0; number < count; number++)
    if (!before || !rank_reader_read(&reader, number, &before[number]))
      exit(1);
  if (system(command) != 0) // NOLINT(cert-env33-c)
    exit(1);
  for (uint32_t number = 0; number < count; number++) {
    const bool is_there = rank_reader_read(&reader, number, &now);
    if (is_there)
      compare_parts(&before[number], &now, number);
    printf("%u: %s\n", number, is_there ? "the same" : "changed");
    experiment_of_rank_free(&now);
    experiment_of_rank_free(&before[number]);
  }
  free(before);
  rank_reader_close(&reader);
  experiment_free(&l.experiment);
}

int main(int argc, char **argv) {
  if (argc == 4 && strcmp(argv[1], "--later") == 0) {
    check_later(argv[2], argv[3]);
    return 0;
  }
  for (int i = 1; i < argc; i++) {
    struct loaded l;
    if (!load(&l, argv[i]))
      return is_read_in_parts(l.path) ? 2 : 1;
    check(&l.experiment, argv[i]);
    experiment_free(&l.experiment);
  }
  return argc < 2;
}
