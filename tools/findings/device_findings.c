/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* device_findings.c - what target constructs take beside the work of their kernels, and which no device has executed.
 * Not here: what the OpenMP runtime tells of devices (the runtime's told_target.c), the table of it
 * (show/devices_view.c). */
#include "findings/finding.h"
#include "pomp_roles.h"

#include <stdio.h>
#include <string.h>

#define AGAIN_PART 0.5 /* of what was copied: less is the program's way through its data */
#define FEW 10         /* visits, of which the first may be what takes long */

static const enum pomp_role memory[] = {POMP_ROLE_DEVICE_TO, POMP_ROLE_DEVICE_FROM, POMP_ROLE_DEVICE_ALLOC,
                                        POMP_ROLE_DEVICE_FREE};

/* This is what a construct has copied one way, and how much of it in pieces that it had copied before. */
struct copied {
  double count, again, bytes;
};

static struct copied copied_of(const struct analysis *a, const struct region *r) {
  struct copied sum = {0};
  const struct share *share = r ? analysis_shares(a, r) : NULL;
  for (uint32_t i = 0; r && i < r->shares; i++, share++)
    for (uint32_t k = 0; k < share->node_count; k++) {
      const struct messages *m = &experiment_extra(a->experiment, &a->experiment->nodes[share->nodes[k]])->messages;
      const double count = (double)m->sent + (double)m->received;
      sum.count += count;
      sum.again += m->partners && count > m->partners ? count - m->partners : 0;
      sum.bytes += (double)m->sent_bytes + (double)m->received_bytes;
    }
  return sum;
}

/* Leaves in search.lost a part of what a region took itself. */
static double add_lost(struct property_search *s, const struct region *r, double part) {
  const struct share *share = r ? analysis_shares(s->a, r) : NULL;
  double sum = 0;
  for (uint32_t i = 0; r && i < r->shares; i++, share++) {
    s->lost[share->location] += part * (double)share->exclusive;
    sum += part * (double)share->exclusive;
  }
  return sum;
}

static void tell_again(struct finding *f, const struct region *r, const struct copied *to, const struct copied *from) {
  const double count = to->count + from->count, again = to->again + from->again;
  const bool is_data = strstr(r->construct->name, " data");
  find_evidence(f, "copies", "", count);
  find_evidence(f, "copied_again", "", again);
  find_evidence(f, "copied_bytes", "", to->bytes + from->bytes);
  find_advise(f,
              "%s%s%s%.0f pieces of memory were copied to or from the device, %.0f MB in all, and %.0f of them had "
              "been copied here before. " HELPS "%s, and copy with target update what the host reads or writes in "
              "between.",
              *r->construct->clauses ? "Its clauses are " : "", r->construct->clauses,
              *r->construct->clauses ? ". " : "", count, (to->bytes + from->bytes) * 1e-6, again,
              is_data ? "Map the data once, around the loop that executes this construct"
                      : "Keep the data on the device: put target data with these map clauses around the loop that "
                        "executes the construct (or target enter data before it, and target exit data behind)");
}

/* The same data is copied to the device and back each time. A construct that is for copying is asked to do so. */
static void find_again(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  const struct copied to = copied_of(a, analysis_part(a, r, POMP_ROLE_DEVICE_TO)),
                      from = copied_of(a, analysis_part(a, r, POMP_ROLE_DEVICE_FROM));
  const double of_to = to.count > 0 ? to.again / to.count : 0, of_from = from.count > 0 ? from.again / from.count : 0;
  if (strstr(r->construct->name, "update") || strncmp(r->construct->name, "omp_", 4) == 0 ||
      (of_to < AGAIN_PART && of_from < AGAIN_PART))
    return;
  double severity = 0;
  find_begin(s);
  for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
    severity += add_lost(s, analysis_part(a, r, memory[i]),
                         memory[i] == POMP_ROLE_DEVICE_FROM || of_to < AGAIN_PART ? of_from : of_to);
  struct finding *f = find_add(s, PROPERTY_REPEATED_MAP, region, severity, way_wall(s));
  if (f)
    tell_again(f, r, &to, &from);
}

/* The host takes longer to launch the kernel than the kernel takes. */
static void find_launch(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region], *kernel = analysis_part(a, r, POMP_ROLE_DEVICE_KERNEL);
  const double visits = (double)r->totals.visits;
  if (!kernel || visits < FEW || r->totals.exclusive < kernel->totals.inclusive)
    return;
  find_begin(s);
  const double severity = add_lost(s, r, 1 - 1 / visits);
  struct finding *f = find_add(s, PROPERTY_SHORT_KERNEL, region, severity, way_wall(s));
  if (!f)
    return;
  find_evidence(f, "visits", "", visits);
  find_evidence(f, "launch_ns", "ns", (double)r->totals.exclusive / visits);
  find_evidence(f, "kernel_of_visit_ns", "ns", (double)kernel->totals.inclusive / visits);
  find_advise(f,
              "The OpenMP runtime takes %.0f us for a visit beside copying and memory, and the kernel %.0f us: " HELPS
              "join several kernels into one, have one do more (collapse, the loop around it), or leave small ones to "
              "the host (an if clause that asks for their size).",
              (double)r->totals.exclusive / visits * 1e-3, (double)kernel->totals.inclusive / visits * 1e-3);
}

