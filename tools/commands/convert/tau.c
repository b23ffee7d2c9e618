/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tau.c - writes the profile as TAU does: a file for each location in a folder for each metric, with what each region
 * took, what each stack of regions took, and a few figures of the location.
 * Not here: the stacks (tau_stacks.c). */
#include "commands/convert/tau.h"
#include "base/parallel.h"
#include "base/progress.h"
#include "commands/convert/formats.h"
#include "commands/convert/output.h"
#include "files/call_sites.h"
#include "pomp_index.h"
#include "pomp_text.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* All locations' files need these. The metrics' names are those of their folders, too. */
struct tau {
  struct conversion *conversion;
  const struct analysis *a;
  struct location_nodes nodes;
  struct tau_place *places;
  char **names;   /* by region */
  uint32_t *same; /* the first region with this name, by region */
  char **folders; /* by metric */
  pthread_mutex_t mutex;
  bool estimates; /* nothing is written yet */
  uint64_t bytes; /* that will be */
  int error;
};

/* --- names --- */

/* These are in a name for TAU's readers: quotes around all of it, and an arrow between two frames. */
static void spare_marks(char *name) {
  for (char *c = name; *c; c++)
    if (*c == '"')
      *c = '\'';
    else if (c[0] == '=' && c[1] == '>')
      *c = '-';
}

static const char *group_of(const struct region *r) {
  return r->role == POMP_ROLE_NONE   ? "TAU_DEFAULT"
         : r->role == POMP_ROLE_MPI  ? "MPI"
         : r->role == POMP_ROLE_USER ? "TAU_USER"
                                     : "OpenMP";
}

/* Names a region as TAU does. The root is the timer around a program that TAU has when the program has none. */
static char *name_region(const struct region *r) {
  char name[8192], place[2000] = "";
  const struct construct *c = r->construct;
  const char *file = call_file(c);
  const int line = call_line(c) > 0 ? call_line(c) : 0, end = c && c->end_lineN > line ? c->end_lineN : line;
  if (*call_place(c)) /* TAU's readers take regions with equal names for one region */
    snprintf(place, sizeof place, " @%d%s", line, call_place(c));
  if (r->role == POMP_ROLE_NONE)
    snprintf(name, sizeof name, ".TAU application");
  else if (!*file)
    snprintf(name, sizeof name, "%s", *r->name ? r->name : "?");
  else if (r->role == POMP_ROLE_USER || r->role == POMP_ROLE_MPI)
    snprintf(name, sizeof name, "%s%s [{%s} {%d,0}-{%d,0}]", *r->name ? r->name : "?", place, file, line, end);
  else
    snprintf(name, sizeof name, "%s%s [OpenMP location: file:%s <%d, %d>]", r->name, place, file, line, end);
  pomp_text_clean(name, 0);
  spare_marks(name);
  return strdup(name);
}

static const char *metric_name(const struct tau *t, uint32_t metric) {
  return metric == TAU_TIME   ? "TIME"
         : metric == TAU_WAIT ? "WAIT"
                              : t->a->experiment->metrics[metric - TAU_COUNTERS].name;
}

/* Names the folder of a metric as TAU does. If two metrics differ in characters alone that no name of a file is to
 * have, the later one has its number in its name. */
static char *name_folder(const struct tau *t, uint32_t metric) {
  char name[256];
  snprintf(name, sizeof name, "MULTI__%.200s", metric_name(t, metric));
  for (char *c = name; *c; c++)
    if (strchr("/\\?%*:|\"<>= ", *c))
      *c = '_';
  for (uint32_t i = 0; i < metric; i++)
    if (strcmp(t->folders[i], name) == 0)
      snprintf(name + strlen(name), sizeof name - strlen(name), "_%u", metric);
  pomp_text_clean(name, 0);
  return strdup(name);
}

/* --- a file --- */

static void put_attribute(struct output *o, const char *name, const char *value) {
  output_print(o, "<attribute><name>%s</name><value>", name);
  output_xml(o, value);
  output_text(o, "</value></attribute>");
}

