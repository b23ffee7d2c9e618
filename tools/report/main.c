/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main.c - the command pomp-report: its options, and what follows from each.
 * Not here: everything else. */
#include "call_sites.h"
#include "load.h"
#include "load_from_trace.h"
#include "mpi_waits.h"
#include "report.h"
#include "standard_files.h"
#include "user_error.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_VERSION = 256, OPTION_METRICS, OPTION_FROM_TRACE, OPTION_MPI_WAITS, OPTION_VIEW };

/* Each row is an option; --help is made from them. */
struct view {
  const char *name, *help;
  bool (*print)(FILE *out, const struct loaded *l, const struct analysis *a);
  bool head;
};
static const struct view views[] = {
    {"flat", "regions, by the time spent in each itself; waits; tasks (the default)", report_flat, true},
    {"tree", "call paths, over all threads", report_tree, true},
    {"threads", "each thread and place in a team, and the regions on it", report_threads, true},
    {"json", "everything, for programs; excludes the others", report_json, false},
};
enum { VIEWS = sizeof views / sizeof *views, OPTIONS = VIEWS + 5 };

/* This is what the user asks for. */
struct choice {
  bool wanted[VIEWS];
  bool traced, mpi_waits;
  const char *name; /* the experiment; NULL: the newest */
};

static void print_help(void) {
  printf("usage: pomp-report [OPTION]... [EXPERIMENT]\n\n"
         "Shows what was measured of a run. EXPERIMENT is the experiment's directory, or the profile.pomp in it;\n"
         "by default that of $POMP_EXPERIMENT_DIR, or else the newest pomp-* in the current directory.\n\n");
  for (int i = 0; i < VIEWS; i++)
    printf("  --%-10s  %s\n", views[i].name, views[i].help);
  printf("  --%-10s  %s\n", "from-trace", "the profile that follows from the trace, in place of the measured one");
  printf("  --%-10s  %s\n", "mpi-waits",
         "who waited for whom in MPI, from the traces of all ranks; excludes the others");
  printf("  --%-10s  %s\n", "metrics", "what POMP_METRICS may name on this machine; shows no experiment");
  printf("  --%-10s  %s\n  --%-10s  %s\n", "help, -h", "this text", "version", "the version");
}

/* Tells what it takes, and perhaps which of it was meant. */
static bool refuse_option(const struct option *options, const char *word) {
  const char *names[OPTIONS];
  char takes[512] = "it takes";
  for (int i = 0; i < OPTIONS; i++) {
    size_t used = strlen(takes);
    names[i] = options[i].name;
    snprintf(takes + used, sizeof takes - used, "%s --%s", i ? "," : "", names[i]);
  }
  return user_error_word("unknown option ", word, "--", names, OPTIONS, takes);
}

/* Reads the options. False if the program is to end, with the exit status in `*status`. */
static bool read_options(int argc, char **argv, struct choice *choice, int *status) {
  struct option options[OPTIONS + 1] = {[VIEWS] = {"metrics", no_argument, NULL, OPTION_METRICS},
                                        {"from-trace", no_argument, NULL, OPTION_FROM_TRACE},
                                        {"mpi-waits", no_argument, NULL, OPTION_MPI_WAITS},
                                        {"help", no_argument, NULL, 'h'},
                                        {"version", no_argument, NULL, OPTION_VERSION}};
  for (int i = 0; i < VIEWS; i++)
    options[i] = (struct option){views[i].name, no_argument, NULL, OPTION_VIEW + i};
  *status = EXIT_SUCCESS;
  opterr = 0; /* the message names what is allowed */
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    switch (c) {
    case 'h':
      print_help();
      return false;
    case OPTION_VERSION:
      printf("pomp-report %s\n", POMP_VERSION);
      return false;
    case OPTION_METRICS:
      report_available_metrics(stdout);
      return false;
    case OPTION_FROM_TRACE:
      choice->traced = true;
      break;
    case OPTION_MPI_WAITS:
      choice->mpi_waits = true;
      break;
    default:
      if (c < OPTION_VIEW || c >= OPTION_VIEW + VIEWS) {
        char letter[] = {'-', (char)optopt, 0}; /* one of several in an argument, perhaps */
        *status = USER_ERROR_USAGE;
        return refuse_option(options, isgraph(optopt) ? letter : argv[optind - 1]);
      }
      choice->wanted[c - OPTION_VIEW] = true;
    }
  }
  if (argc - optind > 1) {
    *status = USER_ERROR_USAGE;
    return user_error(NULL, "one experiment at a time, not %s as well", argv[optind + 1]);
  }
  choice->name = optind < argc ? argv[optind] : NULL;
  return true;
}

static bool print_views(const struct loaded *l, const struct analysis *a, const bool *wanted) {
  bool first = true, good = true;
  for (int i = 0; i < VIEWS && good; i++) {
    if (!wanted[i])
      continue;
    if (views[i].head && first)
      good = report_head(stdout, l, a);
    else if (views[i].head)
      fputc('\n', stdout);
    first = false;
    good = good && views[i].print(stdout, l, a);
  }
  return good;
}

static bool show_mpi_waits(const char *name) {
  static struct source source;
  struct late late = {.rows = NULL};
  struct trace_lacks lacks;
  bool good = source_open(&source, name, &lacks) && late_find(&late, &source);
  if (good)
    trace_lacks_tell(&lacks, source.loaded.directory, "pomp-report", stderr);
  if (good && !(good = late_print(stdout, &late, &source)))
    user_error_print(source.loaded.path, "not enough memory");
  late_free(&late);
  source_close(&source);
  return good;
}

int main(int argc, char **argv) {
  static struct loaded loaded;
  struct analysis analysis;
  struct choice choice = {.name = NULL};
  bool *wanted = choice.wanted;
  int status;
  standard_files_hold();
  setlocale(LC_CTYPE, ""); /* decides between an arrow and -> */
  if (read_options(argc, argv, &choice, &status)) {
    if (choice.mpi_waits) {
      status = show_mpi_waits(choice.name) ? EXIT_SUCCESS : EXIT_FAILURE;
      return fflush(stdout) != 0 ? EXIT_FAILURE : status;
    }
    if (wanted[VIEWS - 1])
      memset(wanted, 0, (VIEWS - 1) * sizeof *wanted);
    else if (!wanted[1] && !wanted[2])
      wanted[0] = true;
    bool good = load(&loaded, choice.name) && (!choice.traced || load_from_trace(&loaded));
    status = good ? EXIT_SUCCESS : EXIT_FAILURE;
    if (good) {
      if (!analyse(&analysis, &loaded.experiment) || !call_sites_find(&loaded.experiment) ||
          !print_views(&loaded, &analysis, wanted)) {
        user_error_print(loaded.path, "not enough memory");
        status = EXIT_FAILURE;
      }
      analysis_free(&analysis);
    }
    experiment_free(&loaded.experiment);
  }
  if (fflush(stdout) != 0 || ferror(stdout)) {
    user_error_print(NULL, "can't write: %s", strerror(errno));
    status = EXIT_FAILURE;
  }
  return status;
}
