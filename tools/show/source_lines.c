/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_lines.c - lists the source files of an experiment, and adds up what begins in each line.
 * Not here: where the files are (source_search.c), how they are shown (source_view.c). */
#include "show/source_lines.h"
#include "base/user_error.h"
#include "files/call_sites.h"
#include "pomp_array.h"
#include "pomp_text.h"
#include "show/sampled_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAB 8
#define NOTED 4u /* regions of a line that there are notes on; of others there are but findings */

/* --- the text --- */

/* Makes a line fit for a terminal. */
static char *clean_line(const char *at, size_t length) {
  size_t tabs = 0, used = 0, column = 0;
  for (size_t i = 0; i < length; i++)
    tabs += at[i] == '\t';
  char *line = malloc(length + tabs * TAB + 1);
  for (size_t i = 0; line && i < length; i++) {
    size_t spaces = at[i] == '\t' ? TAB - column % TAB : 0;
    for (size_t k = 0; k < spaces; k++)
      line[used++] = ' ';
    if (!spaces)
      line[used++] = at[i] ? at[i] : '?';
    column += spaces ? spaces : ((unsigned char)at[i] & 0xc0) != 0x80;
  }
  while (line && used && (line[used - 1] == ' ' || line[used - 1] == '\r'))
    used--;
  if (line) {
    line[used] = 0;
    pomp_text_clean(line, 0);
  }
  return line;
}

static struct source_line *add_line(struct source_file *f, uint32_t number) {
  if (!POMP_ARRAY_ROOM(f->lines, f->line_room, f->line_count + 1ull))
    return NULL;
  f->lines[f->line_count] = (struct source_line){.file = f->name, .number = number};
  return &f->lines[f->line_count++];
}

static bool split(struct source_file *f, const char *text, size_t size) {
  for (size_t at = 0; at < size;) {
    const char *end = memchr(text + at, '\n', size - at);
    size_t length = end ? (size_t)(end - text) - at : size - at;
    struct source_line *line = add_line(f, f->line_count + 1);
    if (!line || !(line->text = clean_line(text + at, length)))
      return false;
    at += length + 1;
  }
  return true;
}

/* --- the figures --- */

static bool is_wanted(const char *file, const char *name) {
  size_t n = strlen(file), m = name ? strlen(name) : 0;
  return !name || (n >= m && strcmp(file + n - m, name) == 0 && (n == m || file[n - m - 1] == '/'));
}

/* A source of figures for a line: a region that begins there, or samples, which come behind the regions. */
struct placed {
  const char *file, *name;
  const char *sum; /* of the file's text: folders may have files of one name; "": not known */
  uint32_t line, role, region;
  struct sampled_count sampled; /* of a region: none */
};

static int by_file(const struct placed *a, const struct placed *b) {
  const int order = strcmp(a->file, b->file);
  return order ? order : strcmp(a->sum, b->sum);
}

static int by_place(const void *x, const void *y) {
  const struct placed *a = x, *b = y;
  int order = by_file(a, b);
  if (order)
    return order;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  order = a->role != b->role ? (a->role > b->role) - (a->role < b->role) : strcmp(a->name, b->name);
  return order ? order : (a->region > b->region) - (a->region < b->region);
}

/* True if both are the same in the source, such as calls in two instances of a template. */
static bool is_same(const struct placed *a, const struct placed *b) {
  return a->line == b->line && a->role == b->role && strcmp(a->name, b->name) == 0;
}

static bool add_notes(struct source_line *line, const struct diagnosis *d, uint32_t region, uint32_t *noted) {
  char *notes = source_notes(d, region, *noted >= NOTED), *all = NULL;
  bool good = notes != NULL;
  if (good && *notes) {
    (*noted)++;
    good = asprintf(&all, "%s%s", line->notes ? line->notes : "", notes) >= 0;
    if (good) {
      free(line->notes);
      line->notes = all;
    }
  }
  free(notes);
  return good;
}

/* Leaves no samples in lines that have no more than noise. A file has as many as the line with most of them: lines call
 * each other. */
static void leave_noise_out(struct source_file *f, const struct analysis *a) {
  for (uint32_t i = 0; i < f->line_count && a->sampled; i++) {
    struct sampled_count *c = &f->lines[i].sampled;
    if (c->count && sampled_is_noise(*c, a->sampled->all))
      *c = (struct sampled_count){0, 0};
    f->sampled = c->time > f->sampled ? c->time : f->sampled;
  }
}

/* Adds the regions and the samples of a file to its lines. A line that the file no longer has comes after its last. */
static bool add_regions(struct source_file *f, const struct diagnosis *d, const struct placed *placed, size_t count) {
  uint32_t read = f->line_count, noted = 0;
  uint64_t visits = 0;
  struct source_line *line = NULL;
  for (size_t i = 0; i < count; i++) {
    const struct region *r = &d->analysis->regions[placed[i].region];
    bool begins = i == 0 || placed[i].line != placed[i - 1].line;
    if (begins)
      line = placed[i].line <= read ? &f->lines[placed[i].line - 1] : add_line(f, placed[i].line);
    noted = begins ? 0 : noted;
    if (line && placed[i].sampled.count) {
      line->sampled.count += placed[i].sampled.count;
      line->sampled.time += placed[i].sampled.time;
      continue;
    }
    if (!line || !add_notes(line, d, placed[i].region, &noted))
      return false;
    visits = r->totals.visits + (i && is_same(&placed[i], &placed[i - 1]) ? visits : 0);
    line->measured = f->measured = true;
    line->self += r->totals.exclusive;
    line->wait += r->totals.wait;
    line->visits = visits > line->visits ? visits : line->visits;
    f->self += r->totals.exclusive;
  }
  return true;
}

