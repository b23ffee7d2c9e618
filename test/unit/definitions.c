/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* definitions.c - constructs and strings: equal ones have one number, and whatever somebody writes to the file, what is
 * known of them in private memory stays. */
#include "base/arena.h"
#include "definitions/region.h"
#include "pomp.h"
#include "unit.h"

#include <fcntl.h>

enum { MANY = 3000, LIMIT = 8 << 20 };

static struct ompregdescr made(const char *name, const char *file, int line) {
  return (struct ompregdescr){.name = name,
                              .sub_name = "",
                              .file_name = file,
                              .function_name = "f",
                              .begin_line1 = line,
                              .version = POMP_RD_VERSION};
}

static int reported;
static int count_new(const struct ompregdescr *d, uint32_t number) {
  CHECK(d->begin_line1 > 0 && number > 0);
  reported++;
  return 0;
}

static uint32_t number_of(const char *name, const char *file, int line) {
  struct ompregdescr d = made(name, file, line);
  CHECK(pomp_region_define(&d, count_new) == 0);
  return (uint32_t)(uintptr_t)d.data[0];
}

static void equal_ones_are_one(void) {
  for (int i = 1; i <= MANY; i++)
    CHECK(number_of("for", "a.c", i) == (uint32_t)i);
  for (int i = MANY; i > 0; i--)
    CHECK(number_of("for", "a.c", i) == (uint32_t)i);
  CHECK(number_of("for", "b.c", 1) == MANY + 1 && number_of("single", "a.c", 1) == MANY + 2);
  uint32_t one, other, empty, null;
  CHECK(pomp_region_string("x", &one) == 0 && pomp_region_string("x", &other) == 0 && one == other);
  CHECK(pomp_region_string("", &empty) == 0 && pomp_region_string(NULL, &null) == 0 && empty == null);
}

static uint32_t number_with(const char *clauses, int facts, int chunk, int version) {
  struct ompregdescr d = made("for", "clauses.c", 1);
  d.clauses = clauses;
  d.facts = facts;
  d.chunk = chunk;
  d.version = version;
  CHECK(pomp_region_define(&d, count_new) == 0);
  return (uint32_t)(uintptr_t)d.data[0];
}

/* A file that is included with other macros has other clauses at the same place. Descriptors of version 2 have none,
 * whatever lies behind them. */
static void other_clauses_are_another_construct(void) {
  uint32_t none = number_with("", 0, 0, POMP_RD_VERSION), unknown = number_with(NULL, 0, 0, POMP_RD_VERSION);
  uint32_t two = number_with("schedule(static, C)", POMP_RD_SCHEDULE_STATIC, 2, POMP_RD_VERSION);
  uint32_t three = number_with("schedule(static, C)", POMP_RD_SCHEDULE_STATIC, 3, POMP_RD_VERSION);
  CHECK(none != unknown && none != two && two != three && unknown != two);
  CHECK(number_with("schedule(static, C)", POMP_RD_SCHEDULE_STATIC, 2, POMP_RD_VERSION) == two);
  CHECK(number_with("schedule(static, C)", POMP_RD_SCHEDULE_STATIC, 2, 2) == unknown);
  CHECK(number_with((const char *)1, 7, 7, 1) == unknown);
  CHECK(number_with("", 0, -1, POMP_RD_VERSION) == none); /* it makes no sense, and counts as not known */
}

/* Constructs in one line differ in their place, if they have one: since version 4. */
static void other_places_are_another_construct(void) {
  struct ompregdescr d = made("for", "p.c", 9);
  const char *places[] = {NULL, "", ":7", ":71", " < a.c:4", ":7"};
  uint32_t numbers[6];
  for (int i = 0; i < 6; i++) {
    d.place = places[i];
    CHECK(pomp_region_define(&d, count_new) == 0);
    numbers[i] = (uint32_t)(uintptr_t)d.data[0];
  }
  CHECK(numbers[0] == numbers[1] && numbers[1] != numbers[2] && numbers[2] != numbers[3] && numbers[3] != numbers[4]);
  CHECK(numbers[2] == numbers[5]);
  struct pomp_region_names names;
  pomp_region_names(numbers[4], &names);
  CHECK(strcmp(names.file, "p.c") == 0 && strcmp(names.place, " < a.c:4") == 0);
  pomp_region_names(numbers[0], &names);
  CHECK(strcmp(names.file, "p.c") == 0 && strcmp(names.place, "") == 0);
  d.version = 3;
  CHECK(pomp_region_define(&d, count_new) == 0 && (uint32_t)(uintptr_t)d.data[0] == numbers[0]);
}

/* What the compiler saw in a construct may differ between the units that include its header: since version 5. */
static void other_notes_are_the_same_construct(void) {
  struct ompregdescr d = made("for", "n.c", 9);
  const char *notes[] = {"thread_stride 9 a", NULL, "thread_stride 9 b"};
  uint32_t numbers[3];
  d.clauses = "";
  for (int i = 0; i < 3; i++) {
    d.notes = notes[i];
    CHECK(pomp_region_define(&d, count_new) == 0);
    numbers[i] = (uint32_t)(uintptr_t)d.data[0];
  }
  CHECK(numbers[0] == numbers[1] && numbers[1] == numbers[2]);
}

static void names_are_copied(void) {
  struct pomp_region_names names;
  pomp_region_names(MANY + 1, &names);
  CHECK(strcmp(names.name, "for") == 0 && strcmp(names.file, "b.c") == 0 && names.line == 1);
  static char longest[5000];
  memset(longest, 'n', sizeof longest - 1);
  pomp_region_names(number_of(longest, "a\nb.c", 7), &names);
  CHECK(strlen(names.name) == sizeof names.name - 1 && strcmp(names.file, "a?b.c") == 0); /* no control characters */
}

/* Everything behind the file's head becomes `byte`. */
static void scribble(int byte) {
  memset(pomp_base + POMP_FORMAT_HEADER_SIZE, byte, pomp_arena_used() - POMP_FORMAT_HEADER_SIZE);
}

static void a_file_that_is_scribbled_on_is_not_believed(int byte) {
  struct ompregdescr known = made("for", "a.c", 1);
  scribble(byte);
  /* Its strings are others now, so there are new ones, and a new construct: again one, and nothing but a number. */
  CHECK(pomp_region_define(&known, count_new) == 0);
  uint32_t number = (uint32_t)(uintptr_t)known.data[0];
  CHECK(number > MANY && number_of("for", "a.c", 1) == number);
  struct pomp_region_names names;
  for (uint32_t i = 1; i <= number; i++)
    pomp_region_names(i, &names); /* whatever they are, they end */
  pomp_region_names(number, &names);
  CHECK(strcmp(names.name, "for") == 0 && strcmp(names.file, "a.c") == 0 && names.line == 1);
}

int main(void) {
  CHECK(pomp_arena_create(AT_FDCWD, "file", LIMIT, 0, 0600) == 0 && pomp_region_start() == 0);
  equal_ones_are_one();
  other_clauses_are_another_construct();
  other_places_are_another_construct();
  other_notes_are_the_same_construct();
  names_are_copied();
  CHECK(reported > MANY);
  a_file_that_is_scribbled_on_is_not_believed(0);
  a_file_that_is_scribbled_on_is_not_believed(0xff);
  a_file_that_is_scribbled_on_is_not_believed('x');
  return 0;
}
