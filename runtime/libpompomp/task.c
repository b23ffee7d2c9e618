/* task.c - tasks have call trees of their own.
 *
 * A task that executes at a taskwait, a barrier or its creation is none of the region's work: were it entered there,
 * its time would be the region's, and a recursive program would have as many call paths as it has tasks. So its begin
 * suspends what is open on the thread, and its own regions go below a node at the location's root; its end resumes what
 * was suspended, with its time left out. Tied tasks end in the reverse order of their beginnings on a thread
 * (OpenMP 5.2, 12.10: task scheduling constraint), so a stack is enough. */
#include "task.h"
#include "measurement.h"

#include <string.h>

/* What is suspended: for each open node, from `current` up to but without the root, its start; then one entry with the
 * node that was current and the time of the suspension. */
struct pomp_saved {
  struct pomp_node *node;
  uint64_t start;
};

static uint32_t depth_of(const struct pomp_node *n) {
  uint32_t depth = 0;
  for (; n->parent; n = pomp_node_at(n->parent))
    depth++;
  return depth;
}

/* Room for `more` entries. False: no memory. Under the slow lock, as all changes to the arena are. */
static bool make_room(struct pomp_thread *t, uint32_t more) {
  if (t->saved_count + more <= t->saved_room)
    return true;
  if (!pomp_slow_begin())
    return false;
  uint32_t room = t->saved_room ? t->saved_room * 2 : 64;
  while (room < t->saved_count + more)
    room *= 2;
  struct pomp_saved *saved = pomp_is_measuring() ? pomp_arena_scratch((size_t)room * sizeof *saved) : NULL;
  if (saved && t->saved) {
    memcpy(saved, t->saved, t->saved_count * sizeof *saved);
    pomp_arena_scratch_free(t->saved, (size_t)t->saved_room * sizeof *saved);
  }
  if (saved) {
    t->saved = saved;
    t->saved_room = room;
  }
  pomp_slow_end();
  return saved != NULL;
}

static void suspend(struct pomp_thread *t, uint64_t now) {
  for (struct pomp_node *n = t->current; n->parent; n = pomp_node_at(n->parent)) {
    t->saved[t->saved_count++] = (struct pomp_saved){n, POMP_LOAD(n->start)};
    POMP_STORE(n->start, 0);
  }
  t->saved[t->saved_count++] = (struct pomp_saved){t->current, now};
  t->current = pomp_node_at(t->location->root);
}

static void resume(struct pomp_thread *t, uint64_t now) {
  struct pomp_saved top = t->saved[--t->saved_count];
  uint64_t away = now > top.start ? now - top.start : 0;
  for (uint32_t depth = depth_of(top.node); depth; depth--) {
    struct pomp_saved s = t->saved[--t->saved_count];
    POMP_STORE(s.node->start, s.start + away);
  }
  t->current = top.node;
}

void pomp_task_begin(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  bool suspended = false;
  if (t && pomp_is_on() && !pomp_tls.skipped && t->current->parent && make_room(t, depth_of(t->current) + 1)) {
    suspend(t, pomp_clock());
    suspended = true;
  }
  if (!pomp_enter(d, POMP_ROLE_TASK) && suspended && pomp_tls.here == t && pomp_is_measuring())
    resume(t, pomp_clock());
}

void pomp_task_end(struct ompregdescr *d) {
  uint64_t now = pomp_exit(d, POMP_ROLE_TASK);
  struct pomp_thread *t = pomp_tls.here;
  if (now && t->saved_count && !t->current->parent)
    resume(t, now);
}

struct pomp_node *pomp_task_abandon(struct pomp_thread *t, uint32_t key, uint64_t now) {
  struct pomp_node *found = NULL;
  for (uint32_t at = t->saved_count; at && !found;) {
    struct pomp_node *top = t->saved[at - 1].node;
    for (struct pomp_node *n = top; n->parent && !found; n = pomp_node_at(n->parent))
      found = n->key == key ? n : NULL;
    at -= depth_of(top) + 1;
    if (!found)
      continue;
    while (t->saved_count > at) {
      pomp_close_inside(t, pomp_node_at(t->location->root), now);
      resume(t, now);
    }
  }
  return found;
}

void pomp_task_forget(struct pomp_thread *t) {
  while (t->saved_count) {
    t->saved_count -= depth_of(t->saved[t->saved_count - 1].node) + 1;
    POMP_ADD(t->location->repaired, 1);
  }
}
