/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* by_rank.h - opens an experiment process by process, with the call paths of no more than one of them in memory.
 * Not here: which views can do with that (report_view.h), how processes are read (tools/files/rank_reader.h), who
 * shares the work (tools/sums). */
#ifndef COMMANDS_REPORT_BY_RANK_H
#define COMMANDS_REPORT_BY_RANK_H

#include "findings/analysed_experiment.h"
#include "show/report_view.h"

enum by_rank {
  BY_RANK,         /* the analysis has been put together */
  BY_RANK_WHOLE,   /* the experiment has been loaded with all its call paths, and nothing more */
  BY_RANK_REFUSED, /* it has something that takes them all: it is to be loaded as usual */
  BY_RANK_FAILED   /* it can't be loaded; the reason has been printed */
};

/* True if that is enough for what is asked. */
bool by_rank_wanted(const struct report_request *request);

/* Opens the experiment, and computes what follows. After BY_RANK, by_rank_free is to be called before analysis_free;
 * after BY_RANK_WHOLE and BY_RANK, experiment_free. by_rank_free may be called after
 * whatever has opened it: it frees what was found of samples as well. */
enum by_rank by_rank_open(struct analysed_experiment *o, const struct report_request *request, const char *name);
void by_rank_free(struct analysed_experiment *o);

#endif
