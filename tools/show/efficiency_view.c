/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency_view.c - the view of efficiencies: a line for each factor, a column for each experiment.
 * Not here: the figures (tools/findings), the same as rows for --csv (efficiency_values.c), JSON
 * (efficiency_json.c). */
#include "show/efficiency_rows.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/table_cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIGURE = 64, NAMES = 34 }; /* columns for the factors' names */

/* These are what a line of the table shows of each experiment. */
typedef void print_figure(char *text, const struct efficiency_row *row, int index);

static void print_ranks(char *text, const struct efficiency_row *row, int index) {
  (void)index;
  print_number(text, FIGURE, row->efficiency.ranks);
}
static void print_threads(char *text, const struct efficiency_row *row, int index) {
  (void)index;
  print_number(text, FIGURE, row->efficiency.threads);
}
static void print_wall(char *text, const struct efficiency_row *row, int index) {
  (void)index;
  print_seconds(text, FIGURE, row->efficiency.wall);
}
static void print_visits(char *text, const struct efficiency_row *row, int index) {
  (void)index;
  print_number(text, FIGURE, row->efficiency.visits);
}
static void print_speedup(char *text, const struct efficiency_row *row, int index) {
  (void)index;
  snprintf(text, FIGURE, isfinite(row->scaling.speedup) ? "%.2f" : "?", row->scaling.speedup);
}
static void print_part(char *text, double part) {
  snprintf(text, FIGURE, isfinite(part) ? "%.1f %%" : "?", 100 * part);
}
static void print_efficiency(char *text, const struct efficiency_row *row, int index) {
  (void)index;
  print_part(text, row->scaling.efficiency);
}
static void print_scaling(char *text, const struct efficiency_row *row, int index) {
  print_part(text, row->scaling.factor[index]);
}
static void print_factor(char *text, const struct efficiency_row *row, int index) {
  print_part(text, row->efficiency.factor[index]);
}

/* Prints a line, with `lines` for the tree that it is a part of. */
static void print_line(FILE *out, const struct efficiency_rows *r, size_t region, const char *name, unsigned depth,
                       print_figure *print, int index) {
  char text[FIGURE];
  size_t widest = 0;
  const struct efficiency_row *rows = r->at + region * r->experiments;
  for (size_t i = 0; i < r->experiments; i++)
    widest = strlen(rows[i].experiment) > widest ? strlen(rows[i].experiment) : widest;
  int width = r->experiments == 1 ? 10 : widest > 24 ? 26 : widest < 8 ? 10 : (int)widest + 2;
  fprintf(out, "  %*s%-*s", (int)(2 * depth), "", (int)(NAMES - 2 * depth), name);
  for (size_t i = 0; i < r->experiments; i++) {
    *text = 0;
    if (rows[i].efficiency.there)
      print(text, &rows[i], index);
    fprintf(out, "%*s", width, *text ? text : "-");
  }
  fputc('\n', out);
}

static void print_name(char *text, const struct efficiency_row *row, int index) {
  size_t length = strlen(row->experiment);
  (void)index;
  snprintf(text, FIGURE, length > 24 ? "...%s" : "%s", row->experiment + (length > 24 ? length - 21 : 0));
}

/* True if this holds for one of the experiments. */
static bool any(const struct efficiency_rows *r, size_t region, bool (*has)(const struct efficiency_row *row)) {
  for (size_t i = 0; i < r->experiments; i++)
    if (r->at[region * r->experiments + i].efficiency.there && has(&r->at[region * r->experiments + i]))
      return true;
  return false;
}
static bool has_mpi(const struct efficiency_row *row) { return row->efficiency.has_mpi || row->efficiency.ranks > 1; }
static bool has_counters(const struct efficiency_row *row) { return isfinite(row->efficiency.instructions); }
static bool lacks_waits(const struct efficiency_row *row) { return isnan(row->efficiency.factor[FACTOR_MPI_TRANSFER]); }
static bool is_crowded(const struct efficiency_row *row) {
  return row->efficiency.crowded && !row->efficiency.machine_known;
}
static bool lost_processors(const struct efficiency_row *row) { return efficiency_lost_processors(&row->efficiency); }
static bool lacks_nesting(const struct efficiency_row *row) { return row->efficiency.nesting_unknown; }

static void print_heading(FILE *out, const struct efficiency_rows *r, size_t region) {
  const struct efficiency_row *rows = r->at + region * r->experiments;
  fprintf(out, "Efficiency of %s", rows->region ? rows->region : "the whole run");
  if (r->experiments > 1)
    fprintf(out, ", in comparison with %s%s", rows[r->reference].experiment,
            r->weak ? ", of problems that grow with the threads" : "");
  fputc('\n', out);
}

static void print_scalings(FILE *out, const struct efficiency_rows *r, size_t region) {
  print_line(out, r, region, "speed-up", 0, print_speedup, 0);
  print_line(out, r, region, "efficiency", 0, print_efficiency, 0);
  for (int i = 0; i < SCALINGS; i++)
    if (i == SCALING_COMPUTATION || any(r, region, has_counters))
      print_line(out, r, region, scaling_rows[i].text, scaling_rows[i].depth, print_scaling, i);
}

