/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tables.c - the tables of pomp-scale: runs, factors, regions, and what follows from them in words.
 * Not here: the figures (scale_figures.c, tools/findings). */
#include "commands/scale/tables.h"
#include "commands/scale/cause.h"
#include "commands/scale/series.h"
#include "pomp_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_PARTS = 12, NAMES = 34, CELL = 10 };
#define LEAST_SERIAL 0.01 /* of the work */

/* --- the runs --- */

static void print_runs(FILE *out, const struct plan *plan, const struct series *s) {
  const struct configuration *first = s->at[0];
  fprintf(out, "  %7s%6s%10s%22s%10s%16s%12s  loses most by\n", plan->request->ranks ? "ranks" : "threads", "runs",
          "wall s", "least..most", "speed-up", "least..most", "efficiency");
  for (size_t i = 0; i < s->count; i++) {
    const struct configuration *c = s->at[i];
    char spread[64], speedups[64];
    struct scaling scaling;
    const struct speedup speedup = series_speedup(s, i);
    snprintf(spread, sizeof spread, "%.3f..%.3f", c->walls[0], c->walls[c->count - 1]);
    snprintf(speedups, sizeof speedups, "%.2f..%.2f", speedup.least, speedup.most);
    scaling_find(&scaling, &c->efficiency, &first->efficiency, s->weak);
    fprintf(out, "  %7u%6zu%10.3f%22s%10.2f%16s%10.1f %%", c->number, c->count, c->median, c->count > 1 ? spread : "-",
            speedup.median, c->count > 1 || first->count > 1 ? speedups : "-", 100 * speedup.efficiency);
    if (*scaling.loses)
      fprintf(out, "  %s (%.1f %% left)", scaling.loses, 100 * scaling.lost);
    fputc('\n', out);
  }
}

/* --- the factors --- */

static void print_name(FILE *out, const char *name, unsigned depth) {
  fprintf(out, "  %*s%-*s", (int)(2 * depth), "", (int)(NAMES - 2 * depth), name);
}

static void print_part(FILE *out, double part) {
  char text[32];
  snprintf(text, sizeof text, isfinite(part) ? "%.1f %%" : "?", 100 * part);
  fprintf(out, "%*s", CELL, text);
}

static void print_factors(FILE *out, const struct plan *plan, const struct series *s) {
  bool mpi = false, counted = false, lost = false;
  fprintf(out, "\nEfficiency of the median runs\n");
  print_name(out, plan->request->ranks ? "ranks" : "threads", 0);
  for (size_t i = 0; i < s->count; i++) {
    fprintf(out, "%*u", CELL, s->at[i]->number);
    mpi |= s->at[i]->efficiency.has_mpi || s->at[i]->efficiency.ranks > 1;
    lost |= efficiency_lost_processors(&s->at[i]->efficiency);
    counted |= isfinite(s->at[i]->efficiency.instructions);
  }
  fputc('\n', out);
  for (int k = 0; k < SCALINGS; k++) {
    if (k != SCALING_COMPUTATION && !counted)
      continue;
    print_name(out, scaling_rows[k].text, scaling_rows[k].depth);
    for (size_t i = 0; i < s->count; i++) {
      struct scaling scaling;
      scaling_find(&scaling, &s->at[i]->efficiency, &s->at[0]->efficiency, s->weak);
      print_part(out, scaling.factor[k]);
    }
    fputc('\n', out);
  }
  for (int k = 0; k < FACTORS; k++) {
    bool in_mpi = k >= FACTOR_MPI && k <= FACTOR_MPI_TRANSFER;
    bool by_traces = k == FACTOR_MPI_SERIALISATION || k == FACTOR_MPI_TRANSFER;
    if ((in_mpi && !mpi) || by_traces || (k == FACTOR_OMP_MACHINE && !lost))
      continue;
    print_name(out, factor_rows[k].text, factor_rows[k].depth);
    for (size_t i = 0; i < s->count; i++)
      print_part(out, s->at[i]->efficiency.factor[k]);
    fputc('\n', out);
  }
}

/* --- during what the wall time passed --- */

