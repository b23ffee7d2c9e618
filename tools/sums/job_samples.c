/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_samples.c - puts what the samples of one process have found into bytes, and adds up what several processes have
 * put.
 * Not here: what samples have found in one process (samples.c). */
#include "sums/job_samples.h"
#include "files/code_files.h"
#include "pomp_bytes.h"
#include "sums/code_places.h"
#include "sums/path_index.h"
#include "sums/samples_steps.h"

#include <stdlib.h>
#include <string.h>

/* --- what a process sends, in this order --- */

struct sent_head {
  uint32_t functions, places, paths, steps, sums, modules;
  uint64_t cut;
  bool frames_known;
};

/* The name, the file and the module follow, each with its length and a zero behind it. */
struct sent_function {
  enum call_known known;
  uint64_t serial;
};

struct sent_place {
  uint32_t function;
  int line;
  bool inlined;
  struct sampled_count within;
};

/* This is a call path, or a function below one: the steps of the tree `below`, in their order. */
struct sent_step {
  uint32_t parent, key, function; /* key: the region's; of a function, the call path in its place */
  struct sampled_count self;
};

static void put_text(struct pomp_bytes *to, const char *text) {
  const uint32_t size = (uint32_t)strlen(text) + 1;
  POMP_BYTES_PUT(to, size);
  pomp_bytes_put(to, text, size);
}

/* Takes a text, which stays where it is. */
static const char *take_text(struct pomp_bytes *from) {
  uint32_t size;
  POMP_BYTES_TAKE(from, size);
  if (from->failed || !size || size > from->size - from->taken || from->at[from->taken + size - 1]) {
    from->failed = true;
    return "";
  }
  const char *text = (const char *)from->at + from->taken;
  from->taken += size;
  return text;
}

static void put_functions(const struct samples *s, struct pomp_bytes *to) {
  for (uint32_t i = 0; i < s->function_count; i++) {
    const struct sample_function *f = &s->functions[i];
    const struct sent_function sent = {f->known, f->serial};
    POMP_BYTES_PUT(to, sent);
    put_text(to, f->name);
    put_text(to, f->file);
    put_text(to, f->module);
  }
  for (uint32_t i = 0; i < s->place_count; i++) {
    const struct sample_place *p = &s->places[i];
    const struct sent_place sent = {p->function, p->line, p->inlined, p->within};
    POMP_BYTES_PUT(to, sent);
  }
}

static void put_steps(const struct samples *s, struct pomp_bytes *to) {
  const struct analysis *a = s->analysis;
  for (uint32_t i = 0; i < s->below_count; i++) {
    const struct sample_step *step = &s->below[i];
    const bool is_path = i < a->path_count;
    const struct sent_step sent = {step->parent, is_path ? a->regions[a->paths[i].region].key : step->path,
                                   step->function, step->self};
    POMP_BYTES_PUT(to, sent);
  }
}

bool job_samples_put(const struct analysis *rank, struct pomp_bytes *to) {
  struct samples *s = samples_find(rank);
  if (!s && rank->experiment->sample_count)
    return false;
  const struct sent_head head = {.functions = s ? s->function_count : 0,
                                 .places = s ? s->place_count : 0,
                                 .paths = s ? rank->path_count : 0,
                                 .steps = s ? s->below_count : 0,
                                 .sums = s ? s->sum_count : 0,
                                 .modules = s ? s->module_count : 0,
                                 .cut = s ? s->cut : 0,
                                 .frames_known = s && s->frames_known};
  POMP_BYTES_PUT(to, head);
  if (s) {
    put_functions(s, to);
    put_steps(s, to);
    pomp_bytes_put(to, s->sums, s->sum_count * sizeof *s->sums);
    for (uint32_t i = 0; i < s->module_count; i++) {
      put_text(to, s->modules[i].path);
      put_text(to, s->modules[i].build);
      POMP_BYTES_PUT(to, s->modules[i].known);
      POMP_BYTES_PUT(to, s->modules[i].samples);
    }
  }
  samples_free(s);
  return !to->failed;
}

/* --- what is gathered --- */

/* Call paths are numbered by their steps until the whole is known. */
struct job_samples {
  struct samples *s;
  struct code_places places;
  struct adding_up sums;
  struct sent_step *steps;
  struct pomp_index by_step;
  uint32_t step_count, step_room;
  bool some; /* something was sampled */
};

