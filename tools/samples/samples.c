/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples.c - takes the samples of an experiment, finds what was on each one's stack, and adds all of it up.
 * Not here: who called whom on a stack and where that is in the source. */
#include "samples.h"
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>

bool samples_push(struct finding_samples *f, uint32_t path, uint32_t place) {
  struct samples *s = f->s;
  if (!POMP_ARRAY_ROOM(s->stack, f->stack_room, s->stack_count + 1ull))
    return false;
  s->stack[s->stack_count++] = (struct sample_frame){path, place};
  return true;
}

/* Puts the regions of a call path onto the stack, the outermost first, without the root. */
static bool push_path(struct finding_samples *f, uint32_t path) {
  const struct path *paths = f->s->analysis->paths;
  uint32_t depth = paths[path].depth;
  for (uint32_t i = 1; i <= depth; i++) {
    uint32_t at = path;
    while (paths[at].depth > i)
      at = paths[at].parent;
    if (paths[at].parent != NO_PATH && !samples_push(f, at, NO_PLACE))
      return false;
  }
  return true;
}

static bool add_row(struct finding_samples *f, const struct sample_record *from) {
  struct samples *s = f->s;
  struct sample_row *r = &s->rows[s->row_count++];
  *r = (struct sample_row){.node = from->node,
                           .location = from->location,
                           .path = from->node == NO_NODE ? 0 : s->analysis->node_path[from->node],
                           .state = from->state,
                           .os_thread = from->os_thread,
                           .leaf = NO_PLACE,
                           .first = s->stack_count,
                           .samples = {from->count, from->time}};
  if (!push_path(f, r->path))
    return false;
  r->length = s->stack_count - r->first;
  return true;
}

struct samples *samples_find(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  struct samples *s = e->sample_count ? calloc(1, sizeof *s) : NULL;
  if (!s)
    return NULL;
  struct finding_samples f = {.s = s};
  s->analysis = a;
  s->rows = calloc(e->sample_count, sizeof *s->rows);
  bool good = s->rows;
  for (uint32_t i = 0; good && i < e->sample_count; i++)
    good = add_row(&f, &e->samples[i]);
  if (good && samples_make_trees(s) && samples_make_lines(s))
    return s;
  samples_free(s);
  return NULL;
}

void samples_free(struct samples *s) {
  if (!s)
    return;
  free(s->functions);
  free(s->places);
  free(s->steps);
  free(s->below);
  free(s->rows);
  free(s->stack);
  free(s->lines);
  free(s->modules);
  free(s);
}

void sample_place_text(const struct samples *s, uint32_t place, char *text, size_t size) {
  const struct sample_place *p = place == NO_PLACE ? NULL : &s->places[place];
  if (!p)
    snprintf(text, size, "?");
  else if (!*p->file)
    snprintf(text, size, "%s", s->functions[p->function].name);
  else if (p->line)
    snprintf(text, size, "%s %s:%d", s->functions[p->function].name, p->file, p->line);
  else
    snprintf(text, size, "%s %s", s->functions[p->function].name, p->file);
}
