/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_main.c - the command pomp-report: what follows from its options.
 * Not here: the options (report_options.c), everything else. */
#include "base/bidi_escapes.h"
#include "base/command_begin.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/report/by_rank.h"
#include "commands/report/report_options.h"
#include "files/call_sites.h"
#include "files/load.h"
#include "files/phase_choice.h"
#include "findings/critical_traces.h"
#include "pomp_place.h"
#include "show/html_file.h"
#include "show/mpi_waiting.h"
#include "show/report.h"
#include "show/report_views.h"
#include "show/screen.h"
#include "show/view_columns.h"
#include "sums/launched_processes.h"
#include "sums/load_from_trace.h"
#include "sums/location_rows.h"
#include "sums/samples.h"
#include "sums/sums.h"
#include "sums/thread_states.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Prints the wanted views in order, below one head. */
static bool print_views(const struct view_input *s) {
  const struct view *v;
  bool first = true, good = true;
  for (size_t i = 0; good && (v = view_at(i)); i++) {
    if (!s->request->views[i])
      continue;
    if (s->request->as_json)
      return v->json(s);
    bool head =
        !v->bare && !v->own_head && !s->request->wanted.csv && !s->request->wanted.markdown && s->experiment_count == 1;
    if (head && first)
      good = report_head(s->out, &s->experiments->loaded, &s->experiments->analysis);
    else if (head)
      fputc('\n', s->out);
    first = false;
    good = good && v->print(s, v);
  }
  return good;
}

static bool view_can(const struct view_input *s, const struct view *v) {
  const struct listing listing = view_listing(v, s->request, &s->experiments->analysis);
  return (!v->columns || listing_can(&listing)) && (!v->can || v->can(s));
}

static bool views_can(const struct view_input *s) {
  const struct view *v;
  bool can = true;
  for (size_t i = 0; can && (v = view_at(i)); i++)
    can = !s->request->views[i] || view_can(s, v);
  return can;
}

/* True if what is asked for is for programs. */
static bool is_plain(const struct report_request *request) {
  return view_asked(request)->bare || request->wanted.csv || request->wanted.markdown; /* a bare view is the only one */
}

/* True if who waited for whom in MPI is to be found: a profile from traces tells it, and so do some views of a job
 * whose ranks have all been traced. */
static bool wants_mpi_waits(const struct report_request *request, const struct experiment *e) {
  bool traced = e->process_count > 1;
  for (uint32_t p = 0; p < e->process_count; p++)
    traced &= e->processes[p].header.traced != 0;
  return request->traced || (traced && views_tell(request) & TELLS_MPI_WAITS);
}

/* True if what is asked for needs sums alone. */
static bool wants_sums(const struct report_request *request) {
  return !request->traced && views_all(request, view_needs_sums);
}

/* True if the view needs nothing more of regions than the sums of their call paths. */
static bool needs_paths(const struct report_request *request, const struct view *v) {
  (void)request;
  return v->needs == NEEDS_PATHS;
}

/* Loads an experiment with all its call paths, and computes what follows. */
static bool load_all(struct analysed_experiment *o, const struct report_request *request, const char *name,
                     bool *analysed) {
  *analysed =
      (request->traced ? load_traced : load)(&o->loaded, name) && (!request->traced || load_from_trace(&o->loaded));
  return *analysed && (analyse(&o->analysis, &o->loaded.experiment) || user_error(o->loaded.path, "not enough memory"));
}

/* Does the same of one that has been read already, in another way. */
static bool load_again(struct analysed_experiment *o, const struct report_request *request, const char *name,
                       bool *analysed) {
  user_error_repeats(false);
  const bool good = load_all(o, request, name, analysed);
  user_error_repeats(true);
  return good;
}

/* Loads an experiment process by process, or else, if it can't be read so, with all call paths. */
static bool load_by_rank(struct analysed_experiment *o, const struct report_request *request, const char *name,
                         bool *analysed) {
  const enum by_rank loaded = by_rank_open(o, request, name);
  if (loaded == BY_RANK_REFUSED)
    return load_again(o, request, name, analysed);
  *analysed = loaded != BY_RANK_FAILED;
  return loaded == BY_RANK || (loaded == BY_RANK_WHOLE && (analyse(&o->analysis, &o->loaded.experiment) ||
                                                           user_error(o->loaded.path, "not enough memory")));
}

/* Loads an experiment, and adds it up on the way: that takes little memory. A job that can't be added up so may be read
 * process by process. */
