/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock.c - the records of critical and ordered constructs, by name.
 * Not here: the records of OpenMP's locks, by address (lock_holders.c). */
#include "definitions/lock.h"
#include "base/arena.h"

#include <stddef.h>

static struct pomp_lock *named; /* a list of all of them */

struct pomp_lock *pomp_lock_named(uint32_t name, uint32_t number) {
  for (struct pomp_lock *l = named; l; l = l->next)
    if (l->name == name && l->number == number)
      return l;
  struct pomp_lock *l = pomp_arena_scratch(sizeof *l);
  if (!l)
    return NULL;
  l->name = name;
  l->number = number;
  l->next = named;
  return named = l;
}
