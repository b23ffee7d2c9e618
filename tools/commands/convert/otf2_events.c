/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_events.c - the events of OTF2: a file for each thread, and several of them at once.
 * Not here: what the events refer to (otf2_definitions.c). */
#include "commands/convert/otf2.h"
#include "commands/convert/otf2_mpi.h"
#include "commands/convert/otf2_regions.h"
#include "commands/convert/phase_instances.h"
#include "pomp_array.h"
#include "sums/job_traces.h"

#include <errno.h>
#include <stdlib.h>

struct held {
  uint64_t lock;
  uint32_t number, order;
  OTF2_Paradigm paradigm;
};

/* It is an event that waits for the next one, with the values that it may have. */
struct waiting {
  struct event event;
  uint64_t time;
  int64_t values[EVENT_METRICS_MAX];
};

/* This is the state of one location's writer. */
struct writer {
  struct otf2_archive *archive;
  const struct traced_run *source; /* the process's */
  OTF2_EvtWriter *out;
  OTF2_AttributeList *attributes;
  uint32_t location, team_size;
  uint64_t forked_by; /* as in the numbers of teams */
  OTF2_CommRef team;  /* the communicator of the team of that size which that one has forked */
  uint64_t last;
  struct held *held;
  uint32_t held_count, held_room, order;
  struct waiting *waiting; /* a leave, and the metrics at that */
  uint32_t waiting_count, waiting_room;
  struct phase_instances instances;
  bool refused;
};

static bool no_memory(const struct writer *w) { return otf2_good(w->archive, OTF2_ERROR_MEM_ALLOC_FAILED); }

/* --- teams and tasks --- */

/* Finds the number of the team that the location is in. False if there is no memory. */
static bool find_team(struct writer *w, const struct event *e) {
  bool alone = e->team == NO_LOCATION;
  uint64_t forked_by = alone ? OTF2_ALONE | e->location : e->team;
  uint32_t size = alone ? 1 : e->team_size;
  if (w->team != OTF2_UNDEFINED_COMM && forked_by == w->forked_by && size == w->team_size)
    return true;
  uint32_t n = numbers_of(&w->archive->teams, forked_by, size);
  w->team = n == NUMBERS_NONE ? OTF2_UNDEFINED_COMM : w->archive->first_team + n;
  w->forked_by = forked_by;
  w->team_size = size;
  return n != NUMBERS_NONE || no_memory(w);
}

static uint32_t thread_of(const struct writer *w, uint64_t location) {
  const struct experiment *e = w->archive->source->experiment;
  if (location >= e->location_count || e->locations[location].parent == NO_LOCATION)
    return 0;
  return e->locations[location].thread_num;
}

/* Writes an event of a task. A task is known by who made it and how many that one had made; the implicit task is
 * number 0 of its own thread. */
static OTF2_ErrorCode put_task(struct writer *w, const struct event *e, uint64_t time) {
  if (!find_team(w, e))
    return OTF2_SUCCESS; /* it has been reported */
  uint32_t maker = thread_of(w, e->task ? e->task >> 32 : e->location), number = (uint32_t)e->task;
  switch (e->kind) {
  case EVENT_TASK_CREATE:
    return OTF2_EvtWriter_ThreadTaskCreate(w->out, NULL, time, w->team, maker, number);
  case EVENT_TASK_COMPLETE:
    return OTF2_EvtWriter_ThreadTaskComplete(w->out, NULL, time, w->team, maker, number);
  default:
    return OTF2_EvtWriter_ThreadTaskSwitch(w->out, NULL, time, w->team, maker, number);
  }
}

/* --- locks --- */

/* Writes the acquisition of a lock. The order of acquisitions is that of the clock, which all threads share: two
 * holders of a lock, one after the other, cannot have the same time. It is reported in as many bits as OTF2 has for it.
 */
