/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* numbers.c - how digits are found.
 * Not here: what the numbers are. */
#include "show/numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Writes the digits of a number so that they end at `end`, two at a time, and returns where they begin. */
static char *digits_of(uint64_t n, char *end) {
  static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                              "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                              "8081828384858687888990919293949596979899";
  for (; n >= 100; n /= 100) {
    end -= 2;
    memcpy(end, pairs + 2 * (n % 100), 2);
  }
  if (n < 10)
    *--end = (char)('0' + n);
  else
    memcpy(end -= 2, pairs + 2 * n, 2);
  return end;
}

char *number_put(char *at, int64_t number) {
  char digits[NUMBER_DIGITS], *end = digits + NUMBER_DIGITS;
  char *begin = digits_of(number < 0 ? 0 - (uint64_t)number : (uint64_t)number, end);
  if (number < 0)
    *--begin = '-';
  size_t length = (size_t)(end - begin);
  memcpy(at, begin, length);
  return at + length;
}

/* Copies the text between two places, as far as there is room. */
static void copy(char *text, size_t size, const char *begin, const char *end) {
  size_t length = (size_t)(end - begin), room = size ? size - 1 : 0;
  length = length < room ? length : room;
  memcpy(text, begin, length);
  if (size)
    text[length] = 0;
}

void print_number(char *text, size_t size, uint64_t n) {
  char digits[NUMBER_DIGITS], *end = digits + NUMBER_DIGITS;
  copy(text, size, digits_of(n, end), end);
}

/* The last digit depends on whether the rest behind it is less or more than a half. The product with a power of ten
 * tells that, unless the rest is so near to a half that the product's own rounding may decide: then printf is called,
 * which takes the value as exact. */
void print_fixed(char *text, size_t size, double value, unsigned digits) {
  static const double powers[] = {1, 10, 100, 1000};
  enum { MOST = sizeof powers / sizeof *powers - 1 };
  char all[NUMBER_DIGITS + 8], *end = all + sizeof all, *begin = end;
  double scaled = value * powers[digits <= MOST ? digits : 0];
  if (!digits || digits > MOST || signbit(value) || !(scaled < 1e15)) {
    snprintf(text, size, "%.*f", (int)digits, value);
    return;
  }
  uint64_t whole = (uint64_t)scaled;
  double rest = scaled - (double)whole;
  if (fabs(rest - 0.5) <= 1e-15 * scaled + 1e-9) {
    snprintf(text, size, "%.*f", (int)digits, value);
    return;
  }
  whole += rest > 0.5;
  for (unsigned i = 0; i < digits; i++, whole /= 10)
    *--begin = (char)('0' + whole % 10);
  *--begin = '.';
  copy(text, size, digits_of(whole, begin), end);
}

void print_seconds(char *text, size_t size, double ns) { print_fixed(text, size, ns * 1e-9, 3); }
void print_duration(char *text, size_t size, double ns) {
  char number[64];
  print_fixed(number, sizeof number, ns * (ns >= 1e9 ? 1e-9 : ns >= 1e6 ? 1e-6 : 1e-3), 2);
  snprintf(text, size, "%s %s", number, ns >= 1e9 ? "s" : ns >= 1e6 ? "ms" : "us");
}
double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }
