/* fuzz_archive.c - gives what libFuzzer thinks of to the reader of archives, and reads all files that it finds in it,
 * and all blocks. Checksums are made right first, as libFuzzer does not find one: what they keep from a reader is
 * reached only by somebody who means harm. No corpus lives here; archive-fuzz.test makes one. */
#include "archive/checksum.h"
#include "files/archive.h"
#include "pomp_archive_format.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
  uint8_t *data;
  size_t size;
};

static bool read_at(void *context, void *to, uint64_t at, size_t size) {
  const struct bytes *b = context;
  if (at > b->size || size > b->size - at)
    return false;
  memcpy(to, b->data + at, size);
  return true;
}

static void tell(void *context, const char *line) {
  (void)context;
  if (!*line)
    abort();
}

/* Makes the checksums of the header, of the trailer and of each block right. */
static void seal(struct bytes *b) {
  struct pomp_archive_header h;
  struct pomp_archive_trailer t;
  struct pomp_archive_block head;
  if (b->size < sizeof h + sizeof t)
    return;
  memcpy(&h, b->data, sizeof h);
  h.checksum = pomp_checksum(&h, offsetof(struct pomp_archive_header, checksum), 0);
  memcpy(b->data, &h, sizeof h);
  memcpy(&t, b->data + b->size - sizeof t, sizeof t);
  t.checksum = pomp_checksum(&t, offsetof(struct pomp_archive_trailer, checksum), 0);
  memcpy(b->data + b->size - sizeof t, &t, sizeof t);
  for (size_t at = sizeof h; b->size - at >= sizeof head; at += POMP_ARCHIVE_ALIGN) {
    memcpy(&head, b->data + at, sizeof head);
    const uint64_t content = 4ull * head.chunks + head.packed;
    if (head.magic != POMP_ARCHIVE_BLOCK_MAGIC || content > b->size - at - sizeof head)
      continue;
    head.checksum = pomp_checksum(b->data + at + sizeof head, content, 0);
    pomp_block_seal(&head);
    memcpy(b->data + at, &head, sizeof head);
  }
}

static void read_member(const struct archive *a, uint32_t member) {
  static unsigned char piece[65536];
  const uint64_t size = a->members[member].about.size;
  for (uint64_t at = 0, some; at < size && at < (4u << 20); at += some) {
    some = size - at < sizeof piece ? size - at : sizeof piece;
    archive_read(a, member, piece, at, some, at % 2);
  }
  if (archive_read(a, member, piece, size, 1, true))
    abort(); /* there is no such byte */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct bytes b = {malloc(size + 1), size};
  struct archive a;
  char error[256] = "";
  if (!b.data)
    return 0;
  memcpy(b.data, data, size);
  if (size && size % 4)
    seal(&b);
  if (archive_open(&a, &(struct archive_source){read_at, tell, &b, size}, error, sizeof error)) {
    for (uint32_t i = 0; i < a.member_count; i++)
      read_member(&a, i);
    struct archive_work work = {0};
    for (uint32_t i = 0; i < a.block_count && i < 64; i++) {
      unsigned char *bytes = malloc(a.blocks[i].head.size + (size_t)POMP_COLUMNS_SLACK);
      if (bytes)
        archive_unpack(&a, i, bytes, &work);
      free(bytes);
    }
    archive_work_free(&work);
  } else if (!memchr(error, 0, sizeof error) || !*error)
    abort();
  archive_close(&a);
  free(b.data);
  return 0;
}
