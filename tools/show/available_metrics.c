/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* available_metrics.c - which metrics this machine offers: pomp-report --metrics.
 * Not here: the sources, and what they know about themselves (common/metrics/). */
#include "pomp_metrics.h"
#include "show/report.h"

#include <stdlib.h>
#include <string.h>

/* Prints a metric, with the first line of what is known about it. */
static void print_one(void *to, const char *name, const char *about) {
  FILE *out = to;
  if (!name)
    fprintf(out, "  (%s)\n", about);
  else
    fprintf(out, "  %-28s %.*s\n", name, (int)strcspn(about, "\n"), about);
}

int report_available_metrics(FILE *out) {
  for (int i = 0; i < POMP_METRICS_SOURCES; i++) {
    const struct pomp_metrics_source *s = pomp_metrics_sources[i];
    char why[POMP_METRICS_WHY] = "";
    fprintf(out, "%s%s: %s\n", i ? "\n" : "", s->name, s->names);
    if (s->load(false, why))
      s->list(print_one, out);
    else
      fprintf(out, "  nothing: %s\n", why);
  }
  return EXIT_SUCCESS;
}
