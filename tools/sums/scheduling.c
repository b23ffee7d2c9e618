/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scheduling.c - sums of what the system reported of threads and processors, by location, process and region.
 * Not here: how it is asked (runtime/libpompomp/teams). */
#include "pomp_run.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>
#include <string.h>

#define READY_PART 0.5 /* of what is lost by the wall clock */

static void add_scheduled(struct scheduled *to, const struct scheduled *from) {
#define FIGURES_DO ADD
#define FIGURES_OF_SCHEDULED
#include "files/figures.def"
}

void team_cpu_join(struct team_cpu *to, const struct team_cpu *from) {
#define FIGURES_DO ADD
#define FIGURES_OF_CPU
#include "files/figures.def"
  to->waited |= from->waited;
}

static void add_team_cpu(struct team_cpu *to, uint64_t span, const struct cpu_time *from) {
  const struct team_cpu c = {from->visits, span, from->on_cpu, from->teams, from->max, from->mean, from->waited};
  team_cpu_join(to, &c);
}

void team_cpu_add(struct team_cpu *to, const struct process *p, const struct cpu_time *from) {
  add_team_cpu(to, process_ns(p, from->span), from);
}

static void add_up_teams(struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t k = 0; k < a->special_count; k++) {
    uint32_t i = a->special[k];
    const struct node *n = &e->nodes[i];
    const struct cpu_time *cpu = &experiment_extra(e, n)->cpu;
    if (!cpu->visits)
      continue;
    add_team_cpu(&a->regions[a->paths[a->node_path[i]].region].cpu, experiment_ns(e, cpu->span), cpu);
    add_team_cpu(&a->locations[n->location].cpu, experiment_ns(e, cpu->span), cpu);
  }
}

static struct kernel_totals kernel_of(const struct pomp_header *from) {
  return (struct kernel_totals){
#define FIGURES_DO COPIED
#define FIGURES_OF_KERNEL
#include "files/figures.def"
      .known = from->kernel_flags & POMP_KERNEL_USE && (from->user || from->system),
      .calls_known = from->kernel_flags & POMP_KERNEL_CALLS};
}

static void add_kernel(struct kernel_totals *to, const struct kernel_totals *from) {
#define FIGURES_DO ADD
#define FIGURES_OF_KERNEL
#include "files/figures.def"
  to->known &= from->known;
  to->calls_known &= from->calls_known;
}

double thread_kernel_part(const struct thread_kernel *k) {
  const double all = (double)k->user + (double)k->system;
  return all > 0 ? (double)k->system / all : 0;
}

double kernel_part(const struct kernel_totals *k) {
  const double all = (double)k->user + (double)k->system;
  return k->known && all > 0 ? (double)k->system / all : 0;
}

static void add_up_process(struct analysis *a, uint32_t process) {
  const struct experiment *e = a->experiment;
  const struct process *p = &e->processes[process];
  struct process_totals *t = &a->processes[process];
  t->cpus = p->header.cpus;
  t->throttled = p->header.throttled;
  t->switches = p->header.switches;
  t->kernel = kernel_of(&p->header);
  t->scheduled.known = p->header.cpu_flags & POMP_CPU_TIME;
  t->scheduled.ready_known = t->scheduled.known && p->header.cpu_flags & POMP_CPU_READY;
  t->scheduled.switches_known = p->header.cpu_flags & POMP_CPU_SWITCHES && !p->header.switches_unseen;
  for (uint32_t i = p->first_location; t->scheduled.known && i < p->first_location + p->location_count; i++) {
    const struct location *l = &e->locations[i];
    struct scheduled *s = &a->locations[i].scheduled;
    *s = (struct scheduled){.lived = experiment_ns(e, l->lived),
                            .on_cpu = l->on_cpu,
                            .ready = l->ready,
                            .known = l->lived != 0,
                            .ready_known = t->scheduled.ready_known};
    a->locations[i].kernel = l->kernel;
    a->locations[i].kernel.switches_known = l->kernel.known && t->scheduled.ready_known;
    add_scheduled(&t->scheduled, s);
  }
  locations_leave(a, process);
  t->scheduled.known &= t->scheduled.lived != 0;
}

