/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp-clang.c - the compiler wrappers pomp-clang and pomp-clang++ run Clang with the plugin, with OpenMP and, when it
 * links, with the measurement library. The name that the program is called by decides the language of Clang's driver.
 *
 * What lives here: what is added to a command line, and where. What does not: how to read one (command-line.c), and
 * anything that Clang itself does well, like complaining. */
#include "commands/clang/ask-driver.h"
#include "commands/clang/command-line.h"
#include "commands/clang/complain.h"
#include "commands/clang/mpi-compiler.h"
#include "commands/clang/other-clang.h"
#include "commands/clang/run.h"
#include "commands/clang/seen-by-ccache.h"
#include "commands/clang/words.h"
#include "pomp_place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* These are around what we add: between them Clang does not say that an option was of no use, even with -Werror. */
static char quiet_begin[] = "--start-no-unused-arguments";
static char quiet_end[] = "--end-no-unused-arguments";

/* The plugin and the libraries are found as seen from this program, wherever all was moved to. */
static struct folders {
  char plugin[POMP_PLACE_MAX], libraries[POMP_PLACE_MAX];
} folders;

static void find_folders(void) {
  if (!pomp_place(folders.plugin, POMP_PLUGINS_FROM_BIN, "../lib", "libpompinst.so") ||
      !pomp_place(folders.libraries, POMP_LIBRARIES_FROM_BIN, "../lib", "libpompomp.so")) {
    complain("can't find out in /proc/self/exe where it is: %s", strerror(errno));
    exit(1);
  }
}

static void add(struct words *out, const char *word) { words_format(out, "%s", word); }

/* Adds what the steps that compile need. Where our library measures, OMPT reports the implicit barriers: that costs the
 * program no barrier. Another library may know no OMPT. The user's own choice comes after ours, and the last one
 * counts. The plugin defines _POMP as well, but does not run under -E. */
