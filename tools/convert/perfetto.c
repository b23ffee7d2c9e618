/* perfetto.c - the JSON of chrome://tracing, which Perfetto reads: a track for each location, below its team's.
 * Not here: the order of events (events.c). */
#include "events.h"
#include "formats.h"
#include "output.h"
#include "text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The team's number is the process's: 1 is that of the threads that are in none. A thread's number is not 0, which
 * viewers take for the idle thread. */
struct track {
  struct output *out;
  const struct conversion *conversion;
  char **regions; /* what is the same at each enter */
  char place[64]; /* "pid":...,"tid":... */
  char name[128]; /* of the location */
  uint64_t task;  /* that has been taken up, and has not begun */
};

static uint32_t team_of(const struct source *s, uint32_t location) {
  uint32_t parent = s->experiment->locations[location].parent;
  return parent == NO_LOCATION ? 1 : parent + 2;
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
  put_time(o, source_ns(k->conversion->source, time));
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
  put_time(k->out, source_ns(k->conversion->source, k->conversion->source->begin + e->ticks));
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

static bool put_events(struct conversion *c, struct output *o, char **regions) {
  const struct source *s = c->source;
  for (uint32_t i = 0; i < s->trace->stream_count; i++) {
    const struct trace_stream *stream = &s->trace->streams[i];
    if (stream->location == POMP_TRACE_DEFINITIONS)
      continue;
    struct track k = {.out = o, .conversion = c, .regions = regions};
    source_location_name(s, stream->location, k.name, sizeof k.name);
    snprintf(k.place, sizeof k.place, "\"pid\":%u,\"tid\":%u", team_of(s, stream->location), stream->location + 1);
    if (!events_of(s, stream, take, &k, &c->misfits, c->error, sizeof c->error)) {
      c->input = *c->error != 0;
      return false;
    }
  }
  return true;
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
  bool good = regions ? put_events(c, &o, regions) : conversion_fail(c, false, "not enough memory");
  output_text(&o, "\n]}\n");
  free_regions(regions, c->source->analysis.region_count);
  bool written = output_close(&o);
  return written ? good : *c->error ? false : conversion_fail(c, false, "%s", strerror(errno));
}
