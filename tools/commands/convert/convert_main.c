/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* convert_main.c - the command pomp-convert: its options, and the file or directory that it makes.
 * Not here: reading (traced_run.c, events.c), each format. */
#include "base/command_begin.h"
#include "base/command_line.h"
#include "base/progress.h"
#include "base/user_error.h"
#include "commands/convert/formats.h"
#include "commands/convert/output.h"
#include "files/load.h"
#include "files/stored.h"
#include "files/trace_missing.h"
#include "pomp_trace_format.h"
#include "sums/job_traces.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A format takes the events of a trace, in one go or by several threads at once, or the figures of the profile, which
 * each experiment has. */
enum taken { EVENTS, EVENTS_SHARED, PROFILE };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Each row is a format; --help and the messages are made from them. */
struct format {
  const char *name, *standard, *help; /* standard: what is written, in the experiment's directory */
  bool (*write)(struct conversion *c);
  enum taken taken;
  unsigned grows;      /* so many times the bytes of a trace it has, about */
  bool folder;         /* it is a directory, and no file */
  const char *sampled; /* what --samples writes; NULL: the format has the stacks that were sampled beside the profile,
                          or not at all */
};
static const struct format formats[] = {
#ifdef POMP_HAS_OTF2
    {"otf2", "otf2", "Open Trace Format 2, for Vampir, ViTE and others: a directory with traces.otf2", otf2_write,
     EVENTS_SHARED, 1, true, NULL},
#endif
    {"ctf", "ctf", "Common Trace Format 1.8, for Trace Compass and babeltrace2: a directory", ctf_write, EVENTS_SHARED,
     2, true, NULL},
    {"perfetto", "trace.json", "the JSON of Chrome's tracing: a file for ui.perfetto.dev", perfetto_write, EVENTS, 10,
     false, NULL},
    {"cube", "profile.cubex", "CUBE4, for Cube and its tools: a file", cube_write, PROFILE, 0, false, NULL},
    {"folded", "profile.folded", "folded stacks, for flamegraph.pl and others: a file", folded_write, PROFILE, 0, false,
     "samples.folded"},
    {"speedscope", "speedscope.json", "the JSON of speedscope.app: a file", speedscope_write, PROFILE, 0, false, NULL},
    {"callgrind", "callgrind.out", "Callgrind's, for KCachegrind and callgrind_annotate: a file", callgrind_write,
     PROFILE, 0, false, NULL},
    {"tau", "tau", "TAU's profiles, for pprof, ParaProf, PerfExplorer and Hatchet: a directory", tau_write, PROFILE, 0,
     true, NULL},
    {"pprof", "profile.pb", "the protocol buffer of Google's pprof: a file", pprof_write, PROFILE, 0, false, NULL},
};
enum { FORMATS = sizeof formats / sizeof *formats };

struct choice {
  const struct format *format;
  const char *output;
  unsigned jobs;
  bool sampled, large;
};

static struct choice asked;
static unsigned format; /* from 1 on */
static char *const *experiments;
static size_t experiment_count;
static const char *format_words[FORMATS + 1];
static char jobs_help[200]; /* list_formats */

/* Formats that have no row need more than a list of those that have one. */
static bool refuse_known(const char *name) {
#ifndef POMP_HAS_OTF2
  if (strcmp(name, "otf2") == 0)
    return user_error("--to otf2",
                      "built without OTF2; install its library (Debian: libopen-trace-format2-dev) and build again");
#endif
  return strcmp(name, "hatchet") != 0 ||
         user_error("--to hatchet", "Hatchet reads TAU's profiles: write --to tau, and open them by "
                                    "hatchet.GraphFrame.from_tau(DIRECTORY)");
}

static const struct command_option options[] = {
    {"to", .value = "FORMAT", .help = "the format", .offer = OFFER_WORDS, .words = format_words, .call = refuse_known,
     .choice = &format},
    {"output", 'o', "PATH", .help = "what to write, in place of EXPERIMENT/…; it must not be there yet; -: stdout",
     .offer = OFFER_FILES, .text = &asked.output},
    {"jobs", .value = "N", .help = jobs_help, .number = &asked.jobs, .least = 1, .most = 1024, .takes = "a number"},
    {"samples", .help = "write the stacks that POMP_SAMPLE has found, in place of the profile (folded)",
     .flag = &asked.sampled},
    {"large", .help = "write more than 1 GB, too", .flag = &asked.large},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text"),
    COMMAND_VERSION_ROW,
};

static const struct command_item examples[] = {
    {"POMP_TRACE=1 ./program; pomp-convert --to perfetto", "writes trace.json into the newest experiment, for "
                                                           "ui.perfetto.dev"},
    {"pomp-convert e --to otf2 -o archive", "writes the trace in the directory e as an archive of OTF2, for Vampir"},
    {"pomp-convert e --to folded -o - | flamegraph.pl > e.svg", "draws the profile as a flame graph"},
};