/* --- on the host --- */

static bool is_executed(const struct region *r) {
  const char *name = r->construct->name;
  return strncmp(name, "target", 6) == 0 && !strstr(name, " data") && !strstr(name, " update");
}

static const char *why_on_host(const struct analysis *a, const struct region *r) {
  const char *set = find_variable(a->experiment, "OMP_TARGET_OFFLOAD"); /* mandatory, disabled or default */
  if (set && (set[0] | ' ') == 'd' && (set[1] | ' ') == 'i')
    return "OMP_TARGET_OFFLOAD=disabled is set";
  if (!a->experiment->header.devices)
    return "the OpenMP runtime tells of no device: the program has no code for one (-fopenmp-targets), or none is "
           "there";
  if (find_has_clause(r->construct, "if"))
    return "its if clause was false";
  if (find_has_clause(r->construct, "device"))
    return "its device clause names the host";
  return "no device has taken it: its code is for other devices, or the default device is the host";
}

/* Where the host executes a construct, the OpenMP runtime tells nothing: the source alone has told that it is there. */
static void find_on_host(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region], *kernel = analysis_part(a, r, POMP_ROLE_DEVICE_KERNEL);
  const uint64_t visits = r->totals.visits, launched = kernel ? kernel->totals.visits : 0;
  if (!is_executed(r) || launched >= visits)
    return;
  const struct share *share = analysis_shares(a, r);
  double severity = 0;
  find_begin(s);
  for (uint32_t i = 0; i < r->shares; i++, share++) {
    s->lost[share->location] += (double)share->inclusive;
    severity += (double)share->inclusive;
  }
  struct finding *f = find_add(s, PROPERTY_TARGET_ON_HOST, region, severity, way_wall(s));
  if (!f)
    return;
  find_evidence(f, "visits", "", (double)visits);
  find_evidence(f, "on_host", "", (double)(visits - launched));
  f->judged = false;
  snprintf(f->why, sizeof f->why, "what a device would take is not known");
  find_advise(f, "The host has executed %llu of %llu visits: %s.", (unsigned long long)(visits - launched),
              (unsigned long long)visits, why_on_host(a, r));
}

void find_devices(struct property_search *s) {
  for (uint32_t region = 0; region < s->a->region_count; region++) {
    const struct region *r = &s->a->regions[region];
    if (r->role != POMP_ROLE_TARGET || !r->construct)
      continue;
    find_again(s, region);
    find_launch(s, region);
    find_on_host(s, region);
  }
}
