/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_options.c - reads the command line of pomp-report.
 * Not here: the views, each of which is an option (report_views.c); --help and the manual (help_text.c, manual_text.c).
 */
#include "commands/report/report_options.h"
#include "base/user_error.h"
#include "files/intervals.h"
#include "files/phase_choice.h"
#include "show/columns.h"
#include "show/report_views.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- options that take a value: false, with a message, if it is wrong --- */

#define TABLE_OPTION_READER(NAME, VALUE, HELP, OFFER)                                                                  \
  static bool read_##NAME(struct report_request *request, const char *value) {                                         \
    return table_options_read_##NAME(&request->wanted, value);                                                         \
  }
TABLE_OPTIONS(TABLE_OPTION_READER)
#undef TABLE_OPTION_READER

static bool *view_named(struct report_request *request, const char *name);

static bool read_all(struct report_request *request, const char *value) {
  (void)value;
  return *view_named(request, "flat") = true;
}
static bool read_markdown(struct report_request *request, const char *value) {
  (void)value;
  return request->wanted.markdown = true;
}
static bool read_raw(struct report_request *request, const char *value) {
  (void)value;
  return request->raw = true;
}
static bool read_instances(struct report_request *request, const char *value) {
  (void)value;
  return request->instances = true;
}
static bool read_stacks(struct report_request *request, const char *value) {
  request->core = value;
  request->stacks = true;
  return !value || *value || user_error(NULL, "--stacks= takes a core file");
}
static bool read_overhead(struct report_request *request, const char *value) {
  char *end;
  request->aims.overhead = strtod(value, &end);
  end += *end == '%';
  return (end != value && !*end && isfinite(request->aims.overhead) && request->aims.overhead > 0) ||
         user_error(NULL, "--overhead takes a percentage above 0, as 2.5, not %s", value);
}
static bool read_trace_size(struct report_request *request, const char *value) {
  static const char units[] = "kMG";
  char *end;
  errno = 0;
  unsigned long long n = strtoull(value, &end, 10);
  const char *unit = *end ? strchr(units, *end) : NULL;
  unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
  end += unit != NULL;
  request->aims.trace_size = n << shift;
  return (isdigit((unsigned char)*value) && !*end && n > 0 && n <= UINT64_MAX >> shift && !errno) ||
         user_error(NULL, "--trace-size takes bytes, as 500k, 20M or 1G, not %s", value);
}
static bool read_suggested(struct report_request *request, const char *name, const char *value, bool functions) {
  if (request->suggest && request->aims.functions != functions)
    return user_error(NULL, "--%s and --%s are written apart: ask for one at a time", "suggest-filter",
                      "suggest-functions");
  request->suggest = value;
  request->aims.functions = functions;
  return *value || user_error(NULL, "%s takes the name of the file to write", name);
}
static bool read_suggest_filter(struct report_request *request, const char *value) {
  return read_suggested(request, "--suggest-filter", value, false);
}
static bool read_suggest_functions(struct report_request *request, const char *value) {
  return read_suggested(request, "--suggest-functions", value, true);
}
static bool read_interest(struct report_request *request, const char *value) {
  if (request->interests == REQUEST_REGIONS)
    return user_error(NULL, "--of takes %d regions at most, not %s as well", REQUEST_REGIONS, value);
  request->interest[request->interests++] = value;
  return *value || user_error(NULL, "--of takes a region: a function, a user region, or file.c:42");
}
static bool read_reference(struct report_request *request, const char *value) {
  request->reference = value;
  return *value || user_error(NULL, "--reference takes one of the experiments");
}
static bool read_weak(struct report_request *request, const char *value) {
  (void)value;
  return request->weak = true;
}
static bool read_anywhere(struct report_request *request, const char *value) {
  (void)value;
  return request->source.anywhere = true;
}
static bool read_source_path(struct report_request *request, const char *value) {
  struct source_place *p = &request->source;
  if (p->path_count == SOURCE_PATHS)
    return user_error(NULL, "--source-path takes %d folders at most, not %s as well", SOURCE_PATHS, value);
  p->paths[p->path_count++] = value;
  return *value || user_error(NULL, "--source-path takes a folder");
}
static bool read_traced(struct report_request *request, const char *value) {
  (void)value;
  return request->traced = true;
}
static bool read_interval(struct report_request *request, const char *value) {
  char *end;
  const unsigned long number = strtoul(value, &end, 10);
  (void)request;
  load_interval = strcmp(value, "all") == 0 ? LOAD_WHOLE_RUN : (uint32_t)number;
  return load_interval == LOAD_WHOLE_RUN ||
         (isdigit((unsigned char)*value) && !*end && number && number < LOAD_WHOLE_RUN) ||
         user_error(NULL, "--interval takes a number from 1 on, or all, not %s", value);
}
static bool read_phase(struct report_request *request, const char *value) {
  (void)request;
  load_phase = value;
  return *value || user_error(NULL, "--phase takes the number of a visit, or a profile as profile-3");
}
static bool read_jobs(struct report_request *request, const char *value) {
  char *end;
  const unsigned long jobs = strtoul(value, &end, 10);
  request->jobs = (unsigned)jobs;
  return (isdigit((unsigned char)*value) && !*end && jobs && jobs <= REQUEST_JOBS) ||
         user_error(NULL, "--jobs takes a number of processes from 1 to %d, not %s", REQUEST_JOBS, value);
}
static bool read_with(struct report_request *request, const char *value) {
  (void)value;
  if (request->with || !request->name_count)
    return user_error(NULL, request->with ? "there are two sides, and one --with between them"
                                          : "--with is between the experiments of the two sides");
  return request->with = request->name_count;
}
static bool read_output(struct report_request *request, const char *value) {
  request->output = value;
  return *value || user_error(NULL, "-o takes the name of the file to write, or - for the standard output");
}
static bool read_anonymous(struct report_request *request, const char *value) {
  (void)value;
  return request->anonymous = true;
}
static bool read_no_source(struct report_request *request, const char *value) {
  (void)value;
  return request->no_source = true;
}
static bool read_fail_if(struct report_request *request, const char *value) {
  return fail_ifs_add(&request->fail_ifs, value);
}

