/* missing.c - tells the user what a trace lacks of the run.
 * Not here: traces that are damaged, which are refused (trace.c). */
#include "missing.h"

/* From when on all locations have all of their events, or 0: always. */
static uint64_t complete_from(const struct trace *t) {
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

static const char *reason_of(const struct pomp_trace_header *h) {
  switch (h->stop_reason) {
  case POMP_STOP_LIMIT:
    return "POMP_TRACE_MEMORY was used up";
  case POMP_STOP_SPACE:
    return "there was no more space on the disk";
  default:
    return "its file could not grow";
  }
}

void trace_tell_missing(const struct trace *t, double ns_per_tick, const char *path, const char *program, FILE *out) {
  const struct pomp_trace_header *h = &t->header;
  double seconds = ns_per_tick * 1e-9;
  if (h->selected)
    fprintf(out, "%s: %s: the trace has only what POMP_TRACE_SELECT named\n", program, path);
  if (h->stop_tick)
    fprintf(out, "%s: %s: the trace ends at %.3f s: %s\n", program, path,
            h->stop_tick > h->load_tick ? (double)(h->stop_tick - h->load_tick) * seconds : 0, reason_of(h));
  uint64_t from = h->dropped ? complete_from(t) : 0;
  if (h->dropped)
    fprintf(out, "%s: %s: %llu of the trace's chunks were used again (ring): it is complete from %.3f s on\n", program,
            path, (unsigned long long)h->dropped, from > h->load_tick ? (double)(from - h->load_tick) * seconds : 0);
  if (h->lost)
    fprintf(out, "%s: %s: %llu records found no room, and are missing\n", program, path, (unsigned long long)h->lost);
}
