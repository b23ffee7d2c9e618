/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hatchet.c - writes the tree of calls as Hatchet's literal in JSON: each call path with its frame, its metrics over
 * all locations, and its children. Not here: locations, which a literal does not have. */
#include "call_sites.h"
#include "formats.h"
#include "location_nodes.h"
#include "output.h"
#include "pomp_text.h"
#include "progress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hatchet {
  struct output out;
  const struct analysis *a;
  uint64_t *wait; /* by call path: with all that is below it */
};

static const char *type_of(const struct region *r) {
  return r->role == POMP_ROLE_NONE   ? "program"
         : r->role == POMP_ROLE_MPI  ? "mpi"
         : r->role == POMP_ROLE_USER ? "function"
                                     : "openmp";
}

static void put_frame(struct hatchet *h, const struct region *r) {
  char text[4096];
  const int line = call_line(r->construct);
  conversion_name_region(text, sizeof text, h->a->experiment, r);
  output_text(&h->out, "{\"frame\":{\"name\":");
  output_quoted(&h->out, text);
  output_print(&h->out, ",\"type\":\"%s\",\"file\":", type_of(r));
  snprintf(text, sizeof text, "%s", call_file(r->construct));
  pomp_text_clean(text, 0);
  output_quoted(&h->out, text);
  output_print(&h->out, ",\"line\":%d}", line > 0 ? line : 0);
}

/* Writes ns as seconds, and no digit less. */
static void put_seconds(struct output *o, const char *name, uint64_t ns) {
  output_print(o, "\"%s\":%llu.%09llu,", name, (unsigned long long)(ns / 1000000000),
               (unsigned long long)(ns % 1000000000));
}

static void put_metrics(struct hatchet *h, uint32_t path) {
  const struct path *p = &h->a->paths[path];
  const struct experiment *e = h->a->experiment;
  output_text(&h->out, ",\"metrics\":{");
  put_seconds(&h->out, "time", p->totals.exclusive);
  put_seconds(&h->out, "time (inc)", p->subtree);
  put_seconds(&h->out, "wait", p->totals.wait);
  put_seconds(&h->out, "wait (inc)", h->wait[path]);
  output_text(&h->out, "\"visits\":");
  output_number(&h->out, p->totals.visits);
  for (uint32_t m = 0; m < e->metric_count; m++) {
    output_text(&h->out, ",");
    output_quoted(&h->out, e->metrics[m].name);
    output_print(&h->out, ":%lld", (long long)p->totals.metrics[m].exclusive);
  }
  output_text(&h->out, "}");
}

static void put_all(struct hatchet *h) {
  const struct analysis *a = h->a;
  uint32_t open = 0; /* call paths whose object has not ended */
  progress_begin(a->path_count);
  output_text(&h->out, "[");
  for (uint32_t i = 0; !h->out.error && i != NO_PATH; i = next_path(a, i)) {
    const uint32_t depth = a->paths[i].depth;
    if (depth < open) { /* a sibling, of itself or of one above */
      for (; open > depth; open--)
        output_text(&h->out, "]}");
      output_text(&h->out, ",");
    }
    output_text(&h->out, "\n");
    put_frame(h, &a->regions[a->paths[i].region]);
    put_metrics(h, i);
    output_text(&h->out, ",\"children\":[");
    open++;
    progress_add(1);
  }
  for (; open; open--)
    output_text(&h->out, "]}");
  output_text(&h->out, "]\n");
}

bool hatchet_write(struct conversion *c) {
  struct hatchet h = {.a = &c->source->analysis};
  const struct path *paths = h.a->paths;
  h.wait = calloc(h.a->path_count + 1ull, sizeof *h.wait);
  for (uint32_t i = h.a->path_count; h.wait && i-- > 0;) { /* a parent comes before its children */
    h.wait[i] += paths[i].totals.wait;
    if (i)
      h.wait[paths[i].parent] += h.wait[i];
  }
  if (output_open(&h.out, c->path)) {
    if (h.wait)
      put_all(&h);
    else
      h.out.error = ENOMEM;
  }
  free(h.wait);
  return output_close(&h.out) || conversion_fail(c, false, "%s", strerror(errno));
}
