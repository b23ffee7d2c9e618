/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases_view.c - the view of phases: how their visits went, what stands out, and which profiles there are.
 * Not here: the numbers (tools/sums/phase_series.c). */
#include "show/interval_rows.h"
#include "show/locale_marks.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/phase_findings.h"
#include "sums/phase_series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 60u /* of a line of bars */
#define BARS 8u
#define PROFILES 20u

static const char *name_of(const struct analysis *a, uint32_t path, char *text, size_t size) {
  const struct region *r = &a->regions[a->paths[path].region];
  char where[512];
  print_where(where, sizeof where, r);
  snprintf(text, size, *where ? "%s (%s)" : "%s", r->name, where);
  return text;
}

/* --- lines of bars --- */

/* Returns the figure to draw for a point: a mean over its visits; NAN: not known. */
typedef double value_of(const struct analysis *a, const struct series *s, uint32_t point, uint32_t metric);

static double time_of(const struct analysis *a, const struct series *s, uint32_t i, uint32_t metric) {
  (void)a, (void)metric;
  return (double)s->points[i].time / (double)s->points[i].count;
}
static double wait_of(const struct analysis *a, const struct series *s, uint32_t i, uint32_t metric) {
  (void)a, (void)metric;
  return (double)s->points[i].wait / (double)s->points[i].count;
}
static double balance_of(const struct analysis *a, const struct series *s, uint32_t i, uint32_t metric) {
  (void)a, (void)metric;
  const double balance = series_balance(&s->points[i]);
  return balance < 0 ? (double)NAN : 100 * balance;
}
static double metric_of(const struct analysis *a, const struct series *s, uint32_t i, uint32_t metric) {
  return (double)s->metrics[(size_t)i * a->experiment->metric_count + metric] / (double)s->points[i].count;
}

struct line {
  double low, high;   /* over all points */
  double most[WIDTH]; /* in each column; NAN: nothing */
  uint32_t columns;
};

static struct line line_of(const struct analysis *a, const struct series *s, value_of *value, uint32_t metric) {
  struct line l = {.low = (double)INFINITY, .high = (double)-INFINITY};
  l.columns = s->point_count < WIDTH ? s->point_count : WIDTH;
  for (uint32_t i = 0; i < l.columns; i++)
    l.most[i] = (double)NAN;
  for (uint32_t i = 0; i < s->point_count; i++) {
    const double v = s->points[i].count ? value(a, s, i, metric) : (double)NAN;
    double *most = &l.most[(uint64_t)i * l.columns / s->point_count];
    if (isnan(v))
      continue;
    l.low = v < l.low ? v : l.low;
    l.high = v > l.high ? v : l.high;
    if (isnan(*most) || v > *most)
      *most = v;
  }
  return l;
}

static bool is_pretty(void) { return strcmp(location_arrow(), "->") != 0; }

static void print_bars(FILE *out, const struct line *l) {
  static const char *const blocks[BARS] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  static const char plain[BARS] = "_.-:=+*#";
  const bool pretty = is_pretty();
  for (uint32_t i = 0; i < l->columns; i++) {
    const double part = l->high > 0 ? l->most[i] / l->high : 0;
    const uint32_t bar = isnan(l->most[i]) ? 0 : part >= 1 ? BARS - 1 : part > 0 ? (uint32_t)(part * BARS) : 0;
    if (isnan(l->most[i]))
      fputc(' ', out);
    else if (pretty)
      fputs(blocks[bar], out);
    else
      fputc(plain[bar], out);
  }
}

static void print_line(FILE *out, const struct analysis *a, const struct series *s, const char *name, value_of *value,
                       uint32_t metric, enum unit unit) {
  const struct line l = line_of(a, s, value, metric);
  char low[32], high[32];
  if (l.high < l.low || (unit != UNIT_PERCENT && l.high <= 0))
    return;
  fprintf(out, "  %-10s ", name);
  print_bars(out, &l);
  if (unit == UNIT_DURATION)
    fprintf(out, "  %s to %s\n", series_time_text(low, sizeof low, l.low), series_time_text(high, sizeof high, l.high));
  else if (unit == UNIT_PERCENT)
    fprintf(out, "  %.1f %% to %.1f %%\n", l.low, l.high);
  else
    fprintf(out, "  %.4g to %.4g\n", l.low, l.high);
}

/* --- what stands out --- */

static void print_places(FILE *out, const struct analysis *a, const struct series_finding *f, bool judged) {
  char name[512], time[32];
  if (f->waits != NO_PATH)
    fprintf(out, ", waiting at %s: %s more", name_of(a, f->waits, name, sizeof name),
            series_time_text(time, sizeof time, f->waited));
  if (f->path != NO_PATH)
    fprintf(out, "%s in %s: %s more", f->waits == NO_PATH ? "," : ";", name_of(a, f->path, name, sizeof name),
            series_time_text(time, sizeof time, f->more));
  fputs(judged ? "\n" : "; not judged\n", out);
}

