/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exec_options.c - the command line of pomp-exec. Each setting of a measured program is an option, made of its row in
 * common/pomp_settings.def.
 * Not here: what follows from it (exec_main.c). */
#include "commands/exec/exec_options.h"
#include "base/command_line.h"
#include "base/user_error.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static struct exec_request asked;
static const char *threads;

/* --- the settings as options --- */

enum kind { SWITCH, SIZE, TEXT, CHOICE, VISITS, SAMPLE, PHASES, CLUSTERS, TIME };
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define POMP_SETTING(name, kind, member, standard, allowed, help, words) {#name, kind, allowed, help, words},
static const struct setting {
  const char *name;
  enum kind kind;
  const char *allowed, *help;
  const char *const *words;
} settings[] = {
#include "pomp_settings.def"
};
#undef POMP_SETTING

static const char *const zero_or_one[] = {"0", "1", NULL};
static const char *values[COUNT(settings)];
static bool given[COUNT(settings)];
static char names[COUNT(settings)][32];
static struct command_option options[COUNT(settings)];

/* The value may be left out where 1 is one: --trace. */
static bool may_lack(const struct setting *s) {
  bool has_one = s->kind == SWITCH || s->kind == SAMPLE;
  for (size_t i = 0; s->words && s->words[i]; i++)
    has_one |= strcmp(s->words[i], "1") == 0;
  return has_one;
}

/* A program is hardly called so: `--sample 1ms ./a.out`. */
static bool is_value(const char *word) {
  static const char *const known[] = {"0", "1", "auto", "otf2", "none"};
  for (size_t i = 0; i < COUNT(known); i++)
    if (strcmp(word, known[i]) == 0)
      return true;
  if (strncmp(word, "wall:", 5) == 0)
    word += 5;
  const char *unit = word + strspn(word, "0123456789");
  return unit != word && (strcmp(unit, "us") == 0 || strcmp(unit, "ms") == 0);
}

static void make_options(void) {
  for (size_t i = 0; i < COUNT(settings); i++) {
    const struct setting *s = &settings[i];
    const bool directory = strcmp(s->name, "POMP_EXPERIMENT_DIR") == 0;
    snprintf(names[i], sizeof names[i], "%s", directory ? "out" : s->name + strlen("POMP_"));
    for (char *at = names[i]; *at; at++)
      *at = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
    options[i] = (struct command_option){.name = names[i],
                                         .letter = directory ? 'o' : 0,
                                         .value = directory           ? "DIR"
                                                  : s->kind == TEXT   ? "TEXT"
                                                  : s->kind == SAMPLE ? "TIME"
                                                  : s->words          ? "WORD"
                                                  : s->kind == SWITCH ? "0|1"
                                                                      : "VALUE",
                                         .may_lack = may_lack(s),
                                         .apart = may_lack(s) ? is_value : NULL,
                                         .help = s->help,
                                         .offer = directory                         ? OFFER_DIRECTORIES
                                                  : s->words || s->kind == SWITCH   ? OFFER_WORDS
                                                  : strcmp(names[i], "filter") == 0 ? OFFER_FILES
                                                                                    : OFFER_NOTHING,
                                         .words = s->words            ? s->words
                                                  : s->kind == SWITCH ? zero_or_one
                                                                      : NULL,
                                         .flag = &given[i],
                                         .text = &values[i],
                                         .takes = s->allowed};
  }
}

/* --- the others --- */

static const struct command_option own_options[] = {
    {"threads", 't', "N", .help = "how many threads a team has (OMP_NUM_THREADS)", .text = &threads,
     .takes = "a number, or several with commas between them"},
    {"libomp", .value = "FILE", .help = "the runtime that stands in for libgomp (LLVM's libomp, as ld.so finds it)",
     .offer = OFFER_FILES, .text = &asked.libomp, .takes = "the file of a library"},
    {"dry-run", 'n', .help = "say what would be put into the environment, and start nothing", .flag = &asked.dry},
    COMMAND_MANUAL_ROW,
    COMMAND_HELP_ROW("this text, also by -h"),
    COMMAND_VERSION_ROW,
};

static const struct command_item examples[] = {
    {"pomp-exec ./a.out data", "measures a program that clang, gcc, flang or gfortran has compiled with OpenMP"},
    {"pomp-exec --trace --out run --threads 4 python3 x.py", "measures what extensions of Python do in parallel"},
    {"mpirun -n 2 pomp-exec ./hybrid", "measures the ranks of an MPI job, with one experiment"},
};

static const struct command_section sections[] = {
    {.title = "Options", .options = own_options, .option_count = COUNT(own_options)},
    {.title = "Settings",
     .text = "Each is a variable of pomp-environment(7), in small letters and without POMP_; --out is "
             "POMP_EXPERIMENT_DIR. Without a value, an option is 1.",
     .options = options,
     .option_count = COUNT(options),
     .where = IN_BOTH},
    {.title = "Exit status",
     .text = "The exit status is that of the program, as pomp-exec becomes the program; 2 if the call can't be right; "
             "126 if the program can't be executed; 127 if it is not there.",
     .where = IN_BOTH},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

static void set(const char *name, const char *value) {
  if (asked.variable_count < EXEC_VARIABLES_MAX)
    asked.variables[asked.variable_count++] = (struct exec_variable){name, value};
}

/* Words are few; whatever else is wrong is said by the library. */
static bool check_words(const struct command_option *o, const char *value) {
  size_t count = 0;
  while (o->words && o->words[count])
    count++;
  for (size_t i = 0; i < count; i++)
    if (strcmp(o->words[i], value) == 0)
      return true;
  return !count || user_error(NULL, "--%s takes %s, not %s", o->name, o->takes, value);
}

static bool check(void) {
  if (!*asked.command)
    return user_error(NULL, "name a program: pomp-exec ./a.out");
  for (size_t i = 0; i < COUNT(settings); i++) {
    const char *value = values[i] ? values[i] : given[i] ? "1" : NULL;
    if (value && !check_words(&options[i], value))
      return false;
    if (value)
      set(settings[i].name, value);
  }
  if (threads)
    set("OMP_NUM_THREADS", threads);
  return true;
}

static const struct command_line line = {
    .command = "pomp-exec",
    .purpose = "measure an OpenMP program that was not compiled for it",
    .synopsis = "[OPTION]... PROGRAM [ARGUMENT]...",
    .description =
        "pomp-exec starts a program so that libpompomp measures it, whatever has compiled it: it looks which OpenMP "
        "runtimes the program is linked with, has those of LLVM and Intel take libpompomp for their tool, and puts "
        "LLVM's libomp before GCC's libgomp. Then it becomes the program: the process, its arguments, descriptors and "
        "exit status are the program's own.",
    .usage = "pomp-exec [OPTION]... PROGRAM [ARGUMENT]...",
    .about = "Measures a program that was not compiled by pomp-clang: of C, C++, Fortran, or Python with extensions. "
             "docs/without-recompiling.md says what it sees, and what not.",
    .prefix = "--",
    .operand = OFFER_COMMANDS,
    .runs_command = true,
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-clang(1), pomp-report(1), pomp-environment(7)",
    .program = &asked.command,
    .check = check,
};

bool exec_options(int argc, char **argv, struct exec_request *request, int *status) {
  make_options();
  const bool good = command_read(&line, argc, argv, status);
  *request = asked;
  return good;
}