static bool load_sums(struct analysed_experiment *o, const struct report_request *request, const char *name,
                      bool *analysed) {
  struct sums *s = sums_new(&o->analysis, !views_all(request, needs_paths));
  struct node_taker taker = s ? *sums_taker(s) : (struct node_taker){.context = NULL};
  taker.or_nothing = by_rank_wanted(request);
  const bool loaded = s ? load_taken(&o->loaded, name, &taker) : user_error(NULL, "not enough memory");
  bool good = loaded;
  *analysed = true;
  if (loaded && o->loaded.experiment.left) {
    analysis_free(&o->analysis);
    sums_free(s);
    experiment_free(&o->loaded.experiment);
    return load_by_rank(o, request, name, analysed);
  }
  if (loaded && o->loaded.experiment.taken)
    good = sums_conclude(s, &o->loaded.experiment);
  else {
    analysis_free(&o->analysis);
    *analysed = loaded;
    good = loaded && analyse(&o->analysis, &o->loaded.experiment);
  }
  sums_free(s);
  return good || (loaded && user_error(o->loaded.path, "not enough memory"));
}

/* True if processes can share the work, and are to do so, or else sums are not enough. */
static bool wants_ranks(const struct report_request *request) {
  return by_rank_wanted(request) &&
         (request->jobs || launched_processes_are_several() || load_phase || !wants_sums(request));
}

/* The same of an experiment. Where there are files of single ranks, it is not added up while it is read. */
static bool wants_ranks_of(const struct report_request *request, const char *name) {
  return wants_ranks(request) || (by_rank_wanted(request) && load_is_by_rank(name));
}

static bool find_call_sites(struct analysed_experiment *o) {
  return call_sites_find(&o->loaded.experiment) || user_error(o->loaded.path, "not enough memory");
}

/* Tells whether what has been loaded lacks spreads that are asked for. */
static bool find_lack(const struct analysed_experiment *o, const struct report_request *request, bool *lacks) {
  *lacks = false;
  return !o->analysis.region_locations || views_lack_spreads(request, &o->analysis, lacks) ||
         user_error(o->loaded.path, "not enough memory");
}

static void forget(struct analysed_experiment *o) {
  by_rank_free(o);
  analysis_free(&o->analysis);
  experiment_free(&o->loaded.experiment);
}

/* Loads an experiment for what is asked, and finds its call sites. They tell which regions are joined, for which sums
 * may be too little: of those of a job, each process then tells how their time is spread. */
static bool load_one(struct analysed_experiment *o, const struct report_request *request, const char *name,
                     bool *analysed) {
  bool lacks;
  bool (*take)(struct analysed_experiment *, const struct report_request *, const char *, bool *) =
      wants_ranks_of(request, name) ? load_by_rank
      : wants_sums(request)         ? load_sums
                                    : load_all;
  if (!take(o, request, name, analysed) || !find_call_sites(o) || !find_lack(o, request, &lacks))
    return false;
  if (lacks && !o->analysis.spreads && by_rank_wanted(request) && o->loaded.experiment.process_count > 1) {
    forget(o);
    user_error_repeats(false);
    const bool good = load_by_rank(o, request, name, analysed);
    user_error_repeats(true);
    if (!good || !find_call_sites(o) || !find_lack(o, request, &lacks))
      return false;
  }
  if (!lacks)
    return true;
  forget(o);
  return load_again(o, request, name, analysed) && find_call_sites(o);
}

/* Finds the critical path, if it is asked for. False: not enough memory. */
static bool find_critical(struct analysed_experiment *o, const struct report_request *request) {
  const unsigned tells = views_tell(request);
  const bool needs = tells & NEEDS_CRITICAL;
  return (!(tells & TELLS_CRITICAL) || critical_traces_find(o, needs && !request->traced)) &&
         (!needs || o->analysis.critical || critical_profile_find(o));
}

/* Opens an experiment, and computes what follows from it. Of an experiment that was loaded `analysis_free` is to be
 * called, which `*analysed` tells. */
