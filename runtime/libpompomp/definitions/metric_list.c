/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metric_list.c - reads POMP_METRICS, loads the sources of what it names, and tells the user what can't be had.
 * Not here: values by call path (metric_values.c), how things are counted (common/metrics/). */
#include "definitions/metric_list.h"
#include "base/arena.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/side_stack.h"
#include "definitions/region.h"

#include <stdio.h>
#include <string.h>

static struct metric {
  char name[POMP_METRICS_NAME];
  struct pomp_metrics_about about;
  unsigned source, at; /* which source, and which of its values */
} metrics[POMP_METRICS_MAX];
static uint32_t count;
static struct pomp_metric *records; /* the metrics' records in the file */

static struct {
  bool asked, loaded;
  unsigned count;
  size_t offset; /* where its state is in a thread's state */
} sources[POMP_METRICS_SOURCES];

static const struct pomp_metrics_source *source_at(unsigned i) { return pomp_metrics_sources[i]; }

/* --- at the start --- */

static bool is_there(const char *name) {
  for (uint32_t i = 0; i < count; i++)
    if (strcmp(metrics[i].name, name) == 0)
      return true;
  return false;
}

static void leave_out(const char *name, const char *why) { pomp_say(POMP_SAYS_METRIC_LEFT_OUT, name, why); }

/* Loads the source and returns its number; if it can't be had, says so and returns POMP_METRICS_SOURCES. */
static unsigned load_source(const char *name, bool multiplex) {
  const struct pomp_metrics_source *s = pomp_metrics_source_of(name);
  static char why[POMP_METRICS_SOURCES][POMP_METRICS_WHY];
  unsigned i = 0;
  while (i < POMP_METRICS_SOURCES && source_at(i) != s)
    i++;
  if (i == POMP_METRICS_SOURCES) {
    leave_out(name, "metrics are called PAPI_..., component:::event, perf:NAME or rusage:FIELD; pomp-report --metrics "
                    "lists those of this machine");
    return i;
  }
  if (!sources[i].asked)
    sources[i].loaded = s->load(multiplex, why[i]);
  sources[i].asked = true;
  if (sources[i].loaded)
    return i;
  leave_out(name, why[i]);
  return POMP_METRICS_SOURCES;
}

static void add(const char *name, bool multiplex) {
  char why[POMP_METRICS_WHY] = "";
  if (is_there(name))
    return;
  if (count == POMP_METRICS_MAX) {
    snprintf(why, sizeof why, "there are %d metrics already, and no more at a time", POMP_METRICS_MAX);
    leave_out(name, why);
    return;
  }
  unsigned s = load_source(name, multiplex);
  if (s == POMP_METRICS_SOURCES)
    return;
  struct metric m = {.source = s, .at = sources[s].count};
  snprintf(m.name, sizeof m.name, "%s", name);
  if (!source_at(s)->add(name, &m.about, why)) {
    leave_out(name, why);
    return;
  }
  metrics[count++] = m;
  sources[s].count++;
}

static int write_records(void) {
  struct pomp_block *block;
  uint64_t size =
      (sizeof *block + count * sizeof *records + POMP_FORMAT_ALIGN - 1) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  int error = pomp_arena_block(&block, POMP_BLOCK_METRICS, 0, sizeof *block, size);
  if (error)
    return error;
  records = (struct pomp_metric *)(void *)(block + 1);
  for (uint32_t i = 0; i < count && !error; i++) {
    const struct metric *m = &metrics[i];
    struct pomp_metric *r = &records[i];
    r->flags = m->about.flags;
    error = pomp_region_string(m->name, &r->name);
    if (!error)
      error = pomp_region_string(m->about.unit, &r->unit);
    if (!error)
      error = pomp_region_string(m->about.text, &r->text);
    if (!error)
      error = pomp_region_string(source_at(m->source)->name, &r->source);
  }
  if (!error)
    __atomic_store_n(&block->count, count, __ATOMIC_RELEASE);
  pomp_arena_publish();
  return error;
}

/* A counter that restarts at 0 is followed by each thread: `last` is its last value, and `more` is added to it. */
struct followed {
  int64_t last, more;
};

/* A thread's state: which sources count on it, and behind that the state of each. */
struct thread {
  bool counts[POMP_METRICS_SOURCES];
  struct followed followed[]; /* one for each metric, if any begins again */
};
static size_t thread_size;

static bool any_begins_again(void) {
  for (uint32_t i = 0; i < count; i++)
    if (metrics[i].about.begins_again)
      return true;
  return false;
}

