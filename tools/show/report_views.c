/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_views.c - the table of all views, and the functions that hand each view its input. Not here: printing
 * (report.h). */
#include "show/report_views.h"
#include "base/user_error.h"
#include "files/intervals.h"
#include "findings/critical_traces.h"
#include "show/columns.h"
#include "show/diff_values.h"
#include "show/efficiency_rows.h"
#include "show/interval_rows.h"
#include "show/now_stacks.h"
#include "show/report.h"
#include "show/report_page.h"
#include "show/screen.h"
#include "show/view_columns.h"
#include "sums/function_regions.h"
#include "sums/location_rows.h"

/* --- what each view takes --- */

static const struct analysed_experiment *one_of(const struct view_input *s) { return s->experiments; }
static struct listing listing_of(const struct view_input *s, const struct view *v) {
  return view_listing(v, s->request, &one_of(s)->analysis);
}
static bool is_worded(const struct report_request *request, const struct view *v);

/* Where there is little room, the view by region, which is the second row, has some of its columns. */
static struct listing few_columns_of(const struct view_input *s);
static bool show_first_screen(const struct view_input *s, const struct view *v) {
  const struct listing l = few_columns_of(s);
  (void)v;
  return report_first_screen(s->out, &l, one_of(s));
}
static enum flat_rows rows_of(const struct report_request *request) {
  return request->raw ? ROW_FOR_EACH_REGION : request->instances ? ROW_FOR_EACH_INSTANCE : ROW_FOR_ALL;
}
static bool show_flat(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_flat(s->out, &l, one_of(s), rows_of(s->request));
}
static bool show_constructs(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_constructs(s->out, &l, one_of(s), s->request->instances);
}
static bool show_functions(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_functions(s->out, &l, one_of(s), s->request->instances);
}
static bool show_devices(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_devices(s->out, &l, one_of(s));
}
static bool show_tree(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_tree(s->out, &l, &one_of(s)->analysis);
}
/* The view of shares is the next row behind that of threads. */
static bool show_threads(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v), shares = listing_of(s, v + 1);
  return report_threads(s->out, &l, &shares, &one_of(s)->analysis, is_worded(s->request, v) ? NULL : v->word);
}
static bool show_shares(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_shares(s->out, &l, &one_of(s)->analysis);
}
static bool show_diagnosis(const struct view_input *s, const struct view *v) {
  const struct listing l = few_columns_of(s);
  (void)v;
  return s->request->wanted.markdown ? report_diagnosis_markdown(s->out, &l, one_of(s))
                                     : report_diagnosis(s->out, &one_of(s)->analysis);
}
static bool show_diagnosis_json(const struct view_input *s) {
  return report_diagnosis_json(s->out, &one_of(s)->analysis);
}

static bool show_critical(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_critical(s->out, &l, &one_of(s)->analysis);
}
static bool show_critical_json(const struct view_input *s) {
  return report_critical_json(s->out, &one_of(s)->analysis);
}
static bool can_critical(const struct view_input *s) { return critical_can(one_of(s)); }

static struct efficiency_request efficiency_of(const struct view_input *s) {
  const struct report_request *a = s->request;
  return (struct efficiency_request){.experiments = s->experiments,
                                     .count = s->experiment_count,
                                     .names = a->names,
                                     .name_count = a->name_count,
                                     .interest = a->interest,
                                     .interests = a->interests,
                                     .reference = a->reference,
                                     .weak = a->weak};
}
static bool can_efficiency(const struct view_input *s) {
  const struct efficiency_request request = efficiency_of(s);
  return efficiency_rows_can(&request);
}
static bool show_efficiency(const struct view_input *s, const struct view *v) {
  const struct efficiency_request request = efficiency_of(s);
  const struct listing l = listing_of(s, v);
  return report_efficiency(s->out, &l, &request);
}
static bool show_efficiency_json(const struct view_input *s) {
  const struct efficiency_request request = efficiency_of(s);
  return report_efficiency_json(s->out, &request);
}

