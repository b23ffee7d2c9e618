/* perfetto.c - the JSON of chrome://tracing, which Perfetto reads: a track for each location, below its team's.
 * Not here: the order of events (events.c). */
#include "events.h"
#include "formats.h"
#include "job.h"
#include "output.h"
#include "perfetto_flows.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The team's number is the process's: 1 is that of the threads that are in none; of ranks, that of each comes after
 * those of all teams. A thread's number is not 0, which
 * viewers take for the idle thread. */
struct track {
  struct output *out;
  const struct conversion *conversion;
  const struct source *source; /* the process's */
  struct flows *flows;         /* of messages */
  char **regions;              /* what is the same at each enter */
  char place[64];              /* "pid":...,"tid":... */
  char name[128];              /* of the location */
  uint32_t location;
  uint64_t task; /* that has been taken up, and has not begun */
};

static uint32_t team_of(const struct source *s, uint32_t location) {
  uint32_t parent = s->experiment->locations[location].parent;
  if (parent != NO_LOCATION)
    return parent + 2;
  return s->job ? s->experiment->location_count + 2 + s->experiment->locations[location].process : 1;
}

static void put_time(struct output *o, uint64_t ns) {
  char digits[4] = {'.', (char)('0' + ns / 100 % 10), (char)('0' + ns / 10 % 10), (char)('0' + ns % 10)};
  output_number(o, ns / 1000);
  output_bytes(o, digits, sizeof digits);
}

/* All events but the first come after another one: the metadata. */
static void begin(const struct track *k, const char *phase, uint64_t time) {
  struct output *o = k->out;
  output_text(o, ",\n{\"ph\":\"");
  output_text(o, phase);
  output_text(o, "\",");
  output_text(o, k->place);
  output_text(o, ",\"ts\":");
  put_time(o, source_ns(k->source, time));
}

static void put_flow(const struct track *k, const char *phase, uint64_t time, uint64_t task) {
  begin(k, phase, time);
  output_print(k->out, ",\"cat\":\"task\",\"name\":\"task\",\"id\":\"0x%llx\"%s}", (unsigned long long)task,
               *phase == 'f' ? ",\"bp\":\"e\"" : "");
}

static void put_lock(const struct track *k, const struct event *e) {
  begin(k, "i", e->time);
  output_print(k->out, ",\"s\":\"t\",\"cat\":\"lock\",\"name\":\"%s\",\"args\":{\"lock\":\"%s%llx\"}}",
               e->kind == EVENT_LOCK_ACQUIRE ? "acquire" : "release", e->lock & EVENT_NAMED ? "critical " : "0x",
               (unsigned long long)(e->lock & ~EVENT_NAMED));
}

static void put_enter(struct track *k, const struct event *e) {
  begin(k, "B", e->time);
  output_text(k->out, k->regions[e->region]);
  output_text(k->out, e->flags & EVENT_CONTINUED ? ",\"continued\":true}}" : "}}");
  if (k->task && e->role == POMP_ROLE_TASK && !(e->flags & EVENT_CONTINUED)) {
    put_flow(k, "f", e->time, k->task);
    k->task = 0;
  }
}

static void put_leave(const struct track *k, const struct event *e) {
  begin(k, "E", e->time);
  output_text(k->out, e->flags & EVENT_UNFINISHED  ? ",\"args\":{\"unfinished\":true}}"
                      : e->flags & EVENT_CONTINUED ? ",\"args\":{\"continued\":true}}"
                                                   : "}");
}

static void put_instant(const struct track *k, const char *name, uint64_t time) {
  begin(k, "i", time);
  output_print(k->out, ",\"s\":\"p\",\"cat\":\"measurement\",\"name\":\"%s\"}", name);
}

static void put_flush(const struct track *k, const struct event *e) {
  begin(k, "X", e->time > e->ticks ? e->time - e->ticks : 0);
  output_text(k->out, ",\"dur\":");
  put_time(k->out, source_ns(k->source, k->source->begin + e->ticks) - source_ns(k->source, k->source->begin));
  output_text(k->out, ",\"cat\":\"measurement\",\"name\":\"trace is written\"}");
}

