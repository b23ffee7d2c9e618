/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* find_critical.c - the steps to the critical path, one after the other.
 * Not here: the steps (critical_steps.h). */
#include "findings/critical_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void free_run(struct run *r) {
  for (uint32_t i = 0; i < r->thread_count; i++) {
    free(r->threads[i].waits);
    free(r->threads[i].releases);
    free(r->threads[i].creations);
  }
  free(r->threads);
  free(r->thread_of);
}

bool critical_find(struct critical_path *c, const struct traced_run *s, const struct critical_message *messages,
                   size_t message_count, char *error, size_t error_size) {
  struct run r = {.source = s};
  memset(c, 0, sizeof *c);
  bool good = run_collect(&r) && run_resolve(&r, messages, message_count) && run_walk(&r, c) && run_attribute(&r, c);
  if (!good)
    snprintf(error, error_size, "not enough memory");
  free_run(&r);
  return good;
}
