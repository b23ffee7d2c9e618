/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* notes.c - what the head says that was not as it should be, or not as the user might think: one line each.
 * Not here: the head's figures (report_tables.c), processors (scheduling_head.c), deadlocks (open_table.c). */
#include "show/notes.h"
#include "files/running_process.h"
#include "findings/plain_code.h"
#include "pomp_names.h"
#include "pomp_run.h"
#include "show/numbers.h"
#include "show/report.h"
#include "show/scheduling_head.h"
#include "show/table_cells.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LEFT_OUT 5u

/* Prints one line for each kind of event that was not as it should be. */
static void print_events(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  const struct {
    uint64_t count;
    const char *what, *means;
  } kinds[] = {
      {a->repaired, "region",
       "without an exit event (cancel, exceptions and jumps skip it): ended with the region around"},
      {a->ignored, "exit", "of regions that were not open: ignored"},
      {a->lost, "event", "in signal handlers, while the runtime was busy: lost"},
  };
  for (size_t i = 0; i < COUNT(kinds); i++)
    if (kinds[i].count)
      fprintf(out, "Events: %llu %s%s %s.\n", (unsigned long long)kinds[i].count, kinds[i].what,
              kinds[i].count == 1 ? "" : "s", kinds[i].means);
}

/* Prints the ranks for which `is` holds, the first dozen of them. */
static void print_ranks(FILE *out, const struct experiment *e, bool (*is)(const struct process *)) {
  enum { SHOWN = 12 };
  uint32_t found = 0;
  for (uint32_t i = 0; i < e->process_count; i++)
    if (is(&e->processes[i]) && found++ < SHOWN)
      fprintf(out, "%s%u (%s)", found > 1 ? ", " : "", e->processes[i].header.rank,
              process_state_name(&e->processes[i]));
  if (found > SHOWN)
    fprintf(out, " and %u more", found - SHOWN);
}

static bool is_read_now(const struct process *p) { return p->state != RUN_COMPLETE && p->end_known == END_CLOCK; }
static bool is_ended(const struct process *p) {
  return p->state != RUN_COMPLETE && (p->end_known == END_DEATH || p->end_known == END_TOLD);
}
static bool is_lost(const struct process *p) { return p->state != RUN_COMPLETE && !is_read_now(p) && !is_ended(p); }

/* Prints which ranks of a job are not all there. */
static void print_incomplete(FILE *out, const struct loaded *l) {
  static const struct {
    const char *until;
    bool (*is)(const struct process *);
  } kinds[] = {{"now", is_read_now}, {"the end", is_ended}, {"the last event", is_lost}};
  const struct experiment *e = &l->experiment;
  uint32_t ranks = e->header.ranks, shown = 0;
  for (size_t k = 0; k < COUNT(kinds); k++)
    for (uint32_t i = 0; i < e->process_count; i++)
      if (kinds[k].is(&e->processes[i])) {
        fprintf(out, "Incomplete, measured up to %s: rank ", kinds[k].until);
        print_ranks(out, e, kinds[k].is);
        fprintf(out, ".\n");
        break;
      }
  if (l->state == RUN_COMPLETE && l->by_rank)
    fprintf(out, "The ranks did not end together in MPI_Finalize: their files were read one by one.\n");
  if (!e->of_job || e->process_count == ranks)
    return;
  fprintf(out, "Nothing is there of %u of %u ranks:", ranks - e->process_count, ranks);
  for (uint32_t rank = 0, i = 0; rank < ranks; rank++) {
    if (i < e->process_count && e->processes[i].header.rank == rank)
      i++;
    else if (shown++ < 12)
      fprintf(out, "%s %u", shown > 1 ? "," : "", rank);
    else
      break;
  }
  fprintf(out, "%s.\n", shown > 12 ? ", …" : "");
}