/* It is what a process sends, and which numbers its things have here. */
struct adding {
  struct job_samples *g;
  struct pomp_bytes *from;
  struct sent_head head;
  uint32_t *places, *functions, *steps;
};

struct job_samples *job_samples_begin(void) {
  struct job_samples *g = calloc(1, sizeof *g);
  struct samples *s = g ? calloc(1, sizeof *s) : NULL;
  if (!s) {
    free(g);
    return NULL;
  }
  g->s = g->places.s = g->sums.s = s;
  return g;
}

void job_samples_free(struct job_samples *g) {
  if (!g)
    return;
  samples_free(g->s);
  code_places_free(&g->places);
  adding_up_free(&g->sums);
  pomp_index_free(&g->by_step);
  free(g->steps);
  free(g);
}

static void add_count(struct sampled_count *to, struct sampled_count from) {
  to->count += from.count;
  to->time += from.time;
}

/* Functions get their numbers with their first places, as in the process. */
static bool add_places(struct adding *a) {
  struct samples *s = a->g->s;
  struct sample_function *functions = calloc(a->head.functions + 1ull, sizeof *functions);
  bool good = functions != NULL;
  for (uint32_t i = 0; good && i < a->head.functions; i++) {
    struct sent_function sent;
    POMP_BYTES_TAKE(a->from, sent);
    const char *name = take_text(a->from), *file = take_text(a->from), *module = take_text(a->from);
    functions[i] = (struct sample_function){name, file, module, sent.known, sent.serial};
    good = !a->from->failed;
  }
  for (uint32_t i = 0; good && i < a->head.places; i++) {
    struct sent_place sent;
    POMP_BYTES_TAKE(a->from, sent);
    good = !a->from->failed && sent.function < a->head.functions &&
           code_places_number(&a->g->places, &functions[sent.function], sent.line, sent.inlined, &a->places[i]);
    if (!good)
      break;
    struct sample_place *to = &s->places[a->places[i]];
    add_count(&to->within, sent.within);
    s->functions[to->function].serial += functions[sent.function].serial;
    functions[sent.function].serial = 0;
    a->functions[sent.function] = to->function;
  }
  free(functions);
  return good;
}

struct wanted {
  const struct job_samples *g;
  const struct sent_step *of;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  const struct sent_step *s = &w->g->steps[i];
  return s->parent == w->of->parent && s->key == w->of->key && s->function == w->of->function;
}

static bool add_step(struct job_samples *g, const struct sent_step *more, uint32_t *number) {
  if (!POMP_ARRAY_ROOM(g->steps, g->step_room, g->step_count + 1ull) ||
      !pomp_index_room(&g->by_step, g->step_count + 1ull))
    return false;
  const uint32_t hash = pomp_hash(pomp_hash(more->parent, more->key), more->function);
  struct pomp_slot *slot = pomp_index_find(&g->by_step, hash, is_wanted, &(struct wanted){g, more});
  if (!slot->number) {
    g->steps[g->step_count] = *more;
    g->steps[g->step_count].self = (struct sampled_count){0, 0};
    pomp_index_put(&g->by_step, slot, hash, g->step_count++);
  }
  *number = slot->number - 1;
  add_count(&g->steps[*number].self, more->self);
  return true;
}

static bool add_steps(struct adding *a) {
  for (uint32_t i = 0; i < a->head.steps; i++) {
    struct sent_step sent;
    POMP_BYTES_TAKE(a->from, sent);
    const bool is_path = i < a->head.paths, is_root = i == 0;
    if (a->from->failed || (is_root ? sent.parent != NO_STEP : sent.parent >= i) ||
        (sent.function == NO_PLACE) != is_path ||
        (!is_path && (sent.key >= a->head.paths || sent.function >= a->head.functions)))
      return false;
    sent.parent = is_root ? NO_STEP : a->steps[sent.parent];
    sent.key = is_path ? sent.key : a->steps[sent.key];
    sent.function = is_path ? NO_PLACE : a->functions[sent.function];
    if (!add_step(a->g, &sent, &a->steps[i]))
      return false;
  }
  return true;
}

static bool add_sums(struct adding *a) {
  for (uint32_t i = 0; i < a->head.sums; i++) {
    struct sample_sum sum;
    POMP_BYTES_TAKE(a->from, sum);
    if (a->from->failed || sum.path >= a->head.paths || (sum.leaf != NO_PLACE && sum.leaf >= a->head.places))
      return false;
    sum.path = a->steps[sum.path];
    sum.leaf = sum.leaf == NO_PLACE ? NO_PLACE : a->places[sum.leaf];
    if (!samples_add_sum(&a->g->sums, &sum))
      return false;
  }
  return true;
}

