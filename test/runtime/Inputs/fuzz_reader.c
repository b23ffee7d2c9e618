/* fuzz_reader.c - gives what libFuzzer thinks of to the reader of experiments and, if that takes it, to the analysis.
 * Not here: a corpus; fuzz.test starts from a real experiment. */
#include "analysis.h"

#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* The file is mostly room that is not used yet: mutate what is there, word by word, more often than at random. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
  srand(seed);
  if (size < sizeof(struct pomp_header) || rand() % 4 == 0)
    return LLVMFuzzerMutate(data, size, max_size);
  for (int tries = 0, done = 0; tries < 1000 && done < 1 + rand() % 3; tries++) {
    size_t at = (size_t)rand() % (size / 4) * 4;
    uint32_t word;
    memcpy(&word, data + at, sizeof word);
    if (word == 0 && tries < 900)
      continue;
    if (rand() % 2)
      LLVMFuzzerMutate(data + at, sizeof word, sizeof word);
    else
      memcpy(data + at, data + (size_t)rand() % (size / 4) * 4, sizeof word);
    done++;
  }
  return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char error[256];
  struct experiment e;
  struct analysis a;
  if (experiment_parse(&e, data, size, error, sizeof error)) {
    if (analyse(&a, &e) && a.regions[0].totals.inclusive < a.regions[0].totals.exclusive)
      abort();
    analysis_free(&a);
  } else if (!memchr(error, 0, sizeof error) || !*error)
    abort();
  experiment_free(&e);
  return 0;
}
