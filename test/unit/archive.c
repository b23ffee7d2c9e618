/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive.c - tests checksums, columns and blocks (common/archive): chunks of any bytes come out as they went in, and
 * the sum is XXH64. */
#include "archive/blocks.h"
#include "archive/checksum.h"
#include "pomp_trace_format.h"
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
static void spoil(struct pomp_columns *c, unsigned char *rows, unsigned char *again) {
  for (int i = 0; i < 20; i++) {
    struct pomp_archive_bytes *b = &c->of[next_random() % POMP_COLUMN_COUNT];
    if (b->size)
      b->at[next_random() % b->size] ^= (unsigned char)(1u << next_random() % 8);
    again[SIZE * COUNT + POMP_COLUMNS_SLACK] = 0x5a;
    pomp_columns_unpack(c, rows, again, SIZE, COUNT);
    CHECK(again[SIZE * COUNT + POMP_COLUMNS_SLACK] == 0x5a);
  }
}

/* Packs the pieces and makes them again. */
static void check(const unsigned char *bytes, const uint32_t *frames) {
  static unsigned char again[SIZE * COUNT + POMP_COLUMNS_SLACK + 1];
  struct pomp_columns c;
  CHECK(pomp_columns_pack(&c, bytes, SIZE, COUNT, frames));
  for (int i = 0; i < POMP_COLUMN_COUNT; i++)
    CHECK((c.of[i].at = realloc(c.of[i].at, c.of[i].size + POMP_COLUMNS_SLACK)) != NULL);
  unsigned char *rows =
      malloc(c.of[POMP_COLUMN_KINDS].size + c.of[POMP_COLUMN_ARGUMENTS].size + (size_t)POMP_COLUMNS_SLACK);
  CHECK(rows != NULL);
  memset(again, 0x55, sizeof again);
  CHECK(pomp_columns_unpack(&c, rows, again, SIZE, COUNT) == POMP_UNPACKED);
  CHECK(memcmp(again, bytes, SIZE * COUNT) == 0);
  CHECK(pomp_columns_unpack(&c, rows, again, SIZE, COUNT + 1) == POMP_UNPACK_DAMAGED);
  if (c.of[POMP_COLUMN_KINDS].size) { /* a column that ends early */
    c.of[POMP_COLUMN_KINDS].size--;
    CHECK(pomp_columns_unpack(&c, rows, again, SIZE, COUNT) == POMP_UNPACK_DAMAGED);
    c.of[POMP_COLUMN_KINDS].size++;
  }
  spoil(&c, rows, again);
  free(rows);
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

/* This codec makes frames that are as long as what is in them, and have other bytes. */
static size_t no_less(size_t size) { return size; }
static size_t turn(void *to, size_t room, const void *from, size_t size) {
  for (size_t i = 0; i < size && i < room; i++)
    ((unsigned char *)to)[i] = (unsigned char)~((const unsigned char *)from)[i];
  return size;
}
static size_t turn_at(void *to, size_t room, const void *from, size_t size, int level) {
  (void)level;
  return turn(to, room, from, size);
}
static unsigned is_no_error(size_t result) { return result == SIZE_MAX; }
static bool lacks_none(size_t result) { return is_no_error(result) != 0; }

/* A column is not taken for a frame, nor a frame for a column, if they have the same size. */
static void test_block(void) {
  static unsigned char bytes[SIZE * COUNT], again[SIZE * COUNT + POMP_COLUMNS_SLACK];
  const struct pomp_codec z = {no_less, turn_at, turn, is_no_error, lacks_none, 3};
  const uint32_t numbers[COUNT] = {0, 1, 2, 3, 4}, frames[COUNT] = {0, 0, 0, 0, 0};
  struct pomp_archive_block head = {.kind = POMP_ARCHIVE_CHUNKS, .size = sizeof bytes, .chunks = COUNT};
  struct pomp_archive_bytes packed = {NULL, 0, 0}, work = {NULL, 0, 0};
  for (uint32_t i = 0; i < sizeof bytes / 4 * 4; i += 4) /* records of 4 bytes, whose heads have all */
    memcpy(bytes + i, (uint32_t[]){POMP_RECORD_ENTER << POMP_RECORD_LENGTH_BITS | 3 | 0x80u << 24 | i << 16}, 4);
  CHECK(pomp_block_pack(&z, &head, numbers, frames, bytes, &packed) && head.coding == POMP_ARCHIVE_KINDS);
  void *longer = realloc(packed.at, packed.size + POMP_COLUMNS_SLACK);
  CHECK(longer != NULL);
  packed.at = longer;
  CHECK(pomp_block_unpack(&z, &head, packed.at + sizeof head, again, &work) == POMP_UNPACKED);
  CHECK(memcmp(again, bytes, sizeof bytes) == 0);
  head.coding = 2; /* reserved */
  CHECK(pomp_block_unpack(&z, &head, packed.at + sizeof head, again, &work) == POMP_UNPACK_DAMAGED);
  free(packed.at);
  free(work.at);
}

int main(void) {
  test_checksum();
  test_columns();
  test_block();
  return 0;
}
