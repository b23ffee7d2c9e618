/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp-clang.c - the compiler wrappers pomp-clang and pomp-clang++ run Clang with the plugin, with OpenMP and, when it
 * links, with the measurement library. The name that the program is called by decides the language of Clang's driver.
 *
 * What lives here: what is added to a command line, and where. What does not: how to read one (command-line.c), and
 * anything that Clang itself does well, like complaining. */
#define _GNU_SOURCE /* readlink */
#include "command-line.h"
#include "mpi-compiler.h"
#include "words.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* These stand around what we add: between them Clang does not say that an option was of no use, even with -Werror. */
static char quiet_begin[] = "--start-no-unused-arguments";
static char quiet_end[] = "--end-no-unused-arguments";

/* The plugin and the library are in ../lib as seen from this program, wherever both were moved to. */
static const char *library_directory(void) {
  static char path[PATH_MAX]; /* is .../bin/pomp-clang, becomes .../lib */
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "lib");
  char *name = length > 0 ? strrchr(path, '/') : NULL;
  if (!name) {
    fprintf(stderr, "pomp-clang: error: can't find out in /proc/self/exe where it is: %s\n", strerror(errno));
    exit(1);
  }
  *name = '\0';
  char *directory = strrchr(path, '/');
  memcpy(directory ? directory + 1 : path, "lib", sizeof "lib");
  return path;
}

/* The user names the Clang in POMP_CLANG; else it is the one that the plugin was built for, or one of its version in
 * PATH. */
static const char *compiler(void) {
  const char *chosen = getenv("POMP_CLANG");
  if (chosen && *chosen)
    return chosen;
  return access(POMP_CLANG_PATH, X_OK) == 0 ? POMP_CLANG_PATH : POMP_CLANG_NAME;
}

static void add(struct words *out, const char *word) { words_format(out, "%s", word); }

/* Adds what the steps that compile need. Where our library measures, OMPT reports the implicit barriers: that costs the
 * program no barrier. Another library may know no OMPT. The user's own choice comes after ours, and the last one
 * counts. The plugin defines _POMP as well, but does not run under -E. */
static void add_compile_options(struct words *out, const struct command_line *line, const char *libdir) {
  add(out, quiet_begin);
  words_format(out, "-fplugin=%s/libpompinst.so", libdir);
  if (!line->own.no_library)
    add(out, "-fplugin-arg-pompinst-barriers=ompt");
  for (int i = 0; i < line->own.plugin.count; ++i)
    add(out, line->own.plugin.text[i]);
  add(out, "-D_POMP=200110");
  if (!line->names_openmp)
    add(out, "-fopenmp");
  add(out, quiet_end);
}

/* Adds the user's own words. Response files stay files, unless there was something to change in one. */
static void add_users_words(struct words *out, const struct command_line *line, char *const argv[]) {
  int last_file = 0;
  for (int i = 0; i < line->words.count; ++i) {
    int origin = line->words.origin[i];
    bool from_file = argv[origin][0] == '@' && line->words.text[i] != argv[origin];
    if (from_file && !line->file_edited) {
      if (origin != last_file)
        words_add(out, argv[origin], origin);
      last_file = origin;
    } else if (line->words.text[i]) {
      words_add(out, line->words.text[i], origin);
    }
  }
}

/* A program or library that is linked with MPI gets our wrappers of MPI's functions. They stand in front of everything,
 * because the linker has to find them first. */
static void add_mpi_options(struct words *out, const struct command_line *line, const char *libdir) {
  bool archive = line->own.static_library || line->static_image;
  const char *library = archive ? "libpompomp-mpi.a" : "libpompomp-mpi.so";
  struct words path = {0};
  words_format(&path, "%s/%s", libdir, library);
  if (access(path.text[0], R_OK) != 0) {
    fprintf(stderr,
            "pomp-clang: warning: what MPI does is not measured: there is no %s; pompinst was built without MPI\n",
            path.text[0]);
    return;
  }
  add(out, quiet_begin);
  words_format(out, "-L%s", libdir);
  words_format(out, "-Wl,--push-state,%s", archive ? "--whole-archive" : "-Bdynamic,--no-as-needed");
  words_format(out, "-l:%s", library);
  add(out, "-Wl,--pop-state");
  add(out, quiet_end);
}

/* The step that links needs these after all of the user's objects and libraries.
 *
 * A program gets the library even if none of its own objects calls it, since a library that it loads may; a shared
 * library, and a link that asks for no default libraries, get it only if something there needs it. The user's own
 * -Bstatic, --as-needed or --whole-archive end before ours and hold again after it. */
static void add_link_options(struct words *out, const struct command_line *line, const char *libdir) {
  bool archive = line->own.static_library || line->static_image;
  bool if_needed = line->shared || line->no_default_libraries;
  add(out, quiet_begin);
  words_format(out, "-L%s", libdir);
  if (archive) {
    /* libomp looks for ompt_start_tool by name: nothing refers to the archive's member that has it. */
    words_format(out, "-Wl,--push-state,--no-whole-archive%s", if_needed ? "" : ",--undefined=ompt_start_tool");
    add(out, "-l:libpompomp.a");
  } else {
    words_format(out, "-Wl,--push-state,-Bdynamic,%s", if_needed ? "--as-needed" : "--no-as-needed");
    add(out, "-lpompomp");
  }
  add(out, "-Wl,--pop-state");
  if (!archive) {
    /* This is not written with -Wl, where a comma in the directory's name would end it. */
    add(out, "-Xlinker");
    add(out, "-rpath");
    add(out, "-Xlinker");
    add(out, libdir);
  }
  add(out, quiet_end);
}

static bool named_for_cxx(const char *program) {
  size_t length = strlen(program);
  return length >= 2 && strcmp(program + length - 2, "++") == 0;
}

int main(int argc, char *argv[]) {
  if (mpi_compiler_is(argv[0]))
    return mpi_compiler_run(argv);
  const char *clang = compiler();
  static struct words out; /* is never freed, like all that this program allocates */
  add(&out, clang);
  if (argc > 1 &&
      strncmp(argv[1], "-cc1", 4) == 0) { /* this calls Clang's inside, not its driver: there is nothing to add */
    for (int i = 1; i < argc; ++i)
      words_add(&out, argv[i], i);
  } else {
    static struct command_line line;
    line = command_line_read(argc, argv);
    if (line.own.help) {
      own_options_help(clang);
      return 0;
    }
    const char *libdir = library_directory();
    if (named_for_cxx(argv[0]))
      add(&out, "--driver-mode=g++");
    bool links = command_line_links(&line) && !line.own.no_library;
    add_compile_options(&out, &line, libdir);
    if (links && line.names_mpi)
      add_mpi_options(&out, &line, libdir);
    add_users_words(&out, &line, argv);
    if (links)
      add_link_options(&out, &line, libdir);
  }
  execvp(clang, out.text);
  fprintf(stderr, "pomp-clang: error: can't run %s: %s%s\n", clang, strerror(errno),
          getenv("POMP_CLANG") ? " (POMP_CLANG names it)" : "");
  return 127;
}
