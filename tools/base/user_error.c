/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* user_error.c - prints what is wrong with a file, or with a word of the command line, for the user. */
#include "base/user_error.h"
#include "base/bidi_escapes.h"
#include "pomp_hash.h"
#include "pomp_nearest.h"
#include "pomp_text.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Thread_local struct {
  bool keeps;
  char *text;
  size_t size;
} kept;

void user_error_keep(bool keep, char *text, size_t size) {
  kept.keeps = keep;
  kept.text = text;
  kept.size = size;
}

/* Hashes of the lines that were printed. */
static struct {
  uint64_t lines[1024];
  uint32_t count;
  bool once;
  pthread_mutex_t turn;
} printed = {.turn = PTHREAD_MUTEX_INITIALIZER};

void user_error_repeats(bool repeat) { printed.once = !repeat; }

/* True if the line was printed before. */
static bool is_again(const char *text) {
  const uint64_t hash = pomp_hash_text(0, text);
  bool again = false;
  pthread_mutex_lock(&printed.turn);
  for (uint32_t i = 0; i < printed.count; i++)
    again |= printed.lines[i] == hash;
  if (!again && printed.count < sizeof printed.lines / sizeof *printed.lines)
    printed.lines[printed.count++] = hash;
  pthread_mutex_unlock(&printed.turn);
  return again;
}

/* Prints one line, which is cleaned as a whole. */
static void print_line(char *text) {
  if (!text)
    return;
  pomp_text_clean(text, 0);
  if (kept.keeps) {
    snprintf(kept.text, kept.size, "%s", text);
    free(text);
    return;
  }
  if (is_again(text) && printed.once) {
    free(text);
    return;
  }
  size_t size;
  char *shown = bidi_escapes_copy(text, strlen(text), &size);
  fprintf(stderr, "%s: %s\n", program_invocation_short_name, shown ? shown : text);
  free(shown);
  free(text);
}

void user_error_print(const char *path, const char *format, ...) {
  char *text = NULL, *line = NULL;
  va_list arguments;
  va_start(arguments, format);
  if (vasprintf(&text, format, arguments) < 0)
    text = NULL;
  va_end(arguments);
  if (asprintf(&line, "%s%s%s", path ? path : "", path ? ": " : "", text ? text : strerror(ENOMEM)) < 0)
    line = NULL;
  free(text);
  print_line(line);
}

bool user_owns(const struct stat *s, const char *path) {
  return s->st_uid == geteuid() || user_error(path, "it belongs to another user, who alone can ask for this");
}

bool user_error_word(const char *what, const char *word, const char *before, const char *const *names, size_t count,
                     const char *takes) {
  char *line = NULL;
  size_t dashes = strspn(word, "-");
  struct pomp_nearest nearest = {word + dashes, strcspn(word + dashes, "="), NULL, 0};
  for (size_t i = 0; i < count; i++)
    pomp_nearest_offer(&nearest, names[i]);
  bool near = nearest.name != NULL;
  if (asprintf(&line, "%s%s%s%s%s%s; %s", what, word, near ? " (did you mean " : "", near ? before : "",
               near ? nearest.name : "", near ? "?)" : "", takes) < 0)
    line = NULL;
  print_line(line);
  return false;
}

bool user_error_option(const char *word, const char *const *names, size_t count) {
  char takes[1024] = "it takes";
  for (size_t i = 0; i < count; i++) {
    size_t used = strlen(takes);
    snprintf(takes + used, sizeof takes - used, "%s --%s", i ? "," : "", names[i]);
  }
  return user_error_word("unknown option ", word, "--", names, count, takes);
}
