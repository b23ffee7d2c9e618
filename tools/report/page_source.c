/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_source.c - the source's lines on a page: those with figures, and some around them.
 * Not here: which files are read, and what is noted at a line (source_lines.c, source_notes.c). */
#include "json_parts.h"
#include "page.h"
#include "source_lines.h"

#include <stdlib.h>

#define AROUND 5u       /* lines before and after one with figures */
#define MOST_LINES 8000 /* of all files */

static json_t *line_of(const struct source_line *l, bool *good) {
  json_t *o = json_object();
  set(o, "line", json_integer(l->number), good);
  set(o, "text", l->text ? json_string_nocheck(l->text) : json_null(), good);
  if (l->measured) {
    set(o, "self_ns", integer(l->self), good);
    set(o, "wait_ns", integer(l->wait), good);
    set(o, "visits", integer(l->visits), good);
  }
  if (l->notes && *l->notes)
    set(o, "notes", json_string_nocheck(l->notes), good);
  return o;
}

static bool is_near(const struct source_file *f, uint32_t line) {
  for (uint32_t i = line > AROUND ? line - AROUND : 0; i < f->line_count && i <= line + AROUND; i++)
    if (f->lines[i].measured)
      return true;
  return false;
}

static json_t *file_of(const struct source_file *f, int *left, bool *good) {
  static const char *const states[] = {
      [SOURCE_READ] = "read", [SOURCE_CHANGED] = "changed", [SOURCE_MISSING] = "missing", [SOURCE_OUTSIDE] = "outside"};
  json_t *o = json_object(), *lines = json_array();
  for (uint32_t i = 0; i < f->line_count && *good && *left > 0; i++)
    if (is_near(f, i)) {
      append(lines, line_of(&f->lines[i], good), good);
      --*left;
    }
  set(o, "file", json_string_nocheck(f->name), good);
  set(o, "state", json_string(states[f->state]), good);
  set(o, "self_ns", integer(f->self), good);
  set(o, "lines", lines, good);
  return o;
}

json_t *page_source(struct diagnosis *d, const char *directory, const struct source_place *p, bool *good) {
  struct source_files files;
  int left = MOST_LINES;
  json_t *array = json_array();
  *good = source_find(&files, d, directory, p) && *good;
  for (uint32_t i = 0; i < files.count && *good; i++)
    append(array, file_of(&files.files[i], &left, good), good);
  source_free(&files);
  return array;
}
