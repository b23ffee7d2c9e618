/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_nearest.h - finds the name that somebody probably meant who wrote another one: "did you mean".
 * Not here: the lists of names, and the messages. Nothing is called, so that the runtime may use it anywhere. */
#ifndef POMP_NEAREST_H
#define POMP_NEAREST_H

#include <stddef.h>

/* Longer words are like no name. */
#define POMP_NEAREST_LENGTH 63

/* Capitals count as small letters, and `_` as `-`: a user who confuses these means the same. */
static inline char pomp_nearest_letter(char c) {
  if (c >= 'A' && c <= 'Z')
    return (char)(c - 'A' + 'a');
  return c == '_' ? '-' : c;
}

/* Returns how many letters are to be added, left out, replaced or exchanged with their neighbour to turn `a` into `b`.
 * The lengths are at most POMP_NEAREST_LENGTH. */
static inline size_t pomp_nearest_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
  size_t rows[3][POMP_NEAREST_LENGTH + 1], *before = rows[0], *last = rows[1], *now = rows[2];
  for (size_t j = 0; j <= b_length; j++)
    before[j] = last[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    now[0] = i;
    for (size_t j = 1; j <= b_length; j++) {
      char x = pomp_nearest_letter(a[i - 1]), y = pomp_nearest_letter(b[j - 1]);
      size_t best = last[j - 1] + (x != y);
      best = last[j] + 1 < best ? last[j] + 1 : best;
      best = now[j - 1] + 1 < best ? now[j - 1] + 1 : best;
      if (i > 1 && j > 1 && x == pomp_nearest_letter(b[j - 2]) && pomp_nearest_letter(a[i - 2]) == y)
        best = before[j - 2] + 1 < best ? before[j - 2] + 1 : best;
      now[j] = best;
    }
    size_t *free_row = before;
    before = last;
    last = now;
    now = free_row;
  }
  return last[b_length];
}

/* This is the search for one word: it begins as {word, length of the word}, and each name is offered once. Then `name`
 * is the nearest one, or NULL if none is near: in short words a third of the letters may be wrong, in long ones a
 * sixth. */
struct pomp_nearest {
  const char *word;
  size_t length;
  const char *name;
  size_t distance;
};

static inline void pomp_nearest_offer(struct pomp_nearest *n, const char *name) {
  size_t length = 0, allowed = n->length < 6 ? (n->length + 1) / 3 : 1 + n->length / 6;
  while (length <= POMP_NEAREST_LENGTH && name[length])
    length++;
  if (length > POMP_NEAREST_LENGTH || n->length > POMP_NEAREST_LENGTH)
    return;
  if (length > n->length + allowed || n->length > length + allowed)
    return;
  size_t distance = pomp_nearest_distance(n->word, n->length, name, length);
  if (distance <= allowed && (!n->name || distance < n->distance)) {
    n->name = name;
    n->distance = distance;
  }
}

#endif /* POMP_NEAREST_H */
