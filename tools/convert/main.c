/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* main.c - the command pomp-convert: its options, and the file or directory that it makes.
 * Not here: reading (source.c, events.c), each format. */
#include "formats.h"
#include "job.h"
#include "missing.h"
#include "progress.h"
#include "standard_files.h"
#include "user_error.h"

#include <ctype.h>
#include <errno.h>
#include <ftw.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { OPTION_VERSION = 256, OPTION_TO, OPTION_OUTPUT, OPTION_JOBS };

/* Each row is a format; --help and the messages are made from them. */
struct format {
  const char *name, *standard, *help; /* standard: what is written, in the experiment's directory */
  bool (*write)(struct conversion *c);
};
static const struct format formats[] = {
#ifdef POMP_HAS_OTF2
    {"otf2", "otf2", "Open Trace Format 2, for Vampir, ViTE and others: a directory with traces.otf2", otf2_write},
#endif
    {"ctf", "ctf", "Common Trace Format 1.8, for Trace Compass and babeltrace2: a directory", ctf_write},
    {"perfetto", "trace.json", "the JSON of Chrome's tracing: a file for ui.perfetto.dev", perfetto_write},
};
enum { FORMATS = sizeof formats / sizeof *formats };

struct choice {
  const struct format *format;
  const char *experiment, *output;
  unsigned jobs;
};

static void print_help(void) {
  printf("usage: pomp-convert [EXPERIMENT] --to FORMAT [--output PATH] [--jobs N]\n\n"
         "Writes the trace of a run (POMP_TRACE=1 records it) in a format that other tools read. EXPERIMENT is the\n"
         "experiment's directory; by default that of $POMP_EXPERIMENT_DIR, or else the newest pomp-* in the current\n"
         "directory.\n\nFormats\n");
  for (int i = 0; i < FORMATS; i++)
    printf("  %-9s %s; EXPERIMENT/%s\n", formats[i].name, formats[i].help, formats[i].standard);
  printf("\nOptions\n"
         "  --output PATH   what to write, in place of that; it must not be there yet\n"
         "  --jobs N        work with N threads; by default as many as there are processors\n"
         "  --help, -h      this text\n"
         "  --version       the version\n");
}

static const char *format_names(void) {
  static char text[128];
  for (int i = 0; i < FORMATS; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? ", " : "it takes ", formats[i].name);
  return text;
}

static bool choose_format(struct choice *c, const char *name) {
  for (int i = 0; i < FORMATS; i++)
    if (strcmp(formats[i].name, name) == 0) {
      c->format = &formats[i];
      return true;
    }
#ifndef POMP_HAS_OTF2
  if (strcmp(name, "otf2") == 0)
    return user_error("--to otf2",
                      "built without OTF2; install its library (Debian: libopen-trace-format2-dev) and build again");
#endif
  const char *names[FORMATS];
  for (int i = 0; i < FORMATS; i++)
    names[i] = formats[i].name;
  return user_error_word("--to is wrong: ", name, "", names, FORMATS, format_names());
}

static bool choose_jobs(struct choice *c, const char *text) {
  char *end;
  unsigned long n = strtoul(text, &end, 10);
  if (*end || !isdigit((unsigned char)*text) || n < 1 || n > 1024)
    return user_error_word("--jobs is wrong: ", text, "", NULL, 0, "it takes 1 to 1024");
  c->jobs = (unsigned)n;
  return true;
}

