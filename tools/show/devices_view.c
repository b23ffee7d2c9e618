/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* devices_view.c - the view of what target constructs do: copying, memory, kernel, or launch.
 * Not here: what there is to do about it (findings/device_findings.c), the columns (report_columns.def). */
#include "pomp_text.h"
#include "show/print_listing.h"
#include "show/report.h"
#include "show/table_cells.h"
#include "show/wrap.h"

#include <stdlib.h>

#define LINE_WIDTH 100
#define SHOWN_PART 0.01 /* of what takes most: the table has the others, too */

/* Where the time of a construct goes, in the order of its parts. */
static const struct part {
  enum pomp_role roles[2];
  const char *words;
} parts[] = {
    {{POMP_ROLE_DEVICE_TO, POMP_ROLE_NONE}, "copying to the device"},
    {{POMP_ROLE_DEVICE_KERNEL, POMP_ROLE_NONE}, "kernel"},
    {{POMP_ROLE_DEVICE_FROM, POMP_ROLE_NONE}, "copying from the device"},
    {{POMP_ROLE_DEVICE_ALLOC, POMP_ROLE_DEVICE_FREE}, "memory of the device"},
    {{POMP_ROLE_TARGET, POMP_ROLE_NONE}, "launch, and what the construct does itself"},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* The time of a part, in ns: a kernel's with all that it has inside. */
static double time_of(const struct analysis *a, const struct region *construct, const struct part *part) {
  double sum = 0;
  for (size_t i = 0; i < 2 && part->roles[i]; i++) {
    const bool is_self = part->roles[i] == POMP_ROLE_TARGET;
    const struct region *r = is_self ? construct : analysis_part(a, construct, part->roles[i]);
    sum += r ? (double)(is_self ? r->totals.exclusive : r->totals.inclusive) : 0;
  }
  return sum;
}

static double bytes_of(const struct analysis *a, const struct region *construct, enum pomp_role role) {
  const struct region *r = analysis_part(a, construct, role);
  return r ? (double)r->totals.messages.sent_bytes + (double)r->totals.messages.received_bytes : 0;
}

/* Says in a paragraph where the time of a construct goes. */
static void print_construct(FILE *out, const struct analysis *a, const struct region *r) {
  char text[4096], where[1024];
  double all = 0;
  for (size_t i = 0; i < PARTS; i++)
    all += time_of(a, r, &parts[i]);
  print_where(where, sizeof where, r);
  int used = snprintf(text, sizeof text, "%s%s%s, %llu visit%s, %.3f s:", r->name, *where ? ", " : "", where,
                      (unsigned long long)r->totals.visits, r->totals.visits == 1 ? "" : "s", all * 1e-9);
  const char *before = " ";
  for (size_t i = 0; i < PARTS && used > 0 && (size_t)used < sizeof text; i++) {
    const double time = time_of(a, r, &parts[i]);
    if (time > 0)
      used +=
          snprintf(text + used, sizeof text - (size_t)used, "%s%.1f %% %s", before, percent(time, all), parts[i].words);
    before = time > 0 ? ", " : before;
  }
  const double to = bytes_of(a, r, POMP_ROLE_DEVICE_TO), from = bytes_of(a, r, POMP_ROLE_DEVICE_FROM);
  if (to + from > 0 && used > 0 && (size_t)used < sizeof text)
    snprintf(text + used, sizeof text - (size_t)used, "; %.4g MB to the device, %.4g MB from it", to * 1e-6,
             from * 1e-6);
  pomp_text_show(text, sizeof text);
  wrap_words(out, "  ", text, LINE_WIDTH, 0);
}

static int by_time(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  if (a->totals->inclusive != b->totals->inclusive)
    return a->totals->inclusive < b->totals->inclusive ? 1 : -1;
  return a->region < b->region ? -1 : a->region > b->region;
}

static void print_head(FILE *out, const struct analysis *a, const struct row *rows, size_t count) {
  const uint32_t devices = a->experiment->header.devices;
  if (!count)
    fputs("No target construct was measured.\n", out);
  else if (!devices)
    fputs("The OpenMP runtime has told of no device: the host has executed all target constructs.\n", out);
  else
    fprintf(out,
            "The OpenMP runtime has told of %u device%s. All times are those of threads of the host, which wait for "
            "what a device does.\n",
            devices, devices > 1 ? "s" : "");
  for (size_t i = 0; i < count; i++)
    if (rows[i].region->role == POMP_ROLE_TARGET && rows[i].totals->inclusive >= SHOWN_PART * rows->totals->inclusive)
      print_construct(out, a, rows[i].region);
  if (count)
    fputc('\n', out);
}

bool report_devices(FILE *out, const struct listing *l, const struct analysed_experiment *o) {
  const struct analysis *a = &o->analysis;
  struct row *rows = calloc((size_t)a->region_count + 1, sizeof *rows);
  size_t count = 0;
  if (!rows)
    return false;
  for (uint32_t i = 1; i < a->region_count; i++)
    if (a->regions[i].role == POMP_ROLE_TARGET || pomp_role_is(a->regions[i].role, POMP_IS_DEVICE))
      rows[count++] = (struct row){.analysis = a, .region = &a->regions[i], .totals = &a->regions[i].totals};
  qsort(rows, count, sizeof *rows, by_time);
  if (!table_options_narrow(l->wanted))
    print_head(out, a, rows, count);
  const bool good = !count || listing_show(out, l, rows, count);
  free(rows);
  return good;
}
