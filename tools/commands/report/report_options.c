/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_options.c - the command line of pomp-report.
 * Not here: the views, each of which is an option (report_views.c); what --help is at first (help_text.c), and what the
 * manual has besides (manual_text.c).
 */
#include "commands/report/report_options.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/report/help_text.h"
#include "commands/report/manual_text.h"
#include "files/intervals.h"
#include "files/phase_choice.h"
#include "pomp_archive_format.h"
#include "show/columns.h"
#include "show/report_views.h"
#include "sums/launched_processes.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static struct report_request request;
static bool all_tables;                                /* --all */
static const char *suggest_filter, *suggest_functions; /* one of them */

static const char *const help_words[] = {"all", NULL}, *const forms[] = {"markdown", "man",  "bash",
                                                                         "zsh",      "fish", NULL};

/* --- options for which a variable is not enough: false, with a message, if the value is wrong --- */

static bool read_interval(const char *value) {
  char *end;
  const unsigned long number = strtoul(value, &end, 10);
  load_interval = strcmp(value, "all") == 0 ? LOAD_WHOLE_RUN : (uint32_t)number;
  return load_interval == LOAD_WHOLE_RUN ||
         (isdigit((unsigned char)*value) && !*end && number && number < LOAD_WHOLE_RUN) ||
         user_error(NULL, "--interval takes a number from 1 on, or all, not %s", value);
}
static bool read_with(const char *value) {
  (void)value;
  if (request.with || !request.name_count)
    return user_error(NULL, request.with ? "there are two sides, and one --with between them"
                                         : "--with is between the experiments of the two sides");
  return request.with = request.name_count;
}
static bool read_fail_if(const char *value) { return fail_ifs_add(&request.fail_ifs, value); }

/* Takes `FILE` or `FILE:LINE`, or nothing. */
static bool read_source(const char *value) {
  char *colon = value ? strrchr(value, ':') : NULL;
  request.source.file = value;
  if (!value)
    return true;
  if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")])
    return *value || user_error(NULL, "--source takes a file, or one of its lines as in file.c:42");
  unsigned long line = strlen(colon + 1) > 9 ? 0 : strtoul(colon + 1, NULL, 10);
  if (line == 0 || colon == value)
    return user_error(NULL, "--source takes a file, or one of its lines as in file.c:42, not %s", value);
  *colon = 0;
  request.source.line = (unsigned)line;
  return true;
}

static bool ends_with(const char *word, const char *suffix) {
  const size_t length = strlen(word), own = strlen(suffix);
  return length >= own && strcmp(word + length - own, suffix) == 0;
}

/* True if the word behind `--source` may be its value: it is neither an option nor an experiment. */
static bool is_source(const char *word) {
  struct stat st;
  if (*word == '-' || ends_with(word, ".pomp") || ends_with(word, POMP_ARCHIVE_SUFFIX))
    return false;
  return stat(word, &st) != 0 || !S_ISDIR(st.st_mode);
}

/* --- the options, without those that are views --- */

