/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysed_experiment.h - an experiment and its analysis, which most views print from.
 * Not here: how it is opened (report_main.c). */
#ifndef FINDINGS_ANALYSED_EXPERIMENT_H
#define FINDINGS_ANALYSED_EXPERIMENT_H

#include "files/load.h"
#include "sums/analysis.h"

struct late;              /* mpi_waits.h */
struct location_row_file; /* location_row_file.h */

/* This is an experiment that was named, or the newest, and what follows from it alone. */
struct analysed_experiment {
  struct loaded loaded;
  struct analysis analysis;
  bool trace_refused;                 /* it has a trace that can't be read, of which the reason has been printed */
  struct location_row_file *row_file; /* where what locations have is, if processes were read one by one; else NULL */
  struct late *late;                  /* the waiting in MPI, if it was wanted and the traces tell it; else NULL */
};

#endif