static bool show_source(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_source(s->out, &l, one_of(s), &s->request->source);
}
static bool show_samples(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  const bool callers = is_worded(s->request, v) && !table_options_narrow(&s->request->wanted); /* which are no table */
  return callers ? report_callers(s->out, one_of(s)) : report_samples(s->out, &l, one_of(s));
}
static bool show_phases(const struct view_input *s, const struct view *v) {
  struct interval_rows intervals;
  (void)v;
  const bool good = interval_rows_find(&intervals, &one_of(s)->loaded, &one_of(s)->analysis) &&
                    report_phases(s->out, &one_of(s)->analysis, &intervals);
  interval_rows_free(&intervals);
  return good;
}
static bool can_phases(const struct view_input *s) {
  return one_of(s)->analysis.series_count || intervals_closed(&one_of(s)->loaded) ||
         user_error(
             one_of(s)->loaded.path,
             "it has no phases: POMP_PHASES=NAME makes them of a measured function or region when the program runs, "
             "#pragma pomp inst begin(NAME) phase and end(NAME) of any code");
}
static bool show_states(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_states(s->out, &l, one_of(s));
}
static bool show_now(const struct view_input *s, const struct view *v) {
  const struct listing l = listing_of(s, v);
  return report_now(s->out, &l, one_of(s)) &&
         (!s->request->stacks || now_stacks_print(s->out, &one_of(s)->analysis, s->request->core));
}
static bool can_now(const struct view_input *s) {
  uint32_t process = 0;
  return !s->request->core || now_stacks_can(&one_of(s)->analysis, s->request->core, &process) ||
         (process &&
          user_error(s->request->core, "it is of process %u, which is none of this experiment that has died", process));
}
static bool can_score(const struct view_input *s) {
  const struct analysis *a = &one_of(s)->analysis;
  return !s->request->aims.functions || analysis_has_functions(a) || score_has_sampled(a) ||
         user_error(one_of(s)->loaded.path,
                    "it has no functions but those with constructs in them: compile with --pomp-functions=all, run "
                    "again, then ask for --suggest-functions");
}
static bool show_score(const struct view_input *s, const struct view *v) {
  (void)v;
  return report_score(s->out, one_of(s), &s->request->aims);
}
static bool show_score_json(const struct view_input *s) {
  return report_score_json(s->out, one_of(s), &s->request->aims);
}

static int show_diff(const struct report_request *request, const struct view *v) {
  const struct listing l = view_listing(v, request, NULL);
  return report_diff(request, &l, is_worded(request, v));
}
static int show_mpi_waits(const struct report_request *request, const struct view *v) {
  const struct listing l = view_listing(v, request, NULL);
  return report_mpi_waits(request->name_count ? *request->names : NULL, &l);
}
static int show_metrics(const struct report_request *request, const struct view *v) {
  (void)request, (void)v;
  return report_available_metrics(stdout);
}

static bool show_json(const struct view_input *s, const struct view *v) {
  return (is_worded(s->request, v) ? report_json_summary : report_json)(s->out, &one_of(s)->loaded,
                                                                        &one_of(s)->analysis);
}
static bool show_arrays(const struct view_input *s, const struct view *v) {
  (void)v;
  return report_arrays(s->out, &one_of(s)->loaded, &one_of(s)->analysis);
}
static bool can_arrays(const struct view_input *s) {
  return s->request->output || !screen_is_terminal() ||
         user_error(NULL, "--arrays prints binary numbers, which no terminal shows: redirect them");
}

/* --- what each view needs of locations --- */

