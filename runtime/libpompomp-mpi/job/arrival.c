/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arrival.c - "I have come" goes up the tree, and "all have come" down again; all receives can be given up.
 * Not here: the tree (rank_tree.c). */
#include "job/arrival.h"
#include "pomp_hash.h"
#include "pomp_process.h"
#include "pomp_system.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_PROCESS = 6, TAG_UP, TAG_DOWN };

/* It tells a process from all others: of this machine as long as it runs, in this space of process numbers. */
struct process {
  uint64_t machine, space, pid, start;
};

static struct process own, above, below[POMP_TREE_CHILDREN];

/* --- processes --- */

static struct process this_process(void) {
  char text[64];
  struct process p = {.pid = (uint64_t)pomp_sys_getpid()};
  if (pomp_process_read("/proc/sys/kernel/random/boot_id", text, sizeof text) <= 0 || !(p.space = pomp_process_space()))
    return (struct process){.machine = 0}; /* nobody can know whether it is alive */
  p.machine = pomp_hash_text(POMP_HASH_BEGIN, text);
  p.start = pomp_process_own_start();
  return p;
}

/* True if it is known. A process that can't be seen from here counts as alive. */
static bool is_dead(const struct process *p) {
  if (!own.start || !p->start || p->machine != own.machine || p->space != own.space)
    return false;
  return pomp_process_is_gone(p->pid, p->start);
}

void pomp_arrival_begin(const struct pomp_tree *t) {
  MPI_Request requests[2 * (POMP_TREE_CHILDREN + 1)];
  int count = 0, words = (int)(sizeof own / sizeof(uint64_t));
  own = this_process();
  for (int i = 0; i <= t->child_count; i++) {
    bool up = i == t->child_count;
    int neighbour = up ? t->parent : t->children[i];
    if (neighbour < 0)
      continue;
    PMPI_Irecv(up ? &above : &below[i], words, MPI_UINT64_T, neighbour, TAG_PROCESS, t->comm, &requests[count++]);
    PMPI_Isend(&own, words, MPI_UINT64_T, neighbour, TAG_PROCESS, t->comm, &requests[count++]);
  }
  PMPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

/* --- messages --- */

/* Waits for a neighbour's word. False: it has died before it could send one. */
static bool receive(const struct pomp_tree *t, const struct process *from, int neighbour, int tag, int *word) {
  struct timespec pause = {0, 1000};
  MPI_Request request;
  int done = 0;
  if (PMPI_Irecv(word, 1, MPI_INT, neighbour, tag, t->comm, &request) != MPI_SUCCESS)
    return false;
  for (unsigned tries = 0;; tries++) {
    if (PMPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      return false;
    if (done)
      return true;
    /* A message that it sent before it died is here by now, so that the next test sees it. */
    if (tries % 64 == 63 && is_dead(from) && PMPI_Test(&request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS) {
      if (done)
        return true;
      PMPI_Cancel(&request);
      PMPI_Wait(&request, MPI_STATUS_IGNORE);
      return false;
    }
    pomp_sys_nanosleep(&pause);
    if (pause.tv_nsec < 1000000)
      pause.tv_nsec += pause.tv_nsec / 2;
  }
}

static bool send_word(const struct pomp_tree *t, int to, int tag, int word) {
  return PMPI_Send(&word, 1, MPI_INT, to, tag, t->comm) == MPI_SUCCESS;
}

bool pomp_arrive(const struct pomp_tree *t) {
  int all = 1, word;
  for (int i = 0; i < t->child_count; i++)
    all &= receive(t, &below[i], t->children[i], TAG_UP, &word) && word;
  if (t->parent >= 0)
    all = send_word(t, t->parent, TAG_UP, all) && receive(t, &above, t->parent, TAG_DOWN, &word) && word;
  for (int i = t->child_count; i-- > 0;)
    if (!is_dead(&below[i]))
      send_word(t, t->children[i], TAG_DOWN, all);
  return all;
}
