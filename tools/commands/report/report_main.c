/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_main.c - the command pomp-report: what follows from its options.
 * Not here: the options (report_options.c), everything else. */
#include "base/bidi_escapes.h"
#include "base/stack_room.h"
#include "base/standard_streams.h"
#include "base/user_error.h"
#include "commands/report/by_rank.h"
#include "commands/report/help_text.h"
#include "commands/report/manual_text.h"
#include "commands/report/moved.h"
#include "commands/report/report_options.h"
#include "files/call_sites.h"
#include "files/load.h"
#include "files/phase_choice.h"
#include "findings/critical_traces.h"
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

#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints the views that were asked for, one after the other, below one head. */
static bool print_views(const struct view_input *s) {
  const struct view *v;
  bool first = true, good = true;
  for (size_t i = 0; good && (v = view_at(i)); i++) {
    if (!s->asked->views[i])
      continue;
    if (s->asked->as_json)
      return v->json(s);
    bool head =
        !v->bare && !v->own_head && !s->asked->wanted.csv && !s->asked->wanted.markdown && s->experiment_count == 1;
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
  const struct listing listing = view_listing(v, s->asked, &s->experiments->analysis);
  return (!v->columns || listing_can(&listing)) && (!v->can || v->can(s));
}

static bool views_can(const struct view_input *s) {
  const struct view *v;
  bool can = true;
  for (size_t i = 0; can && (v = view_at(i)); i++)
    can = !s->asked->views[i] || view_can(s, v);
  return can;
}

/* True if what is asked for is for programs. */
static bool is_plain(const struct report_request *asked) {
  return view_asked(asked)->bare || asked->wanted.csv || asked->wanted.markdown; /* a bare view is the only one */
}

/* True if who waited for whom in MPI is to be found: a profile from traces tells it, and so do some views of a job
 * whose ranks have all been traced. */
static bool wants_mpi_waits(const struct report_request *asked, const struct experiment *e) {
  bool traced = e->process_count > 1;
  for (uint32_t p = 0; p < e->process_count; p++)
    traced &= e->processes[p].header.traced != 0;
  return asked->traced || (traced && views_tell(asked) & TELLS_MPI_WAITS);
}

/* True if what is asked for needs sums alone. */
static bool wants_sums(const struct report_request *asked) {
  return !asked->traced && views_all(asked, view_needs_sums);
}

/* True if the view needs nothing more of regions than the sums of their call paths. */
static bool needs_paths(const struct report_request *asked, const struct view *v) {
  (void)asked;
  return v->needs == NEEDS_PATHS;
}

/* Loads an experiment with all its call paths, and computes what follows. */
static bool load_all(struct analysed_experiment *o, const struct report_request *asked, const char *name,
                     bool *analysed) {
  *analysed = (asked->traced ? load_traced : load)(&o->loaded, name) && (!asked->traced || load_from_trace(&o->loaded));
  return *analysed && (analyse(&o->analysis, &o->loaded.experiment) || user_error(o->loaded.path, "not enough memory"));
}

/* Does the same of one that has been read already, in another way. */
static bool load_again(struct analysed_experiment *o, const struct report_request *asked, const char *name,
                       bool *analysed) {
  user_error_repeats(false);
  const bool good = load_all(o, asked, name, analysed);
  user_error_repeats(true);
  return good;
}

/* Loads an experiment process by process, or else, if it can't be read so, with all call paths. */
static bool load_by_parts(struct analysed_experiment *o, const struct report_request *asked, const char *name,
                          bool *analysed) {
  const enum by_rank loaded = by_rank_open(o, asked, name);
  if (loaded == BY_RANK_REFUSED)
    return load_again(o, asked, name, analysed);
  *analysed = loaded != BY_RANK_FAILED;
  return loaded == BY_RANK || (loaded == BY_RANK_WHOLE && (analyse(&o->analysis, &o->loaded.experiment) ||
                                                           user_error(o->loaded.path, "not enough memory")));
}

/* Loads an experiment, and adds it up on the way: that takes little memory. A job that can't be added up so may be read
 * process by process. */
static bool load_sums(struct analysed_experiment *o, const struct report_request *asked, const char *name,
                      bool *analysed) {
  struct sums *s = sums_new(&o->analysis, !views_all(asked, needs_paths));
  struct node_taker taker = s ? *sums_taker(s) : (struct node_taker){.context = NULL};
  taker.or_nothing = by_rank_wanted(asked);
  const bool loaded = s ? load_taken(&o->loaded, name, &taker) : user_error(NULL, "not enough memory");
  bool good = loaded;
  *analysed = true;
  if (loaded && o->loaded.experiment.left) {
    analysis_free(&o->analysis);
    sums_free(s);
    experiment_free(&o->loaded.experiment);
    return load_by_parts(o, asked, name, analysed);
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
static bool wants_parts(const struct report_request *asked) {
  return by_rank_wanted(asked) && (asked->jobs || launched_processes_are_several() || load_phase || !wants_sums(asked));
}

/* The same of an experiment. Where there are files of single ranks, it is not added up while it is read. */
static bool wants_parts_of(const struct report_request *asked, const char *name) {
  return wants_parts(asked) || (by_rank_wanted(asked) && load_is_by_rank(name));
}

static bool find_call_sites(struct analysed_experiment *o) {
  return call_sites_find(&o->loaded.experiment) || user_error(o->loaded.path, "not enough memory");
}

/* Tells whether what has been loaded lacks spreads that are asked for. */
static bool find_lack(const struct analysed_experiment *o, const struct report_request *asked, bool *lacks) {
  *lacks = false;
  return !o->analysis.met || views_lack_spreads(asked, &o->analysis, lacks) ||
         user_error(o->loaded.path, "not enough memory");
}

static void forget(struct analysed_experiment *o) {
  by_rank_free(o);
  analysis_free(&o->analysis);
  experiment_free(&o->loaded.experiment);
}

/* Loads an experiment for what is asked, and finds its call sites. They tell which regions are joined, for which sums
 * may be too little: of those of a job, each process then tells how their time is spread. */
static bool load_one(struct analysed_experiment *o, const struct report_request *asked, const char *name,
                     bool *analysed) {
  bool lacks;
  bool (*take)(struct analysed_experiment *, const struct report_request *, const char *, bool *) =
      wants_parts_of(asked, name) ? load_by_parts
      : wants_sums(asked)         ? load_sums
                                  : load_all;
  if (!take(o, asked, name, analysed) || !find_call_sites(o) || !find_lack(o, asked, &lacks))
    return false;
  if (lacks && !o->analysis.spreads && by_rank_wanted(asked) && o->loaded.experiment.process_count > 1) {
    forget(o);
    user_error_repeats(false);
    const bool good = load_by_parts(o, asked, name, analysed);
    user_error_repeats(true);
    if (!good || !find_call_sites(o) || !find_lack(o, asked, &lacks))
      return false;
  }
  if (!lacks)
    return true;
  forget(o);
  return load_again(o, asked, name, analysed) && find_call_sites(o);
}

/* Finds the critical path, if it is asked for. False: not enough memory. */
static bool find_critical(struct analysed_experiment *o, const struct report_request *asked) {
  const unsigned tells = views_tell(asked);
  const bool needs = tells & NEEDS_CRITICAL;
  return (!(tells & TELLS_CRITICAL) || critical_traces_find(o, needs && !asked->traced)) &&
         (!needs || o->analysis.critical || critical_profile_find(o));
}

/* Opens an experiment, and computes what follows from it. Of an experiment that was loaded `analysis_free` is to be
 * called, which `*analysed` tells. */
static int open_one(struct analysed_experiment *o, const struct report_request *asked, const char *name,
                    bool *analysed) {
  if (!load_one(o, asked, name, analysed))
    return EXIT_FAILURE;
  o->analysis.part = o->loaded.part || o->loaded.chunks_damaged || o->loaded.chunks_missing;
  if (o->loaded.experiment.sample_count && views_tell_samples(asked) &&
      !(o->analysis.samples = samples_find(&o->analysis))) {
    user_error_print(o->loaded.path, "not enough memory");
    return EXIT_FAILURE;
  }
  if (wants_mpi_waits(asked, &o->loaded.experiment))
    o->late = mpi_waiting_find(&o->analysis, &o->loaded, asked->traced);
  if (!find_critical(o, asked)) {
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
  if (screen_open(&screen, is_plain(s->asked))) {
    s->out = screen.out;
    status = print_views(s) ? EXIT_SUCCESS : EXIT_FAILURE;
    screen_close(&screen);
  }
  if (location_rows_failed(&s->experiments->analysis))
    return EXIT_FAILURE; /* which has been told */
  if (status == EXIT_FAILURE)
    user_error_print(s->experiments->loaded.path, "not enough memory");
  else if (s->asked->suggest && !report_suggest_filter(s->asked->suggest, s->experiments, &s->asked->aims))
    status = EXIT_FAILURE;
  return status;
}

static size_t experiments_of(const struct report_request *asked) { return asked->name_count ? asked->name_count : 1; }
static const char *name_of(const struct report_request *asked, size_t i) {
  return asked->name_count ? asked->names[i] : NULL;
}

/* Makes parts of experiments for the first process that was launched. */
static void help(const struct report_request *asked) {
  for (size_t i = 0; i < experiments_of(asked); i++) {
    struct analysed_experiment o = {.late = NULL};
    launched_processes_whole((uint32_t)i);
    if (by_rank_open(&o, asked, name_of(asked, i)) == BY_RANK_WHOLE)
      experiment_free(&o.loaded.experiment);
  }
  launched_processes_part();
}

/* Shows experiments. The result is the exit status. */
static int show(const struct report_request *asked) {
  size_t count = experiments_of(asked), opened = 0, analysed = 0;
  struct analysed_experiment *all = calloc(count, sizeof *all);
  int status = EXIT_SUCCESS;
  if (!all) {
    user_error_print(NULL, "not enough memory");
    return EXIT_FAILURE;
  }
  for (; opened < count && status == EXIT_SUCCESS; opened++) {
    bool is_analysed = false;
    launched_processes_whole((uint32_t)opened);
    status = open_one(&all[opened], asked, name_of(asked, opened), &is_analysed);
    analysed += is_analysed;
  }
  launched_processes_part();
  struct view_input s = {.experiments = all, .experiment_count = count, .asked = asked};
  if (status == EXIT_SUCCESS)
    status = view_asked(asked)->write ? view_asked(asked)->write(&s) : print_all(&s);
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

/* Prints what the program says of itself. */
static int print(const struct report_request *asked) {
  bool good = true;
  if (asked->prints == PRINTS_HELP)
    good = help_print(asked->form) || user_error(NULL, "--help takes all, or nothing, not %s", asked->form);
  else if (asked->prints == PRINTS_VERSION)
    printf("pomp-report %s\n", POMP_VERSION);
  else
    good = report_manual(asked->form) ||
           user_error(NULL, "--manual takes markdown, man, bash, zsh or fish, not %s", asked->form);
  return good ? EXIT_SUCCESS : USER_ERROR_USAGE;
}

/* Does what was asked for; of several processes that were launched, the first one does, and others may help. */
static int run(const struct report_request *asked) {
  const struct view *v = asked->prints ? NULL : view_asked(asked);
  const bool shares = v && !v->show && wants_parts(asked);
  if (shares && !launched_processes_meet())
    return EXIT_SUCCESS;
  if (launched_processes_is_first())
    return !v ? print(asked) : v->show ? v->show(asked, v) : show(asked);
  if (shares)
    help(asked);
  return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
  struct report_request asked = {.names = NULL};
  int status = USER_ERROR_USAGE;
  signal(SIGXFSZ, SIG_IGN); /* a file that may not become so long (ulimit -f) is an error as any other */
  standard_streams_hold();
  if (!stack_has_room())
    return EXIT_FAILURE;
  launched_processes_find();
  if (launched_processes_is_passed_on())
    screen_is_none();
  bidi_escapes_begin();
  const char *moved = moved_option(argv);
  if (moved)
    return launched_processes_is_first() ? moved_hand_over(argv, moved) : EXIT_SUCCESS;
  setlocale(LC_CTYPE, ""); /* decides between an arrow and -> */
  if (options_read(argc, argv, &asked))
    status = run(&asked);
  table_options_free(&asked.wanted);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    user_error_print(NULL, "can't write: %s", strerror(errno));
    status = EXIT_FAILURE;
  }
  return launched_processes_is_first() ? status
                                       : EXIT_SUCCESS; /* mpirun would end the first one if another one failed */
}