/* Takes `FILE` or `FILE:LINE`. */
static bool read_source(struct report_request *request, char *value) {
  char *colon = strrchr(value, ':');
  request->source.file = value;
  if (!colon || !colon[1] || colon[1 + strspn(colon + 1, "0123456789")])
    return *value || user_error(NULL, "--source takes a file, or one of its lines as in file.c:42");
  unsigned long line = strlen(colon + 1) > 9 ? 0 : strtoul(colon + 1, NULL, 10);
  if (line == 0 || colon == value)
    return user_error(NULL, "--source takes a file, or one of its lines as in file.c:42, not %s", value);
  *colon = 0;
  request->source.line = (unsigned)line;
  return true;
}

/* True if the word behind `--source` may be its value: it is neither an option nor an experiment. */
static bool is_source(const char *word) {
  struct stat st;
  size_t length = word ? strlen(word) : 0;
  if (!word || *word == '-' || (length >= 5 && strcmp(word + length - 5, ".pomp") == 0))
    return false;
  return stat(word, &st) != 0 || !S_ISDIR(st.st_mode);
}

/* A row is an option other than a view; --help and the manual are made from them. */
static const struct option_row {
  const char *name, *value; /* what --help calls its value; NULL: it takes none */
  const char *help;
  bool (*read)(struct report_request *request, const char *value);
  enum option_prints prints; /* if that is all */
  enum option_offer offer;   /* what a shell offers for its value */
  bool may_lack;             /* the value may be left out */
  char letter;               /* -LETTER is the same */
} rows[] = {
#define TABLE_OPTION_ROW(NAME, VALUE, HELP, OFFER) {#NAME, VALUE, HELP, read_##NAME, PRINTS_NOTHING, OFFERS_##OFFER},
    TABLE_OPTIONS(TABLE_OPTION_ROW)
#undef TABLE_OPTION_ROW
        {"all", NULL, "all tables: the same as --flat", read_all, PRINTS_NOTHING},
    {"raw", NULL, "--flat with a row for each region, also for barriers that constructs imply", read_raw,
     PRINTS_NOTHING},
    {"markdown", NULL, "--diagnose (if nothing else is asked for) or --diff as a comment of a pull request",
     read_markdown, PRINTS_NOTHING},
    {"instances", NULL, "a row for each instance of a template, and each copy of a call, not one for all",
     read_instances, PRINTS_NOTHING},
    {"stacks", "CORE",
     "--now: the functions that each thread is in as well, for which it is stopped for a moment; =CORE: those "
     "of a program that has crashed, from its core file",
     read_stacks, PRINTS_NOTHING, OFFERS_FILE, true},
    {"suggest-filter", "FILE", "writes the filter of --score, for POMP_FILTER and --pomp-filter", read_suggest_filter,
     PRINTS_NOTHING, OFFERS_FILE},
    {"suggest-functions", "FILE",
     "writes a filter for the next compile (--pomp-functions=all --pomp-filter=FILE): it keeps the functions that are "
     "worth measuring",
     read_suggest_functions, PRINTS_NOTHING, OFFERS_FILE},
    {"overhead", "PERCENT", "--score: measuring is to take no more of threads × wall (5, if no size is given)",
     read_overhead, PRINTS_NOTHING},
    {"trace-size", "SIZE", "--score: the trace is to have no more bytes; k, M and G may follow", read_trace_size,
     PRINTS_NOTHING},
    {"of", "REGION",
     "--efficiency: of a function, user region or construct (file.c:42), not the whole; may be repeated", read_interest,
     PRINTS_NOTHING},
    {"reference", "EXPERIMENT", "--efficiency: what the others are compared with (that with the fewest threads)",
     read_reference, PRINTS_NOTHING, OFFERS_EXPERIMENT},
    {"weak", NULL, "--efficiency: the problem of each run was as many times as large as its threads are", read_weak,
     PRINTS_NOTHING},
    {"source-anywhere", NULL, "--source: reads files also outside of this folder, the run's and the experiment's",
     read_anywhere, PRINTS_NOTHING},
    {"source-path", "DIR", "--source, --html: looks for source files in this folder first; may be repeated",
     read_source_path, PRINTS_NOTHING, OFFERS_FILE},
    {"from-trace", NULL, "the profile that follows from the trace, in place of the measured one", read_traced,
     PRINTS_NOTHING},
    {"interval", "NUMBER",
     "an earlier interval, from 1 on, of a run that `pomp-control reset` has divided; all: the whole run",
     read_interval, PRINTS_NOTHING},
    {"phase", "NUMBER",
     "one visit of a phase: the profile that it has, or that visits which are alike share; also [REGION:]profile-3, "
     "as --phases lists them",
     read_phase, PRINTS_NOTHING},
    {"jobs", "N",
     "so many processes read an experiment of several processes, also by -j (one for each processor, 8 at most, if it "
     "is large); the output is the same",
     read_jobs, PRINTS_NOTHING, .letter = 'j'},
    {"with", NULL, "--diff A… --with B…: the experiments of each side, if they are several", read_with, PRINTS_NOTHING},
    {"output", "FILE",
     "--html: the file to write, also by -o (EXPERIMENT.html or diff.html, here); -: the standard output", read_output,
     PRINTS_NOTHING, OFFERS_FILE, .letter = 'o'},
    {"anonymous", NULL, "--html: leaves out host, user, paths, command line, environment and source", read_anonymous,
     PRINTS_NOTHING},
    {"no-source", NULL, "--html: leaves out the lines of the source", read_no_source, PRINTS_NOTHING},
    {"fail-if", "CONDITION",
     "--diff: exit status 1 if it holds, as 'self>5%', 3 if the machine was too busy; docs/compare.md has more",
     read_fail_if, PRINTS_NOTHING, OFFERS_FIGURE},
    {"manual", "FORM",
     "the options and columns as tables in Markdown; =man: the man page; =bash, zsh, fish: completion", NULL,
     PRINTS_MANUAL, OFFERS_FORM, true},
    {"help", "all", "what fits a screen, also by -h; =all: this text", NULL, PRINTS_HELP, OFFERS_ALL, true,
     .letter = 'h'},
    {"version", NULL, "the version", NULL, PRINTS_VERSION},
};
enum { ROWS = COUNT(rows), OPTION_ROW = 256, OPTION_VIEW = OPTION_ROW + ROWS, OPTIONS = ROWS + REQUEST_VIEWS };

