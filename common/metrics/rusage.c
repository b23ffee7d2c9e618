/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rusage.c - what the kernel accounts for a thread, by getrusage: one system call for all of it.
 * Not here: who asks. */
#include "pomp_format.h"
#include "pomp_metrics.h"
#include "pomp_system.h"

#include <stdio.h>
#include <string.h>

static int64_t ns_of(struct timeval t) { return (int64_t)t.tv_sec * 1000000000 + (int64_t)t.tv_usec * 1000; }
static int64_t utime(const struct rusage *r) { return ns_of(r->ru_utime); }
static int64_t stime(const struct rusage *r) { return ns_of(r->ru_stime); }
static int64_t minflt(const struct rusage *r) { return r->ru_minflt; }
static int64_t majflt(const struct rusage *r) { return r->ru_majflt; }
static int64_t nvcsw(const struct rusage *r) { return r->ru_nvcsw; }
static int64_t nivcsw(const struct rusage *r) { return r->ru_nivcsw; }
static int64_t inblock(const struct rusage *r) { return r->ru_inblock; }
static int64_t oublock(const struct rusage *r) { return r->ru_oublock; }
static int64_t maxrss(const struct rusage *r) { return (int64_t)r->ru_maxrss * 1024; }

/* These are the fields that Linux fills. */
static const struct field {
  const char *name, *unit, *text;
  int64_t (*get)(const struct rusage *);
  uint32_t flags;
} fields[] = {
    {"utime", "ns", "CPU time in user space", utime, 0},
    {"stime", "ns", "CPU time in the kernel", stime, 0},
    {"minflt", "", "page faults that needed no disk", minflt, 0},
    {"majflt", "", "page faults that needed the disk", majflt, 0},
    {"nvcsw", "", "context switches because the thread had to wait", nvcsw, 0},
    {"nivcsw", "", "context switches because another one wanted the processor", nivcsw, 0},
    {"inblock", "", "blocks of 512 bytes read from disks", inblock, 0},
    {"oublock", "", "blocks of 512 bytes written to disks", oublock, 0},
    {"maxrss", "bytes", "growth of the process's largest resident size", maxrss, POMP_METRIC_PROCESS},
};
enum { FIELDS = sizeof fields / sizeof *fields };

#define PREFIX "rusage:"

static const struct field *added[POMP_METRICS_MAX];
static unsigned count;

static bool owns(const char *name) { return strncmp(name, PREFIX, strlen(PREFIX)) == 0; }

static bool load(bool multiplex, char *why) {
  (void)multiplex;
  *why = 0; /* it always can */
  return true;
}

static bool add(const char *name, struct pomp_metrics_about *about, char *why) {
  for (int i = 0; i < FIELDS; i++) {
    const struct field *f = &fields[i];
    if (strcmp(name + strlen(PREFIX), f->name) != 0)
      continue;
    snprintf(about->text, sizeof about->text, "%s", f->text);
    about->unit = f->unit;
    about->flags = f->flags;
    added[count++] = f;
    return true;
  }
  int n = snprintf(why, POMP_METRICS_WHY, "getrusage has no such field; it has ");
  for (int i = 0; i < FIELDS; i++)
    n += snprintf(why + n, POMP_METRICS_WHY - (size_t)n, "%s%s", fields[i].name, i + 1 < FIELDS ? ", " : "");
  return false;
}

static bool thread_begin(void *thread, char *why) {
  (void)thread;
  *why = 0;
  return true;
}
static void thread_end(void *thread) { (void)thread; }

static bool read_values(void *thread, int64_t *values) {
  (void)thread;
  struct rusage r;
  if (pomp_sys_getrusage(RUSAGE_THREAD, &r))
    return false;
  for (unsigned i = 0; i < count; i++)
    values[i] = added[i]->get(&r);
  return true;
}

static void list(void (*each)(void *to, const char *name, const char *about), void *to) {
  char name[POMP_METRICS_NAME];
  for (int i = 0; i < FIELDS; i++) {
    snprintf(name, sizeof name, PREFIX "%s", fields[i].name);
    each(to, name, fields[i].text);
  }
}

const struct pomp_metrics_source pomp_metrics_rusage = {.name = "rusage",
                                                        .names = "rusage:FIELD, the fields of getrusage(2)",
                                                        .owns = owns,
                                                        .load = load,
                                                        .add = add,
                                                        .thread_begin = thread_begin,
                                                        .thread_end = thread_end,
                                                        .read = read_values,
                                                        .list = list};