/* Says for each experiment which factor has lost most since the reference run. */
static void print_losses(FILE *out, const struct efficiency_rows *r, size_t region) {
  const struct efficiency_row *rows = r->at + region * r->experiments;
  for (size_t i = 0; i < r->experiments; i++)
    if (!rows[i].is_reference && rows[i].efficiency.there && rows[r->reference].efficiency.there)
      fprintf(out,
              *rows[i].scaling.loses ? "  %s loses most by: %s (%.1f %% of what the reference has).\n"
                                     : "  %s loses nothing by any factor.\n",
              rows[i].experiment, rows[i].scaling.loses, 100 * rows[i].scaling.lost);
}

static void print_notes(FILE *out, const struct efficiency_rows *r, size_t region) {
  if (any(r, region, has_mpi) && any(r, region, lacks_waits))
    fprintf(out, "  ?: serialisation and transfer are known of a whole run with traces of all ranks (POMP_TRACE=1).\n");
  if (any(r, region, lacks_nesting))
    fprintf(out, "  The OpenMP runtime offered no OMPT: OpenMP's factors below the first can't be distinguished.\n");
  if (any(r, region, is_crowded))
    fprintf(out, "  Threads were ready and had no CPU for a part of these times: most of that shows as balance.\n");
}

static void print_region(FILE *out, const struct efficiency_rows *r, size_t region) {
  print_heading(out, r, region);
  if (r->experiments > 1)
    print_line(out, r, region, "", 0, print_name, 0);
  if (any(r, region, has_mpi))
    print_line(out, r, region, "ranks", 0, print_ranks, 0);
  print_line(out, r, region, "threads", 0, print_threads, 0);
  if (r->at[region * r->experiments].region)
    print_line(out, r, region, "visits", 0, print_visits, 0);
  print_line(out, r, region, "wall s", 0, print_wall, 0);
  if (r->experiments > 1)
    print_scalings(out, r, region);
  for (int i = 0; i < FACTORS; i++) {
    bool is_mpi = i >= FACTOR_MPI && i <= FACTOR_MPI_TRANSFER;
    if (i == FACTOR_OMP_MACHINE ? any(r, region, lost_processors)
                                : !is_mpi || i == FACTOR_MPI || any(r, region, has_mpi))
      print_line(out, r, region, factor_rows[i].text, factor_rows[i].depth, print_factor, i);
  }
  if (r->experiments > 1)
    print_losses(out, r, region);
  print_notes(out, r, region);
}

/* Prints for how long how many threads worked, in so many rows at most, with a bar for each. */
static void print_at_work(FILE *out, const struct efficiency_row *row, bool several) {
  enum { ROWS = 17, BAR = 40 };
  const struct at_work *w = &row->at_work;
  char text[512];
  if (!row->efficiency.there)
    return;
  at_work_words(w, text, sizeof text);
  fprintf(out, "\nThreads that worked at the same time%s%s\n  %s\n", several ? ": " : "",
          several ? row->experiment : "", text);
  const uint32_t each = w->threads / ROWS + 1;
  for (uint32_t i = 0; w->times && i <= w->threads; i += each) {
    const uint32_t last = i + each - 1 < w->threads ? i + each - 1 : w->threads;
    char bar[BAR + 1] = "";
    double time = 0;
    for (uint32_t k = i; k <= last; k++)
      time += w->times[k];
    const double part = w->wall > 0 ? time / w->wall : 0;
    memset(bar, '#', (size_t)(BAR * fmin(1, part) + 0.5));
    snprintf(text, sizeof text, last > i ? "%u-%u" : "%u", i, last);
    fprintf(out, "%11s  %9.3f s  %5.1f %%%s%s\n", text, time * 1e-9, 100 * part, *bar ? "  " : "", bar);
  }
}

/* Shows the same figures as rows, if the user wants but a part of them, or them for a program. */
static bool show_rows(FILE *out, const struct listing *l, const struct analysis *a, const struct efficiency_rows *r) {
  size_t count = r->experiments * r->regions;
  struct row *rows = calloc(count, sizeof *rows);
  for (size_t i = 0; rows && i < count; i++)
    rows[i] = (struct row){.analysis = a, .efficiency = &r->at[i]};
  bool good = rows && listing_show(out, l, rows, count);
  free(rows);
  return good;
}

bool report_efficiency(FILE *out, const struct listing *l, const struct efficiency_request *request) {
  struct efficiency_rows r;
  bool good = efficiency_rows_find(&r, request);
  if (good && table_options_narrow(l->wanted))
    good = show_rows(out, l, &request->experiments->analysis, &r);
  else
    for (size_t i = 0; good && i < r.regions; i++) {
      if (i)
        fputc('\n', out);
      print_region(out, &r, i);
    }
  for (size_t i = 0; good && !request->interests && !table_options_narrow(l->wanted) && i < r.experiments; i++)
    print_at_work(out, &r.at[i], r.experiments > 1);
  efficiency_rows_free(&r);
  return good;
}
