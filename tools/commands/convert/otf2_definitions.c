/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_definitions.c - what the events of OTF2 refer to: machine, process, locations, regions, call paths, teams.
 * Not here: events (otf2_events.c). */
#include "commands/convert/otf2.h"
#include "commands/convert/otf2_mpi.h"
#include "commands/convert/otf2_regions.h"
#include "commands/convert/otf2_samples.h"
#include "pomp_array.h"
#include "pomp_index.h"
#include "sums/events.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text has one number, however often it is used. */
struct texts {
  char **at;
  uint32_t count, room;
  struct pomp_index index;
};

struct definitions {
  struct otf2_archive *archive;
  const struct traced_run *source;
  OTF2_GlobalDefWriter *out;
  struct texts texts;
  uint32_t *indices;   /* in the group of all locations, by the threads' first locations */
  OTF2_ErrorCode code; /* the first that is not success */
};

static void check(struct definitions *d, OTF2_ErrorCode code) { d->code = d->code == OTF2_SUCCESS ? code : d->code; }

/* --- strings --- */

struct wanted {
  const struct texts *texts;
  const char *text;
};
static bool is_wanted(const void *context, uint32_t number) {
  const struct wanted *w = context;
  return strcmp(w->texts->at[number], w->text) == 0;
}

static OTF2_StringRef text(struct definitions *d, const char *content) {
  struct texts *t = &d->texts;
  struct wanted w = {t, content};
  uint32_t hash = (uint32_t)pomp_hash_text(POMP_HASH_BEGIN, content);
  if (!POMP_ARRAY_ROOM(t->at, t->room, t->count + 1ull) || !pomp_index_room(&t->index, t->count + 1ull)) {
    check(d, OTF2_ERROR_MEM_ALLOC_FAILED);
    return OTF2_NO_TEXT;
  }
  struct pomp_slot *slot = pomp_index_find(&t->index, hash, is_wanted, &w);
  if (slot->number)
    return slot->number - 1;
  t->at[t->count] = strdup(content);
  if (!t->at[t->count]) {
    check(d, OTF2_ERROR_MEM_ALLOC_FAILED);
    return OTF2_NO_TEXT;
  }
  pomp_index_put(&t->index, slot, hash, t->count++);
  check(d, OTF2_GlobalDefWriter_WriteString(d->out, t->count - 1, content));
  return t->count - 1;
}

static OTF2_StringRef text_of(void *context, const char *content) { return text(context, content); }

static void free_texts(struct texts *t) {
  for (uint32_t i = 0; i < t->count; i++)
    free(t->at[i]);
  free(t->at);
  pomp_index_free(&t->index);
}

/* --- machine, process, locations --- */

static void put_clock(struct definitions *d) {
  const struct traced_run *s = d->source;
  check(d, OTF2_GlobalDefWriter_WriteClockProperties(d->out, traced_run_frequency(s), 0, d->archive->last + 1,
                                                     s->epoch ? s->epoch : OTF2_UNDEFINED_TIMESTAMP));
}

static void put_paradigms(struct definitions *d) {
  check(d, OTF2_GlobalDefWriter_WriteParadigm(d->out, OTF2_PARADIGM_OPENMP, text(d, "OpenMP"),
                                              OTF2_PARADIGM_CLASS_THREAD_FORK_JOIN));
  OTF2_AttributeValue name = {.stringRef = text(d, "Thread team ${id}")};
  check(d, OTF2_GlobalDefWriter_WriteParadigmProperty(
               d->out, OTF2_PARADIGM_OPENMP, OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE, OTF2_TYPE_STRING, name));
}

