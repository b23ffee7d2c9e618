/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scorep_names.c - names regions as Score-P does.
 * Not here: roles and paradigms, which each format has in words of its own. */
#include "commands/convert/scorep_names.h"
#include "files/call_sites.h"

#include <stdio.h>
#include <string.h>

/* The parts of a construct are called alike whatever directive they come from: Scalasca's analyses of teams and
 * barriers look for exactly these words before the `@`. A role without a row is called as in the report; so are
 * constructs that Score-P does not know. */
static const char *const names[POMP_ROLE_COUNT] = {
    [POMP_ROLE_FORK] = "parallel (fork-join)",
    [POMP_ROLE_FOR] = "for",
    [POMP_ROLE_SECTIONS] = "sections",
    [POMP_ROLE_SECTION] = "section",
    [POMP_ROLE_SINGLE_BLOCK] = "single sblock",
    [POMP_ROLE_MASTER] = "master",
    [POMP_ROLE_MASKED] = "masked",
    [POMP_ROLE_CRITICAL] = "critical",
    [POMP_ROLE_CRITICAL_BLOCK] = "critical sblock",
    [POMP_ROLE_BARRIER] = "implicit barrier",
    [POMP_ROLE_ORDERED_BLOCK] = "ordered sblock",
    [POMP_ROLE_TASK_CREATE] = "create task",
    [POMP_ROLE_TASK] = "task",
};

static bool is_called(const struct region *r, const char *name) {
  return r->construct && strcmp(r->construct->name, name) == 0;
}

static bool is_implicit_barrier(const struct region *r) {
  return r->role == POMP_ROLE_BARRIER && !is_called(r, "barrier");
}

static const char *word_of(const struct region *r) {
  if (r->role == POMP_ROLE_BARRIER && !is_implicit_barrier(r))
    return "barrier";
  if (r->role == POMP_ROLE_TEAM && r->construct && strstr(r->construct->name, "parallel"))
    return "parallel";
  return r->role < POMP_ROLE_COUNT && names[r->role] ? names[r->role] : r->name;
}

uint32_t scorep_first_line(const struct region *r) {
  int line = is_implicit_barrier(r) ? (int)scorep_last_line(r) : call_line(r->construct);
  return line > 0 ? (uint32_t)line : 0;
}

uint32_t scorep_last_line(const struct region *r) {
  const struct construct *c = r->construct;
  int line = c ? (c->end_lineN > 0 ? c->end_lineN : c->begin_lineN) : 0;
  line = line > 0 ? line : call_line(c);
  return line > 0 ? (uint32_t)line : 0;
}

void scorep_region_name(const struct region *r, const char *program, char *name, size_t size) {
  const struct construct *c = r->construct;
  const char *file = call_file(c), *slash = strrchr(file, '/'), *sub = c ? c->sub_name : "";
  if (r->role == POMP_ROLE_NONE)
    snprintf(name, size, "%s", program);
  else if (r->role == POMP_ROLE_USER)
    snprintf(name, size, "%s", *sub ? sub : r->name);
  else if (r->role == POMP_ROLE_MPI || r->role == POMP_ROLE_LOCK || r->role == POMP_ROLE_CONDITION)
    snprintf(name, size, "%s", r->name);
  else {
    bool named = r->role == POMP_ROLE_CRITICAL && *sub;
    int n = snprintf(name, size, "!$omp %s%s%s%s", word_of(r), named ? " (" : "", named ? sub : "", named ? ")" : "");
    if (*file && n > 0 && (size_t)n < size)
      snprintf(name + n, size - (size_t)n, " @%s:%u%s", slash ? slash + 1 : file, scorep_first_line(r), call_place(c));
  }
}