bool option_at(size_t i, struct option_about *about) {
  if (i >= ROWS)
    return false;
  *about =
      (struct option_about){rows[i].letter, rows[i].name, rows[i].value, rows[i].help, rows[i].offer, rows[i].may_lack};
  return true;
}

/* --- the command line --- */

/* Reads the word behind the name of a view. False, with a message, if it is not the one that the view takes. */
static bool read_word(struct report_request *request, size_t view, const char *word) {
  const struct view *v = view_at(view);
  request->worded[view] = v->word && strcmp(word, v->word) == 0;
  return request->worded[view] ||
         user_error(NULL, "--%s takes %s, not %s", v->name, v->word ? v->word : "nothing", word);
}

/* Tells what it takes, and perhaps which of it was meant. */
static bool refuse_option(const struct option *options, size_t count, const char *word) {
  const char *names[OPTIONS];
  for (size_t i = 0; i < count; i++)
    names[i] = options[i].name;
  return user_error_option(word, names, count);
}

static size_t make_options(struct option *options) {
  const struct view *v;
  size_t count = 0;
  for (size_t i = 0; (v = view_at(i)); i++)
    options[count++] =
        (struct option){v->name, v->value || v->word ? optional_argument : no_argument, NULL, OPTION_VIEW + (int)i};
  for (int i = 0; i < ROWS; i++)
    options[count++] = (struct option){rows[i].name,
                                       rows[i].may_lack ? optional_argument
                                       : rows[i].value  ? required_argument
                                                        : no_argument,
                                       NULL, OPTION_ROW + i};
  options[count] = (struct option){NULL, 0, NULL, 0};
  return count;
}