static OTF2_ErrorCode acquire(struct writer *w, const struct event *e, uint64_t time) {
  if (!POMP_ARRAY_ROOM(w->held, w->held_room, w->held_count + 1ull))
    return OTF2_ERROR_MEM_ALLOC_FAILED;
  uint32_t number = numbers_of(&w->archive->locks, e->lock, w->source->number);
  uint32_t order = (uint32_t)(time >> w->archive->order_shift) + 1;
  w->order = order > w->order ? order : w->order + 1;
  /* The routine that has acquired it, if one has, is left next. */
  bool pthread = w->waiting_count && otf2_is_pthread(w->archive->source, w->waiting->event.region);
  OTF2_Paradigm paradigm = pthread ? OTF2_PARADIGM_PTHREAD : OTF2_PARADIGM_OPENMP;
  w->held[w->held_count++] = (struct held){e->lock, number, w->order, paradigm};
  return number == NUMBERS_NONE ? OTF2_ERROR_MEM_ALLOC_FAILED
                                : OTF2_EvtWriter_ThreadAcquireLock(w->out, NULL, time, paradigm, number, w->order);
}

/* Writes the release of a lock. If another location has acquired it, as its task went on here, no record tells of
 * its release there. */
static OTF2_ErrorCode release(struct writer *w, const struct event *e, uint64_t time) {
  for (uint32_t i = w->held_count; i-- > 0;)
    if (w->held[i].lock == e->lock) {
      struct held h = w->held[i];
      for (w->held_count--; i < w->held_count; i++)
        w->held[i] = w->held[i + 1];
      return OTF2_EvtWriter_ThreadReleaseLock(w->out, NULL, time, h.paradigm, h.number, h.order);
    }
  return OTF2_SUCCESS;
}

/* --- all events --- */

static OTF2_AttributeList *attributes_of(struct writer *w, const struct event *e) {
  if (e->os_thread)
    OTF2_AttributeList_AddUint64(w->attributes, OTF2_THREAD_ID, e->os_thread);
  if (e->flags & EVENT_CONTINUED)
    OTF2_AttributeList_AddUint8(w->attributes, OTF2_CONTINUED, 1);
  if (e->flags & EVENT_UNFINISHED)
    OTF2_AttributeList_AddUint8(w->attributes, OTF2_UNFINISHED, 1);
  return e->flags || e->os_thread ? w->attributes : NULL;
}

static OTF2_ErrorCode put_flush(struct writer *w, const struct event *e, uint64_t time) {
  uint64_t begin = traced_run_time(w->source, e->time - (e->ticks < e->time ? e->ticks : e->time));
  return OTF2_EvtWriter_BufferFlush(w->out, NULL, begin > w->last ? begin : w->last, time);
}

static OTF2_ErrorCode put_metrics(struct writer *w, const struct event *e, uint64_t time) {
  OTF2_Type types[EVENT_METRICS_MAX];
  OTF2_MetricValue values[EVENT_METRICS_MAX];
  for (uint32_t i = 0; i < e->metrics; i++) {
    types[i] = OTF2_TYPE_INT64;
    values[i].signed_int = e->values[i];
  }
  return OTF2_EvtWriter_Metric(w->out, NULL, time, e->metric / EVENT_METRICS_MAX, (uint8_t)e->metrics, types, values);
}

static OTF2_ErrorCode put_switch(struct writer *w, const struct event *e, uint64_t time) {
  if (!e->on)
    __atomic_store_n(&w->archive->off, true, __ATOMIC_RELAXED);
  return OTF2_EvtWriter_MeasurementOnOff(w->out, NULL, time, e->on ? OTF2_MEASUREMENT_ON : OTF2_MEASUREMENT_OFF);
}

static OTF2_ErrorCode put_enter(struct writer *w, const struct event *e, uint64_t time) {
  const OTF2_ErrorCode code = OTF2_EvtWriter_Enter(w->out, attributes_of(w, e), time, e->region);
  const uint64_t visit =
      code == OTF2_SUCCESS && !e->flags ? phase_instance(&w->instances, &w->archive->source->analysis, e) : 0;
  return visit ? OTF2_EvtWriter_ParameterInt(w->out, NULL, time, OTF2_INSTANCE, (int64_t)visit) : code;
}