static unsigned threads_keep(const struct report_request *request, const struct view *v, const struct experiment *e) {
  if (table_options_narrow(&request->wanted))
    return 0;
  return ROWS_OF_VECTORS | (report_threads_in_groups(e) && !is_worded(request, v) ? 0 : ROWS_LISTED);
}
static unsigned shares_keep(const struct report_request *request, const struct view *v, const struct experiment *e) {
  (void)request, (void)v, (void)e;
  return ROWS_LISTED;
}
static unsigned groups_keep(const struct report_request *request, const struct view *v, const struct experiment *e) {
  (void)request, (void)v, (void)e;
  return ROWS_OF_VECTORS;
}
static unsigned states_keep(const struct report_request *request, const struct view *v, const struct experiment *e) {
  bool sampled = false;
  (void)request, (void)v;
  for (uint32_t i = 0; i < e->process_count; i++)
    sampled |= e->processes[i].header.sample_period != 0;
  return sampled ? ROWS_FOUND : 0;
}
static unsigned json_keep(const struct report_request *request, const struct view *v, const struct experiment *e) {
  return ROWS_OF_VECTORS | ROWS_OF_PHASES |
         (is_worded(request, v) ? 0 : ROWS_OF_REGIONS | ROWS_OF_PATHS | states_keep(request, v, e));
}
static unsigned page_keep(const struct report_request *request, const struct view *v, const struct experiment *e) {
  return ROWS_OF_VECTORS | ROWS_OF_PHASES | states_keep(request, v, e) | (page_has_all(e) ? ROWS_OF_PATHS : 0);
}
static unsigned phases_keep(const struct report_request *request, const struct view *v, const struct experiment *e) {
  (void)request, (void)v, (void)e;
  return ROWS_OF_PHASES;
}

bool views_all(const struct report_request *request,
               bool (*is)(const struct report_request *request, const struct view *v)) {
  const struct view *v;
  bool all = true;
  for (size_t i = 0; (v = view_at(i)); i++)
    all &= !request->views[i] || is(request, v);
  return all;
}

unsigned views_tell(const struct report_request *request) {
  const struct view *v;
  unsigned tells = 0;
  for (size_t i = 0; (v = view_at(i)); i++)
    tells |= request->views[i] ? v->tells : 0;
  return tells;
}

bool views_tell_samples(const struct report_request *request) {
  return request->suggest || views_tell(request) & (TELLS_FINDINGS | TELLS_SAMPLES);
}

unsigned views_keep(const struct report_request *request, const struct experiment *e) {
  const struct view *v;
  unsigned what = 0;
  for (size_t i = 0; (v = view_at(i)); i++)
    if (request->views[i] && v->keeps)
      what |= v->keeps(request, v, e);
  return what;
}

/* --- the views --- */

#define PLACE ",region,function,where"
#define MESSAGES "sent,sent_bytes,received,received_bytes"

