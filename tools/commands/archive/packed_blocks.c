/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* packed_blocks.c - finds blocks in the file that ranks have packed, and takes those that hold what is to be packed
 * now.
 * Not here: the form of a block (common/archive). */
#include "commands/archive/packed_blocks.h"
#include "archive/checksum.h"
#include "base/user_error.h"
#include "pomp_array.h"
#include "pomp_file.h"
#include "pomp_search.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_content(const void *x, const void *y) {
  const struct packed_block *a = x, *b = y;
  if (a->content != b->content)
    return a->content < b->content ? -1 : 1;
  return a->at < b->at ? -1 : a->at > b->at;
}

/* The blocks follow each other; where a rank has written less than it wanted, the others are not found. */
bool packed_blocks_open(struct packed_blocks *e, const char *path) {
  struct pomp_archive_block b;
  struct stat s;
  *e = (struct packed_blocks){.fd = 0};
  const int fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
  if (fd < 0)
    return true;
  e->fd = fd;
  if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode))
    return true;
  const uint64_t size = (uint64_t)s.st_size;
  for (uint64_t at = 0; at < size && pomp_file_read_at(fd, &b, sizeof b, at) == 0 && pomp_block_is_head(&b) &&
                        b.size <= POMP_ARCHIVE_BLOCK_MAX && pomp_block_extent(&b) <= size - at;
       at += pomp_block_extent(&b)) {
    if (!POMP_ARRAY_ROOM(e->blocks, e->room, e->count + 1ull))
      return user_error(path, "not enough memory");
    e->blocks[e->count++] = (struct packed_block){b.content, at, b.size, (uint32_t)pomp_block_extent(&b)};
  }
  if (e->count)
    qsort(e->blocks, e->count, sizeof *e->blocks, by_content);
  return true;
}

void packed_blocks_close(struct packed_blocks *e) {
  if (e->fd > 0)
    close(e->fd);
  free(e->blocks);
}

static const struct packed_block *find(const struct packed_blocks *e, uint64_t content) {
  const uint32_t at = pomp_search(&e->blocks->content, sizeof *e->blocks, e->count, content);
  return at < e->count && e->blocks[at].content == content ? &e->blocks[at] : NULL;
}

/* Makes a block of the plan of one that holds the same. */
static bool fits(const struct pomp_plan *p, const struct pomp_plan_block *b, uint32_t member, unsigned char *bytes,
                 size_t size) {
  struct pomp_archive_block head;
  memcpy(&head, bytes, sizeof head);
  if (!pomp_block_is_head(&head) || head.kind != b->kind || head.size != b->size || head.chunks != b->chunks ||
      pomp_block_extent(&head) != size ||
      head.checksum != pomp_checksum(bytes + sizeof head, 4ull * head.chunks + head.packed, 0) ||
      (b->chunks && memcmp(bytes + sizeof head, p->numbers + b->numbers, 4ull * b->chunks) != 0))
    return false;
  head.member = member;
  head.first = b->first;
  head.flags = 0;
  pomp_block_seal(&head);
  memcpy(bytes, &head, sizeof head);
  return true;
}

int packed_blocks_take(const struct packed_blocks *e, const struct pomp_plan *p, uint32_t block, int fd,
                       uint32_t member, struct pomp_archive_bytes *to) {
  const struct pomp_plan_block *b = &p->blocks[block];
  if (!e->count)
    return 1;
  unsigned char *bytes = malloc(b->size + 1ull);
  int error = bytes ? pomp_plan_read(p, block, fd, bytes) : -ENOMEM;
  const struct packed_block *found = error ? NULL : find(e, pomp_checksum(bytes, b->size, 0));
  free(bytes);
  if (error || !found)
    return error ? error : 1;
  struct pomp_archive_bytes taken = {malloc(found->extent), found->extent, found->extent};
  if (!taken.at)
    return -ENOMEM;
  if (pomp_file_read_at(e->fd, taken.at, taken.size, found->at) != 0 || !fits(p, b, member, taken.at, taken.size)) {
    free(taken.at);
    return 1;
  }
  *to = taken;
  return 0;
}
