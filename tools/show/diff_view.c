/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_view.c - prints a comparison: what the sides are, the figures of the whole runs, and a row for each call path.
 * Not here: the cells of the rows (diff_values.c), JSON (diff_json.c). */
#include "findings/busy_machine.h"
#include "pomp_text.h"
#include "show/diff.h"
#include "show/diff_values.h"
#include "show/markdown.h"
#include "show/numbers.h"
#include "show/print_listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct diff_total diff_totals[RUN_TOTALS] = {
    [RUN_WALL] = {"wall_ns", "wall s"},
    [RUN_THREAD_WALL] = {"thread_wall_ns", "threads × wall s"},
    [RUN_IN_REGIONS] = {"in_regions_ns", "in regions s"},
    [RUN_OUTSIDE] = {"outside_ns", "outside s"},
    [RUN_IDLE] = {"idle_ns", "idle s"},
    [RUN_WAITING] = {"wait_ns", "waiting s"},
    [RUN_READY] = {"ready_ns", "ready, not running s"},
};

/* --- the whole runs --- */

static struct change total_of(const struct row *row) {
  return comparison_total(row->comparison, (enum run_total)row->depth);
}
static CELL(cell_total) { snprintf(text, size, "%s", diff_totals[row->depth].name); }
static CELL(cell_total_a) { print_seconds(text, size, total_of(row).a); }
static CELL(cell_total_b) { print_seconds(text, size, total_of(row).b); }
static CELL(cell_total_change) { snprintf(text, size, "%+.3f", total_of(row).difference * 1e-9); }
static CELL(cell_total_within) {
  struct change c = total_of(row);
  *text = 0;
  if (c.known)
    print_seconds(text, size, change_within(&c, 0.95));
}
static CELL(cell_total_percent) {
  struct change c = total_of(row);
  *text = 0;
  if (c.a > 0)
    snprintf(text, size, "%+.1f", 100 * c.difference / c.a);
}

static const struct column total_columns[] = {
    {"whole run", true, cell_total},      {"A", false, cell_total_a},      {"B", false, cell_total_b},
    {"change", false, cell_total_change}, {"±", false, cell_total_within}, {"change%", false, cell_total_percent},
};

/* --- the sides --- */

static void print_clean(FILE *out, const char *text) {
  char clean[4096];
  snprintf(clean, sizeof clean, "%s", text);
  pomp_text_clean(clean, 0);
  fputs(clean, out);
}

/* Says how many threads the runs had, "2" or "2 to 4". */
static void print_threads(FILE *out, const struct comparison *c, enum side side) {
  uint32_t least = UINT32_MAX, most = 0;
  for (uint32_t i = 0; i < c->run_count[side]; i++) {
    uint32_t n = c->runs[side][i]->threads;
    least = n < least ? n : least;
    most = n > most ? n : most;
  }
  if (least == most)
    fprintf(out, "%u thread%s", most, most == 1 ? "" : "s");
  else
    fprintf(out, "%u to %u threads", least, most);
}

static void print_side(FILE *out, const struct comparison *c, enum side side) {
  enum { NAMED = 3 };
  uint32_t count = c->run_count[side];
  fprintf(out, "%c is %u run%s of ", 'A' + (int)side, count, count == 1 ? "" : "s");
  print_clean(out, c->runs[side][0]->program);
  fputs(", ", out);
  print_threads(out, c, side);
  for (uint32_t i = 0; i < count && i < NAMED; i++) {
    fputs(i ? ", " : ": ", out);
    print_clean(out, c->runs[side][i]->name);
  }
  if (count > NAMED)
    fprintf(out, " and %u more", count - NAMED);
  fputc('\n', out);
}

size_t diff_notes(const struct comparison *c, char notes[DIFF_NOTES][160]) {
  const struct run *a = c->runs[SIDE_A][0];
  uint32_t unfinished = 0;
  size_t count = 0;
  bool differ = false, hosts = false, busy = busy_explains_wall(c);
  for (int s = 0; s < SIDES; s++)
    for (uint32_t i = 0; i < c->run_count[s]; i++) {
      const struct run *r = c->runs[s][i];
      unfinished += strcmp(r->state, "complete") != 0;
      differ |= r->threads != a->threads || r->ranks != a->ranks;
      hosts |= strcmp(r->host, a->host) != 0;
    }
  if (c->run_count[SIDE_A] == 1 && c->run_count[SIDE_B] == 1)
    strcpy(notes[count++], "Each side is a single run: nothing tells how much of a change is noise.");
  if (differ)
    strcpy(notes[count++],
           "Warning: the runs differ in their numbers of threads or ranks: times are sums over all of them.");
  if (hosts)
    strcpy(notes[count++], "Warning: the runs were on different machines.");
  if (unfinished)
    snprintf(notes[count++], sizeof *notes, "Warning: %u of the runs did not end normally, or are still running.",
             unfinished);
  if (busy)
    snprintf(notes[count++], sizeof *notes,
             "Warning: threads were ready and had no processor for %.3f s on A, %.3f s on B: that may be why the wall "
             "times differ.",
             c->totals[SIDE_A][RUN_READY].mean * 1e-9, c->totals[SIDE_B][RUN_READY].mean * 1e-9);
  return count;
}

void diff_sides(FILE *out, const struct comparison *c) {
  char notes[DIFF_NOTES][160];
  print_side(out, c, SIDE_A);
  print_side(out, c, SIDE_B);
  size_t count = diff_notes(c, notes);
  for (size_t i = 0; i < count; i++)
    fprintf(out, "%s\n", notes[i]);
}

