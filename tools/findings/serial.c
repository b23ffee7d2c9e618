/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* serial.c - code that one thread executes while the others have nothing to do: outside of teams, and in teams that had
 * no place for all threads. Not here: how idle time is divided among the code during that time (tools/sums/idle.c).
 */
#include "findings/cpu_loss.h"
#include "findings/inside.h"
#include "findings/job_findings.h"
#include "sums/function_regions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START 10e6     /* ns: to load a program and to begin takes no longer, and is nobody's work */
#define WORTH_PART 0.1 /* of a region's serial time: what is less stays with the rest */
#define ASLEEP 0.5     /* of a region's own time: what is more is not the program's code */
#define LINE 1024      /* bytes of what samples tell */

/* Returns how often faster the run could be at most, if all that is not serial took a part of its time. */
static double amdahl(double wall, double serial, double times) {
  double rest = wall > serial ? wall - serial : 0;
  return serial + rest / times > 0 ? wall / (serial + rest / times) : 1;
}

/* Adds up the idle time of a kind during each region, and leaves in search.lost what the thread itself took of it for
 * nothing: if all threads shared the work, it would be done in a part of the time. */
static double idle_during(struct property_search *s, enum idle_kind kind, uint32_t region, enum serial_part part) {
  const struct analysis *a = s->a;
  double severity = 0;
  find_begin(s);
  for (uint32_t i = s->idle_first[region]; i < s->idle_first[region + 1]; i++) {
    const struct idle_time *t = &a->idle[s->idle[i]];
    if (t->kind != kind || t->location == NO_LOCATION)
      continue;
    const uint64_t time = part == SERIAL_ALL ? t->time : part == SERIAL_EARLY ? t->early : t->time - t->early;
    severity += (double)time;
    s->lost[t->location] += (double)time / s->threads[t->process];
  }
  return severity;
}

double find_serial_wall(struct property_search *s) {
  const struct analysis *a = s->a;
  find_begin(s);
  for (uint32_t i = 0; i < a->idle_count; i++) {
    const struct idle_time *t = &a->idle[i];
    if (t->kind == IDLE_SERIAL && t->location != NO_LOCATION && s->threads[t->process] > 1)
      s->lost[t->location] += (double)t->time / (s->threads[t->process] - 1);
  }
  return way_wall(s);
}

/* This is what is judged of a region's serial code. */
struct judged {
  uint32_t region;
  enum serial_part part;
  enum property property;
  double early; /* of its idle time */
};

/* Returns which part of a region's own time its threads slept, as far as that is known. */
static double asleep_part(const struct property_search *s, const struct region *r) {
  const struct analysis *a = s->a;
  double asleep = (double)r->totals.asleep, outside = 0;
  for (uint32_t i = 0; !r->key && !s->job_findings && i < a->experiment->location_count; i++)
    outside += (double)analysis_asleep_outside(a, i);
  return r->totals.exclusive ? fmax(asleep, outside) / (double)r->totals.exclusive : 0;
}

static void advise_serial(struct finding *f, const struct property_search *s, const char *line, double speedup) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[f->region];
  f->speedup = speedup;
  const bool has_all = analysis_has_functions(a); /* it was compiled with --pomp-functions=all */
  const char *once = f->property == PROPERTY_SERIAL_INITIALISATION ? " It is done once in a run." : "";
  const double asleep = asleep_part(s, r);
  if (asleep > ASLEEP && f->property != PROPERTY_MPI_SERIAL)
    find_evidence(f, "asleep_ns", "ns", asleep * (double)r->totals.exclusive);
  if (f->property == PROPERTY_MPI_SERIAL)
    find_advise(f, "Let MPI go on while the threads compute (non-blocking calls, or a thread of its own for them).");
  else if (asleep > ASLEEP)
    find_advise(f,
                "The thread sleeps for %.0f %% of its time there: for a file, a device or the network, for another "
                "process, or for a time, none of which more threads make shorter. " HELPS
                "Begin what the thread sleeps for earlier, or let a task or a thread of its own wait for it while the "
                "team works.%s",
                100 * asleep, once);
  else if (*line)
    find_advise(f, "%s" HELPS "Make it parallel, or shorter.%s", line, once);
  else if (!r->key && !has_all)
    find_advise(f,
                "No region says which code this is: " HELPS
                "compile with --pomp-functions=all (or mark regions) to find out (pomp-report "
                "--suggest-functions leaves out what that makes slow), then make it parallel or shorter.%s",
                once);
  else
    find_advise(f, "Make it parallel, or shorter.%s%s", once,
                construct_is_function(r->construct) && !has_all
                    ? " What it calls counts here unless it is measured (--pomp-functions=all)."
                    : "");
}

/* MPI has to begin and end. No other work can be done in that time, and a longer run has no more of it. */
static bool begins_or_ends(const struct region *r) {
  const char *name = r->role == POMP_ROLE_MPI && r->construct ? r->construct->name : "";
  return strcmp(name, "MPI_Init") == 0 || strcmp(name, "MPI_Init_thread") == 0 || strcmp(name, "MPI_Finalize") == 0;
}

/* Adds a finding about code outside of teams: by CPU time, where the machine was busy and samples tell it. */
static struct finding *add_serial(struct property_search *s, const struct judged *j, double severity, double saving) {
  struct cpu_loss loss;
  if (j->property != PROPERTY_MPI_SERIAL && by_cpu_is_asked(s, severity)) {
    if (by_cpu_serial(s, j->region, j->part, &loss) == BY_CPU_UNEVEN)
      return by_cpu_add(s, j->property, j->region, &loss);
    idle_during(s, IDLE_SERIAL, j->region, j->part);
  }
  struct finding *f = find_add(s, j->property, j->region, severity, saving);
  /* The kernel is not asked before the first event. */
  const bool is_told = s->a->regions[j->region].key || j->property != PROPERTY_SERIAL_INITIALISATION;
  if (f && j->property != PROPERTY_MPI_SERIAL)
    f->by_work = s->a->all.scheduled.switches_known && is_told;
  return f;
}

