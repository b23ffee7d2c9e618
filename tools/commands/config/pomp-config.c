/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp-config.c - the command pomp-config: prints the options that compilers and linkers need, and where things are, as
 * seen from where it is itself.
 * Not here: what pomp-clang adds on its own (tools/commands/clang), and the files for pkg-config and Clang (cmake/). */
#include "base/manual.h"
#include "base/standard_streams.h"
#include "base/user_error.h"
#include "pomp_place.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum folder { LIBRARIES, PLUGINS, HEADERS, CMAKE, CFG, PYTHON, FOLDERS };

/* Says where each folder is, and a file that is in it. */
static const struct {
  const char *from_bin, *built, *file;
} folders[FOLDERS] = {
    [LIBRARIES] = {POMP_LIBRARIES_FROM_BIN, "../lib", "libpompomp.so"},
    [PLUGINS] = {POMP_PLUGINS_FROM_BIN, "../lib", "libpompinst.so"},
    [HEADERS] = {POMP_HEADERS_FROM_BIN, "../include", "pomp.h"},
    [CMAKE] = {POMP_CMAKE_FROM_BIN, "../lib/cmake/Pomp", "PompConfig.cmake"},
    [CFG] = {POMP_CFG_FROM_BIN, "../lib/pompinst", "pomp.cfg"},
    [PYTHON] = {POMP_PYTHON_FROM_BIN, "../share/pomp/python", "pomp/__init__.py"},
};

/* Finds a folder, and that the file is in it. */
static bool find(enum folder folder, const char *file, char path[POMP_PLACE_MAX]) {
  if (!pomp_place(path, folders[folder].from_bin, folders[folder].built, folders[folder].file))
    return user_error(NULL, "can't find out in /proc/self/exe where it is: %s", strerror(errno));
  char name[POMP_PLACE_MAX + 64];
  snprintf(name, sizeof name, "%s/%s", path, file);
  return access(name, F_OK) == 0 || user_error(name, "it is not installed: %s", strerror(errno));
}

/* Finds what is to be a part of some option. A shell takes the line apart at blanks and lets patterns match, whatever
 * quotes are in it, and Clang takes what follows -Wl, apart at commas. */
static bool find_for_option(enum folder folder, const char *file, char path[POMP_PLACE_MAX]) {
  return find(folder, file, path) &&
         (!path[strcspn(path, " \t\n,*?[\\'\"")] ||
          user_error(path,
                     "no option can name it, as a shell or Clang takes it apart: move the installation to a folder "
                     "without blanks, commas, quotes and * ? [, or use pomp-clang or CMake"));
}

/* The line is printed when it is whole: half of the options would look like all. */
static FILE *line;

/* Adds words to the line. In the format, a %s is the path. */
static void word(const char *format, const char *path) {
  if (ftell(line) > 0)
    fputc(' ', line);
  for (const char *c = format; *c; c++)
    if (c[0] == '%' && c[1] == 's')
      fputs(path, line), c++;
    else
      fputc(*c, line);
}

/* In Clang's quiet, which lasts to the word that ends it, nobody hears that an option was of no use: makefiles give
 * these to the linker as well, and Meson puts words of its own around the name of a shared library. */
static bool print_cflags(bool archive) {
  char path[POMP_PLACE_MAX];
  (void)archive;
  if (!find_for_option(HEADERS, "pomp.h", path))
    return false;
  word("-I%s", path);
  if (!find_for_option(PLUGINS, "libpompinst.so", path))
    return false;
  word("--start-no-unused-arguments -fplugin=%s/libpompinst.so -fplugin-arg-pompinst-barriers=ompt", path);
  word("--end-no-unused-arguments -D_POMP=200110 -fopenmp", path);
  return true;
}

/* libomp looks for ompt_start_tool by name: nothing refers to the archive's member that has it. */
static bool print_libs(bool archive) {
  char path[POMP_PLACE_MAX];
  if (!find_for_option(LIBRARIES, archive ? "libpompomp.a" : "libpompomp.so", path))
    return false;
  if (archive) {
    word("-fopenmp -Wl,--undefined=ompt_start_tool %s/libpompomp.a -lpthread -ldl", path);
  } else {
    word("-fopenmp -Wl,--push-state,--no-as-needed,%s/libpompomp.so,--pop-state", path);
    word("-Wl,-rpath,%s", path);
  }
  return true;
}

