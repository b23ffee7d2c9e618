/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* source_search.c - looks for source files in the folders of the user, the run, the experiment and the compiler, and
 * tells by their sums, or else by their times, whether they are what was compiled. */
#include "show/source_search.h"
#include "base/sha256.h"
#include "files/code_files.h"
#include "pomp_array.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST (64u << 20) /* bytes of a file that is read */
#define COMPILED_MOST 64u   /* folders that compilers ran in */

/* --- a file --- */

/* Reads a file that is one: names come from the experiment, and may be anything. NULL, with errno, if that can't be. */
static char *read_file(const char *path, size_t *size, uint64_t *changed) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return NULL;
  char *text = NULL;
  bool good = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= LARGEST;
  if (good)
    text = malloc((size_t)st.st_size + 1);
  *size = 0;
  for (ssize_t n = 1; text && n > 0 && *size < (size_t)st.st_size; *size += n > 0 ? (size_t)n : 0)
    n = read(fd, text + *size, (size_t)st.st_size - *size);
  close(fd);
  *changed = (uint64_t)st.st_mtim.tv_sec * 1000000000u + (uint64_t)st.st_mtim.tv_nsec;
  errno = good && !text ? ENOMEM : ENOENT;
  return text;
}

static bool has_sum(const char *text, size_t size, const char *sum) {
  struct sha256 s;
  char digits[SHA256_TEXT];
  sha256_begin(&s);
  sha256_add(&s, text, size);
  sha256_end(&s, digits);
  return strncmp(digits, sum, strlen(sum)) == 0;
}

/* --- the folders --- */

static bool add_folder(struct source_folders *f, const char *path, int kind) {
  if (!POMP_ARRAY_ROOM(f->all, f->room, f->count + 1ull))
    return false;
  errno = 0;
  char *at = kind == FOLDER_COMPILED ? strdup(path) : realpath(path, NULL);
  if (at)
    f->all[f->count++] = (struct source_folder){at, kind};
  return at || errno != ENOMEM;
}

bool source_folders_open(struct source_folders *f, const struct experiment *e, const char *directory,
                         const struct source_place *p) {
  char *beside = NULL;
  bool good = true;
  *f = (struct source_folders){.experiment = e, .anywhere = p->anywhere};
  for (unsigned i = 0; good && i < p->path_count; i++)
    good = add_folder(f, p->paths[i], FOLDER_PATH);
  good = good && add_folder(f, ".", FOLDER_HERE) && (*e->directory != '/' || add_folder(f, e->directory, FOLDER_RUN)) &&
         asprintf(&beside, "%s/..", directory) >= 0 && add_folder(f, beside, FOLDER_BESIDE);
  free(beside);
  return good;
}

void source_folders_close(struct source_folders *f) {
  for (uint32_t i = 0; i < f->count; i++)
    free(f->all[i].at);
  free(f->all);
}

/* True if the path, which has no links, is below one of the folders. All is below the root, which is where services
 * run: it does not count as the folder of the run. Which folders a compiler ran in, a file says that the experiment
 * names. */
static bool is_below(const struct source_folders *f, const char *path) {
  for (uint32_t i = 0; i < f->count; i++) {
    const struct source_folder *to = &f->all[i];
    const size_t n = strlen(to->at);
    if (to->kind != FOLDER_COMPILED &&
        (n == 1 ? to->kind <= FOLDER_HERE : strncmp(path, to->at, n) == 0 && path[n] == '/'))
      return true;
  }
  return false;
}

static bool take_compiled(void *context, const char *path) {
  struct source_folders *f = context;
  uint32_t compiled = 0;
  for (uint32_t i = 0; i < f->count; i++) {
    if (f->all[i].kind == FOLDER_COMPILED && strcmp(f->all[i].at, path) == 0)
      return true;
    compiled += f->all[i].kind == FOLDER_COMPILED;
  }
  return *path != '/' || compiled >= COMPILED_MOST || add_folder(f, path, FOLDER_COMPILED);
}

