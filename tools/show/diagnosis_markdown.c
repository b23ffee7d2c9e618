/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diagnosis_markdown.c - a diagnosis as a comment of a pull request: the first findings with what helps, and the tables
 * folded away. Not here: what is found (tools/findings), text (diagnosis_text.c). */
#include "files/call_sites.h"
#include "show/findings.h"
#include "show/look_at_view.h"
#include "show/markdown.h"
#include "show/notes.h"
#include "show/one_run.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "show/unexplained.h"

#include <stdlib.h>
#include <string.h>

static void print_headline(FILE *out, const struct analysed_experiment *o, const struct diagnosis *d, uint32_t judged) {
  fputs("### ", out);
  markdown_name(out, o->loaded.experiment.program);
  if (!d->count)
    fprintf(out, ": %s\n\n", unexplained_nothing(d));
  else if (!judged)
    fprintf(out, ": %u finding%s, none of which can be judged\n\n", d->count, d->count == 1 ? "" : "s");
  else
    fprintf(out, ": %u finding%s, of which the first costs up to %.3f s (%.1f %%) of the wall time\n\n", d->count,
            d->count == 1 ? "" : "s", d->findings[0].saving * 1e-9, percent(d->findings[0].saving, d->findings[0].of));
}

/* Writes the figures, and the note that matters most. */
static bool print_run(FILE *out, const struct analysed_experiment *o) {
  struct foremost_note note = {.text = NULL};
  char *text = NULL;
  size_t size;
  FILE *figures = open_memstream(&text, &size);
  if (!figures)
    return false;
  report_figures(figures, &o->loaded, &o->analysis);
  bool good = fclose(figures) == 0 && notes_foremost(&note, &o->loaded, &o->analysis);
  if (good) {
    char *second = strchr(text, '\n');
    *second++ = 0;
    second[strcspn(second, "\n")] = 0;
    markdown_words(out, text);
    fputs("<br>\n", out);
    markdown_words(out, second);
    fputc('\n', out);
    if (note.text) {
      note.text[strcspn(note.text, "\n")] = 0;
      fputs("\n> ", out);
      markdown_words(out, note.text);
      fputc('\n', out);
    }
  }
  free(note.text);
  free(text);
  return good;
}

static void print_place(FILE *out, const struct diagnosis *d, const struct finding *f) {
  char where[1024];
  if (f->region == NO_REGION)
    return;
  const struct region *r = &d->analysis->regions[f->region];
  const char *function = r->construct ? call_function(r->construct) : "";
  print_where(where, sizeof where, r);
  fputs(": ", out);
  markdown_name(out, r->name);
  if (*function) {
    fputs(" in ", out);
    markdown_name(out, function);
  }
  if (*where) {
    fputs(", ", out);
    markdown_name(out, where);
  }
}

static void print_findings(FILE *out, const struct diagnosis *d, const struct looks *looks, uint32_t judged) {
  if (d->count && !judged) {
    fputs("\nThey can't be judged: ", out);
    markdown_words(out, d->findings[0].why);
    fputs(".\n", out);
  }
  for (uint32_t i = 0; i < judged && i < FINDINGS_FIRST; i++) {
    const struct finding *f = &d->findings[i];
    fprintf(out, "%s%u. **%.3f s (%.1f %%)** %s", i ? "" : "\n", i + 1, f->saving * 1e-9, percent(f->saving, f->of),
            property_rows[f->property].text);
    print_place(out, d, f);
    fputs("<br>\n   ", out);
    markdown_words(out, f->advice);
    fputc('\n', out);
    look_at_markdown(out, d, looks, i);
  }
}

/* Lists what the compiler noted in constructs with time that have no finding. */
static void print_looks(FILE *out, const struct diagnosis *d, const struct looks *looks) {
  for (uint32_t i = 0; i < looks->count; i++)
    if (looks->rows[i].finding == NO_FINDING) {
      fputc('\n', out);
      look_at_markdown(out, d, looks, NO_FINDING);
      return;
    }
}

static void print_paragraph(FILE *out, const char *text) {
  if (!*text)
    return;
  fputc('\n', out);
  markdown_words(out, text);
  fputc('\n', out);
}

/* Says what the findings leave unexplained, and what one run can't tell, where that is all that is left to ask. */
static void print_left(FILE *out, const struct diagnosis *d) {
  static char text[UNEXPLAINED_TEXT > ONE_RUN_TEXT ? UNEXPLAINED_TEXT : ONE_RUN_TEXT];
  unexplained_words(d, UNEXPLAINED_PLACES, text, sizeof text);
  print_paragraph(out, text);
  inside_words(d, text, sizeof text);
  print_paragraph(out, text);
  one_run_words(d, text, sizeof text);
  print_paragraph(out, text);
}

static void print_table(FILE *out, const struct diagnosis *d) {
  static const char *const heads[] = {"saves at most s", "%", "what", "region", "function", "where", "on"};
  static const bool names[] = {false, false, false, true, true, true, true};
  enum { CELLS = sizeof heads / sizeof *heads };
  markdown_fold(out, "All findings");
  markdown_heads(out, heads, names, CELLS);
  for (uint32_t i = 0; i < d->count && i < MARKDOWN_ROWS; i++) {
    const struct finding *f = &d->findings[i];
    const struct region *r = f->region == NO_REGION ? NULL : &d->analysis->regions[f->region];
    char saves[32] = "not judged", part[32] = "", where[1024] = "", who[200];
    if (f->judged) {
      snprintf(saves, sizeof saves, "%.3f", f->saving * 1e-9);
      snprintf(part, sizeof part, "%.1f", percent(f->saving, f->of));
    }
    if (r)
      print_where(where, sizeof where, r);
    finding_who(d, f, "\xe2\x86\x92", who, sizeof who);
    const char *cells[CELLS] = {saves,
                                part,
                                property_rows[f->property].text,
                                r ? r->name : "",
                                r && r->construct ? call_function(r->construct) : "",
                                where,
                                who};
    markdown_row(out, cells, names, CELLS);
  }
  if (d->count > MARKDOWN_ROWS)
    fprintf(out, "\nand %u more\n", d->count - MARKDOWN_ROWS);
  markdown_unfold(out);
}

bool report_diagnosis_markdown(FILE *out, const struct listing *l, const struct analysed_experiment *o) {
  struct diagnosis d;
  struct looks looks = {.rows = NULL};
  struct report_rest rest;
  bool good = diagnose(&d, &o->analysis) && diagnosis_find_groups(&d) && look_at_find(&looks, &d);
  if (good) {
    uint32_t judged = findings_judged(&d);
    print_headline(out, o, &d, judged);
    good = print_run(out, o);
    print_findings(out, &d, &looks, judged);
    print_looks(out, &d, &looks);
    print_left(out, &d);
    if (d.count)
      print_table(out, &d);
    markdown_fold(out, "Where 95 % of the time goes");
    good = good && report_most(out, l, o, MARKDOWN_ROWS, &rest);
    markdown_unfold(out);
  }
  look_at_free(&looks);
  diagnosis_free(&d);
  return good;
}