static OTF2_ErrorCode put(struct writer *w, const struct event *e, uint64_t time) {
  switch (e->kind) {
  case EVENT_ENTER:
    return put_enter(w, e, time);
  case EVENT_LEAVE:
    return OTF2_EvtWriter_Leave(w->out, attributes_of(w, e), time, e->region);
  case EVENT_FORK:
    return OTF2_EvtWriter_ThreadFork(w->out, NULL, time, OTF2_PARADIGM_OPENMP, e->team_size);
  case EVENT_JOIN:
    return OTF2_EvtWriter_ThreadJoin(w->out, NULL, time, OTF2_PARADIGM_OPENMP);
  case EVENT_TEAM_BEGIN:
    return find_team(w, e) ? OTF2_EvtWriter_ThreadTeamBegin(w->out, attributes_of(w, e), time, w->team) : OTF2_SUCCESS;
  case EVENT_TEAM_END:
    return find_team(w, e) ? OTF2_EvtWriter_ThreadTeamEnd(w->out, NULL, time, w->team) : OTF2_SUCCESS;
  case EVENT_TASK_CREATE:
  case EVENT_TASK_SWITCH:
  case EVENT_TASK_COMPLETE:
    return put_task(w, e, time);
  case EVENT_LOCK_ACQUIRE:
    return acquire(w, e, time);
  case EVENT_LOCK_RELEASE:
    return release(w, e, time);
  case EVENT_SWITCH:
    return put_switch(w, e, time);
  case EVENT_FLUSH:
    return put_flush(w, e, time);
  case EVENT_METRICS:
    return put_metrics(w, e, time);
  case EVENT_MPI:
    return otf2_mpi_put(&(struct otf2_mpi){w->out, w->archive->source, w->source, w->archive->origins}, e, w->last,
                        time);
  default: /* an event for who asks for states */
    return OTF2_SUCCESS;
  }
}

static bool put_now(struct writer *w, const struct event *e, uint64_t time) {
  errno = 0;
  bool good = otf2_good(w->archive, put(w, e, time));
  w->last = time;
  return good;
}

/* --- leaves that wait for the next event --- */

/* True if the leave is that of a routine that may have set a lock. */
static bool may_set(const struct event *e) { return e->role == POMP_ROLE_LOCK || e->role == POMP_ROLE_CONDITION; }

/* True of a leave that may have to come later than it is reported: that of a routine that sets a lock, whose
 * acquisition comes from inside of it; and that of a barrier, which goes on at once if it has two parts. */
static bool may_wait(const struct event *e) {
  return e->kind == EVENT_LEAVE && !e->flags && (may_set(e) || e->role == POMP_ROLE_BARRIER);
}

static bool wait_with(struct writer *w, const struct event *e, uint64_t time) {
  if (!POMP_ARRAY_ROOM(w->waiting, w->waiting_room, w->waiting_count + 1ull))
    return no_memory(w);
  struct waiting *at = &w->waiting[w->waiting_count++];
  at->event = *e;
  at->time = time;
  for (uint32_t i = 0; e->kind == EVENT_METRICS && i < e->metrics; i++)
    at->values[i] = e->values[i];
  return true;
}

static bool put_waiting(struct writer *w) {
  bool good = true;
  for (uint32_t i = 0; good && w->waiting && i < w->waiting_count; i++) {
    w->waiting[i].event.values = w->waiting[i].values;
    good = put_now(w, &w->waiting[i].event, w->waiting[i].time);
  }
  w->waiting_count = 0;
  return good;
}

static bool take(void *context, const struct event *e) {
  struct writer *w = context;
  uint64_t time = traced_run_time(w->source, e->time);
  const struct waiting *leave = w->waiting_count ? w->waiting : NULL;
  if (leave && e->kind == EVENT_METRICS)
    return wait_with(w, e, time);
  if (leave && may_set(&leave->event) && e->kind == EVENT_LOCK_ACQUIRE)
    return put_now(w, e, leave->time) && put_waiting(w);
  if (leave && e->kind == EVENT_ENTER && e->flags == EVENT_CONTINUED && e->region == leave->event.region &&
      time == leave->time) {
    w->waiting_count = 0; /* it was not left */
    return true;
  }
  return put_waiting(w) && (may_wait(e) ? wait_with(w, e, time) : put_now(w, e, time));
}

static void note_last(struct otf2_archive *a, const struct writer *w, uint64_t misfits) {
  pthread_mutex_lock(&a->mutex);
  a->last = w->last > a->last ? w->last : a->last;
  a->conversion->misfits += misfits;
  pthread_mutex_unlock(&a->mutex);
}