static void print_finding(FILE *out, const struct analysis *a, const struct series_finding *f, bool judged) {
  char time[32], typical[32];
  series_time_text(time, sizeof time, f->time);
  series_time_text(typical, sizeof typical, f->typical);
  if (f->kind == SERIES_OUTLIER)
    fprintf(out, "  Visit %llu: %.1f times as long as most (%s, not %s)", (unsigned long long)f->visit,
            f->time / f->typical, time, typical);
  else
    fprintf(out, "  Visits %s by %.2g %% a visit (from %s to %s)", f->growth < 0 ? "shrink" : "grow",
            100 * fabs(f->growth), typical, time);
  print_places(out, a, f, judged);
}

static void print_findings(FILE *out, const struct analysis *a, const struct series *s) {
  bool all = true;
  for (uint32_t i = 0; i < s->finding_count; i++) {
    const bool judged = !series_is_doubtful(a, s, &s->findings[i]);
    print_finding(out, a, &s->findings[i], judged);
    all &= judged;
  }
  if (s->outliers > SERIES_FINDINGS)
    fprintf(out, "  %u more visits stand out.\n", s->outliers - SERIES_FINDINGS);
  if (!all)
    fprintf(out, "  Not judged: threads were ready to run and had no processor for %.3f s, which may be the cause.\n",
            (double)a->all.scheduled.ready * 1e-9);
}

/* --- profiles --- */

static int by_time(const void *x, const void *y) {
  const struct phase_cluster *const *a = x, *const *b = y;
  return (*a)->time > (*b)->time ? -1 : (*a)->time < (*b)->time;
}

static void print_profile(FILE *out, const struct series_location *p, const struct phase_cluster *c) {
  char shortest[32], longest[32];
  fprintf(out, "  %7u %8llu %8llu %8llu %10.3f  %10s %10s\n", (unsigned)(c - p->clusters) + 1,
          (unsigned long long)c->count, (unsigned long long)c->first, (unsigned long long)c->last,
          (double)c->time * 1e-9, series_time_text(shortest, sizeof shortest, (double)c->shortest),
          series_time_text(longest, sizeof longest, (double)c->longest));
}

static bool print_profiles(FILE *out, const struct analysis *a, const struct series_location *p) {
  const struct phase_cluster **order = malloc((p->most + 1ull) * sizeof *order);
  uint32_t count = 0;
  char name[512];
  if (!order)
    return false;
  for (uint32_t i = 0; i < p->most; i++)
    if (p->clusters[i].count)
      order[count++] = &p->clusters[i];
  qsort(order, count, sizeof *order, by_time);
  analysis_location_name(a, p->location, location_arrow(), name, sizeof name);
  fprintf(out, "  Profiles of visits that are alike, within a factor of %.2f%s, on thread %s\n", p->factor / 64.0,
          p->flags & POMP_PHASE_ANY_PATHS ? ", whatever call paths they had" : "", name);
  fputs("  profile   visits    first     last     time s    shortest    longest\n", out);
  for (uint32_t i = 0; i < count && i < PROFILES; i++)
    print_profile(out, p, order[i]);
  if (p->flags & POMP_PHASE_LACKS)
    fputs("  There was no memory for all that visits had, so that profiles lack some of it: set POMP_MEMORY to more.\n",
          out);
  if (count > PROFILES)
    fprintf(out, "  and %u more, which --json has\n", count - PROFILES);
  free(order);
  return true;
}

static bool print_series(FILE *out, const struct analysis *a, const struct series *s) {
  const struct experiment *e = a->experiment;
  char name[512], time[32];
  uint64_t all = 0;
  for (uint32_t i = 0; i < s->point_count; i++)
    all += s->points[i].time;
  fprintf(out, "%s: %llu visits, %.3f s, median %s", name_of(a, s->path, name, sizeof name),
          (unsigned long long)s->visits, (double)all * 1e-9, series_time_text(time, sizeof time, s->typical));
  if (s->location_count > 1)
    fprintf(out, ", on %u threads (the longest of each)", s->location_count);
  fputc('\n', out);
  print_line(out, a, s, "time", time_of, 0, UNIT_DURATION);
  print_line(out, a, s, "waiting", wait_of, 0, UNIT_DURATION);
  print_line(out, a, s, "balance", balance_of, 0, UNIT_PERCENT);
  for (uint32_t i = 0; i < e->metric_count; i++)
    print_line(out, a, s, e->metrics[i].name, metric_of, i, UNIT_COUNT);
  print_findings(out, a, s);
  return print_profiles(out, a, &s->locations[0]);
}