/* Each row is a view; --help and the manual are made from them. The first is the default. */
static const struct view all_views[] = {
    {"brief", "what answers first: the head, findings, and the regions with most of the time (the default)",
     show_first_screen, .own_head = true, .tells = TELLS_FINDINGS, .by_rank = true},
    {"flat", "regions, by the time spent in each itself; waits; tasks", show_flat, false,
     "self_percent,self_s,incl_s,wait_s,barrier_wait_s,visits,per_visit_s,threads,self_min_s,self_mean_s,self_max_s,"
     "imbalance_percent,cpu_imbalance_percent" PLACE,
     HAS_REGION | HAS_TOTALS | HAS_NAME | HAS_BARRIER | HAS_JOINED, "self_percent", .needs = NEEDS_SUMS_IF_NARROW,
     .tells = TELLS_FINDINGS, .joins = 1u << SAME_BY_CONSTRUCT, .by_rank = true},
    {"constructs", "kinds of constructs: all for loops, all critical sections, all barriers", show_constructs, false,
     "self_percent,self_s,wait_s,visits,threads,regions,region", HAS_REGION | HAS_TOTALS | HAS_NAME | HAS_JOINED,
     "self_percent", .needs = NEEDS_SUMS, .joins = 1u << SAME_BY_KIND, .by_rank = true},
    {"functions", "functions, with all constructs that are in each", show_functions, false,
     "self_percent,self_s,wait_s,visits,threads,regions,function,where",
     HAS_REGION | HAS_TOTALS | HAS_NAME | HAS_JOINED, "self_percent", .needs = NEEDS_SUMS,
     .joins = 1u << SAME_BY_FUNCTION, .by_rank = true},
    {"tree", "call paths, over all threads", show_tree, false,
     "below_percent,below_s,self_percent,self_s,incl_s,wait_s,visits,samples_percent,error_percent,metrics," MESSAGES
     ",call_path,function,where",
     HAS_TOTALS | HAS_NAME | HAS_PATH | HAS_SAMPLES, "below_percent", .tells = TELLS_SAMPLES, .needs = NEEDS_PATHS,
     .by_rank = true},
    {"threads", "each thread and place in a team, and the regions on it", show_threads, false,
     "thread,kind,level,team_size,os_thread,cpu,served,in_regions_s,outside_s,idle_s,wait_s,visits,on_cpu_percent,"
     "ready_s,asleep_s,kernel_percent,faults,switches,in_teams_percent,repaired,ignored,unfinished,metrics,forked_"
     "at",
     HAS_LOCATION | HAS_SUMS, "busy_percent", .word = "all", .word_help = "each of them, however many there are",
     .keeps = threads_keep, .by_rank = true},
    {"shares", "the regions on each thread and place in a team", show_shares, false,
     "thread,self_percent,self_s,incl_s,wait_s,visits,metrics" PLACE, HAS_LOCATION | HAS_TOTALS | HAS_NAME,
     "self_percent", .keeps = shares_keep, .by_rank = true},
    {"diagnose", "what costs time, where, and what fixing it would save", show_diagnosis, false,
     .json = show_diagnosis_json, .tells = TELLS_FINDINGS | TELLS_CRITICAL, .keeps = groups_keep, .by_rank = true,
     .markdown = true},
    {"critical-path",
     "the critical path: what made the run as long as it was, region by region, on which threads, and when; from "
     "traces, or from the profile where that is exact",
     show_critical, false, "path_percent,path_s,of_self_percent,waited_s,waited_off_s" PLACE, HAS_CRITICAL | HAS_NAME,
     "path_percent", .json = show_critical_json, .can = can_critical, .tells = TELLS_CRITICAL | NEEDS_CRITICAL,
     .by_rank = true},
    {"efficiency", "POP's efficiencies of the run, and which factor loses what; several experiments: how they scale",
     show_efficiency, false,
     "experiment,region,ranks,threads,wall_s,speedup,efficiency,computation_scaling,instruction_scaling,ipc_scaling,"
     "frequency_scaling,parallel_efficiency,mpi_parallel_efficiency,mpi_load_balance,mpi_communication,"
     "mpi_serialisation,mpi_transfer,omp_parallel_efficiency,omp_serial,omp_balance,omp_scheduling,omp_machine,loses",
     HAS_EFFICIENCY, .json = show_efficiency_json, .can = can_efficiency, .tells = TELLS_EFFICIENCY | TELLS_MPI_WAITS,
     .several = true, .by_rank = true},
    {"source", "the source's lines with the figures of what begins there; of one file, or near a line of it",
     show_source, false, "self_percent,self_s,wait_s,visits,samples_percent,error_percent,sampled_s,line,source",
     HAS_LINE, "self_percent", .value = "FILE[:LINE]", .tells = TELLS_FINDINGS, .by_rank = true},
    {"samples", "hot lines: the functions and lines in which samples (POMP_SAMPLE) found the threads, by region",
     show_samples, false, "samples_percent,error_percent,samples,sampled_s,code,code_place" PLACE,
     HAS_SAMPLES | HAS_CODE | HAS_NAME, "samples_percent", .word = "callers",
     .word_help = "the call paths that lead to the functions with most samples", .tells = TELLS_SAMPLES,
     .by_rank = true},
    {"states", "what the threads did when they were sampled: work, kinds of waiting, idle; by thread and by region",
     show_states, false, "samples_percent,error_percent,samples,sampled_s,state,sampled_thread" PLACE,
     HAS_SAMPLES | HAS_STATE | HAS_NAME, "samples_percent", .tells = TELLS_SAMPLES, .keeps = states_keep,
     .by_rank = true},
    {"devices", "target constructs: copying, memory of the device, kernels, launch", show_devices, false,
     "self_percent,incl_s,visits,per_visit_s,sent,sent_bytes,received,received_bytes,gb_per_s" PLACE,
     HAS_REGION | HAS_TOTALS | HAS_NAME, "incl_s", .needs = NEEDS_SUMS, .by_rank = true},
    {"phases",
     "how the visits of phases (POMP_PHASES) went: time, waiting, balance, metrics; which stand out, and what "
     "grows; and the intervals of POMP_PROFILE_EVERY",
     show_phases, false, .can = can_phases, .keeps = phases_keep, .by_rank = true},
    {"now",
     "what each thread of a running program does, since when, and whom it waits for; of one that has ended, at its "
     "end. EXPERIMENT may be a PID",
     show_now, false, "thread,state,for_s,since_s,region,where,function,waits_for,task,created_by", HAS_NOW | HAS_NAME,
     .can = can_now, .own_head = true, .tells = TELLS_THREADS},
    {"score", "what measuring each region cost, and which of them a filter should leave out", show_score, false,
     .json = show_score_json, .can = can_score, .tells = TELLS_SAMPLES, .needs = NEEDS_SUMS},
    {"diff", "two sides, by call path: how their times differ, and whether that is more than noise", NULL, false,
     COMPARED_COLUMNS, HAS_COMPARED, COMPARED_PART, .word = "regions",
     .word_help = "by region, wherever it is called from", .show = show_diff, .shows_json = true, .shows_page = true,
     .markdown = true, .several = true},
    {"mpi-waits", "who waited for whom in MPI, from the traces of all ranks", NULL, false,
     "wait_s,of_time_percent,late_sender_s,late_receiver_s,mpi_barrier_s,all_for_all_s,late_root_s,early_root_s,time_s,"
     "calls,waited,call_path,where",
     HAS_LATE | HAS_NAME, .show = show_mpi_waits},
    {"metrics", "what POMP_METRICS may name on this machine; shows no experiment", .show = show_metrics},
    {"html", "a page that a browser shows, in a file; with --diff: of that; excludes the others", .bare = true,
     .write = report_page, .tells = TELLS_FINDINGS | TELLS_MPI_WAITS | TELLS_CRITICAL, .keeps = page_keep,
     .by_rank = true},
    {"json", "everything, for programs; excludes the others", show_json, true, .word = "summary",
     .word_help = "without what each thread has of each region", .tells = TELLS_SAMPLES | TELLS_THREADS,
     .keeps = json_keep, .by_rank = true},
    {"arrays", "as --json, with what each thread has as binary numbers behind the text; excludes the others",
     show_arrays, true, .can = can_arrays, .tells = TELLS_SAMPLES | TELLS_THREADS, .keeps = json_keep, .by_rank = true},
};
_Static_assert(COUNT(all_views) <= REQUEST_VIEWS, "there is room for all views");

