/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* split.c - the functions of split.h.
 * Not here: what that header says. */
#include "commands/scale/split.h"

#include <stdlib.h>
#include <string.h>

/* Copies a word up to the blank behind it, without its quotes. Returns where it ends; NULL: a quote has no end. */
static const char *copy_word(const char *at, char *to) {
  char quote = 0;
  for (; *at && (quote || !strchr(" \t\n", *at)); at++) {
    if (*at == '\\' && quote != '\'' && at[1])
      *to++ = *++at;
    else if (quote ? *at == quote : *at == '\'' || *at == '"')
      quote = quote ? 0 : *at;
    else
      *to++ = *at;
  }
  *to = 0;
  return quote ? NULL : at;
}

char **split_words(const char *text, const char **why) {
  size_t length = strlen(text), count = 0;
  char **words = calloc(length + 2, sizeof *words), *word = malloc(length + 1);
  const char *at = text + strspn(text, " \t\n");
  *why = words && word ? NULL : "not enough memory";
  while (!*why && *at) {
    at = copy_word(at, word);
    if (!at)
      *why = "a quote has no end";
    else if (!(words[count++] = strdup(word)))
      *why = "not enough memory";
    else
      at += strspn(at, " \t\n");
  }
  if (!*why && !count)
    *why = "which command? As in: pomp-scale --compare ./old -- ./new";
  free(word);
  if (!*why)
    return words;
  split_free(words);
  return NULL;
}

void split_free(char **words) {
  for (char **word = words; word && *word; word++)
    free(*word);
  free(words);
}