static struct command_item made[FORMATS], about[FORMATS]; /* list_formats */
static const struct command_section sections[] = {
    {.title = "Formats", .items = made, .item_count = FORMATS, .where = IN_HELP},
    {.title = "Options", .options = options, .option_count = COUNT(options)},
    {.title = "Formats", .items = about, .item_count = FORMATS},
    {.title = "Exit status",
     .text =
         "The exit status is 0; 1 if the experiment can't be read or the output not be written; 2 if the call can't "
         "be right."},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

/* Puts into the help of --jobs the formats that several threads can write: other formats are a single file, which is
 * written from begin to end. */
static void list_formats(void) {
  static char texts[FORMATS][160];
  char names[100] = "";
  for (int i = 0; i < FORMATS; i++) {
    const struct format *f = &formats[i];
    if (f->taken == EVENTS_SHARED)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *names ? ", " : "", f->name);
    snprintf(texts[i], sizeof texts[i], "%s; EXPERIMENT/%s%s", f->help, f->standard,
             f->taken == PROFILE ? " (profile)" : "");
    format_words[i] = f->name;
    about[i] = (struct command_item){f->name, f->help};
    made[i] = (struct command_item){f->name, texts[i]};
  }
  snprintf(jobs_help, sizeof jobs_help,
           "convert with N threads, by default as many as there are processors (%s; one thread writes the others)",
           names);
}

/* Tells whether the options fit each other. */
static bool check(void) {
  if (!format) {
    char names[128] = "";
    for (int i = 0; i < FORMATS; i++)
      snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", i ? ", " : "", formats[i].name);
    return user_error(NULL, "--to is missing; it takes %s", names);
  }
  asked.format = &formats[format - 1];
  if (asked.format->folder && asked.output && strcmp(asked.output, "-") == 0)
    return user_error(NULL, "--output - takes one file, and this format is a directory: %s; name it",
                      asked.format->name);
  return !asked.sampled || asked.format->sampled ||
         user_error(NULL,
                    "--samples does not go with --to %s; it takes --to folded; speedscope, pprof, otf2 and perfetto "
                    "have the samples beside what was measured",
                    asked.format->name);
}

static const struct command_line line = {
    .command = "pomp-convert",
    .purpose = "write the trace or the profile of an OpenMP program in a format of other tools",
    .synopsis = "[EXPERIMENT] --to FORMAT [--output PATH] [--jobs N] [--samples] [--large]",
    .description = "pomp-convert writes the trace of a run, which POMP_TRACE=1 records, or its profile, in a format "
                   "that other tools read. EXPERIMENT is the experiment's directory; by default it is that of "
                   "POMP_EXPERIMENT_DIR, or else the newest pomp-* in the current directory.",
    .usage = "pomp-convert [EXPERIMENT] --to FORMAT [OPTION]...",
    .about = "Writes the trace of a run (POMP_TRACE=1 records it), or its profile, in a format that other tools read. "
             "EXPERIMENT is the experiment's directory; by default that of $POMP_EXPERIMENT_DIR, or else the newest "
             "pomp-* in the current directory. Each of the formats has the trace, unless it says (profile).",
    .prefix = "--",
    .operand = OFFER_DIRECTORIES,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-clang(1), pomp-report(1), pomp-environment(7)",
    .operands = &experiments,
    .operand_count = &experiment_count,
    .takes = ONE_EXPERIMENT,
    .check = check,
};

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

/* Returns the file or directory that the format's input is in. */
static const char *input_path(const struct traced_run *s) {
  return s->job ? s->loaded.directory : s->trace ? s->file.path : s->loaded.path;
}

static bool write_as(struct conversion *c, const struct format *f, const char *target) {
  char part[4200];
  struct stat s;
  if (lstat(target, &s) == 0)
    return tell(target, "is there already: remove it, or name another with --output");
  snprintf(part, sizeof part, "%s.part-%ld", target, (long)getpid());
  c->path = part;
  progress_begin(c->source->chunks);
  output_most = c->large ? UINT64_MAX : LARGE_OUTPUT;
  bool good = conversion_may_write(c, c->source->chunks * POMP_TRACE_CHUNK_SIZE * f->grows) && f->write(c);
  progress_end();
  if (!good && output_is_full())
    conversion_fail(c, false, "it would have more than 1 GB: --large writes so much");
  if (!good)
    tell(c->input ? input_path(c->source) : target, c->error);
  else if (rename(part, target) != 0)
    good = tell(target, strerror(errno));
  if (!good)
    remove_all(part);
  return good;
}

static void tell_missing(const struct traced_run *s) {
  const struct process *p = s->process;
  trace_tell_missing(s->trace, p->base_tick ? (double)p->base_ns / (double)p->base_tick : 1, s->file.path,
                     "pomp-convert", stderr);
}

