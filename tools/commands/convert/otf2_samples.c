/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_samples.c - the stacks that were sampled, as calling contexts: definitions of the functions and lines, each with
 * the number of its samples and their time as properties. Not here: the regions that were measured (otf2_regions.c).
 *
 * OTF2 has events for samples, which need a time stamp. Samples are sums by stack, and a reader would take an invented
 * time stamp for a measured one. So no such events are written. */
#include "commands/convert/otf2_samples.h"
#include "pomp_array.h"
#include "pomp_index.h"
#include "sums/samples.h"

#include <stdlib.h>

/* It is an element of a stack below another one: a call path, or a line in a function. */
struct context {
  uint32_t parent, path, place; /* place: NO_PLACE: it is the call path itself */
  struct sampled_count samples; /* whose innermost element it is */
};

struct contexts {
  struct context *all;
  uint32_t count, room;
  struct pomp_index index;
};

struct wanted {
  const struct context *all;
  uint32_t parent, path, place;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  const struct context *c = &w->all[i];
  return c->parent == w->parent && c->path == w->path && c->place == w->place;
}

/* Finds the element below another one, and makes it if it is new. */
static bool go_down(struct contexts *c, struct sample_frame frame, uint32_t *at) {
  if (!POMP_ARRAY_ROOM(c->all, c->room, c->count + 1ull) || !pomp_index_room(&c->index, c->count + 1ull))
    return false;
  struct wanted w = {c->all, *at, frame.path, frame.place};
  uint32_t hash = pomp_hash(pomp_hash(*at, frame.path), frame.place);
  struct pomp_slot *slot = pomp_index_find(&c->index, hash, is_wanted, &w);
  if (!slot->number) {
    c->all[c->count] = (struct context){w.parent, w.path, w.place, {0, 0}};
    pomp_index_put(&c->index, slot, hash, c->count++);
  }
  *at = slot->number - 1;
  return true;
}

/* Makes a tree of all stacks. Its first element is the program, of which no stack tells. */
static bool make_contexts(struct contexts *c, const struct samples *s) {
  const struct sample_frame program = {0, NO_PLACE};
  uint32_t at = OTF2_UNDEFINED_CALLING_CONTEXT;
  bool good = go_down(c, program, &at);
  for (uint32_t i = 0; good && i < s->row_count; i++) {
    const struct sample_row *r = &s->rows[i];
    at = 0;
    for (uint32_t k = r->first; good && k < r->first + r->length; k++)
      good = go_down(c, s->stack[k], &at);
    if (good) {
      c->all[at].samples.count += r->samples.count;
      c->all[at].samples.time += r->samples.time;
    }
  }
  return good;
}

struct definer {
  const struct samples *samples;
  OTF2_GlobalDefWriter *out;
  OTF2_RegionRef first; /* the first function's region */
  uint32_t *lines;      /* by place: the number of its line. They have no gaps, which readers don't want */
  otf2_text text;
  void *context;
};

static OTF2_ErrorCode put_function(const struct definer *d, uint32_t i) {
  const struct sample_function *f = &d->samples->functions[i];
  const char *file = *f->file ? f->file : f->module;
  OTF2_StringRef name = d->text(d->context, *f->name ? f->name : "?");
  return OTF2_GlobalDefWriter_WriteRegion(d->out, d->first + i, name, name, d->text(d->context, "sampled"),
                                          OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_SAMPLING, OTF2_REGION_FLAG_NONE,
                                          *file ? d->text(d->context, file) : OTF2_UNDEFINED_STRING, 0, 0);
}

/* Writes the lines of all places that have one. */
static OTF2_ErrorCode put_lines(const struct definer *d) {
  OTF2_ErrorCode code = OTF2_SUCCESS;
  uint32_t count = 0;
  for (uint32_t i = 0; i < d->samples->place_count && code == OTF2_SUCCESS; i++) {
    const struct sample_place *p = &d->samples->places[i];
    const bool known = p->line > 0 && *p->file;
    d->lines[i] = known ? count++ : OTF2_UNDEFINED_SOURCE_CODE_LOCATION;
    if (known)
      code = OTF2_GlobalDefWriter_WriteSourceCodeLocation(d->out, d->lines[i], d->text(d->context, p->file),
                                                          (uint32_t)p->line);
  }
  return code;
}

static OTF2_ErrorCode put_context(const struct definer *d, const struct context *c, uint32_t i) {
  const struct samples *s = d->samples;
  const bool on_cpu = s->analysis->sampled->on_cpu;
  const struct {
    const char *name;
    uint64_t value;
  } properties[] = {{"POMP::SAMPLES", c->samples.count},
                    {on_cpu ? "POMP::SAMPLED_CPU_NS" : "POMP::SAMPLED_WALL_NS", c->samples.time}};
  const bool is_path = c->place == NO_PLACE;
  OTF2_RegionRef region = is_path ? s->analysis->paths[c->path].region : d->first + s->places[c->place].function;
  OTF2_ErrorCode code = OTF2_GlobalDefWriter_WriteCallingContext(
      d->out, i, region, is_path ? OTF2_UNDEFINED_SOURCE_CODE_LOCATION : d->lines[c->place], c->parent);
  for (size_t k = 0; k < 2 && c->samples.count && code == OTF2_SUCCESS; k++) {
    const OTF2_AttributeValue value = {.uint64 = properties[k].value};
    code = OTF2_GlobalDefWriter_WriteCallingContextProperty(d->out, i, d->text(d->context, properties[k].name),
                                                            OTF2_TYPE_UINT64, value);
  }
  return code;
}

static OTF2_ErrorCode put_all(const struct definer *d, const struct contexts *c) {
  const struct samples *s = d->samples;
  OTF2_ErrorCode code = OTF2_SUCCESS;
  for (uint32_t i = 0; i < s->function_count && code == OTF2_SUCCESS; i++)
    code = put_function(d, i);
  if (code == OTF2_SUCCESS)
    code = put_lines(d);
  for (uint32_t i = 0; i < c->count && code == OTF2_SUCCESS; i++)
    code = put_context(d, &c->all[i], i);
  return code;
}

OTF2_ErrorCode otf2_samples_define(const struct traced_run *s, OTF2_GlobalDefWriter *out, OTF2_RegionRef region,
                                   otf2_text text, void *context) {
  if (!s->experiment->sample_count)
    return OTF2_SUCCESS;
  struct samples *samples = samples_find(&s->analysis);
  struct contexts contexts = {.all = NULL};
  const struct definer d = {.samples = samples,
                            .out = out,
                            .first = region,
                            .lines = samples ? malloc((samples->place_count + 1ull) * sizeof *d.lines) : NULL,
                            .text = text,
                            .context = context};
  OTF2_ErrorCode code =
      d.lines && make_contexts(&contexts, samples) ? put_all(&d, &contexts) : OTF2_ERROR_MEM_ALLOC_FAILED;
  free(d.lines);
  free(contexts.all);
  pomp_index_free(&contexts.index);
  samples_free(samples);
  return code;
}
