/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp-logger.c - is a POMP library of one file: it counts calls of POMP functions by region, and prints a table.
 *
 * What lives here: just the functions of the POMP paper, as a tool writer's own library would define them in place of
 * libpompomp. What does not: the entry points beyond the paper; instrumented code refers to those weakly, and does
 * without.
 *
 * The table goes to the file that POMP_LOGGER_FILE names, else to stderr, when the program exits. */
#include "pomp.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These functions take a region's descriptor; they are in the order of the table. */
#define REGION_FUNCTIONS(X)                                                                                            \
  X(Begin)                                                                                                             \
  X(End)                                                                                                               \
  X(Parallel_fork)                                                                                                     \
  X(Parallel_begin)                                                                                                    \
  X(Parallel_end)                                                                                                      \
  X(Parallel_join)                                                                                                     \
  X(For_enter)                                                                                                         \
  X(For_exit)                                                                                                          \
  X(Workshare_enter)                                                                                                   \
  X(Workshare_exit)                                                                                                    \
  X(Sections_enter)                                                                                                    \
  X(Section_begin)                                                                                                     \
  X(Section_end)                                                                                                       \
  X(Sections_exit)                                                                                                     \
  X(Single_enter)                                                                                                      \
  X(Single_begin)                                                                                                      \
  X(Single_end)                                                                                                        \
  X(Single_exit)                                                                                                       \
  X(Master_begin)                                                                                                      \
  X(Master_end)                                                                                                        \
  X(Critical_enter)                                                                                                    \
  X(Critical_begin)                                                                                                    \
  X(Critical_end)                                                                                                      \
  X(Critical_exit)                                                                                                     \
  X(Atomic_enter)                                                                                                      \
  X(Atomic_exit)                                                                                                       \
  X(Barrier_enter)                                                                                                     \
  X(Barrier_exit)

/* These functions take none. */
#define OTHER_FUNCTIONS(X)                                                                                             \
  X(Init)                                                                                                              \
  X(Finalize)                                                                                                          \
  X(On)                                                                                                                \
  X(Off)                                                                                                               \
  X(Init_lock)                                                                                                         \
  X(Destroy_lock)                                                                                                      \
  X(Set_lock)                                                                                                          \
  X(Unset_lock)                                                                                                        \
  X(Test_lock)                                                                                                         \
  X(Init_nest_lock)                                                                                                    \
  X(Destroy_nest_lock)                                                                                                 \
  X(Set_nest_lock)                                                                                                     \
  X(Unset_nest_lock)                                                                                                   \
  X(Test_nest_lock)

#define ENUMERATE(NAME) NAME,
#define SPELL(NAME) "POMP_" #NAME,
enum function { OTHER_FUNCTIONS(ENUMERATE) REGION_FUNCTIONS(ENUMERATE) FUNCTIONS };
static const char *const function_names[] = {OTHER_FUNCTIONS(SPELL) REGION_FUNCTIONS(SPELL)};

/* It is a region with its counts, made at the region's first event and never freed; it copies the descriptor's texts,
 * since the module that owns it may be unloaded before the table is printed. */
struct row {
  char *name, *sub_name, *file;
  int line;
  atomic_long counts[FUNCTIONS];
  struct row *next;
};

static struct row no_region = {.name = "-", .sub_name = "-", .file = "-"};
static _Atomic(struct row *) all_rows = &no_region;
static atomic_bool on = true;

static char *copy(const char *text) {
  size_t size = strlen(text) + 1;
  char *new_text = malloc(size);
  return new_text ? memcpy(new_text, text, size) : NULL;
}

static struct row *new_row(const struct ompregdescr *d) {
  struct row *row = calloc(1, sizeof *row);
  if (!row)
    return NULL;
  row->name = copy(d->name);
  row->sub_name = copy(*d->sub_name ? d->sub_name : "-");
  row->file = copy(d->file_name);
  row->line = d->begin_line1;
  if (row->name && row->sub_name && row->file)
    return row;
  free(row->name);
  free(row->sub_name);
  free(row->file);
  free(row);
  return NULL;
}

/* Finds the region's row in the descriptor's first word for the library. Threads that come to a new region together
 * each make a row; one of them wins. */