/* Says what the traces did not have. */
static void tell_lacks(const struct conversion *c, struct trace_lacks *lacks) {
  const struct traced_run *s = c->source;
  if (c->misfits && (s->job || !trace_is_damaged(s->trace))) /* of one that is damaged it is no news */
    user_error_print(
        input_path(s),
        "%llu records do not fit the others and were left out: a signal handler was left by a jump, or the file "
        "is damaged",
        (unsigned long long)c->misfits);
  for (uint32_t i = 0; s->job && i < s->job->count; i++)
    trace_lacks_add_damage(lacks, s->job->ranks[i].trace, s->job->ranks[i].process->header.rank);
  if (s->job)
    trace_lacks_tell(lacks, s->loaded.directory, "pomp-convert", stderr);
  else
    tell_missing(s);
}

/* Writes a file to stdout: the writers seek in their output, so the file is made elsewhere first. */
static bool write_to_stdout(struct conversion *c, const struct format *f) {
  const char *above = getenv("TMPDIR");
  char folder[2048], target[4096], block[4096];
  snprintf(folder, sizeof folder, "%s/pomp-convert-XXXXXX", above && *above ? above : "/tmp");
  if (!mkdtemp(folder))
    return tell(folder, strerror(errno));
  snprintf(target, sizeof target, "%s/%s", folder, f->standard);
  bool good = write_as(c, f, target);
  FILE *file = good ? fopen(target, "rb") : NULL;
  for (size_t n; file && (n = fread(block, 1, sizeof block, file)) && fwrite(block, 1, n, stdout) == n;)
    ;
  if (good && (!file || ferror(file) || fflush(stdout) != 0 || ferror(stdout)))
    good = tell("stdout", strerror(errno));
  if (file)
    fclose(file);
  remove_all(folder);
  return good;
}

/* Returns how long the part of a path is that an archive has; 0: it leads to none. */
static size_t archive_length(const char *path) {
  char part[4096];
  for (size_t end = strcspn(path, "/"); end < sizeof part; end += 1 + strcspn(path + end + 1, "/")) {
    memcpy(part, path, end);
    part[end] = 0;
    if (end && stored_is_archive(part, NULL, 0))
      return end;
    if (!path[end])
      break;
  }
  return 0;
}

/* Names what is written, in the experiment's directory, or beside its archive, also if it is a part of that: a rank's
 * directory. Returns as snprintf. */
static int name_target(char *target, size_t size, const char *experiment, const char *standard) {
  const size_t length = archive_length(experiment), suffix = strlen(POMP_ARCHIVE_SUFFIX);
  if (!length)
    return snprintf(target, size, "%s/%s", experiment, standard);
  const bool named = length > suffix && memcmp(experiment + length - suffix, POMP_ARCHIVE_SUFFIX, suffix) == 0;
  const size_t kept = named ? length - suffix : length;
  const char *within = experiment + length + (experiment[length] == '/');
  const int n = snprintf(target, size, "%.*s%s%s-%s", (int)kept, experiment, *within ? "-" : "", within, standard);
  for (char *slash = target + kept; n > 0 && (size_t)n < size && (slash = strchr(slash, '/'));)
    *slash = '-';
  return n;
}

/* What belongs to another user is written to by that one alone, who may lead what is written elsewhere. */
static bool is_own(const char *experiment) {
  struct stat s;
  return stat(experiment, &s) != 0 || !S_ISDIR(s.st_mode) || s.st_uid == geteuid() ||
         tell(experiment, "it belongs to another user: name what is written with --output");
}

static bool convert(const struct choice *choice, const struct traced_run *s, struct trace_lacks *lacks) {
  const char *standard = choice->sampled ? choice->format->sampled : choice->format->standard;
  struct conversion c = {.source = s, .jobs = choice->jobs, .sampled = choice->sampled, .large = choice->large};
  char target[4096];
  int n = choice->output ? snprintf(target, sizeof target, "%s", choice->output)
                         : name_target(target, sizeof target, s->loaded.directory, standard);
  if (n < 0 || (size_t)n >= sizeof target)
    return tell(choice->output ? choice->output : s->loaded.directory, strerror(ENAMETOOLONG));
  if (c.sampled && !s->experiment->sample_count)
    return tell(input_path(s), "has no samples: run the program with POMP_SAMPLE=1");
  if (!choice->output && !is_own(s->loaded.directory))
    return false;
  bool to_stdout = choice->output && strcmp(choice->output, "-") == 0;
  if (!(to_stdout ? write_to_stdout(&c, choice->format) : write_as(&c, choice->format, target)))
    return false;
  if (choice->format->taken != PROFILE)
    tell_lacks(&c, lacks);
  return true;
}

int main(int argc, char **argv) {
  static struct traced_run source;
  struct trace_lacks lacks;
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  load_limits_modes = true;
  list_formats();
  if (!command_read(&line, argc, argv, &status))
    return command_end(status);
  if (!asked.jobs) {
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    asked.jobs = n < 1 ? 1 : n > 1024 ? 1024 : (unsigned)n;
  }
  const char *experiment = experiment_count ? experiments[0] : NULL;
  bool good = (asked.format->taken != PROFILE ? traced_run_open(&source, experiment, &lacks)
                                              : traced_run_open_profile(&source, experiment)) &&
              convert(&asked, &source, &lacks);
  traced_run_close(&source);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