static bool add_modules(struct adding *a) {
  for (uint32_t i = 0; i < a->head.modules; i++) {
    const char *path = take_text(a->from), *build = take_text(a->from);
    enum call_known known;
    uint64_t samples;
    uint32_t file;
    POMP_BYTES_TAKE(a->from, known);
    POMP_BYTES_TAKE(a->from, samples);
    if (a->from->failed || known >= CALL_KINDS || !code_file_find(path, build, &file) ||
        !code_places_miss(&a->g->places, file, known, samples))
      return false;
  }
  return true;
}

bool job_samples_add(struct job_samples *g, struct pomp_bytes *from) {
  struct adding a = {.g = g, .from = from};
  POMP_BYTES_TAKE(from, a.head);
  if (from->failed)
    return false;
  a.places = malloc((a.head.places + 1ull) * sizeof *a.places);
  a.functions = calloc(a.head.functions + 1ull, sizeof *a.functions);
  a.steps = malloc((a.head.steps + 1ull) * sizeof *a.steps);
  const bool good =
      a.places && a.functions && a.steps && add_places(&a) && add_steps(&a) && add_sums(&a) && add_modules(&a);
  g->some |= a.head.steps != 0;
  g->s->cut += a.head.cut;
  g->s->frames_known |= a.head.frames_known;
  free(a.places);
  free(a.functions);
  free(a.steps);
  return good;
}

/* --- the whole --- */

/* Finds which step each is in the tree of the whole, whose call paths come first. */
static bool find_steps(const struct job_samples *g, const struct path_index *paths, uint32_t *step) {
  uint32_t next = g->s->analysis->path_count;
  bool good = true;
  for (uint32_t i = 0; good && i < g->step_count; i++) {
    const struct sent_step *s = &g->steps[i];
    const uint32_t parent = s->parent == NO_STEP ? NO_PATH : step[s->parent];
    step[i] = s->function == NO_PLACE ? path_index_find(paths, parent, s->key) : next++;
    good = step[i] != NO_PATH;
  }
  return good;
}

static bool make_below(const struct job_samples *g, const uint32_t *step) {
  struct samples *s = g->s;
  const struct analysis *a = s->analysis;
  uint32_t functions = 0;
  for (uint32_t i = 0; i < g->step_count; i++)
    functions += g->steps[i].function != NO_PLACE;
  s->below_count = a->path_count + functions;
  s->below = calloc(s->below_count + 1ull, sizeof *s->below);
  if (!s->below)
    return false;
  for (uint32_t i = 0; i < a->path_count; i++)
    s->below[i] = (struct sample_step){.parent = a->paths[i].parent, .path = i, .function = NO_PLACE};
  for (uint32_t i = 0; i < g->step_count; i++) {
    const struct sent_step *from = &g->steps[i];
    struct sample_step *to = &s->below[step[i]];
    if (from->function != NO_PLACE)
      *to = (struct sample_step){.parent = step[from->parent], .path = step[from->key], .function = from->function};
    to->self = to->total = from->self;
  }
  for (uint32_t i = 0; i < s->below_count; i++) {
    struct sample_step *to = &s->below[i];
    to->first_child = to->next_sibling = NO_STEP;
    to->depth = to->parent == NO_STEP ? 0 : s->below[to->parent].depth + 1;
  }
  return samples_link(s->below, s->below_count);
}

static bool conclude(struct job_samples *g) {
  struct samples *s = g->s;
  struct path_index paths = {.a = s->analysis};
  uint32_t *step = malloc((g->step_count + 1ull) * sizeof *step);
  const bool good = step && path_index_make(&paths) && find_steps(g, &paths, step) && make_below(g, step);
  for (uint32_t i = 0; good && i < s->sum_count; i++)
    s->sums[i].path = step[s->sums[i].path];
  path_index_free(&paths);
  free(step);
  if (!good)
    return false;
  samples_sort_sums(s);
  return samples_make_lines(s) && code_places_tell_missing(&g->places);
}

struct samples *job_samples_conclude(struct job_samples *g, const struct analysis *whole, bool *failed) {
  struct samples *s = g->s;
  s->analysis = whole;
  *failed = g->some && !conclude(g);
  if (!g->some || *failed)
    return NULL;
  g->s = NULL;
  return s;
}
