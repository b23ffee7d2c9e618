/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arena.c - the mapped file: readers see what was published and nothing later, and all that is taken keeps within the
 * limit. */
#include "base/arena.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

enum { LIMIT = 1 << 20 };

static struct pomp_header in_the_file(const char *path) {
  struct pomp_header h;
  int fd = open(path, O_RDONLY);
  CHECK(fd >= 0 && read(fd, &h, sizeof h) == sizeof h && close(fd) == 0);
  return h;
}

static void it_has_a_head(void) {
  CHECK(pomp_arena_create(-1, "file", LIMIT, 0, 0600) == -EBADF);
  CHECK(pomp_arena_create(AT_FDCWD, "file", 100, 0, 0600) == -ENOMEM && access("file", F_OK) != 0);
  CHECK(pomp_arena_create(AT_FDCWD, "file", LIMIT, 0, 0600) == 0);
  struct pomp_header h = in_the_file("file");
  CHECK(memcmp(h.magic, POMP_FORMAT_MAGIC, sizeof h.magic) == 0 && h.version == POMP_FORMAT_VERSION);
  CHECK(h.header_size == POMP_FORMAT_HEADER_SIZE && h.used == POMP_FORMAT_HEADER_SIZE && h.state == POMP_STATE_RUNNING);
}

static void blocks_follow_each_other(void) {
  struct pomp_block *first, *second;
  uint64_t before = pomp_arena_used();
  CHECK(pomp_arena_block(&first, POMP_BLOCK_STRINGS, 7, sizeof *first, 4096) == 0);
  CHECK(pomp_arena_block(&second, POMP_BLOCK_STRINGS, 8, sizeof *second, 128) == 0);
  CHECK((char *)second == (char *)first + 4096 && pomp_arena_used() == before + 4096 + 128);
  CHECK(first->size == 4096 && first->location == 7 && second->size == 128 && second->location == 8);
  for (size_t i = sizeof *first; i < 4096; i++)
    CHECK(((char *)first)[i] == 0);
  CHECK(in_the_file("file").used == before);
  pomp_arena_publish();
  CHECK(in_the_file("file").used == before + 4096 + 128);
}

/* Memory beside the file counts as memory in it does. */
static void it_has_a_limit(void) {
  uint64_t left = pomp_arena_left();
  CHECK(left == LIMIT - pomp_arena_used());
  char *memory = pomp_arena_scratch(100000);
  CHECK(memory && memory[0] == 0 && memory[99999] == 0 && pomp_arena_left() <= left - 100000);
  struct pomp_block *block;
  CHECK(pomp_arena_block(&block, POMP_BLOCK_STRINGS, 0, sizeof *block, pomp_arena_left() + 8) == -ENOMEM);
  CHECK(!pomp_arena_scratch(LIMIT));
  pomp_arena_scratch_free(memory, 100000);
  CHECK(pomp_arena_left() == left);
  CHECK(pomp_arena_block(&block, POMP_BLOCK_STRINGS, 0, sizeof *block, left) == 0 && pomp_arena_left() == 0);
  memset((char *)block + sizeof *block, 1, left - sizeof *block); /* its last byte is there */
  CHECK(pomp_arena_block(&block, POMP_BLOCK_STRINGS, 0, sizeof *block, 8) == -ENOMEM && !pomp_arena_scratch(1));
}

static void it_can_move(void) {
  CHECK(pomp_arena_move(AT_FDCWD, "second") == 0 && access("file", F_OK) != 0 && in_the_file("second").limit == LIMIT);
  CHECK(close(open("third", O_CREAT | O_RDWR, 0666)) == 0 && pomp_arena_move(AT_FDCWD, "third") == -EEXIST);
  pomp_arena_unlink();
  CHECK(access("second", F_OK) != 0 && access("third", F_OK) == 0 && pomp_file()->limit == LIMIT);
}

int main(void) {
  it_has_a_head();
  blocks_follow_each_other();
  it_has_a_limit();
  it_can_move();
  return 0;
}
