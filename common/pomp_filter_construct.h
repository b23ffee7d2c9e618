/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_filter_construct.h - what the rules of a filter make of a construct of the program, by the names that it has in
 * tables.
 * Not here: the rules (pomp_filter.h). Shared by the runtime and by who asks a running program to leave regions out. */
#ifndef POMP_FILTER_CONSTRUCT_H
#define POMP_FILTER_CONSTRUCT_H

#include "pomp_filter.h"
#include "pomp_names.h"

/* CARRIES: the rules exclude the construct, but it has to be measured. */
enum pomp_excluded { POMP_INCLUDED, POMP_EXCLUDED, POMP_CARRIES };

/* Without these constructs, the regions of a team's threads or of a task would have no parent in the tree. */
static inline bool pomp_construct_carries(const char *name) {
  return strstr(name, "parallel") || strstr(name, "teams") || strstr(name, "taskloop") || strcmp(name, "task") == 0;
}

#define POMP_FILTER_TEXT 4096
/* `shown` and `path` have room for POMP_FILTER_TEXT bytes each, as the stack here may be small. `shown` gets the
 * construct's name as in tables, without what its parts add: "critical(sum)", "region(r)", "f()". */
static inline enum pomp_excluded pomp_filter_construct(const struct pomp_filter *filter, const char *name,
                                                       const char *sub_name, const char *file, char *shown,
                                                       char *path) {
  const bool plain = *sub_name && (strcmp(name, "function") == 0 || strcmp(name, "region") == 0);
  struct pomp_filter_names names = {.name = plain ? sub_name : NULL, .signature = shown};
  pomp_region_name(shown, POMP_FILTER_TEXT, POMP_ROLE_USER, name, sub_name);
  if (*file) {
    names.file = file;
    names.path = path;
    snprintf(path, POMP_FILTER_TEXT, "%s%s", *file == '/' ? "" : "./", file);
  }
  if (!pomp_filter_excludes(filter, &names))
    return POMP_INCLUDED;
  return pomp_construct_carries(name) ? POMP_CARRIES : POMP_EXCLUDED;
}

#endif
