/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unit.h - has what the unit tests have in common: a check that names the line where something does not hold, and a
 * directory of the test's own. Tests do not live here. */
#ifndef UNIT_H
#define UNIT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(holds)                                                                                                   \
  do {                                                                                                                 \
    if (!(holds)) {                                                                                                    \
      fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #holds);                                       \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

/* Programs that are linked with message.c have it. */
void pomp_message_begin(void) __attribute__((weak)); // NOLINT(readability-redundant-declaration): message.h has it, too

/* Calls what writes to stderr, and returns what it wrote. */
static inline const char *unit_stderr(void (*speak)(void *), void *argument) {
  static char said[8192];
  int ends[2], kept = dup(STDERR_FILENO);
  CHECK(kept >= 0 && pipe(ends) == 0 && dup2(ends[1], STDERR_FILENO) >= 0);
  if (pomp_message_begin)
    pomp_message_begin();
  speak(argument);
  CHECK(dup2(kept, STDERR_FILENO) >= 0 && close(ends[1]) == 0 && close(kept) == 0);
  size_t length = 0;
  ssize_t n;
  while ((n = read(ends[0], said + length, sizeof said - 1 - length)) > 0)
    length += (size_t)n;
  close(ends[0]);
  said[length] = 0;
  return said;
}

#endif
