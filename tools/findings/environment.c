/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* environment.c - variables of the environment that explain findings: what is set is quoted, with what it does.
 * Not here: which variables an experiment keeps (the runtime's experiment.c). */
#include "findings/finding.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OF(property) (UINT64_C(1) << PROPERTY_##property)
#define WAKES (OF(SMALL_PARALLEL) | OF(SMALL_LOOP) | OF(FINE_TASKS) | OF(LATE_AT_BARRIER))
#define SMALL (OF(IDLE_THREADS) | OF(UNUSED_PROCESSORS) | OF(SERIALISED_NESTING))
#define DEALT (OF(LOAD_IMBALANCE) | OF(LARGE_CHUNK) | OF(SMALL_CHUNK))
#define BOUND (OF(OVERSUBSCRIPTION) | OF(UNUSED_PROCESSORS))

_Static_assert(PROPERTY_COUNT <= 64, "a property is a bit");

/* A variable that explains findings of these properties, if its value begins with one of the words, or if it is set
 * (""); words have a blank between them. */
static const struct row {
  const char *name, *values;
  uint64_t of;
  const char *effect;
} rows[] = {
    {"OMP_WAIT_POLICY", "passive", WAKES, "threads sleep while they wait, and take long to be woken"},
    {"OMP_WAIT_POLICY", "active", OF(OVERSUBSCRIPTION), "waiting threads keep their processors"},
    {"KMP_BLOCKTIME", "0", WAKES, "threads sleep while they wait, and take long to be woken"},
    {"KMP_BLOCKTIME", "infinite", OF(OVERSUBSCRIPTION), "waiting threads keep their processors"},
    {"KMP_LIBRARY", "turnaround", OF(OVERSUBSCRIPTION), "waiting threads keep their processors"},
    {"KMP_LIBRARY", "serial", SMALL, "teams have one thread"},
    {"GOMP_SPINCOUNT", "0", WAKES, "threads sleep while they wait, and take long to be woken"},
    {"OMP_SCHEDULE", "", DEALT, "loops with schedule(runtime) are dealt out so"},
    {"OMP_DYNAMIC", "true 1 yes on", SMALL, "teams may be smaller than was asked for"},
    {"OMP_THREAD_LIMIT", "", SMALL, "teams have no more threads together"},
    {"KMP_ALL_THREADS", "", SMALL, "teams have no more threads together"},
    {"KMP_TEAMS_THREAD_LIMIT", "", SMALL, "teams of a league have no more threads"},
    {"OMP_NUM_THREADS", "", OF(OVERSUBSCRIPTION), "it says how many threads a team has"},
    {"OMP_MAX_ACTIVE_LEVELS", "", OF(OVERSUBSCRIPTION) | SMALL, "so many levels of teams may have several threads"},
    {"OMP_NESTED", "", OF(OVERSUBSCRIPTION) | SMALL, "it says whether nested teams have several threads"},
    {"OMP_PROC_BIND", "", BOUND, "it binds threads to processors"},
    {"OMP_PLACES", "", BOUND, "threads are bound to these processors"},
    {"KMP_AFFINITY", "", BOUND, "it binds threads to processors"},
    {"GOMP_CPU_AFFINITY", "", BOUND, "threads are bound to these processors"},
    {"KMP_TASKING", "0", OF(TASK_STARVATION) | OF(TASK_CREATION), "the thread that makes a task executes it"},
    {"MALLOC_ARENA_MAX", "", OF(KERNEL_TIME) | OF(ASLEEP),
     "threads share so many heaps, and wait for each other there"},
    {"MALLOC_TRIM_THRESHOLD_", "", OF(KERNEL_TIME), "free gives memory back to the system beyond that"},
    {"MALLOC_TOP_PAD_", "", OF(KERNEL_TIME), "malloc asks the system for so much more"},
    {"MALLOC_MMAP_THRESHOLD_", "", OF(KERNEL_TIME), "larger blocks come from the system and go back to it each time"},
    {"MALLOC_MMAP_MAX_", "", OF(KERNEL_TIME), "so many blocks may come from the system one by one"},
    {"GLIBC_TUNABLES", "", OF(KERNEL_TIME), "it changes what malloc does"},
};

const char *find_variable(const struct experiment *e, const char *name) {
  const size_t length = strlen(name);
  for (const char *line = e->settings; line && *line;) {
    if (strncmp(line, name, length) == 0 && line[length] == '=')
      return line + length + 1;
    line = strchr(line, '\n');
    line = line ? line + 1 : NULL;
  }
  return NULL;
}

/* True if the value begins with the word, in capitals or not, and ends there. */
static bool is_word(const char *value, const char *word, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (tolower((unsigned char)value[i]) != word[i])
      return false;
  return !value[length] || strchr("\n,; ", value[length]);
}

static bool has_value(const struct row *r, const char *value) {
  if (!*r->values)
    return *value && *value != '\n';
  for (const char *word = r->values; *word; word += strspn(word, " ")) {
    const size_t length = strcspn(word, " ");
    if (is_word(value, word, length))
      return true;
    word += length;
  }
  return false;
}

/* A schedule of the environment is that of loops which ask for it. */
static bool is_asked(const struct row *r, const struct region *of) {
  return !(r->of & OF(LARGE_CHUNK)) || (of && of->construct && of->construct->clauses &&
                                        POMP_FACTS_SCHEDULE(of->construct->facts) == POMP_SCHEDULE_RUNTIME);
}

/* True if a text says already what the variable is. */
static bool is_told(const char *text, const char *name) {
  const char *at = strstr(text, name);
  return at && (at[strlen(name)] == '=' || strncmp(at + strlen(name), " is ", 4) == 0);
}

void find_tell_variables(struct finding *f, const struct analysis *a) {
  const struct region *r = f->region == NO_REGION ? NULL : &a->regions[f->region];
  for (size_t i = 0; i < sizeof rows / sizeof *rows && f->advice; i++) {
    const char *value = rows[i].of >> f->property & 1 ? find_variable(a->experiment, rows[i].name) : NULL;
    char *before = f->advice;
    if (!value || !has_value(&rows[i], value) || !is_asked(&rows[i], r) || is_told(before, rows[i].name))
      continue;
    if (asprintf(&f->advice, "%s %s=%.*s is set: %s.", before, rows[i].name, (int)strcspn(value, "\n"), value,
                 rows[i].effect) < 0)
      f->advice = NULL; /* which the end finds */
    free(before);
  }
}
