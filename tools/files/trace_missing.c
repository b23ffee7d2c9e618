/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_missing.c - tells the user what a trace lacks of the run.
 * Not here: how that is found (trace.c, trace_cursor.c). */
#include "files/trace_missing.h"
#include "pomp_text.h"

uint64_t trace_complete_from(const struct trace *t) {
  uint64_t from = 0;
  for (uint32_t i = 0; i < t->stream_count; i++) {
    const struct trace_chunk *first = &t->chunks[t->streams[i].first];
    uint64_t at = t->header.header_size + (uint64_t)first->index * t->header.chunk_size;
    struct pomp_trace_chunk head;
    if (t->streams[i].location != POMP_TRACE_DEFINITIONS && first->sequence &&
        t->source.read(t->source.context, &head, at, sizeof head) && head.begin_tick > from)
      from = head.begin_tick;
  }
  return from;
}

bool trace_has_end(const struct trace *t) {
  const struct pomp_trace_header *h = &t->header;
  return h->state == POMP_STATE_COMPLETE && !h->stop_tick && !h->selected && !h->lost && !trace_is_damaged(t);
}

bool trace_is_partial(const struct trace *t) {
  const struct pomp_trace_header *h = &t->header;
  return h->selected || h->stop_tick || h->dropped || h->lost || trace_is_damaged(t);
}

static const char *reason_of(const struct pomp_trace_header *h) {
  switch (h->stop_reason) {
  case POMP_STOP_LIMIT:
    return "POMP_TRACE_MEMORY was used up";
  case POMP_STOP_SPACE:
    return "there was no more space on the disk";
  case POMP_STOP_MEMORY:
    return "the process got no more memory";
  default:
    return "its file could not grow";
  }
}

/* Begins a line with the program and the path, which is made fit for a terminal. */
static void begin_line(const char *path, const char *program, FILE *out) {
  char clean[4200];
  snprintf(clean, sizeof clean, "%s", path);
  pomp_text_clean(clean, 0);
  pomp_text_show(clean, sizeof clean);
  fprintf(out, "%s: %s: ", program, clean);
}

void trace_tell_missing(const struct trace *t, double ns_per_tick, const char *path, const char *program, FILE *out) {
  const struct pomp_trace_header *h = &t->header;
  double seconds = ns_per_tick * 1e-9;
  if (h->selected) {
    begin_line(path, program, out);
    fprintf(out, h->selected & POMP_TRACE_NAMED ? "the trace has only what POMP_TRACE_SELECT named\n"
                                                : "the trace has breaks: it was turned off while the program ran\n");
  }
  if (h->stop_tick) {
    begin_line(path, program, out);
    fprintf(out, "the trace ends at %.3f s: %s\n",
            h->stop_tick > h->load_tick ? (double)(h->stop_tick - h->load_tick) * seconds : 0, reason_of(h));
  }
  if (h->dropped) {
    uint64_t from = trace_complete_from(t);
    begin_line(path, program, out);
    fprintf(out, "%llu of the trace's chunks were used again (ring): it is complete from %.3f s on\n",
            (unsigned long long)h->dropped, from > h->load_tick ? (double)(from - h->load_tick) * seconds : 0);
  }
  if (h->lost) {
    begin_line(path, program, out);
    fprintf(out, "%llu records found no room, and are missing\n", (unsigned long long)h->lost);
  }
  if (trace_is_damaged(t)) {
    struct trace_damage d = trace_damage_of(t);
    begin_line(path, program, out);
    fprintf(out,
            trace_lacked_memory(t) ? "not enough memory: of %u chunks of the trace %llu were not read to their end"
                                   : "damaged: of %u chunks of the trace %llu are not sound, or not to their end",
            t->chunks_in_file, (unsigned long long)d.spoilt);
    if (d.missing)
      fprintf(out, "; %llu more are not there", (unsigned long long)d.missing);
    if (d.call_paths)
      fprintf(out, "; %llu call paths are missing", (unsigned long long)d.call_paths);
    fprintf(out, "; the rest is given\n");
  }
}

/* --- of a job --- */

enum { NO_TRACE, SELECTED, TURNED, FULL, NO_MEMORY, NO_SPACE, NOT_GROWN, KILLED, RING, LOST, DAMAGED };
static const char *const texts[TRACE_LACKS] = {
    [NO_TRACE] = "all (no trace that can be read)",
    [SELECTED] = "what POMP_TRACE_SELECT did not name",
    [TURNED] = "what came while it was turned off",
    [FULL] = "the end (POMP_TRACE_MEMORY was used up)",
    [NO_MEMORY] = "the end (the process got no more memory)",
    [NO_SPACE] = "the end (there was no more space on the disk)",
    [NOT_GROWN] = "the end (the file could not grow)",
    [KILLED] = "the end (the process was killed, or still runs)",
    [RING] = "the begin (POMP_TRACE_MODE=ring)",
    [LOST] = "records that found no room",
    [DAMAGED] = "what was damaged",
};

static int end_of(const struct pomp_trace_header *h) {
  switch (h->stop_reason) {
  case POMP_STOP_LIMIT:
    return FULL;
  case POMP_STOP_MEMORY:
    return NO_MEMORY;
  case POMP_STOP_SPACE:
    return NO_SPACE;
  default:
    return NOT_GROWN;
  }
}

static void add(struct trace_lacks *l, int kind, uint32_t rank) {
  struct trace_lack *k = &l->kinds[kind];
  if (k->count < TRACE_LACKS_SHOWN)
    k->first[k->count] = rank;
  k->count++;
}

void trace_lacks_add(struct trace_lacks *l, const struct trace *t, uint32_t rank) {
  if (!t) {
    add(l, NO_TRACE, rank);
    return;
  }
  const struct pomp_trace_header *h = &t->header;
  if (h->selected)
    add(l, h->selected & POMP_TRACE_NAMED ? SELECTED : TURNED, rank);
  if (h->stop_tick)
    add(l, end_of(h), rank);
  else if (h->state != POMP_STATE_COMPLETE)
    add(l, KILLED, rank);
  if (h->dropped)
    add(l, RING, rank);
  if (h->lost)
    add(l, LOST, rank);
}

void trace_lacks_add_damage(struct trace_lacks *l, const struct trace *t, uint32_t rank) {
  if (trace_is_damaged(t))
    add(l, DAMAGED, rank);
}

static void tell(const struct trace_lacks *l, const struct trace_lack *k, FILE *out) {
  if (k->count == l->ranks) {
    fprintf(out, "all ranks");
    return;
  }
  for (uint32_t i = 0; i < k->count && i < TRACE_LACKS_SHOWN; i++)
    fprintf(out, "%s%u", i ? ", " : k->count > 1 ? "ranks " : "rank ", k->first[i]);
  if (k->count > TRACE_LACKS_SHOWN)
    fprintf(out, " and %u more", k->count - TRACE_LACKS_SHOWN);
}

void trace_lacks_tell(const struct trace_lacks *l, const char *directory, const char *program, FILE *out) {
  bool any = false;
  for (int i = 0; i < TRACE_LACKS; i++) {
    if (!l->kinds[i].count)
      continue;
    if (any)
      fprintf(out, "; ");
    else {
      begin_line(directory, program, out);
      fprintf(out, "missing in the traces, and in what follows from them: ");
    }
    any = true;
    fprintf(out, "%s of ", texts[i]);
    tell(l, &l->kinds[i], out);
  }
  if (any)
    fputc('\n', out);
}