static void print_parts(FILE *out, const struct plan *plan, const struct figures *f, const struct series *s) {
  size_t first = s->index[0], last = s->index[s->count - 1], shown = 0;
  double rest[REQUEST_NUMBERS] = {0};
  fprintf(out, "\nWall time of parallel regions and serial code, in s, by the number of %s\n  ",
          plan->request->ranks ? "ranks" : "threads");
  for (size_t i = 0; i < s->count; i++)
    fprintf(out, "%10u ", s->at[i]->number);
  fprintf(out, "%9s%12s  %-9s %s\n", "speed-up", "efficiency", "kind", "region, function, where");
  for (size_t p = 0; p < f->part_count; p++) {
    const struct wall_part *part = &f->parts[p];
    double before = part->seconds[first], after = part->seconds[last];
    if (shown == SHOWN_PARTS || (after < 0.0005 && before < 0.0005)) {
      for (size_t i = 0; i < s->count; i++)
        rest[i] += part->seconds[s->index[i]];
      continue;
    }
    shown++;
    fputs("  ", out);
    for (size_t i = 0; i < s->count; i++)
      fprintf(out, "%10.3f ", part->seconds[s->index[i]]);
    if (before > 0 && after > 0)
      fprintf(out, "%9.2f%10.1f %%", part_speedup(s, part), 100 * part_efficiency(s, part));
    else
      fprintf(out, "%9s%12s", "-", "-");
    fprintf(out, "  %-9s %s%s%s%s%s\n", part_kind(part), part->name, *part->function ? ", " : "", part->function,
            *part->where ? ", " : "", part->where);
  }
  double all = 0;
  for (size_t i = 0; i < s->count; i++)
    all += rest[i];
  if (all >= 0.0005) {
    fputs("  ", out);
    for (size_t i = 0; i < s->count; i++)
      fprintf(out, "%10.3f ", rest[i]);
    fprintf(out, "%9s%12s  %-9s %s\n", "", "", "", "(others)");
  }
}

/* --- in words --- */

/* A bound that is far beyond all that was measured says nothing of what limits the program. */
static void print_bound(FILE *out, double part) {
  if (part >= LEAST_SERIAL)
    fprintf(out, "; by Amdahl's law no number of threads makes it more than %.1f times as fast as one", 1 / part);
}

/* The law knows two kinds of code, serial code and what scales perfectly. What else there is may be no part of its
 * work, or more than is serial. */
static void print_fit(FILE *out, const struct serial *serial) {
  const struct amdahl *fit = &serial->fit;
  double error = isfinite(fit->error) ? fit->error : 0;
  fprintf(out, "Amdahl's law fitted to %zu runs: ", serial->runs);
  if (!series_fits(serial)) {
    fprintf(out, "it does not fit, as %s.\n",
            fit->parallel < 0 ? "the program becomes slower with more threads, which no serial part explains"
                              : "more threads make the program faster than by their number");
    return;
  }
  if (isfinite(serial->part) && fit->part > serial->part + fmax(error, LEAST_SERIAL)) {
    fprintf(out, "the wall times go as if %.1f %% of the work were serial", 100 * fit->part);
    if (isfinite(fit->error))
      fprintf(out, " (95 %% confidence: %.1f to %.1f %%)", 100 * fmax(0, fit->part - fit->error),
              100 * fmin(1, fit->part + fit->error));
    fputs("; what is more than the serial part is lost as the threads become more.\n", out);
  } else if (isfinite(fit->error))
    fprintf(out, "serial part %.1f %% (95 %% confidence: %.1f to %.1f %%).\n", 100 * fit->part,
            100 * fmax(0, fit->part - fit->error), 100 * fmin(1, fit->part + fit->error));
  else
    fprintf(out, "serial part %.1f %%; two runs tell no uncertainty: use --repeat, or more numbers.\n",
            100 * fit->part);
}

static void print_serial(FILE *out, const struct plan *plan, const struct series *s) {
  const struct configuration *first = s->at[0];
  const struct serial serial = series_serial(s);
  if (!serial.known)
    return;
  fprintf(out, "Serial part: %.3f s of %.3f s with %u %s", first->serial, first->wall, first->number,
          plan_unit(plan, first->number));
  if (isfinite(serial.part)) {
    fprintf(out, ", %.1f %% of the work", 100 * serial.part);
    print_bound(out, serial.part);
  }
  fputs(".\n", out);
  if (serial.runs)
    print_fit(out, &serial);
}

