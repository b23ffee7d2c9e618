/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_summary.c - keeps what there is to compare of an experiment.
 * Not here: what is done with it (comparison.c). */
#include "findings/run_summary.h"
#include "files/call_sites.h"
#include "pomp_array.h"
#include "pomp_names.h"

#include <stdlib.h>
#include <string.h>

const char *run_text(struct run *r, const char *text) {
  if (!POMP_ARRAY_ROOM(r->texts, r->text_room, r->text_count + 1ull))
    return NULL;
  char *copy = strdup(text);
  if (copy)
    r->texts[r->text_count++] = copy;
  return copy;
}

void run_free(struct run *r) {
  for (uint32_t i = 0; i < r->text_count; i++)
    free(r->texts[i]);
  free(r->texts);
  free(r->constructs);
  free(r->regions);
  free(r->paths);
  *r = (struct run){.name = ""};
}

void run_region_name(const struct run_construct *c, uint32_t role, char *text, size_t size) {
  if (c)
    pomp_region_name(text, size, role, c->name, c->sub_name);
  else
    snprintf(text, size, "(outside regions)");
}

static void take_figures(uint64_t *figures, const struct totals *t) {
  figures[RUN_SELF] = t->exclusive;
  figures[RUN_INCLUSIVE] = t->inclusive;
  figures[RUN_WAIT] = t->wait;
  figures[RUN_VISITS] = t->visits;
  figures[RUN_WORKED] = t->exclusive > t->pushed_off ? t->exclusive - t->pushed_off : 0;
}

static bool take_construct(struct run *r, const struct construct *from) {
  char where[4096];
  struct run_construct *c = &r->constructs[r->construct_count++];
  call_where(from, where, sizeof where);
  int line = call_line(from);
  *c = (struct run_construct){.name = run_text(r, from->name),
                              .sub_name = run_text(r, from->sub_name),
                              .function = run_text(r, call_function(from)),
                              .file = run_text(r, call_file(from)),
                              .where = run_text(r, where),
                              .clauses = from->clauses ? run_text(r, from->clauses) : NULL,
                              .line = line > 0 ? line : 0,
                              .last_line = from->is_site || from->end_lineN < line ? 0 : from->end_lineN,
                              .address = from->is_site && line <= 0 ? from->address : 0};
  return c->name && c->sub_name && c->function && c->file && c->where && (c->clauses || !from->clauses);
}

/* Finds the number that a construct of the experiment has in the run; it is taken if it is new. */
static bool construct_of(struct run *r, uint32_t *numbers, const struct experiment *e, uint32_t key, uint32_t *number) {
  uint32_t construct = POMP_KEY_CONSTRUCT(key);
  *number = RUN_NONE;
  if (!key || !construct)
    return true;
  if (!numbers[construct - 1]) {
    if (!take_construct(r, &e->constructs[construct - 1]))
      return false;
    numbers[construct - 1] = r->construct_count;
  }
  *number = numbers[construct - 1] - 1;
  return true;
}

static bool take_regions(struct run *r, const struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t *numbers = calloc(e->construct_count + 1ull, sizeof *numbers);
  r->constructs = calloc(e->construct_count + 1ull, sizeof *r->constructs);
  r->regions = calloc(a->region_count + 1ull, sizeof *r->regions);
  bool good = numbers && r->constructs && r->regions;
  for (uint32_t i = 0; good && i < a->region_count; i++) {
    struct run_region *to = &r->regions[r->region_count++];
    to->role = a->regions[i].key ? a->regions[i].role : 0;
    take_figures(to->figures, &a->regions[i].totals);
    good = construct_of(r, numbers, e, a->regions[i].key, &to->construct);
  }
  free(numbers);
  return good;
}

static bool take_paths(struct run *r, const struct analysis *a) {
  r->paths = calloc(a->path_count + 1ull, sizeof *r->paths);
  for (uint32_t i = 0; r->paths && i < a->path_count; i++) {
    const struct path *from = &a->paths[i];
    struct run_path *to = &r->paths[r->path_count++];
    to->parent = from->parent == NO_PATH ? RUN_NONE : from->parent;
    to->region = from->region;
    take_figures(to->figures, &from->totals);
  }
  return r->paths != NULL;
}