static void put_process(struct definitions *d, uint32_t i, uint32_t node) {
  const struct process *p = &d->source->experiment->processes[i];
  char name[64];
  snprintf(name, sizeof name, "MPI Rank %u", p->header.rank);
  check(d,
        OTF2_GlobalDefWriter_WriteLocationGroup(d->out, i, p->header.ranks ? text(d, name) : text(d, p->program),
                                                OTF2_LOCATION_GROUP_TYPE_PROCESS, node, OTF2_UNDEFINED_LOCATION_GROUP));
  OTF2_AttributeValue pid = {.uint32 = p->header.pid};
  check(d, OTF2_GlobalDefWriter_WriteLocationGroupProperty(d->out, i, text(d, "PID"), OTF2_TYPE_UINT32, pid));
}

static void put_system(struct definitions *d) {
  enum { MACHINE, FIRST_NODE };
  const struct experiment *e = d->source->experiment;
  check(d, OTF2_GlobalDefWriter_WriteSystemTreeNode(d->out, MACHINE, text(d, "Linux"), text(d, "machine"),
                                                    OTF2_UNDEFINED_SYSTEM_TREE_NODE));
  check(d, OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(d->out, MACHINE, OTF2_SYSTEM_TREE_DOMAIN_MACHINE));
  OTF2_AttributeValue platform = {.stringRef = text(d, "Linux")};
  check(d, OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(d->out, MACHINE, text(d, "platform"), OTF2_TYPE_STRING,
                                                            platform));
  struct numbers hosts;
  numbers_begin(&hosts);
  for (uint32_t i = 0; i < e->process_count; i++) {
    OTF2_StringRef host = text(d, e->processes[i].host);
    uint32_t known = hosts.count, node = numbers_of(&hosts, host, 0);
    if (node == NUMBERS_NONE)
      check(d, OTF2_ERROR_MEM_ALLOC_FAILED);
    else if (node == known) {
      check(d, OTF2_GlobalDefWriter_WriteSystemTreeNode(d->out, FIRST_NODE + node, host, text(d, "node"), MACHINE));
      check(d, OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(d->out, FIRST_NODE + node,
                                                              OTF2_SYSTEM_TREE_DOMAIN_SHARED_MEMORY));
    }
    put_process(d, i, FIRST_NODE + node);
  }
  numbers_end(&hosts);
}

static bool is_thread(const struct definitions *d, uint32_t location) {
  return d->source->threads[location].first == location;
}

static void put_locations(struct definitions *d) {
  char path[240], name[256];
  for (uint32_t i = 0; i < d->source->experiment->location_count; i++) {
    if (!is_thread(d, i))
      continue;
    traced_run_thread_name(d->source, i, path, sizeof path);
    conversion_name_thread(name, sizeof name, path);
    check(d, OTF2_GlobalDefWriter_WriteLocation(d->out, otf2_location(d->source, i), text(d, name),
                                                OTF2_LOCATION_TYPE_CPU_THREAD, d->archive->events[i],
                                                d->source->experiment->locations[i].process));
  }
}

/* --- teams --- */

static const struct location *sorted;
static int by_thread(const void *x, const void *y) {
  const struct location *a = &sorted[*(const uint64_t *)x], *b = &sorted[*(const uint64_t *)y];
  return a->thread_num < b->thread_num ? -1 : a->thread_num > b->thread_num;
}

/* Finds the members of a team, by their index in the group of all locations, in the order of their numbers in the
 * team. */
static uint32_t find_members(const struct definitions *d, const struct numbered *team, uint64_t *members) {
  const struct experiment *e = d->source->experiment;
  uint32_t parent = (uint32_t)team->key, count = 0;
  if (team->key & OTF2_ALONE) {
    members[0] = d->indices[d->source->threads[parent].first];
    return 1;
  }
  for (uint32_t i = parent + 1; i < e->location_count; i++)
    if (e->locations[i].parent == parent && e->locations[i].thread_num < team->detail)
      members[count++] = i;
  sorted = e->locations;
  qsort(members, count, sizeof *members, by_thread);
  for (uint32_t i = 0; i < count; i++)
    members[i] = d->indices[d->source->threads[members[i]].first];
  return count;
}

