/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_samples.c - what samples have found, as JSON: how threads were sampled, lines, and states.
 * Not here: how it is found (tools/sums, tools/sums/sampled.c). */
#include "show/json_rows.h"
#include "sums/samples.h"

static json_t *missing(const struct sample_module *m, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_UNKNOWN_CODE
#include "files/figures.def"
  return o;
}

json_t *json_sampled(const struct analysis *a, bool *good) {
  static const char *const sources[] = {
      [POMP_SAMPLE_CPU_TIMER] = "timer", [POMP_SAMPLE_PERF] = "perf", [POMP_SAMPLE_WALL_TIMER] = "wall"};
  const struct sampled *s = a->sampled;
  if (!s)
    return json_null();
  json_t *o = json_object(), *modules = json_array();
  uint32_t source = POMP_SAMPLE_NONE;
  for (uint32_t i = 0; i < a->experiment->process_count && !source; i++)
    source = a->experiment->processes[i].header.sample_source;
  for (uint32_t i = 0; a->samples && i < a->samples->module_count; i++)
    append(modules, missing(&a->samples->modules[i], good), good);
  bool known = source < sizeof sources / sizeof *sources && sources[source];
#define FIGURES_OF_SAMPLED
#include "files/figures.def"
  return o;
}

json_t *json_sampled_line(const struct analysis *a, uint32_t i, bool *good) {
  const struct samples *s = a->samples;
  const struct sample_line *l = &s->lines[i];
  const struct sample_place *p = l->place == NO_PLACE ? NULL : &s->places[l->place];
  const struct sample_function *f = p ? &s->functions[p->function] : NULL;
  json_t *o = json_object();
#define FIGURES_OF_SAMPLED_LINE
#include "files/figures.def"
  return o;
}

json_t *json_sampled_found(const struct sampled_found *f, bool *good) {
  json_t *o = json_object();
#define FIGURES_OF_SAMPLED_STATE
#include "files/figures.def"
  return o;
}

json_t *json_sampled_state(const struct analysis *a, uint32_t i, bool *good) {
  const struct sampled_found f = sampled_found_row(a, i);
  return f.state ? json_sampled_found(&f, good) : json_null(); /* it can't be read, which is told in the end */
}

json_t *json_sampled_frame(const struct analysis *a, uint32_t i, bool *good) {
  const struct samples *s = a->samples;
  const struct sample_step *of = &s->below[a->path_count + i];
  const struct sample_function *f = &s->functions[of->function];
  json_t *o = json_object();
#define FIGURES_OF_SAMPLED_FRAME
#include "files/figures.def"
  return o;
}

uint32_t json_line_count(const struct analysis *a) { return a->samples ? a->samples->line_count : 0; }
uint32_t json_frame_count(const struct analysis *a) { return a->samples ? a->samples->below_count - a->path_count : 0; }
