/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* row_file.c - rows come back as they were added, in any order, from memory and from the place to which more of them go
 * than memory holds; and a place that takes no more, or can't be read, is noticed. */
#include "sums/row_file.h"
#include "unit.h"

#include <stdlib.h>

enum { LARGE = 60000, ROWS = 900, LINES = 3 }; /* 54 MB, of which memory holds 8 MB */

static FILE *file;
static bool is_full, is_damaged;

static bool write_file(void *context, const void *bytes, size_t size, uint64_t at) {
  CHECK(context == &file);
  return !is_full && pwrite(fileno(file), bytes, size, (off_t)at) == (ssize_t)size;
}
static bool read_file(void *context, void *bytes, size_t size, uint64_t at) {
  CHECK(context == &file);
  return !is_damaged && pread(fileno(file), bytes, size, (off_t)at) == (ssize_t)size;
}

/* The last line has most rows, and the first one has none. */
static uint32_t line_of(uint32_t i) { return i % 7 ? LINES - 1 : 1; }

static void make_row(uint32_t *row, size_t size, uint32_t line, uint64_t i) {
  memset(row, (int)(i % 251), size);
  row[0] = line;
  row[1] = (uint32_t)i;
}

static void check_row(struct row_file *s, uint32_t line, uint64_t i) {
  static uint32_t row[LARGE / 4];
  make_row(row, s->row, line, i);
  CHECK(memcmp(row_file_row(s, line, i), row, s->row) == 0);
}

static void add_rows(struct row_file *s, size_t size, struct row_file_place *place) {
  static uint32_t row[LARGE / 4];
  uint64_t count[LINES] = {0};
  CHECK(row_file_begin(s, size, place));
  for (uint32_t i = 0; i < ROWS; i++) {
    const uint32_t line = line_of(i);
    make_row(row, size, line, count[line]++);
    CHECK(row_file_add(s, line, row));
  }
  CHECK(row_file_count(s, 0) == 0 && row_file_count(s, 1) == count[1] && row_file_count(s, 2) == count[2] &&
        row_file_count(s, 3) == 0);
}

static void check_rows(struct row_file *s) {
  for (uint32_t line = 0; line < LINES; line++)
    for (uint64_t i = 0; i < row_file_count(s, line); i++)
      check_row(s, line, i);
  for (uint64_t i = 0; i < 1000; i++) /* here and there */
    check_row(s, 2, i * 7919 % row_file_count(s, 2));
  for (uint64_t i = row_file_count(s, 1); i-- > 0;)
    check_row(s, 1, i);
  CHECK(!s->failed);
}

static void rows_come_back(void) {
  const size_t sizes[] = {8, 1000, LARGE};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (int has_place = 0; has_place < 2; has_place++) {
      struct row_file_place place = {.context = &file, .write = write_file, .read = read_file};
      struct row_file s;
      add_rows(&s, sizes[i], has_place ? &place : NULL);
      CHECK((place.end > 0) == (has_place && sizes[i] == LARGE));
      check_rows(&s);
      row_file_free(&s);
    }
}

/* Several rows are in a block, and most blocks are in the place, which another one uses, too. */
static void rows_share_blocks_and_places(void) {
  struct row_file_place place = {.context = &file, .write = write_file, .read = read_file};
  struct row_file large, small;
  uint32_t row[250];
  add_rows(&large, LARGE, &place);
  const uint64_t end = place.end;
  CHECK(row_file_begin(&small, sizeof row, &place));
  for (uint32_t i = 0; i < 40000; i++) {
    make_row(row, sizeof row, 0, i);
    CHECK(row_file_add(&small, 0, row));
  }
  CHECK(place.end > end);
  for (uint32_t i = 0; i < 40000; i++)
    check_row(&small, 0, i);
  for (uint32_t i = 0; i < 40000; i++)
    check_row(&small, 0, i * 7919ull % 40000);
  check_rows(&large);
  row_file_free(&small);
  row_file_free(&large);
}

static void what_fails_is_noticed(void) {
  static uint32_t row[LARGE / 4];
  struct row_file_place place = {.context = &file, .write = write_file, .read = read_file};
  struct row_file s;
  uint64_t taken = 0;
  add_rows(&s, LARGE, &place);
  is_damaged = true;
  const uint32_t *read = row_file_row(&s, 2, row_file_count(&s, 2) - 2);
  CHECK(s.failed && !read[0] && !read[LARGE / 4 - 1]);
  is_damaged = false;
  row_file_free(&s);
  is_full = true;
  CHECK(row_file_begin(&s, LARGE, &place));
  while (row_file_add(&s, 1, row))
    taken++;
  CHECK(taken == 140 && row_file_count(&s, 1) == taken); /* 8 MB, and the last block */
  row_file_free(&s);
}

int main(void) {
  file = tmpfile();
  CHECK(file != NULL);
  rows_come_back();
  rows_share_blocks_and_places();
  what_fails_is_noticed();
  fclose(file);
  return 0;
}
