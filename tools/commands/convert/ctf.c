/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ctf.c - the Common Trace Format 1.8, which babeltrace2 and Trace Compass read: a directory with a stream for each
 * thread of each process. Not here: the order of events (events.c), what is said of the streams (ctf_metadata.c). */
#include "commands/convert/ctf.h"
#include "commands/convert/formats.h"
#include "sums/events.h"
#include "sums/job_traces.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* This is one stream. What the buffer holds becomes a packet. */
struct stream {
  const struct traced_run *source; /* the process's */
  struct output out;
  uint32_t location;
  uint64_t begin, end;
  bool any;
};

static size_t head_size(const struct stream *s) {
  return s->source->job ? sizeof(struct ctf_packet) : CTF_PACKET_SINGLE;
}

static void begin_packet(struct stream *s, uint64_t time) {
  s->out.length = head_size(s);
  s->begin = s->end = time;
}

static void end_packet(struct stream *s) {
  uint64_t bits = s->out.length * 8;
  const struct pomp_header *p = &s->source->process->header;
  struct ctf_packet h = {CTF_MAGIC, 0, s->begin, s->end, bits, bits, s->location, p->rank, p->pid};
  memcpy(s->out.bytes, &h, head_size(s));
  output_flush(&s->out);
}

/* These are an event's bytes, which are made in one piece. */
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

/* --- MPI --- */

static enum ctf_event code_of_mpi(const struct trace_record *r) {
  switch (r->code) {
  case POMP_CODE_SEND:
    return CTF_SEND;
  case POMP_CODE_RECEIVE:
    return CTF_RECEIVE;
  case POMP_CODE_ISEND:
    return CTF_ISEND;
  case POMP_CODE_ISEND_DONE:
    return CTF_ISEND_DONE;
  case POMP_CODE_IRECEIVE_REQUEST:
    return CTF_IRECEIVE_REQUEST;
  case POMP_CODE_IRECEIVE:
    return CTF_IRECEIVE;
  case POMP_CODE_COLLECTIVE_DONE:
    return CTF_ICOLLECTIVE_DONE;
  case POMP_CODE_REQUEST_CANCELLED:
    return CTF_CANCELLED;
  case POMP_CODE_COMM_CREATE:
    return CTF_COMM_CREATE;
  case POMP_CODE_COMM_DESTROY:
    return CTF_COMM_DESTROY;
  default:
    return r->arguments[5] ? CTF_ICOLLECTIVE : CTF_COLLECTIVE;
  }
}

static void add_communicator(struct bytes *b, const struct stream *s, uint64_t id) {
  const struct called *c = job_traces_called(s->source->job, s->source->number, id);
  add_32(b, c ? c->communicator : CTF_NO_COMMUNICATOR);
}

static void add_mpi(struct bytes *b, const struct stream *s, const struct event *e) {
  const uint64_t *a = e->record->arguments;
  switch (e->record->code) {
  case POMP_CODE_ISEND_DONE:
  case POMP_CODE_IRECEIVE_REQUEST:
  case POMP_CODE_COLLECTIVE_DONE:
  case POMP_CODE_REQUEST_CANCELLED:
    add_64(b, a[0]);
    break;
  case POMP_CODE_COLLECTIVE:
    add_32(b, e->region);
    add_communicator(b, s, a[1]);
    add_32(b, a[2] - 1); /* if there is none it is -1, as in OTF2 */
    add_64(b, a[3]);
    add_64(b, a[4]);
    if (a[5])
      add_64(b, a[5]);
    break;
  case POMP_CODE_COMM_CREATE:
    if (a[0])
      add_communicator(b, s, a[0]);
    else
      add_32(b, CTF_NO_COMMUNICATOR);
    add_communicator(b, s, a[1]);
    break;
  case POMP_CODE_COMM_DESTROY:
    add_communicator(b, s, a[0]);
    break;
  default: /* a message */
    add_communicator(b, s, a[0]);
    add_32(b, a[1]);
    add_32(b, a[2]);
    add_64(b, a[3]);
    if (e->record->code == POMP_CODE_ISEND || e->record->code == POMP_CODE_IRECEIVE)
      add_64(b, a[4]);
    break;
  }
}

/* --- all events --- */

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
  return e->kind == EVENT_MPI ? code_of_mpi(e->record) : codes[e->kind];
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
    add_32(b, e->task ? e->task >> 32 : e->location);
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
    add_64(b, traced_run_time(s->source, e->time) -
                  traced_run_time(s->source, e->time - (e->ticks < e->time ? e->ticks : e->time)));
    break;
  case EVENT_METRICS:
    add_32(b, e->metric);
    add_8(b, e->metrics);
    for (uint32_t i = 0; i < e->metrics; i++)
      add_64(b, (uint64_t)e->values[i]);
    break;
  case EVENT_MPI:
    add_mpi(b, s, e);
    break;
  default: /* it has none */
    break;
  }
}

static bool take(void *context, const struct event *e) {
  struct stream *s = context;
  struct bytes b = {.length = 0};
  uint64_t time = traced_run_time(s->source, e->time);
  time = time > s->end ? time : s->end;
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

static void name_stream(char *path, size_t size, const struct conversion *c, const struct traced_run *s,
                        uint32_t location) {
  int n = snprintf(path, size, "%s/", c->path);
  if (s->job)
    n += snprintf(path + n, size - (size_t)n, "rank-%u-", s->process->header.rank);
  snprintf(path + n, size - (size_t)n, "location-%u", location - s->first_location);
}

static bool write_location(void *context, uint32_t location) {
  struct writing *w = context;
  const struct traced_run *whole = w->conversion->source;
  const struct traced_run *source =
      whole->job ? &whole->job->ranks[whole->experiment->locations[location].process] : whole;
  struct stream s = {.source = source, .location = location};
  char path[4400], error[256] = "";
  uint64_t misfits = 0;
  if (source->threads[location].first != location)
    return true;
  name_stream(path, sizeof path, w->conversion, source, location);
  bool good = output_open(&s.out, path) && events_of(source, location, take, &s, &misfits, error, sizeof error);
  if (s.any && good)
    end_packet(&s);
  s.out.length = 0; /* the stream may have no events */
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
    ctf_metadata(&o, c->source);
  return output_close(&o) || conversion_fail(c, false, "%s", strerror(errno));
}

bool ctf_write(struct conversion *c) {
  struct writing w = {.conversion = c};
  if (mkdir(c->path, 0777) != 0)
    return conversion_fail(c, false, "%s", strerror(errno));
  pthread_mutex_init(&w.mutex, NULL);
  bool good = write_metadata(c) && parallel_for(c->jobs, c->source->experiment->location_count, write_location, &w);
  pthread_mutex_destroy(&w.mutex);
  return good;
}