/* The metadata has a line for itself; ParaProf takes the metric's name from its first attribute. */
static void put_metadata(const struct tau *t, struct output *o, uint32_t location, uint32_t metric) {
  const struct experiment *e = t->a->experiment;
  const struct process *p = &e->processes[e->locations[location].process];
  char number[32], name[256];
  output_text(o, "# Name Calls Subrs Excl Incl ProfileCalls # <metadata>");
  put_attribute(o, "Metric Name", metric_name(t, metric));
  put_attribute(o, "Hostname", p->host);
  put_attribute(o, "Executable", p->program);
  put_attribute(o, "Command Line", p->command);
  put_attribute(o, "CWD", p->directory);
  snprintf(number, sizeof number, "%llu", (unsigned long long)p->header.pid);
  put_attribute(o, "pid", number);
  snprintf(number, sizeof number, "%llu", (unsigned long long)p->header.epoch_ns / 1000);
  put_attribute(o, "Starting Timestamp", number);
  analysis_location_name(t->a, location, "→", name, sizeof name);
  put_attribute(o, "Location", name);
  put_attribute(o, "Location Kind", analysis_location_kind(t->a, location));
  put_attribute(o, "Written by", "pomp-convert " POMP_VERSION);
  output_text(o, "</metadata>\n");
}

/* TAU has times in µs. Those of the root are whole, as Hatchet reads no others there. */
static void put_value(struct output *o, uint32_t metric, int64_t value, bool root) {
  if (metric < TAU_COUNTERS && root)
    output_print(o, " %lld", (long long)(value + 500) / 1000);
  else if (metric < TAU_COUNTERS)
    output_print(o, " %.16G", (double)value / 1000);
  else
    output_print(o, " %lld", (long long)value);
}

static void put_figures(struct output *o, uint32_t metric, uint64_t calls, uint64_t subroutines, int64_t exclusive,
                        int64_t inclusive, bool root) {
  output_print(o, "\" %llu %llu", (unsigned long long)calls, (unsigned long long)subroutines);
  put_value(o, metric, exclusive, root);
  put_value(o, metric, inclusive, root);
  output_text(o, " 0 GROUP=\"");
}

/* Writes what a region took, in all `count` stacks that end in it: where it is in a stack twice, that is in the
 * inclusive value of the outer one already. */
static void put_region(const struct tau *t, struct output *o, const struct tau_stacks *s, uint32_t metric,
                       const uint32_t *stacks, uint32_t count) {
  uint64_t calls = 0, subroutines = 0;
  int64_t exclusive = 0, inclusive = 0;
  const uint32_t region = s->all[*stacks].region;
  for (uint32_t i = 0; i < count; i++) {
    const struct tau_stack *of = &s->all[stacks[i]];
    calls += of->calls;
    subroutines += of->subroutines;
    exclusive += s->exclusive[(size_t)stacks[i] * s->metrics + metric];
    inclusive += of->outermost ? s->inclusive[(size_t)stacks[i] * s->metrics + metric] : 0;
  }
  output_text(o, "\"");
  output_text(o, t->names[region]);
  put_figures(o, metric, calls, subroutines, exclusive, inclusive, *stacks == 0);
  output_print(o, "%s\" \n", group_of(&t->a->regions[region]));
}

static void put_frames(const struct tau *t, struct output *o, const struct tau_stacks *s, uint32_t stack,
                       uint32_t *frames) {
  uint32_t count = 0;
  for (uint32_t i = stack; i; i = s->all[i].parent)
    frames[count++] = s->all[i].region;
  output_text(o, t->names[0]);
  while (count) {
    output_text(o, " => ");
    output_text(o, t->names[frames[--count]]);
  }
}

static void put_head(const struct tau *t, struct output *o, const struct tau_stacks *s, uint32_t metric) {
  uint32_t regions = 0;
  for (uint32_t i = 0; i < s->count; i++)
    regions += i == 0 || s->all[s->order[i]].region != s->all[s->order[i - 1]].region;
  output_print(o, "%u templated_functions_MULTI_%s\n", regions + s->count - 1, metric_name(t, metric));
}

