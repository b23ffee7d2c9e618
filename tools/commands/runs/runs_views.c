/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runs_views.c - the table of questions that a database can be asked.
 * Not here: the columns (runs_values.c, tools/show), how the options are read (runs_options.c). */
#include "commands/runs/runs_views.h"
#include "commands/runs/answer.h"
#include "show/columns.h"
#include "show/diff_values.h"

/* A row is a question; options, --help and the manual are made from them. */
static const struct run_view views[] = {
    {"trend", "each run, from the first to the last, or some regions of each",
     "run,started,program,host,threads,ranks,wall_s,wall_change_percent,self_s,self_change_percent,wait_s,visits,ready_"
     "percent,"
     "busy,state,experiment",
     HAS_STORED | HAS_TREND, NULL, true, show_trend},
    {"regressions", "what has become slower in the last run, or in those that are named, since those before",
     COMPARED_COLUMNS, HAS_COMPARED, COMPARED_PART, true, show_regressions},
    {"scaling", "wall time, speed-up and efficiency by numbers of threads",
     "program,host,threads,ranks,runs,wall_s,wall_within_s,speedup,efficiency_percent,self_s,self_growth_percent,wait_"
     "s",
     HAS_STORED | HAS_SCALED, NULL, false, show_scaling},
};

const struct run_view *run_view_at(size_t i) { return i < COUNT(views) ? &views[i] : NULL; }
