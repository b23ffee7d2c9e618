/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* opened.h - an experiment and its analysis, which most views print from.
 * Not here: how it is opened (report_main.c). */
#ifndef FINDINGS_OPENED_H
#define FINDINGS_OPENED_H

#include "files/load.h"
#include "sums/analysis.h"

struct late;      /* mpi_waits.h */
struct keep_file; /* keep.h */

/* This is an experiment that was named, or the newest, and what follows from it alone. */
struct opened {
  struct loaded loaded;
  struct analysis analysis;
  bool trace_refused;     /* it has a trace that can't be read, of which the reason has been printed */
  struct keep_file *kept; /* where what locations have is, if processes were read one by one; else NULL */
  struct late *late;      /* the waiting in MPI, if it was wanted and the traces tell it; else NULL */
};

#endif
