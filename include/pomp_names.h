/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_names.h - how the regions of an experiment are called in tables.
 * Not here: the codes themselves (pomp_format.h). Shared by the summary in the runtime and by the tools, so that a
 * region has one name everywhere. */
#ifndef POMP_NAMES_H
#define POMP_NAMES_H

#include "pomp_format.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A region is called after its construct, or `fixed` if that is set; then come the construct's sub-name in parentheses
 * if the role is POMP_IS_NAMED, and `suffix`, unless the construct's name begins with `plain`. A function is called
 * after itself, with `()`. */
struct pomp_role_name {
  const char *text;                   /* what is measured */
  const char *id;                     /* in JSON */
  const char *fixed, *plain, *suffix; /* NULL: there is none */
};

static const struct pomp_role_name pomp_role_names[POMP_ROLE_COUNT] = {
#define POMP_ROW(name, number, text, wait, block, holder, facts, otf2, ...) [number] = {text, __VA_ARGS__},
    POMP_ROLES(POMP_ROW)
#undef POMP_ROW
};

static const char *const pomp_mpi_kind_names[POMP_MPI_KIND_COUNT] = {
#define POMP_ROW(name, number, text, otf2) [number] = text,
    POMP_MPI_KINDS(POMP_ROW)
#undef POMP_ROW
};

/* The name is as in the source: the descriptors leave out the space in the names of combined constructs. */
static inline const char *pomp_construct_name(const char *name) {
  if (strcmp(name, "parallelfor") == 0)
    return "parallel for";
  if (strcmp(name, "parallelsections") == 0)
    return "parallel sections";
  return name;
}

/* True if the name begins with these words, and no word goes on after them. */
static inline bool pomp_begins_with(const char *name, const char *words) {
  size_t length = strlen(words);
  return strncmp(name, words, length) == 0 && (name[length] == 0 || name[length] == ' ');
}

static inline void pomp_region_name(char *text, size_t size, uint32_t role, const char *name, const char *sub_name) {
  const struct pomp_role_name *r = &pomp_role_names[role < POMP_ROLE_COUNT ? role : POMP_ROLE_NONE];
  bool named = pomp_role_is(role, POMP_IS_NAMED) && *sub_name;
  if (role == POMP_ROLE_USER && named && strcmp(name, "function") == 0) {
    snprintf(text, size, "%s()", sub_name);
    return;
  }
  snprintf(text, size, "%s%s%s%s%s", r->fixed ? r->fixed : pomp_construct_name(name), named ? "(" : "",
           named ? sub_name : "", named ? ")" : "",
           r->plain && pomp_begins_with(pomp_construct_name(name), r->plain) ? "" : r->suffix);
}

/* True of the constructs that stand for calls of libc's threads, or of the C++ library's, and have the functions'
 * names.
 */
static inline bool pomp_is_pthread(const char *name) {
  return strncmp(name, "pthread_", 8) == 0 || strncmp(name, "std::", 5) == 0;
}

/* True if a thread may wait all the time while the region is open. */
static inline bool pomp_region_may_wait(uint32_t role, const char *name) {
  return pomp_role_is(role, POMP_IS_WAITING) ||
         (role == POMP_ROLE_LOCK && (strcmp(name, "omp_set_lock") == 0 || strcmp(name, "omp_set_nest_lock") == 0 ||
                                     (pomp_is_pthread(name) && !strstr(name, "try"))));
}

#endif /* POMP_NAMES_H */
