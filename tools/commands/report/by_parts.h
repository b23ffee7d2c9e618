/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* by_parts.h - opens an experiment process by process, with the call paths of no more than one of them in memory.
 * Not here: which views can do with that (report_view.h), how processes are read (tools/files/parts.h), who shares the
 * work (tools/sums). */
#ifndef COMMANDS_REPORT_BY_PARTS_H
#define COMMANDS_REPORT_BY_PARTS_H

#include "findings/opened.h"
#include "show/report_view.h"

enum by_parts {
  BY_PARTS,         /* the analysis has been put together */
  BY_PARTS_WHOLE,   /* the experiment has been loaded with all its call paths, and nothing more */
  BY_PARTS_REFUSED, /* it has something that takes them all: it is to be loaded as usual */
  BY_PARTS_FAILED   /* it can't be loaded; the reason has been printed */
};

/* True if that is enough for what is asked. */
bool by_parts_wanted(const struct asked *asked);

/* Opens the experiment, and computes what follows. After BY_PARTS, by_parts_free is to be called before analysis_free;
 * after BY_PARTS_WHOLE and BY_PARTS, experiment_free. by_parts_free may be called after
 * whatever has opened it: it frees what was found of samples as well. */
enum by_parts by_parts_open(struct opened *o, const struct asked *asked, const char *name);
void by_parts_free(struct opened *o);

#endif
