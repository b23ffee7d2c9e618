/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_tables.c - makes and frees the tables of a trace, but for those of call paths (traced_run_paths.c).
 * Not here: when a trace is in memory (job_traces.c). */
#include "sums/rank_tables.h"
#include "base/user_error.h"
#include "pomp_array.h"
#include "sums/dropped_paths.h"
#include "sums/job_traces.h"

#include <stdlib.h>
#include <string.h>

/* --- what is known of a rank that is not in memory --- */

static bool add_other(struct rank_keys *k, struct other_key other) {
  if (!POMP_ARRAY_ROOM(k->others, k->others_room, k->other_count + 1ull))
    return false;
  k->others[k->other_count++] = other;
  return true;
}

/* Notes what the construct is in the whole. False if another one is noted already, or there is no room. */
static bool note_construct(struct rank_keys *k, uint32_t own, uint32_t common) {
  if (own >= k->construct_count)
    return false;
  if (!k->constructs[own])
    k->constructs[own] = common + 1;
  return k->constructs[own] == common + 1;
}

/* Takes a call path of the trace that the process has with this key, if it has. */
static bool take_node(struct rank_keys *k, const struct trace_node *n, const struct node *of_process) {
  if (!of_process || n->location != of_process->location || POMP_KEY_ROLE(n->key) != POMP_KEY_ROLE(of_process->key))
    return add_other(k, (struct other_key){n->number, 0, true});
  return note_construct(k, POMP_KEY_CONSTRUCT(n->key), POMP_KEY_CONSTRUCT(of_process->key)) ||
         add_other(k, (struct other_key){n->number, of_process->key, false});
}

static bool take_nodes(struct rank_keys *k, const struct trace *t, const struct experiment *rank) {
  uint32_t *found = malloc((t->node_count + 1ull) * sizeof *found);
  bool good = found != NULL;
  for (uint32_t i = 0; good && i < t->node_count; i++)
    found[i] = NO_NODE;
  for (uint32_t i = 0; good && i < rank->node_count; i++) {
    const uint32_t at = trace_node_find(t, rank->origins[i].number);
    if (at != TRACE_NO_NODE)
      found[at] = i;
  }
  for (uint32_t i = 0; good && i < t->node_count; i++)
    good = take_node(k, &t->nodes[i], found[i] == NO_NODE ? NULL : &rank->nodes[found[i]]);
  free(found);
  return good;
}

/* Most ranks have met the same constructs in the same order. */
static void share(struct rank_keys *k, const struct rank_keys *before) {
  if (!before || before->construct_count != k->construct_count ||
      memcmp(before->constructs, k->constructs, k->construct_count * sizeof *k->constructs) != 0)
    return;
  free(k->constructs);
  k->constructs = before->constructs;
  k->shared = true;
}

bool rank_keys_find(struct rank_keys *k, const struct trace *t, const struct experiment *rank,
                    const struct rank_keys *before) {
  *k = (struct rank_keys){.construct_count = rank->construct_count + 1};
  k->constructs = calloc(k->construct_count, sizeof *k->constructs);
  const bool good = k->constructs && take_nodes(k, t, rank);
  if (good)
    share(k, before);
  return good;
}

void rank_keys_free(struct rank_keys *k) {
  if (!k->shared)
    free(k->constructs);
  free(k->others);
}

/* --- the tables --- */

/* Goes through the nodes of a trace, and what is known of others, which both are in ascending order of their numbers.
 */
static const struct other_key *other_of(const struct rank_keys *k, uint32_t *at, uint32_t number) {
  while (*at < k->other_count && k->others[*at].number < number)
    ++*at;
  return *at < k->other_count && k->others[*at].number == number ? &k->others[*at] : NULL;
}

/* Returns the key in the whole, and in `*region` the region, or NO_REGION. */
static uint32_t key_of(const struct traced_run *whole, const struct rank_keys *k, const struct other_key *other,
                       uint32_t key, uint32_t *region) {
  const uint32_t own = POMP_KEY_CONSTRUCT(key), common = own < k->construct_count ? k->constructs[own] : 0;
  const uint32_t found = other ? other->key : POMP_KEY(common ? common - 1 : POMP_MAX_CONSTRUCTS, POMP_KEY_ROLE(key));
  *region = POMP_KEY_ROLE(found) == POMP_ROLE_BLAME ? NO_REGION : analysis_region(&whole->analysis, found);
  return found;
}

/* Call paths without the region that they should have were added to the file after it was read. */
static bool drop_others(const struct traced_run *whole, struct traced_run *r, const struct rank_keys *k) {
  unsigned char *marks = calloc(r->trace->node_count + 1ull, 1);
  uint32_t at = 0, region;
  if (!marks)
    return user_error(r->file.path, "not enough memory");
  for (uint32_t i = 0; i < r->trace->node_count; i++) {
    const struct trace_node *n = &r->trace->nodes[i];
    const struct other_key *other = other_of(k, &at, n->number);
    const uint32_t key = key_of(whole, k, other, n->key, &region);
    marks[i] = (other && other->dropped) || (region == NO_REGION && POMP_KEY_ROLE(key) != POMP_ROLE_BLAME);
  }
  return traced_run_drop_call_paths(r, marks);
}

bool rank_tables_make(const struct traced_run *whole, struct traced_run *r, const struct rank_keys *k) {
  uint32_t at = 0;
  if (!drop_others(whole, r, k))
    return false;
  const struct trace *t = r->trace;
  r->keys = malloc((t->node_count + 1ull) * sizeof *r->keys);
  r->regions = malloc((t->node_count + 1ull) * sizeof *r->regions);
  bool good = r->keys && r->regions;
  for (uint32_t i = 0; good && i < t->node_count; i++) {
    const struct trace_node *n = &t->nodes[i];
    r->keys[i] = key_of(whole, k, other_of(k, &at, n->number), n->key, &r->regions[i]);
  }
  good = good && (!whole->job->by_rank || traced_run_find_paths(r, whole->job->path_list));
  return good || user_error(r->file.path, "not enough memory");
}

void rank_tables_free(struct traced_run *r) {
  free(r->keys);
  free(r->regions);
  free(r->paths);
  r->keys = r->regions = r->paths = NULL;
}
