/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frame.c - adds the locations, constructs, metrics and processes of ranks to one experiment without call paths, rank
 * by rank.
 * Not here: experiments with their call paths (processes.c). */
#include "files/frame.h"
#include "base/paged_array.h"
#include "files/construct_numbers.h"
#include "files/processes.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* --- strings --- */

enum { CHUNK = 1 << 16 };

struct wanted {
  const struct frame *in;
  const char *text;
};
static bool is_wanted(const void *context, uint32_t i) {
  const struct wanted *w = context;
  return strcmp(w->in->text[i], w->text) == 0;
}

/* Copies a string to where it stays; NULL: there is no memory. */
static const char *copy(struct frame *f, const char *text) {
  const size_t size = strlen(text) + 1;
  if (size > f->left) {
    if (!POMP_ARRAY_ROOM(f->e->parts, f->chunks_room, f->e->part_count + 1ull))
      return NULL;
    f->left = size > CHUNK ? size : CHUNK;
    f->rest = malloc(f->left);
    if (!f->rest)
      return NULL;
    f->e->parts[f->e->part_count++] = (struct experiment){.program = "", .text = f->rest};
  }
  char *to = memcpy(f->rest, text, size);
  f->rest += size;
  f->left -= size;
  return to;
}

/* Puts in place of a string, which may be NULL, the one that stays. False: there is no memory. */
static bool keep(struct frame *f, const char **text) {
  const struct wanted w = {f, *text};
  if (!*text)
    return true;
  if (!pomp_index_room(&f->texts, f->text_count + 1ull) ||
      !POMP_ARRAY_ROOM(f->text, f->text_room, f->text_count + 1ull))
    return false;
  const uint32_t hash = (uint32_t)pomp_hash_text(0, *text);
  struct pomp_slot *slot = pomp_index_find(&f->texts, hash, is_wanted, &w);
  if (!slot->number) {
    const char *kept = copy(f, *text);
    if (!kept)
      return false;
    f->text[f->text_count] = kept;
    pomp_index_put(&f->texts, slot, hash, f->text_count++);
  }
  *text = f->text[slot->number - 1];
  return true;
}

/* --- what ranks share --- */

static bool keep_construct(struct frame *f, struct construct *c) {
  return keep(f, &c->name) && keep(f, &c->sub_name) && keep(f, &c->file) && keep(f, &c->function) &&
         keep(f, &c->place) && keep(f, &c->source) && keep(f, &c->clauses) && keep(f, &c->notes) &&
         keep(f, &c->module) && keep(f, &c->build);
}

static bool add_constructs(struct frame *f, const struct experiment *from) {
  struct experiment *e = f->e;
  const uint64_t most = e->construct_count + (uint64_t)from->construct_count;
  bool good = most < POMP_MAX_CONSTRUCTS && POMP_ARRAY_ROOM(e->constructs, f->constructs_room, most) &&
              pomp_index_room(&f->constructs, most);
  for (uint32_t i = 0; good && i < from->construct_count; i++) {
    const uint32_t before = e->construct_count;
    construct_number(e, &f->constructs, &from->constructs[i]);
    good = e->construct_count == before || keep_construct(f, &e->constructs[before]);
  }
  return good;
}

static bool add_metrics(struct frame *f, const struct experiment *from) {
  struct experiment *e = f->e;
  bool good = true;
  f->parts++;
  for (uint32_t i = 0; good && i < from->metric_count; i++) {
    const uint32_t before = e->metric_count, number = experiment_metric(e, &from->metrics[i]);
    if (number < METRICS)
      f->have[number]++;
    if (e->metric_count == before)
      continue;
    struct metric *m = &e->metrics[before];
    good = keep(f, &m->name) && keep(f, &m->unit) && keep(f, &m->text) && keep(f, &m->source);
  }
  return good;
}

/* --- processes --- */

