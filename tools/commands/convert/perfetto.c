/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* perfetto.c - the JSON of chrome://tracing, which Perfetto reads: a track for each thread, below its team's.
 * Not here: the order of events (events.c), what was sampled (perfetto_samples.c). */
#include "commands/convert/formats.h"
#include "commands/convert/output.h"
#include "commands/convert/perfetto_samples.h"
#include "commands/convert/phase_instances.h"
#include "files/call_sites.h"
#include "pomp_text.h"
#include "sums/events.h"
#include "sums/job_traces.h"
#include "sums/message_flows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A team is written as a process with the team's number; the threads that are in no team are process 1, and the
 * processes of ranks are numbered after all teams. No thread has number 0, which viewers show as the idle thread. */
struct region_text {
  char *text;    /* ,"name":...,"cat":...,"args":{ and the constant part of each enter */
  uint32_t name; /* the length of the name in it */
  bool more;     /* something is in the arguments */
};

struct track {
  struct output *out; /* NULL: messages are counted */
  const struct conversion *conversion;
  const struct traced_run *source; /* the process's */
  struct message_flows *flows;     /* the arrows of messages */
  const struct region_text *regions;
  char ids[64];   /* "pid":...,"tid":... */
  char name[256]; /* the thread's name */
  uint32_t location;
  uint64_t task; /* the task that was taken and has not begun */
  struct phase_instances instances;
};