/* The file of the program is the first word of its command, which may have spaces in it. */
static bool add_compiled_of_program(struct source_folders *f) {
  const struct experiment *e = f->experiment;
  bool good = true;
  for (const char *end = e->command; good && *end;) {
    char *path = NULL;
    end += strcspn(end + 1, " ") + 1;
    const int length = (int)(end - e->command);
    good = asprintf(&path, "%s%s%.*s", *e->command == '/' ? "" : e->directory, *e->command == '/' ? "" : "/", length,
                    e->command) >= 0;
    struct stat st;
    if (good && memchr(e->command, '/', (size_t)length) && stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
      good = code_file_folders(path, take_compiled, f);
      end = "";
    }
    free(path);
  }
  return good;
}

/* Adds the folders that the debug information of the program and its modules names. */
static bool add_compiled(struct source_folders *f) {
  const struct experiment *e = f->experiment;
  if (f->has_compiled)
    return true;
  f->has_compiled = true;
  bool good = add_compiled_of_program(f);
  for (uint32_t i = 0; good && i < e->module_count; i++)
    good = code_file_folders(e->modules[i].path, take_compiled, f);
  return good;
}

/* --- the search --- */

struct search {
  struct source_folders *folders;
  const char *sum;
  enum source_state *state;
  char **text;
  size_t *size;
  bool found; /* it is the file that was compiled, or nothing tells which is */
};

static bool try_file(struct search *s, const char *folder, const char *name) {
  char *path = NULL;
  size_t size = 0;
  uint64_t changed = 0;
  if (asprintf(&path, "%s%s%s", folder, *folder ? "/" : "", name) < 0)
    return false;
  struct stat st;
  char *at = realpath(path, NULL);
  const bool is_file = at && stat(at, &st) == 0 && S_ISREG(st.st_mode);
  const bool may = is_file && (s->folders->anywhere || is_below(s->folders, at));
  char *text = may || (is_file && *s->sum) ? read_file(at, &size, &changed) : NULL;
  const bool good = text || errno != ENOMEM || !is_file;
  free(at);
  free(path);
  const bool same =
      text && (*s->sum ? has_sum(text, size, s->sum) : changed <= s->folders->experiment->header.epoch_ns);
  if (text && (same || (may && !*s->text))) {
    free(*s->text);
    *s->text = text;
    *s->size = size;
    *s->state = same ? SOURCE_READ : SOURCE_CHANGED;
    s->found = same || !*s->sum;
    return good;
  }
  free(text);
  if (is_file && !*s->text)
    *s->state = SOURCE_OUTSIDE;
  return good;
}

/* A path of another machine may begin anywhere in a folder that the user names. */
static bool try_folder(struct search *s, const struct source_folder *in, const char *name) {
  if (in->kind != FOLDER_PATH)
    return *name == '/' || try_file(s, in->at, name);
  bool good = true;
  for (const char *at = name; good && at && !s->found; at = strchr(at, '/'), at = at ? at + 1 : NULL)
    good = !*at || try_file(s, in->at, at);
  return good;
}

bool source_read(struct source_folders *f, const char *name, const char *sum, enum source_state *state, char **text,
                 size_t *size) {
  struct search s = {f, sum, state, text, size, false};
  bool good = true;
  *state = SOURCE_MISSING;
  *text = NULL;
  for (uint32_t i = 0; good && !s.found && i < f->count && f->all[i].kind == FOLDER_PATH; i++)
    good = try_folder(&s, &f->all[i], name);
  if (good && !s.found && *name == '/')
    good = try_file(&s, "", name);
  for (uint32_t i = 0; good && !s.found && i < f->count; i++) {
    good = f->all[i].kind == FOLDER_PATH || try_folder(&s, &f->all[i], name);
    if (good && i + 1 == f->count && *name != '/' && !s.found)
      good = add_compiled(f);
  }
  return good;
}
