/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* members.c - where the processes of a job leave their marks, and what is believed of them.
 * Not here: the marks (marks.c), the launcher's variables (common/pomp_launch.c). */
#include "job/members.h"
#include "job/marks.h"
#include "pomp_launch.h"
#include "surface/adapter_job.h"

#include <limits.h>
#include <stdlib.h>

#define ON_ONE_NODE "/dev/shm"
enum { SECONDS = 30 /* for all who have left a mark to come out of MPI_Init */ };

static struct pomp_launch launch = {.rank = -1};
static struct pomp_marks marks;
static enum pomp_members_unknown why = POMP_MEMBERS_UNNAMED;

/* Leaves a mark where all processes of the job would look for it. */
static bool leave_mark(void) {
  char place[PATH_MAX] = ON_ONE_NODE;
  return (launch.one_node || pomp_adapter_parent(place)) &&
         pomp_marks_lay(&marks, place, launch.key, launch.rank, !launch.one_node);
}

void pomp_members_expect(void) {
  enum pomp_adapter_ranks choice = pomp_adapter_ranks_choice();
  bool launched = pomp_launch_read(&launch);
  if (pomp_adapter_phase() == POMP_ADAPTER_NONE)
    why = POMP_MEMBERS_UNMEASURED;
  else if (choice == POMP_ADAPTER_RANKS_OWN)
    why = POMP_MEMBERS_OWN;
  else if (choice == POMP_ADAPTER_RANKS_ALL || (launched && (launch.size == 1 || leave_mark())))
    why = POMP_MEMBERS_KNOWN;
  else
    why = launched ? POMP_MEMBERS_UNMARKED : POMP_MEMBERS_UNNAMED;
}

/* Says who the members are, if the process is one. */
static int find(int rank, int size, int *ranks) {
  if (why == POMP_MEMBERS_UNMEASURED)
    return 0;
  bool all = size == 1 || pomp_adapter_ranks_choice() == POMP_ADAPTER_RANKS_ALL;
  for (int i = 0; all && i < size; i++)
    ranks[i] = i;
  if (all)
    return size;
  bool right = why == POMP_MEMBERS_KNOWN && launch.rank == rank && launch.size == size;
  return right ? pomp_marks_meet(&marks, SECONDS, size, ranks) : 0;
}

struct pomp_members pomp_members_find(int rank, int size) {
  struct pomp_members m = {.why = why, .ranks = malloc((size_t)size * sizeof *m.ranks)};
  if (launch.rank == rank && launch.size == size)
    m.job = strtoull(launch.key + sizeof launch.key / 2, NULL, 16) | 1;
  if (m.ranks)
    m.count = find(rank, size, m.ranks);
  if (!m.count && m.why == POMP_MEMBERS_KNOWN)
    m.why = POMP_MEMBERS_UNMARKED;
  return m;
}

void pomp_members_end(struct pomp_members *m, int size) {
  pomp_marks_remove(&marks, size, m->ranks, m->count);
  free(m->ranks);
  m->ranks = NULL;
}