static uint32_t team_of(const struct traced_run *s, uint32_t location) {
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

/* Begins an event. All but the first, which is metadata, come after another one. */
static void begin(const struct track *k, const char *phase, uint64_t time) {
  struct output *o = k->out;
  output_text(o, ",\n{\"ph\":\"");
  output_text(o, phase);
  output_text(o, "\",");
  output_text(o, k->ids);
  output_text(o, ",\"ts\":");
  put_time(o, traced_run_ns(k->source, time));
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
  const struct region_text *r = &k->regions[e->region];
  begin(k, "B", e->time);
  output_text(k->out, r->text);
  const uint64_t visit = e->flags ? 0 : phase_instance(&k->instances, &k->conversion->source->analysis, e);
  if (visit)
    output_print(k->out, "%s\"visit\":%llu", r->more ? "," : "", (unsigned long long)visit);
  output_text(k->out, e->flags & EVENT_CONTINUED ? &",\"continued\":true}}"[!r->more] : "}}");
  if (k->task && e->role == POMP_ROLE_TASK && !(e->flags & EVENT_CONTINUED)) {
    put_flow(k, "f", e->time, k->task);
    k->task = 0;
  }
}

/* Writes a leave. By the format's rules it ends what is open, whatever its name; but there are viewers that look at
 * the name. */
static void put_leave(const struct track *k, const struct event *e) {
  const struct region_text *r = &k->regions[e->region];
  begin(k, "E", e->time);
  output_bytes(k->out, r->text, r->name);
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
  put_time(k->out, traced_run_ns(k->source, k->source->begin + e->ticks) - traced_run_ns(k->source, k->source->begin));
  output_text(k->out, ",\"cat\":\"measurement\",\"name\":\"trace is written\"}");
}

/* Writes metrics. A counter belongs to the process, and is distinguished by `id` from those of the same name. */
static void put_metrics(const struct track *k, const struct event *e) {
  const struct experiment *x = k->conversion->source->experiment;
  for (uint32_t i = 0; i < e->metrics; i++) {
    begin(k, "C", e->time);
    output_text(k->out, ",\"name\":");
    output_quoted(k->out, x->metrics[e->metric + i].name);
    output_print(k->out, ",\"id\":\"%s\",\"args\":{\"value\":%lld}}", k->name, (long long)e->values[i]);
  }
}

static void put_message(struct output *o, const char *phase, const char *ids, uint64_t ns,
                        const struct message_flow *flow) {
  output_print(o, ",\n{\"ph\":\"%s\",%s,\"ts\":", phase, ids);
  put_time(o, ns);
  output_print(o, ",\"cat\":\"message\",\"name\":\"message\",\"id\":\"m%u.%llu\"%s}", flow->kind,
               (unsigned long long)flow->count, *phase == 'f' ? ",\"bp\":\"e\"" : "");
}

static void put_ids(char *ids, size_t size, const struct traced_run *s, uint32_t location) {
  snprintf(ids, size, "\"pid\":%u,\"tid\":%u", team_of(s, location), location + 1);
}

static void put_receives(struct output *o, const struct traced_run *s, struct message_flows *flows, bool last) {
  struct receive receive;
  struct message_flow flow;
  while (message_flows_next(flows, last, &receive, &flow)) {
    char ids[64];
    if (!o || !flow.whole)
      continue;
    put_ids(ids, sizeof ids, s, receive.location);
    put_message(o, "f", ids, receive.ns, &flow);
  }
}

/* Writes a record of MPI's. False if there is no memory. */
static bool put_mpi(const struct track *k, const struct event *e) {
  const struct trace_record *r = e->record;
  struct message_flow flow;
  bool good = true;
  if (r->code == POMP_CODE_SEND || r->code == POMP_CODE_ISEND) {
    good = message_flows_sent(k->flows, k->source, r, &flow);
    if (good && k->out && flow.whole)
      put_message(k->out, "s", k->ids, traced_run_ns(k->source, e->time), &flow);
  } else if (r->code == POMP_CODE_RECEIVE || r->code == POMP_CODE_IRECEIVE) {
    good = message_flows_received(k->flows, k->source, r, traced_run_ns(k->source, e->time), k->location);
    put_receives(k->out, k->source, k->flows, false);
  } else if (r->code == POMP_CODE_IRECEIVE_REQUEST)
    good = message_flows_posted(k->flows, r);
  return good;
}

static bool count(void *context, const struct event *e) { return e->kind != EVENT_MPI || put_mpi(context, e); }

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
    if (!put_mpi(k, e) && !k->out->error)
      k->out->error = ENOMEM;
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

static void free_regions(struct region_text *all, uint32_t count) {
  for (uint32_t i = 0; all && i < count; i++)
    free(all[i].text);
  free(all);
}

static bool make_region(const struct region *r, struct region_text *made, struct output *o) {
  o->length = 0;
  output_text(o, ",\"name\":");
  output_quoted(o, r->name);
  made->name = (uint32_t)o->length;
  output_print(o, ",\"cat\":\"%s\",\"args\":{", category(r->role));
  char source[3000];
  call_where(r->construct, source, sizeof source);
  made->more = *source;
  if (made->more) {
    pomp_text_clean(source, 0);
    output_text(o, "\"source\":");
    output_quoted(o, source);
  }
  /* A barrier that a construct implies need not repeat what is at the construct. */
  const char *clauses = r->construct && r->role != POMP_ROLE_BARRIER ? r->construct->clauses : NULL;
  if (clauses && *clauses) {
    output_text(o, made->more ? ",\"clauses\":" : "\"clauses\":");
    output_quoted(o, clauses);
    made->more = true;
  }
  output_bytes(o, "", 1);
  made->text = strdup(o->bytes);
  return made->text;
}

/* Makes the text of each region, in memory that free_regions gives back. */
static struct region_text *make_regions(const struct analysis *a) {
  struct output o = {.fd = -1, .bytes = malloc(OUTPUT_ROOM)};
  struct region_text *all = calloc(a->region_count + 1ull, sizeof *all);
  bool good = all && o.bytes;
  for (uint32_t i = 0; good && i < a->region_count; i++)
    good = make_region(&a->regions[i], &all[i], &o);
  good = good && !o.error;
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

/* Writes the name of the process of the threads that are in no team. The first of all events has none before it. */
static void put_process(struct output *o, const struct traced_run *s, uint32_t i) {
  const struct process *p = &s->experiment->processes[i];
  uint32_t number = team_of(s, p->first_location);
  char name[300];
  if (s->job)
    snprintf(name, sizeof name, "MPI Rank %u", p->header.rank);
  else
    snprintf(name, sizeof name, "%.200s", p->program);
  output_print(o, "%s{\"ph\":\"M\",\"pid\":%u,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":", i ? ",\n" : "",
               number);
  output_quoted(o, name);
  output_text(o, "}}");
  put_order(o, number, 0, "process_sort_index", p->first_location);
}

static void put_tracks(struct output *o, const struct traced_run *s) {
  char text[256], name[300];
  for (uint32_t i = 0; i < s->experiment->process_count; i++)
    put_process(o, s, i);
  for (uint32_t i = 0; i < s->experiment->location_count; i++) {
    uint32_t location = s->analysis.location_order[i], team = team_of(s, location);
    if (s->threads[location].first == location) {
      traced_run_thread_name(s, location, text, sizeof text);
      put_name(o, team, location + 1, "thread_name", text);
      put_order(o, team, location + 1, "thread_sort_index", i);
    }
    if (s->forks[location] > 1) {
      traced_run_location_name(s, location, text, sizeof text);
      snprintf(name, sizeof name, "team of %s", text);
      put_name(o, location + 2, 0, "process_name", name);
      put_order(o, location + 2, 0, "process_sort_index", i + 1);
    }
  }
}

/* Writes the events of a process; `s` is the source, or a rank of it. Without `o` messages are only counted. */
static bool put_events(struct conversion *c, const struct traced_run *s, struct output *o,
                       const struct region_text *regions, struct message_flows *flows) {
  const struct process *p = s->process;
  for (uint32_t i = p->first_location; i < p->first_location + p->location_count; i++) {
    if (s->threads[i].first != i)
      continue;
    struct track k = {.out = o, .conversion = c, .source = s, .flows = flows, .regions = regions, .location = i};
    traced_run_thread_name(c->source, i, k.name, sizeof k.name);
    put_ids(k.ids, sizeof k.ids, s, k.location);
    uint64_t misfits = 0;
    const bool good = events_of(s, i, o ? take : count, &k, &misfits, c->error, sizeof c->error);
    free(k.instances.at);
    if (!good) {
      c->input = *c->error != 0;
      return false;
    }
    c->misfits += o ? misfits : 0;
  }
  put_receives(o, s, flows, true);
  return true;
}

/* Counts what has to be known of messages before the first arrow is written. */
static bool count_messages(struct conversion *c, struct message_flows *flows, const struct region_text *regions) {
  const struct job_traces *j = c->source->job;
  bool good = true, part = j->count != c->source->experiment->processes[0].header.ranks;
  for (uint32_t i = 0; good && i < j->count; i++) {
    good = message_flows_look_at(flows, &j->ranks[i]);
    part |= trace_is_partial(j->ranks[i].trace);
  }
  for (uint32_t i = 0; good && part && i < j->count; i++)
    good = put_events(c, &j->ranks[i], NULL, regions, flows);
  good = good && (!part || message_flows_align(flows, j));
  return good || (!*c->error && conversion_fail(c, false, "not enough memory"));
}

static bool put_processes(struct conversion *c, struct output *o, const struct region_text *regions) {
  const struct job_traces *j = c->source->job;
  struct message_flows flows;
  message_flows_begin(&flows);
  bool good = !j || count_messages(c, &flows, regions);
  for (uint32_t i = 0; good && i < (j ? j->count : 1); i++)
    good = put_events(c, j ? &j->ranks[i] : c->source, o, regions, &flows);
  message_flows_end(&flows);
  return good;
}

/* The samples are a process behind all others (team_of). */
static bool put_samples(struct conversion *c, struct output *o) {
  const struct experiment *e = c->source->experiment;
  if (!e->sample_count)
    return true;
  struct samples *samples = samples_find(&c->source->analysis);
  bool good = samples && perfetto_put_samples(o, samples, e->location_count + 2 + e->process_count);
  samples_free(samples);
  return good || conversion_fail(c, false, "not enough memory");
}

bool perfetto_write(struct conversion *c) {
  struct output o;
  if (!output_open(&o, c->path)) {
    int error = errno;
    output_close(&o);
    return conversion_fail(c, false, "%s", strerror(error));
  }
  struct region_text *regions = make_regions(&c->source->analysis);
  output_text(&o, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
  put_tracks(&o, c->source);
  bool good =
      regions ? put_processes(c, &o, regions) && put_samples(c, &o) : conversion_fail(c, false, "not enough memory");
  output_text(&o, "\n]}\n");
  free_regions(regions, c->source->analysis.region_count);
  bool written = output_close(&o);
  return written ? good : *c->error ? false : conversion_fail(c, false, "%s", strerror(errno));
}
