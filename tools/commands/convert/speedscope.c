/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* speedscope.c - writes the profile in speedscope's JSON: one profile for all locations together, one for each, and, if
 * threads were sampled, one of the stacks that were found, with the ns that their samples stand for.
 * Not here: stacks as lines of text (folded.c).
 *
 * A profile is a walk through the tree of calls that opens and closes frames, at the time that was spent before. The
 * order is that of the tree, and not that of the run, which a profile does not know. */
#include "base/progress.h"
#include "commands/convert/formats.h"
#include "commands/convert/location_nodes.h"
#include "commands/convert/output.h"
#include "files/call_sites.h"
#include "pomp_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk {
  struct output *o;
  const struct analysis *a;
  uint32_t *chain; /* room for the frames on the way to a call path */
  uint32_t at;     /* the call path whose frame is the innermost open one; NO_PATH: none is open */
  uint64_t now;    /* ns that are written */
  bool any;        /* there is an event before */
};

static void put_event(struct walk *w, char type, uint32_t path) {
  output_text(w->o, w->any ? ",\n{\"type\":\"" : "\n{\"type\":\"");
  output_bytes(w->o, &type, 1);
  output_text(w->o, "\",\"frame\":");
  output_number(w->o, w->a->paths[path].region);
  output_text(w->o, ",\"at\":");
  output_number(w->o, w->now);
  output_text(w->o, "}");
  w->any = true;
}

static uint32_t depth_of(const struct walk *w, uint32_t path) {
  return path == NO_PATH ? 0 : w->a->paths[path].depth + 1;
}

static uint32_t parent_of(const struct walk *w, uint32_t path) { return path ? w->a->paths[path].parent : NO_PATH; }

/* Closes and opens frames so that the innermost one is that of the call path; NO_PATH closes all. */
static void go_to(struct walk *w, uint32_t path) {
  uint32_t common = path, count = 0;
  while (depth_of(w, common) > depth_of(w, w->at))
    w->chain[count++] = common, common = parent_of(w, common);
  while (w->at != common) {
    if (depth_of(w, common) == depth_of(w, w->at))
      w->chain[count++] = common, common = parent_of(w, common);
    put_event(w, 'C', w->at);
    w->at = parent_of(w, w->at);
  }
  while (count)
    put_event(w, 'O', w->chain[--count]);
  w->at = path;
}

static void begin_profile(struct walk *w, const char *name) {
  output_text(w->o, "{\"type\":\"evented\",\"name\":");
  output_quoted(w->o, name);
  output_text(w->o, ",\"unit\":\"nanoseconds\",\"startValue\":0,\"events\":[");
  w->now = 0;
  w->any = false;
}

static void end_profile(struct walk *w) {
  go_to(w, NO_PATH);
  output_text(w->o, "],\"endValue\":");
  output_number(w->o, w->now);
  output_text(w->o, "}");
}

static void put_all_locations(struct walk *w) {
  begin_profile(w, "all locations");
  for (uint32_t i = 0; !w->o->error && i != NO_PATH; i = next_path(w->a, i))
    if (w->a->paths[i].totals.exclusive) {
      go_to(w, i);
      w->now += w->a->paths[i].totals.exclusive;
    }
  end_profile(w);
}

/* A location in which no time was spent has no profile: there would be nothing to draw. */
static void put_location(struct walk *w, const struct location_nodes *l, uint32_t location) {
  char path[256], name[300];
  uint64_t sum = 0;
  for (uint32_t k = l->first[location]; k < l->first[location + 1]; k++)
    sum += w->a->nodes[l->nodes[k]].exclusive;
  if (!sum)
    return;
  analysis_location_name(w->a, location, "→", path, sizeof path);
  conversion_name_thread(name, sizeof name, path);
  output_text(w->o, ",\n");
  begin_profile(w, name);
  for (uint32_t k = l->first[location]; !w->o->error && k < l->first[location + 1]; k++) {
    const uint32_t node = l->nodes[k];
    if (!w->a->nodes[node].exclusive)
      continue;
    go_to(w, w->a->node_path[node]);
    w->now += w->a->nodes[node].exclusive;
  }
  end_profile(w);
}

/* --- the stacks that were sampled: the functions are frames behind those of the regions --- */