static int open_one(struct analysed_experiment *o, const struct report_request *request, const char *name,
                    bool *analysed) {
  if (!load_one(o, request, name, analysed))
    return EXIT_FAILURE;
  o->analysis.part = o->loaded.part || o->loaded.chunks_damaged || o->loaded.chunks_missing;
  if (o->loaded.experiment.sample_count && views_tell_samples(request) &&
      !(o->analysis.samples = samples_find(&o->analysis))) {
    user_error_print(o->loaded.path, "not enough memory");
    return EXIT_FAILURE;
  }
  if (wants_mpi_waits(request, &o->loaded.experiment))
    o->late = mpi_waiting_find(&o->analysis, &o->loaded, request->traced);
  if (!find_critical(o, request) || (views_tell(request) & TELLS_THREADS && !thread_states_find(&o->analysis))) {
    user_error_print(o->loaded.path, "not enough memory");
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}

static int print_all(struct view_input *s) {
  struct screen screen;
  int status = EXIT_FAILURE;
  if (!views_can(s))
    return USER_ERROR_USAGE;
  if (!stdout_into_file(s->request->output))
    return EXIT_FAILURE;
  if (screen_open(&screen, is_plain(s->request))) {
    s->out = screen.out;
    status = print_views(s) ? EXIT_SUCCESS : EXIT_FAILURE;
    screen_close(&screen);
  }
  if (location_rows_failed(&s->experiments->analysis))
    return EXIT_FAILURE; /* which has been told */
  if (status == EXIT_FAILURE)
    user_error_print(s->experiments->loaded.path, "not enough memory");
  else if (s->request->suggest && !report_suggest_filter(s->request->suggest, s->experiments, &s->request->aims))
    status = EXIT_FAILURE;
  return status;
}

static size_t experiments_of(const struct report_request *request) {
  return request->name_count ? request->name_count : 1;
}
static const char *name_of(const struct report_request *request, size_t i) {
  return request->name_count ? request->names[i] : NULL;
}

/* Makes parts of experiments for the first process that was launched. */
static void help(const struct report_request *request) {
  for (size_t i = 0; i < experiments_of(request); i++) {
    struct analysed_experiment o = {.late = NULL};
    launched_processes_whole((uint32_t)i);
    if (by_rank_open(&o, request, name_of(request, i)) == BY_RANK_WHOLE)
      experiment_free(&o.loaded.experiment);
  }
  launched_processes_part();
}

/* Shows experiments. The result is the exit status. */
static int show(const struct report_request *request) {
  size_t count = experiments_of(request), opened = 0, analysed = 0;
  struct analysed_experiment *all = calloc(count, sizeof *all);
  int status = EXIT_SUCCESS;
  if (!all) {
    user_error_print(NULL, "not enough memory");
    return EXIT_FAILURE;
  }
  for (; opened < count && status == EXIT_SUCCESS; opened++) {
    bool is_analysed = false;
    launched_processes_whole((uint32_t)opened);
    status = open_one(&all[opened], request, name_of(request, opened), &is_analysed);
    analysed += is_analysed;
  }
  launched_processes_part();
  struct view_input s = {.experiments = all, .experiment_count = count, .request = request};
  if (status == EXIT_SUCCESS)
    status = view_asked(request)->write ? view_asked(request)->write(&s) : print_all(&s);
  for (size_t i = 0; i < analysed; i++) {
    mpi_waiting_free(all[i].late);
    critical_traces_free(&all[i]);
    by_rank_free(&all[i]);
    analysis_free(&all[i].analysis);
  }
  for (size_t i = 0; i < opened; i++)
    experiment_free(&all[i].loaded.experiment);
  free(all);
  return status;
}

/* Does what was asked for; of several processes that were launched, the first one does, and others may help. */
static int run(const struct report_request *request) {
  const struct view *v = view_asked(request);
  const bool shares = !v->show && wants_ranks(request);
  if (shares && !launched_processes_meet())
    return EXIT_SUCCESS;
  if (launched_processes_is_first())
    return !v->show                                                ? show(request)
           : request->as_page || stdout_into_file(request->output) ? v->show(request, v)
                                                                   : EXIT_FAILURE;
  if (shares)
    help(request);
  return EXIT_SUCCESS;
}

static const char *const moved_options[] = {"--db", "--trend", "--regressions", "--scaling", NULL};

/* Returns the first option of the command line that pomp-report had and pomp-runs has now; NULL: there is none. */
static const char *moved_option(char *const *argv) {
  for (char *const *word = argv + (*argv != NULL); *word && strcmp(*word, "--") != 0; word++)
    for (const char *const *option = moved_options; *option; option++)
      if (strncmp(*word, *option, strlen(*option)) == 0 && strchr("=", (*word)[strlen(*option)]))
        return *option;
  return NULL;
}

/* Says what the option belongs to now, and becomes that command, which is beside this one. It returns an exit status
 * only if that can't be done. */
static int moved_hand_over(char **argv, const char *option) {
  char folder[POMP_PLACE_MAX], path[POMP_PLACE_MAX + 16];
  if (!pomp_place(folder, ".", ".", "pomp-runs")) {
    user_error_print(NULL, "can't find out in /proc/self/exe where it is: %s", strerror(errno));
    return EXIT_FAILURE;
  }
  snprintf(path, sizeof path, "%s/pomp-runs", folder);
  user_error_print(NULL, "%s is an option of pomp-runs now, which goes on with this call", option);
  argv[0] = path;
  execv(path, argv);
  user_error_print(path, "it can't be run: %s", strerror(errno));
  return EXIT_FAILURE;
}

int main(int argc, char **argv) {
  struct report_request request;
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  load_limits_modes = true;
  launched_processes_find();
  if (launched_processes_is_passed_on())
    screen_is_none();
  bidi_escapes_begin();
  const char *moved = moved_option(argv);
  if (moved)
    return launched_processes_is_first() ? moved_hand_over(argv, moved) : EXIT_SUCCESS;
  setlocale(LC_CTYPE, ""); /* decides between an arrow and -> */
  if (options_read(argc, argv, &request, &status))
    status = run(&request);
  table_options_free(&request.wanted);
  status = command_end(status);
  return launched_processes_is_first() ? status
                                       : EXIT_SUCCESS; /* mpirun would end the first one if another one failed */
}