static bool make_file(struct source_file *f, const struct diagnosis *d, struct source_folders *folders,
                      const struct placed *placed, size_t count) {
  size_t size = 0;
  char *text = NULL;
  f->name = placed->file;
  bool good = source_read(folders, f->name, placed->sum, &f->state, &text, &size);
  good = good && (!text || split(f, text, size)) && add_regions(f, d, placed, count);
  free(text);
  leave_noise_out(f, d->analysis);
  return good;
}

static void free_file(struct source_file *f) {
  for (uint32_t k = 0; k < f->line_count; k++) {
    free(f->lines[k].text);
    free(f->lines[k].notes);
  }
  free(f->lines);
}

void source_tell(const struct source_file *f) {
  if (f->state == SOURCE_OUTSIDE)
    user_error_print(
        f->name, "not read: it is outside of this folder, the run's and the experiment's; --source-anywhere reads it");
  if (f->state == SOURCE_CHANGED)
    user_error_print(f->name, "changed since the run: lines may have moved");
}

static int by_self(const void *x, const void *y) {
  const struct source_file *a = x, *b = y;
  if (a->self != b->self)
    return a->self > b->self ? -1 : 1;
  return a->sampled != b->sampled ? (a->sampled < b->sampled) - (a->sampled > b->sampled) : strcmp(a->name, b->name);
}

/* Lists what has figures in lines of the files that are wanted. Returns how much that is. */
static size_t find_placed(const struct analysis *a, const struct source_place *p, struct placed *placed) {
  size_t count = 0;
  for (uint32_t i = 1; i < a->region_count; i++) {
    const char *file = call_file(a->regions[i].construct);
    int line = call_line(a->regions[i].construct);
    const struct construct *c = a->regions[i].construct;
    if (*file && line > 0 && is_wanted(file, p->file))
      placed[count++] = (struct placed){.file = file,
                                        .name = c->name,
                                        .sum = c->is_site ? "" : c->source,
                                        .line = (uint32_t)line,
                                        .role = a->regions[i].role,
                                        .region = i};
  }
  for (uint32_t i = 0; a->samples && i < a->samples->place_count; i++) {
    const struct sample_place *at = &a->samples->places[i];
    if (*at->file && at->line > 0 && at->within.count && is_wanted(at->file, p->file))
      placed[count++] = (struct placed){.file = at->file,
                                        .name = "",
                                        .sum = "",
                                        .line = (uint32_t)at->line,
                                        .role = UINT32_MAX,
                                        .region = NO_REGION,
                                        .sampled = at->within};
  }
  return count;
}

/* Puts what is of one file together. What has no sum is in the first one of its name. */
static void sort_placed(struct placed *placed, size_t count) {
  if (count)
    qsort(placed, count, sizeof *placed, by_place);
  for (size_t i = count; i-- > 1;)
    if (!*placed[i - 1].sum && strcmp(placed[i - 1].file, placed[i].file) == 0)
      placed[i - 1].sum = placed[i].sum;
  if (count)
    qsort(placed, count, sizeof *placed, by_place);
}

bool source_find(struct source_files *s, const struct diagnosis *d, const char *directory,
                 const struct source_place *p) {
  struct source_folders folders;
  const struct analysis *a = d->analysis;
  const uint64_t most = a->region_count + 1ull + (a->samples ? a->samples->place_count : 0);
  struct placed *placed = calloc(most, sizeof *placed);
  size_t count = placed ? find_placed(a, p, placed) : 0, files = 0;
  *s = (struct source_files){.files = NULL};
  sort_placed(placed, count);
  for (size_t i = 0; i < count; i++)
    files += i == 0 || by_file(&placed[i], &placed[i - 1]) != 0;
  s->files = placed ? calloc(files + 1, sizeof *s->files) : NULL;
  bool good = source_folders_open(&folders, a->experiment, directory, p) && s->files != NULL;
  for (size_t from = 0, to; good && from < count; from = to) {
    for (to = from; to < count && by_file(&placed[to], &placed[from]) == 0; to++)
      ;
    struct source_file *f = &s->files[s->count++];
    good = make_file(f, d, &folders, placed + from, to - from);
    if (good && !f->measured && (f->state >= SOURCE_MISSING || !f->sampled)) { /* a library's, most often */
      free_file(f);
      *f = (struct source_file){.name = NULL};
      s->count--;
    }
  }
  if (good && s->count)
    qsort(s->files, s->count, sizeof *s->files, by_self);
  source_folders_close(&folders);
  free(placed);
  return good;
}

void source_free(struct source_files *s) {
  for (uint32_t i = 0; i < s->count; i++)
    free_file(&s->files[i]);
  free(s->files);
}