/* A counter is the process's, and told apart from those of the same name by `id`. */
static void put_metrics(const struct track *k, const struct event *e) {
  const struct experiment *x = k->conversion->source->experiment;
  for (uint32_t i = 0; i < e->metrics; i++) {
    begin(k, "C", e->time);
    output_text(k->out, ",\"name\":");
    output_quoted(k->out, x->metrics[e->metric + i].name);
    output_print(k->out, ",\"id\":\"%s\",\"args\":{\"value\":%lld}}", k->name, (long long)e->values[i]);
  }
}

static void put_message(struct output *o, const char *phase, const char *place, uint64_t ns, const struct flow *flow) {
  output_print(o, ",\n{\"ph\":\"%s\",%s,\"ts\":", phase, place);
  put_time(o, ns);
  output_print(o, ",\"cat\":\"message\",\"name\":\"message\",\"id\":\"m%u.%llu\"%s}", flow->kind,
               (unsigned long long)flow->count, *phase == 'f' ? ",\"bp\":\"e\"" : "");
}

static void put_place(char *place, size_t size, const struct source *s, uint32_t location) {
  snprintf(place, size, "\"pid\":%u,\"tid\":%u", team_of(s, location), location + 1);
}

static void put_receives(struct output *o, const struct source *s, struct flows *flows, bool last) {
  struct receive receive;
  struct flow flow;
  while (flows_next(flows, last, &receive, &flow)) {
    char place[64];
    put_place(place, sizeof place, s, receive.location);
    put_message(o, "f", place, receive.ns, &flow);
  }
}

static void put_mpi(const struct track *k, const struct event *e) {
  const struct trace_record *r = e->record;
  struct flow flow;
  bool good = true;
  if (r->code == POMP_CODE_SEND || r->code == POMP_CODE_ISEND) {
    good = flows_sent(k->flows, k->source, r, &flow);
    if (good)
      put_message(k->out, "s", k->place, source_ns(k->source, e->time), &flow);
  } else if (r->code == POMP_CODE_RECEIVE || r->code == POMP_CODE_IRECEIVE) {
    good = flows_received(k->flows, k->source, r, source_ns(k->source, e->time), k->location);
    put_receives(k->out, k->source, k->flows, false);
  } else if (r->code == POMP_CODE_IRECEIVE_REQUEST)
    good = flows_posted(k->flows, r);
  if (!good && !k->out->error)
    k->out->error = ENOMEM;
}

static bool take(void *context, const struct event *e) {
  struct track *k = context;
  switch (e->kind) {
  case EVENT_ENTER:
    put_enter(k, e);
    break;
  case EVENT_LEAVE:
    put_leave(k, e);
    break;
  case EVENT_TASK_CREATE:
    put_flow(k, "s", e->time, e->task);
    break;
  case EVENT_TASK_SWITCH:
    k->task = e->task;
    break;
  case EVENT_LOCK_ACQUIRE:
  case EVENT_LOCK_RELEASE:
    put_lock(k, e);
    break;
  case EVENT_SWITCH:
    put_instant(k, e->on ? "measurement on" : "measurement off", e->time);
    break;
  case EVENT_FLUSH:
    put_flush(k, e);
    break;
  case EVENT_METRICS:
    put_metrics(k, e);
    break;
  case EVENT_MPI:
    put_mpi(k, e);
    break;
  default: /* the tracks show teams */
    break;
  }
  return !k->out->error;
}

/* --- what all events share --- */

static const char *category(uint32_t role) {
  return role == POMP_ROLE_MPI ? "mpi" : role == POMP_ROLE_USER ? "user" : "openmp";
}

static void free_regions(char **all, uint32_t count) {
  for (uint32_t i = 0; all && i < count; i++)
    free(all[i]);
  free(all);
}

/* `,"name":...,"cat":...,"args":{"source":...`, of each region; in memory that free_regions gives back. */
static char **make_regions(const struct analysis *a) {
  struct output o = {.fd = -1, .bytes = malloc(OUTPUT_ROOM)};
  char **all = calloc(a->region_count + 1ull, sizeof *all);
  for (uint32_t i = 0; all && o.bytes && i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    o.length = 0;
    output_text(&o, ",\"name\":");
    output_quoted(&o, r->name);
    output_print(&o, ",\"cat\":\"%s\",\"args\":{\"source\":", category(r->role));
    char source[3000] = "";
    if (r->construct && *r->construct->file)
      snprintf(source, sizeof source, "%s:%d", r->construct->file, r->construct->begin_line1);
    text_clean(source, "");
    output_quoted(&o, source);
    output_bytes(&o, "", 1);
    all[i] = strdup(o.bytes);
    if (!all[i])
      o.error = ENOMEM;
  }
  bool good = all && o.bytes && !o.error;
  free(o.bytes);
  if (good)
    return all;
  free_regions(all, a->region_count);
  return NULL;
}

