/* fuzz_convert.c - gives what libFuzzer thinks of to pomp-convert as the trace of an experiment that is there: its
 * events must be in order and complete, a timeline is made, and all formats that need no library are written, or, if it
 * is built with OTF2, that. It does not test the reader alone, as fuzz_trace.c does.
 *
 * FUZZ_EXPERIMENT names the experiment, which is copied; FUZZ_TRACE the file in it that is made anew each time. */
#include "commands/convert/formats.h"
#include "sums/events.h"
#include "sums/job_traces.h"
#include "sums/timeline.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "fuzz-XXXXXX", trace_path[4096];

int LLVMFuzzerInitialize(int *argc, char ***argv) {
  char command[4096];
  (void)argc, (void)argv;
  if (!getenv("FUZZ_EXPERIMENT") || !getenv("FUZZ_TRACE") || !mkdtemp(directory))
    exit(1);
  snprintf(command, sizeof command, "cp -r %s/. %s", getenv("FUZZ_EXPERIMENT"), directory);
  if (system(command) != 0)
    exit(1);
  snprintf(trace_path, sizeof trace_path, "%s/%s", directory, getenv("FUZZ_TRACE"));
  return 0;
}

/* --- what every format relies on --- */

#define DEPTH 100000
struct check {
  const struct traced_run *source;
  uint64_t last;
  uint32_t depth, forks, teams;
  uint32_t *open;
};

static void must(bool holds) {
  if (!holds)
    abort();
}

static bool take(void *context, const struct event *e) {
  struct check *c = context;
  must(e->time >= c->last);
  c->last = e->time;
  switch (e->kind) {
  case EVENT_ENTER:
    must(e->region < c->source->analysis.region_count);
    if (c->depth < DEPTH)
      c->open[c->depth] = e->region;
    c->depth++;
    break;
  case EVENT_LEAVE:
    must(c->depth--);
    must(c->depth >= DEPTH || c->open[c->depth] == e->region);
    break;
  case EVENT_FORK:
    c->forks++;
    break;
  case EVENT_JOIN:
    must(c->forks--);
    break;
  case EVENT_TEAM_BEGIN:
    must(e->team != NO_LOCATION);
    c->teams++;
    break;
  case EVENT_TEAM_END:
    must(c->teams--);
    break;
  case EVENT_METRICS:
    must(e->metrics <= EVENT_METRICS_MAX && e->metric + e->metrics <= c->source->experiment->metric_count);
    break;
  case EVENT_MPI:
    must(e->record && c->source->job);
    break;
  default:
    break;
  }
  return true;
}

static void check_events(const struct traced_run *s, uint32_t regions) {
  static uint32_t open[DEPTH];
  struct traced_run numbered = *s;
  numbered.analysis.region_count = regions;
  for (uint32_t i = 0; i < s->experiment->location_count; i++) {
    struct check c = {.source = &numbered, .open = open};
    char error[256];
    uint64_t misfits = 0;
    if (s->threads[i].first != i)
      continue;
    if (events_of(s, i, take, &c, &misfits, error, sizeof error))
      must(c.depth == 0 && c.forks == 0 && c.teams == 0);
    else
      must(*error);
  }
}

/* A timeline's lanes have each moment once: what its windows have of a lane is no more than the run's time. */
static void check_timeline(void) {
  static struct traced_run s;
  struct trace_lacks lacks;
  struct timeline t = {.lane_count = 0};
  char error[256] = "not opened";
  if (traced_run_open_by_rank(&s, directory, &lacks))
    must(timeline_make(&t, &s, error, sizeof error) || *error);
  for (uint32_t lane = 0, i = 0; lane < t.lane_count && t.sum_ends && !*error; lane++) {
    uint64_t sum = 0;
    for (uint32_t end = t.sum_ends[(lane + 1ull) * t.window_count - 1]; i < end; i++) {
      must(t.sums[i].key / 2 < t.node_count);
      sum += t.sums[i].ns;
    }
    must(sum <= t.end);
  }
  timeline_free(&t);
  traced_run_close(&s);
}

/* --- writing --- */

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw) {
  (void)s, (void)type, (void)ftw;
  return remove(path);
}

static void write_as(const struct traced_run *s, bool (*write)(struct conversion *c), unsigned jobs) {
  struct conversion c = {.source = s, .path = "fuzz-out", .jobs = jobs};
  nftw(c.path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  must(write(&c) || *c.error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct traced_run s;
  FILE *file = fopen(trace_path, "wb");
  must(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
  struct trace_lacks lacks;
  if (traced_run_open(&s, directory, &lacks)) {
    if (!s.job)
      check_events(&s, s.analysis.region_count);
    for (uint32_t i = 0; s.job && i < s.job->count; i++)
      check_events(&s.job->ranks[i], s.analysis.region_count);
#ifdef POMP_HAS_OTF2
    write_as(&s, otf2_write, 2);
#else
    write_as(&s, perfetto_write, 1);
    write_as(&s, ctf_write, 1);
#endif
  }
  traced_run_close(&s);
  check_timeline();
  return 0;
}
