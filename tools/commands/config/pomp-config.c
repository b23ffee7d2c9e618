/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp-config.c - the command pomp-config: prints the options that compilers and linkers need, and where things are, as
 * seen from where it is itself.
 * Not here: what pomp-clang adds on its own (tools/commands/clang), and the files for pkg-config and Clang (cmake/). */
#include "base/command_begin.h"
#include "base/command_line.h"
#include "base/user_error.h"
#include "pomp_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

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

static bool archives; /* are asked for: --static */

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
static bool print_cflags(void) {
  char path[POMP_PLACE_MAX];
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
static bool print_libs(void) {
  char path[POMP_PLACE_MAX];
  if (!find_for_option(LIBRARIES, archives ? "libpompomp.a" : "libpompomp.so", path))
    return false;
  if (archives) {
    word("-fopenmp -Wl,--undefined=ompt_start_tool %s/libpompomp.a -lpthread -ldl", path);
  } else {
    word("-fopenmp -Wl,--push-state,--no-as-needed,%s/libpompomp.so,--pop-state", path);
    word("-Wl,-rpath,%s", path);
  }
  return true;
}

static bool print_mpi_libs(void) {
  char path[POMP_PLACE_MAX];
  if (!find_for_option(LIBRARIES, archives ? "libpompomp-mpi.a" : "libpompomp-mpi.so", path))
    return user_error(NULL, "without it, nothing of MPI is measured; is pompinst built without MPI?");
  if (archives)
    word("-Wl,--push-state,--whole-archive,%s/libpompomp-mpi.a,--pop-state", path);
  else
    word("-Wl,--push-state,--no-as-needed,%s/libpompomp-mpi.so,--pop-state", path);
  return true;
}

/* Libraries that come after it may be the first to call one of the functions, so the archive is linked in any case. */
static bool print_mutex_libs(void) {
  char path[POMP_PLACE_MAX];
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

static bool print_includes(void) {
  char path[POMP_PLACE_MAX];
  return find_for_option(HEADERS, "pomp.h", path) && (word("-I%s", path), true);
}
static bool print_plugin(void) { return print_folder(PLUGINS, "%s/libpompinst.so", "libpompinst.so"); }
static bool print_cfg(void) {
  const char *file = archives ? "pomp-static.cfg" : "pomp.cfg";
  return print_folder(CFG, archives ? "%s/pomp-static.cfg" : "%s/pomp.cfg", file);
}
static bool print_cmakedir(void) { return print_folder(CMAKE, "%s", "PompConfig.cmake"); }
static bool print_libdir(void) { return print_folder(LIBRARIES, "%s", "libpompomp.so"); }
static bool print_python(void) { return print_folder(PYTHON, "%s", "pomp/__init__.py"); }
static bool print_version(void) { return word("%s", POMP_VERSION), true; }

/* The functions that print the wanted words, in the order of the options. */
static bool (**asked)(void);
static size_t asked_count;

#define ASKS(WHAT)                                                                                                     \
  static bool ask_##WHAT(const char *value) {                                                                          \
    (void)value;                                                                                                       \
    asked[asked_count++] = print_##WHAT;                                                                               \
    return true;                                                                                                       \
  }
ASKS(cflags)
ASKS(libs)
ASKS(mpi_libs)
ASKS(mutex_libs)
ASKS(includes)
ASKS(plugin)
ASKS(cfg)
ASKS(cmakedir)
ASKS(libdir)
ASKS(python)
ASKS(version)
#undef ASKS

static const struct command_option options[] = {
    {"cflags", .help = "what Clang needs to instrument a source, and to find pomp.h", .call = ask_cflags},
    {"libs", .help = "what the linker needs for libpompomp, and Clang for OpenMP", .call = ask_libs},
    {"mpi-libs", .help = "what the linker needs for libpompomp-mpi: it comes before MPI's own libraries",
     .call = ask_mpi_libs},
    {"mutex-libs", .help = "what the linker needs to measure locks of POSIX threads: it comes before --libs",
     .call = ask_mutex_libs},
    {"static", .help = "the archives, for --libs, --mpi-libs and --config-file", .flag = &archives},
    {"includes", .help = "what any compiler needs to find pomp.h, and nothing else", .call = ask_includes},
    {"plugin", .help = "the plugin's file", .call = ask_plugin},
    {"config-file", .help = "the file for clang --config=FILE", .call = ask_cfg},
    {"cmakedir", .help = "the folder of CMake's files, for Pomp_DIR and the toolchain file", .call = ask_cmakedir},
    {"libdir", .help = "the folder of the libraries", .call = ask_libdir},
    {"python", .help = "the folder of the Python package pomp, for PYTHONPATH", .call = ask_python},
    {"version", .help = "the version of pompinst", .call = ask_version},
    COMMAND_MANUAL_ROW,
    {"help", .help = "this text", .prints = PRINTS_HELP},
};

static const struct command_item examples[] = {
    {"clang-19 $(pomp-config --cflags) -c a.c", "compiles a source, so that it measures itself"},
    {"clang-19 a.o $(pomp-config --libs) -o a", "links the program"},
    {"pomp-config --static --libs", "prints what links the program with the archive in place of the shared library"},
    {"cmake -DPomp_DIR=$(pomp-config --cmakedir) ..", "lets find_package(Pomp) find this installation"},
};

static const struct command_section sections[] = {
    {.title = "Options", .options = options, .option_count = COUNT(options)},
    {.title = "Exit status",
     .text = "The exit status is 0; 1 if a file that is asked for is not installed, and then nothing is printed; "
             "2 if the call can't be right."},
    {.title = "Examples", .items = examples, .item_count = COUNT(examples)},
};

static const struct command_line command_line = {
    .command = "pomp-config",
    .purpose = "print the options that a compiler needs to instrument and to measure OpenMP",
    .synopsis = "OPTION...",
    .description = "pomp-config prints options for compilers and linkers, in one line and in the order asked, for "
                   "builds that use neither pomp-clang nor CMake nor pkg-config. It finds what they name from "
                   "where it is itself, so that an installation can be moved.",
    .usage = "pomp-config OPTION...",
    .about = "Prints options for compilers and linkers, in one line and in the order asked:\n"
             "    clang-19 $(pomp-config --cflags) a.c $(pomp-config --libs) -o a\n"
             "pomp-clang in place of clang needs none of them.",
    .prefix = "--",
    .sections = sections,
    .section_count = COUNT(sections),
    .see_also = "pomp-clang(1), pomp(7)",
};

/* Prints what is asked for. Returns the exit status. */
static int print_all(void) {
  char *text = NULL;
  size_t size = 0;
  bool good = true;
  line = open_memstream(&text, &size);
  for (size_t i = 0; line && good && i < asked_count; i++)
    good = asked[i]();
  if (!line || fclose(line) != 0)
    good = user_error(NULL, "not enough memory");
  if (good)
    puts(text);
  free(text);
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv) {
  int status;
  if (!command_begin())
    return EXIT_FAILURE;
  asked = calloc((size_t)argc + 1, sizeof *asked);
  if (!asked)
    return user_error(NULL, "not enough memory"), EXIT_FAILURE;
  if (command_read(&command_line, argc, argv, &status)) {
    status = USER_ERROR_USAGE;
    if (asked_count)
      status = print_all();
    else
      user_error_print(NULL, "what is it to print? As in: pomp-config --cflags, and --help has the others");
  }
  free(asked);
  return command_end(status);
}
