/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_options.c - the command line of pomp-archive.
 * Not here: what is done (write.c, check.c, extract.c). */
#include "base/command_line.h"
#include "base/user_error.h"
#include "commands/archive/archiver.h"

#include <stdlib.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct archiver_choice asked;
static bool list, verify;
static const char *folder; /* that --extract makes */
static char *const *experiments;
static size_t experiment_count;
static unsigned level;

static const struct command_option options[] = {
    {"output", 'o', "FILE", .help = "the archive's name (EXPERIMENT" POMP_ARCHIVE_SUFFIX ")", .offer = OFFER_FILES,
     .text = &asked.output},
    {"remove", .help = "remove the files that were packed, when the archive has been read back and is as they are",
     .flag = &asked.remove},
    {"force", .help = "replace an archive that is there already", .flag = &asked.force},
    {"level", .value = "N", .help = "how much time zstd takes to find what is alike, 1 to 19 (3)", .number = &level,
     .least = 1, .most = 19, .takes = "a number"},
    {"jobs", .value = "N", .help = "how many threads pack (the machine's processors)", .number = &asked.jobs,
     .least = 1, .most = 1024, .takes = "a number"},
    {"list", .help = "list the files in an archive", .flag = &list},
    {"verify", .help = "read all of an archive, hold it against its checksums, and name what is damaged",
     .flag = &verify},
    {"extract", .value = "DIR", .help = "make the directory DIR of an archive", .offer = OFFER_DIRECTORIES,
     .text = &folder},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text, also by -h"),
    COMMAND_VERSION_ROW,
};

static const struct command_item examples[] = {
    {"pomp-archive pomp-solver", "makes pomp-solver" POMP_ARCHIVE_SUFFIX " beside pomp-solver"},
    {"pomp-archive --remove pomp-solver", "and removes what is in it from the directory"},
    {"pomp-report pomp-solver" POMP_ARCHIVE_SUFFIX, "reports from the archive"},
    {"pomp-archive --extract again pomp-solver" POMP_ARCHIVE_SUFFIX, "makes the files again, in the directory again"},
};

static const struct command_section sections[] = {
    {.title = "Options", .options = options, .option_count = COUNT(options)},
    {.title = "Exit status",
     .text =
         "The exit status is 0 if it is done; 1 if it can't be, or if an archive is damaged; 2 if the call can't be "
         "right."},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

/* Holds the options against each other. */
static bool check(void) {
  if (list + verify + (folder != NULL) > 1)
    return user_error(NULL, "--list, --verify and --extract exclude each other: see --help");
  if (!experiment_count)
    return user_error(NULL, "name an experiment: pomp-archive EXPERIMENT");
  asked.task = list ? ARCHIVER_LIST : verify ? ARCHIVER_VERIFY : folder ? ARCHIVER_EXTRACT : ARCHIVER_WRITE;
  if (asked.task != ARCHIVER_WRITE && (asked.remove || asked.force || asked.output))
    return user_error(NULL, "--output, --remove and --force are for an archive that is made");
  const long n = sysconf(_SC_NPROCESSORS_ONLN);
  asked.experiment = experiments[0];
  asked.output = folder ? folder : asked.output;
  asked.jobs = asked.jobs ? asked.jobs : n < 1 ? 1 : n > 1024 ? 1024 : (unsigned)n;
  asked.level = level ? (int)level : 3;
  return true;
}

static const struct command_line line = {
    .command = "pomp-archive",
    .purpose = "pack an experiment into one file",
    .synopsis = "[OPTION]... EXPERIMENT",
    .description =
        "pomp-archive makes one file of the files of an experiment: profiles and traces, of one process or of "
        "all ranks of a job. It is compressed block by block, and each block has a checksum. All commands "
        "take it in place of the directory. The files stay as they are unless --remove is given.",
    .usage = "pomp-archive [OPTION]... EXPERIMENT\npomp-archive --list|--verify|--extract DIR ARCHIVE",
    .about = "Packs an experiment, of one process or of all ranks of a job, into one file, which all commands take in "
             "place of the directory.",
    .prefix = "--",
    .operand = OFFER_FILES,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-report(1), pomp-convert(1), pomp-runs(1)",
    .operands = &experiments,
    .operand_count = &experiment_count,
    .takes = ONE_EXPERIMENT,
    .check = check,
};

bool archiver_options(int argc, char **argv, struct archiver_choice *choice, int *status) {
  const bool good = command_read(&line, argc, argv, status);
  *choice = asked;
  return good;
}
