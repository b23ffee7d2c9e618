/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_messages.c - messages so small that each takes as long as an empty one.
 * Not here: waiting for the other side (mpi_findings.c). */
#include "base/paged_array.h"
#include "findings/finding.h"
#include "pomp_mpi_waits.h"

#include <stdio.h>

/* MPI takes hardly longer for a message of a KiB than for an empty one, over any network and in memory: what takes the
 * time is the message itself, and not its bytes. */
#define SMALL_BYTES 1024u
#define MANY 1000u

/* Takes the waiting that traces tell of out of search.lost, which has a region's time. Returns what is left. */
static double without_waiting(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  double left = 0;
  uint32_t low = 0, high = a->mpi_wait_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (a->mpi_waits[middle].region < region)
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < a->mpi_wait_count && a->mpi_waits[low].region == region; low++)
    s->lost[a->mpi_waits[low].location] -= (double)a->mpi_waits[low].found;
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    s->lost[i] = s->lost[i] > 0 ? s->lost[i] : 0;
    left += s->lost[i];
    paged_leave(sizeof *s->lost);
  }
  return left;
}

/* Computes the size that half of a region's messages do not exceed. False if no trace tells. */
static bool median(const struct analysis *a, uint32_t region, double *bytes) {
  uint64_t all = 0, sum = 0;
  uint32_t first = 0;
  while (first < a->mpi_size_count && a->mpi_sizes[first].region < region)
    first++;
  for (uint32_t i = first; i < a->mpi_size_count && a->mpi_sizes[i].region == region; i++)
    all += a->mpi_sizes[i].messages;
  for (uint32_t i = first; all && i < a->mpi_size_count; i++) {
    sum += a->mpi_sizes[i].messages;
    if (2 * sum >= all) {
      *bytes = (double)a->mpi_sizes[i].bytes;
      return true;
    }
  }
  return false;
}

static void find_at(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  const struct messages *m = &r->totals.messages;
  double count = (double)m->sent + (double)m->received, bytes = (double)m->sent_bytes + (double)m->received_bytes,
         middle;
  bool traced = a->mpi_late_known, waits = pomp_mpi_may_wait(r->construct->name);
  if (count < MANY || bytes > SMALL_BYTES * count)
    return;
  double time = find_own_call(s, region), severity = traced ? without_waiting(s, region) : time;
  struct finding *f = find_add(s, PROPERTY_MPI_SMALL_MESSAGES, region, severity, way_wall(s));
  if (!f)
    return;
  find_evidence(f, "messages", "", count);
  find_evidence(f, "mean_bytes", "", bytes / count);
  if (median(a, region, &middle))
    find_evidence(f, "median_bytes", "", middle);
  find_evidence(f, "per_message_ns", "ns", severity / count);
  find_advise(
      f,
      "The %.0f messages have %.0f bytes on average and take %.2f us each, hardly less than larger ones would: " HELPS
      "send "
      "fewer messages that carry more (gather what goes to the same rank, or what comes in several steps).",
      count, bytes / count, severity / count * 1e-3);
  if (waits && !traced) {
    f->judged = false;
    snprintf(
        f->why, sizeof f->why,
        "up to %.3f s; how much of that is waiting, only whole traces of all ranks tell (POMP_TRACE=1, --from-trace)",
        f->saving * 1e-9);
  }
}

void find_mpi_messages(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    uint32_t kind = r->totals.messages.kind;
    if (r->role == POMP_ROLE_MPI && r->construct && (kind == POMP_MPI_POINT_TO_POINT || kind == POMP_MPI_COMPLETION))
      find_at(s, region);
  }
}
