/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2.c - an archive of OTF2, made by its own library: opens it, and closes it.
 * Not here: events (otf2_events.c), definitions (otf2_definitions.c). */
#include "commands/convert/otf2.h"
#include "sums/job_traces.h"

#include <errno.h>
#include <fcntl.h>
#include <otf2/OTF2_Pthread_Locks.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NAME "traces"

static OTF2_FlushType pre_flush(void *context, OTF2_FileType type, OTF2_LocationRef location, void *caller,
                                bool is_final) {
  (void)context, (void)type, (void)location, (void)caller, (void)is_final;
  return OTF2_FLUSH;
}

/* --- memory: a buffer is written when it has so many chunks, which is long before the library would do it itself ---
 */

#define CHUNKS 4

struct buffer {
  struct buffer *next; /* in the archive's list of all */
  unsigned used, count;
  void *chunks[CHUNKS];
};

static struct buffer *new_buffer(struct otf2_archive *a) {
  struct buffer *b = calloc(1, sizeof *b);
  if (!b)
    return NULL;
  pthread_mutex_lock(&a->mutex);
  b->next = a->buffers;
  a->buffers = b;
  pthread_mutex_unlock(&a->mutex);
  return b;
}

static void free_chunks(struct buffer *b) {
  while (b->count)
    free(b->chunks[--b->count]);
}

static void *allocate(void *context, OTF2_FileType type, OTF2_LocationRef location, void **own, uint64_t size) {
  (void)type, (void)location;
  struct buffer *b = *own ? *own : new_buffer(context);
  *own = b;
  if (!b || b->used == CHUNKS)
    return NULL;
  if (b->used == b->count && !(b->chunks[b->count++] = malloc(size)))
    return b->count--, NULL;
  return b->chunks[b->used++];
}

static void free_all(void *context, OTF2_FileType type, OTF2_LocationRef location, void **own, bool is_final) {
  (void)context, (void)type, (void)location;
  struct buffer *b = *own;
  if (!b)
    return;
  b->used = 0;
  if (is_final)
    free_chunks(b);
}

/* Frees all buffers, when the library uses none any more. */
static void free_buffers(struct otf2_archive *a) {
  for (struct buffer *b = a->buffers, *next; b; b = next) {
    next = b->next;
    free_chunks(b);
    free(b);
  }
}

/* Keeps the library from printing several lines. */
static OTF2_ErrorCode keep_quiet(void *context, const char *file, uint64_t line, const char *function,
                                 OTF2_ErrorCode code, const char *format, va_list arguments) {
  (void)context, (void)file, (void)line, (void)function, (void)format, (void)arguments;
  return code;
}

/* The library leaks when it can't make its directory, and does not always say why. */
static bool can_make(struct otf2_archive *a) {
  if (mkdir(a->conversion->path, 0777) == 0 && rmdir(a->conversion->path) == 0)
    return true;
  return conversion_fail(a->conversion, false, "%s", strerror(errno));
}

static bool open_archive(struct otf2_archive *a) {
  static const OTF2_FlushCallbacks flush = {.otf2_pre_flush = pre_flush};
  static const OTF2_MemoryCallbacks memory = {allocate, free_all};
  const struct process *p = a->source->process;
  errno = 0;
  a->archive = OTF2_Archive_Open(a->conversion->path, NAME, OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
                                 OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
  return otf2_good(a, a->archive ? OTF2_SUCCESS : OTF2_ERROR_FILE_CAN_NOT_OPEN) &&
         otf2_good(a, OTF2_Archive_SetFlushCallbacks(a->archive, &flush, NULL)) &&
         otf2_good(a, OTF2_Archive_SetMemoryCallbacks(a->archive, &memory, a)) &&
         otf2_good(a, OTF2_Archive_SetSerialCollectiveCallbacks(a->archive)) &&
         otf2_good(a, OTF2_Pthread_Archive_SetLockingCallbacks(a->archive, NULL)) &&
         otf2_good(a, OTF2_Archive_SetCreator(a->archive, "pompinst " POMP_VERSION)) &&
         otf2_good(a, OTF2_Archive_SetMachineName(a->archive, p->host)) &&
         otf2_good(a, OTF2_Archive_SetDescription(a->archive, p->command));
}

/* Checks the file that the library writes last: if it found no room on the disk it is empty, and the library does
 * not say so. A write to it here fails for the same reason, and gives the error. */
static bool check_anchor(struct otf2_archive *a) {
  char path[4400];
  struct stat s;
  snprintf(path, sizeof path, "%s/" NAME ".otf2", a->conversion->path);
  if (stat(path, &s) == 0 && s.st_size > 0)
    return true;
  errno = 0;
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0 && (write(fd, NAME, sizeof NAME) < 0 || fsync(fd) < 0)) {
    int error = errno;
    close(fd);
    errno = error;
  } else if (fd >= 0)
    close(fd);
  return otf2_good(a, OTF2_ERROR_INTEGRITY_FAULT);
}

