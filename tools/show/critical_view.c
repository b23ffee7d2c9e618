/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_view.c - the view of the critical path: the regions on it, the threads that it was on, and when.
 * Not here: how it is found (critical_traces.c, tools/sums/critical_profile.c), JSON (critical_json.c). */
#include "show/print_listing.h"
#include "show/report.h"
#include "show/row_values.h"
#include "sums/critical.h"

#include <stdlib.h>
#include <string.h>

#define THREADS_SHOWN 8u

const char *const critical_kinds[CRITICAL_KINDS] = {
    [CRITICAL_FORK] = "fork",       [CRITICAL_BARRIER] = "barrier",
    [CRITICAL_JOIN] = "join",       [CRITICAL_LOCK] = "lock",
    [CRITICAL_TASK] = "task",       [CRITICAL_CHILDREN] = "children",
    [CRITICAL_MESSAGE] = "message", [CRITICAL_COLLECTIVE] = "collective",
};
static const char *const kind_words[CRITICAL_KINDS] = {
    [CRITICAL_FORK] = "from a fork to a member of its team",
    [CRITICAL_BARRIER] = "from the last one at a barrier to one that waited there",
    [CRITICAL_JOIN] = "from the last member of a team to the thread that goes on",
    [CRITICAL_LOCK] = "from who freed a lock to who waited for it",
    [CRITICAL_TASK] = "from who made a task, or made it ready, to who executes it",
    [CRITICAL_CHILDREN] = "from the end of a task to who waited for it",
    [CRITICAL_MESSAGE] = "from one end of a message to the other",
    [CRITICAL_COLLECTIVE] = "from the last rank in a collective operation to one that waited there",
};

/* --- the columns --- */

static double part_of(const struct row *row, uint64_t ns) {
  return percent((double)ns, (double)row->analysis->critical->wall);
}
VALUE(value_critical_percent) { return value_number(part_of(row, row->critical->path)); }
VALUE(value_critical) { return value_time(row->critical->path); }
VALUE(value_critical_of_self) {
  const struct critical_time *t = row->critical;
  return t->all ? value_number(percent((double)t->path, (double)t->all)) : NOTHING;
}
VALUE(value_critical_waited) { return value_time(row->critical->waited); }
VALUE(value_critical_waited_off) { return value_time(row->critical->waited_off); }

/* --- regions --- */

static int by_path(const void *x, const void *y) {
  const struct row *a = x, *b = y;
  const struct critical_time *s = a->critical, *t = b->critical;
  if (s->path != t->path)
    return s->path < t->path ? 1 : -1;
  if (s->waited_off != t->waited_off)
    return s->waited_off < t->waited_off ? 1 : -1;
  return a->region < b->region ? -1 : a->region > b->region;
}

static bool show_regions(FILE *out, const struct listing *l, const struct analysis *a) {
  const struct critical_path *c = a->critical;
  struct row *rows = calloc(a->region_count + 1ull, sizeof *rows);
  size_t count = 0;
  for (uint32_t i = 0; rows && i < a->region_count; i++)
    if (c->regions[i].path || c->regions[i].waited_off)
      rows[count++] = (struct row){.analysis = a, .region = &a->regions[i], .critical = &c->regions[i]};
  if (rows && count)
    qsort(rows, count, sizeof *rows, by_path);
  bool good = rows && listing_show(out, l, rows, count);
  free(rows);
  return good;
}

/* --- threads, and when it was on them --- */

static const struct critical_path *sorted;
static int by_time(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  if (sorted->locations[a] != sorted->locations[b])
    return sorted->locations[a] < sorted->locations[b] ? 1 : -1;
  return a < b ? -1 : a > b;
}

/* Prints a sign for each part of the run: the higher, the more of the part. */
static void print_shares(FILE *out, const struct critical_path *c, uint32_t location) {
  static const char *const signs[] = {"\xc2\xb7",     "\xe2\x96\x81", "\xe2\x96\x82", "\xe2\x96\x83", "\xe2\x96\x84",
                                      "\xe2\x96\x85", "\xe2\x96\x86", "\xe2\x96\x87", "\xe2\x96\x88"};
  static const char *const plain[] = {".", "1", "2", "3", "4", "5", "6", "7", "8"};
  const bool can = strcmp(location_arrow(), "->") != 0;
  const uint64_t length = critical_part_length(c);
  uint64_t shares[CRITICAL_PARTS];
  critical_shares(c, location, shares);
  for (int i = 0; i < CRITICAL_PARTS; i++) {
    uint64_t eighths = (shares[i] * 8 + length / 2) / length;
    eighths = eighths > 8 ? 8 : shares[i] && !eighths ? 1 : eighths;
    fputs(can ? signs[eighths] : plain[eighths], out);
  }
}

