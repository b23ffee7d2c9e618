/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* answer.c - stores experiments, and answers --trend, --scaling and --regressions.
 * Not here: the database (tools/commands/runs), the cells (runs_values.c), what a comparison looks like (tools/show).
 */
#include "commands/runs/answer.h"
#include "base/user_error.h"
#include "commands/runs/database.h"
#include "commands/runs/runs.h"
#include "files/identity.h"
#include "files/intervals.h"
#include "pomp_text.h"
#include "show/diff.h"
#include "show/diff_values.h"
#include "show/html_file.h"
#include "show/print_listing.h"
#include "show/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- storing --- */

/* Stores an experiment. A run that still goes on would be stored again, with other figures, when it has ended. */
static bool store(struct database *db, const struct runs_request *request, const char *name, int64_t *id, bool tells) {
  struct run r;
  char identity[SHA256_TEXT];
  bool is_new, good = diff_load(&r, name, request->traced, identity);
  if (good && (strcmp(r.state, "running") == 0 || strcmp(r.state, "stopped") == 0))
    good = user_error(r.name, "it is still %s: store it when it has ended", r.state);
  good = good && database_store(db, &r, identity, id, &is_new);
  if (good && tells) {
    char *clean = strdup(r.name);
    if (clean) {
      pomp_text_clean(clean, 0);
      printf("%s: %s run %lld\n", clean, is_new ? "stored as" : "is already there, as", (long long)*id);
    }
    free(clean);
  }
  run_free(&r);
  return good;
}

/* Stores each interval that the library has closed. What comes after the last one is shorter. */
static bool store_intervals(struct database *db, const struct runs_request *request, const char *name, int64_t *id,
                            bool tells) {
  struct loaded l;
  bool good = load_whole(&l, name);
  const uint32_t count = good ? intervals_closed(&l) : 0;
  good =
      good && (count || user_error(l.directory, "it has no intervals: set POMP_PROFILE_EVERY when the program runs"));
  experiment_free(&l.experiment);
  for (load_interval = 1; good && load_interval <= count; load_interval++)
    good = store(db, request, name, id, tells);
  load_interval = LOAD_LAST_INTERVAL;
  return good;
}

/* Who can't read an experiment that is stored in it can't read a new database, either: the mask has what they lack. */
static void open_to_readers(const char *path) {
  const mode_t mask = umask(0077);
  umask(mask);
  chmod(path, 0666 & ~mask);
}

/* Opens the database and stores what is named; `ids` has room for it. */
static struct database *open_and_store(const struct runs_request *request, int64_t *ids, bool tells) {
  bool newest = !request->view && !request->name_count;
  if (database_lacks()) {
    user_error_print(NULL, "%s", database_lacks());
    return NULL;
  }
  const bool is_new = access(request->db, F_OK) != 0;
  const mode_t own = is_new ? umask(0077) : 0;
  struct database *db = database_open(request->db, newest || request->name_count);
  bool good = db != NULL;
  if (is_new)
    umask(own);
  if (good && newest)
    good = (request->intervals ? store_intervals : store)(db, request, NULL, ids, tells);
  for (size_t i = 0; good && i < request->name_count; i++)
    good = (request->intervals ? store_intervals : store)(db, request, request->names[i], &ids[i], tells);
  if (good && is_new)
    open_to_readers(request->db);
  if (good)
    return db;
  database_close(db);
  return NULL;
}

