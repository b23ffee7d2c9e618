/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled_rows.c - the columns of what samples have found, and what is above their tables.
 * Not here: which rows there are (samples_view.c, states_view.c). */
#include "show/sampled_rows.h"
#include "show/row_values.h"

#include <string.h>

static double part_of(const struct sampled_row *s, double n) { return percent(n, (double)s->all.count); }

VALUE(value_sampled_percent) {
  if (!row->sampled)
    return NOTHING;
  return value_number(part_of(row->sampled, (double)row->sampled->found.count));
}
VALUE(value_sampled_error) {
  if (!row->sampled)
    return NOTHING;
  return value_number(part_of(row->sampled, sampled_error(row->sampled->found.count, row->sampled->all.count)));
}
VALUE(value_sampled_count) { return row->sampled ? value_count(row->sampled->found.count) : NOTHING; }
VALUE(value_sampled_time) { return row->sampled ? value_time(row->sampled->found.time) : NOTHING; }

CELL(cell_sampled_state) { snprintf(text, size, "%s", row->sampled->state->name); }

CELL(cell_sampled_thread) {
  if (row->location == NO_LOCATION)
    snprintf(text, size, "(other threads)");
  else
    cell_location(text, size, row, column);
}

static const struct sample_place *place_of(const struct row *row) {
  return row->sampled->place == NO_PLACE ? NULL : &row->analysis->samples->places[row->sampled->place];
}

CELL(cell_code) {
  const struct sample_place *p = place_of(row);
  snprintf(text, size, "%s", p ? row->analysis->samples->functions[p->function].name : "(no function of the program)");
}

CELL(cell_code_place) {
  const struct sample_place *p = place_of(row);
  *text = 0;
  if (!p)
    return;
  const char *module = row->analysis->samples->functions[p->function].module, *slash = strrchr(module, '/');
  if (p->line)
    snprintf(text, size, "%s:%d", p->file, p->line);
  else if (*p->file)
    snprintf(text, size, "%s", p->file);
  else if (*module)
    snprintf(text, size, "(%s)", slash ? slash + 1 : module);
}

static void print_times(FILE *out, uint64_t n, const char *what) {
  fprintf(out, "%llu %s%s", (unsigned long long)n, what, n == 1 ? "" : "s");
}

/* Says of which files how little is known. */
static void print_missing(FILE *out, const struct samples *s) {
  static const char compressed[] = "libdw can't read its debug information, which is compressed by zstd or in .zdebug "
                                   "sections";
  static const char *const words[] = {[CALL_SYMBOL] = "no debug information, so that functions alone are known",
                                      [CALL_ADDRESS] = "neither debug information nor symbols",
                                      [CALL_CHANGED] = "the file has changed since the run",
                                      [CALL_UNSURE] = "nothing tells whether it is the file that ran",
                                      [CALL_GONE] = "the file can't be read",
                                      [CALL_COMPRESSED] = compressed,
                                      [CALL_NO_LIBRARY] = "this pomp-report was built without libdw"};
  static const char *const code[] = {[CALL_NO_LINE] = "code to which the compiler gave no line",
                                     [CALL_STUB] = "the PLT, which calls functions of other files",
                                     [CALL_KERNEL] = "code of the kernel"};
  enum { MOST = 5 };
  for (uint32_t i = 0; i < s->module_count && i < MOST; i++) {
    const struct sample_module *m = &s->modules[i];
    const bool is_code = m->known < COUNT(code) && code[m->known];
    fprintf(out, is_code ? "%s: " : "%s: %s (", m->path, words[m->known]);
    print_times(out, m->samples, "sample");
    fprintf(out, "%s%s\n", is_code ? " in " : ")", is_code ? code[m->known] : "");
  }
  if (s->module_count > MOST)
    fprintf(out, "and so it is with %u more files\n", s->module_count - MOST);
}

bool sampled_head(FILE *out, const struct analysis *a) {
  static const char *const sources[] = {
      [POMP_SAMPLE_CPU_TIMER] = "CPU time of each thread (timer)",
      [POMP_SAMPLE_PERF] = "CPU time of each thread (perf)",
      [POMP_SAMPLE_WALL_TIMER] = "time of each thread, also of those that sleep",
  };
  const struct sampled *s = a->sampled;
  if (!s) {
    fputs("No thread was sampled. POMP_SAMPLE=1 does that.\n", out);
    return false;
  }
  uint32_t source = POMP_SAMPLE_NONE;
  for (uint32_t i = 0; i < a->experiment->process_count && !source; i++)
    source = a->experiment->processes[i].header.sample_source;
  print_times(out, s->all.count, "sample");
  fprintf(out, ", one every %g ms of the %s; %llu lost", (double)s->period * 1e-6,
          source < COUNT(sources) && sources[source] ? sources[source] : "time of each thread",
          (unsigned long long)s->lost);
  if (s->unseen) {
    fputs("; ", out);
    print_times(out, s->unseen, "thread");
    fputs(" could not be sampled", out);
  }
  fputc('\n', out);
  if (a->samples && a->samples->frames_known && a->samples->cut) {
    print_times(out, a->samples->cut, "sample");
    fputs(" of which not all callers are known\n", out);
  }
  if (a->samples)
    print_missing(out, a->samples);
  return s->all.count != 0;
}

void sampled_region_head(FILE *out, const struct row *row, struct sampled_count found, struct sampled_count all) {
  static char text[CELL_SIZE];
  cell_region(text, sizeof text, row, NULL);
  fprintf(out, "\n%s", text);
  cell_function(text, sizeof text, row, NULL);
  if (*text)
    fprintf(out, " in %s", text);
  cell_where(text, sizeof text, row, NULL);
  if (*text)
    fprintf(out, ", %s", text);
  fputs(": ", out);
  print_times(out, found.count, "sample");
  fprintf(out, ", %.1f ± %.1f %% of all\n", percent((double)found.count, (double)all.count),
          percent(sampled_error(found.count, all.count), (double)all.count));
}
