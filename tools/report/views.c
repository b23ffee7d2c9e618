/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* views.c - the table of all views, and what all of them do with their rows.
 * Not here: what is in the rows, which is beside each view; which rows and columns (select.c, view_columns.c). */
#include "views.h"
#include "columns.h"
#include "diff_values.h"
#include "report.h"
#include "user_error.h"

#include <unistd.h>

static bool show_json(const struct shown *s, const struct view *v) {
  return (view_is_worded(s, v) ? report_json_summary : report_json)(s->out, s->loaded, s->analysis);
}

static bool show_arrays(const struct shown *s, const struct view *v) {
  (void)v;
  return report_arrays(s->out, s->loaded, s->analysis);
}
static bool can_arrays(const struct shown *s) {
  (void)s;
  return !isatty(STDOUT_FILENO) ||
         user_error(NULL, "--arrays prints binary numbers, which no terminal shows: redirect them");
}
static bool show_diagnosis(const struct shown *s, const struct view *v) {
  (void)v;
  return report_diagnosis(s->out, s->analysis);
}
static bool show_score_json(const struct shown *s) { return report_score(s, NULL); }
static bool show_diagnosis_json(const struct shown *s) { return report_diagnosis_json(s->out, s->analysis); }

#define PLACE ",region,function,where"
#define MESSAGES "sent,sent_bytes,received,received_bytes"

/* Each row is a view; --help and the manual are made from them. The first is the default. */
static const struct view all_views[] = {
    {"flat", "regions, by the time spent in each itself; waits; tasks (the default)", report_flat, false,
     "self_percent,self_s,incl_s,wait_s,barrier_wait_s,visits,per_visit_s,threads,self_min_s,self_mean_s,self_max_s,"
     "imbalance_percent,cpu_imbalance_percent" PLACE,
     HAS_REGION | HAS_TOTALS | HAS_NAME | HAS_BARRIER | HAS_JOINED, "self_percent"},
    {"constructs", "kinds of constructs: all for loops, all critical sections, all barriers", report_constructs, false,
     "self_percent,self_s,wait_s,visits,threads,regions,region", HAS_REGION | HAS_TOTALS | HAS_NAME | HAS_JOINED,
     "self_percent"},
    {"functions", "functions, with all constructs that are in each", report_functions, false,
     "self_percent,self_s,wait_s,visits,threads,regions,function,where",
     HAS_REGION | HAS_TOTALS | HAS_NAME | HAS_JOINED, "self_percent"},
    {"tree", "call paths, over all threads", report_tree, false,
     "below_percent,below_s,self_percent,self_s,incl_s,wait_s,visits,metrics," MESSAGES ",call_path,function,where",
     HAS_TOTALS | HAS_NAME | HAS_PATH, "below_percent"},
    {"threads", "each thread and place in a team, and the regions on it", report_threads, false,
     "thread,kind,level,team_size,os_thread,cpu,served,in_regions_s,outside_s,idle_s,wait_s,visits,on_cpu_percent,"
     "ready_s,asleep_s,in_teams_percent,repaired,ignored,unfinished,metrics,forked_at",
     HAS_LOCATION | HAS_SUMS, "busy_percent", .word = "all", .word_help = "each of them, however many there are"},
    {"shares", "the regions on each thread and place in a team", report_shares, false,
     "thread,self_percent,self_s,incl_s,wait_s,visits,metrics" PLACE, HAS_LOCATION | HAS_TOTALS | HAS_NAME,
     "self_percent"},
    {"diagnose", "what costs time, where, and what fixing it would save", show_diagnosis, false,
     .json = show_diagnosis_json},
    {"efficiency", "POP's efficiencies of the run, and which factor loses what; several experiments: how they scale",
     report_efficiency, false,
     "experiment,region,ranks,threads,wall_s,speedup,efficiency,computation_scaling,instruction_scaling,ipc_scaling,"
     "frequency_scaling,parallel_efficiency,mpi_parallel_efficiency,mpi_load_balance,mpi_communication,"
     "mpi_serialisation,mpi_transfer,omp_parallel_efficiency,omp_serial,omp_balance,omp_scheduling,loses",
     HAS_EFFICIENCY, .json = report_efficiency_json, .can = efficiency_rows_can, .mpi_waits = true, .several = true},
    {"source", "the source's lines with the figures of what begins there; of one file, or near a line of it",
     report_source, false, "self_percent,self_s,wait_s,visits,line,source", HAS_LINE, "self_percent",
     .value = "FILE[:LINE]"},
    {"score", "what measuring each region cost, and which of them a filter should leave out", report_score, false,
     .json = show_score_json},
    {"diff", "two sides, by call path: how their times differ, and whether that is more than noise", NULL, false,
     COMPARED_COLUMNS, HAS_COMPARED, COMPARED_PART, .word = "regions",
     .word_help = "by region, wherever it is called from", .show = show_diff, .shows_json = true, .several = true},
    {"mpi-waits", "who waited for whom in MPI, from the traces of all ranks", NULL, false,
     "wait_s,of_time_percent,late_sender_s,late_receiver_s,mpi_barrier_s,all_for_all_s,late_root_s,early_root_s,time_s,"
     "calls,waited,call_path,where",
     HAS_LATE | HAS_NAME, .show = show_mpi_waits},
    {"metrics", "what POMP_METRICS may name on this machine; shows no experiment", .show = show_metrics},
    {"json", "everything, for programs; excludes the others", show_json, true, .word = "summary",
     .word_help = "without what each thread has of each region"},
    {"arrays", "as --json, with what each thread has as binary numbers behind the text; excludes the others",
     show_arrays, true, .can = can_arrays},
};
_Static_assert(COUNT(all_views) <= ASKED_VIEWS, "there is room for all views");

const struct view *view_at(size_t i) { return i < COUNT(all_views) ? &all_views[i] : NULL; }

bool view_is_worded(const struct shown *s, const struct view *v) { return s->asked->worded[v - all_views]; }
bool view_is_worded_for(const struct asked *asked, const struct view *v) { return asked->worded[v - all_views]; }