/* Returns the communicator of the team that the forking thread is in, the largest if it was in several. It is one that
 * was numbered before, as Scalasca wants it (number_teams in otf2.c). */
static OTF2_CommRef enclosing_team(struct otf2_archive *a, uint32_t number) {
  const struct numbered *team = &a->teams.at[number];
  const struct location *forker = &a->source->experiment->locations[(uint32_t)team->key];
  if (team->key & OTF2_ALONE || forker->parent == NO_LOCATION)
    return OTF2_UNDEFINED_COMM;
  if (!numbers_has(&a->teams, forker->parent, forker->team_size))
    return OTF2_UNDEFINED_COMM;
  uint32_t enclosing = numbers_of(&a->teams, forker->parent, forker->team_size);
  if (enclosing < number)
    return a->first_team + enclosing;
  return OTF2_UNDEFINED_COMM;
}

static void put_team(struct definitions *d, uint32_t number, OTF2_GroupRef group, uint64_t *members) {
  const struct numbered *team = &d->archive->teams.at[number];
  uint32_t count = find_members(d, team, members);
  char path[240], name[256], called[300];
  traced_run_location_name(d->source, (uint32_t)team->key, path, sizeof path);
  conversion_name_thread(name, sizeof name, path);
  snprintf(called, sizeof called, "%s%s", team->key & OTF2_ALONE ? "" : "team of ", name);
  check(d, OTF2_GlobalDefWriter_WriteGroup(d->out, group, text(d, called), OTF2_GROUP_TYPE_COMM_GROUP,
                                           OTF2_PARADIGM_OPENMP, OTF2_GROUP_FLAG_NONE, count, members));
  check(d, OTF2_GlobalDefWriter_WriteComm(d->out, d->archive->first_team + number, text(d, called), group,
                                          enclosing_team(d->archive, number), OTF2_COMM_FLAG_NONE));
}

static void put_teams(struct definitions *d) {
  uint32_t locations = d->source->experiment->location_count, count = 0, teams = d->archive->teams.count;
  uint64_t *members = malloc((locations + 1ull) * sizeof *members);
  d->indices = calloc(locations + 1ull, sizeof *d->indices);
  if (!members || !d->indices) {
    check(d, OTF2_ERROR_MEM_ALLOC_FAILED);
    free(members);
    return;
  }
  for (uint32_t i = 0; i < locations; i++)
    if (is_thread(d, i)) {
      d->indices[i] = count;
      members[count++] = otf2_location(d->source, i);
    }
  check(d,
        OTF2_GlobalDefWriter_WriteGroup(d->out, OTF2_ALL_LOCATIONS, text(d, "OpenMP"), OTF2_GROUP_TYPE_COMM_LOCATIONS,
                                        OTF2_PARADIGM_OPENMP, OTF2_GROUP_FLAG_NONE, count, members));
  OTF2_GroupRef group = OTF2_FIRST_GROUP;
  check(d, otf2_mpi_define(d->source, d->archive->origins, d->out, &group, text_of, d));
  for (uint32_t i = 0; i < teams; i++)
    put_team(d, i, group + i, members);
  free(members);
}

static void put_attributes(struct definitions *d) {
  static const struct {
    const char *name, *text;
    OTF2_Type type;
  } rows[] = {
      [OTF2_CONTINUED] = {"continued", "No visit of its own: a visit that was suspended goes on, or is suspended",
                          OTF2_TYPE_UINT8},
      [OTF2_UNFINISHED] = {"unfinished", "The region was open where the trace ends, or lost its end", OTF2_TYPE_UINT8},
      [OTF2_PROCESS_ID] = {"ProcessId", "Process identifier", OTF2_TYPE_UINT64},
      [OTF2_THREAD_ID] = {"ThreadId", "Thread identifier", OTF2_TYPE_UINT64},
  };
  for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++)
    check(d,
          OTF2_GlobalDefWriter_WriteAttribute(d->out, i, text(d, rows[i].name), text(d, rows[i].text), rows[i].type));
}