/* Reads the options. False if the program is to end, with the exit status in `*status`. */
static bool read_options(int argc, char **argv, struct choice *choice, int *status) {
  static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                          {"version", no_argument, NULL, OPTION_VERSION},
                                          {"to", required_argument, NULL, OPTION_TO},
                                          {"output", required_argument, NULL, OPTION_OUTPUT},
                                          {"jobs", required_argument, NULL, OPTION_JOBS},
                                          {NULL, 0, NULL, 0}};
  static const char *const names[] = {"help", "version", "to", "output", "jobs"};
  bool good = true;
  opterr = 0; /* the message names what is allowed */
  *status = EXIT_SUCCESS;
  for (int c; good && (c = getopt_long(argc, argv, ":h", options, NULL)) != -1;) {
    char letter[] = {'-', (char)optopt, 0};
    if (c == 'h')
      return print_help(), false;
    if (c == OPTION_VERSION)
      return printf("pomp-convert %s\n", POMP_VERSION), false;
    if (c == OPTION_TO)
      good = choose_format(choice, optarg);
    else if (c == OPTION_OUTPUT)
      choice->output = optarg;
    else if (c == OPTION_JOBS)
      good = choose_jobs(choice, optarg);
    else if (c == ':')
      good = user_error_word("a value is missing: ", argv[optind - 1], "", NULL, 0, "see --help");
    else
      good = user_error_word("unknown option ", isgraph(optopt) ? letter : argv[optind - 1], "--", names,
                             sizeof names / sizeof *names, "it takes --to, --output, --jobs, --help, --version");
  }
  if (good && argc - optind > 1)
    good = user_error_word("one experiment at a time: ", argv[optind + 1], "", NULL, 0, "see --help");
  if (good && !choice->format) {
    *status = USER_ERROR_USAGE;
    return user_error_word("--to is missing", "", "", NULL, 0, format_names());
  }
  choice->experiment = optind < argc ? argv[optind] : NULL;
  *status = good ? EXIT_SUCCESS : USER_ERROR_USAGE;
  return good;
}

/* --- what is made: under another name until it is complete --- */

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw) {
  (void)s, (void)type, (void)ftw;
  return remove(path);
}

static void remove_all(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

static bool tell(const char *path, const char *message) {
  progress_end();
  return user_error(path, "%s", message);
}

/* Returns the file or directory that the traces are in. */
static const char *input_path(const struct source *s) { return s->job ? s->loaded.directory : s->file.path; }

static bool write_as(struct conversion *c, const struct format *f, const char *target) {
  char part[4200];
  struct stat s;
  if (lstat(target, &s) == 0)
    return tell(target, "is there already: remove it, or name another with --output");
  snprintf(part, sizeof part, "%s.part-%ld", target, (long)getpid());
  c->path = part;
  progress_begin(c->source->chunks);
  bool good = f->write(c);
  progress_end();
  if (!good)
    tell(c->input ? input_path(c->source) : target, c->error);
  else if (rename(part, target) != 0)
    good = tell(target, strerror(errno));
  if (!good)
    remove_all(part);
  return good;
}

static void tell_missing(const struct source *s) {
  const struct process *p = s->process;
  trace_tell_missing(s->trace, p->base_tick ? (double)p->base_ns / (double)p->base_tick : 1, s->file.path,
                     "pomp-convert", stderr);
}

static bool convert(const struct choice *choice, const struct source *s, struct trace_lacks *lacks) {
  struct conversion c = {.source = s, .jobs = choice->jobs};
  char target[4096];
  int n = choice->output ? snprintf(target, sizeof target, "%s", choice->output)
                         : snprintf(target, sizeof target, "%s/%s", s->loaded.directory, choice->format->standard);
  if (n < 0 || (size_t)n >= sizeof target)
    return tell(choice->output ? choice->output : s->loaded.directory, strerror(ENAMETOOLONG));
  if (!write_as(&c, choice->format, target))
    return false;
  if (c.misfits && (s->job || !trace_is_damaged(s->trace))) /* of one that is damaged it is no news */
    user_error_print(
        input_path(s),
        "%llu records do not fit the others and were left out: a signal handler was left by a jump, or the file "
        "is damaged",
        (unsigned long long)c.misfits);
  for (uint32_t i = 0; s->job && i < s->job->count; i++)
    trace_lacks_add_damage(lacks, s->job->ranks[i].trace, s->job->ranks[i].process->header.rank);
  if (s->job)
    trace_lacks_tell(lacks, s->loaded.directory, "pomp-convert", stderr);
  else
    tell_missing(s);
  return true;
}

int main(int argc, char **argv) {
  static struct source source;
  struct trace_lacks lacks;
  struct choice choice = {.jobs = 0};
  int status;
  signal(SIGXFSZ, SIG_IGN); /* a file that may not become so long (ulimit -f) is an error as any other */
  standard_files_hold();
  if (!read_options(argc, argv, &choice, &status) || !choice.format) {
    if (fflush(stdout) == 0)
      return status;
    user_error_print(NULL, "can't write: %s", strerror(errno));
    return EXIT_FAILURE;
  }
  if (!choice.jobs) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    choice.jobs = n < 1 ? 1 : n > 1024 ? 1024 : (unsigned)n;
  }
  bool good = source_open(&source, choice.experiment, &lacks) && convert(&choice, &source, &lacks);
  source_close(&source);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