static bool print_mpi_libs(bool archive) {
  char path[POMP_PLACE_MAX];
  if (!find_for_option(LIBRARIES, archive ? "libpompomp-mpi.a" : "libpompomp-mpi.so", path))
    return user_error(NULL, "without it, nothing of MPI is measured; is pompinst built without MPI?");
  if (archive)
    word("-Wl,--push-state,--whole-archive,%s/libpompomp-mpi.a,--pop-state", path);
  else
    word("-Wl,--push-state,--no-as-needed,%s/libpompomp-mpi.so,--pop-state", path);
  return true;
}

/* Libraries that come after it may be the first to call one of the functions, so the archive is linked in any case. */
static bool print_mutex_libs(bool archive) {
  char path[POMP_PLACE_MAX];
  (void)archive;
  if (!find_for_option(LIBRARIES, "libpompomp-mutexes.a", path))
    return false;
  word("-Wl,--undefined=__wrap_pthread_mutex_lock", path);
#define POMP_MUTEX_FUNCTION(name, shown) word("-Wl,--wrap=" #name, path);
#include "pomp_mutexes.def"
#undef POMP_MUTEX_FUNCTION
  word("%s/libpompomp-mutexes.a", path);
  return true;
}

static bool print_folder(enum folder folder, const char *format, const char *file) {
  char path[POMP_PLACE_MAX];
  if (!find(folder, file, path))
    return false;
  word(format, path);
  return true;
}

static bool print_includes(bool archive) {
  char path[POMP_PLACE_MAX];
  (void)archive;
  return find_for_option(HEADERS, "pomp.h", path) && (word("-I%s", path), true);
}
static bool print_plugin(bool archive) {
  return (void)archive, print_folder(PLUGINS, "%s/libpompinst.so", "libpompinst.so");
}
static bool print_cfg(bool archive) {
  const char *file = archive ? "pomp-static.cfg" : "pomp.cfg";
  return print_folder(CFG, archive ? "%s/pomp-static.cfg" : "%s/pomp.cfg", file);
}
static bool print_cmakedir(bool archive) { return (void)archive, print_folder(CMAKE, "%s", "PompConfig.cmake"); }
static bool print_libdir(bool archive) { return (void)archive, print_folder(LIBRARIES, "%s", "libpompomp.so"); }
static bool print_python(bool archive) { return (void)archive, print_folder(PYTHON, "%s", "pomp/__init__.py"); }
static bool print_version(bool archive) { return (void)archive, word("%s", POMP_VERSION), true; }

/* A row is an option; --help and the man page are made from them. What has no function prints nothing by itself, and is
 * known by its name. */
static const struct row {
  const char *name, *help;
  bool (*print)(bool archive);
  const char *value; /* NULL: it takes none */
} rows[] = {
    {"cflags", "what Clang needs to instrument a source, and to find pomp.h", print_cflags},
    {"libs", "what the linker needs for libpompomp, and Clang for OpenMP", print_libs},
    {"mpi-libs", "what the linker needs for libpompomp-mpi: it comes before MPI's own libraries", print_mpi_libs},
    {"mutex-libs", "what the linker needs to measure locks of POSIX threads: it comes before --libs", print_mutex_libs},
    {"static", "the archives, for --libs, --mpi-libs and --config-file", NULL},
    {"includes", "what any compiler needs to find pomp.h, and nothing else", print_includes},
    {"plugin", "the plugin's file", print_plugin},
    {"config-file", "the file for clang --config=FILE", print_cfg},
    {"cmakedir", "the folder of CMake's files, for Pomp_DIR and the toolchain file", print_cmakedir},
    {"libdir", "the folder of the libraries", print_libdir},
    {"python", "the folder of the Python package pomp, for PYTHONPATH", print_python},
    {"version", "the version of pompinst", print_version},
    {"manual", "print the man page (man), or completion for bash, zsh or fish", NULL, "FORM"},
    {"help", "this text", NULL},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void print_help(void) {
  printf("usage: pomp-config OPTION...\n\n"
         "Prints options for compilers and linkers, in one line and in the order asked, as in\n"
         "    clang-19 $(pomp-config --cflags) a.c $(pomp-config --libs) -o a\n"
         "pomp-clang in place of clang needs none of them.\n\nOptions\n");
  for (int i = 0; i < ROWS; i++) {
    char text[32];
    snprintf(text, sizeof text, "%s%s%s", rows[i].name, rows[i].value ? " " : "", rows[i].value ? rows[i].value : "");
    printf("  --%-14s %s\n", text, rows[i].help);
  }
}

static const struct manual_item examples[] = {
    {"clang-19 $(pomp-config --cflags) -c a.c", "compiles a source, so that it measures itself"},
    {"clang-19 a.o $(pomp-config --libs) -o a", "links the program"},
    {"pomp-config --static --libs", "prints what links the program with the archive in place of the shared library"},
    {"cmake -DPomp_DIR=$(pomp-config --cmakedir) ..", "lets find_package(Pomp) find this installation"},
};

static bool print_manual(const char *form) {
  struct manual_option options[ROWS];
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct manual_option){.name = rows[i].name,
                                        .value = rows[i].value,
                                        .help = rows[i].help,
                                        .offer = rows[i].value ? OFFER_WORDS : OFFER_NOTHING,
                                        .words = rows[i].value ? manual_forms : NULL};
  const struct manual_section sections[] = {
      {.title = "Options", .options = options, .option_count = ROWS},
      {.title = "Exit status",
       .text = "The exit status is 0; 1 if a file that is asked for is not installed, and then nothing is printed; "
               "2 if the call can't be right."},
      {.title = "Examples", .items = examples, .item_count = sizeof examples / sizeof *examples}};
  const struct manual manual = {
      .command = "pomp-config",
      .purpose = "print the options that a compiler needs to instrument and to measure OpenMP",
      .synopsis = "OPTION...",
      .description = "pomp-config prints options for compilers and linkers, in one line and in the order asked, for "
                     "builds that use neither pomp-clang nor CMake nor pkg-config. It finds what they name from "
                     "where it is itself, so that an installation can be moved.",
      .prefix = "--",
      .sections = sections,
      .section_count = sizeof sections / sizeof *sections,
      .see_also = "pomp-clang(1), pomp(7)",
  };
  return manual_print(&manual, form) || user_error(NULL, "--manual takes man, bash, zsh or fish, not %s", form);
}

