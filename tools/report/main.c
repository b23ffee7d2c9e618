/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main.c - the command pomp-report: what follows from its options.
 * Not here: the options (options.c), everything else. */
#include "call_sites.h"
#include "load.h"
#include "load_from_trace.h"
#include "mpi_waiting.h"
#include "options.h"
#include "report.h"
#include "screen.h"
#include "standard_files.h"
#include "user_error.h"
#include "view_columns.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Prints the views that were asked for, one after the other, below one head. */
static bool print_views(const struct shown *s) {
  const struct view *v;
  bool first = true, good = true;
  for (size_t i = 0; good && (v = view_at(i)); i++) {
    if (!s->asked->views[i])
      continue;
    if (s->asked->as_json)
      return v->json(s);
    bool head = !v->bare && !s->asked->csv;
    if (head && first)
      good = report_head(s->out, s->loaded, s->analysis);
    else if (head)
      fputc('\n', s->out);
    first = false;
    good = good && v->print(s, v);
  }
  return good;
}

static bool views_can(const struct shown *s) {
  const struct view *v;
  bool can = true;
  for (size_t i = 0; can && (v = view_at(i)); i++)
    can = !s->asked->views[i] || !v->columns || view_can(s, v);
  return can;
}

/* True if what is asked for is for programs. */
static bool is_plain(const struct asked *asked) {
  const struct view *v;
  bool bare = false;
  for (size_t i = 0; (v = view_at(i)); i++)
    bare |= asked->views[i] && v->bare;
  return bare || asked->csv;
}

/* Shows who waited for whom in MPI. The result is the exit status. */
static int show_mpi_waits(const struct asked *asked) {
  static struct source source;
  struct late late = {.rows = NULL};
  struct trace_lacks lacks;
  struct screen screen;
  struct shown s = {.loaded = &source.loaded, .analysis = &source.analysis, .asked = asked};
  int status = EXIT_FAILURE;
  if (source_open(&source, asked->name, &lacks) && late_find(&late, &source)) {
    trace_lacks_tell(&lacks, source.loaded.directory, "pomp-report", stderr);
    if (late_is_whole(&late, &source, &lacks))
      mpi_waiting_set(&source.analysis, &late);
    if (!view_can(&s, late_view())) {
      status = USER_ERROR_USAGE;
    } else if (screen_open(&screen, asked->csv)) {
      s.out = screen.out;
      status = late_print(&s, &late, &source) ? EXIT_SUCCESS : EXIT_FAILURE;
      screen_close(&screen);
    }
    if (status == EXIT_FAILURE)
      user_error_print(source.loaded.path, "not enough memory");
  }
  late_free(&late);
  source_close(&source);
  return status;
}

/* Shows an experiment. The result is the exit status. */
static int show(const struct asked *asked) {
  static struct loaded loaded;
  struct analysis analysis;
  struct screen screen;
  struct shown s = {.loaded = &loaded, .analysis = &analysis, .asked = asked};
  int status = EXIT_FAILURE;
  if (load(&loaded, asked->name) && (!asked->traced || load_from_trace(&loaded))) {
    bool good = analyse(&analysis, &loaded.experiment) && call_sites_find(&loaded.experiment);
    if (good && asked->traced)
      mpi_waiting_find(&analysis, &loaded);
    if (good && !views_can(&s))
      status = USER_ERROR_USAGE;
    else if (good && screen_open(&screen, is_plain(asked))) {
      s.out = screen.out;
      status = print_views(&s) ? EXIT_SUCCESS : EXIT_FAILURE;
      screen_close(&screen);
    }
    if (status == EXIT_FAILURE)
      user_error_print(loaded.path, "not enough memory");
    else if (status == EXIT_SUCCESS && asked->suggest && !report_suggest_filter(&s))
      status = EXIT_FAILURE;
    analysis_free(&analysis);
  }
  experiment_free(&loaded.experiment);
  return status;
}

int main(int argc, char **argv) {
  struct asked asked = {.name = NULL};
  int status;
  standard_files_hold();
  setlocale(LC_CTYPE, ""); /* decides between an arrow and -> */
  if (options_read(argc, argv, &asked, &status))
    status = asked.mpi_waits ? show_mpi_waits(&asked) : show(&asked);
  if (asked.has_region)
    regfree(&asked.region);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    user_error_print(NULL, "can't write: %s", strerror(errno));
    status = EXIT_FAILURE;
  }
  return status;
}