static bool *view_named(struct report_request *request, const char *name) {
  const struct view *v;
  size_t i = 0;
  while ((v = view_at(i)) && strcmp(v->name, name) != 0)
    i++;
  return &request->views[i];
}

/* Makes the views fit each other: a bare one excludes others, and CSV has one table. */
static bool settle_views(struct report_request *request) {
  const struct view *v, *chosen = NULL;
  size_t tables = 0;
  *view_named(request, "score") |= request->suggest || request->aims.overhead > 0 || request->aims.trace_size;
  *view_named(request, "source") |= request->source.anywhere || request->source.path_count;
  *view_named(request, "now") |= request->stacks;
  *view_named(request, "efficiency") |= request->interests || request->reference || request->weak;
  for (size_t i = 0; (v = view_at(i)); i++)
    if (request->views[i]) {
      if (v->bare && chosen && chosen->bare)
        return user_error(NULL, "--%s and --%s are written apart: ask for one at a time", chosen->name, v->name);
      chosen = chosen && chosen->bare ? chosen : v;
      tables++;
    }
  if (!tables)
    *view_named(request, request->wanted.markdown                                                       ? "diagnose"
                         : request->raw || request->instances || table_options_narrow(&request->wanted) ? "flat"
                                                                                                        : "brief") =
        true;
  else if (chosen->bare) {
    const bool page = chosen->write != NULL;
    for (size_t i = 0; (v = view_at(i)); i++)
      if (request->views[i] && (page ? v->shows_page : v->json || v->shows_json)) {
        chosen = v;
        *(page ? &request->as_page : &request->as_json) = true;
        break;
      }
    for (size_t i = 0; (v = view_at(i)); i++)
      request->views[i] = v == chosen;
  }
  if (tables > 1 && !request->as_json && !request->as_page)
    for (size_t i = 0; (v = view_at(i)); i++)
      if (request->views[i] && v->show)
        return user_error(NULL, "--%s is shown alone", v->name);
  if (request->wanted.csv && tables > 1)
    return user_error(NULL, "--csv takes one view at a time");
  if (request->wanted.markdown && (tables > 1 || (chosen && !chosen->markdown) || request->wanted.csv))
    return user_error(NULL, "--markdown is for --diagnose or --diff, and neither for CSV nor for JSON");
  if (chosen && !chosen->columns && table_options_narrow(&request->wanted))
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

/* Tells whether options are where they belong. */
static bool check_companions(struct report_request *request) {
  const struct view *v = view_asked(request);
  bool compares = v->has & HAS_COMPARED;
  const bool of_interval = load_interval != LOAD_WHOLE_RUN && load_interval != LOAD_LAST_INTERVAL;
  if (request->traced && (load_phase || of_interval))
    return user_error(NULL, "--from-trace is the profile of the whole run, and --%s is of a part of it: leave one out",
                      load_phase ? "phase" : "interval");
  if (request->with && !compares)
    return user_error(NULL, "--with is for --diff");
  if ((request->output || request->anonymous || request->no_source) && !request->as_page && !v->write)
    return user_error(NULL, "--%s is for --html",
                      request->output      ? "output"
                      : request->anonymous ? "anonymous"
                                           : "no-source");
  if (request->stacks &&
      (request->as_json || request->wanted.csv || !*view_named(request, "now"))) /* JSON is a view, too */
    return user_error(NULL, "--stacks prints text: it is neither for JSON nor for CSV");
  return !request->fail_ifs.count || compares || user_error(NULL, "--fail-if is for --diff");
}

/* Tells whether all that was asked for can take so many experiments. */
static bool check_experiments(struct report_request *request) {
  const struct view *v;
  bool several = true;
  if (!check_companions(request))
    return false;
  for (size_t i = 0; (v = view_at(i)); i++)
    several &= !request->views[i] || v->several;
  return request->name_count <= 1 || several ||
         user_error(NULL, "one experiment at a time, not %s as well", request->names[1]);
}

/* Returns the row of an option that is one letter, or NULL. */
static const struct option_row *row_of_letter(int letter) {
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].letter && rows[i].letter == letter)
      return &rows[i];
  return NULL;
}