/* Numbers the largest team that each location has forked, so that a team comes after the one that it was forked in. The
 * other sizes are numbered as they are met. */
static bool number_teams(struct otf2_archive *a) {
  const struct traced_run *s = a->source;
  for (uint32_t i = 0; i < s->experiment->location_count; i++)
    if (s->forks[i] && numbers_of(&a->teams, i, s->forks[i]) == NUMBERS_NONE)
      return conversion_fail(a->conversion, false, "not enough memory");
  return true;
}

static bool is_whole(const struct otf2_archive *a, const struct traced_run *rank) {
  return !a->off && rank->process->state == RUN_COMPLETE && !trace_is_partial(rank->trace);
}

/* Says, in the words that Score-P has for it, of what all events are there. Tasks belong to forks and joins, and
 * without OMPT they have no events. Threads that the program starts itself are locations, but no event tells of their
 * start. */
static bool put_properties(struct otf2_archive *a) {
  const struct traced_run *s = a->source;
  const struct experiment *e = s->experiment;
  bool whole = s->job ? s->job->count == e->header.ranks : is_whole(a, s);
  bool tasks = true, threads = true;
  for (uint32_t i = 0; s->job && i < s->job->count; i++)
    whole = whole && is_whole(a, &s->job->ranks[i]);
  for (uint32_t i = 0; i < e->process_count; i++)
    tasks = tasks && e->processes[i].header.nesting == POMP_NESTING_OMPT;
  for (uint32_t i = 0; i < e->location_count; i++)
    threads =
        threads && (e->locations[i].parent != NO_LOCATION || i == e->processes[e->locations[i].process].first_location);
  const struct {
    const char *name;
    bool value;
  } rows[] = {{"OTF2::MPI_COMMUNICATION_COMPLETE", whole},
              {"OTF2::THREAD_FORK_JOIN_EVENT_COMPLETE", whole && tasks},
              {"OTF2::THREAD_CREATE_WAIT_EVENT_COMPLETE", whole && threads},
              {"OTF2::THREAD_LOCK_EVENT_COMPLETE", whole},
              {"OTF2::PTHREAD_LOCATION_REUSED", false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!otf2_good(a, OTF2_Archive_SetBoolProperty(a->archive, rows[i].name, rows[i].value, true)))
      return false;
  return true;
}

/* After an error the archive can't be closed (otf2.h), so what the library itself has allocated stays until the process
 * ends. */
static OTF2_Archive *abandoned;

bool otf2_write(struct conversion *c) {
  struct otf2_archive a = {.conversion = c, .source = c->source};
  OTF2_Error_RegisterCallback(keep_quiet, NULL);
  pthread_mutex_init(&a.mutex, NULL);
  a.first_team = c->source->job ? c->source->job->communicator_count : 0;
  numbers_begin(&a.teams);
  numbers_begin(&a.locks);
  a.events = calloc(c->source->experiment->location_count + 1ull, sizeof *a.events);
  for (uint64_t length = c->source->end - c->source->begin; length >> a.order_shift >= 1u << 31;)
    a.order_shift++;
  a.origins = calloc(a.first_team + 1ull, sizeof *a.origins);
  bool good = ((a.events && a.origins) || conversion_fail(c, false, "not enough memory")) && can_make(&a) &&
              number_teams(&a) && open_archive(&a) && otf2_events(&a) && otf2_definitions(&a) && put_properties(&a);
  errno = 0;
  OTF2_ErrorCode closed = a.archive && !a.broken ? OTF2_Archive_Close(a.archive) : OTF2_SUCCESS;
  if (a.broken)
    abandoned = a.archive;
  good = good && otf2_good(&a, closed) && check_anchor(&a);
  free_buffers(&a);
  numbers_end(&a.teams);
  numbers_end(&a.locks);
  free(a.events);
  free(a.origins);
  pthread_mutex_destroy(&a.mutex);
  return good;
}
