/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cube.c - writes the profile as CUBE4: a tar archive with the numbers of each metric, and anchor.xml, which names all.
 * Not here: the archive's members (cube_tar.c), metrics (cube_metrics.c), numbers (cube_values.c), the XML
 * (cube_anchor.c). */
#include "commands/convert/cube.h"
#include "base/progress.h"
#include "commands/convert/formats.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Makes the lists of children, by call path, in ascending order. */
static void link_paths(const struct analysis *a, uint32_t *first, uint32_t *next) {
  memset(first, 0xff, a->path_count * sizeof *first); /* NO_PATH */
  for (uint32_t i = a->path_count; i-- > 1;) {
    next[i] = first[a->paths[i].parent];
    first[a->paths[i].parent] = i;
  }
}

/* Numbers the call paths in both orders of the format. One order is depth first; in the other, the children of a call
 * path have consecutive numbers, and parents come in the order of the first numbering. */
static void number_paths(struct cube *c, const uint32_t *first, const uint32_t *next) {
  const struct analysis *a = c->analysis;
  uint32_t at = 0, reached = 1;
  c->wide[0] = 0;
  for (uint32_t cnode = 0; at != NO_PATH; cnode++) {
    c->deep[cnode] = at;
    c->cnode[at] = cnode;
    if (a->paths[at].depth > c->depth)
      c->depth = a->paths[at].depth;
    for (uint32_t child = first[at]; child != NO_PATH; child = next[child])
      c->wide[child] = reached++;
    if (first[at] != NO_PATH) {
      at = first[at];
      continue;
    }
    while (at && next[at] == NO_PATH)
      at = a->paths[at].parent;
    at = at ? next[at] : NO_PATH;
  }
}

static bool prepare(struct cube *c) {
  const size_t paths = c->analysis->path_count;
  uint32_t *first = calloc(paths + 1, sizeof *first), *next = malloc((paths + 1) * sizeof *next);
  c->deep = calloc(paths + 1, sizeof *c->deep);
  c->cnode = calloc(paths + 1, sizeof *c->cnode);
  c->wide = calloc(paths + 1, sizeof *c->wide);
  c->present = calloc(paths + 1, sizeof *c->present);
  c->row = calloc(c->experiment->location_count + 1ull, sizeof *c->row);
  bool good = first && next && c->deep && c->cnode && c->wide && c->present && c->row;
  if (good) {
    memset(next, 0xff, (paths + 1) * sizeof *next);
    link_paths(c->analysis, first, next);
    number_paths(c, first, next);
  }
  free(first);
  free(next);
  return good;
}

static void put_all(struct cube *c) {
  struct cube_metric m;
  uint32_t count = 0;
  while (cube_metric_at(c, count, &m))
    count++;
  progress_begin((uint64_t)count * c->analysis->path_count);
  for (uint32_t i = 0; !c->out.error && !c->missing && cube_metric_at(c, i, &m); i++) {
    cube_put_index(c, &m, i);
    cube_put_data(c, &m, i);
  }
  cube_put_anchor(c);
  const char end[1024] = {0};
  output_bytes(&c->out, end, sizeof end);
}

bool cube_write(struct conversion *conversion) {
  const struct traced_run *s = conversion->source;
  struct cube c = {.analysis = &s->analysis, .experiment = s->experiment};
  if (!output_open(&c.out, conversion->path)) {
    int error = errno;
    output_close(&c.out);
    return conversion_fail(conversion, false, "%s", strerror(error));
  }
  bool good = prepare(&c);
  if (good)
    put_all(&c);
  else
    c.out.error = ENOMEM;
  free(c.deep);
  free(c.cnode);
  free(c.wide);
  free(c.present);
  free(c.row);
  if (!output_close(&c.out))
    return conversion_fail(conversion, false, "%s", strerror(errno));
  return !c.missing || conversion_fail(conversion, false, "%s", c.missing);
}