/* Says what all serial code of the run keeps it from. */
static void tell_bound(struct finding *f, const struct property_search *s, double serial) {
  const double wall = (double)s->a->all.wall;
  find_evidence(f, "serial_ns", "ns", serial);
  find_evidence(f, "serial_part", "%", wall > 0 ? 100 * serial / wall : 0);
  find_evidence(f, "speedup_at_most_2", "", amdahl(wall, serial, 2));
  find_evidence(f, "speedup_at_most_4", "", amdahl(wall, serial, 4));
  find_evidence(f, "speedup_at_most", "", serial > 0 ? wall / serial : 1);
}

/* Says what helps; for a process of several nothing but where its samples are, as serial_conclude says the rest. */
static void tell_help(struct finding *f, const struct property_search *s, const char *line, double serial) {
  if (s->is_rank)
    find_advise(f, "%s", line);
  else
    advise_serial(f, s, line, serial > 0 ? (double)s->a->all.wall / serial : 1);
}

/* Writes what is known of the library's function that most samples are in, or the function and line. */
static void write_samples(char *text, size_t size, const struct analysis *a, uint32_t region, enum serial_part part) {
  struct inside in;
  if (inside_find(&in, a, region, part) && in.means) {
    inside_write(text, size - 2, a, &in);
    strcat(text, ". ");
  } else
    hot_line_write(text, size, a, region, part);
}

static void judge(struct property_search *s, const struct judged *j, double serial) {
  const double severity = idle_during(s, IDLE_SERIAL, j->region, j->part);
  char line[LINE];
  struct finding *f = add_serial(s, j, severity, way_wall(s));
  if (!f)
    return;
  find_evidence(f, "idle_ns", "ns", severity);
  if (f->by_cpu)
    find_evidence(f, "cpu_error_ns", "ns", f->error);
  if (j->property == PROPERTY_SERIAL_INITIALISATION)
    find_evidence(f, "before_first_team_ns", "ns", j->early);
  tell_bound(f, s, serial);
  f->serial_part = j->part;
  write_samples(line, sizeof line, s->a, j->region, j->part);
  tell_help(f, s, line, serial);
}

void serial_conclude(struct property_search *s, struct finding *f) {
  const double serial = s->job_findings->all.serial;
  char line[LINE];
  write_samples(line, sizeof line, s->a, f->region, (enum serial_part)f->serial_part);
  if (!*line && f->advice)
    snprintf(line, sizeof line, "%s", f->advice);
  tell_bound(f, s, serial);
  tell_help(f, s, line, serial);
}

/* The time in a region before the first team is the serial initialisation. A region with much of both has two findings.
 */
static void judge_parts(struct property_search *s, uint32_t region, double serial) {
  const double all = idle_during(s, IDLE_SERIAL, region, SERIAL_ALL);
  const double early = idle_during(s, IDLE_SERIAL, region, SERIAL_EARLY);
  const bool some_early = early >= WORTH_PART * all, some_later = all - early >= WORTH_PART * all;
  const bool is_start = !s->a->regions[region].key && s->a->all.threads && early < START * s->a->all.threads;
  const bool is_both = some_early && some_later, is_mpi = s->a->regions[region].role == POMP_ROLE_MPI;
  const enum property usual = is_mpi ? PROPERTY_MPI_SERIAL : PROPERTY_SERIAL_TIME;
  if (!(all > 0))
    return;
  if (is_mpi || some_later)
    judge(s, &(struct judged){region, !is_mpi && is_both ? SERIAL_LATER : SERIAL_ALL, usual, early}, serial);
  if (!is_mpi && some_early && !is_start)
    judge(s, &(struct judged){region, is_both ? SERIAL_EARLY : SERIAL_ALL, PROPERTY_SERIAL_INITIALISATION, early},
          serial);
}

static void find_code(struct property_search *s) {
  const struct analysis *a = s->a;
  const double serial = find_serial_wall(s);
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    const bool waits =
        pomp_role_is(r->role, POMP_IS_DEVICE) || (r->role == POMP_ROLE_TARGET && a->experiment->header.devices);
    if (r->role != POMP_ROLE_FORK && r->role != POMP_ROLE_TEAMS && !begins_or_ends(r) && !waits)
      judge_parts(s, region, serial); /* forks are judged by how much is done in them */
  }
}

void find_small_teams(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    double severity = idle_during(s, IDLE_SMALL, region, SERIAL_ALL), saving = severity > 0 ? way_wall(s) : 0;
    struct finding *f = severity > 0 ? find_add(s, PROPERTY_IDLE_THREADS, region, severity, saving) : NULL;
    if (!f)
      continue;
    find_evidence(f, "idle_ns", "ns", severity);
    find_evidence(f, "threads", "", a->all.threads);
    find_evidence(f, "forks", "", (double)a->regions[region].totals.visits);
    find_advise(f, "Let its teams be as large as the others: look at num_threads, if, nested regions "
                   "(OMP_MAX_ACTIVE_LEVELS) and OMP_DYNAMIC.");
  }
}

/* Where another runtime's teams are not measured, they look like serial code. */
void find_serial(struct property_search *s) {
  struct other_runtime other;
  if (find_other(s->a->experiment, &other))
    return;
  find_code(s);
  find_team_serial(s);
}