static struct row *row_of(struct ompregdescr *d) {
  struct row *row = __atomic_load_n((struct row **)&d->data[0], __ATOMIC_ACQUIRE);
  if (row)
    return row;
  struct row *mine = new_row(d);
  if (!mine)
    return &no_region;
  if (!__atomic_compare_exchange_n((struct row **)&d->data[0], &row, mine, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    free(mine->name);
    free(mine->sub_name);
    free(mine->file);
    free(mine);
    return row;
  }
  mine->next = atomic_load(&all_rows);
  while (!atomic_compare_exchange_weak(&all_rows, &mine->next, mine))
    ;
  return mine;
}

static void count(enum function function, struct row *row) {
  if (atomic_load_explicit(&on, memory_order_relaxed))
    atomic_fetch_add_explicit(&row->counts[function], 1, memory_order_relaxed);
}

/* --- the POMP functions --- */

#define DEFINE_REGION_FUNCTION(NAME)                                                                                   \
  void POMP_##NAME(struct ompregdescr *d) { count(NAME, row_of(d)); }
REGION_FUNCTIONS(DEFINE_REGION_FUNCTION)

void POMP_Init_lock(omp_lock_t *lock) {
  count(Init_lock, &no_region);
  omp_init_lock(lock);
}

void POMP_Destroy_lock(omp_lock_t *lock) {
  count(Destroy_lock, &no_region);
  omp_destroy_lock(lock);
}

void POMP_Set_lock(omp_lock_t *lock) {
  count(Set_lock, &no_region);
  omp_set_lock(lock);
}

void POMP_Unset_lock(omp_lock_t *lock) {
  count(Unset_lock, &no_region);
  omp_unset_lock(lock);
}

int POMP_Test_lock(omp_lock_t *lock) {
  count(Test_lock, &no_region);
  return omp_test_lock(lock);
}

void POMP_Init_nest_lock(omp_nest_lock_t *lock) {
  count(Init_nest_lock, &no_region);
  omp_init_nest_lock(lock);
}

void POMP_Destroy_nest_lock(omp_nest_lock_t *lock) {
  count(Destroy_nest_lock, &no_region);
  omp_destroy_nest_lock(lock);
}

void POMP_Set_nest_lock(omp_nest_lock_t *lock) {
  count(Set_nest_lock, &no_region);
  omp_set_nest_lock(lock);
}

void POMP_Unset_nest_lock(omp_nest_lock_t *lock) {
  count(Unset_nest_lock, &no_region);
  omp_unset_nest_lock(lock);
}

int POMP_Test_nest_lock(omp_nest_lock_t *lock) {
  count(Test_nest_lock, &no_region);
  return omp_test_nest_lock(lock);
}

void POMP_Init(void) { count(Init, &no_region); }

void POMP_Finalize(void) {
  count(Finalize, &no_region);
  atomic_store(&on, false);
}

void POMP_On(void) {
  atomic_store(&on, true);
  count(On, &no_region);
}

void POMP_Off(void) {
  count(Off, &no_region);
  atomic_store(&on, false);
}

/* --- the table --- */

static int by_place(const void *left, const void *right) {
  const struct row *a = *(struct row *const *)left, *b = *(struct row *const *)right;
  int order = strcmp(a->file, b->file);
  if (order == 0)
    order = (a->line > b->line) - (a->line < b->line);
  if (order == 0)
    order = strcmp(a->name, b->name);
  return order ? order : strcmp(a->sub_name, b->sub_name);
}

/* Regions in two rows, as those of a library that was loaded twice, become one. */
static size_t merge(struct row *rows[], size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    if (kept == 0 || by_place(&rows[kept - 1], &rows[i]) != 0) {
      rows[kept++] = rows[i];
      continue;
    }
    for (int f = 0; f < FUNCTIONS; ++f)
      rows[kept - 1]->counts[f] += rows[i]->counts[f];
  }
  return kept;
}

static void print_rows(FILE *out, struct row *rows[], size_t count) {
  fprintf(out, "%-24s %-16s %-12s %6s %9s\n", "function", "construct", "sub_name", "line", "count");
  for (size_t i = 0; i < count; ++i)
    for (int f = 0; f < FUNCTIONS; ++f)
      if (rows[i]->counts[f] > 0)
        fprintf(out, "%-24s %-16s %-12s %6d %9ld\n", function_names[f], rows[i]->name, rows[i]->sub_name, rows[i]->line,
                rows[i]->counts[f]);
}

/* This runs after main() and the handlers of atexit(). */
__attribute__((destructor)) static void print_table(void) {
  size_t count = 0, taken = 0;
  for (struct row *row = all_rows; row; row = row->next)
    ++count;
  struct row **rows = malloc((count + 1) * sizeof *rows);
  if (!rows)
    return;
  for (struct row *row = all_rows; row && taken < count; row = row->next)
    rows[taken++] = row;
  qsort(rows, taken, sizeof *rows, by_place);
  taken = merge(rows, taken);

  const char *name = getenv("POMP_LOGGER_FILE");
  FILE *file = name && *name ? fopen(name, "w") : NULL;
  if (name && *name && !file)
    perror(name);
  print_rows(file ? file : stderr, rows, taken);
  if (file)
    fclose(file);
  free(rows);
}