/* --- intervals --- */

/* Returns the figure to draw for an interval. */
typedef double interval_value(const struct interval_rows *r, uint32_t i, uint32_t metric, uint32_t metrics);
static double interval_busy(const struct interval_rows *r, uint32_t i, uint32_t metric, uint32_t metrics) {
  (void)metric, (void)metrics;
  const struct interval_row *t = &r->at[i];
  const uint64_t lost = t->waiting + t->idle;
  return t->allocation > lost ? 100 * (double)(t->allocation - lost) / (double)t->allocation : 0;
}
static double interval_waiting(const struct interval_rows *r, uint32_t i, uint32_t metric, uint32_t metrics) {
  (void)metric, (void)metrics;
  return r->at[i].allocation ? 100 * (double)r->at[i].waiting / (double)r->at[i].allocation : 0;
}
static double interval_idle(const struct interval_rows *r, uint32_t i, uint32_t metric, uint32_t metrics) {
  (void)metric, (void)metrics;
  return r->at[i].allocation ? 100 * (double)r->at[i].idle / (double)r->at[i].allocation : 0;
}
static double interval_visits(const struct interval_rows *r, uint32_t i, uint32_t metric, uint32_t metrics) {
  (void)metric, (void)metrics;
  return r->at[i].wall ? (double)r->at[i].visits / ((double)r->at[i].wall * 1e-9) : 0;
}
static double interval_metric(const struct interval_rows *r, uint32_t i, uint32_t metric, uint32_t metrics) {
  return r->at[i].wall ? (double)r->metrics[(size_t)i * metrics + metric] / ((double)r->at[i].wall * 1e-9) : 0;
}

static void print_interval_line(FILE *out, const struct interval_rows *r, const char *name, interval_value *value,
                                uint32_t metric, uint32_t metrics, const char *unit) {
  struct line l = {.low = (double)INFINITY, .high = (double)-INFINITY, .columns = r->count < WIDTH ? r->count : WIDTH};
  for (uint32_t i = 0; i < l.columns; i++)
    l.most[i] = (double)NAN;
  for (uint32_t i = 0; i < r->count; i++) {
    const double v = value(r, i, metric, metrics);
    double *most = &l.most[(uint64_t)i * l.columns / r->count];
    l.low = v < l.low ? v : l.low;
    l.high = v > l.high ? v : l.high;
    *most = isnan(*most) || v > *most ? v : *most;
  }
  fprintf(out, "  %-10s ", name);
  print_bars(out, &l);
  fprintf(out, "  %.4g to %.4g %s\n", l.low, l.high, unit);
}

static void print_intervals(FILE *out, const struct analysis *a, const struct interval_rows *r) {
  const struct experiment *e = a->experiment;
  uint64_t shortest = UINT64_MAX, longest = 0;
  char low[32], high[32], name[512], where[512];
  for (uint32_t i = 0; i < r->count; i++) {
    shortest = r->at[i].wall < shortest ? r->at[i].wall : shortest;
    longest = r->at[i].wall > longest ? r->at[i].wall : longest;
  }
  fprintf(out, "Intervals (POMP_PROFILE_EVERY): %u, of %s to %s (--interval=NUMBER shows one of them)\n", r->count,
          series_time_text(low, sizeof low, (double)shortest), series_time_text(high, sizeof high, (double)longest));
  print_interval_line(out, r, "busy", interval_busy, 0, 0, "% of threads × wall");
  print_interval_line(out, r, "waiting", interval_waiting, 0, 0, "%");
  print_interval_line(out, r, "idle", interval_idle, 0, 0, "%");
  print_interval_line(out, r, "visits", interval_visits, 0, 0, "/ s");
  for (uint32_t i = 0; i < e->metric_count; i++)
    print_interval_line(out, r, e->metrics[i].name, interval_metric, i, e->metric_count, "/ s");
  if (r->region == NO_REGION)
    return;
  print_where(where, sizeof where, &a->regions[r->region]);
  snprintf(name, sizeof name, *where ? "%s (%s)" : "%s", a->regions[r->region].name, where);
  fprintf(out, "  %s grows from %.1f %% of threads × wall to %.1f %%\n", name, 100 * r->first, 100 * r->last);
}

bool report_phases(FILE *out, const struct analysis *a, const struct interval_rows *intervals) {
  if (a->series_count)
    fputs("Phases: what single visits had (--phase=NUMBER shows one of them)\n", out);
  for (uint32_t i = 0; i < a->series_count; i++) {
    if (i)
      fputc('\n', out);
    if (!print_series(out, a, &a->series[i]))
      return false;
  }
  if (a->series_count && intervals->count)
    fputc('\n', out);
  if (intervals->count)
    print_intervals(out, a, intervals);
  return true;
}
