/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* words.c - grows lists of words and opens response files by Clang's rules.
 * What does not live here: what a word means (clang-options.c). */
#define _GNU_SOURCE /* asprintf */
#include "commands/clang/words.h"

#include "commands/clang/complain.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Deeper than anyone nests response files: one that names itself must come to an end. */
enum { MAX_DEPTH = 32 };

static void *checked(void *memory) {
  if (!memory) {
    complain("out of memory");
    exit(1);
  }
  return memory;
}

void words_add(struct words *words, char *text, int origin) {
  if (words->count + 2 > words->room) {
    words->room = 2 * words->room + 64;
    words->text = checked(realloc(words->text, (size_t)words->room * sizeof *words->text));
    words->origin = checked(realloc(words->origin, (size_t)words->room * sizeof *words->origin));
  }
  words->origin[words->count] = origin;
  words->text[words->count++] = text;
  words->text[words->count] = NULL;
}

void words_format(struct words *words, const char *format, ...) {
  char *text = NULL;
  va_list values;
  va_start(values, format);
  if (vasprintf(&text, format, values) < 0)
    text = NULL;
  va_end(values);
  words_add(words, checked(text), -1);
}

/* Returns the file's content as a string that the list may keep; NULL if it can't be read. */
static char *read_file(const char *name) {
  FILE *file = fopen(name, "re");
  if (!file)
    return NULL;
  char *content = NULL;
  size_t size = 0, used = 0;
  do { /* until less comes than there is room for */
    size = 2 * size + 4096;
    content = checked(realloc(content, size));
    used += fread(content + used, 1, size - used - 1, file);
  } while (used == size - 1 && !ferror(file));
  content[used] = '\0';
  bool failed = ferror(file);
  fclose(file);
  if (failed) {
    free(content);
    return NULL;
  }
  return content;
}

static bool is_space(char c) { return c && strchr(" \t\r\n", c); }

/* Takes the next word off *rest, unquoting in place, by the rules of llvm::cl::TokenizeGNUCommandLine: a backslash
 * takes the next character as it is, quotes may begin within a word. NULL at the end. */
static char *next_word(char **rest) {
  char *from = *rest;
  while (is_space(*from))
    ++from;
  if (!*from)
    return NULL;
  char *word = from, *to = from, quote = '\0';
  for (; *from && (quote || !is_space(*from)); ++from) {
    if (*from == '\\' && from[1])
      *to++ = *++from;
    else if (quote ? *from == quote : *from == '"' || *from == '\'')
      quote = quote ? '\0' : *from;
    else
      *to++ = *from;
  }
  *rest = *from ? from + 1 : from;
  *to = '\0';
  return word;
}

/* A response file's content is never freed: the words lie in it. */
static void expand(struct words *words, char *word, int origin, int depth) {
  char *content = word[0] == '@' && depth < MAX_DEPTH ? read_file(word + 1) : NULL;
  if (!content) {
    words_add(words, word, origin);
    return;
  }
  for (char *rest = content, *next; (next = next_word(&rest));)
    expand(words, next, origin, depth + 1);
} /* NOLINT(clang-analyzer-unix.Malloc) */

struct words words_expand(int argc, char *const argv[]) {
  struct words words = {0};
  for (int i = 1; i < argc; ++i)
    expand(&words, argv[i], i, 0);
  return words;
}
