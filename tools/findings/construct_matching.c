/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_matching.c - finds the function that each construct is in among those of the runs before, and then the
 * construct. Not here: the order of constructs within a function (construct_alignment.c). */
#include "findings/construct_matching.h"
#include "findings/construct_alignment.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

void matching_free(struct matching *m) {
  for (uint32_t i = 0; i < m->sequence_count; i++)
    free(m->sequences[i].members);
  free(m->sequences);
  free(m->constructs);
  *m = (struct matching){.runs = 0};
}

/* Returns how many parts of two paths are the same, from their ends: a directory that was moved leaves most of them. */
static uint32_t common_parts(const char *a, const char *b) {
  size_t i = strlen(a), k = strlen(b);
  uint32_t parts = 0;
  while (i && k && a[i - 1] == b[k - 1]) {
    i--;
    k--;
    parts += a[i] == '/';
  }
  return parts + ((i == 0 && (k == 0 || b[k - 1] == '/')) || (k == 0 && i && a[i - 1] == '/'));
}

/* Aligns the constructs of a run from `from` up to `end` with a sequence. */
static bool align_with(const struct matching *m, const struct sequence *s, const struct run *r, uint32_t from,
                       uint32_t end, uint32_t *found, uint64_t *weight) {
  const struct run_construct **before = malloc((s->count + 1ull) * sizeof *before);
  for (uint32_t i = 0; before && i < s->count; i++)
    before[i] = m->constructs[s->members[i]].latest;
  bool good = before && align(before, s->count, r->constructs + from, end - from, found, weight);
  free(before);
  return good;
}

/* This is where constructs of a run are looked for. */
struct place {
  uint32_t from, end; /* the run's */
  struct sequence *in;
};

static struct sequence *same_place(struct matching *m, const struct run_construct *c) {
  for (uint32_t i = 0; i < m->sequence_count; i++)
    if (m->sequences[i].taken != m->runs && strcmp(m->sequences[i].function, c->function) == 0 &&
        strcmp(m->sequences[i].file, c->file) == 0)
      return &m->sequences[i];
  return NULL;
}

/* Finds the function in a file of another name: in the file whose path has most parts in common, and among equal files
 * by the constructs in common. */
static bool find_elsewhere(struct matching *m, const struct run *r, struct place *p, uint32_t *found) {
  const struct run_construct *c = &r->constructs[p->from];
  uint32_t most = 0;
  uint64_t heaviest = 0, weight;
  for (uint32_t i = 0; i < m->sequence_count; i++) {
    struct sequence *s = &m->sequences[i];
    uint32_t parts = common_parts(s->file, c->file);
    if (s->taken == m->runs || strcmp(s->function, c->function) != 0 || parts < most)
      continue;
    if (!align_with(m, s, r, p->from, p->end, found, &weight))
      return false;
    if (weight && (!p->in || parts > most || weight > heaviest)) {
      p->in = s;
      most = parts;
      heaviest = weight;
    }
  }
  return true;
}

/* Returns the number of a new sequence, or RUN_NONE. */
static struct sequence *new_sequence(struct matching *m) {
  if (!POMP_ARRAY_ROOM(m->sequences, m->sequence_room, m->sequence_count + 1ull))
    return NULL;
  m->sequences[m->sequence_count] = (struct sequence){.count = 0};
  return &m->sequences[m->sequence_count++];
}

/* Puts a new construct into a sequence. */
static bool insert(struct matching *m, struct sequence *s, uint32_t at, const struct run_construct *c,
                   uint32_t *number) {
  if (!POMP_ARRAY_ROOM(m->constructs, m->construct_room, m->construct_count + 1ull) ||
      !POMP_ARRAY_ROOM(s->members, s->room, s->count + 1ull))
    return false;
  memmove(s->members + at + 1, s->members + at, (s->count - at) * sizeof *s->members);
  s->members[at] = *number = m->construct_count;
  m->constructs[m->construct_count++] = (struct matched){c, c};
  s->count++;
  return true;
}

/* Gives the constructs of a place their numbers. */
static bool settle(struct matching *m, const struct run *r, const struct place *p, uint32_t *found, uint32_t *numbers) {
  struct sequence *s = p->in ? p->in : new_sequence(m);
  uint64_t weight;
  if (!s || !align_with(m, s, r, p->from, p->end, found, &weight))
    return false;
  s->function = r->constructs[p->from].function;
  s->file = r->constructs[p->from].file;
  s->taken = m->runs;
  uint32_t at = 0, inserted = 0;
  for (uint32_t c = p->from; c < p->end; c++) {
    if (s->members && found[c - p->from] != RUN_NONE) {
      at = found[c - p->from] + inserted;
      numbers[c] = s->members[at++];
      m->constructs[numbers[c]].latest = &r->constructs[c];
    } else {
      if (!insert(m, s, at++, &r->constructs[c], &numbers[c]))
        return false;
      inserted++;
    }
  }
  return true;
}

/* Places with the same function and file are settled first, so that a renamed file can't take what is another's. */
static bool settle_all(struct matching *m, const struct run *r, struct place *places, uint32_t count, uint32_t *found,
                       uint32_t *numbers) {
  bool good = true;
  for (uint32_t i = 0; good && i < count; i++) {
    places[i].in = same_place(m, &r->constructs[places[i].from]);
    if (places[i].in)
      good = settle(m, r, &places[i], found, numbers);
  }
  for (uint32_t i = 0; good && i < count; i++)
    if (!places[i].in)
      good = find_elsewhere(m, r, &places[i], found) && settle(m, r, &places[i], found, numbers);
  return good;
}

bool matching_add(struct matching *m, const struct run *r, uint32_t *numbers) {
  struct place *places = malloc((r->construct_count + 1ull) * sizeof *places);
  uint32_t *found = malloc((r->construct_count + 1ull) * sizeof *found), count = 0;
  m->runs++;
  for (uint32_t from = 0; places && from < r->construct_count; from = places[count++].end)
    places[count] = (struct place){from, run_sequence_end(r, from), NULL};
  bool good = places && found && settle_all(m, r, places, count, found, numbers);
  free(places);
  free(found);
  return good;
}