static bool has_set(const uint64_t *set) {
  uint64_t any = 0;
  for (int i = 0; i < POMP_CPU_WORDS; i++)
    any |= set[i];
  return any;
}

/* Counts the processors of one machine that the processes there could run on, from process `first` on, the first one
 * of that machine. Processes that share processors count those once. 0: not known. */
static uint32_t cpus_of_host(const struct analysis *a, uint32_t first, bool *counted) {
  const struct experiment *e = a->experiment;
  uint64_t set[POMP_CPU_WORDS] = {0};
  uint32_t most = 0, sum = 0;
  bool all = true;
  for (uint32_t i = first; i < e->process_count; i++) {
    const struct pomp_header *h = &e->processes[i].header;
    if (counted[i] || strcmp(e->processes[i].host, e->processes[first].host) != 0)
      continue;
    counted[i] = true;
    all = all && h->cpus && has_set(h->cpu_set);
    most = h->cpus > most ? h->cpus : most;
    for (int k = 0; k < POMP_CPU_WORDS; k++)
      set[k] |= h->cpu_set[k];
  }
  for (int k = 0; k < POMP_CPU_WORDS; k++)
    sum += (uint32_t)__builtin_popcountll(set[k]);
  return all ? (sum > most ? sum : most) : 0;
}

bool scheduling_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct process_totals *all = &a->all;
  bool *counted = calloc(e->process_count, sizeof *counted), cpus_known = true;
  if (!counted)
    return false;
  add_up_teams(a);
  all->scheduled.known = all->scheduled.ready_known = all->scheduled.switches_known = true;
  all->kernel.known = all->kernel.calls_known = true;
  for (uint32_t i = 0; i < e->process_count; i++) {
    add_up_process(a, i);
    const struct process_totals *t = &a->processes[i];
    add_scheduled(&all->scheduled, &t->scheduled);
    all->scheduled.known &= t->scheduled.known;
    all->scheduled.ready_known &= t->scheduled.ready_known;
    all->scheduled.switches_known &= t->scheduled.switches_known;
    all->throttled = plus(all->throttled, t->throttled);
    all->switches = plus(all->switches, t->switches);
    add_kernel(&all->kernel, &t->kernel);
    if (counted[i])
      continue;
    uint32_t cpus = cpus_of_host(a, i, counted);
    cpus_known &= cpus != 0;
    all->cpus = all->cpus + cpus < all->cpus ? UINT32_MAX : all->cpus + cpus;
  }
  if (!cpus_known)
    all->cpus = 0;
  free(counted);
  return true;
}

uint64_t scheduled_asleep(const struct scheduled *s) {
  uint64_t awake = plus(s->on_cpu, s->ready);
  return s->lived > awake ? s->lived - awake : 0;
}

double scheduled_part(const struct scheduled *s, uint64_t ns) {
  double part = s->lived ? (double)ns / (double)s->lived : 0;
  return part < 1 ? part : 1;
}

double team_cpu_imbalance(const struct team_cpu *c) {
  return c->max > c->mean ? (double)(c->max - c->mean) / (double)c->max : 0;
}

double analysis_woken(const struct analysis *a) {
  if (!a->all.scheduled.switches_known)
    return 0;
  double woken = (double)a->all.scheduled.ready;
  for (uint32_t i = 0; i < a->experiment->node_count; i++)
    woken -= analysis_pushed_off(a, i);
  return woken > 0 ? woken : 0;
}

bool analysis_is_crowded(const struct process_totals *t) {
  return t->scheduled.ready_known &&
         pomp_run_is_crowded((double)t->scheduled.ready, (double)plus(t->in_regions, t->outside));
}

bool analysis_is_doubtful(const struct process_totals *t, double lost) {
  double others = t->threads > 2 ? t->threads - 1.0 : 1;
  return (double)t->scheduled.ready * others > READY_PART * lost;
}

bool analysis_delays_visits(const struct process_totals *t, double longer) {
  return (double)t->scheduled.ready > READY_PART * longer;
}