static void print_stop(FILE *out, const struct loaded *l, const struct analysis *a) {
  static const char *const stops[] = {[POMP_STOP_NONE] = NULL,
                                      [POMP_STOP_LIMIT] = "POMP_MEMORY was used up",
                                      [POMP_STOP_SPACE] = "the disk was full",
                                      [POMP_STOP_FILE] = "the experiment's file could not grow",
                                      [POMP_STOP_MEMORY] = "the process got no more memory"};
  const struct experiment *e = &l->experiment;
  (void)a;
  for (uint32_t i = 0; i < e->process_count; i++) {
    const struct pomp_header *h = &e->processes[i].header;
    if (!h->stop_reason)
      continue;
    fprintf(out, "Measurement ended before the program did");
    if (h->ranks)
      fprintf(out, ", on rank %u", h->rank);
    fprintf(out, ": %s.\n", h->stop_reason < COUNT(stops) ? stops[h->stop_reason] : "unknown");
    return;
  }
}

/* Prints until when a process lived that was killed, and how that is known, or why it is not. */
static void print_death(FILE *out, const struct process *p) {
  static const char *const doubts[] = {
      [DEATH_IS_KNOWN] = "",
      [DEATH_UNMARKED] = ", as nothing tells when",
      [DEATH_UNTIMED] = ", as the file system of its file does not tell when",
      [DEATH_COPIED] = ", as its file is a copy, or has no exact time",
      [DEATH_UNSTEADY] = ", as the machine slept, or its calendar was set, and so it is not known when",
      [DEATH_DISTURBED] = ", as it has done something since the time at which its file says that it died"};
  double seconds = (double)process_wall(p) * 1e-9;
  fputs("The program did not end normally: ", out);
  switch (p->end_known) {
  case END_DEATH:
    fprintf(out,
            "it died, or became another program (exec), at %.3f s, when the kernel marked that in its file, and is "
            "measured up to then.\n",
            seconds);
    break;
  case END_FILE:
    fprintf(out, "it is measured up to %.3f s, when it last wrote to its file; it died then or later%s.\n", seconds,
            doubts[p->doubt]);
    break;
  case END_TOLD:
    fprintf(out, "it is measured up to %.3f s, when its measurement had ended.\n", seconds);
    break;
  default:
    fprintf(out, "it is measured up to its last event, at %.3f s; it died then or later%s.\n", seconds,
            doubts[p->doubt]);
  }
}

/* Prints that the times of all regions are more than there is, which parts in percent would hide. The ends of a running
 * program's threads are a little older than their visits, and clocks of processors differ by some ticks. */
static void print_excess(FILE *out, const struct loaded *l, const struct analysis *a) {
  if (l->state != RUN_RUNNING && a->all.excess > a->all.allocation / 200)
    fprintf(out,
            "Warning: all regions together have %.3f s more than the threads had: some time was counted twice, and the "
            "parts add up to more than 100 %%.\n",
            (double)a->all.excess * 1e-9);
}

/* Returns how long a process was measured when its OpenMP runtime ended OMPT, in ns; 0: none has. */
static uint64_t ompt_end_of(const struct experiment *e) {
  uint64_t last = 0;
  for (uint32_t i = 0; i < e->process_count; i++) {
    const struct process *p = &e->processes[i];
    uint64_t end = p->header.ompt_end, begin = p->header.sync[0].tick;
    uint64_t time = end > begin && end <= p->end_tick ? process_ns(p, end - begin) : 0;
    last = time > last ? time : last;
  }
  return last;
}

/* Prints how the program ended, if it did not end as programs do. */
static void print_end(FILE *out, const struct loaded *l, const struct analysis *a) {
  const struct experiment *e = &l->experiment;
  (void)a;
  if (e->header.ranks)
    print_incomplete(out, l);
  else if (l->state == RUN_KILLED)
    print_death(out, &e->processes[0]);
  else if (running_process_has_executed(&e->processes[0]))
    fprintf(out,
            "The program was measured up to %.3f s, when it executed another one in its place (exec); process %u runs "
            "that one now.\n",
            (double)process_wall(&e->processes[0]) * 1e-9, process_number(&e->processes[0]));
  else if (l->state == RUN_UNKNOWN)
    fprintf(out, "The program is still running, or did not end normally; its process on %s can't be seen from here.\n",
            e->host);
}

void notes_print_end(FILE *out, const struct loaded *l, const struct analysis *a) {
  print_end(out, l, a);
  print_stop(out, l, a);
}

