/* ctf.c - the Common Trace Format 1.8, which babeltrace2 and Trace Compass read: a directory with a stream for each
 * location and `metadata`, which says what is in them. Not here: the order of events (events.c).
 *
 * Everything is packed, in the byte order of this machine. The table of events is both: what the metadata say, and how
 * many bytes an event takes. */
#include "events.h"
#include "formats.h"
#include "output.h"
#include "parallel.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC 0xc1fc1fc1u

/* The types are those of the metadata's begin. */
enum ctf_event {
  CTF_ENTER,
  CTF_LEAVE,
  CTF_RESUME,
  CTF_SUSPEND,
  CTF_UNFINISHED,
  CTF_FORK,
  CTF_JOIN,
  CTF_TEAM_BEGIN,
  CTF_TEAM_END,
  CTF_TASK_CREATE,
  CTF_TASK_SWITCH,
  CTF_TASK_COMPLETE,
  CTF_LOCK_ACQUIRE,
  CTF_LOCK_RELEASE,
  CTF_MEASUREMENT,
  CTF_FLUSH,
  CTF_METRICS,
  CTF_EVENTS
};
static const struct {
  const char *name, *fields;
} events[CTF_EVENTS] = {
    [CTF_ENTER] = {"enter", "region_t region;"},
    [CTF_LEAVE] = {"leave", "region_t region;"},
    [CTF_RESUME] = {"resume", "region_t region;"}, /* a visit goes on that was suspended */
    [CTF_SUSPEND] = {"suspend", "region_t region;"},
    [CTF_UNFINISHED] = {"leave_unfinished", "region_t region;"}, /* was open where the trace ends */
    [CTF_FORK] = {"fork", "uint32_t threads;"},
    [CTF_JOIN] = {"join", ""},
    [CTF_TEAM_BEGIN] = {"team_begin", "location_t forked_by; uint32_t threads;"},
    [CTF_TEAM_END] = {"team_end", ""},
    [CTF_TASK_CREATE] = {"task_create", "location_t creator; uint32_t number;"},
    [CTF_TASK_SWITCH] = {"task_switch", "location_t creator; uint32_t number;"}, /* number 0: the implicit task */
    [CTF_TASK_COMPLETE] = {"task_complete", "location_t creator; uint32_t number;"},
    [CTF_LOCK_ACQUIRE] = {"lock_acquire", "lock_kind_t kind; address_t lock;"},
    [CTF_LOCK_RELEASE] = {"lock_release", "lock_kind_t kind; address_t lock;"},
    [CTF_MEASUREMENT] = {"measurement", "uint8_t on;"},
    [CTF_FLUSH] = {"trace_flush", "uint64_t duration;"},                                  /* ticks, until now */
    [CTF_METRICS] = {"metrics", "metric_t first; uint8_t count; int64_t values[count];"}, /* numbered on from `first` */
};

/* As the metadata describe it. */
struct packet_head {
  uint32_t magic, stream;
  uint64_t begin, end, content_bits, packet_bits;
  uint32_t location;
} __attribute__((packed));

/* One stream. A packet is what the buffer holds. */
struct stream {
  const struct source *source;
  struct output out;
  uint32_t location;
  uint64_t begin, end;
  bool any;
};

static void begin_packet(struct stream *s, uint64_t time) {
  s->out.length = sizeof(struct packet_head);
  s->begin = s->end = time;
}

static void end_packet(struct stream *s) {
  uint64_t bits = s->out.length * 8;
  struct packet_head h = {MAGIC, 0, s->begin, s->end, bits, bits, s->location};
  memcpy(s->out.bytes, &h, sizeof h);
  output_flush(&s->out);
}

/* An event's bytes, made in one piece. */
struct bytes {
  unsigned char at[16 + 8 * EVENT_METRICS_MAX];
  unsigned length;
};
static void add(struct bytes *b, const void *value, size_t size) {
  memcpy(b->at + b->length, value, size);
  b->length += (unsigned)size;
}
static void add_32(struct bytes *b, uint64_t value) {
  uint32_t n = (uint32_t)value;
  add(b, &n, sizeof n);
}
static void add_64(struct bytes *b, uint64_t value) { add(b, &value, sizeof value); }
static void add_8(struct bytes *b, uint64_t value) {
  uint8_t n = (uint8_t)value;
  add(b, &n, sizeof n);
}

