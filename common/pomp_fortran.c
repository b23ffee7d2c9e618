/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_fortran.c - reads the symbols of Flang, gfortran and Intel's compilers; see pomp_fortran.h. */
#include "pomp_fortran.h"

#include <string.h>

struct text {
  char *to;
  size_t size, used;
};

static void add(struct text *t, const char *from, size_t length) {
  if (t->used && t->used + 2 >= t->size)
    return;
  if (t->used) {
    memcpy(t->to + t->used, "::", 2);
    t->used += 2;
  }
  if (length > t->size - 1 - t->used)
    length = t->size - 1 - t->used;
  memcpy(t->to + t->used, from, length);
  t->used += length;
  t->to[t->used] = 0;
}

static const char *find(const char *in, size_t length, const char *what) {
  const size_t size = strlen(what);
  for (size_t i = 1; i + size < length; i++)
    if (memcmp(in + i, what, size) == 0)
      return in + i;
  return NULL;
}

static int is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/* Flang writes names in small letters, each behind a capital that says what it is: _QMmodPprocedure, _QMmodFhostPinner,
 * _QMmodSsubmodulePprocedure; the main program is _QQmain. Blocks (B and a number) have no name. What is outlined ends
 * with ".." and more. */
static int read_flang(const char *symbol, size_t length, struct text *t) {
  static const char kinds[] = "MSFPB";
  if (length < 3 || memcmp(symbol, "_Q", 2) != 0)
    return 0;
  size_t i = 2;
  if (symbol[i] == 'Q') { /* a name of the compiler's own */
    for (i = 3; i < length && symbol[i] != '.'; i++)
      ;
    add(t, symbol + 3, i - 3);
    return 1;
  }
  while (i < length && symbol[i] != '.') {
    const char kind = symbol[i++];
    const size_t begin = i;
    if (!strchr(kinds, kind))
      return 0;
    while (i < length && symbol[i] != '.' && !is_upper(symbol[i]))
      i++;
    if (kind != 'B')
      add(t, symbol + begin, i - begin);
  }
  return t->used > 0;
}

void pomp_fortran_name(const char *symbol, size_t length, char *to, size_t size) {
  struct text t = {to, size, 0};
  const char *procedure;
  to[0] = 0;
  if (read_flang(symbol, length, &t))
    return;
  t.used = 0;
  to[0] = 0;
  if (length > 2 && memcmp(symbol, "__", 2) == 0 && (procedure = find(symbol + 2, length - 2, "_MOD_"))) {
    add(&t, symbol + 2, (size_t)(procedure - symbol - 2));
    procedure += 5;
    size_t rest = (size_t)(symbol + length - procedure);
    const char *part = memchr(procedure, '.', rest); /* ._omp_fn.0 */
    add(&t, procedure, part ? (size_t)(part - procedure) : rest);
  } else if (length > 1 && symbol[length - 1] == '_' && (procedure = find(symbol, length, "_mp_"))) {
    add(&t, symbol, (size_t)(procedure - symbol));
    add(&t, procedure + 4, (size_t)(symbol + length - 1 - procedure - 4));
  } else
    add(&t, symbol, length);
}