static void lay_out(void) {
  thread_size = sizeof(struct thread) + (any_begins_again() ? count * sizeof(struct followed) : 0);
  thread_size = (thread_size + 15) / 16 * 16;
  for (unsigned i = 0; i < POMP_METRICS_SOURCES; i++) {
    sources[i].offset = thread_size;
    thread_size += sources[i].count ? (source_at(i)->thread_size + 15) / 16 * 16 : 0;
  }
}

int pomp_metric_list_start(const char *list, bool multiplex, uint32_t *found) {
  *found = 0;
  if (strcmp(list, "0") == 0 || strcmp(list, "off") == 0)
    return 0;
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, ",");
    char name[POMP_METRICS_NAME];
    size_t first = strspn(at, " "), last = length;
    while (last > first && at[last - 1] == ' ')
      last--;
    first = first < last ? first : last;
    snprintf(name, sizeof name, "%.*s", (int)(last - first < sizeof name ? last - first : sizeof name), at + first);
    if (last - first >= sizeof name)
      leave_out(name, "no metric has so long a name");
    else if (last > first)
      add(name, multiplex);
    at += length + (at[length] == ',');
  }
  *found = count;
  lay_out();
  return count ? write_records() : 0;
}

/* --- threads --- */

static void mark_incomplete(unsigned source) {
  for (uint32_t i = 0; i < count; i++)
    if (metrics[i].source == source)
      __atomic_fetch_or(&records[i].flags, (uint32_t)POMP_METRIC_INCOMPLETE, __ATOMIC_RELAXED);
}

static void thread_begin(void *made) {
  static bool said[POMP_METRICS_SOURCES];
  struct thread *t = pomp_arena_scratch(thread_size);
  for (unsigned i = 0; i < POMP_METRICS_SOURCES; i++) {
    char why[POMP_METRICS_WHY] = "no memory";
    if (!sources[i].count)
      continue;
    if (t && source_at(i)->thread_begin((char *)t + sources[i].offset, why)) {
      t->counts[i] = true;
      continue;
    }
    mark_incomplete(i);
    if (!said[i])
      pomp_say(POMP_SAYS_METRIC_THREAD, why);
    said[i] = true;
  }
  *(void **)made = t;
}
void *pomp_metric_list_thread_begin(void) {
  void *made;
  pomp_call_aside(thread_begin, &made);
  return made;
}

static void thread_end(void *thread) {
  const struct thread *t = thread;
  for (unsigned i = 0; i < POMP_METRICS_SOURCES; i++)
    if (t->counts[i])
      source_at(i)->thread_end((char *)thread + sources[i].offset);
  pomp_arena_scratch_free(thread, thread_size);
}
void pomp_metric_list_thread_end(void *thread) { pomp_call_aside(thread_end, thread); }

/* Returns how many values a counter has that has begun again: 2^32 or 2^48, as it was in the last quarter of them, and
 * is in the first one. 0: it has not. A number that may fall as well, such as a temperature, rarely falls so far. */
static int64_t range_of(int64_t last, int64_t now) {
  static const int64_t ranges[] = {1ll << 32, 1ll << 48};
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (last < ranges[i] && last >= ranges[i] / 4 * 3 && now >= 0 && now < ranges[i] / 4)
      return ranges[i];
  return 0;
}

static int64_t follow(struct followed *f, int64_t now) {
  if (now < f->last)
    f->more += range_of(f->last, now);
  f->last = now;
  return now + f->more;
}

/* A source counts no longer on some thread. */
static bool stopped;
void pomp_metric_list_end(void) {
  if (POMP_LOAD(stopped))
    pomp_say(POMP_SAYS_METRIC_STOPPED);
}

void pomp_metric_list_read(void *thread, int64_t *values) {
  struct thread *t = thread;
  for (unsigned i = 0; i < POMP_METRICS_SOURCES; i++) {
    int64_t read[POMP_METRICS_MAX];
    if (!t->counts[i])
      continue;
    if (!source_at(i)->read((char *)thread + sources[i].offset,
                            read)) { /* the program has closed what the source had open */
      t->counts[i] = false;
      mark_incomplete(i);
      POMP_STORE(stopped, true);
      continue;
    }
    for (uint32_t k = 0; k < count; k++)
      if (metrics[k].source == i) {
        const int64_t now = read[metrics[k].at];
        values[k] = metrics[k].about.begins_again ? follow(&t->followed[k], now) : now;
      }
  }
}
