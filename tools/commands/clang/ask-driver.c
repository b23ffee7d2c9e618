/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ask-driver.c - reads the commands that Clang's driver would run, which it prints under -###.
 * What does not live here: how it is run (run.c). */
#include "commands/clang/ask-driver.h"

#include "commands/clang/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MARK "-L/pomp-clang-asks" /* the linker's command has it, and no other one */

enum { MOST = 4 << 20 }; /* bytes of commands that are read */

/* Returns the words with -### after the first one, and another word. */
static struct words asking_for(const struct words *words, const char *more) {
  struct words asking = {0};
  for (int i = 0; i < words->count; ++i) {
    words_add(&asking, words->text[i], -1);
    if (i == 0) {
      words_format(&asking, "-###");
      words_format(&asking, "%s", more);
    }
  }
  return asking;
}

/* Writes the lines that have `part` in them to stderr. */
static void repeat(const char *text, const char *part) {
  while (*text) {
    int length = (int)strcspn(text, "\n");
    const char *found = strstr(text, part);
    if (found && found < text + length)
      fprintf(stderr, "%.*s\n", length, text);
    text += length + (text[length] == '\n');
  }
}

bool driver_takes(const struct words *words) {
  char *text = malloc(MOST);
  struct words asking = asking_for(words, "-fno-color-diagnostics");
  int status = text ? run_and_read(asking.text, NULL, STDERR_FILENO, text, MOST) : -1;
  if (status == 0)
    repeat(text, ": warning: argument unused during compilation: ");
  free(text);
  return status <= 0;
}

bool driver_links(const struct words *words, bool otherwise) {
  char *text = malloc(MOST);
  struct words asking = asking_for(words, MARK);
  bool reported = text && run_and_read(asking.text, NULL, STDERR_FILENO, text, MOST) != -1 && strlen(text) < MOST - 1;
  bool links = reported ? strstr(text, "\"" MARK "\"") != NULL : otherwise; /* a warning has other quotes */
  free(text);
  return links;
}
