/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples.c - takes the samples of an experiment, finds what was on each one's stack, and adds all of it up.
 * Not here: who called whom on a stack (unwind.c), where that is in the source (code_places.c), and what of it is the
 * user's (user_stacks.c). */
#include "sums/samples.h"
#include "sums/code_places.h"
#include "sums/samples_steps.h"
#include "sums/user_stacks.h"

#ifdef POMP_HAS_DW
#include "sums/unwind.h"
#endif

#include <stdio.h>
#include <stdlib.h>

/* It is what finds the stacks. */
struct stacks {
  struct finding_samples f;
  struct code_places places;
  struct user_stacks users;
#ifdef POMP_HAS_DW
  struct unwinder *unwinder;
  struct unwound unwound;
#endif
  struct level *levels; /* of one stack, the innermost first */
  uint32_t level_count, level_room;
  uint32_t missing; /* the file of the innermost function that is a user's, if it has no lines; NO_FILE */
  enum call_known why;
};

static bool add_address(struct stacks *k, const struct sample_record *from, uint64_t address) {
  const struct experiment *e = k->f.s->analysis->experiment;
  uint32_t modules = from->stack == NO_STACK ? UINT32_MAX : e->stacks[from->stack].modules;
  const struct found_address *found = code_places_at(&k->places, e, from->process, modules, address);
  if (!found || !POMP_ARRAY_ROOM(k->levels, k->level_room, k->level_count + (uint64_t)found->count))
    return false;
  for (uint32_t i = 0; i < found->count; i++) {
    struct level l = k->places.levels[found->first + i];
    bool first_of_users = l.kind <= LEVEL_MADE;
    for (uint32_t n = 0; first_of_users && n < k->level_count; n++)
      first_of_users = k->levels[n].kind > LEVEL_MADE;
    const struct samples *s = k->f.s;
    if (first_of_users && sample_place_known(s, l.place) != CALL_LINE) {
      k->missing = found->file;
      k->why = sample_place_known(s, l.place);
    }
    k->levels[k->level_count++] = l;
  }
  return true;
}

#ifdef POMP_HAS_DW
bool samples_have_callers(void) { return true; }

static bool begin_unwinding(struct stacks *k) {
  return (k->unwinder = unwinder_begin(k->f.s->analysis->experiment)) != NULL;
}

static void end_unwinding(struct stacks *k) {
  if (k->unwinder)
    unwinder_end(k->unwinder);
  free(k->unwound.addresses);
}

static bool find_levels(struct stacks *k, const struct sample_record *from, bool *cut) {
  k->level_count = 0;
  k->missing = NO_FILE;
  if (!unwind(k->unwinder, from, &k->unwound))
    return false;
  k->f.s->frames_known |= k->unwound.count > 1;
  for (uint32_t i = 0; i < k->unwound.count; i++)
    if (!add_address(k, from, k->unwound.addresses[i]))
      return false;
  *cut = k->unwound.cut && (k->level_count == 0 || k->levels[k->level_count - 1].kind != LEVEL_BEGINNING);
  return true;
}
#else
bool samples_have_callers(void) { return false; }

static bool begin_unwinding(struct stacks *k) {
  (void)k;
  return true;
}

static void end_unwinding(struct stacks *k) { (void)k; }

static bool find_levels(struct stacks *k, const struct sample_record *from, bool *cut) {
  k->level_count = 0;
  k->missing = NO_FILE;
  *cut = true;
  return add_address(k, from, from->pc);
}
#endif

/* Makes a row, whose turn it is. One whose stack is cut comes a turn later, as what is around it is known from others.
 */
static bool make_row(struct stacks *k, uint32_t number, uint32_t *turn) {
  struct samples *s = k->f.s;
  const struct sample_record *from = &s->analysis->experiment->samples[number];
  struct sample_row *r = &s->rows[number];
  *r = (struct sample_row){.node = from->node,
                           .location = from->location,
                           .path = from->node == NO_NODE ? 0 : s->analysis->node_path[from->node],
                           .state = from->state,
                           .os_thread = from->os_thread,
                           .leaf = NO_PLACE,
                           .entry = NO_PLACE,
                           .early = from->early,
                           .samples = {from->count, from->time}};
  if (!find_levels(k, from, &r->cut))
    return false;
  if (r->cut && *turn % 2 == 0) {
    ++*turn;
    return true;
  }
  if (k->missing != NO_FILE && !code_places_miss(&k->places, k->missing, k->why, from->count))
    return false;
  if (!user_stacks_make(&k->users, from, r, k->levels, k->level_count))
    return false;
  s->cut += r->cut ? r->samples.count : 0;
  return true;
}