/* Adds the locations of a process, and the process, but for its strings. */
static bool add_process(struct frame *f, const struct experiment *from, const struct process *p) {
  struct experiment *e = f->e;
  if (!PAGED_ARRAY_ROOM(e->processes, f->processes_room, e->process_count + 1ull) ||
      !PAGED_ARRAY_ROOM(e->locations, f->locations_room, e->location_count + (uint64_t)p->location_count))
    return false;
  for (uint32_t i = 0; i < p->location_count; i++) {
    struct location *l = &e->locations[e->location_count + i];
    *l = from->locations[p->first_location + i];
    l->process = e->process_count;
    l->parent = l->parent == NO_LOCATION ? NO_LOCATION : l->parent - p->first_location + e->location_count;
  }
  struct process *to = &e->processes[e->process_count++];
  *to = *p;
  to->first_location = e->location_count;
  to->first_module = to->module_count = 0;
  e->location_count += p->location_count;
  paged_leave(sizeof *to + p->location_count * sizeof *e->locations);
  return true;
}

bool frame_add(struct frame *f, uint32_t process) {
  const struct experiment *job = &f->e->parts[0];
  return add_process(f, job, &job->processes[process]);
}

bool frame_add_own(struct frame *f, const struct experiment *own) {
  struct experiment *e = f->e;
  const uint32_t first = e->location_count;
  if (!add_constructs(f, own) || !add_metrics(f, own) || !add_process(f, own, &own->processes[0]) ||
      !POMP_ARRAY_ROOM(e->held, f->held_room, e->held_count + (uint64_t)own->held_count))
    return false;
  struct process *p = &e->processes[e->process_count - 1];
  for (uint32_t i = first; i < e->location_count; i++)
    e->locations[i].lived = process_ns(p, e->locations[i].lived);
  for (uint32_t i = 0; i < own->held_count; i++) {
    e->held[e->held_count] = own->held[i];
    e->held[e->held_count++].holder += first;
  }
  return keep(f, &p->program) && keep(f, &p->command) && keep(f, &p->directory) && keep(f, &p->host) &&
         keep(f, &p->settings) && keep(f, &p->writer);
}

/* --- begin and end --- */

bool frame_begin(struct frame *f, struct experiment *e, struct experiment *job) {
  *f = (struct frame){.e = e, .have = calloc(METRICS, sizeof *f->have)};
  struct experiment first = job ? *job : (struct experiment){.program = ""};
  *e = (struct experiment){.program = "", .of_job = true, .metrics = calloc(METRICS, sizeof *e->metrics)};
  if (!POMP_ARRAY_ROOM(e->parts, f->chunks_room, 1)) {
    if (job)
      experiment_free(&first);
    return false;
  }
  if (job)
    e->parts[e->part_count++] = first;
  return f->have && e->metrics && (!job || (add_constructs(f, &first) && add_metrics(f, &first)));
}

/* Puts the locks of the job's processes before those of others, as experiment_join does. */
static bool add_job_locks(struct frame *f) {
  struct experiment *e = f->e;
  const struct experiment *job = e->parts;
  if (!job->held_count)
    return true;
  struct held_lock *held = malloc((job->held_count + (size_t)e->held_count) * sizeof *held);
  uint32_t count = 0;
  if (!held)
    return false;
  for (uint32_t i = 0; i < job->held_count; i++) {
    const uint32_t process = job->locations[job->held[i].holder].process;
    if (job->processes[process].replaced)
      continue;
    held[count] = job->held[i];
    held[count++].holder += e->processes[process].first_location - job->processes[process].first_location;
  }
  if (e->held_count)
    memcpy(held + count, e->held, e->held_count * sizeof *held);
  free(e->held);
  e->held = held;
  e->held_count += count;
  return true;
}

bool frame_end(struct frame *f) {
  struct experiment *e = f->e;
  if (!e->process_count || (e->part_count && e->parts[0].held_count && !add_job_locks(f)))
    return false;
  for (uint32_t i = 0; i < e->metric_count; i++)
    if (f->have[i] < f->parts)
      e->metrics[i].flags |= POMP_METRIC_INCOMPLETE;
  e->base_ns = e->base_tick = 1;
  experiment_take_head(e);
  return e->taken = true;
}

void frame_free(struct frame *f) {
  pomp_index_free(&f->constructs);
  pomp_index_free(&f->texts);
  free(f->text);
  free(f->have);
  *f = (struct frame){.e = NULL};
}