static const struct command_option options[] = {
    TABLE_OPTION_ROWS(request.wanted, manual_columns),
    {"all", .help = "all tables: the same as --flat", .flag = &all_tables},
    {"raw", .help = "--flat with a row for each region, also for barriers that constructs imply", .flag = &request.raw},
    {"markdown", .help = "--diagnose (if nothing else is asked for) or --diff as a comment of a pull request",
     .flag = &request.wanted.markdown},
    {"instances", .help = "a row for each instance of a template, and each copy of a call, not one for all",
     .flag = &request.instances},
    {"stacks", .value = "CORE", .may_lack = true,
     .help = "--now: the functions that each thread is in as well, for which it is stopped for a moment; =CORE: those "
             "of a program that has crashed, from its core file",
     .offer = OFFER_FILES, .flag = &request.stacks, .text = &request.core, .takes = "a core file"},
    {"suggest-filter", .value = "FILE", .help = "writes the filter of --score, for POMP_FILTER and --pomp-filter",
     .offer = OFFER_FILES, .text = &suggest_filter, .takes = "the name of the file to write"},
    {"suggest-functions", .value = "FILE",
     .help = "writes a filter for the next compile (--pomp-functions=all --pomp-filter=FILE): it keeps the functions "
             "that are worth measuring",
     .offer = OFFER_FILES, .text = &suggest_functions, .takes = "the name of the file to write"},
    {"overhead", .value = "PERCENT",
     .help = "--score: measuring is to take no more of threads × wall (5, if no size is given)",
     .percent = &request.aims.overhead, .least = DBL_TRUE_MIN, .takes = "a percentage above 0, as 2.5"},
    {"trace-size", .value = "SIZE", .help = "--score: the trace is to have no more bytes; k, M and G may follow",
     .bytes = &request.aims.trace_size, .takes = "bytes, as 500k, 20M or 1G"},
    {"of", .value = "REGION",
     .help = "--efficiency: of a function, user region or construct (file.c:42), not the whole; may be repeated",
     .list = request.interest, .count = &request.interests, .most = REQUEST_REGIONS,
     .takes = "a region: a function, a user region, or file.c:42"},
    {"reference", .value = "EXPERIMENT",
     .help = "--efficiency: what the others are compared with (that with the fewest threads)",
     .offer = OFFER_DIRECTORIES, .text = &request.reference, .takes = "one of the experiments"},
    {"weak", .help = "--efficiency: the problem of each run was as many times as large as its threads are",
     .flag = &request.weak},
    {"source-anywhere", .help = "--source: reads files also outside of this folder, the run's and the experiment's",
     .flag = &request.source.anywhere},
    {"source-path", .value = "DIR",
     .help = "--source, --html: looks for source files in this folder first; may be repeated",
     .list = request.source.paths, .count = &request.source.path_count, .most = SOURCE_PATHS, .takes = "a folder",
     .offer = OFFER_DIRECTORIES},
    {"from-trace", .help = "the profile that follows from the trace, in place of the measured one",
     .flag = &request.traced},
    {"interval", .value = "NUMBER",
     .help = "an earlier interval, from 1 on, of a run that `pomp-control reset` has divided; all: the whole run",
     .call = read_interval},
    {"phase", .value = "NUMBER",
     .help = "one visit of a phase: the profile that it has, or that visits which are alike share; also "
             "[REGION:]profile-3, as --phases lists them",
     .text = &load_phase, .takes = "the number of a visit, or a profile as profile-3"},
    {"jobs", 'j', "N",
     .help =
         "so many processes read an experiment of several processes, also by -j (one for each processor, 8 at most, "
         "if it is large); the output is the same",
     .number = &request.jobs, .least = 1, .most = REQUEST_JOBS, .takes = "a number of processes"},
    {"with", .help = "--diff A… --with B…: the experiments of each side, if they are several", .call = read_with},
    {"output", 'o', "FILE",
     .help = "the file to write, also by -o (the standard output; --html: EXPERIMENT.html or diff.html, here); -: the "
             "standard output",
     .offer = OFFER_FILES, .text = &request.output,
     .takes = "the name of the file to write, or - for the standard output"},
    {"anonymous", .help = "--html: leaves out host, user, paths, command line, environment and source",
     .flag = &request.anonymous},
    {"no-source", .help = "--html: leaves out the lines of the source", .flag = &request.no_source},
    {"fail-if", .value = "CONDITION",
     .help = "--diff: exit status 1 if it holds, as 'self>5%', 3 if the machine was too busy; docs/compare.md has more",
     .offer = OFFER_WORDS, .words = manual_figures, .call = read_fail_if},
    {"manual", .value = "FORM", .may_lack = true,
     .help = "the options and columns as tables in Markdown; =man: the man page; =bash, zsh, fish: completion",
     .offer = OFFER_WORDS, .words = forms, .prints = PRINTS_MANUAL},
    {"help", 'h', "all", .may_lack = true, .help = "what fits a screen, also by -h; =all: this text",
     .offer = OFFER_WORDS, .words = help_words, .takes = "all, or nothing", .prints = PRINTS_HELP},
    COMMAND_VERSION_ROW,
};

