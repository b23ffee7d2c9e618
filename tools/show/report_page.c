/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_page.c - --html: chooses the file, and writes the document and its blocks into it.
 * Not here: what is in the blocks (page_run.c and others), the file (html_file.h). */
#include "show/report_page.h"
#include "pomp_text.h"
#include "show/html_file.h"
#include "show/html_page.h"
#include "show/report.h"

#include <stdlib.h>
#include <string.h>

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Makes the file's name of that of the experiment's directory: it goes to the current folder. */
static void name_file(char *name, size_t size, const struct analysed_experiment *o) {
  char path[sizeof o->loaded.directory];
  snprintf(path, sizeof path, "%s", o->loaded.directory);
  size_t length = strlen(path);
  while (length > 1 && path[length - 1] == '/')
    path[--length] = 0;
  const char *last = last_part(path);
  if (!*last || strcmp(last, ".") == 0 || strcmp(last, "..") == 0)
    last = last_part(o->loaded.experiment.program);
  snprintf(name, size, "%.*s.html", (int)size - 6, last);
}

static bool write_page(FILE *out, const void *what) {
  const struct view_input *s = what;
  const struct analysed_experiment *o = s->experiments;
  char title[512];
  snprintf(title, sizeof title, "%s: %.2f s on %u threads", last_part(o->loaded.experiment.program),
           (double)o->analysis.all.wall * 1e-9, o->analysis.all.threads);
  pomp_text_clean(title, 0);
  html_page_begin(out, title);
  html_block_t *run = html_block("run");
  bool good = page_run(run, s);
  good = html_block_write(run, out) && good;
  good = page_timeline(out, o) && good;
  html_page_end(out);
  return good;
}

int report_page(const struct view_input *s) {
  char made[300];
  const char *name = s->request->output;
  if (!name) {
    name_file(made, sizeof made, s->experiments);
    name = made;
  }
  return html_file(name, stdout, write_page, s) ? EXIT_SUCCESS : EXIT_FAILURE;
}
