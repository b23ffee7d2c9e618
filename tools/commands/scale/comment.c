/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* comment.c - how a program scales, in Markdown: the speed-up, what limits it, and the tables folded away.
 * Not here: the figures (series.h), the sentences (tables.c). */
#include "commands/scale/comment.h"
#include "commands/scale/series.h"
#include "commands/scale/tables.h"
#include "show/markdown.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 12 };

static void print_headline(FILE *out, const struct plan *plan, const struct series *s, size_t of) {
  const struct configuration *first = s->at[0], *last = s->at[s->count - 1];
  char setting[2048];
  plan_setting(plan, of, setting, sizeof setting);
  fprintf(out, "### %s of ", s->weak ? "Weak scaling" : "Scaling");
  markdown_name(out, plan->request->program[0]);
  if (*setting) {
    fputs(" with ", out);
    markdown_name(out, setting);
  }
  const struct speedup speedup = series_speedup(s, s->count - 1);
  if (s->count > 1)
    fprintf(out, ": with %u %s %.2f times as fast as with %u, an efficiency of %.1f %%", last->number,
            plan_unit(plan, last->number), speedup.median, first->number, 100 * speedup.efficiency);
  fputs("\n\n", out);
}

/* Writes the sentences, as a list. */
static bool print_words(FILE *out, const struct plan *plan, const struct figures *f, const struct series *s) {
  char *text = NULL;
  size_t size;
  FILE *words = open_memstream(&text, &size);
  if (!words)
    return false;
  tables_words(words, plan, f, s);
  bool good = fclose(words) == 0;
  for (char *line = good ? text : NULL, *end; line && *line; line = end) {
    end = strchrnul(line, '\n');
    end += *end ? (*end = 0, 1) : 0;
    fputs("* ", out);
    markdown_words(out, line);
    fputc('\n', out);
  }
  free(text);
  return good;
}

static void print_runs(FILE *out, const struct plan *plan, const struct series *s) {
  const char *const heads[] = {
      plan->request->ranks ? "ranks" : "threads", "runs", "wall s", "speed-up", "efficiency", "loses most by"};
  static const bool names[] = {false, false, false, false, false, false};
  enum { CELLS = sizeof heads / sizeof *heads };
  markdown_heads(out, heads, names, CELLS);
  for (size_t i = 0; i < s->count; i++) {
    const struct configuration *c = s->at[i];
    const struct speedup speedup = series_speedup(s, i);
    struct scaling scaling;
    char texts[CELLS][64];
    const char *cells[CELLS];
    scaling_find(&scaling, &c->efficiency, &s->at[0]->efficiency, s->weak);
    snprintf(texts[0], sizeof *texts, "%u", c->number);
    snprintf(texts[1], sizeof *texts, "%zu", c->count);
    snprintf(texts[2], sizeof *texts, "%.3f", c->median);
    snprintf(texts[3], sizeof *texts, "%.2f", speedup.median);
    snprintf(texts[4], sizeof *texts, "%.1f %%", 100 * speedup.efficiency);
    texts[5][0] = 0;
    if (*scaling.loses)
      snprintf(texts[5], sizeof *texts, "%.32s (%.1f %% left)", scaling.loses, 100 * scaling.lost);
    for (int k = 0; k < CELLS; k++)
      cells[k] = texts[k];
    markdown_row(out, cells, names, CELLS);
  }
}

static void print_parts(FILE *out, const struct figures *f, const struct series *s) {
  static const char *const heads[] = {"wall s before", "after", "speed-up", "kind", "region", "function", "where"};
  static const bool names[] = {false, false, false, false, true, true, true};
  enum { CELLS = sizeof heads / sizeof *heads };
  fputc('\n', out);
  markdown_heads(out, heads, names, CELLS);
  for (size_t p = 0; p < f->part_count && p < PARTS; p++) {
    const struct wall_part *part = &f->parts[p];
    const double before = part->seconds[s->index[0]], after = part->seconds[s->index[s->count - 1]];
    char texts[3][64];
    snprintf(texts[0], sizeof *texts, "%.3f", before);
    snprintf(texts[1], sizeof *texts, "%.3f", after);
    texts[2][0] = 0;
    if (before > 0 && after > 0)
      snprintf(texts[2], sizeof *texts, "%.2f", part_speedup(s, part));
    const char *cells[CELLS] = {texts[0], texts[1], texts[2], part_kind(part), part->name, part->function, part->where};
    markdown_row(out, cells, names, CELLS);
  }
}

bool comment_print(FILE *out, const struct plan *plan, const struct figures *f) {
  bool good = true;
  for (size_t setting = 0; good && setting < plan->settings; setting++) {
    struct series s = series_of(plan, f, setting);
    if (!s.count)
      continue;
    print_headline(out, plan, &s, setting);
    good = print_words(out, plan, f, &s);
    markdown_fold(out, "Runs, and during what the wall time passed");
    print_runs(out, plan, &s);
    print_parts(out, f, &s);
    markdown_unfold(out);
    fputc('\n', out);
  }
  return good;
}