static struct command_option views[REQUEST_VIEWS];

/* Each view is an option, too, and may have a word, or a file. */
static size_t make_views(void) {
  enum { TEXT = 600 };
  static char helps[REQUEST_VIEWS][TEXT];
  static const char *words[REQUEST_VIEWS][2]; /* each view's word, and NULL */
  const struct view *v;
  size_t count = 0;
  for (; count < REQUEST_VIEWS && (v = view_at(count)); count++) {
    words[count][0] = v->word;
    snprintf(helps[count], TEXT, "%s%s%s%s%s", v->help, v->word ? "; " : "", v->word ? v->word : "",
             v->word ? ": " : "", v->word ? v->word_help : "");
    views[count] = (struct command_option){.name = v->name,
                                           .value = v->word ? v->word : v->value,
                                           .may_lack = true,
                                           .apart = v->value ? is_source : NULL,
                                           .help = helps[count],
                                           .offer = v->word ? OFFER_WORDS : OFFER_FILES,
                                           .words = words[count],
                                           .flag = &request.views[count],
                                           .choice = v->word ? &request.worded[count] : NULL,
                                           .call = v->value ? read_source : NULL};
  }
  return count;
}

static bool *view_named(const char *name) {
  const struct view *v;
  size_t i = 0;
  while ((v = view_at(i)) && strcmp(v->name, name) != 0)
    i++;
  return &request.views[i];
}

/* --- whether they fit --- */

/* Makes the views fit each other: a bare one excludes others, and CSV has one table. */
static bool settle_views(void) {
  const struct view *v, *chosen = NULL;
  size_t tables = 0;
  if (suggest_filter && suggest_functions)
    return user_error(NULL, "--%s and --%s are written apart: ask for one at a time", "suggest-filter",
                      "suggest-functions");
  request.suggest = suggest_filter ? suggest_filter : suggest_functions;
  request.aims.functions = suggest_functions;
  *view_named("flat") |= all_tables;
  *view_named("score") |= request.suggest || request.aims.overhead > 0 || request.aims.trace_size;
  *view_named("source") |= request.source.anywhere || request.source.path_count;
  *view_named("now") |= request.stacks;
  *view_named("efficiency") |= request.interests || request.reference || request.weak;
  for (size_t i = 0; (v = view_at(i)); i++)
    if (request.views[i]) {
      if (v->bare && chosen && chosen->bare)
        return user_error(NULL, "--%s and --%s are written apart: ask for one at a time", chosen->name, v->name);
      chosen = chosen && chosen->bare ? chosen : v;
      tables++;
    }
  if (!tables)
    *view_named(request.wanted.markdown                                                     ? "diagnose"
                : request.raw || request.instances || table_options_narrow(&request.wanted) ? "flat"
                                                                                            : "brief") = true;
  else if (chosen->bare) {
    const bool page = chosen->write != NULL;
    for (size_t i = 0; (v = view_at(i)); i++)
      if (request.views[i] && (page ? v->shows_page : v->json || v->shows_json)) {
        chosen = v;
        *(page ? &request.as_page : &request.as_json) = true;
        break;
      }
    for (size_t i = 0; (v = view_at(i)); i++)
      request.views[i] = v == chosen;
  }
  if (tables > 1 && !request.as_json && !request.as_page)
    for (size_t i = 0; (v = view_at(i)); i++)
      if (request.views[i] && v->show)
        return user_error(NULL, "--%s is shown alone", v->name);
  if (request.wanted.csv && tables > 1)
    return user_error(NULL, "--csv takes one view at a time");
  if (request.wanted.markdown && (tables > 1 || (chosen && !chosen->markdown) || request.wanted.csv))
    return user_error(NULL, "--markdown is for --diagnose or --diff, and neither for CSV nor for JSON");
  if (chosen && !chosen->columns && table_options_narrow(&request.wanted))
    return user_error(NULL, "--%s is no table: --csv, --columns, --sort, --top, --min and --region are for tables",
                      chosen->name);
  return true;
}

