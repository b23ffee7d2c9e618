/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_main.c - pomp-manual, which the build runs: prints the man pages of what can't print its own, and completion.
 * Not here: pomp-report, pomp-convert and pomp-scale, each of which prints its own by --manual=man. */
#include "base/manual.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Each kind of construct that --pomp-disable may name. */
static const char *const switches[] = {"sync",
#define POMP_SWITCH(SWITCH, NAME, SYNC) NAME,
#include "Directives.def"
                                       NULL};

#define OFFER_FOR_Api OFFER_WORDS
#define OFFER_FOR_Barriers OFFER_WORDS
#define OFFER_FOR_Functions OFFER_WORDS
#define OFFER_FOR_Disable OFFER_LIST
#define OFFER_FOR_Emit OFFER_FILES
#define OFFER_FOR_Filter OFFER_FILES
#define OFFER_FOR_Notes OFFER_NOTHING
#define OFFER_FOR_Parse OFFER_WORDS
#define OFFER_FOR_Required OFFER_NOTHING
#define OFFER_FOR_Skip OFFER_FILES
#define OFFER_FOR_SystemHeaders OFFER_NOTHING
#define OFFER_FOR_Verbose OFFER_NOTHING

static const struct command_option clang_options[] = {
#define POMP_WORD(WORD, MEANING) WORD,
#define POMP_PLUGIN_OPTION(NAME, VALUE, PARSER, WORDS, HELP)                                                           \
  {.name = NAME,                                                                                                       \
   .value = VALUE,                                                                                                     \
   .help = HELP,                                                                                                       \
   .offer = OFFER_FOR_##PARSER,                                                                                        \
   .words = OFFER_FOR_##PARSER == OFFER_LIST ? switches : (const char *const[]){WORDS NULL}},
#define POMP_WRAPPER_OPTION(NAME, FLAG, HELP) {.name = NAME, .help = HELP},
#include "pomp_options.def"
#undef POMP_WORD
#undef POMP_PLUGIN_OPTION
#undef POMP_WRAPPER_OPTION
};

/* Each word that a value may be, with the option before it. */
static const struct command_item clang_words[] = {
#define POMP_WORD(WORD, MEANING) {WORD, MEANING},
#define POMP_PLUGIN_OPTION(NAME, VALUE, PARSER, WORDS, HELP) WORDS
#define POMP_WRAPPER_OPTION(NAME, FLAG, HELP)
#include "pomp_options.def"
};

static const struct command_item clang_environment[] = {
    {"POMP_CLANG", "names another Clang than the one that pompinst was built for"},
    {"POMP_MPICC, POMP_MPICXX", "name the MPI library's compilers that pomp-mpicc and pomp-mpicxx run, if they are not "
                                "the mpicc and mpicxx of PATH"},
};

static const struct command_item clang_examples[] = {
    {"pomp-clang -O2 -g program.c -o program",
     "compiles and links, as clang -fopenmp does; ./program then measures itself"},
    {"pomp-clang++ -O2 --pomp-functions=all -c a.cpp", "measures functions without constructs in them, too"},
    {"pomp-clang --pomp-disable=critical,atomic -c a.c", "leaves out what is too frequent to be measured"},
    {"pomp-clang --pomp-verbose --pomp-emit=seen.c -c a.c",
     "says what was done with each construct, and writes the text"},
    {"make CC=pomp-clang CXX=pomp-clang++", "builds a whole project; cmake takes the toolchain file of pompinst"},
    {"pomp-mpicc -O2 -g program.c -o program", "does it for a program with MPI"},
};

static const struct command_section clang_sections[] = {
    {.title = "Options",
     .text = "All options of Clang's are taken. These come on top, wherever Clang's may be:",
     .options = clang_options,
     .option_count = COUNT(clang_options)},
    {.title = "Values of these options", .items = clang_words, .item_count = COUNT(clang_words)},
    {.title = "Environment", .items = clang_environment, .item_count = COUNT(clang_environment)},
    {.title = "Exit status",
     .text = "The exit status is that of Clang; 2 if one of the options above is wrong, or there is no such one."},
    {.title = "Examples", .items = clang_examples, .item_count = COUNT(clang_examples)},
};

static const struct command_line clang = {
    .command = "pomp-clang",
    .also = (const char *const[]){"pomp-clang++", "pomp-mpicc", "pomp-mpicxx", NULL},
    .purpose = "compile and link OpenMP programs that measure themselves",
    .synopsis = "[OPTION]... FILE...",
    .description =
        "pomp-clang and pomp-clang++ stand for clang -fopenmp and clang++ -fopenmp, to compile and to link. They let a "
        "plugin of Clang put the calls of the POMP interface around the OpenMP constructs of the source, and link the "
        "library that measures. pomp-mpicc and pomp-mpicxx run the MPI library's compilers, and let these run "
        "pomp-clang and pomp-clang++.\n\n"
        "The program measures itself when it runs. It prints a table at its end and leaves an experiment, which "
        "pomp-report shows.",
    .prefix = "--pomp-",
    .equals = true,
    .operand = OFFER_FILES,
    .fallback = "--autocomplete=",
    .sections = clang_sections,
    .section_count = COUNT(clang_sections),
    .see_also = "pomp-report(1), pomp-scale(1), pomp-environment(7), pomp-filter(5), pomp(7)",
};

/* These pages are documents of docs/. */
static const struct document {
  const char *name;
  int section;
  const char *purpose;
} documents[] = {
    {"pomp-environment", 7, "environment variables of programs that measure themselves"},
    {"pomp-filter", 5, "which regions of a program are not measured"},
    {"pomp-opari2-cc", 1, "takes the place of OPARI2 where another tool calls it"},
    {"pomp_read", 3, "libpompread, which reads what was measured of a program"},
    {"pomp", 7, "how OpenMP programs are instrumented, and the pragmas that direct it"},
};

static bool print_document(const char *name, const char *path) {
  for (size_t i = 0; i < COUNT(documents); i++)
    if (strcmp(documents[i].name, name) == 0)
      return manual_markdown(path, name, documents[i].section, documents[i].purpose);
  return false;
}

int main(int argc, char **argv) {
  bool is_clang = argc == 3 && strcmp(argv[1], clang.command) == 0;
  if (argc != 3 || !(is_clang ? manual_print(&clang, argv[2]) : print_document(argv[1], argv[2]))) {
    fprintf(stderr, "usage: pomp-manual pomp-clang man|bash|zsh|fish\n"
                    "       pomp-manual pomp-environment|pomp-filter|pomp-opari2-cc|pomp_read|pomp FILE.md\n");
    return EXIT_FAILURE;
  }
  return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