/* These figures of a location are user events: each has one sample, which is the sum of the run. */
enum event { IDLE, CONTENDED, HELD, DELAY, SENT, SENT_BYTES, RECEIVED, RECEIVED_BYTES, EVENTS };
static const char *const event_names[EVENTS] = {
    [IDLE] = "Idle time (us)",        [CONTENDED] = "Contended visits",   [HELD] = "Locks held (us)",
    [DELAY] = "Delay to begin (us)",  [SENT] = "Messages sent",           [SENT_BYTES] = "Bytes sent",
    [RECEIVED] = "Messages received", [RECEIVED_BYTES] = "Bytes received"};

static void put_events(const struct tau *t, struct output *o, uint32_t location) {
  double sums[EVENTS] = {[IDLE] = (double)t->a->locations[location].idle / 1000};
  uint32_t count = 0;
  for (uint32_t k = t->nodes.first[location]; k < t->nodes.first[location + 1]; k++) {
    const uint32_t node = t->nodes.nodes[k];
    const struct totals of = analysis_node_totals(t->a, node);
    sums[CONTENDED] += (double)of.contended;
    sums[HELD] += (double)of.held / 1000;
    sums[DELAY] += (double)of.delay / 1000;
    sums[SENT] += (double)of.messages.sent;
    sums[SENT_BYTES] += (double)of.messages.sent_bytes;
    sums[RECEIVED] += (double)of.messages.received;
    sums[RECEIVED_BYTES] += (double)of.messages.received_bytes;
  }
  for (int i = 0; i < EVENTS; i++)
    count += sums[i] != 0;
  if (!count)
    return;
  output_print(o, "%u userevents\n# eventname numevents max min mean sumsqr\n", count);
  for (int i = 0; i < EVENTS; i++)
    if (sums[i] != 0)
      output_print(o, "\"%s\" 1 %.16G %.16G %.16G %.16G\n", event_names[i], sums[i], sums[i], sums[i],
                   sums[i] * sums[i]);
}

static int write_file(const struct tau *t, const struct tau_stacks *s, uint32_t location, uint32_t metric,
                      uint32_t *frames) {
  const struct tau_place *at = &t->places[location];
  struct output o;
  char path[4700];
  int length = snprintf(path, sizeof path, "%s/%s/profile.%u.0.%u", t->conversion->path, t->folders[metric], at->node,
                        at->thread);
  if (length < 0 || (size_t)length >= sizeof path)
    return ENAMETOOLONG;
  if (output_open(&o, path)) {
    put_head(t, &o, s, metric);
    put_metadata(t, &o, location, metric);
    for (uint32_t i = 0, n; i < s->count; i += n) {
      for (n = 1; i + n < s->count && s->all[s->order[i + n]].region == s->all[s->order[i]].region;)
        n++;
      put_region(t, &o, s, metric, &s->order[i], n);
    }
    for (uint32_t i = 1; i < s->count; i++) {
      output_text(&o, "\"");
      put_frames(t, &o, s, i, frames);
      put_figures(&o, metric, s->all[i].calls, s->all[i].subroutines, s->exclusive[(size_t)i * s->metrics + metric],
                  s->inclusive[(size_t)i * s->metrics + metric], false);
      output_print(&o, "TAU_CALLPATH|%s\" \n", group_of(&t->a->regions[s->all[i].region]));
    }
    output_text(&o, "0 aggregates\n");
    put_events(t, &o, location);
  }
  return output_close(&o) ? 0 : errno;
}

/* --- all files --- */

/* Returns the bytes of the stacks' names in a file: they grow as the square of the depth. */
static uint64_t names_size(const struct tau *t, const struct tau_stacks *s) {
  uint64_t all = 0, *size = calloc(s->count, sizeof *size);
  for (uint32_t i = 0; size && i < s->count; i++) {
    size[i] = (i ? size[s->all[i].parent] + strlen(" => ") : 0) + strlen(t->names[s->all[i].region]);
    all += size[i];
  }
  free(size);
  return all;
}