/* Names the factor that has left least at the largest number, and the region where most time was lost. */
static void print_next(FILE *out, const struct plan *plan, const struct figures *f, const struct series *s) {
  const struct configuration *first = s->at[0], *last = s->at[s->count - 1];
  double most;
  const struct wall_part *worst = series_worst(s, f, &most);
  struct scaling scaling;
  scaling_find(&scaling, &last->efficiency, &first->efficiency, s->weak);
  if (*scaling.loses)
    fprintf(out, "What limits it with %u %s: %s, which leaves %.1f %%", last->number, plan_unit(plan, last->number),
            scaling.loses, 100 * scaling.lost);
  else
    fprintf(out, "With %u %s no factor loses more than 0.5 %%", last->number, plan_unit(plan, last->number));
  if (worst && most > 0.005 * last->wall)
    fprintf(out, "; most time is lost in %s%s%s%s%s%s (%.3f s more than with perfect scaling)",
            worst->is_parallel || worst->is_mpi ? "" : "serial code: ", worst->name, *worst->function ? ", " : "",
            worst->function, *worst->where ? ", " : "", worst->where, most);
  fputs(".\n", out);
}

/* Says for how long threads had no processor, where that is in all times, or may be what is lost. */
static void print_busy(FILE *out, const struct plan *plan, const struct series *s, size_t i) {
  const struct configuration *c = s->at[i];
  if (!c->efficiency.crowded && !series_busy(s, i))
    return;
  fprintf(out, "With %u %s, threads were ready and had no processor for %.3f s (%.1f %% of their time)", c->number,
          plan_unit(plan, c->number), c->ready, c->lived > 0 ? 100 * fmin(1, c->ready / c->lived) : 0);
  fputs(series_busy(s, i) ? ": that may be why it is no faster.\n" : ", which is in these times.\n", out);
}

static void print_notes(FILE *out, const struct plan *plan, const struct series *s) {
  for (size_t i = 0; i < s->count; i++) {
    const struct efficiency *e = &s->at[i]->efficiency;
    if (!plan->request->ranks && e->threads != s->at[i]->number)
      fprintf(out, "With %u %s the program ran %u threads: it does not go by OMP_NUM_THREADS alone.\n",
              s->at[i]->number, plan_unit(plan, s->at[i]->number), e->threads);
    if (plan->request->ranks && e->ranks != s->at[i]->number)
      fprintf(out, "With %u %s there is an experiment of %u.\n", s->at[i]->number, plan_unit(plan, s->at[i]->number),
              e->ranks);
    print_busy(out, plan, s, i);
  }
}

/* Says what costs most; or that it is not known, where what costs most is little of what is lost. */
static void print_cause(FILE *out, const struct plan *plan, const struct figures *f, const struct series *s) {
  static struct cause cause;
  if (!cause_find(&cause, plan, f, s))
    return;
  fputs("Cause: ", out);
  if (!cause.is_main)
    fprintf(out,
            "not known of most of the %.3f s that are lost with %u %s; pomp-report --diagnose and, with POMP_SAMPLE=1, "
            "--samples look into that run. Of a part: ",
            cause.lost, s->at[s->count - 1]->number, plan_unit(plan, s->at[s->count - 1]->number));
  fprintf(out, "%s. %s\n", cause.text, cause.advice);
}

void tables_words(FILE *out, const struct plan *plan, const struct figures *f, const struct series *s) {
  print_cause(out, plan, f, s);
  if (s->count > 1)
    print_next(out, plan, f, s);
  print_serial(out, plan, s);
  print_notes(out, plan, s);
}

void tables_print(FILE *out, const struct plan *plan, const struct figures *f) {
  char program[256];
  snprintf(program, sizeof program, "%s", plan->request->program[0]);
  pomp_text_clean(program, 0);
  bool begun = false;
  for (size_t setting = 0; setting < plan->settings; setting++) {
    struct series s = series_of(plan, f, setting);
    char text[2048];
    if (!s.count)
      continue;
    plan_setting(plan, setting, text, sizeof text);
    pomp_text_clean(text, 0);
    fprintf(out, "%s%s of %s%s%s, medians, in comparison with %u %s\n", begun ? "\n" : "",
            s.weak ? "Weak scaling" : "Scaling", program, *text ? " with " : "", text, s.at[0]->number,
            plan_unit(plan, s.at[0]->number));
    begun = true;
    print_runs(out, plan, &s);
    print_factors(out, plan, &s);
    print_parts(out, plan, f, &s);
    fputc('\n', out);
    tables_words(out, plan, f, &s);
  }
}
