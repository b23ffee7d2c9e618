// Definitions of ranks become one set: whatever the tree, each rank's numbers lead to the contents that it had, nothing is
// there twice, and the order is that in which the ranks come. Bytes that nobody packed are refused.
// RUN: %fresh && %cc -I %root/runtime/libpompomp-mpi -I %root/common %s %root/runtime/libpompomp-mpi/job/unify.c -o a && ./a
#include "job/unify.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 37, MOST = 60 };

struct rank {
  struct pomp_definitions all;
  struct pomp_renumbering own, below[8];
  int children[8], child_count, parent;
  char names[MOST][40], clauses[MOST][40]; /* "": they are not known */
  int lines[MOST], count;
};
static struct rank ranks[RANKS];

static void fail(const char *what, int rank) {
  printf("%s, rank %d\n", what, rank);
  exit(1);
}

static void define(struct rank *r, int rank) {
  r->count = rand() % MOST;
  for (int i = 0; i < r->count; i++) {
    int own = rand() % 10 == 0, which = rand() % 50;
    snprintf(r->names[i], sizeof r->names[i], own ? "only %d.%d" : "common %d", own ? rank : which, which);
    r->lines[i] = rand() % 3;
    struct pomp_construct c = {.begin_line1 = r->lines[i]};
    *r->clauses[i] = 0;
    if (rand() % 2) {
      c.chunk = rand() % 3 + 1;
      snprintf(r->clauses[i], sizeof r->clauses[i], "schedule(static, %d)", (int)c.chunk);
      c.clauses = pomp_definitions_string(&r->all, r->clauses[i], (uint32_t)strlen(r->clauses[i]));
      c.flags = POMP_CONSTRUCT_CLAUSES;
      c.facts = POMP_FACT_CHUNK;
      c.iterations = UINT64_MAX - (uint64_t)c.chunk;
    }
    c.name = pomp_definitions_string(&r->all, r->names[i], (uint32_t)strlen(r->names[i]));
    c.file = c.sub_name = c.function = pomp_definitions_string(&r->all, "", 0);
    uint32_t number = r->all.construct_count;
    if (pomp_definitions_construct(&r->all, &c) != number)
      i--, r->count--; /* had it: not defined twice in a file */
  }
}

/* Goes as merge.c does, without messages. */
static void up(int rank) {
  struct rank *r = &ranks[rank];
  for (int i = 0; i < r->child_count; i++) {
    size_t size;
    up(r->children[i]);
    void *packed = pomp_definitions_pack(&ranks[r->children[i]].all, &size);
    if (!packed || !pomp_definitions_merge(&r->all, packed, size, &r->below[i]))
      fail("merge", rank);
    free(packed);
  }
}

static void down(int rank) {
  struct rank *r = &ranks[rank];
  for (int i = 0; i < r->child_count; i++) {
    if (!pomp_renumbering_apply(&r->own, &r->below[i]))
      fail("apply", rank);
    ranks[r->children[i]].own = r->below[i];
    down(r->children[i]);
  }
}

static void check(const struct pomp_definitions *all, int rank) {
  const struct rank *r = &ranks[rank];
  for (int i = 0; i < r->count; i++) {
    if ((uint32_t)i >= r->own.construct_count || r->own.constructs[i] >= all->construct_count)
      fail("no number", rank);
    const struct pomp_construct *c = &all->constructs[r->own.constructs[i]];
    const struct pomp_text_at *s = &all->strings[c->name];
    if (c->begin_line1 != r->lines[i] || s->length != strlen(r->names[i]) ||
        memcmp(all->text + s->at, r->names[i], s->length) != 0)
      fail("another construct", rank);
    const struct pomp_text_at *clauses = &all->strings[c->clauses];
    bool known = *r->clauses[i];
    if (known != (c->flags & POMP_CONSTRUCT_CLAUSES) / POMP_CONSTRUCT_CLAUSES)
      fail("clauses of another construct", rank);
    if (known && (clauses->length != strlen(r->clauses[i]) || c->facts != POMP_FACT_CHUNK ||
                  memcmp(all->text + clauses->at, r->clauses[i], clauses->length) != 0 ||
                  c->iterations != UINT64_MAX - (uint64_t)c->chunk))
      fail("other clauses", rank);
  }
}

static void check_once(const struct pomp_definitions *d) {
  for (uint32_t i = 0; i < d->construct_count; i++)
    for (uint32_t k = 0; k < i; k++)
      if (d->constructs[i].name == d->constructs[k].name &&
          d->constructs[i].begin_line1 == d->constructs[k].begin_line1 &&
          d->constructs[i].flags == d->constructs[k].flags && d->constructs[i].clauses == d->constructs[k].clauses)
        fail("twice", (int)i);
}

static void check_refused(const struct pomp_definitions *from) {
  size_t size;
  unsigned char *packed = pomp_definitions_pack(from, &size);
  for (int i = 0; i < 3000; i++) {
    struct pomp_definitions d = {.failed = false};
    struct pomp_renumbering r;
    unsigned char *copy = malloc(size + 1);
    memcpy(copy, packed, size);
    size_t length = i % 3 ? size : (size_t)rand() % size;
    for (int k = 0; k < 3; k++)
      copy[(size_t)rand() % (i % 2 ? 64 : size)] = (unsigned char)rand();
    pomp_definitions_merge(&d, copy, length, &r);
    if (length < size && r.strings && d.construct_count == from->construct_count && length < size - 4)
      fail("cut off", i);
    pomp_renumbering_free(&r);
    pomp_definitions_free(&d);
    free(copy);
  }
  free(packed);
}

int main(void) {
  srand(7);
  for (int i = 0; i < RANKS; i++) {
    struct rank *r = &ranks[i];
    r->parent = -1;
    for (int bit = 1; bit < RANKS && r->parent < 0; bit *= 2)
      if (i & bit)
        r->parent = i - bit;
      else if (i + bit < RANKS)
        r->children[r->child_count++] = i + bit;
    define(r, i);
  }
  uint32_t first = ranks[0].all.construct_count;
  up(0);
  struct pomp_definitions *all = &ranks[0].all;
  if (!pomp_renumbering_make(&ranks[0].own, all->string_count, all->construct_count))
    fail("memory", 0);
  for (uint32_t i = 0; i < all->string_count; i++)
    ranks[0].own.strings[i] = i;
  for (uint32_t i = 0; i < all->construct_count; i++)
    ranks[0].own.constructs[i] = i;
  down(0);
  for (int i = 0; i < RANKS; i++)
    check(all, i);
  check_once(all);
  for (uint32_t i = 0; i < first; i++)
    if (ranks[0].own.constructs[i] != i)
      fail("order", 0);
  check_refused(all);
  for (int i = 0; i < RANKS; i++) {
    pomp_definitions_free(&ranks[i].all);
    pomp_renumbering_free(&ranks[i].own);
  }
  puts("fine");
  return 0;
}
