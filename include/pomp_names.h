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

/* What a node's `wait` is. */
enum pomp_wait {
  POMP_WAIT_NONE = 0,
  POMP_WAIT_BLOCKED, /* a part of its exclusive time */
  POMP_WAIT_TASKS,   /* time in the tasks that were executed there */
  POMP_WAIT_HELD,    /* time after the visits, in which a lock was held */
  POMP_WAIT_DELAY    /* time before the visits: of a team after the fork, of a task after its creation */
};

/* One row per role. A region is called after its construct, or `fixed` if that is set; then come the construct's
 * sub-name in parentheses if `named`, and `suffix`, unless the construct's name begins with `plain`. A function is
 * called after itself, with `()`. */
struct pomp_role_name {
  const char *id; /* in JSON */
  const char *fixed, *plain, *suffix;
  int named;
  enum pomp_wait wait;
};

static const struct pomp_role_name pomp_role_names[POMP_ROLE_COUNT] = {
    [POMP_ROLE_NONE] = {"thread", "(outside regions)", NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_FORK] = {"fork", NULL, NULL, " (fork-join)", 0, POMP_WAIT_NONE},
    [POMP_ROLE_TEAM] = {"team", NULL, NULL, "", 0, POMP_WAIT_DELAY},
    [POMP_ROLE_LOOP] = {"loop", NULL, "for", " (loop)", 0, POMP_WAIT_NONE},
    [POMP_ROLE_WORKSHARE] = {"workshare", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_SECTIONS] = {"sections", NULL, "sections", " (sections)", 0, POMP_WAIT_NONE},
    [POMP_ROLE_SECTION] = {"section", "section", NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_SINGLE] = {"single", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_SINGLE_BLOCK] = {"single block", NULL, NULL, " (block)", 0, POMP_WAIT_NONE},
    [POMP_ROLE_MASTER] = {"master", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_CRITICAL] = {"critical", NULL, NULL, "", 1, POMP_WAIT_BLOCKED},
    [POMP_ROLE_CRITICAL_BLOCK] = {"critical block", NULL, NULL, " (block)", 1, POMP_WAIT_NONE},
    [POMP_ROLE_ATOMIC] = {"atomic", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_BARRIER] = {"barrier", "barrier", "barrier", " (implicit)", 0, POMP_WAIT_TASKS},
    [POMP_ROLE_ORDERED] = {"ordered", NULL, NULL, "", 0, POMP_WAIT_BLOCKED},
    [POMP_ROLE_ORDERED_BLOCK] = {"ordered block", NULL, NULL, " (block)", 0, POMP_WAIT_NONE},
    [POMP_ROLE_USER] = {"user", NULL, NULL, "", 1, POMP_WAIT_NONE},
    [POMP_ROLE_LOCK] = {"lock", NULL, NULL, "", 0, POMP_WAIT_HELD},
    [POMP_ROLE_MASKED] = {"masked", NULL, "masked", " (masked)", 0, POMP_WAIT_NONE},
    [POMP_ROLE_CONCURRENT] = {"concurrent loop", NULL, "loop", " (loop)", 0, POMP_WAIT_NONE},
    [POMP_ROLE_SCOPE] = {"scope", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_DISTRIBUTE] = {"distribute", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_TASK_CREATE] = {"task create", NULL, NULL, " (create)", 0, POMP_WAIT_TASKS},
    [POMP_ROLE_TASK] = {"task", NULL, "task", " (task)", 0, POMP_WAIT_DELAY},
    [POMP_ROLE_TASKLOOP] = {"taskloop", NULL, NULL, "", 0, POMP_WAIT_TASKS},
    [POMP_ROLE_TASKGROUP] = {"taskgroup", NULL, NULL, "", 0, POMP_WAIT_TASKS},
    [POMP_ROLE_TASKWAIT] = {"taskwait", NULL, NULL, "", 0, POMP_WAIT_TASKS},
    [POMP_ROLE_TASKYIELD] = {"taskyield", NULL, NULL, "", 0, POMP_WAIT_TASKS},
    [POMP_ROLE_CANCEL] = {"cancel", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_TEAMS] = {"teams", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_TARGET] = {"target", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_MPI] = {"mpi", NULL, NULL, "", 0, POMP_WAIT_NONE},
    [POMP_ROLE_BLAME] = {"blame", NULL, NULL, " (holder)", 1, POMP_WAIT_NONE},
};

/* What a function of MPI is for (enum pomp_mpi_kind). */
static const char *const pomp_mpi_kind_names[POMP_MPI_KIND_COUNT] = {
    [POMP_MPI_OTHER] = "other",
    [POMP_MPI_POINT_TO_POINT] = "point to point",
    [POMP_MPI_COMPLETION] = "completion",
    [POMP_MPI_BARRIER] = "barrier",
    [POMP_MPI_ONE_TO_ALL] = "one to all",
    [POMP_MPI_ALL_TO_ONE] = "all to one",
    [POMP_MPI_ALL_TO_ALL] = "all to all",
    [POMP_MPI_PREFIX] = "prefix",
    [POMP_MPI_NEIGHBORS] = "neighbors",
    [POMP_MPI_ONE_SIDED] = "one-sided",
    [POMP_MPI_FILE] = "file",
};

/* As in the source: the descriptors have no space in the names of combined constructs. */
static inline const char *pomp_construct_name(const char *name) {
  if (strcmp(name, "parallelfor") == 0)
    return "parallel for";
  if (strcmp(name, "parallelsections") == 0)
    return "parallel sections";
  return name;
}

/* The name's first words are these. */
static inline int pomp_begins_with(const char *name, const char *words) {
  size_t length = strlen(words);
  return strncmp(name, words, length) == 0 && (name[length] == 0 || name[length] == ' ');
}

static inline void pomp_region_name(char *text, size_t size, uint32_t role, const char *name, const char *sub_name) {
  const struct pomp_role_name *r = &pomp_role_names[role < POMP_ROLE_COUNT ? role : POMP_ROLE_NONE];
  int named = r->named && *sub_name;
  if (role == POMP_ROLE_USER && named && strcmp(name, "function") == 0) {
    snprintf(text, size, "%s()", sub_name);
    return;
  }
  snprintf(text, size, "%s%s%s%s%s", r->fixed ? r->fixed : pomp_construct_name(name), named ? "(" : "",
           named ? sub_name : "", named ? ")" : "", r->plain && pomp_begins_with(name, r->plain) ? "" : r->suffix);
}

static inline enum pomp_wait pomp_role_wait(uint32_t role) {
  return role < POMP_ROLE_COUNT ? pomp_role_names[role].wait : POMP_WAIT_NONE;
}

/* All of the region's exclusive time is waiting. */
static inline int pomp_region_waits(uint32_t role, const char *name) {
  return role == POMP_ROLE_BARRIER || role == POMP_ROLE_TASKWAIT ||
         (role == POMP_ROLE_LOCK && (strcmp(name, "omp_set_lock") == 0 || strcmp(name, "omp_set_nest_lock") == 0));
}

#endif /* POMP_NAMES_H */