static bool print_threads(FILE *out, const struct analysis *a) {
  const struct critical_path *c = a->critical;
  const uint32_t count = a->experiment->location_count;
  uint32_t *order = malloc((count + 1ull) * sizeof *order);
  char name[512];
  if (!order)
    return false;
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
  sorted = c;
  qsort(order, count, sizeof *order, by_time);
  fprintf(out, "\nThe threads that it was on, and when (a sign is %.3f s)\n", (double)critical_part_length(c) * 1e-9);
  for (uint32_t i = 0; i < count && i < THREADS_SHOWN && c->locations[order[i]]; i++) {
    analysis_location_name(a, order[i], location_arrow(), name, sizeof name);
    fprintf(out, "  %6.1f %%  %9.3f s  ", percent((double)c->locations[order[i]], (double)c->wall),
            (double)c->locations[order[i]] * 1e-9);
    print_shares(out, c, order[i]);
    fprintf(out, "  thread %s\n", name);
  }
  if (c->threads > THREADS_SHOWN)
    fprintf(out, "  and %u more, which --json has\n", c->threads - THREADS_SHOWN);
  free(order);
  return true;
}

static bool is_same(const struct critical_part *a, const struct critical_part *b) {
  return a->location == b->location && a->region == b->region;
}

/* Prints where most of the path was, part after part; parts with the same are a line. */
static void print_parts(FILE *out, const struct analysis *a) {
  const struct critical_path *c = a->critical;
  static char where[CELL_SIZE];
  char name[512];
  fputs("\nWhat has most of it, from the begin of the run to its end\n", out);
  for (int i = 0, end; i < CRITICAL_PARTS; i = end) {
    const struct critical_part *p = &c->parts[i];
    const struct row row = {.analysis = a, .region = &a->regions[p->region]};
    for (end = i + 1; end < CRITICAL_PARTS && is_same(p, &c->parts[end]);)
      end++;
    analysis_location_name(a, p->location, location_arrow(), name, sizeof name);
    cell_where(where, sizeof where, &row, NULL);
    fprintf(out, "  %3d to %3d %%  %s%s%s, thread %s\n", i * 100 / CRITICAL_PARTS, end * 100 / CRITICAL_PARTS,
            row.region->name, *where ? ", " : "", where, name);
  }
}

static void print_changes(FILE *out, const struct critical_path *c) {
  bool first = true;
  for (int i = 0; i < CRITICAL_KINDS; i++) {
    if (!c->jumps[i])
      continue;
    if (first)
      fputs("\nHow it went from one thread to another\n", out);
    first = false;
    char time[64];
    print_duration(time, sizeof time, (double)c->delays[i]);
    fprintf(out, "  %9llu %s  %s, which took %s\n", (unsigned long long)c->jumps[i],
            c->jumps[i] == 1 ? "time " : "times", kind_words[i], time);
  }
}

/* --- all of it --- */

static void print_head(FILE *out, const struct analysis *a) {
  const struct critical_path *c = a->critical;
  char time[64];
  if (c->of_profile) {
    print_duration(time, sizeof time, (double)c->loose);
    fprintf(out,
            "The critical path, from the profile: %.3f s; its teams share loops and meet at barriers, and what else "
            "they do takes %s at most\n",
            (double)c->wall * 1e-9, time);
    return;
  }
  fprintf(out, "The critical path, from the trace: %.3f s, in %u piece%s on %u thread%s\n", (double)c->wall * 1e-9,
          c->segment_count, c->segment_count == 1 ? "" : "s", c->threads, c->threads == 1 ? "" : "s");
}

static void print_doubts(FILE *out, const struct critical_path *c) {
  if (c->gaps)
    fprintf(out, "  %.3f s of it (%.1f %%) are in parts of the run that were not traced.\n", (double)c->gaps * 1e-9,
            percent((double)c->gaps, (double)c->wall));
  if (c->contradicted)
    fprintf(out, "  %llu time%s the clocks say that a wait was over before what ended it: there it may be off.\n",
            (unsigned long long)c->contradicted, c->contradicted == 1 ? "" : "s");
  if (c->messages_unknown)
    fputs("  It does not go from rank to rank, as messages could not be matched.\n", out);
}

bool report_critical(FILE *out, const struct listing *l, const struct analysis *a) {
  const bool narrows = table_options_narrow(l->wanted);
  if (!l->wanted->csv) {
    print_head(out, a);
    print_doubts(out, a->critical);
  }
  bool good = show_regions(out, l, a);
  if (good && !narrows && !a->critical->of_profile) {
    good = print_threads(out, a);
    print_parts(out, a);
    print_changes(out, a->critical);
  }
  return good;
}
