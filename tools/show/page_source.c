/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page_source.c - the source's lines on a page: those with figures, and some around them.
 * Not here: which files are read, and what is noted at a line (source_lines.c, source_notes.c). */
#include "show/json_parts.h"
#include "show/report_page.h"
#include "show/source_lines.h"

#include <stdlib.h>

#define AROUND 5u       /* lines before and after one with figures */
#define MANY 300u       /* if more lines have figures, only lines with a part of the time are shown */
#define PART 2000u      /* the part: at least one in so many */
#define MOST_LINES 1500 /* of all files */

/* `all`: of the samples. */
static json_t *line_of(const struct source_line *l, uint64_t all, bool *good) {
  json_t *o = json_object();
  set(o, "line", json_integer(l->number), good);
  set(o, "text", l->text ? json_string_nocheck(l->text) : json_null(), good);
  if (l->measured) {
    set(o, "self_ns", integer(l->self), good);
    set(o, "wait_ns", integer(l->wait), good);
    set(o, "visits", integer(l->visits), good);
  }
  if (l->sampled.count) {
    set(o, "samples", integer(l->sampled.count), good);
    set(o, "samples_error", json_real(sampled_error(l->sampled.count, all)), good);
    set(o, "sampled_ns", integer(l->sampled.time), good);
  }
  if (l->notes && *l->notes)
    set(o, "notes", json_string_nocheck(l->notes), good);
  return o;
}

static uint32_t measured_lines(const struct source_files *files) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < files->count; i++)
    for (uint32_t k = 0; k < files->files[i].line_count; k++)
      count += source_has_figures(&files->files[i].lines[k]);
  return count;
}

/* True if the line, or one near it, has figures, and at least so much time. */
static bool is_near(const struct source_file *f, uint32_t line, uint64_t least) {
  for (uint32_t i = line > AROUND ? line - AROUND : 0; i < f->line_count && i <= line + AROUND; i++)
    if (source_has_figures(&f->lines[i]) && (f->lines[i].self >= least || f->lines[i].sampled.time >= least))
      return true;
  return false;
}

static json_t *file_of(const struct source_file *f, const struct analysis *a, uint64_t least, int *left, bool *good) {
  static const char *const states[] = {
      [SOURCE_READ] = "read", [SOURCE_CHANGED] = "changed", [SOURCE_MISSING] = "missing", [SOURCE_OUTSIDE] = "outside"};
  json_t *o = json_object(), *lines = json_array();
  const uint64_t all = a->sampled ? a->sampled->all.count : 0;
  for (uint32_t i = 0; i < f->line_count && *good && *left > 0; i++)
    if (is_near(f, i, least)) {
      append(lines, line_of(&f->lines[i], all, good), good);
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
  const uint64_t least = measured_lines(&files) > MANY ? d->analysis->all.allocation / PART : 0;
  for (uint32_t i = 0; i < files.count && *good; i++)
    if (files.files[i].self >= least || files.files[i].sampled >= least)
      append(array, file_of(&files.files[i], d->analysis, least, &left, good), good);
  source_free(&files);
  return array;
}