static bool write_location(void *context, uint32_t location) {
  struct tau *t = context;
  struct tau_stacks s;
  int error = ENOMEM;
  if (tau_stacks_find(&s, t->a, t->same, &t->nodes, location)) {
    uint32_t *frames = malloc((s.count + 1ull) * sizeof *frames);
    error = frames ? 0 : ENOMEM;
    if (t->estimates)
      __atomic_add_fetch(&t->bytes, names_size(t, &s) * s.metrics, __ATOMIC_RELAXED);
    for (uint32_t m = 0; m < s.metrics && !error && !t->estimates; m++)
      error = write_file(t, &s, location, m, frames);
    free(frames);
  }
  tau_stacks_free(&s);
  progress_add(1);
  if (!error)
    return true;
  pthread_mutex_lock(&t->mutex);
  t->error = error;
  pthread_mutex_unlock(&t->mutex);
  return false;
}

/* A key of the index of names. */
struct wanted_name {
  const struct tau *tau;
  const char *name;
};

static bool is_named(const void *context, uint32_t region) {
  const struct wanted_name *w = context;
  return strcmp(w->tau->names[region], w->name) == 0;
}

/* TAU takes regions with equal names for one region, such as the instances of a template. */
static bool find_same(struct tau *t) {
  struct pomp_index index = {.slots = NULL};
  bool good = pomp_index_room(&index, t->a->region_count);
  for (uint32_t i = 0; good && i < t->a->region_count; i++) {
    const struct wanted_name w = {t, t->names[i]};
    const uint32_t hash = (uint32_t)pomp_hash_text(POMP_HASH_BEGIN, w.name);
    struct pomp_slot *slot = pomp_index_find(&index, hash, is_named, &w);
    if (!slot->number)
      pomp_index_put(&index, slot, hash, i);
    t->same[i] = slot->number - 1;
  }
  pomp_index_free(&index);
  return good;
}

static bool make_names(struct tau *t, uint32_t metrics) {
  bool good = t->names && t->same && t->folders && t->places;
  for (uint32_t i = 0; good && i < t->a->region_count; i++)
    good = (t->names[i] = name_region(&t->a->regions[i]));
  good = good && find_same(t);
  for (uint32_t i = 0; good && i < metrics; i++)
    good = (t->folders[i] = name_folder(t, i));
  return good;
}

static int make_folders(const struct tau *t, uint32_t metrics) {
  char path[4500];
  if (mkdir(t->conversion->path, 0777) != 0)
    return errno;
  for (uint32_t i = 0; i < metrics; i++) {
    int length = snprintf(path, sizeof path, "%s/%s", t->conversion->path, t->folders[i]);
    if (length < 0 || (size_t)length >= sizeof path)
      return ENAMETOOLONG;
    if (mkdir(path, 0777) != 0)
      return errno;
  }
  return 0;
}

bool tau_write(struct conversion *c) {
  const struct analysis *a = &c->source->analysis;
  const uint32_t metrics = TAU_COUNTERS + a->experiment->metric_count;
  struct tau t = {.conversion = c,
                  .a = a,
                  .places = tau_places(a->experiment),
                  .names = calloc(a->region_count + 1ull, sizeof *t.names),
                  .same = calloc(a->region_count + 1ull, sizeof *t.same),
                  .folders = calloc(metrics, sizeof *t.folders)};
  pthread_mutex_init(&t.mutex, NULL);
  if (!location_nodes_find(&t.nodes, a) || !make_names(&t, metrics))
    t.error = ENOMEM;
  t.estimates = true;
  progress_begin(2ull * a->experiment->location_count);
  bool large = !t.error && parallel_for(c->jobs, a->experiment->location_count, write_location, &t) &&
               !conversion_may_write(c, t.bytes);
  t.estimates = false;
  if (!t.error && !large)
    t.error = make_folders(&t, metrics);
  if (!t.error && !large && !parallel_for(c->jobs, a->experiment->location_count, write_location, &t) && !t.error)
    t.error = ENOMEM;
  pthread_mutex_destroy(&t.mutex);
  for (uint32_t i = 0; t.names && i < a->region_count; i++)
    free(t.names[i]);
  for (uint32_t i = 0; t.folders && i < metrics; i++)
    free(t.folders[i]);
  free(t.names);
  free(t.same);
  free(t.folders);
  free(t.places);
  location_nodes_free(&t.nodes);
  return !large && (!t.error || conversion_fail(c, false, "%s", strerror(t.error)));
}