/* Writes the metrics; a class is what one event has (events.h). */
static void put_metrics(struct definitions *d) {
  const struct experiment *e = d->source->experiment;
  OTF2_MetricMemberRef members[EVENT_METRICS_MAX];
  for (uint32_t i = 0; i < e->metric_count; i++) {
    const struct metric *m = &e->metrics[i];
    OTF2_MetricType type = strcmp(m->source, "PAPI") == 0     ? OTF2_METRIC_TYPE_PAPI
                           : strcmp(m->source, "rusage") == 0 ? OTF2_METRIC_TYPE_RUSAGE
                                                              : OTF2_METRIC_TYPE_OTHER;
    uint32_t class = i / EVENT_METRICS_MAX, count = i % EVENT_METRICS_MAX + 1;
    members[count - 1] = i;
    check(d, OTF2_GlobalDefWriter_WriteMetricMember(d->out, i, text(d, m->name), text(d, m->text), type,
                                                    OTF2_METRIC_ACCUMULATED_START, OTF2_TYPE_INT64, OTF2_BASE_DECIMAL,
                                                    0, text(d, *m->unit ? m->unit : "#")));
    if (count == EVENT_METRICS_MAX || i + 1 == e->metric_count)
      check(d, OTF2_GlobalDefWriter_WriteMetricClass(d->out, class, (uint8_t)count, members, OTF2_METRIC_SYNCHRONOUS,
                                                     OTF2_RECORDER_KIND_CPU));
  }
}

/* Writes a file of local definitions for each location, as readers want one; all of ours are global. */
static bool put_local(struct otf2_archive *a) {
  bool good = otf2_good(a, OTF2_Archive_OpenDefFiles(a->archive));
  for (uint32_t i = 0; good && i < a->source->experiment->location_count; i++) {
    if (a->source->threads[i].first != i)
      continue;
    OTF2_DefWriter *out = OTF2_Archive_GetDefWriter(a->archive, otf2_location(a->source, i));
    good = otf2_good(a, out ? OTF2_Archive_CloseDefWriter(a->archive, out) : OTF2_ERROR_MEM_ALLOC_FAILED);
  }
  return good && otf2_good(a, OTF2_Archive_CloseDefFiles(a->archive));
}

bool otf2_definitions(struct otf2_archive *a) {
  struct definitions d = {.archive = a, .source = a->source, .code = OTF2_SUCCESS};
  if (!put_local(a))
    return false;
  d.out = OTF2_Archive_GetGlobalDefWriter(a->archive);
  if (!d.out)
    return otf2_good(a, OTF2_ERROR_MEM_ALLOC_FAILED);
  put_clock(&d);
  text(&d, "");                                                               /* OTF2_NO_TEXT */
  text(&d, *a->source->process->program ? a->source->process->program : "?"); /* OTF2_PROGRAM_NAME */
  put_attributes(&d);
  if (d.source->analysis.series_count)
    check(&d,
          OTF2_GlobalDefWriter_WriteParameter(d.out, OTF2_INSTANCE, text(&d, "instance"), OTF2_PARAMETER_TYPE_INT64));
  put_paradigms(&d);
  put_system(&d);
  put_locations(&d);
  check(&d, otf2_regions_define(a->source, d.out, text_of, &d));
  check(&d, otf2_paths_define(a->source, d.out));
  check(&d, otf2_samples_define(a->source, d.out, a->source->analysis.region_count + OTF2_ARTIFICIAL, text_of, &d));
  put_teams(&d);
  put_metrics(&d);
  free_texts(&d.texts);
  free(d.indices);
  if (!otf2_good(a, d.code))
    return false;
  errno = 0; /* closed with the archive it would not tell of a full disk */
  return otf2_good(a, OTF2_Archive_CloseGlobalDefWriter(a->archive, d.out));
}
