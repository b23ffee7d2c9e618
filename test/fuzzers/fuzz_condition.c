/* fuzz_condition.c - gives what libFuzzer thinks of to the reader of --fail-if. No corpus lives here;
 * fuzz-conditions.test has some conditions to start from. */
#include "findings/fail_condition.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char why[300], *text = malloc(size + 1);
  struct condition c;
  if (!text)
    abort();
  memcpy(text, data, size);
  text[size] = 0;
  if (condition_read(&c, text, why, sizeof why)) {
    if (!isfinite(c.limit) || c.limit < 0 || (!c.of_row && c.figure >= RUN_TOTALS) ||
        (c.of_row && c.figure >= RUN_FIGURES))
      abort();
    condition_free(&c);
  } else if (!memchr(why, 0, sizeof why) || !*why)
    abort();
  free(text);
  return 0;
}
