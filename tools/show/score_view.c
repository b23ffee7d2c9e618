/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score_view.c - the view --score: what measuring cost, as a table and as JSON.
 * Not here: the figures and the choice (score.c). */
#include "base/user_error.h"
#include "findings/score.h"
#include "show/json_rows.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "sums/function_regions.h"

#include <stdlib.h>

/* --- the table --- */

static double part_of_all(const struct row *row) { return percent(row->score->measuring, row->analysis->measuring); }
static CELL(cell_chosen) { snprintf(text, size, "%s", row->score->chosen ? "out" : ""); }
static CELL(cell_score_visits) { print_number(text, size, row->score->visits); }
static CELL(cell_cost) { print_seconds(text, size, row->score->measuring); }
static CELL(cell_part) { snprintf(text, size, "%.1f", part_of_all(row)); }
static CELL(cell_per_visit) {
  *text = 0;
  if (row->score->visits)
    print_duration(text, size, (double)row->score->self / (double)row->score->visits);
}
static CELL(cell_score_self) { print_seconds(text, size, (double)row->score->self); }
static CELL(cell_score_wait) { print_seconds(text, size, (double)row->score->wait); }
static CELL(cell_bytes) { print_number(text, size, (uint64_t)(row->score->bytes + 0.5)); }
static CELL(cell_kept) { snprintf(text, size, "%s", score_kept_words[row->score->kept]); }
static CELL(cell_name) { snprintf(text, size, "%s", row->score->name); }

static const struct column columns[] = {
    {"filter", true, cell_chosen},        {"measuring%", false, cell_part},      {"measuring s", false, cell_cost},
    {"visits", false, cell_score_visits}, {"self/visit", false, cell_per_visit}, {"self s", false, cell_score_self},
    {"wait s", false, cell_score_wait},   {"trace bytes", false, cell_bytes},    {"region", true, cell_name},
    {"stays as it", true, cell_kept},
};

/* Returns what is to be said behind the cost with the filter. */
static const char *doubt_of_left(const struct score *s) {
  const char *doubt = analysis_measuring_doubt(s->analysis);
  return *doubt || !score_left_is_least(s) ? doubt : " (at least, as threads share tasks)";
}

static void print_sums(FILE *out, const struct score *s) {
  fprintf(out, "  measuring: %.3f s, %.2f %% of threads × wall; with the filter %.3f s, %.2f %%%s\n",
          s->all.measuring * 1e-9, 100 * score_overhead(s, &s->all), s->left.measuring * 1e-9,
          100 * score_overhead(s, &s->left), doubt_of_left(s));
  if (s->bytes_known)
    fprintf(out, "  trace: %.1f MB%s; with the filter %.1f MB\n", (double)s->all.file * 1e-6,
            s->traced ? "" : ", as there is none, predicted from the visits", (double)s->left.file * 1e-6);
  else
    fprintf(out, "  trace: there is none, and %s can't be predicted\n",
            s->analysis->experiment->metric_count ? "one with metrics" : "its size");
  if (s->lost.visits)
    fprintf(out,
            "  the filter loses %llu of %llu visits; %.3f s of self time, of which %.3f s were waiting, become that of "
            "the regions around\n",
            (unsigned long long)s->lost.visits, (unsigned long long)s->all.visits, (double)s->lost.self * 1e-9,
            (double)s->lost.wait * 1e-9);
  if (!s->reached)
    fprintf(out, "  what may be left out is not enough for that: the rest %s\n",
            s->compiled ? "is no function" : "carries call paths, or has what would be lost");
}

static bool print_table(FILE *out, const struct score *s) {
  struct row *rows = calloc(s->count + 1, sizeof *rows);
  size_t count = 0;
  for (size_t i = 0; rows && i < s->count; i++)
    if (s->entries[i].visits)
      rows[count++] = (struct row){.analysis = s->analysis, .score = &s->entries[i]};
  if (rows) {
    table_print(out, columns, COUNT(columns), rows, count);
    print_sums(out, s);
  }
  free(rows);
  return rows != NULL;
}

/* --- JSON --- */

static json_t *sums(const struct score *s, const struct score_sums *of, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SCORE_SUMS
#include "files/figures.def"
  return o;
}

static json_t *lost(const struct score_sums *l, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SCORE_LOST
#include "files/figures.def"
  return o;
}

static json_t *entry(const struct score *s, const struct score_entry *e, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SCORE_REGION
#include "files/figures.def"
  return o;
}

static json_t *whole(const struct score *s, bool *good) {
  json_t *o = json_object(), *entries = json_array();
  for (size_t i = 0; *good && i < s->count; i++)
    if (s->entries[i].visits)
      append(entries, entry(s, &s->entries[i], good), good);
#define FIGURES_OF_SCORE
#include "files/figures.def"
  return o;
}

static bool print_json(FILE *out, const struct score *s) {
  bool good = true;
  json_t *o = whole(s, &good);
  good = good && json_dumpf(o, out, JSON_INDENT(1)) == 0;
  fputc('\n', out);
  json_decref(o);
  return good || ferror(out);
}

/* Finds the score, and prints it. */
static bool show(FILE *out, const struct analysed_experiment *o, const struct score_aims *aims,
                 bool print(FILE *out, const struct score *s)) {
  struct score score;
  bool good = score_make(&score, o, aims) && print(out, &score);
  score_free(&score);
  return good;
}

bool report_score(FILE *out, const struct analysed_experiment *o, const struct score_aims *aims) {
  return show(out, o, aims, print_table);
}

bool report_score_json(FILE *out, const struct analysed_experiment *o, const struct score_aims *aims) {
  return show(out, o, aims, print_json);
}

/* Says what the next compile is to measure. */
static void say_functions(const struct score *s, const char *file) {
  uint64_t functions = 0, kept = 0, self = 0;
  for (size_t i = 0; i < s->count; i++) {
    const struct score_entry *e = &s->entries[i];
    if (!e->visits || !score_is_function(s, e))
      continue;
    functions++;
    kept += !e->chosen;
    self += e->chosen ? 0 : e->self;
  }
  user_error_print(
      file,
      "it keeps %llu of %llu functions, with %.3f s of self time, and leaves out those with %.3f s, which become "
      "that of the regions around",
      (unsigned long long)kept, (unsigned long long)functions, (double)self * 1e-9, (double)s->lost.self * 1e-9);
  user_error_print(file,
                   "measuring takes %.2f %% of threads × wall, and %.2f %% when compiled with --pomp-functions=all "
                   "--pomp-filter=%s%s",
                   100 * score_overhead(s, &s->all), 100 * score_overhead(s, &s->left), file, doubt_of_left(s));
}

bool report_suggest_filter(const char *file, const struct analysed_experiment *o, const struct score_aims *aims) {
  struct score score;
  if (aims->functions && !analysis_has_functions(&o->analysis))
    return score_write_sampled(&o->analysis, file);
  bool good = score_make(&score, o, aims);
  if (good)
    good = score_write_filter(&score, file);
  else
    user_error_print(o->loaded.path, "not enough memory");
  if (good && aims->functions)
    say_functions(&score, file);
  score_free(&score);
  return good;
}
