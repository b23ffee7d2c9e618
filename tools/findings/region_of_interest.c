/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_of_interest.c - finds the call paths of a region of interest.
 * Not here: their times (thread_times.c). */
#include "findings/efficiency.h"

#include <stdio.h>
#include <string.h>

/* True if the region begins at this place: `file.c:42`, where the file may be named without its directory, and what
 * the report has behind the line, if there are others like it, may be left out. */
static bool is_place(const struct construct *c, const char *name) {
  const char *slash = strrchr(c->file, '/');
  char text[1024];
  if (!*c->file || c->is_site)
    return false;
  for (int whole = 0; whole < 2; whole++) {
    snprintf(text, sizeof text, "%s:%d%s", c->file, c->begin_line1, whole ? c->place : "");
    if (strcmp(text, name) == 0 || (slash && strcmp(text + (slash + 1 - c->file), name) == 0))
      return true;
  }
  return false;
}

static bool is_called(const struct region *r, const char *name) {
  if (!r->construct)
    return false;
  bool is_own = r->role == POMP_ROLE_USER && *r->construct->sub_name && strcmp(r->construct->sub_name, name) == 0;
  bool is_function = r->role == POMP_ROLE_USER && strcmp(r->construct->name, "function") == 0 &&
                     strcmp(r->construct->function, name) == 0;
  return is_own || is_function || strcmp(r->name, name) == 0 || is_place(r->construct, name);
}

uint64_t interest_mark(const struct analysis *a, const char *name, bool *inside) {
  const struct experiment *e = a->experiment;
  uint64_t visits = 0;
  for (uint32_t i = 0; i < e->node_count; i++) { /* parents come before their children */
    const struct node *n = &e->nodes[i];
    bool above = n->parent != NO_NODE && inside[n->parent], is_blame = POMP_KEY_ROLE(n->key) == POMP_ROLE_BLAME;
    bool is_it = !above && !is_blame && is_called(&a->regions[a->paths[a->node_path[i]].region], name);
    inside[i] = above || is_it;
    visits += is_it ? n->visits : 0;
  }
  return visits;
}
