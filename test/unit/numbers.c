/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* numbers.c - the report's own numbers are those of printf, digit by digit. */
#include "show/numbers.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>

static uint64_t state = 88172645463325252u;
static uint64_t any(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void check_integer(int64_t n) {
  char mine[64], theirs[64];
  *number_put(mine, n) = 0;
  snprintf(theirs, sizeof theirs, "%" PRId64, n);
  CHECK(strcmp(mine, theirs) == 0);
  print_number(mine, sizeof mine, (uint64_t)n);
  snprintf(theirs, sizeof theirs, "%" PRIu64, (uint64_t)n);
  CHECK(strcmp(mine, theirs) == 0);
}

static void integers_are_those_of_printf(void) {
  const int64_t some[] = {0, 1, 9, 10, 11, 99, 100, 101, 999, 1000, -1, -9, -10, -100, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++)
    check_integer(some[i]);
  for (int i = 0; i < 300000; i++)
    check_integer((int64_t)(any() >> any() % 64));
}

static void check_fixed(double value) {
  char mine[400], theirs[400];
  for (unsigned digits = 1; digits <= 4; digits++) {
    print_fixed(mine, sizeof mine, value, digits);
    snprintf(theirs, sizeof theirs, "%.*f", (int)digits, value);
    CHECK(strcmp(mine, theirs) == 0);
  }
}

static void fractions_are_those_of_printf(void) {
  const double some[] = {0, -0.0, 0.05, 0.5, 0.95, 0.9995, 0.999, 1.0, 9.995, 99.95, 1e14, 1e15, 1e18, 1e300, -1.5};
  for (size_t i = 0; i < sizeof some / sizeof *some; i++)
    check_fixed(some[i]);
  check_fixed(INFINITY);
  check_fixed(NAN);
  for (int i = 0; i < 200000; i++) {
    uint64_t n = any() >> any() % 64;
    check_fixed((double)n * 1e-9);                         /* a time */
    check_fixed((double)(any() % 2000) / 2000 * 100);      /* a part, often half of the last digit */
    check_fixed((double)(n % 100000000) * 1e-9 + 0.0005);  /* near a half */
    check_fixed(((double)(any() % 1000000) + 0.5) / 1000); /* a half, as near as a double can be to it */
    check_fixed(nextafter((double)(any() % 1000000) / 1000 + 0.0005, any() % 2 ? 0 : 1e9));
  }
}

static void a_text_has_an_end(void) {
  char text[8] = "#######";
  print_number(text, 4, 1234567);
  CHECK(strcmp(text, "123") == 0 && text[4] == '#');
  print_fixed(text, 3, 1234.5, 1);
  CHECK(strcmp(text, "12") == 0);
  print_fixed(text, 1, 7.25, 3);
  CHECK(*text == 0);
}

int main(void) {
  integers_are_those_of_printf();
  fractions_are_those_of_printf();
  a_text_has_an_end();
  return 0;
}
