/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first.c - reads, analyses and diagnoses the experiment of a process that ends, as pomp-report does, in memory alone.
 * Not here: the lines of calls that have no construct, which take debug information: these have no place here. */
#include "pomp_first.h"

#include "base/own_memory.h"
#include "files/call_sites.h"
#include "findings/diagnosis.h"

const struct call_site *call_site_of(const struct construct *c) {
  static const struct call_site unknown = {.known = CALL_ADDRESS, .call = {.function = "", .file = ""}, .place = ""};
  (void)c;
  return &unknown;
}
static bool has_place(const struct construct *c) { return c && !c->is_site; }
const char *call_function(const struct construct *c) { return has_place(c) ? c->function : ""; }
const char *call_file(const struct construct *c) { return has_place(c) ? c->file : ""; }
int call_line(const struct construct *c) { return has_place(c) ? c->begin_line1 : 0; }
const char *call_place(const struct construct *c) { return has_place(c) ? c->place : ""; }
void call_where(const struct construct *c, char *text, size_t size) {
  const char *file = call_file(c), *slash = strrchr(file, '/');
  *text = 0;
  if (*file)
    snprintf(text, size, "%s:%d%s", slash ? slash + 1 : file, call_line(c), call_place(c));
}

static void describe(struct pomp_first *first, const struct diagnosis *d) {
  const struct finding *f = &d->findings[0];
  const struct region *r = f->region == NO_REGION ? NULL : &d->analysis->regions[f->region];
  first->part = f->of > 0 ? f->saving / f->of : 0;
  static const char *const by[] = {"", ", by CPU time"};
  snprintf(first->what, sizeof first->what, "%s%s%s%s", property_rows[f->property].text, by[f->by_cpu], r ? ": " : "",
           r ? r->name : "");
  snprintf(first->function, sizeof first->function, "%s", r ? call_function(r->construct) : "");
  first->where[0] = 0;
  if (r)
    call_where(r->construct, first->where, sizeof first->where);
}

bool pomp_first_find(struct pomp_first *first, const void *experiment, size_t size, void *memory, size_t room) {
  static struct experiment e;
  static struct analysis a;
  static struct diagnosis d;
  char error[256];
  first_memory(memory, room);
  void *bytes = malloc(size); /* somebody may write to the file */
  bool good = bytes && experiment_parse(&e, memcpy(bytes, experiment, size), size, NULL, error, sizeof error) &&
              analyse(&a, &e) && diagnose(&d, &a) && !first_was_short() && d.count && d.findings[0].judged;
  if (good)
    describe(first, &d);
  first_memory(NULL, 0);
  return good;
}
