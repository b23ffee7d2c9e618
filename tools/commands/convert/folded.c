/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* folded.c - writes the profile as folded stacks: a line for each call path, with the ns that all locations spent in
 * it; or the stacks that were sampled, with the ns that their samples stand for. Not both: readers of a file add up all
 * its lines. Not here: speedscope's own format, which has each location by itself (speedscope.c). */
#include "base/progress.h"
#include "commands/convert/formats.h"
#include "commands/convert/location_nodes.h"
#include "commands/convert/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The frames of a call path, with semicolons between them; ends[d] is where the frame of depth d ends. */
struct stack {
  char *text;
  size_t room;
  size_t *ends;
};

/* Returns the blank before a number that ends the name, or NULL. flamegraph.pl would take the number for a count. */
static const char *blank_before_number(const char *name) {
  const char *blank = strrchr(name, ' ');
  return blank && strspn(blank + 1, "0123456789.") == strlen(blank + 1) ? blank : NULL;
}

/* Puts a frame on the stack. A semicolon in a name would begin another frame. */
static bool push(struct stack *s, uint32_t depth, const char *name) {
  const size_t begin = depth ? s->ends[depth - 1] : 0, length = strlen(name);
  const char *blank = blank_before_number(name);
  if (begin + length + 2 > s->room) {
    const size_t room = (begin + length + 2) * 2;
    char *text = realloc(s->text, room);
    if (!text)
      return false;
    s->text = text;
    s->room = room;
  }
  char *to = s->text + begin;
  if (depth)
    *to++ = ';';
  for (size_t i = 0; i < length; i++)
    *to++ = name[i] == ';' ? ':' : name + i == blank ? '_' : name[i];
  s->ends[depth] = (size_t)(to - s->text);
  return true;
}

static void put_line(struct output *o, const struct stack *s, uint32_t depth, uint64_t ns) {
  output_bytes(o, s->text, s->ends[depth]);
  output_text(o, " ");
  output_number(o, ns);
  output_text(o, "\n");
}

static bool put_all(struct output *o, struct stack *s, const struct analysis *a) {
  char name[4096];
  bool good = true;
  progress_begin(a->path_count);
  for (uint32_t i = 0; good && !o->error && i != NO_PATH; i = next_path(a, i)) {
    const struct path *p = &a->paths[i];
    progress_add(1);
    conversion_name_region(name, sizeof name, a->experiment, &a->regions[p->region]);
    good = push(s, p->depth, name);
    if (good && p->totals.exclusive)
      put_line(o, s, p->depth, p->totals.exclusive);
  }
  return good;
}

static bool put_sampled(struct output *o, struct stack *s, const struct samples *samples) {
  char name[4096];
  bool good = true;
  progress_begin(samples->step_count);
  for (uint32_t i = 0; good && !o->error && i != NO_STEP; i = next_step(samples, i)) {
    const struct sample_step *step = &samples->steps[i];
    progress_add(1);
    conversion_name_step(name, sizeof name, samples, i);
    good = push(s, step->depth, name);
    if (good && step->self.time)
      put_line(o, s, step->depth, step->self.time);
  }
  return good;
}

bool folded_write(struct conversion *c) {
  const struct analysis *a = &c->source->analysis;
  struct output o;
  const size_t room = 1u << 16;
  struct samples *samples = c->sampled ? samples_find(a) : NULL;
  const uint32_t depth = samples ? steps_depth(samples) : paths_depth(a);
  struct stack s = {.text = malloc(room), .room = room, .ends = malloc((depth + 1ull) * sizeof *s.ends)};
  bool ready = s.text && s.ends && (samples || !c->sampled);
  if (output_open(&o, c->path) && (!ready || !(samples ? put_sampled(&o, &s, samples) : put_all(&o, &s, a))))
    o.error = ENOMEM;
  samples_free(samples);
  free(s.text);
  free(s.ends);
  return output_close(&o) || conversion_fail(c, false, "%s", strerror(errno));
}
