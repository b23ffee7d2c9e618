/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_findings.c - keeps the findings of a run when its experiment is no longer in memory. */
#include "commands/scale/run_findings.h"
#include "files/call_sites.h"

#include <stdlib.h>
#include <string.h>

static bool take(struct run_finding *to, const struct finding *f, const struct analysis *a) {
  const struct region *r = f->region == NO_REGION ? NULL : &a->regions[f->region];
  char where[1024] = "";
  if (r)
    call_where(r->construct, where, sizeof where);
  *to = (struct run_finding){.property = f->property,
                             .region = strdup(r ? r->name : ""),
                             .function = strdup(r ? call_function(r->construct) : ""),
                             .where = strdup(where),
                             .advice = strdup(f->advice),
                             .saving = f->saving * 1e-9,
                             .judged = f->judged};
  return to->region && to->function && to->where && to->advice;
}

bool run_findings_make(struct run_findings *to, const struct analysis *a) {
  struct diagnosis d;
  bool good = diagnose(&d, a);
  *to = (struct run_findings){.at = good ? calloc(d.count + 1ull, sizeof *to->at) : NULL};
  good = to->at;
  for (uint32_t i = 0; good && i < d.count; i++)
    good = take(&to->at[to->count++], &d.findings[i], a);
  diagnosis_free(&d);
  return good;
}

void run_findings_free(struct run_findings *of) {
  for (uint32_t i = 0; i < of->count; i++) {
    free(of->at[i].region);
    free(of->at[i].function);
    free(of->at[i].where);
    free(of->at[i].advice);
  }
  free(of->at);
}
