/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* members.h - which ranks of MPI_COMM_WORLD have one experiment together: those that are measured. The others may have
 * no library of ours, so no function of MPI may be called for which they would be needed. Not here: how processes
 * without MPI find each other (marks.h), what the members do together (job.c). */
#ifndef POMP_MPI_MEMBERS_H
#define POMP_MPI_MEMBERS_H

#include <stdint.h>

/* MPI is going to begin. */
void pomp_members_expect(void);

/* Why a rank of a job has an experiment of its own. */
enum pomp_members_unknown {
  POMP_MEMBERS_KNOWN,
  POMP_MEMBERS_UNMEASURED, /* the process is not measured, and is no member */
  POMP_MEMBERS_OWN,        /* the user wants it so */
  POMP_MEMBERS_UNNAMED,    /* the launcher has not named the job */
  POMP_MEMBERS_UNMARKED,   /* the process can leave no mark, or has come too late */
};

struct pomp_members {
  int *ranks; /* ascending, in MPI_COMM_WORLD; from malloc */
  int count;  /* 0: nobody knows who the members are, so the process is alone */
  enum pomp_members_unknown why;
  uint64_t job; /* a number that all processes of the job get; 0: the launcher has not named it */
};

/* MPI has begun, and `rank` and `size` are those of MPI_COMM_WORLD. No function of MPI is called here. The members get
 * the same answer. */
struct pomp_members pomp_members_find(int rank, int size);

/* All members have got the answer. This must be called after each pomp_members_find. */
void pomp_members_end(struct pomp_members *m, int size);

#endif
