/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* keep.c - the functions of keep.h.
 * Not here: what that header says. */
#include "commands/report/keep.h"
#include "base/filed.h"
#include "base/user_error.h"
#include "pomp_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Says once what the result of a function of pomp_file.h is about. */
static bool is_done(struct keep_file *f, int result, const char *what, uint64_t at) {
  if (result && !f->told)
    user_error_print(f->folder,
                     "can't %s what each thread has of each call path, more than %.1f GB: %s; set TMPDIR to a folder "
                     "with more space, or ask for a summary (--json=summary, --threads)",
                     what, (double)at * 1e-9, strerror(-result));
  f->told |= result != 0;
  return !result;
}

static bool write_file(void *context, const void *bytes, size_t size, uint64_t at) {
  struct keep_file *f = context;
  f->fd = f->fd < 0 ? filed_open(f->folder) : f->fd;
  return is_done(f, f->fd < 0 ? f->fd : pomp_file_write_at(f->fd, bytes, size, at), "write", at);
}

static bool read_file(void *context, void *bytes, size_t size, uint64_t at) {
  struct keep_file *f = context;
  return is_done(f, pomp_file_read_at(f->fd, bytes, size, at), "read", at);
}

bool keep_begin(struct keep_file *file, struct analysis *whole, unsigned what) {
  *file = (struct keep_file){.fd = -1};
  file->place = (struct spill_place){.context = file, .write = write_file, .read = read_file};
  snprintf(file->folder, sizeof file->folder, "%s", filed_folder());
  return kept_begin(whole, what, &file->place);
}

void keep_end(struct keep_file *file, struct analysis *whole) {
  kept_free(whole->kept);
  whole->kept = NULL;
  if (file->fd >= 0)
    close(file->fd);
}