static bool refuse(const char *option) {
  const char *names[ROWS];
  for (int i = 0; i < ROWS; i++)
    names[i] = rows[i].name;
  return user_error_option(option, names, ROWS);
}

/* This is what the command line says. */
struct said {
  const struct row **asked; /* what is to be printed, in the order asked */
  int count;
  bool archive, help;
  const char *form; /* of the manual; NULL: it is not asked for */
};

/* Reads the options; false, with a message, if one is wrong. */
static bool read_options(int argc, char **argv, struct said *said) {
  struct option options[ROWS + 1] = {{0}};
  for (int i = 0; i < ROWS; i++)
    options[i] = (struct option){rows[i].name, rows[i].value ? required_argument : no_argument, NULL, i + 1};
  opterr = 0; /* the message names what is allowed */
  for (int c; (c = getopt_long(argc, argv, ":", options, NULL)) != -1;) {
    if (c == ':')
      return user_error(NULL, "%s takes a value", argv[optind - 1]);
    if (c < 1 || c > ROWS)
      return refuse(argv[optind - 1]);
    const struct row *row = &rows[c - 1];
    said->archive |= strcmp(row->name, "static") == 0;
    said->help |= strcmp(row->name, "help") == 0;
    if (row->value)
      said->form = optarg;
    if (row->print)
      said->asked[said->count++] = row;
  }
  return optind == argc || refuse(argv[optind]);
}

/* Prints what is asked for. Returns the exit status. */
static int print_all(const struct said *said) {
  char *text = NULL;
  size_t size = 0;
  bool good = true;
  line = open_memstream(&text, &size);
  for (int i = 0; line && good && i < said->count; i++)
    good = said->asked[i]->print(said->archive);
  if (!line || fclose(line) != 0)
    good = user_error(NULL, "not enough memory");
  if (good)
    puts(text);
  free(text);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Does what is said. Returns the exit status. */
static int answer(const struct said *said) {
  if (said->help)
    return print_help(), EXIT_SUCCESS;
  if (said->form)
    return print_manual(said->form) ? EXIT_SUCCESS : USER_ERROR_USAGE;
  if (said->count)
    return print_all(said);
  user_error_print(NULL, "what is it to print? As in: pomp-config --cflags, and --help has the others");
  return USER_ERROR_USAGE;
}

int main(int argc, char **argv) {
  standard_streams_hold();
  struct said said = {.asked = calloc((size_t)argc + 1, sizeof *said.asked)};
  if (!said.asked)
    return user_error(NULL, "not enough memory"), EXIT_FAILURE;
  int status = read_options(argc, argv, &said) ? answer(&said) : USER_ERROR_USAGE;
  free(said.asked);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    user_error_print(NULL, "can't write: %s", strerror(errno));
    status = status ? status : EXIT_FAILURE;
  }
  return status;
}
