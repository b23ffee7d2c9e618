/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scheduling_head.c - the head's lines on processors: how many there were for how many threads, and what that does to
 * the figures. Not here: the rest of the head (report_tables.c), columns (threads_view.c). */
#include "show/scheduling_head.h"
#include "pomp_run.h"
#include "show/table_cells.h"

/* Prints which part of the time on processors was in the kernel, and what happened there. */
static void print_kernel(FILE *out, const struct process_totals *t) {
  const struct kernel_totals *k = &t->kernel;
  const unsigned long long switches = (unsigned long long)k->sleeps + t->switches;
  if (k->known)
    fprintf(out, ", of which %.1f %% in the kernel (%llu page fault%s, %llu switch%s)", 100 * kernel_part(k),
            (unsigned long long)k->faults, k->faults == 1 ? "" : "s", switches, switches == 1 ? "" : "es");
}

/* Prints the line of a process, or of all: which part of their lives threads were on a processor, and ready without
 * one. */
static void print_threads(FILE *out, const struct process_totals *t, bool part) {
  const struct scheduled *s = &t->scheduled;
  fprintf(out, "%u thread%s", t->threads, t->threads == 1 ? "" : "s");
  if (t->cpus)
    fprintf(out, " on %u CPU%s", t->cpus, t->cpus == 1 ? "" : "s");
  /* The kernel's figures are read at slightly different times, so that they may add up to more than all. */
  double on_cpu = 100 * scheduled_part(s, s->on_cpu), ready = 100 * scheduled_part(s, s->ready);
  fprintf(out, ": on CPU %.1f %% of the thread time", on_cpu);
  print_kernel(out, t);
  if (s->ready_known)
    fprintf(out, ", ready and not running %.1f %%, asleep %.1f %%", on_cpu + ready > 100 ? 100 - on_cpu : ready,
            100 * scheduled_part(s, scheduled_asleep(s)));
  else
    fprintf(out, "; of the rest, the kernel does not say in how much they were ready");
  fprintf(out, "%s.\n", part ? " (of the whole run)" : "");
}

static void print_quota(FILE *out, const struct analysis *a) {
  for (uint32_t i = 0; i < a->experiment->process_count; i++) {
    const struct pomp_header *h = &a->experiment->processes[i].header;
    if (!h->cpu_quota)
      continue;
    fprintf(out, "A control group limits ");
    if (h->ranks)
      fprintf(out, "rank %u ", h->rank);
    else
      fprintf(out, "the program ");
    fprintf(out, "to the time of %.2f CPUs; threads in the group were held back for %.3f s.\n", h->cpu_quota / 1000.0,
            (double)h->throttled * 1e-9);
    return;
  }
}

/* Returns which part of the teams' time that was measured their members were on a processor, or 1. */
static double in_teams(const struct analysis *a) {
  double span = 0, on_cpu = 0;
  for (uint32_t i = 0; i < a->region_count; i++) {
    span += (double)a->regions[i].cpu.span;
    on_cpu += (double)a->regions[i].cpu.on_cpu;
  }
  return on_cpu < span ? on_cpu / span : 1;
}

void scheduling_kernel(FILE *out, const struct analysis *a) {
  const struct kernel_totals *k = &a->all.kernel;
  if (k->known &&
      pomp_run_is_in_kernel((double)k->user * 1e-9, (double)k->system * 1e-9, (double)a->all.allocation * 1e-9))
    fprintf(out, " · in the kernel %.1f %% of the CPU time", 100 * kernel_part(k));
}

void scheduling_threads(FILE *out, const struct loaded *l, const struct analysis *a) {
  if (a->all.scheduled.known)
    print_threads(out, &a->all, l->part);
}

void scheduling_quota(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  if (a->all.scheduled.known)
    print_quota(out, a);
}

void scheduling_warning(FILE *out, const struct loaded *l, const struct analysis *a) {
  const struct process_totals *t = &a->all;
  (void)l;
  if (!t->scheduled.known)
    return;
  if (analysis_is_crowded(t))
    fprintf(out,
            "Warning: threads were ready and had no CPU for %.2f s: waiting %s time in which threads were not on a "
            "CPU%s.\n",
            (double)t->scheduled.ready * 1e-9, t->scheduled.switches_known ? "contains" : "and imbalance contain",
            t->scheduled.switches_known ? ", and uneven work does not"
                                        : ", as the kernel does not tell where it was (containers, "
                                          "perf_event_paranoid above 2)");
  else if (!t->scheduled.ready_known && in_teams(a) < 0.95)
    fprintf(
        out,
        "Warning: in teams, threads were on a CPU for %.1f %% of the time that was measured; they slept, or waiting "
        "and imbalance contain time in which they had no CPU.\n",
        100 * in_teams(a));
}
