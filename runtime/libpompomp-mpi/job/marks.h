/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* marks.h - tells which processes of a job will come to a meeting: each leaves a mark in a directory that all ranks
 * see. No process waits for a process that has left no mark. Not here: MPI (members.c).
 *
 * A mark is a symbolic link, which has its text from the moment at which it is there. The mark of rank N is called N
 * and says that the rank will come, or that it was counted as absent, whichever was written first. So all processes
 * read the same mark, however late they are. A process that leaves a mark and dies is not waited for either: each
 * process that has come says so, and within a bounded time one link lists the ranks that meet, or says that none do. */
#ifndef POMP_MPI_MARKS_H
#define POMP_MPI_MARKS_H

#include <stdbool.h>
#include <stdint.h>

struct pomp_marks {
  char path[4096]; /* of the directory */
  uint64_t device, inode;
  int rank;
  bool far;  /* others are on other machines, and see changes late unless they make one themselves */
  bool laid; /* the process's own mark is there */
};

/* The process will come. `place` is where the marks have their directory, `key` is the job's name. False if there can
 * be no mark, or if the others have been counting already: then the process keeps away. */
bool pomp_marks_lay(struct pomp_marks *m, const char *place, const char *key, int rank, bool far);

/* The process has come, and waits so many seconds for those who have left a mark. The result is the number of ranks
 * that meet, and `ranks` gets them in ascending order, with room for `size`. 0: the process does not meet anybody. */
int pomp_marks_meet(struct pomp_marks *m, int seconds, int size, int *ranks);

/* Removes the marks, which the first of `ranks` does for all of those who have met, after their meeting. Who has met
 * nobody (`count` is 0) removes its own, and the directory if no other mark is there. */
void pomp_marks_remove(struct pomp_marks *m, int size, const int *ranks, int count);

#endif
