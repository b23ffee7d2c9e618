/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unify.c - makes one set of the definitions of many ranks in one process, by the runtime's own code, and measures what
 * that takes on the longest way through the tree, level by level, and what it would take if one rank did it all.
 * Usage: unify RANKS CONSTRUCTS COMMON POOL. Each rank has COMMON constructs that all have; its others are out of POOL
 * that any may have, or its own alone if POOL is 0. It prints one line of JSON. */
#include "job/unify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static unsigned ranks, constructs, common, pool;

/* On the longest way, the last rank of each level does this, one after the other. */
static struct way {
  double pack, merge, apply; /* s */
  uint64_t up, down;         /* bytes */
} levels[32];
static struct pomp_renumbering below[32]; /* rank 0's children have these, by level */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* it does not count what else the machine does */
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *what) {
  fprintf(stderr, "unify: %s\n", what);
  exit(1);
}

static uint32_t text(struct pomp_definitions *d, const char *format, unsigned a, unsigned b) {
  char bytes[64];
  int n = snprintf(bytes, sizeof bytes, format, a, b);
  return pomp_definitions_string(d, bytes, (uint32_t)n);
}

static void define(struct pomp_definitions *d, unsigned rank) {
  unsigned seed = rank * 2654435761u + 1;
  for (unsigned i = 0; i < constructs; i++) {
    unsigned which = i;
    seed = seed * 1664525u + 1013904223u;
    if (i >= common)
      which = pool ? common + (seed >> 8) % pool : i;
    unsigned owner = i >= common && !pool ? rank : 0;
    struct pomp_construct c = {.begin_line1 = (int32_t)which, .end_line1 = (int32_t)which + 9};
    c.name = pomp_definitions_string(d, "parallelfor", 11);
    c.sub_name = pomp_definitions_string(d, "", 0);
    c.file = text(d, "/home/somebody/program/source/module_%u.c", which / 20, 0);
    c.function = text(d, "compute_something_%u_%u", which / 2, owner);
    pomp_definitions_construct(d, &c);
  }
  text(d, "node-%u", rank / 64, 0); /* the host */
  if (d->failed)
    fail("no memory");
}

/* Makes the set of `rank` and of the 2^level - 1 ranks after it. Times are taken on the longest way, which is rank 0's.
 */
static void gather(struct pomp_definitions *d, unsigned rank, unsigned level) {
  define(d, rank);
  for (unsigned k = 0; k < level && rank + (1u << k) < ranks; k++) {
    struct pomp_definitions child = {.failed = false};
    struct pomp_renumbering r;
    size_t size;
    gather(&child, rank + (1u << k), k);
    double begin = now();
    void *packed = pomp_definitions_pack(&child, &size);
    double packed_at = now();
    if (!packed || !pomp_definitions_merge(d, packed, size, &r))
      fail("no memory");
    if (rank == 0) {
      levels[k].pack = packed_at - begin;
      levels[k].merge = now() - packed_at;
      levels[k].up = size;
      below[k] = r;
    } else
      pomp_renumbering_free(&r);
    free(packed);
    pomp_definitions_free(&child);
  }
}

static unsigned level_count(void) {
  unsigned n = 0;
  while (1u << n < ranks)
    n++;
  return n;
}

static void hand_down(const struct pomp_definitions *all) {
  struct pomp_renumbering own;
  if (!pomp_renumbering_make(&own, all->string_count, all->construct_count))
    fail("no memory");
  for (uint32_t i = 0; i < all->string_count; i++)
    own.strings[i] = i;
  for (uint32_t i = 0; i < all->construct_count; i++)
    own.constructs[i] = i;
  for (unsigned k = level_count(); k-- > 0;) {
    double begin = now();
    if (!pomp_renumbering_apply(&own, &below[k]))
      fail("numbers that don't fit");
    levels[k].apply = now() - begin;
    levels[k].down = ((uint64_t)below[k].string_count + below[k].construct_count) * sizeof(uint32_t);
    pomp_renumbering_free(&below[k]);
  }
  pomp_renumbering_free(&own);
}

/* Rank 0 unifies the sets of all ranks itself, in their order. */
static double one_by_one(uint64_t *bytes) {
  struct pomp_definitions all = {.failed = false};
  double time = 0;
  for (unsigned rank = 0; rank < ranks; rank++) {
    struct pomp_definitions d = {.failed = false};
    struct pomp_renumbering r;
    size_t size;
    define(&d, rank);
    void *packed = pomp_definitions_pack(&d, &size);
    double begin = now();
    if (!packed || !pomp_definitions_merge(&all, packed, size, &r))
      fail("no memory");
    time += now() - begin;
    *bytes += size;
    pomp_renumbering_free(&r);
    pomp_definitions_free(&d);
    free(packed);
  }
  pomp_definitions_free(&all);
  return time;
}

int main(int argc, char **argv) {
  if (argc != 5)
    fail("usage: unify RANKS CONSTRUCTS COMMON POOL");
  ranks = (unsigned)atoi(argv[1]);
  constructs = (unsigned)atoi(argv[2]);
  common = (unsigned)atoi(argv[3]);
  pool = (unsigned)atoi(argv[4]);
  struct pomp_definitions all = {.failed = false};
  gather(&all, 0, level_count());
  hand_down(&all);
  uint64_t at_one = 0;
  double alone = one_by_one(&at_one);
  printf("{\"constructs\": %u, \"one_by_one\": %.6f, \"one_by_one_bytes\": %llu, \"levels\": [", all.construct_count,
         alone, (unsigned long long)at_one);
  for (unsigned k = 0; k < level_count(); k++)
    printf("%s[%.6f, %llu, %llu]", k ? ", " : "", levels[k].pack + levels[k].merge + levels[k].apply,
           (unsigned long long)levels[k].up, (unsigned long long)levels[k].down);
  printf("]}\n");
  pomp_definitions_free(&all);
  return 0;
}
