/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_view.c - the view of the source: the files' own lines, with the figures of the constructs that begin there.
 * Not here: the lines (source_lines.c), what is noted at them (source_notes.c). */
#include "pomp_array.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/row_values.h"
#include "show/source_lines.h"

#include <stdlib.h>
#include <string.h>

#define AROUND 2u /* lines before and after one with figures */
#define NEAR 10u  /* lines before and after the one that was asked for */

/* --- columns: a row is a line, or, if its `depth` is not 0, the note on it of that number --- */

static bool has_figures(const struct row *row) { return row->line->measured && !row->depth; }

VALUE(value_line_self_percent) {
  return has_figures(row) ? value_number(percent((double)row->line->self, (double)row->analysis->all.allocation))
                          : NOTHING;
}
VALUE(value_line_self) { return has_figures(row) ? value_time(row->line->self) : NOTHING; }
VALUE(value_line_wait) { return has_figures(row) ? value_time(row->line->wait) : NOTHING; }
VALUE(value_line_visits) { return has_figures(row) ? value_count(row->line->visits) : NOTHING; }
/* --- what samples found in a line: nothing, if it is no more than noise --- */

static bool has_samples(const struct row *row) { return row->line->sampled.count && !row->depth; }
static double part_of_samples(const struct row *row, double n) {
  return percent(n, (double)row->analysis->sampled->all.count);
}

VALUE(value_line_sampled_percent) {
  return has_samples(row) ? value_number(part_of_samples(row, (double)row->line->sampled.count)) : NOTHING;
}
VALUE(value_line_sampled_error) {
  if (!has_samples(row))
    return NOTHING;
  return value_number(part_of_samples(row, sampled_error(row->line->sampled.count, row->analysis->sampled->all.count)));
}
VALUE(value_line_sampled_count) { return has_samples(row) ? value_count(row->line->sampled.count) : NOTHING; }
VALUE(value_line_sampled_time) { return has_samples(row) ? value_time(row->line->sampled.time) : NOTHING; }

VALUE(value_line_number) { return row->line->number && !row->depth ? value_count(row->line->number) : NOTHING; }
CELL(cell_line_file) { snprintf(text, size, "%s", row->line->file); }

CELL(cell_source) {
  const char *line = row->line->text ? row->line->text : "", *note = row->line->notes;
  if (!row->depth) {
    snprintf(text, size, "%s", line);
    return;
  }
  for (uint32_t i = 1; i < row->depth; i++)
    note += strcspn(note, "\n") + 1;
  size_t indent = strspn(line, " ");
  snprintf(text, size, "%*s^ %.*s", (int)(indent < 200 ? indent : 200), "", (int)strcspn(note, "\n"), note);
}

/* Writes all that is noted on the line. */
CELL(cell_findings) {
  snprintf(text, size, "%s", row->line->notes ? row->line->notes : "");
  for (char *at = text; *at; at++)
    if (*at == '\n')
      *at = at[1] ? ';' : 0;
}

/* --- rows --- */

/* Marks the lines of a file that are shown: all if a file was asked for, those around a line, or those around figures.
 */
static void mark(const struct source_file *f, const struct source_place *p, bool *shown) {
  uint32_t around = p->line ? NEAR : AROUND;
  for (uint32_t i = 0; i < f->line_count; i++) {
    bool here = p->line ? f->lines[i].number == p->line : source_has_figures(&f->lines[i]);
    shown[i] |= p->file && !p->line;
    for (uint32_t k = i > around ? i - around : 0; here && k < f->line_count && k <= i + around; k++)
      shown[k] = true;
  }
}

struct rows {
  struct row *at;
  uint32_t count, room;
};

static bool add_row(struct rows *rows, const struct analysis *a, const struct source_line *line, uint32_t note) {
  if (!POMP_ARRAY_ROOM(rows->at, rows->room, rows->count + 1ull))
    return false;
  rows->at[rows->count++] = (struct row){.analysis = a, .line = line, .depth = note};
  return true;
}

/* Adds a file's lines, and below each what is noted on it; or those with figures alone if the table is `flat`. */
static bool add_file(struct rows *rows, const struct analysis *a, const struct source_place *p,
                     const struct source_file *f, bool flat) {
  static char dots[] = "...";
  static const struct source_line gap = {.file = "", .text = dots};
  bool *shown = calloc(f->line_count + 1ull, sizeof *shown), good = shown != NULL;
  if (good)
    mark(f, p, shown);
  for (uint32_t i = 0, last = 0; good && i < f->line_count; i++) {
    const struct source_line *line = &f->lines[i];
    if (!shown[i] || (flat && !p->file && !source_has_figures(line)))
      continue;
    bool jumps = !flat && line->number != last + 1 && (last || f->state >= SOURCE_MISSING);
    good = (!jumps || !last || add_row(rows, a, &gap, 0)) && add_row(rows, a, line, 0);
    last = line->number;
    uint32_t note = 0;
    for (const char *at = flat ? NULL : line->notes; good && at && *at; at += strcspn(at, "\n") + 1)
      good = add_row(rows, a, line, ++note);
  }
  free(shown);
  return good;
}

/* Says which file it is, and whether its lines are those that ran. */
static void print_name(FILE *out, const struct source_file *f, bool first) {
  static const char *const notes[] = {[SOURCE_READ] = "",
                                      [SOURCE_CHANGED] = " (changed since the run: lines may have moved)",
                                      [SOURCE_MISSING] = " (not found: its lines are not shown)",
                                      [SOURCE_OUTSIDE] = (" (not read: it is outside of this folder, the run's and the "
                                                          "experiment's; --source-anywhere reads it)")};
  fprintf(out, "%s%s%s\n", first ? "" : "\n", f->name, notes[f->state]);
}

/* Prints a table for each file; as one table if the user wants certain columns or rows, or CSV. */
static bool print_files(FILE *out, const struct listing *l, const struct analysis *a, const struct source_place *p,
                        const struct source_files *files) {
  bool flat = table_options_narrow(l->wanted), good = true;
  struct rows rows = {.at = NULL};
  struct listing all = *l;
  all.columns = "self_percent,self_s,wait_s,visits,samples_percent,error_percent,sampled_s,file,line,source,findings";
  for (uint32_t i = 0; good && i < files->count; i++) {
    good = add_file(&rows, a, p, &files->files[i], flat);
    if (flat)
      source_tell(&files->files[i]);
    if (flat || !good)
      continue;
    print_name(out, &files->files[i], i == 0);
    if (!rows.count && p->line)
      fprintf(out,
              files->files[i].state >= SOURCE_MISSING ? "Nothing was measured at line %u.\n" : "It has no line %u.\n",
              p->line);
    good = listing_show(out, l, rows.at, rows.count);
    rows.count = 0;
  }
  good = good && (!flat || listing_show(out, &all, rows.at, rows.count));
  free(rows.at);
  return good;
}

bool report_source(FILE *out, const struct listing *l, const struct analysed_experiment *o,
                   const struct source_place *p) {
  struct source_files files = {.files = NULL};
  struct diagnosis d;
  bool good = diagnose(&d, &o->analysis) && source_find(&files, &d, o->loaded.directory, p);
  diagnosis_free(&d);
  if (good && !files.count && !l->wanted->csv)
    fprintf(out,
            p->file ? "No construct or function that was measured is in %s.\n"
                    : "Nothing that was measured has a place in a file.\n",
            p->file);
  good = good && print_files(out, l, &o->analysis, p, &files);
  source_free(&files);
  return good;
}
