/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_choice.c - the functions of phase_choice.h. */
#include "phase_choice.h"
#include "phases.h"
#include "pomp_names.h"
#include "user_error.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROFILE "profile-"

const char *load_phase;

struct choice {
  char region[1024]; /* "": any */
  uint64_t number;
  bool is_profile;
};

static bool read_choice(const char *text, struct choice *c) {
  const char *colon = strrchr(text, ':'), *number = colon ? colon + 1 : text;
  char *end;
  snprintf(c->region, sizeof c->region, "%.*s", colon ? (int)(colon - text) : 0, text);
  c->is_profile = strncmp(number, PROFILE, strlen(PROFILE)) == 0;
  number += c->is_profile ? strlen(PROFILE) : 0;
  errno = 0;
  c->number = strtoull(number, &end, 10);
  return isdigit((unsigned char)*number) && !*end && !errno && c->number && (!colon || *c->region);
}

static void name_of(const struct experiment *e, const struct phase *p, char *name, size_t size) {
  const uint32_t key = e->nodes[p->node].key;
  const struct construct *c = &e->constructs[POMP_KEY_CONSTRUCT(key) - 1];
  pomp_region_name(name, size, POMP_KEY_ROLE(key), c->name, c->sub_name);
}

static bool is_called(const struct experiment *e, const struct phase *p, const char *wanted) {
  char name[1024];
  const uint32_t key = e->nodes[p->node].key;
  const struct construct *c = &e->constructs[POMP_KEY_CONSTRUCT(key) - 1];
  name_of(e, p, name, sizeof name);
  return !*wanted || strcmp(name, wanted) == 0 || strcmp(c->sub_name, wanted) == 0 ||
         strcmp(pomp_construct_name(c->name), wanted) == 0;
}

/* Finds a phase that is called so. NULL, with a message, if there is none, or if other regions are called so, too. */
static const struct phase *find(const struct loaded *l, const struct choice *c) {
  const struct experiment *e = &l->experiment;
  const struct phase *found = NULL;
  char name[1024];
  for (uint32_t i = 0; i < e->phase_count; i++) {
    const struct phase *p = &e->phases[i];
    if (p->node == NO_NODE || !is_called(e, p, c->region))
      continue;
    if (found && e->nodes[p->node].key != e->nodes[found->node].key) {
      name_of(e, found, name, sizeof name);
      return user_error(l->directory, "several regions are phases: name one of them, as --phase='%s:%llu'", name,
                        (unsigned long long)c->number),
             NULL;
    }
    found = p;
  }
  if (!found && !e->phase_count)
    user_error(l->directory,
               "it has no phases: POMP_PHASES names them, or the word phase behind the begin of a region");
  else if (!found)
    user_error(l->directory, "no phase is called %s; --phases shows them", c->region);
  return found;
}

static uint32_t cluster_of(const struct phase *p, const struct choice *c) {
  if (!c->is_profile)
    return phase_cluster_of(p, c->number);
  return c->number <= p->most && p->clusters[c->number - 1].count ? (uint32_t)(c->number - 1) : PHASE_NONE;
}

/* Says what is shown. */
static void describe(struct loaded *l, const struct phase *p, const struct choice *c) {
  char name[256];
  const uint32_t cluster = cluster_of(p, c);
  name_of(&l->experiment, p, name, sizeof name);
  if (cluster == PHASE_OPEN) {
    snprintf(l->phase, sizeof l->phase, "Visit %llu of %s, which was not over", (unsigned long long)c->number, name);
    return;
  }
  const struct phase_cluster *k = &p->clusters[cluster];
  if (k->count == 1)
    snprintf(l->phase, sizeof l->phase, "Visit %llu of %llu of %s", (unsigned long long)k->first,
             (unsigned long long)p->begun, name);
  else
    snprintf(l->phase, sizeof l->phase, "Profile %u of %s: %llu visits of %llu that are alike, from %llu to %llu",
             cluster + 1, name, (unsigned long long)k->count, (unsigned long long)p->begun,
             (unsigned long long)k->first, (unsigned long long)k->last);
}

bool phase_choose(struct loaded *l) {
  struct experiment *e = &l->experiment;
  struct choice c;
  if (!read_choice(load_phase, &c))
    return user_error(NULL, "--phase takes the number of a visit, or a profile as profile-3, not %s", load_phase);
  const struct phase *p = find(l, &c);
  uint32_t *wanted = p ? malloc(e->phase_count * sizeof *wanted) : NULL;
  bool any = false;
  if (!p || !wanted)
    return p ? user_error(l->directory, "not enough memory") : false;
  const uint32_t key = e->nodes[p->node].key;
  for (uint32_t i = 0; i < e->phase_count; i++) {
    const bool is_same = e->phases[i].node != NO_NODE && e->nodes[e->phases[i].node].key == key;
    wanted[i] = is_same ? cluster_of(&e->phases[i], &c) : PHASE_NONE;
    if (wanted[i] != PHASE_NONE && !any)
      describe(l, &e->phases[i], &c);
    any |= wanted[i] != PHASE_NONE;
  }
  bool good = any || user_error(l->directory,
                                c.is_profile ? "the phase has no such profile as %s; --phases shows them"
                                             : "the phase has no profile of visit %s; --phases shows them",
                                load_phase);
  good = good && (experiment_of_phases(e, wanted) || user_error(l->directory, "not enough memory"));
  phases_free(e);
  free(wanted);
  return good;
}
