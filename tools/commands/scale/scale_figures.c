/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale_figures.c - takes from the experiment of each run what is needed of it, and puts the runs of each configuration
 * together. */
#include "commands/scale/scale_figures.h"
#include "base/user_error.h"
#include "files/call_sites.h"
#include "findings/wall_parts.h"
#include "pomp_array.h"
#include "sums/load_summed.h"
#include "sums/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void path_of(const struct plan *plan, const struct planned *run, char *path, size_t size) {
  snprintf(path, size, "%s/%s", plan->folder, run->name);
}

bool figures_look(const struct plan *plan, const struct planned *run, struct outcome *outcome) {
  static struct loaded loaded;
  struct analysis analysis;
  char path[sizeof plan->folder + 128];
  path_of(plan, run, path, sizeof path);
  *outcome = (struct outcome){.wall = 0};
  const bool good = load_summed(&loaded, path, &analysis);
  for (uint32_t p = 0; good && p < loaded.experiment.process_count; p++)
    outcome->stopped |= loaded.experiment.processes[p].header.stop_reason != POMP_STOP_NONE;
  if (good) {
    outcome->threads = analysis.all.threads;
    outcome->ranks = loaded.experiment.process_count;
    outcome->wall = loaded.state == RUN_COMPLETE && !outcome->stopped ? (double)analysis.all.wall * 1e-9 : 0;
  }
  analysis_free(&analysis);
  experiment_free(&loaded.experiment);
  return good;
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* --- during what the time passed --- */

static struct wall_part *part_like(struct figures *f, const struct region *r) {
  char where[1024];
  const char *function = call_function(r->construct);
  call_where(r->construct, where, sizeof where);
  for (size_t i = 0; i < f->part_count; i++)
    if (strcmp(f->parts[i].name, r->name) == 0 && strcmp(f->parts[i].function, function) == 0 &&
        strcmp(f->parts[i].where, where) == 0)
      return &f->parts[i];
  if (!POMP_ARRAY_ROOM(f->parts, f->part_room, f->part_count + 1))
    return NULL;
  struct wall_part *part = &f->parts[f->part_count];
  *part = (struct wall_part){.name = strdup(r->name),
                             .function = strdup(function),
                             .where = strdup(where),
                             .is_parallel = r->role == POMP_ROLE_FORK || r->role == POMP_ROLE_TEAMS,
                             .is_mpi = r->role == POMP_ROLE_MPI,
                             .seconds = calloc(f->count, sizeof *part->seconds)};
  f->part_count++;
  return part->name && part->function && part->where && part->seconds ? part : NULL;
}

static bool add_parts(struct figures *f, size_t configuration, const struct analysis *a) {
  double *parts = calloc(a->region_count + 1ull, sizeof *parts);
  bool good = parts && wall_parts_find(parts, a);
  for (uint32_t r = 0; good && r < a->region_count; r++) {
    struct wall_part *part = parts[r] > 0 ? part_like(f, &a->regions[r]) : NULL;
    good = parts[r] <= 0 || part;
    if (part)
      part->seconds[configuration] += parts[r] * 1e-9;
  }
  if (good)
    f->at[configuration].serial = wall_parts_serial(parts, a) * 1e-9;
  free(parts);
  return good;
}

/* --- configurations --- */

/* Computes what the run tells that is shown for its configuration. */
static bool show(struct figures *f, size_t configuration, const struct plan *plan, const struct planned *run) {
  static struct loaded loaded;
  struct analysis analysis;
  char path[sizeof plan->folder + 128];
  path_of(plan, run, path, sizeof path);
  bool good = load(&loaded, path);
  if (good) {
    good = analyse(&analysis, &loaded.experiment) && call_sites_find(&loaded.experiment);
    if (good && loaded.experiment.sample_count)
      good = (analysis.samples = samples_find(&analysis)) != NULL;
    good = good && efficiency_find(&f->at[configuration].efficiency, &analysis, NULL) &&
           add_parts(f, configuration, &analysis) && works_add(&f->works, &analysis, configuration, f->count) &&
           run_findings_make(&f->at[configuration].found, &analysis);
    if (!good)
      user_error_print(path, "not enough memory");
    const struct scheduled *s = &analysis.all.scheduled;
    f->at[configuration].wall = (double)analysis.all.wall * 1e-9;
    f->at[configuration].ready = s->known && s->ready_known ? (double)s->ready * 1e-9 : -1;
    f->at[configuration].lived = (double)s->lived * 1e-9;
    samples_free(analysis.samples);
    analysis_free(&analysis);
  }
  experiment_free(&loaded.experiment);
  return good;
}

/* Collects the wall times of a configuration, and finds the run that is shown. */
static bool fill(struct figures *f, size_t configuration, const struct plan *plan, const struct outcome *outcome) {
  struct configuration *c = &f->at[configuration];
  c->walls = calloc(plan->request->repeat, sizeof *c->walls);
  if (!c->walls)
    return user_error(NULL, "not enough memory");
  for (size_t i = 0; i < plan->count; i++)
    if (plan->runs[i].number == c->number && plan->runs[i].setting == c->setting && outcome[i].wall > 0)
      c->walls[c->count++] = outcome[i].wall;
  if (!c->count)
    return true;
  qsort(c->walls, c->count, sizeof *c->walls, by_value);
  double shown = c->walls[(c->count - 1) / 2];
  c->median = (shown + c->walls[c->count / 2]) / 2;
  for (size_t i = 0; i < plan->count; i++) {
    const struct planned *run = &plan->runs[i];
    bool is_it =
        run->number == c->number && run->setting == c->setting && outcome[i].wall > 0 && outcome[i].wall <= shown;
    if (is_it && outcome[i].wall >= shown)
      return show(f, configuration, plan, run);
  }
  return true;
}

static size_t last_configuration;
static int by_last(const void *x, const void *y) {
  const struct wall_part *a = x, *b = y;
  double s = a->seconds[last_configuration], t = b->seconds[last_configuration];
  return (s < t) - (s > t);
}

bool figures_make(struct figures *f, const struct plan *plan, const struct outcome *outcome) {
  const struct scale_request *request = plan->request;
  *f = (struct figures){.at = calloc(plan->settings * request->number_count, sizeof *f->at)};
  if (!f->at)
    return user_error(NULL, "not enough memory");
  f->count = plan->settings * request->number_count;
  for (size_t i = 0; i < f->count; i++) {
    f->at[i].number = request->numbers[i % request->number_count];
    f->at[i].setting = i / request->number_count;
    if (!fill(f, i, plan, outcome))
      return false;
    if (f->at[i].count)
      last_configuration = i;
  }
  if (f->part_count)
    qsort(f->parts, f->part_count, sizeof *f->parts, by_last);
  return true;
}

void figures_free(struct figures *f) {
  for (size_t i = 0; i < f->count; i++) {
    free(f->at[i].walls);
    run_findings_free(&f->at[i].found);
  }
  for (size_t i = 0; i < f->part_count; i++) {
    free(f->parts[i].name);
    free(f->parts[i].function);
    free(f->parts[i].where);
    free(f->parts[i].seconds);
  }
  works_free(&f->works);
  free(f->at);
  free(f->parts);
}
