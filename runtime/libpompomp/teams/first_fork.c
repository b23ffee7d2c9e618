/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first_fork.c - copies the times of a thread's call paths, once in a process.
 * Not here: who asks for it (team.c). */
#include "teams/first_fork.h"
#include "records/call_tree.h"
#include "state/gate.h"

uint64_t pomp_first_fork_tick;

/* A visit that is open counts up to now. */
static void copy(struct pomp_node *n, uint64_t now) {
  const uint32_t role = POMP_KEY_ROLE(n->key);
  const uint64_t start = POMP_LOAD(n->start), open = start && start != POMP_SUSPENDED && now > start ? now - start : 0;
  if (role != POMP_ROLE_TEAM && role != POMP_ROLE_BLAME)
    POMP_STORE(n->early, POMP_LOAD(n->inclusive) + open);
}

void pomp_first_fork(struct pomp_thread *t, uint64_t now) {
  uint64_t before = 0;
  if (!__atomic_compare_exchange_n(&pomp_first_fork_tick, &before, now, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return;
  for (struct pomp_paths *p = t->paths; p; p = p->next) {
    struct pomp_node *nodes = pomp_nodes_of(p);
    for (uint32_t i = 0; i < p->count; i++)
      copy(&nodes[i], now);
  }
  POMP_STORE(pomp_file()->first_fork, now);
}
