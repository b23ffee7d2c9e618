/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive.c - tests checksums and columns (common/archive): chunks of any bytes come out as they went in, and the sum
 * is XXH64. */
#include "archive/checksum.h"
#include "archive/columns.h"
#include "unit.h"

static void test_checksum(void) {
  unsigned char bytes[101];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (unsigned char)(i * 37);
  CHECK(pomp_checksum("", 0, 0) == 0xef46db3751d8e999u);
  CHECK(pomp_checksum("abc", 3, 0) == 0x44bc2cf5ad770999u);
  CHECK(pomp_checksum("Nobody inspects the spammish repetition", 39, 0) == 0xfbcea83c8a378bf1u);
  for (size_t i = 0; i < sizeof bytes; i++) { /* each byte counts, wherever it is */
    const uint64_t before = pomp_checksum(bytes, sizeof bytes, 0);
    bytes[i] ^= 1;
    CHECK(pomp_checksum(bytes, sizeof bytes, 0) != before);
    bytes[i] ^= 1;
  }
}

#define SIZE 1000u
#define COUNT 5u

static uint32_t next_random(void) {
  static uint64_t n = 1;
  n = n * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(n >> 33);
}

/* Columns that are damaged make some pieces, or none, and nothing outside of them. */
static void spoil(struct pomp_columns *c, unsigned char *again) {
  for (int i = 0; i < 20; i++) {
    struct pomp_archive_bytes *b = &c->of[next_random() % POMP_COLUMN_COUNT];
    if (b->size)
      b->at[next_random() % b->size] ^= (unsigned char)(1u << next_random() % 8);
    again[SIZE * COUNT + 8] = 0x5a;
    pomp_columns_unpack(c, again, SIZE, COUNT);
    CHECK(again[SIZE * COUNT + 8] == 0x5a);
  }
}

/* Packs the pieces and makes them again. */
static void check(const unsigned char *bytes, const uint32_t *frames) {
  static unsigned char again[SIZE * COUNT + 9];
  struct pomp_columns c;
  CHECK(pomp_columns_pack(&c, bytes, SIZE, COUNT, frames));
  for (int i = 0; i < POMP_COLUMN_COUNT; i++)
    CHECK((c.of[i].at = realloc(c.of[i].at, c.of[i].size + 8)) != NULL);
  memset(again, 0x55, sizeof again);
  CHECK(pomp_columns_unpack(&c, again, SIZE, COUNT) == POMP_UNPACKED);
  CHECK(memcmp(again, bytes, SIZE * COUNT) == 0);
  CHECK(pomp_columns_unpack(&c, again, SIZE, COUNT + 1) == POMP_UNPACK_DAMAGED);
  if (c.of[POMP_COLUMN_KINDS].size) { /* a column that ends early */
    c.of[POMP_COLUMN_KINDS].size--;
    CHECK(pomp_columns_unpack(&c, again, SIZE, COUNT) == POMP_UNPACK_DAMAGED);
    c.of[POMP_COLUMN_KINDS].size++;
  }
  spoil(&c, again);
  pomp_columns_free(&c);
}

static void test_columns(void) {
  static unsigned char bytes[SIZE * COUNT];
  uint32_t frames[COUNT] = {0, 16, 999, 1000, 5000};
  check(bytes, frames);
  memset(bytes, 0xff, sizeof bytes);
  check(bytes, frames);
  for (int round = 0; round < 1000; round++) {
    /* Of all bytes, or of few; the ends of pieces are empty. */
    const uint32_t mask = round % 3 == 0 ? 255 : round % 3 == 1 ? 0x1b : 0x49;
    for (uint32_t i = 0; i < COUNT; i++) {
      const uint32_t used = next_random() % (SIZE + 1);
      for (uint32_t k = 0; k < SIZE; k++)
        bytes[i * SIZE + k] = k < used ? (unsigned char)(next_random() & mask) : 0;
      frames[i] = next_random() % 64;
    }
    check(bytes, frames);
  }
}

int main(void) {
  test_checksum();
  test_columns();
  return 0;
}
