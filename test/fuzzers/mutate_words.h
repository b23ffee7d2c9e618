/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mutate_words.h - how libFuzzer changes an experiment's file. It lives in a header because each fuzzer is one program.
 * Not here: what is done with the file. */
#ifndef POMP_MUTATE_WORDS_H
#define POMP_MUTATE_WORDS_H

#include "pomp_format.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

/* The file is mostly room that is not used yet: mutate what is there, word by word, more often than at random. States,
 * ranks and offsets are small numbers, so one word often becomes what another one is. One of `random` times libFuzzer
 * has its own way. */
static inline size_t mutate_words(uint8_t *data, size_t size, size_t max_size, unsigned seed, int random) {
  srand(seed);
  if (size < sizeof(struct pomp_header) || rand() % random == 0)
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

#endif
