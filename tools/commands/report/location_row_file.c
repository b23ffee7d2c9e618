/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_row_file.c - opens a file without a name for the rows of locations, writes to it and reads it, and tells the
 * user once if that fails. */
#include "commands/report/location_row_file.h"
#include "base/paged_array.h"
#include "base/user_error.h"
#include "pomp_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Says once what the result of a function of pomp_file.h is about. */
static bool is_done(struct location_row_file *f, int result, const char *what, uint64_t at) {
  if (result && !f->told)
    user_error_print(f->folder,
                     "can't %s what each thread has of each call path, more than %.1f GB: %s; set TMPDIR to a folder "
                     "with more space, or ask for a summary (--json=summary, --threads)",
                     what, (double)at * 1e-9, strerror(-result));
  f->told |= result != 0;
  return !result;
}

static bool write_file(void *context, const void *bytes, size_t size, uint64_t at) {
  struct location_row_file *f = context;
  f->fd = f->fd < 0 ? paged_open(f->folder) : f->fd;
  return is_done(f, f->fd < 0 ? f->fd : pomp_file_write_at(f->fd, bytes, size, at), "write", at);
}

static bool read_file(void *context, void *bytes, size_t size, uint64_t at) {
  struct location_row_file *f = context;
  return is_done(f, pomp_file_read_at(f->fd, bytes, size, at), "read", at);
}

bool location_row_file_begin(struct location_row_file *file, struct analysis *whole, unsigned what) {
  *file = (struct location_row_file){.fd = -1};
  file->place = (struct row_file_place){.context = file, .write = write_file, .read = read_file};
  snprintf(file->folder, sizeof file->folder, "%s", paged_folder());
  return location_rows_begin(whole, what, &file->place);
}

void location_row_file_end(struct location_row_file *file, struct analysis *whole) {
  location_rows_free(whole->location_rows);
  whole->location_rows = NULL;
  if (file->fd >= 0)
    close(file->fd);
}