bool options_read(int argc, char **argv, struct report_request *request) {
  struct option options[OPTIONS + 1];
  size_t count = make_options(options);
  opterr = 0; /* the messages name what is allowed */
  for (int c; (c = getopt_long(argc, argv, "-:hj:o:", options, NULL)) != -1;) {
    const bool is_row = c >= OPTION_ROW && c < OPTION_VIEW;
    const struct option_row *row = is_row ? &rows[c - OPTION_ROW] : row_of_letter(c);
    if (c == 1) {
      argv[1 + request->name_count++] = optarg; /* what was there has been read */
    } else if (c >= OPTION_VIEW) {
      bool takes = view_at((size_t)(c - OPTION_VIEW))->value, apart = takes && !optarg && is_source(argv[optind]);
      char *value = apart ? argv[optind++] : optarg;
      request->views[c - OPTION_VIEW] = true;
      bool worded = value && view_at((size_t)(c - OPTION_VIEW))->word;
      if (value && !(worded ? read_word(request, (size_t)(c - OPTION_VIEW), value) : read_source(request, value)))
        return false;
    } else if (c == ':') {
      return user_error(NULL, "%s takes a value", argv[optind - 1]);
    } else if (!row) {
      char letter[] = {'-', (char)optopt, 0}; /* one of several in an argument, perhaps */
      return refuse_option(options, count, isgraph(optopt) ? letter : argv[optind - 1]);
    } else if (row->prints) {
      request->prints = row->prints;
      request->form = optarg;
      return true;
    } else if (!row->read(request, optarg)) {
      return false;
    }
  }
  request->names = argv + 1;
  while (optind < argc) /* behind -- */
    argv[1 + request->name_count++] = argv[optind++];
  return settle_views(request) && check_experiments(request);
}