const struct view *view_asked(const struct report_request *request) {
  size_t i = 0;
  while (!request->views[i])
    i++;
  return view_at(i);
}

/* Says which folders of --source-path can't be looked into. The others may have the source. */
static void tell_missing_folders(void) {
  struct stat st;
  for (size_t i = 0; i < request.source.path_count; i++) {
    const char *path = request.source.paths[i];
    const int error = stat(path, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? 0 : ENOTDIR;
    if (error)
      user_error_print(path, "--source-path: %s", strerror(error));
  }
}

/* Tells whether options are where they belong. */
static bool check_companions(void) {
  const struct view *v = view_asked(&request);
  bool compares = v->has & HAS_COMPARED;
  const bool of_interval = load_interval != LOAD_WHOLE_RUN && load_interval != LOAD_LAST_INTERVAL;
  if (request.traced && (load_phase || of_interval))
    return user_error(NULL, "--from-trace is the profile of the whole run, and --%s is of a part of it: leave one out",
                      load_phase ? "phase" : "interval");
  if (request.with && !compares)
    return user_error(NULL, "--with is for --diff");
  if ((request.anonymous || request.no_source) && !request.as_page && !v->write)
    return user_error(NULL, "--%s is for --html", request.anonymous ? "anonymous" : "no-source");
  if (request.stacks && (request.as_json || request.wanted.csv || !*view_named("now"))) /* JSON is a view, too */
    return user_error(NULL, "--stacks prints text: it is neither for JSON nor for CSV");
  return !request.fail_ifs.count || compares || user_error(NULL, "--fail-if is for --diff");
}

/* The same, and whether all that was asked for can take so many experiments. */
static bool check(void) {
  const struct view *v;
  bool several = true;
  if (!table_options_compile(&request.wanted) || !settle_views() || !check_companions())
    return false;
  tell_missing_folders();
  for (size_t i = 0; (v = view_at(i)); i++)
    several &= !request.views[i] || v->several;
  return request.name_count <= 1 || several ||
         user_error(NULL, "one experiment at a time, not %s as well", request.names[1]);
}

/* --- the table --- */

static struct command_section sections[2 + MANUAL_SECTIONS] = {
    {.title = "Views", .text = "Several of them may be shown at once, if they are tables.", .options = views},
    {.title = "Options", .options = options, .option_count = COUNT(options)},
};

static void prepare(void) { manual_sections(sections + 2); }
static void print_tables(void) { manual_tables(options, COUNT(options)); }

static const struct command_line line = {
    .command = "pomp-report",
    .purpose = "show where an OpenMP program spent its time",
    .synopsis = "[OPTION]... [EXPERIMENT]...",
    .description = "pomp-report shows what was measured of a run of a program that pomp-clang has compiled. EXPERIMENT "
                   "is the experiment's directory, or the profile.pomp in it; by default it is that of "
                   "POMP_EXPERIMENT_DIR, or else the newest pomp-* in the current directory.",
    .usage = "pomp-report [OPTION]... [EXPERIMENT]...",
    .about =
        "Shows what was measured of a run. EXPERIMENT is the experiment's directory, the profile.pomp in it, or the "
        "PID of a program that runs; by default that of $POMP_EXPERIMENT_DIR, or else the newest pomp-* here.",
    .prefix = "--",
    .operand = OFFER_DIRECTORIES,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-clang(1), pomp-convert(1), pomp-scale(1), pomp-environment(7), pomp-filter(5), pomp(7)",
    .operands = &request.names,
    .operand_count = &request.name_count,
    .takes = ANY_OPERANDS,
    .check = check,
    .speaks = launched_processes_is_first,
    .brief = help_brief,
    .tables = print_tables,
    .prepare = prepare,
};

bool options_read(int argc, char **argv, struct report_request *into, int *status) {
  sections[0].option_count = make_views();
  const bool good = command_read(&line, argc, argv, status);
  *into = request;
  return good;
}