int store_named(const struct runs_request *request) {
  int64_t *ids = calloc(request->name_count + 1, sizeof *ids);
  struct database *db = ids ? open_and_store(request, ids, true) : NULL;
  if (!ids)
    user_error_print(NULL, "not enough memory");
  database_close(db);
  free(ids);
  return db ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* --- rows of runs --- */

/* Adds up the regions of a run that the user wants. Returns how many they are. */
static size_t add_regions(const struct runs_request *request, const struct run *r, struct stored *to) {
  double sums[STORED_FIGURES] = {0};
  size_t count = 0;
  for (uint32_t i = 0; i < r->region_count; i++) {
    const struct run_region *region = &r->regions[i];
    const struct run_construct *c = region->construct == RUN_NONE ? NULL : &r->constructs[region->construct];
    if (request->wanted.has_region ? !run_region_matches(&request->wanted.region, c, region->role) : !c)
      continue;
    count++;
    sums[STORED_SELF] += (double)region->figures[RUN_SELF];
    sums[STORED_WAIT] += (double)region->figures[RUN_WAIT];
    sums[STORED_VISITS] += (double)region->figures[RUN_VISITS];
  }
  sums[STORED_WALL] = (double)r->totals[RUN_WALL];
  for (int f = 0; f < STORED_FIGURES; f++)
    statistics_add(&to->figures[f], sums[f]);
  return count;
}

static bool is_of_one_program(const struct run *a, const struct run *b) {
  return strcmp(a->program, b->program) == 0 && strcmp(a->host, b->host) == 0 && a->traced == b->traced;
}
static bool is_alike(const struct run *a, const struct run *b) {
  return is_of_one_program(a, b) && a->threads == b->threads && a->ranks == b->ranks;
}

/* Finds the last row before `end` that a run belongs to. */
static struct stored *row_alike(struct stored *rows, size_t end, const struct run *r) {
  while (end-- > 0)
    if (is_alike(rows[end].run, r))
      return &rows[end];
  return NULL;
}

/* Makes a row of each run, or of each set of runs that are alike. */
static bool make_rows(const struct runs_request *request, struct database *db, const struct run_list *list,
                      bool together, struct stored *rows, size_t *count) {
  bool good = true;
  size_t regions = 0;
  for (uint32_t i = 0; good && i < list->count; i++) {
    struct run whole = {.name = ""};
    struct stored *alike = row_alike(rows, *count, &list->runs[i]), *to = together ? alike : NULL;
    if (!to) {
      to = &rows[(*count)++];
      *to = (struct stored){.run = &list->runs[i], .id = list->ids[i], .reference = together ? NULL : alike};
    }
    good = database_fill(db, list->ids[i], false, &whole);
    whole.totals[RUN_WALL] = list->runs[i].totals[RUN_WALL];
    if (good)
      regions += add_regions(request, &whole, to);
    run_free(&whole);
  }
  if (good && list->count && !regions && request->wanted.has_region)
    user_error_print(NULL, "no run has a region that --region %s matches", request->wanted.region_text);
  return good;
}

static int by_threads(const void *x, const void *y) {
  const struct run *a = ((const struct stored *)x)->run, *b = ((const struct stored *)y)->run;
  int order = strcmp(a->program, b->program);
  order = order ? order : strcmp(a->host, b->host);
  order = order ? order : (a->traced > b->traced) - (a->traced < b->traced);
  order = order ? order : (a->threads > b->threads) - (a->threads < b->threads);
  return order ? order : (a->ranks > b->ranks) - (a->ranks < b->ranks);
}

/* Each row is held against the one with the fewest threads. */
static void find_references(struct stored *rows, size_t count) {
  size_t first = 0;
  if (count)
    qsort(rows, count, sizeof *rows, by_threads);
  for (size_t i = 0; i < count; i++) {
    first = is_of_one_program(rows[first].run, rows[i].run) ? first : i;
    rows[i].reference = &rows[first];
  }
}

/* Returns what a view can have, and what the user wants of it. */
static struct listing listing_of(const struct runs_request *request) {
  static const struct column *const all[] = {stored_columns, compared_columns, NULL};
  const struct run_view *v = request->view;
  return (struct listing){v->name, v->columns, v->has, v->part, &request->wanted, all, NULL, NULL};
}

static int print_rows(const struct runs_request *request, const struct stored *stored, size_t count) {
  const struct listing listing = listing_of(request);
  struct row *rows = calloc(count + 1, sizeof *rows);
  struct screen screen;
  for (size_t i = 0; rows && i < count; i++)
    rows[i] = (struct row){.stored = &stored[i]};
  if (rows && request->as_page) {
    bool written = trend_page(request, &listing, rows, count);
    free(rows);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  bool good = rows && screen_open(&screen, request->wanted.csv || request->as_json);
  if (good) {
    good = (request->as_json ? stored_json : listing_show)(screen.out, &listing, rows, count);
    screen_close(&screen);
  }
  free(rows);
  if (!good)
    user_error_print(NULL, "not enough memory");
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Shows the runs of a database, each alone or those together that are alike. */
static int show_runs(const struct runs_request *request, bool together) {
  const struct listing listing = listing_of(request);
  if (!listing_can(&listing))
    return USER_ERROR_USAGE;
  int64_t *ids = calloc(request->name_count + 1, sizeof *ids);
  struct database *db = ids ? open_and_store(request, ids, false) : NULL;
  struct run_list list = {.count = 0};
  struct stored *rows = NULL;
  size_t count = 0;
  bool good = db && database_list(db, &list);
  if (good) {
    rows = calloc(list.count + 1ull, sizeof *rows);
    good = (rows || user_error(NULL, "not enough memory")) && make_rows(request, db, &list, together, rows, &count);
  }
  if (good && together)
    find_references(rows, count);
  good = good && (request->as_page || stdout_into_file(request->output));
  int status = good ? print_rows(request, rows, count) : EXIT_FAILURE;
  free(rows);
  run_list_free(&list);
  database_close(db);
  free(ids);
  return status;
}

int show_trend(const struct runs_request *request) { return show_runs(request, false); }
int show_scaling(const struct runs_request *request) { return show_runs(request, true); }

/* --- regressions --- */

/* Marks the runs of side B in a list: the runs with these ids, or the last run. Returns the first marked run, or the
 * list's count if there is none. */
static uint32_t mark_new(const struct run_list *list, const int64_t *ids, size_t id_count, bool *is_new) {
  uint32_t first = list->count;
  if (!id_count && list->count)
    is_new[first = list->count - 1] = true;
  for (uint32_t i = list->count; i-- > 0;)
    for (size_t k = 0; k < id_count; k++)
      if (list->ids[i] == ids[k]) {
        is_new[i] = true;
        first = i;
      }
  return first;
}

/* Adds the runs of one side from the list, and those alone that are like the first new one. */
static bool add_side(struct database *db, const struct run_list *list, const bool *is_new, uint32_t first,
                     struct comparison *c, enum side side) {
  uint32_t from = first;
  for (uint32_t n = 0; side == SIDE_A && from > 0 && n < RUNS_BEFORE;
       n += is_alike(&list->runs[from], &list->runs[first]))
    from--;
  bool good = true;
  for (uint32_t i = side == SIDE_A ? from : first; good && i < (side == SIDE_A ? first : list->count); i++) {
    if (is_new[i] != (side == SIDE_B) || !is_alike(&list->runs[i], &list->runs[first]))
      continue;
    good = database_fill(db, list->ids[i], true, &list->runs[i]) &&
           (comparison_add(c, side, &list->runs[i]) || user_error(NULL, "not enough memory"));
  }
  return good;
}

static int compare(const struct runs_request *request, struct database *db, const struct run_list *list,
                   const int64_t *ids, const struct condition *conditions, size_t count) {
  struct comparison c = {.by_region = false};
  bool *is_new = calloc(list->count + 1ull, sizeof *is_new);
  uint32_t first = is_new ? mark_new(list, ids, request->name_count, is_new) : 0;
  int status = USER_ERROR_USAGE;
  if (!is_new || !comparison_begin(&c, false))
    user_error_print(NULL, "not enough memory");
  else if (first == list->count)
    user_error_print(request->db, "there is no run in it");
  else if (add_side(db, list, is_new, first, &c, SIDE_A) && add_side(db, list, is_new, first, &c, SIDE_B)) {
    const struct run *r = &list->runs[first];
    if (c.run_count[SIDE_A]) {
      comparison_end(&c);
      const struct listing listing = listing_of(request);
      const char *page = !request->as_page ? NULL : request->output ? request->output : "diff.html";
      const struct diff d = {&listing, &c, .slower = true, .as_json = request->as_json, .page = page};
      if (page || stdout_into_file(request->output))
        status = diff_show(&d, conditions, count);
    } else {
      user_error_print(request->db, "no earlier run of %s with %u threads on %s is in it: there is nothing to compare",
                       r->program, r->threads, r->host);
      status = EXIT_SUCCESS;
    }
  }
  comparison_free(&c);
  free(is_new);
  return status;
}

int show_regressions(const struct runs_request *request) {
  struct condition conditions[FAIL_IFS];
  struct run_list list = {.count = 0};
  size_t count = 0;
  int status = USER_ERROR_USAGE;
  int64_t *ids = calloc(request->name_count + 1, sizeof *ids);
  if (!ids)
    user_error_print(NULL, "not enough memory");
  else if (diff_read_conditions(&request->fail_ifs, conditions, &count)) {
    struct database *db = open_and_store(request, ids, false);
    if (db && database_list(db, &list))
      status = compare(request, db, &list, ids, conditions, count);
    run_list_free(&list);
    database_close(db);
  }
  while (count)
    condition_free(&conditions[--count]);
  free(ids);
  return status;
}