static enum ctf_event code_of(const struct event *e) {
  static const enum ctf_event codes[] = {
      [EVENT_ENTER] = CTF_ENTER,
      [EVENT_LEAVE] = CTF_LEAVE,
      [EVENT_FORK] = CTF_FORK,
      [EVENT_JOIN] = CTF_JOIN,
      [EVENT_TEAM_BEGIN] = CTF_TEAM_BEGIN,
      [EVENT_TEAM_END] = CTF_TEAM_END,
      [EVENT_TASK_CREATE] = CTF_TASK_CREATE,
      [EVENT_TASK_SWITCH] = CTF_TASK_SWITCH,
      [EVENT_TASK_COMPLETE] = CTF_TASK_COMPLETE,
      [EVENT_LOCK_ACQUIRE] = CTF_LOCK_ACQUIRE,
      [EVENT_LOCK_RELEASE] = CTF_LOCK_RELEASE,
      [EVENT_SWITCH] = CTF_MEASUREMENT,
      [EVENT_FLUSH] = CTF_FLUSH,
      [EVENT_METRICS] = CTF_METRICS,
  };
  if (e->kind == EVENT_ENTER && e->flags & EVENT_CONTINUED)
    return CTF_RESUME;
  if (e->kind == EVENT_LEAVE && e->flags)
    return e->flags & EVENT_CONTINUED ? CTF_SUSPEND : CTF_UNFINISHED;
  return codes[e->kind];
}

static void add_fields(struct bytes *b, const struct stream *s, const struct event *e) {
  switch (e->kind) {
  case EVENT_ENTER:
  case EVENT_LEAVE:
    add_32(b, e->region);
    break;
  case EVENT_FORK:
    add_32(b, e->team_size);
    break;
  case EVENT_TEAM_BEGIN:
    add_32(b, e->team);
    add_32(b, e->team_size);
    break;
  case EVENT_TASK_CREATE:
  case EVENT_TASK_SWITCH:
  case EVENT_TASK_COMPLETE:
    add_32(b, e->task ? e->task >> 32 : s->location);
    add_32(b, e->task);
    break;
  case EVENT_LOCK_ACQUIRE:
  case EVENT_LOCK_RELEASE:
    add_8(b, (e->lock & EVENT_NAMED) != 0);
    add_64(b, e->lock & ~EVENT_NAMED);
    break;
  case EVENT_SWITCH:
    add_8(b, e->on);
    break;
  case EVENT_FLUSH:
    add_64(b, e->ticks);
    break;
  case EVENT_METRICS:
    add_32(b, e->metric);
    add_8(b, e->metrics);
    for (uint32_t i = 0; i < e->metrics; i++)
      add_64(b, (uint64_t)e->values[i]);
    break;
  case EVENT_JOIN:
  case EVENT_TEAM_END:
  case EVENT_MPI: /* comes of a job, which this is not */
    break;
  }
}

static bool take(void *context, const struct event *e) {
  struct stream *s = context;
  struct bytes b = {.length = 0};
  uint64_t time = e->time - s->source->begin;
  add_8(&b, code_of(e));
  add_64(&b, time);
  add_fields(&b, s, e);
  if (!s->any)
    begin_packet(s, time);
  else if (s->out.length + b.length > OUTPUT_ROOM) {
    end_packet(s);
    begin_packet(s, time);
  }
  s->any = true;
  memcpy(s->out.bytes + s->out.length, b.at, b.length);
  s->out.length += b.length;
  s->end = time;
  return !s->out.error;
}

/* --- metadata --- */

static const char types[] =
    "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
    "typealias integer { size = 64; align = 8; signed = true; } := int64_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; base = 16; } := address_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; map = clock.measurement.value; } := ticks_t;\n"
    "typealias enum : uint8_t { \"lock\" = 0, \"critical\" = 1 } := lock_kind_t;\n";

static void put_enum(struct output *o, const struct source *s, bool regions) {
  uint32_t count = regions ? s->analysis.region_count : s->experiment->location_count;
  char name[3400];
  output_text(o, "typealias enum : uint32_t {\n");
  for (uint32_t i = 0; i < count; i++) {
    const struct region *r = &s->analysis.regions[i];
    if (!regions)
      source_location_name(s, i, name, sizeof name);
    else if (r->construct && *r->construct->file)
      snprintf(name, sizeof name, "%s @ %s:%d", r->name, r->construct->file, r->construct->begin_line1);
    else
      snprintf(name, sizeof name, "%s", r->name);
    output_text(o, "  ");
    output_quoted(o, name);
    output_print(o, " = %u%s\n", i, i + 1 < count ? "," : "");
  }
  output_print(o, "} := %s;\n", regions ? "region_t" : "location_t");
}