static void put_functions(struct output *o, const struct samples *s) {
  for (uint32_t i = 0; i < s->function_count; i++) {
    output_text(o, ",\n{\"name\":");
    output_quoted(o, s->functions[i].name);
    if (*s->functions[i].file) {
      output_text(o, ",\"file\":");
      output_quoted(o, s->functions[i].file);
    }
    output_text(o, "}");
  }
}

static uint32_t frame_of(const struct samples *s, uint32_t step) {
  const struct sample_step *of = &s->steps[step];
  return of->function == NO_PLACE ? s->analysis->paths[of->path].region : s->analysis->region_count + of->function;
}

/* Writes the frames on the way to a step, the outermost first. `chain` has room for them. */
static void put_stack(struct output *o, const struct samples *s, uint32_t step, uint32_t *chain) {
  uint32_t count = 0;
  for (uint32_t at = step; at != NO_STEP; at = s->steps[at].parent)
    chain[count++] = frame_of(s, at);
  output_text(o, "[");
  while (count) {
    output_number(o, chain[--count]);
    output_text(o, count ? "," : "]");
  }
}

static void put_sampled(struct walk *w, const struct samples *s) {
  const char *before = "";
  uint64_t all = 0;
  output_text(w->o,
              ",\n{\"type\":\"sampled\",\"name\":\"sampled\",\"unit\":\"nanoseconds\",\"startValue\":0,\"samples\":[");
  for (uint32_t i = 0; !w->o->error && i != NO_STEP; i = next_step(s, i))
    if (s->steps[i].self.time) {
      output_text(w->o, before);
      put_stack(w->o, s, i, w->chain);
      before = ",\n";
    }
  output_text(w->o, "],\"weights\":[");
  before = "";
  for (uint32_t i = 0; !w->o->error && i != NO_STEP; i = next_step(s, i))
    if (s->steps[i].self.time) {
      output_text(w->o, before);
      output_number(w->o, s->steps[i].self.time);
      before = ",";
      all += s->steps[i].self.time;
    }
  output_text(w->o, "],\"endValue\":");
  output_number(w->o, all);
  output_text(w->o, "}");
}

static void put_frames(struct output *o, const struct analysis *a) {
  char name[4096];
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    const int line = call_line(r->construct);
    conversion_name_region(name, sizeof name, a->experiment, r);
    output_text(o, i ? ",\n{\"name\":" : "\n{\"name\":");
    output_quoted(o, name);
    if (*call_file(r->construct)) {
      snprintf(name, sizeof name, "%s", call_file(r->construct));
      pomp_text_clean(name, 0);
      output_text(o, ",\"file\":");
      output_quoted(o, name);
    }
    if (line > 0)
      output_print(o, ",\"line\":%d", line);
    output_text(o, "}");
  }
}

static void put_file(struct walk *w, const struct location_nodes *l, const struct samples *samples) {
  struct output *o = w->o;
  char name[4096];
  conversion_name_region(name, sizeof name, w->a->experiment, &w->a->regions[0]);
  output_text(
      o, "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"pomp-convert " POMP_VERSION
         "\",\"name\":");
  output_quoted(o, name);
  output_text(o, ",\"activeProfileIndex\":0,\"shared\":{\"frames\":[");
  put_frames(o, w->a);
  if (samples)
    put_functions(o, samples);
  output_text(o, "]},\"profiles\":[\n");
  put_all_locations(w);
  progress_begin(w->a->experiment->location_count);
  for (uint32_t k = 0; !o->error && k < w->a->experiment->location_count; k++) {
    put_location(w, l, w->a->location_order[k]);
    progress_add(1);
  }
  if (samples)
    put_sampled(w, samples);
  output_text(o, "]}\n");
}

bool speedscope_write(struct conversion *c) {
  const struct analysis *a = &c->source->analysis;
  struct output o;
  struct location_nodes nodes;
  struct samples *samples = samples_find(a);
  const uint64_t room = a->path_count + 1ull + (samples ? samples->step_count : 0);
  struct walk w = {.o = &o, .a = a, .chain = malloc(room * sizeof *w.chain), .at = NO_PATH};
  bool good = location_nodes_find(&nodes, a) && w.chain && (samples || !a->experiment->sample_count);
  if (output_open(&o, c->path)) {
    if (good)
      put_file(&w, &nodes, samples);
    else
      o.error = ENOMEM;
  }
  samples_free(samples);
  location_nodes_free(&nodes);
  free(w.chain);
  return output_close(&o) || conversion_fail(c, false, "%s", strerror(errno));
}