static void print_cycle(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  report_deadlock(out, a);
}

/* Returns when what is known of a process begins, in s from the beginning of its measurement. */
static double begin_of(const struct process *p) {
  return p->since_tick ? (double)process_ns(p, p->since_tick - p->header.sync[0].tick) * 1e-9 : 0;
}

/* Prints which interval of a run that was divided is shown. */
static void print_interval(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)a;
  const struct process *p = &l->experiment.processes[0];
  if (l->interval && l->interval < l->intervals)
    fprintf(out, "Interval %u of %u, from %.3f s to %.3f s of the run (%s).\n", l->interval, l->intervals, begin_of(p),
            begin_of(p) + (double)process_wall(p) * 1e-9, l->by_time ? "POMP_PROFILE_EVERY" : "pomp-control reset");
  else if (l->interval)
    fprintf(out, "Interval %u of %u, from %.3f s of the run on (%s); --interval=all shows the whole run.\n",
            l->interval, l->intervals, begin_of(p), l->by_time ? "POMP_PROFILE_EVERY" : "pomp-control reset");
}

/* Prints which visits of a phase are shown. */
static void print_phase(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)a;
  if (l->experiment.phase)
    fprintf(out, "%s. What is outside of them is left out, and so is what no profile has.\n", l->experiment.phase);
}

static void print_part(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)a;
  if (l->part)
    fprintf(
        out,
        "From traces of a part of the run: all figures are of that part, and what is outside of it counts as idle.\n");
}

static void print_damage(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)a;
  if (l->chunks_damaged || l->chunks_missing)
    fprintf(out, "The trace is damaged: what %llu chunks had is missing here, wholly or in part.\n",
            (unsigned long long)l->chunks_damaged + l->chunks_missing);
  if (l->experiment.added_up.differ)
    fprintf(out, "The file is damaged: of %u region%s it has something else than the ranks added up in MPI_Finalize.\n",
            l->experiment.added_up.differ, l->experiment.added_up.differ == 1 ? "" : "s");
}

static void print_filtered(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  if (a->filtered)
    fprintf(out, "POMP_FILTER excluded %u construct%s.\n", a->filtered, a->filtered == 1 ? "" : "s");
}

/* Their names tell which figures are not of the whole run. */
static void print_left_out(FILE *out, const struct loaded *l, const struct analysis *a) {
  const struct experiment *e = &l->experiment;
  unsigned shown = 0;
  if (!a->left_out)
    return;
  fputs("Left out while the program ran, so that the figures are of the time before: ", out);
  for (uint32_t i = 0; i < e->construct_count && shown < MOST_LEFT_OUT; i++) {
    char name[256];
    const struct construct *c = &e->constructs[i];
    if (!c->is_left_out)
      continue;
    pomp_region_name(name, sizeof name, POMP_ROLE_USER, c->name, c->sub_name);
    fprintf(out, "%s%s", shown++ ? ", " : "", name);
  }
  fprintf(out, a->left_out > shown ? " and %u more.\n" : ".\n", a->left_out - shown);
}

static void print_nesting(FILE *out, const struct loaded *l, const struct analysis *a) {
  const struct experiment *e = &l->experiment;
  bool unknown = false;
  (void)a;
  for (uint32_t i = 0; i < e->process_count; i++)
    unknown |= e->processes[i].header.nesting == POMP_NESTING_UNKNOWN && e->processes[i].location_count > 1;
  if (unknown)
    fprintf(out,
            "Nesting is unknown, for the OpenMP runtime offered no OMPT: threads are numbered, and the call paths of "
            "teams begin at their parallel region.\n");
}

static void print_barriers(FILE *out, const struct loaded *l, const struct analysis *a) {
  uint64_t ended = ompt_end_of(&l->experiment);
  if (ended)
    fprintf(out, POMP_RUN_OMPT_ENDED, "Warning: ", (double)ended * 1e-9,
            a->missing_barriers ? POMP_RUN_BARRIERS_MISSING : "");
  else if (a->missing_barriers)
    fprintf(
        out,
        "The waiting in implicit barriers of %u construct%s is missing, for only OMPT could have reported it: compile "
        "with --pomp-barriers=explicit to measure it where OpenMP allows.\n",
        a->missing_barriers, a->missing_barriers == 1 ? "" : "s");
}

