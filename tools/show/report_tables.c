/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_tables.c - the head above all views.
 * Not here: what it says that was not as it should be (notes.c), the numbers (analyse.c). */
#include "findings/finding.h"
#include "pomp_run.h"
#include "pomp_text.h"
#include "show/mpi_waiting.h"
#include "show/notes.h"
#include "show/numbers.h"
#include "show/report.h"
#include "show/scheduling_head.h"

#include <string.h>

void report_figures(FILE *out, const struct loaded *l, const struct analysis *a) {
  const struct experiment *e = &l->experiment;
  double all = (double)a->all.allocation;
  char directory[sizeof l->directory];
  memcpy(directory, l->directory, sizeof directory);
  pomp_text_clean(directory, 0);
  fprintf(out, "%s · %s · ", e->program, load_state_name(l));
  if (e->header.ranks && !e->of_job)
    fprintf(out, "rank %u of %u · ", e->header.rank, e->header.ranks);
  else if (e->header.ranks > e->process_count)
    fprintf(out, "%u of %u ranks · ", e->process_count, e->header.ranks);
  else if (e->header.ranks)
    fprintf(out, "%u rank%s · ", e->header.ranks, e->header.ranks == 1 ? "" : "s");
  fprintf(out, "%u thread%s%s%s · %.2f s wall · %.2f s threads × wall", a->all.threads, a->all.threads == 1 ? "" : "s",
          a->all.helped ? pomp_run_helped : "", a->all.come_and_go ? pomp_run_come_and_go : "",
          (double)a->all.wall * 1e-9, all * 1e-9);
  const char *exec = find_variable(e, "POMP_EXEC"); /* what pomp-exec has done */
  if (exec && *exec && *exec != '\n')
    fprintf(out, " · %.*s", (int)strcspn(exec, "\n"), exec);
  fputc('\n', out);
  fprintf(out, "idle %.1f %% · ", percent((double)a->all.idle, all));
  mpi_waiting_print(out, a);
  fprintf(out, " · measuring ~%.1f %%%s", percent(a->measuring, all), analysis_measuring_doubt(a));
  scheduling_kernel(out, a);
  fprintf(out, " · experiment %s\n", directory);
}

bool report_head(FILE *out, const struct loaded *l, const struct analysis *a) {
  report_figures(out, l, a);
  notes_print(out, l, a);
  fputc('\n', out);
  return true;
}
