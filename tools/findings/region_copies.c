/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_copies.c - regions of code that is not instrumented, and which of them are copies of one place in the source,
 * as a compiler makes them when it unrolls a loop or inlines a function: each has an address of its own, as a call has.
 * Not here: how tables join regions (tools/sums/same_rows.c). */
#include "findings/finding.h"

#include "files/call_sites.h"
#include "pomp_hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool find_is_instrumented(const struct region *r) { return !r->construct || !strstr(r->construct->name, "(not instr"); }

struct copy {
  char *text; /* the same one for all copies of a place */
  uint32_t region;
};

static int by_text(const void *x, const void *y) {
  const struct copy *a = x, *b = y;
  int order = strcmp(a->text, b->text);
  return order ? order : (a->region > b->region) - (a->region < b->region);
}

/* False: the region is no call, or nothing tells the line of it. */
static bool has_line(const struct region *r) {
  if (!r->construct || !r->construct->is_site)
    return false;
  const struct call_site *site = call_site_of(r->construct);
  return site && site->known == CALL_LINE;
}

/* Returns a text that all copies of a region have in common. NULL: no memory. */
static char *text_of(const struct region *r) {
  char where[4096], *text;
  call_where(r->construct, where, sizeof where);
  return asprintf(&text, "%d %s %s %s", (int)r->role, r->construct->name, call_function(r->construct), where) < 0
             ? NULL
             : text;
}

uint64_t find_copied_place(const struct region *r) {
  char *text = has_line(r) ? text_of(r) : NULL;
  const uint64_t place = text ? pomp_hash_text(POMP_HASH_BEGIN, text) : 0;
  free(text);
  return place;
}

bool find_copies(const struct analysis *a, uint32_t *of) {
  struct copy *copies = calloc(a->region_count + 1ull, sizeof *copies);
  uint32_t count = 0;
  bool good = copies;
  for (uint32_t i = 0; good && i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    of[i] = i;
    if (!has_line(r))
      continue;
    copies[count].text = text_of(r);
    good = copies[count].text != NULL;
    if (good)
      copies[count++].region = i;
  }
  if (good && count)
    qsort(copies, count, sizeof *copies, by_text);
  for (uint32_t i = 1; good && i < count; i++)
    if (strcmp(copies[i].text, copies[i - 1].text) == 0)
      of[copies[i].region] = of[copies[i - 1].region];
  for (uint32_t i = 0; i < count; i++)
    free(copies[i].text);
  free(copies);
  return good;
}
