/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_choice.c - reads what the user has written of a phase, finds the visit, and leaves of an experiment, or of each
 * of its ranks, what belongs to it. */
#include "files/phase_choice.h"
#include "base/user_error.h"
#include "files/phases.h"
#include "pomp_bytes.h"
#include "pomp_names.h"

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

static void name_of(const struct experiment *e, uint32_t key, char *name, size_t size) {
  const struct construct *c = &e->constructs[POMP_KEY_CONSTRUCT(key) - 1];
  pomp_region_name(name, size, POMP_KEY_ROLE(key), c->name, c->sub_name);
}

static bool is_called(const struct experiment *e, uint32_t key, const char *wanted) {
  char name[1024];
  const struct construct *c = &e->constructs[POMP_KEY_CONSTRUCT(key) - 1];
  name_of(e, key, name, sizeof name);
  return !*wanted || strcmp(name, wanted) == 0 || strcmp(c->sub_name, wanted) == 0 ||
         pomp_begins_with(pomp_construct_name(c->name), wanted);
}

/* Finds the region of the phases that are called so, 0: there are none. False: another region, `*other`, is called so
 * as well. */
static bool find(const struct experiment *e, const struct choice *c, uint32_t *key, uint32_t *other) {
  *key = 0;
  for (uint32_t i = 0; i < e->phase_count; i++) {
    const struct phase *p = &e->phases[i];
    if (p->node == NO_NODE || !is_called(e, e->nodes[p->node].key, c->region))
      continue;
    *other = e->nodes[p->node].key;
    if (*key && *key != *other)
      return false;
    *key = *other;
  }
  return true;
}

/* Says that what the user has named is no phase, and how it becomes one. */
static bool fail_named(const struct loaded *l, const char *name) {
  const struct experiment *e = &l->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const uint32_t role = POMP_KEY_ROLE(e->nodes[i].key);
    if ((role == POMP_ROLE_USER || role == POMP_ROLE_FORK) && is_called(e, e->nodes[i].key, name))
      return user_error(l->directory, "%s is no phase: run again with POMP_PHASES='%s'", name, name);
  }
  return user_error(l->directory,
                    "no phase is called %s, nor a function or region that was measured: compile with "
                    "--pomp-functions=all, or write #pragma pomp inst begin(NAME) phase and end(NAME) around its code",
                    name);
}

static bool find_told(const struct loaded *l, const struct choice *c, uint32_t *key) {
  const struct experiment *e = &l->experiment;
  char name[1024];
  uint32_t other;
  if (!find(e, c, key, &other)) {
    name_of(e, *key, name, sizeof name);
    return user_error(l->directory, "several regions are phases: name one of them, as --phase='%s:%llu'", name,
                      (unsigned long long)c->number);
  }
  if (!*key && *c->region)
    return fail_named(l, c->region);
  return *key ||
         user_error(
             l->directory,
             "it has no phases: POMP_PHASES=NAME makes them of a measured function or region when the program runs, "
             "#pragma pomp inst begin(NAME) phase and end(NAME) of any code");
}

static uint32_t cluster_of(const struct phase *p, const struct choice *c) {
  if (!c->is_profile)
    return phase_cluster_of(p, c->number);
  return c->number <= p->most && p->clusters[c->number - 1].count ? (uint32_t)(c->number - 1) : PHASE_NONE;
}

/* Writes what is shown. */
static void describe(const struct experiment *e, const struct phase *p, const struct choice *c, char *text,
                     size_t size) {
  char name[256];
  const uint32_t cluster = cluster_of(p, c);
  name_of(e, e->nodes[p->node].key, name, sizeof name);
  if (cluster == PHASE_OPEN) {
    snprintf(text, size, "Visit %llu of %s, which was not over", (unsigned long long)c->number, name);
    return;
  }
  const struct phase_cluster *k = &p->clusters[cluster];
  if (k->count == 1)
    snprintf(text, size, "Visit %llu of %llu of %s", (unsigned long long)k->first, (unsigned long long)p->begun, name);
  else
    snprintf(text, size, "Profile %u of %s: %llu visits of %llu that are alike, from %llu to %llu", cluster + 1, name,
             (unsigned long long)k->count, (unsigned long long)p->begun, (unsigned long long)k->first,
             (unsigned long long)k->last);
}

/* Leaves nothing of the experiment but what is wanted of the phases of this region. False: not enough memory. */
static bool leave_wanted(struct experiment *e, const struct choice *c, uint32_t key) {
  char text[512] = "";
  uint32_t *wanted = malloc((e->phase_count + 1ull) * sizeof *wanted);
  for (uint32_t i = 0; wanted && i < e->phase_count; i++) {
    const struct phase *p = &e->phases[i];
    wanted[i] = p->node != NO_NODE && e->nodes[p->node].key == key ? cluster_of(p, c) : PHASE_NONE;
    if (wanted[i] != PHASE_NONE && !*text)
      describe(e, p, c, text, sizeof text);
  }
  if (*text)
    e->phase = strdup(text);
  e->phase_key = key;
  const bool good = wanted && (!*text || e->phase) && experiment_of_phases(e, wanted);
  phases_free(e);
  free(wanted);
  return good;
}

bool phase_choose(struct loaded *l) {
  struct experiment *e = &l->experiment;
  struct choice c;
  uint32_t key;
  if (!read_choice(load_phase, &c))
    return user_error(NULL, "--phase takes the number of a visit, or a profile as profile-3, not %s", load_phase);
  if (!find_told(l, &c, &key))
    return false;
  return (leave_wanted(e, &c, key) || user_error(l->directory, "not enough memory")) &&
         (e->phase || user_error(l->directory,
                                 c.is_profile ? "the phase has no such profile as %s; --phases shows them"
                                              : "the phase has no profile of visit %s; --phases shows them",
                                 load_phase));
}

/* --- process by process --- */

bool phase_choose_rank(struct experiment *rank) {
  struct choice c;
  uint32_t key, other;
  return read_choice(load_phase, &c) && find(rank, &c, &key, &other) && leave_wanted(rank, &c, key);
}

void phase_put_chosen(const struct experiment *rank, struct pomp_bytes *to) {
  const uint32_t length = rank->phase ? (uint32_t)strlen(rank->phase) : 0;
  POMP_BYTES_PUT(to, rank->processes[0].since_tick);
  POMP_BYTES_PUT(to, rank->phase_key);
  POMP_BYTES_PUT(to, length);
  pomp_bytes_put(to, rank->phase, length);
}

bool phase_add_chosen(struct experiment *frame, uint32_t process, struct pomp_bytes *from) {
  char text[512] = "";
  uint32_t key, length;
  POMP_BYTES_TAKE(from, frame->processes[process].since_tick);
  POMP_BYTES_TAKE(from, key);
  POMP_BYTES_TAKE(from, length);
  if (from->failed || length >= sizeof text || (key && frame->phase_key && key != frame->phase_key))
    return false;
  pomp_bytes_take(from, text, length);
  frame->phase_key = key ? key : frame->phase_key;
  if (length && !frame->phase)
    frame->phase = strdup(text);
  return !from->failed && (!length || frame->phase);
}

bool phase_conclude_chosen(struct experiment *frame) {
  if (!frame->phase)
    return false;
  phases_forget(frame);
  return true;
}