/* These are the numbers of a process's samples. */
struct its_samples {
  const uint32_t *at;
  uint32_t count;
};

/* A team whose first thread was only found in tasks has the functions around it on those stacks alone. */
static bool learn_from_tasks(struct stacks *k, struct its_samples of) {
  const struct experiment *e = k->f.s->analysis->experiment;
  for (uint32_t i = 0; i < of.count; i++) {
    const struct sample_record *r = &e->samples[of.at[i]];
    bool cut;
    if (!user_stacks_can_learn(&k->users, r))
      continue;
    if (!find_levels(k, r, &cut) || (!cut && !user_stacks_learn(&k->users, r, k->levels, k->level_count)))
      return false;
  }
  return true;
}

/* Makes the stacks of a process: first those of threads that were not in teams, as others go on there. `turns` is for
 * its own use. */
static bool make_stacks(struct stacks *k, struct its_samples of, uint32_t *turns) {
  const struct samples *s = k->f.s;
  uint32_t most = 0;
  bool good = true;
  user_stacks_begin(&k->users);
  for (uint32_t i = 0; i < of.count; i++) {
    turns[i] = 2 * user_stacks_distance(s, &s->analysis->experiment->samples[of.at[i]]);
    most = turns[i] > most ? turns[i] : most;
  }
  for (uint32_t turn = 0; good && turn <= most + 1; turn++) {
    for (uint32_t i = 0; good && i < of.count; i++)
      if (turns[i] == turn)
        good = make_row(k, of.at[i], &turns[i]);
    good = good && (turn > 0 || learn_from_tasks(k, of));
  }
  return good;
}

static int by_process(const void *x, const void *y, void *context) {
  const struct sample_record *samples = context;
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  if (samples[a].process != samples[b].process)
    return samples[a].process < samples[b].process ? -1 : 1;
  return a < b ? -1 : a > b;
}

/* Makes all rows, process by process, so that each process's rows equal the rows of an analysis of that process
 * alone. */
static bool make_rows(struct stacks *k, uint32_t *order) {
  struct samples *s = k->f.s;
  const struct experiment *e = s->analysis->experiment;
  uint32_t *turns = malloc(e->sample_count * sizeof *turns);
  s->rows = calloc(e->sample_count, sizeof *s->rows);
  s->row_count = s->rows ? e->sample_count : 0;
  bool good = turns && s->rows;
  for (uint32_t i = 0; i < s->row_count; i++)
    order[i] = i;
  if (good)
    qsort_r(order, s->row_count, sizeof *order, by_process, e->samples);
  for (uint32_t from = 0, to; good && from < s->row_count; from = to) {
    for (to = from; to < s->row_count && e->samples[order[to]].process == e->samples[order[from]].process;)
      to++;
    good = make_stacks(k, (struct its_samples){order + from, to - from}, turns);
  }
  free(turns);
  return good;
}

struct samples *samples_find(const struct analysis *a) {
  struct samples *s = a->experiment->sample_count ? calloc(1, sizeof *s) : NULL;
  if (!s)
    return NULL;
  struct stacks k = {.f = {.s = s}};
  k.places.s = s;
  k.users.f = &k.f;
  s->analysis = a;
  uint32_t *order = malloc(a->experiment->sample_count * sizeof *order);
  bool good = order && begin_unwinding(&k) && make_rows(&k, order) && code_places_tell_missing(&k.places) &&
              samples_make_trees(s, order) && samples_add_up(s) && samples_make_lines(s);
  free(order);
  end_unwinding(&k);
  code_places_free(&k.places);
  user_stacks_free(&k.users);
  free(k.levels);
  if (good)
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
  free(s->sums);
  free(s->lines);
  free(s->modules);
  free(s);
}

enum call_known sample_place_known(const struct samples *s, uint32_t place) {
  const struct sample_place *p = &s->places[place];
  const enum call_known known = s->functions[p->function].known;
  return known == CALL_LINE && !p->line ? CALL_NO_LINE : known;
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