static bool note_error(struct otf2_archive *a, const char *error) {
  pthread_mutex_lock(&a->mutex);
  if (*error && !*a->conversion->error)
    conversion_fail(a->conversion, true, "%s", error);
  pthread_mutex_unlock(&a->mutex);
  return false;
}

/* True if the location is the process's first thread, with which it begins and ends. A killed process has no end;
 * the format wants both or none. */
static bool is_program(const struct traced_run *s, uint32_t location) {
  return location == s->first_location && (s->job ? s->process->state : s->loaded.state) == RUN_COMPLETE;
}

static const struct traced_run *source_of(const struct otf2_archive *a, uint32_t location) {
  const struct traced_run *s = a->source;
  return s->job ? &s->job->ranks[s->experiment->locations[location].process] : s;
}

static bool begin_program(const struct writer *w) {
  OTF2_AttributeList_AddUint64(w->attributes, OTF2_PROCESS_ID, w->source->process->header.pid);
  return otf2_good(w->archive,
                   OTF2_EvtWriter_ProgramBegin(w->out, w->attributes, traced_run_time(w->source, w->source->begin),
                                               OTF2_PROGRAM_NAME, 0, NULL));
}

/* Ends a rank: its first thread outlives all others. */
static bool end_rank(const struct writer *w) {
  uint64_t end = traced_run_time(w->source, w->source->end);
  return otf2_good(w->archive,
                   OTF2_EvtWriter_ProgramEnd(w->out, NULL, end > w->last ? end : w->last, OTF2_UNDEFINED_INT64));
}

static bool close_writer(struct otf2_archive *a, OTF2_EvtWriter *out, uint32_t location) {
  if (__atomic_load_n(&a->broken, __ATOMIC_RELAXED))
    return false;
  bool good = otf2_good(a, OTF2_EvtWriter_GetNumberOfEvents(out, &a->events[location]));
  errno = 0;
  OTF2_ErrorCode closed = OTF2_Archive_CloseEvtWriter(a->archive, out);
  return otf2_good(a, closed) && good;
}

static bool write_location(void *context, uint32_t location) {
  struct otf2_archive *a = context;
  const struct traced_run *s = source_of(a, location);
  char error[256] = "";
  uint64_t misfits = 0;
  if (s->threads[location].first != location)
    return true;
  struct writer w = {.archive = a,
                     .source = s,
                     .out = OTF2_Archive_GetEvtWriter(a->archive, otf2_location(a->source, location)),
                     .attributes = OTF2_AttributeList_New(),
                     .location = location,
                     .team = OTF2_UNDEFINED_COMM};
  bool program = is_program(s, w.location), good = w.out && w.attributes ? true : no_memory(&w);
  good = good && (!program || begin_program(&w));
  good = good && (events_of(s, location, take, &w, &misfits, error, sizeof error) || note_error(a, error));
  good = good && put_waiting(&w);
  if (good && program && s->job)
    good = end_rank(&w);
  if (w.out && program && !s->job)
    a->first = w.out; /* the last event of this location comes after the events of all other locations */
  else if (w.out)
    good = close_writer(a, w.out, w.location) && good;
  OTF2_AttributeList_Delete(w.attributes);
  free(w.held);
  free(w.waiting);
  free(w.instances.at);
  note_last(a, &w, misfits);
  return good;
}

static bool end_program(struct otf2_archive *a) {
  uint64_t end = a->source->end - a->source->begin;
  a->last = end > a->last ? end : a->last;
  if (!a->first || a->broken)
    return !a->broken;
  bool good = otf2_good(a, OTF2_EvtWriter_ProgramEnd(a->first, NULL, a->last, OTF2_UNDEFINED_INT64));
  return close_writer(a, a->first, 0) && good;
}

bool otf2_events(struct otf2_archive *a) {
  if (!otf2_good(a, OTF2_Archive_OpenEvtFiles(a->archive)))
    return false;
  bool good = parallel_for(a->conversion->jobs, a->source->experiment->location_count, write_location, a);
  good = end_program(a) && good;
  return !a->broken && otf2_good(a, OTF2_Archive_CloseEvtFiles(a->archive)) && good;
}