static void add_compile_options(struct words *out, const struct command_line *line) {
  add(out, quiet_begin);
  words_format(out, "-fplugin=%s/libpompinst.so", folders.plugin);
  if (own_links_library(&line->own))
    add(out, "-fplugin-arg-pompinst-barriers=ompt");
  for (int i = 0; i < line->own.plugin.count; ++i)
    add(out, line->own.plugin.text[i]);
  seen_add_words(out, line, folders.plugin);
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

/* A program or library that is linked with MPI gets our wrappers of MPI's functions. They are in front of everything,
 * because the linker has to find them first. */
static void add_mpi_options(struct words *out, const struct command_line *line) {
  const char *libdir = folders.libraries;
  bool archive = line->own.static_library || line->static_image;
  const char *library = archive ? "libpompomp-mpi.a" : "libpompomp-mpi.so";
  struct words path = {0};
  words_format(&path, "%s/%s", libdir, library);
  if (access(path.text[0], R_OK) != 0) {
    warn("what MPI does is not measured: there is no %s; pompinst was built without MPI", path.text[0]);
    return;
  }
  add(out, quiet_begin);
  words_format(out, "-L%s", libdir);
  words_format(out, "-Wl,--push-state,%s", archive ? "--whole-archive" : "-Bdynamic,--no-as-needed");
  words_format(out, "-l:%s", library);
  add(out, "-Wl,--pop-state");
  add(out, quiet_end);
}

/* The linker has calls of each of these functions go to the archive, in the program and in what it is linked with
 * statically. Libraries that come after ours may be the first to call one, so the archive's member is there in any
 * case. */
static void add_mutex_options(struct words *out) {
  add(out, quiet_begin);
#define POMP_MUTEX_FUNCTION(name, shown) add(out, "-Wl,--wrap=" #name);
#include "pomp_mutexes.def"
#undef POMP_MUTEX_FUNCTION
  words_format(out, "-L%s", folders.libraries);
  add(out, "-Wl,--undefined=__wrap_pthread_mutex_lock");
  add(out, "-l:libpompomp-mutexes.a");
  add(out, quiet_end);
}

/* The step that links needs these after all of the user's objects and libraries.
 *
 * A program gets the library even if none of its own objects calls it, since a library that it loads may; a shared
 * library, and a link that asks for no default libraries, get it only if something there needs it. The user's own
 * -Bstatic, --as-needed or --whole-archive end before ours and hold again after it. */
static void add_link_options(struct words *out, const struct command_line *line) {
  const char *libdir = folders.libraries;
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

static bool names_devices(const struct command_line *line) {
  static const char *const begins[] = {"-fopenmp-targets=", "--offload-arch="};
  for (int i = 0; i < line->words.count; ++i)
    for (size_t k = 0; line->words.text[i] && k < sizeof begins / sizeof *begins; k++)
      if (strncmp(line->words.text[i], begins[k], strlen(begins[k])) == 0)
        return true;
  return false;
}

/* Clang links a program that offloads with libomptarget out of its own folder, where a program does not look for
 * libraries. */
static void add_device_options(struct words *out) {
  char file[4096];
  char *const ask[] = {(char *)out->text[0], (char *)"-print-file-name=libomptarget.so", NULL};
  if (run_and_read(ask, NULL, STDOUT_FILENO, file, sizeof file) != 0 || *file != '/')
    return;
  *strrchr(file, '/') = 0;
  add(out, quiet_begin);
  add(out, "-Xlinker");
  add(out, "-rpath");
  add(out, "-Xlinker");
  words_format(out, "%s", file);
  add(out, quiet_end);
}

static bool named_for_cxx(const char *program) {
  size_t length = strlen(program) - clang_version_length(program);
  return length >= 2 && strncmp(program + length - 2, "++", 2) == 0;
}

/* Does Clang, whose name is in `out`, run the linker? */
static bool links_image(const struct words *out, const struct command_line *line, char *const argv[]) {
  bool links = command_line_links(line), adds = own_links_library(&line->own) || line->own.mutexes;
  if (!adds || !command_line_is_doubtful(line))
    return links && adds;
  struct words asking = {0};
  for (int i = 0; i < out->count; ++i)
    words_add(&asking, out->text[i], -1);
  add_users_words(&asking, line, argv);
  return driver_links(&asking, links);
}

/* Makes Clang's command line, behind its name. Words that Clang refuses are left as they are, so that it refuses them
 * here, too. */
static void add_all(struct words *out, const struct command_line *line, char *const argv[]) {
  bool links = links_image(out, line, argv);
  if (links && line->ends_in_source && line->has_odd_options) {
    static struct words plain; /* is never freed */
    for (int i = 0; i < out->count; ++i)
      words_add(&plain, out->text[i], -1);
    if (!line->names_openmp)
      add(&plain, "-fopenmp");
    add_users_words(&plain, line, argv);
    if (!driver_takes(&plain)) {
      *out = plain;
      return;
    }
  }
  add_compile_options(out, line);
  bool library = links && own_links_library(&line->own);
  if (library && line->names_mpi)
    add_mpi_options(out, line);
  add_users_words(out, line, argv);
  if (links && line->own.mutexes)
    add_mutex_options(out);
  if (library)
    add_link_options(out, line);
  if (library && !line->static_image && names_devices(line))
    add_device_options(out);
}

/* A program that looks for "clang version 19.1.7" in the version (CMake, configure scripts, Meson) takes the first
 * number. So ours comes last. */
static void tell_version(void) {
  printf("pomp-clang: pompinst %s runs this Clang with %s/libpompinst.so; pomp-clang --pomp-help has its own options\n",
         POMP_VERSION, folders.plugin);
}

/* Runs Clang with the words, of which those from `first` on may be in a file. The result is the exit status. */
static int run(struct words *out, int first, const struct command_line *line) {
  if (!line->asks_version && !seen_wants_text(line)) {
    run_instead(out, first);
  } else {
    int status = run_and_wait(out, first);
    if (status == 0 && line->asks_version)
      tell_version();
    else if (status == 0 && !seen_add_text(line, folders.plugin))
      status = 1;
    if (status != -1)
      return status == 0 && fflush(stdout) != 0 ? 1 : status;
  }
  complain("can't run %s: %s%s", out->text[0], strerror(errno), getenv("POMP_CLANG") ? " (POMP_CLANG names it)" : "");
  return CANT_RUN;
}

int main(int argc, char *argv[]) {
  if (mpi_compiler_is(argv[0]))
    return mpi_compiler_run(argv);
  static struct words out; /* is never freed, like all that this program allocates */
  static struct command_line line;
  int first = 1;
  if (argc > 1 &&
      strncmp(argv[1], "-cc1", 4) == 0) { /* this calls Clang's inside, not its driver: there is nothing to add */
    add(&out, clang_find(argv[0], false));
    for (int i = 1; i < argc; ++i)
      words_add(&out, argv[i], i);
  } else {
    line = command_line_read(argc, argv);
    bool cxx = named_for_cxx(argv[0]);
    const char *clang = clang_find(argv[0], cxx);
    add(&out, clang);
    if (line.own.help || line.asks_help)
      own_options_help(clang);
    if (line.own.help)
      return fflush(stdout) == 0 ? 0 : 1;
    if (line.asks_help) {
      printf("\nClang's own help:\n\n");
      if (fflush(stdout) != 0)
        return 1;
    }
    find_folders();
    if (cxx) {
      add(&out, "--driver-mode=g++");
      first = 2;
    }
    add_all(&out, &line, argv);
  }
  return run(&out, first, &line);
}