/* --- the order --- */

/* Constructs are in the order of the source, as far as it is known, and constructs in one line in the order of their
 * names. */
static int by_place(const void *x, const void *y, void *constructs) {
  uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
  const struct run_construct *a = (struct run_construct *)constructs + i, *b = (struct run_construct *)constructs + k;
  int order = strcmp(a->function, b->function);
  order = order ? order : strcmp(a->file, b->file);
  order = order ? order : (a->line > b->line) - (a->line < b->line);
  order = order ? order : (a->address > b->address) - (a->address < b->address);
  order = order ? order : strcmp(a->name, b->name);
  order = order ? order : strcmp(a->sub_name, b->sub_name);
  order = order ? order : (a->last_line > b->last_line) - (a->last_line < b->last_line);
  /* If the places differ, they end in different numbers: a column, or the line of an include. */
  size_t lengths[] = {strlen(a->where), strlen(b->where)};
  order = order ? order : (lengths[0] > lengths[1]) - (lengths[0] < lengths[1]);
  order = order ? order : strcmp(a->where, b->where);
  return order ? order : (i > k) - (i < k);
}

bool run_sort(struct run *r) {
  struct run_construct *sorted = malloc((r->construct_count + 1ull) * sizeof *sorted);
  uint32_t *order = malloc((r->construct_count + 1ull) * sizeof *order),
           *number = calloc(r->construct_count + 1ull, sizeof *number);
  bool good = sorted && order && number;
  for (uint32_t i = 0; good && i < r->construct_count; i++)
    order[i] = i;
  if (good && r->construct_count)
    qsort_r(order, r->construct_count, sizeof *order, by_place, r->constructs);
  for (uint32_t i = 0; good && i < r->construct_count; i++) {
    sorted[i] = r->constructs[order[i]];
    number[order[i]] = i;
  }
  for (uint32_t i = 0; good && i < r->region_count; i++)
    if (r->regions[i].construct != RUN_NONE)
      r->regions[i].construct = number[r->regions[i].construct];
  if (good) {
    free(r->constructs);
    r->constructs = sorted;
  } else
    free(sorted);
  free(order);
  free(number);
  return good;
}

uint32_t run_sequence_end(const struct run *r, uint32_t from) {
  uint32_t end = from + 1;
  while (end < r->construct_count && strcmp(r->constructs[end].function, r->constructs[from].function) == 0 &&
         strcmp(r->constructs[end].file, r->constructs[from].file) == 0)
    end++;
  return end;
}

/* --- the whole --- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

static bool take_head(struct run *r, const struct loaded *l, const struct analysis *a) {
  const struct experiment *e = &l->experiment;
  const struct process_totals *t = &a->all;
  r->name = run_text(r, l->directory);
  r->program = run_text(r, base_name(e->program));
  r->command = run_text(r, e->command);
  r->directory = run_text(r, e->directory);
  r->host = run_text(r, e->host);
  r->state = run_text(r, load_state_name(l));
  r->start = e->header.epoch_ns;
  r->threads = t->threads;
  r->ranks = e->of_job ? e->process_count : 0;
  r->totals[RUN_WALL] = t->wall;
  r->totals[RUN_THREAD_WALL] = t->allocation;
  r->totals[RUN_IN_REGIONS] = t->in_regions;
  r->totals[RUN_OUTSIDE] = t->outside;
  r->totals[RUN_IDLE] = t->idle;
  r->totals[RUN_WAITING] = t->waiting;
  r->ready_known = t->scheduled.known && t->scheduled.ready_known;
  r->work_known = r->ready_known && t->scheduled.switches_known && !r->traced;
  r->lived = r->ready_known ? t->scheduled.lived : 0;
  r->totals[RUN_READY] = r->ready_known ? t->scheduled.ready : 0;
  return r->name && r->program && r->command && r->directory && r->host && r->state;
}

bool run_take(struct run *r, const struct loaded *l, const struct analysis *a, bool traced) {
  *r = (struct run){.name = "", .traced = traced};
  return take_head(r, l, a) && take_regions(r, a) && take_paths(r, a) && run_sort(r);
}
