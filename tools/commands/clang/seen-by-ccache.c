/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* seen-by-ccache.c - finds what tells plugin and filter apart from others, and says it where ccache looks.
 * What does not live here: what seen-by-ccache.h says. */
#define _GNU_SOURCE /* struct stat's st_mtim, pread */
#include "commands/clang/seen-by-ccache.h"

#include "commands/clang/complain.h"
#include "pomp_file.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The part that Clang loads first, and the plugin proper for each Clang. */
static const char *const plugin_files[] = {"libpompinst.so", POMP_PLUGIN_NAMES};
enum {
  PLUGIN_FILES = sizeof plugin_files / sizeof *plugin_files,
  PLUGIN_PATH = PATH_MAX + sizeof "/libpompinst-000.so"
};

/* Some of them may not be installed. */
static bool plugin_path(char *path, size_t size, const char *libdir, int i) {
  snprintf(path, size, "%s/%s", libdir, plugin_files[i]);
  return access(path, R_OK) == 0;
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u; /* FNV-1a */
  return hash;
}

static uint64_t hash_number(uint64_t hash, int64_t number) { return hash_bytes(hash, &number, sizeof number); }

/* A file that was replaced has another size or another time, as ccache says of compilers. */
static uint64_t hash_stamp(uint64_t hash, const struct stat *s) {
  return hash_number(hash_number(hash_number(hash, s->st_size), s->st_mtim.tv_sec), s->st_mtim.tv_nsec);
}

/* A filter is read, so that a fresh copy of the same one changes nothing; if it is no usual file, then not. */
static uint64_t hash_filter(uint64_t hash, const char *path) {
  enum { MOST = 1 << 20 };
  struct stat s;
  char bytes[4096] = {0};
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0 || fstat(file, &s) != 0)
    hash = hash_bytes(hash, "", 1);
  else if (!S_ISREG(s.st_mode) || s.st_size > MOST)
    hash = hash_stamp(hash, &s);
  else
    for (ssize_t n; (n = read(file, bytes, sizeof bytes)) > 0;)
      hash = hash_bytes(hash, bytes, (size_t)n);
  if (file >= 0)
    close(file);
  return hash;
}

/* ccache would not restore the second file that the plugin writes (emit=). So no two such compilations get the same
 * hash. */
static uint64_t hash_once(uint64_t hash) {
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_REALTIME, &now);
  return hash_number(hash_number(hash_number(hash, now.tv_sec), now.tv_nsec), getpid());
}

static uint64_t identity(const struct command_line *line, const char *libdir) {
  uint64_t hash = line->emits ? hash_once(14695981039346656037u) : 14695981039346656037u;
  char path[PLUGIN_PATH];
  struct stat s;
  for (int i = 0; i < PLUGIN_FILES; ++i) {
    if (plugin_path(path, sizeof path, libdir, i) && stat(path, &s) == 0)
      hash = hash_stamp(hash, &s);
  }
  return line->filter ? hash_filter(hash, line->filter) : hash;
}

static bool called_by_ccache(void) { return getenv("CCACHE_DISABLE") != NULL; } /* it sets that for what it calls */

/* ccache compares the contents of files. If one of the files is a device, it compares no file at all. */
static const char no_file[] = "/dev/null";

static void add_entry(struct words *out, const char *path) {
  words_format(out, "-Xclang");
  words_format(out, "-fdepfile-entry=%s", path);
}

void seen_add_words(struct words *out, const struct command_line *line, const char *libdir) {
  char path[PLUGIN_PATH];
  /* Clang hands it to a plugin of this name, which there is not. */
  words_format(out, "-fplugin-arg-pompinst.files-%016llx", (unsigned long long)identity(line, libdir));
  if (line->filter)
    add_entry(out, line->filter);
  for (int i = 0; called_by_ccache() && i < PLUGIN_FILES; ++i) {
    if (plugin_path(path, sizeof path, libdir, i))
      add_entry(out, path);
  }
  if (called_by_ccache() && line->emits)
    add_entry(out, no_file);
}

bool seen_wants_text(const struct command_line *line) { return line->preprocesses && called_by_ccache(); }

/* ccache reads a marker up to the next quotation mark, and knows no escapes. If a name can't be said like that, it has
 * to go by the text alone, which tells the files apart as well. */
static void add_marker(FILE *out, const char *path) {
  fprintf(out, "# 1 \"%s\"\n", strpbrk(path, "\"\\\n") ? no_file : path);
}

bool seen_add_text(const struct command_line *line, const char *libdir) {
  bool to_stdout = !line->output || strcmp(line->output, "-") == 0;
  FILE *out = to_stdout ? stdout : fopen(line->output, "ae");
  if (!out) {
    complain("can't add to %s: %s", line->output, strerror(errno));
    return false;
  }
  for (int i = 0; i < PLUGIN_FILES; ++i) {
    char path[PLUGIN_PATH];
    if (plugin_path(path, sizeof path, libdir, i))
      add_marker(out, path);
  }
  if (line->filter)
    add_marker(out, line->filter);
  if (line->emits)
    add_marker(out, no_file);
  fprintf(out, "# 1 \"<pompinst %016llx>\"\n", (unsigned long long)identity(line, libdir));
  if ((to_stdout ? fflush(out) : fclose(out)) == 0)
    return true;
  complain("can't write: %s", strerror(errno));
  return false;
}