static void print_forked(FILE *out, const struct loaded *l, const struct analysis *a) {
  (void)l;
  if (a->forked)
    fprintf(out, POMP_RUN_FORKED, "Warning: ", (unsigned long long)a->forked, a->forked == 1 ? "" : "es");
}

/* Prints which other runtime has teams of its own, as libpompomp has found it at the end. */
static void print_runtimes(FILE *out, const struct loaded *l, const struct analysis *a) {
  struct other_runtime other;
  (void)a;
  if (!find_other(&l->experiment, &other))
    return;
  fprintf(
      out,
      "Warning: there is another OpenMP runtime, %.*s, which tells no tool what it does; %lu thread%s of the process "
      "%s not measured. What looks like serial code may be its parallel regions: pomp-exec puts LLVM's libomp before "
      "it.\n",
      other.length, other.path, other.threads, other.threads == 1 ? "" : "s", other.threads == 1 ? "is" : "are");
}

#define PLAIN_PART 0.01 /* of the threads' time: less than that in a file does not matter */

/* Prints of which file the OpenMP runtime alone tells, that with most time, and what it does not tell. */
static void print_plain(FILE *out, const struct loaded *l, const struct analysis *a) {
  const char *exec = find_variable(&l->experiment, "POMP_EXEC"), *gcc = exec ? strstr(exec, "LLVM's libomp") : NULL;
  const struct plain_files plain = plain_files_of(a, PLAIN_PART * (double)a->all.allocation);
  if (!plain.count)
    return;
  fprintf(out, "Not instrumented: %s (%.0f %% of the threads' time)", plain.most,
          percent(plain.time, (double)a->all.allocation));
  if (plain.count > 1)
    fprintf(out, " and %u more file%s", plain.count - 1, plain.count == 2 ? "" : "s");
  fprintf(out, ", of which the OpenMP runtime tells no atomics and clauses%s",
          gcc && gcc < exec + strcspn(exec, "\n") ? ", nor GCC's static loops" : "");
  if (plain.can_compile)
    fprintf(out, "; compile %s with pomp-clang to know more", plain.most);
  fputs(".\n", out);
}

/* The notes are in the order of the report's head. `matters`: where there is room for one note, the note with the
 * largest value is shown; 0: the note says nothing against the figures, and is not shown there. */
static const struct note {
  unsigned matters;
  void (*print)(FILE *out, const struct loaded *l, const struct analysis *a);
} notes[] = {
    {0, scheduling_threads}, {0, scheduling_quota}, {6, scheduling_warning}, {8, print_interval}, {14, print_phase},
    {9, print_part},         {11, print_damage},    {10, print_end},         {13, print_cycle},   {7, print_excess},
    {12, print_stop},        {0, print_filtered},   {3, print_left_out},     {2, print_nesting},  {5, print_barriers},
    {4, print_forked},       {9, print_runtimes},   {1, print_events},       {0, print_plain},
};

void notes_print(FILE *out, const struct loaded *l, const struct analysis *a) {
  for (size_t i = 0; i < COUNT(notes); i++)
    notes[i].print(out, l, a);
}

bool notes_foremost(struct foremost_note *note, const struct loaded *l, const struct analysis *a) {
  unsigned most = 0;
  *note = (struct foremost_note){.text = NULL};
  for (size_t i = 0; i < COUNT(notes); i++) {
    char *text = NULL;
    size_t size;
    FILE *out = notes[i].matters ? open_memstream(&text, &size) : NULL;
    if (!notes[i].matters)
      continue;
    if (out)
      notes[i].print(out, l, a);
    if (!out || fclose(out) != 0) {
      free(text);
      return false;
    }
    note->others += size != 0;
    bool first = size && notes[i].matters > most;
    if (first) {
      free(note->text);
      note->text = text;
      note->crowded = notes[i].print == scheduling_warning;
      most = notes[i].matters;
    } else
      free(text);
  }
  note->others -= note->text != NULL;
  return true;
}
