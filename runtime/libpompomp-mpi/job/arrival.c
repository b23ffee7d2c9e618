/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arrival.c - "I have come" goes up the tree, and "all have come" down again; all receives can be given up.
 * Not here: the tree (rank_tree.c). */
#include "job/arrival.h"
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

static size_t read_text(const char *path, char *text, size_t size) {
  int fd = pomp_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  ssize_t n = fd < 0 ? -1 : pomp_sys_read(fd, text, size - 1);
  if (fd >= 0)
    pomp_sys_close(fd);
  text[n > 0 ? n : 0] = 0;
  return n > 0 ? (size_t)n : 0;
}

/* Reads when the process was started, in clock ticks. 0: there is none, or it is dead and nobody has asked yet of what.
 */
static uint64_t start_of(uint64_t pid) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%llu/stat", (unsigned long long)pid);
  char *at = read_text(path, text, sizeof text) ? strrchr(text, ')') : NULL; /* the name before it may be any text */
  if (!at || at[1] != ' ' || at[2] == 'Z' || at[2] == 'X')
    return 0;
  for (int field = 2; at && field < 22; field++)
    at = strchr(at + 1, ' ');
  return at ? strtoull(at, NULL, 10) : 0;
}

static struct process this_process(void) {
  char text[64];
  struct stat s;
  struct process p = {.machine = 0xcbf29ce484222325u, .pid = (uint64_t)pomp_sys_getpid()};
  if (!read_text("/proc/sys/kernel/random/boot_id", text, sizeof text) || pomp_sys_stat("/proc/self/ns/pid", &s) != 0)
    return (struct process){.machine = 0}; /* nobody can know whether it is alive */
  for (const char *c = text; *c; c++)
    p.machine = (p.machine ^ (unsigned char)*c) * 0x100000001b3u;
  p.space = s.st_ino;
  p.start = start_of(p.pid);
  return p;
}

/* True if it is known. A process that can't be seen from here counts as alive. */
static bool is_dead(const struct process *p) {
  if (!own.start || !p->start || p->machine != own.machine || p->space != own.space)
    return false;
  return start_of(p->pid) != p->start;
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
    /* What it has sent before it died is here by now: the next test sees it, if anything is to be seen. */
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