struct same_rows_wanted views_want_spreads(const struct report_request *request) {
  struct same_rows_wanted wanted = {.apart = request->instances, .names = &report_names};
  for (size_t i = 0; i < COUNT(all_views); i++)
    if (request->views[i] && view_wants_spreads(&all_views[i], &request->wanted))
      wanted.by |= all_views[i].joins;
  if (request->raw)
    wanted.by &= ~(1u << SAME_BY_CONSTRUCT);
  return wanted;
}

bool views_lack_spreads(const struct report_request *request, const struct analysis *a, bool *lack) {
  const struct same_rows_wanted wanted = views_want_spreads(request);
  bool good = true;
  *lack = false;
  for (unsigned by = 0; good && by < SAME_BY_COUNT; by++)
    good = !(wanted.by & 1u << by) || report_spreads_lack(a, by, wanted.apart, lack);
  return good;
}

const struct view *view_at(size_t i) { return i < COUNT(all_views) ? &all_views[i] : NULL; }

static struct listing few_columns_of(const struct view_input *s) {
  struct listing l = listing_of(s, &all_views[1]);
  l.columns = "self_percent,self_s,wait_s,visits,region,function,where";
  return l;
}

/* True if the view was asked for with its word. */
static bool is_worded(const struct report_request *request, const struct view *v) {
  return request->worded[v - all_views];
}