static void put_metrics(struct output *o, const struct experiment *e) {
  output_text(o, "typealias enum : uint32_t {\n");
  for (uint32_t i = 0; i < e->metric_count; i++) {
    output_text(o, "  ");
    output_quoted(o, e->metrics[i].name);
    output_print(o, " = %u,\n", i);
  }
  output_print(o, "  \"none\" = %u\n} := metric_t;\n", e->metric_count); /* there are no enums of nothing */
}

static void put_named(struct output *o, const char *name, const char *value) {
  output_print(o, "  %s = ", name);
  output_quoted(o, value);
  output_text(o, ";\n");
}

static void put_clock(struct output *o, const struct source *s) {
  uint64_t frequency = source_frequency(s), epoch = s->process->header.epoch_ns;
  uint64_t part = (uint64_t)((double)(epoch % 1000000000u) * (double)frequency / 1e9);
  output_print(o,
               "clock {\n  name = \"measurement\";\n  description = \"ticks since the process began\";\n"
               "  freq = %llu;\n  offset_s = %llu;\n  offset = %llu;\n};\n",
               (unsigned long long)frequency, (unsigned long long)(epoch / 1000000000u), (unsigned long long)part);
}

static void put_metadata(struct output *o, const struct source *s) {
  output_text(o, "/* CTF 1.8 */\n\n");
  output_text(o, types);
  output_print(o,
               "trace {\n  major = 1;\n  minor = 8;\n  byte_order = %s;\n"
               "  packet.header := struct { uint32_t magic; uint32_t stream_id; };\n};\n",
               __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "le" : "be");
  output_text(o, "env {\n");
  put_named(o, "hostname", s->process->host);
  put_named(o, "program", s->process->program);
  put_named(o, "command", s->process->command);
  put_named(o, "tracer_name", "pompinst");
  output_print(o, "  process_id = %u;\n};\n", s->process->header.pid);
  put_clock(o, s);
  put_enum(o, s, true);
  put_enum(o, s, false);
  put_metrics(o, s->experiment);
  output_text(o, "stream {\n  id = 0;\n  event.header := struct { uint8_t id; ticks_t timestamp; };\n"
                 "  packet.context := struct { ticks_t timestamp_begin; ticks_t timestamp_end; uint64_t content_size; "
                 "uint64_t packet_size; location_t location; };\n};\n");
  for (int i = 0; i < CTF_EVENTS; i++)
    output_print(o, "event {\n  name = \"%s\";\n  id = %d;\n  stream_id = 0;\n  fields := struct { %s };\n};\n",
                 events[i].name, i, events[i].fields);
}

/* --- files --- */

struct writing {
  struct conversion *conversion;
  pthread_mutex_t mutex; /* guards what of it changes */
};

static bool note(struct writing *w, const char *error, bool input, uint64_t misfits) {
  pthread_mutex_lock(&w->mutex);
  if (error && !*w->conversion->error)
    conversion_fail(w->conversion, input, "%s", error);
  w->conversion->misfits += misfits;
  pthread_mutex_unlock(&w->mutex);
  return !error;
}

static bool write_stream(void *context, uint32_t i) {
  struct writing *w = context;
  const struct source *source = w->conversion->source;
  const struct trace_stream *stream = &source->trace->streams[i];
  struct stream s = {.source = source, .location = stream->location};
  char path[4400], error[256] = "";
  uint64_t misfits = 0;
  if (stream->location == POMP_TRACE_DEFINITIONS)
    return true;
  snprintf(path, sizeof path, "%s/location-%u", w->conversion->path, stream->location);
  bool good = output_open(&s.out, path) && events_of(source, stream, take, &s, &misfits, error, sizeof error);
  if (s.any && good)
    end_packet(&s);
  s.out.length = 0; /* of a stream without events */
  bool written = output_close(&s.out);
  int why = errno;
  if (written && !s.any)
    unlink(path);
  if (*error)
    return note(w, error, true, misfits);
  return note(w, written ? NULL : strerror(why), false, misfits) && good;
}

static bool write_metadata(struct conversion *c) {
  struct output o;
  char path[4400];
  snprintf(path, sizeof path, "%s/metadata", c->path);
  if (output_open(&o, path))
    put_metadata(&o, c->source);
  return output_close(&o) || conversion_fail(c, false, "%s", strerror(errno));
}

bool ctf_write(struct conversion *c) {
  struct writing w = {.conversion = c};
  if (mkdir(c->path, 0777) != 0)
    return conversion_fail(c, false, "%s", strerror(errno));
  pthread_mutex_init(&w.mutex, NULL);
  bool good = write_metadata(c) && parallel_for(c->jobs, c->source->trace->stream_count, write_stream, &w);
  pthread_mutex_destroy(&w.mutex);
  return good;
}
