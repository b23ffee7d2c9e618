/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_samples.c - what samples have found, as JSON: how threads were sampled, lines, and states.
 * Not here: how it is found (tools/sums, tools/sums/sampled.c). */
#include "show/json_parts.h"
#include "sums/samples.h"

static void set_counts(json_t *o, struct sampled_count c, bool *good) {
  set(o, "samples", integer(c.count), good);
  set(o, "time_ns", integer(c.time), good);
}

static json_t *missing(const struct sample_module *m, bool *good) {
  json_t *o = json_object();
  set(o, "file", text_of(m->path), good);
  set(o, "known", json_string_nocheck(call_known_name(m->known)), good);
  set(o, "samples", integer(m->samples), good);
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
  set(o, "source", json_string_nocheck(known ? sources[source] : "unknown"), good);
  set(o, "on_cpu", json_boolean(s->on_cpu), good);
  set(o, "period_ns", integer(s->period), good);
  set_counts(o, s->all, good);
  set(o, "lost", integer(s->lost), good);
  set(o, "threads_not_sampled", integer(s->unseen), good);
  set(o, "cut", integer(a->samples ? a->samples->cut : 0), good);
  set(o, "callers_known", json_boolean(a->samples && a->samples->frames_known), good);
  set(o, "files_without_lines", modules, good);
  return o;
}

json_t *json_sampled_line(const struct analysis *a, uint32_t i, bool *good) {
  const struct samples *s = a->samples;
  const struct sample_line *l = &s->lines[i];
  const struct sample_place *p = l->place == NO_PLACE ? NULL : &s->places[l->place];
  const struct sample_function *f = p ? &s->functions[p->function] : NULL;
  json_t *o = json_object();
  set(o, "region", integer(l->region), good);
  set(o, "function", f ? text_of(f->name) : json_null(), good);
  set(o, "file", p && *p->file ? text_of(p->file) : json_null(), good);
  set(o, "line", p && p->line ? json_integer(p->line) : json_null(), good);
  set(o, "inlined", json_boolean(p && p->inlined), good);
  set(o, "module", f && *f->module ? text_of(f->module) : json_null(), good);
  set(o, "known", f ? json_string_nocheck(call_known_name(sample_place_known(s, l->place))) : json_null(), good);
  set_counts(o, l->samples, good);
  set(o, "error", json_real(sampled_error(l->samples.count, l->all)), good);
  return o;
}

json_t *json_sampled_found(const struct sampled_found *f, bool *good) {
  json_t *o = json_object();
  set(o, "location", f->location == NO_LOCATION ? json_null() : integer(f->location), good);
  set(o, "callpath", integer(f->path), good);
  set(o, "state", json_string_nocheck(f->state->key), good);
  set_counts(o, f->samples, good);
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
  set(o, "id", integer(i), good);
  set(o, "parent", of->parent < a->path_count ? json_null() : integer(of->parent - a->path_count), good);
  set(o, "callpath", integer(of->path), good);
  set(o, "function", text_of(f->name), good);
  set(o, "file", *f->file ? text_of(f->file) : json_null(), good);
  set_counts(o, of->total, good);
  set(o, "self_samples", integer(of->self.count), good);
  set(o, "error", json_real(sampled_error(of->total.count, a->sampled->all.count)), good);
  return o;
}

uint32_t json_line_count(const struct analysis *a) { return a->samples ? a->samples->line_count : 0; }
uint32_t json_frame_count(const struct analysis *a) { return a->samples ? a->samples->below_count - a->path_count : 0; }