void diff_totals_print(FILE *out, const struct comparison *c, bool markdown) {
  struct row rows[RUN_TOTALS];
  uint32_t count = 0;
  for (uint32_t i = 0; i < RUN_TOTALS; i++)
    if (i != RUN_READY || busy_is_known(c))
      rows[count++] = (struct row){.comparison = c, .depth = i};
  const struct row_source all = row_source_of(rows, count);
  (markdown ? markdown_table : table_print_rows)(out, total_columns, COUNT(total_columns), &all);
}

static void print_head(FILE *out, const struct comparison *c) {
  diff_sides(out, c);
  fputc('\n', out);
  diff_totals_print(out, c, false);
  fputc('\n', out);
}

/* --- the rows --- */

/* The largest change comes first. */
static int by_change(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  double s = fabs(comparison_change(a->compared, RUN_SELF).difference);
  double t = fabs(comparison_change(b->compared, RUN_SELF).difference);
  return s < t ? 1 : s > t ? -1 : (a->path > b->path) - (a->path < b->path);
}

struct row *diff_rows(const struct comparison *c, const struct failures *only, uint32_t *count) {
  const uint32_t all = only ? only->count : c->row_count;
  struct row *rows = calloc(all + 1ull, sizeof *rows);
  *count = 0;
  for (uint32_t i = 0; rows && i < all; i++) {
    uint32_t at = only ? only->at[i].row : i;
    if (!only || only->at[i].verdict != VERDICT_HIDDEN)
      rows[(*count)++] = (struct row){.comparison = c, .compared = &c->rows[at], .path = at};
  }
  if (rows)
    qsort(rows, *count, sizeof *rows, by_change);
  return rows;
}

/* Prints all rows, or the rows that failed a condition. */
static bool print_rows(FILE *out, const struct diff *d, const struct failures *only) {
  const struct comparison *c = d->comparison;
  uint32_t count;
  struct row *rows = diff_rows(c, only, &count);
  if (!rows)
    return false;
  bool csv = d->listing->wanted->csv, none = only && !count && !csv;
  if (!csv)
    print_head(out, c);
  if (none)
    fputs("Nothing has become slower by more than noise.\n", out);
  bool good = none || listing_show(out, d->listing, rows, count);
  free(rows);
  return good;
}

double diff_least(const struct diff *d) {
  const struct table_options *wanted = d->listing->wanted;
  return wanted->has_min ? wanted->min / 100 : 0.01;
}

/* Prints what has become slower by more than noise, if there are several runs to tell. */
static bool print_slower(FILE *out, const struct diff *d) {
  struct condition slower;
  struct failures found = {.count = 0};
  char why[256];
  if (!condition_read(&slower, "self>0%", why, sizeof why))
    return false;
  bool good = condition_judge(&slower, d->comparison, diff_least(d), &found) && print_rows(out, d, &found);
  condition_free(&slower);
  free(found.at);
  return good;
}

bool diff_print(FILE *out, const struct diff *d) { return d->slower ? print_slower(out, d) : print_rows(out, d, NULL); }

/* --- what fails --- */

const char *diff_verdict(enum verdict verdict) { return verdict == VERDICT_FAILED ? "failed" : "can't be judged"; }

/* Says why what is found can't be judged. */
static const char *doubt_of(enum verdict verdict) {
  static const char *const doubts[] = {
      [VERDICT_FAILED] = "",
      [VERDICT_BUSY] = "; threads that had no processor may be why",
      [VERDICT_HIDDEN] = "; threads that had no processor may hide it",
  };
  return doubts[verdict];
}

static void print_amounts(char *text, size_t size, const struct failure *f) {
  const struct change *c = &f->change;
  bool visits = f->condition->of_row && f->condition->figure == RUN_VISITS;
  double unit = visits ? 1 : 1e-9;
  int used = snprintf(text, size, visits ? "%.10g -> %.10g" : "%.6f s -> %.6f s", c->a * unit, c->b * unit);
  char percent[64] = "new";
  if (c->a > 0)
    snprintf(percent, sizeof percent, "%+.1f %%", 100 * c->difference / c->a);
  if (used > 0 && (size_t)used < size)
    used += snprintf(text + used, size - (size_t)used, visits ? ", %+.10g (%s)" : ", %+.6f s (%s)",
                     c->difference * unit, percent);
  if (c->known && used > 0 && (size_t)used < size)
    snprintf(text + used, size - (size_t)used, visits ? ", within %.3g" : ", within %.6f s", f->within * unit);
}

void diff_failure_text(const struct comparison *comparison, const struct failure *f, char *text, size_t size) {
  static char from[CELL_SIZE];
  char amounts[256], name[1024];
  print_amounts(amounts, sizeof amounts, f);
  if (f->row == RUN_NONE) {
    snprintf(text, size, "%s: %s%s", f->condition->text, amounts, doubt_of(f->verdict));
    return;
  }
  const struct row row = {.comparison = comparison, .compared = &comparison->rows[f->row]};
  const struct run_construct *c = compared_construct(row.compared);
  run_region_name(c, row.compared->role, name, sizeof name);
  cell_called_from(from, sizeof from, &row, NULL);
  snprintf(text, size, "%s: %s%s%s%s%s%s%s: %s%s", f->condition->text, name, c && *c->function ? " in " : "",
           c ? c->function : "", c && *c->where ? ", " : "", c ? c->where : "", *from ? ", called from " : "", from,
           amounts, doubt_of(f->verdict));
}
