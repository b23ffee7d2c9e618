/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* look_at_view.c - prints the compiler's notes below the finding that they belong to, or behind all findings, as text,
 * in Markdown and as JSON. */
#include "show/look_at_view.h"
#include "show/json_rows.h"
#include "show/markdown.h"
#include "show/table_cells.h"
#include "show/wrap.h"

#include <stdlib.h>

enum { FIRST_LINES = 3 }; /* on the first screen */

/* Returns the sentence, or NULL if there is no memory for it. */
static char *words_of(const struct diagnosis *d, const struct look_at *l) {
  char *text;
  const struct construct *c = d->analysis->regions[l->region].construct;
  return asprintf(&text, "Look at %s:%d (%s%s%s, %.3f s): %s; %s.", c->file, l->line, c->name,
                  *c->function ? " in " : "", c->function, l->time * 1e-9, l->text, l->cure) < 0
             ? NULL
             : text;
}

static void print(FILE *out, const struct diagnosis *d, const struct look_at *l, const char *indent, size_t width,
                  unsigned lines) {
  char *text = words_of(d, l);
  if (text)
    wrap_words(out, indent, text, width, lines);
  free(text);
}

void look_at_print_of(FILE *out, const struct diagnosis *d, const struct looks *l, uint32_t finding, size_t width) {
  for (uint32_t i = 0; i < l->count; i++)
    if (l->rows[i].finding == finding)
      print(out, d, &l->rows[i], "    ", width, 0);
}

void look_at_print_rest(FILE *out, const struct diagnosis *d, const struct looks *l, size_t width) {
  for (uint32_t i = 0; i < l->count; i++)
    if (l->rows[i].finding == NO_FINDING)
      print(out, d, &l->rows[i], "  ", width, 0);
}

void look_at_print_first(FILE *out, const struct diagnosis *d, const struct looks *l, uint32_t most, size_t width) {
  for (uint32_t i = 0; i < l->count && i < most; i++)
    print(out, d, &l->rows[i], "", width, FIRST_LINES);
}

void look_at_markdown(FILE *out, const struct diagnosis *d, const struct looks *l, uint32_t finding) {
  for (uint32_t i = 0; i < l->count; i++) {
    char *text = l->rows[i].finding == finding ? words_of(d, &l->rows[i]) : NULL;
    if (!text)
      continue;
    fputs(finding == NO_FINDING ? "* " : "   * ", out);
    markdown_words(out, text);
    fputc('\n', out);
    free(text);
  }
}

json_t *look_at_json(const struct diagnosis *d, const struct looks *l, bool *good) {
  json_t *array = json_array();
  for (uint32_t i = 0; i < l->count; i++) {
    const struct look_at *row = &l->rows[i];
    const struct region *r = &d->analysis->regions[row->region];
    json_t *o = json_object();
#define FIGURES_OF_LOOK_AT
#include "files/figures.def"
    append(array, o, good);
  }
  return array;
}
