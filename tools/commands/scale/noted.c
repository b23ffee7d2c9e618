/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* noted.c - looks the compiler's notes of a construct up, and puts them in words. */
#include "commands/scale/noted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct kind {
  const char *word, *before, *after, *cure;
} kinds[] = {
#define POMP_NOTE(KIND, WORD, BEFORE, AFTER, CURE) {WORD, BEFORE, AFTER, CURE},
#include "pomp_notes.def"
#undef POMP_NOTE
};

/* This is a note, `KIND LINE WHAT`, up to a semicolon. */
struct note {
  const struct kind *kind; /* NULL: it is none that is known */
  int line;
  const char *what;
  size_t length;
};

/* Reads the note at `*at`, and goes to the next one. False: there is none. */
static bool read_note(const char **at, struct note *n) {
  const char *text = *at + strspn(*at, "; ");
  size_t word = strcspn(text, " ;"), whole = strcspn(text, ";");
  char *what = NULL;
  *n = (struct note){.kind = NULL};
  *at = text + whole;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i].word) == word && memcmp(kinds[i].word, text, word) == 0)
      n->kind = &kinds[i];
  if (n->kind && word < whole) {
    n->line = (int)strtol(text + word, &what, 10);
    if (what < text + whole && *what == ' ') {
      n->what = what + 1;
      n->length = (size_t)(text + whole - what - 1);
    }
  }
  if (!n->what)
    n->kind = NULL;
  return *text != 0;
}

void noted_add(const char *notes, char *text, size_t size) {
  struct note n;
  while (notes && read_note(&notes, &n)) {
    size_t used = strlen(text);
    if (n.kind)
      snprintf(text + used, size - used, "Line %d: %s%.*s%s: %s. ", n.line, n.kind->before, (int)n.length, n.what,
               n.kind->after, n.kind->cure);
  }
}

bool noted_some(const char *notes) {
  struct note n;
  while (notes && read_note(&notes, &n))
    if (n.kind)
      return true;
  return false;
}

bool noted_has(const char *notes, const char *word) {
  struct note n;
  while (notes && read_note(&notes, &n))
    if (n.kind && strcmp(n.kind->word, word) == 0)
      return true;
  return false;
}