static void put_name(struct output *o, uint32_t process, uint32_t thread, const char *what, const char *name) {
  output_print(o, ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"name\":", process, thread, what);
  output_quoted(o, name);
  output_text(o, "}}");
}

static void put_order(struct output *o, uint32_t process, uint32_t thread, const char *what, uint32_t order) {
  output_print(o, ",\n{\"ph\":\"M\",\"pid\":%u,\"tid\":%u,\"name\":\"%s\",\"args\":{\"sort_index\":%u}}", process,
               thread, what, order);
}

static void put_tracks(struct output *o, const struct source *s) {
  char text[256], name[300];
  snprintf(name, sizeof name, "%.200s", s->process->program);
  output_text(o, "{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":");
  output_quoted(o, name);
  output_text(o, "}}");
  put_order(o, 1, 0, "process_sort_index", 0);
  for (uint32_t i = 0; s->job && i < s->experiment->process_count; i++) {
    uint32_t first = s->experiment->processes[i].first_location;
    snprintf(name, sizeof name, "MPI Rank %u", s->experiment->processes[i].header.rank);
    put_name(o, team_of(s, first), 0, "process_name", name);
    put_order(o, team_of(s, first), 0, "process_sort_index", first);
  }
  for (uint32_t i = 0; i < s->experiment->location_count; i++) {
    uint32_t location = s->analysis.location_order[i], team = team_of(s, location);
    source_location_name(s, location, text, sizeof text);
    put_name(o, team, location + 1, "thread_name", text);
    put_order(o, team, location + 1, "thread_sort_index", i);
    if (s->forks[location]) {
      snprintf(name, sizeof name, "team of %s", text);
      put_name(o, location + 2, 0, "process_name", name);
      put_order(o, location + 2, 0, "process_sort_index", i + 1);
    }
  }
}

/* Of a process: `s` is the source, or a rank of it. */
static bool put_events(struct conversion *c, const struct source *s, struct output *o, char **regions,
                       struct flows *flows) {
  for (uint32_t i = 0; i < s->trace->stream_count; i++) {
    const struct trace_stream *stream = &s->trace->streams[i];
    if (stream->location == POMP_TRACE_DEFINITIONS)
      continue;
    struct track k = {.out = o,
                      .conversion = c,
                      .source = s,
                      .flows = flows,
                      .regions = regions,
                      .location = s->first_location + stream->location};
    source_location_name(c->source, k.location, k.name, sizeof k.name);
    put_place(k.place, sizeof k.place, s, k.location);
    if (!events_of(s, stream, take, &k, &c->misfits, c->error, sizeof c->error)) {
      c->input = *c->error != 0;
      return false;
    }
  }
  put_receives(o, s, flows, true);
  return true;
}

static bool put_processes(struct conversion *c, struct output *o, char **regions) {
  const struct job *j = c->source->job;
  struct flows flows;
  flows_begin(&flows);
  bool good = true;
  for (uint32_t i = 0; good && i < (j ? j->count : 1); i++)
    good = put_events(c, j ? &j->ranks[i] : c->source, o, regions, &flows);
  flows_end(&flows);
  return good;
}

bool perfetto_write(struct conversion *c) {
  struct output o;
  if (!output_open(&o, c->path)) {
    int error = errno;
    output_close(&o);
    return conversion_fail(c, false, "%s", strerror(error));
  }
  char **regions = make_regions(&c->source->analysis);
  output_text(&o, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  put_tracks(&o, c->source);
  bool good = regions ? put_processes(c, &o, regions) : conversion_fail(c, false, "not enough memory");
  output_text(&o, "\n]}\n");
  free_regions(regions, c->source->analysis.region_count);
  bool written = output_close(&o);
  return written ? good : *c->error ? false : conversion_fail(c, false, "%s", strerror(errno));
}
