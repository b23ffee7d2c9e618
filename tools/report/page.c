/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* page.c - --html: chooses the file, writes the document and its blocks into it, and says where it is.
 * Not here: what is in the blocks (page_run.c and others). */
#include "page.h"
#include "html_page.h"
#include "pomp_text.h"
#include "report.h"
#include "user_error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Makes the file's name of that of the experiment's directory: it goes to the current folder. */
static void name_file(char *name, size_t size, const struct opened *o) {
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

static bool write_page(FILE *out, const struct shown *s) {
  const struct opened *o = s->experiments;
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

/* Says where the page is, and how large. */
static void tell(const char *name, long size) {
  char shown[4096];
  snprintf(shown, sizeof shown, "%s", name);
  pomp_text_clean(shown, 0);
  printf("%s: %.0f kB, to be opened in a browser\n", shown, (double)size / 1000);
}

/* Half a page shows nothing. What is no file, such as a device, stays. */
static void remove_half(const char *name) {
  struct stat st;
  if (lstat(name, &st) == 0 && S_ISREG(st.st_mode))
    unlink(name);
}

int report_page(const struct shown *s) {
  char made[300];
  const char *name = s->asked->output;
  const bool to_stdout = name && strcmp(name, "-") == 0;
  if (!name) {
    name_file(made, sizeof made, s->experiments);
    name = made;
  }
  FILE *out = to_stdout ? stdout : fopen(name, "w");
  if (!out) {
    user_error_print(name, "can't write: %s", strerror(errno));
    return EXIT_FAILURE;
  }
  errno = 0;
  bool enough = write_page(out, s), written = fflush(out) == 0 && !ferror(out);
  long size = ftell(out);
  int why = errno;
  if (to_stdout)
    return enough ? EXIT_SUCCESS : (user_error_print(NULL, "not enough memory"), EXIT_FAILURE);
  if (fclose(out) != 0 && written) {
    written = false;
    why = errno;
  }
  if (enough && written) {
    tell(name, size);
    return EXIT_SUCCESS;
  }
  if (enough)
    user_error_print(name, "can't write: %s", strerror(why));
  else
    user_error_print(name, "not enough memory");
  remove_half(name);
  return EXIT_FAILURE;
}
