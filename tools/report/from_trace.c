/* from_trace.c - the profile that follows from a trace.
 * Not here: how records become numbers (tools/trace/replay.c). */
#include "from_trace.h"
#include "replay.h"

#include <stdio.h>
#include <stdlib.h>

static bool fail(char *error, size_t size, const char *what) {
  snprintf(error, size, "%s", what);
  return false;
}

/* By the limits of a measured profile. */
static bool is_possible(const struct replay_numbers *n, uint64_t most, uint32_t key) {
  uint64_t wait = POMP_KEY_ROLE(key) == POMP_ROLE_TASK && n->visits ? n->wait / n->visits : n->wait;
  return n->inclusive <= most && wait <= most && n->max <= most && (n->min <= most || n->min == UINT64_MAX);
}

static bool take_over(struct experiment *e, const struct trace *t, const struct replay_numbers *numbers, char *error,
                      size_t size) {
  const struct process *p = &e->processes[0];
  uint64_t begin = p->header.sync[0].tick, end = p->end_tick;
  uint64_t most = end - begin + (uint64_t)((double)p->base_tick / (double)p->base_ns * 1e9);
  for (uint32_t i = 0; i < e->node_count; i++) {
    struct node *n = &e->nodes[i];
    uint32_t at = trace_node_find(t, n->number);
    struct replay_numbers none = {.min = UINT64_MAX};
    const struct replay_numbers *from = at == TRACE_NO_NODE ? &none : &numbers[at];
    if (at != TRACE_NO_NODE && (t->nodes[at].key != n->key || t->nodes[at].location != n->location))
      return fail(error, size, "damaged: the trace's call paths are not those of the profile");
    if (!is_possible(from, most, n->key))
      return fail(error, size, "damaged: an impossible time in the trace");
    n->visits = from->visits;
    n->inclusive = from->inclusive;
    n->min = from->min;
    n->max = from->max;
    n->wait = from->wait;
    n->start = from->start;
    if (n->start && n->start < end)
      n->inclusive += end - (n->start > begin ? n->start : begin);
  }
  return true;
}

bool from_trace(struct experiment *e, const struct trace *t, uint64_t *misfits, char *error, size_t error_size) {
  if (e->process_count != 1)
    return fail(error, error_size, "the profile of a job can't be computed from traces");
  struct replay_numbers *numbers = malloc((t->node_count + 1ull) * sizeof *numbers);
  bool good = numbers
                  ? replay_all(t, numbers, misfits, error, error_size) && take_over(e, t, numbers, error, error_size)
                  : fail(error, error_size, "not enough memory");
  free(numbers);
  return good;
}
