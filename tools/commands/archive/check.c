/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* check.c - lists what is in an archive, and holds it against its checksums, or against the files it was made of.
 * Not here: how it is read (tools/files). */
#include "archive/checksum.h"
#include "base/parallel.h"
#include "base/user_error.h"
#include "commands/archive/archiver.h"
#include "files/stored.h"
#include "pomp_file.h"
#include "pomp_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE (1u << 20)

static void tell_damage(const char *path, const char *line) { user_error_print(path, "%s", line); }

const struct archive *archiver_open(const char *path) {
  char error[256];
  stored_tell = tell_damage;
  if (!stored_is_archive(path, error, sizeof error)) {
    user_error_print(path, "%s",
                     access(path, R_OK) != 0 ? strerror(errno) : "not an archive of pomp-archive, or not complete");
    return NULL;
  }
  if (*error) {
    user_error_print(path, "%s", error);
    return NULL;
  }
  return stored_archive(path);
}

/* --- the list --- */

/* Returns the bytes that the blocks of a file take in the archive. */
static uint64_t packed_size(const struct archive *a, const struct archive_member *m) {
  uint64_t size = 0;
  for (uint32_t i = 0; i < m->count; i++)
    size += pomp_block_extent(&a->blocks[a->order[m->first + i]].head);
  return size;
}

bool archiver_list(const struct archiver_choice *choice) {
  const struct archive *a = archiver_open(choice->experiment);
  uint64_t all = 0;
  char name[4 * POMP_ARCHIVE_NAME_MAX + 1];
  if (!a)
    return false;
  printf("%14s %14s %7s  %s\n", "bytes", "packed", "blocks", "file");
  for (uint32_t i = 0; i < a->member_count; i++) {
    const struct archive_member *m = &a->members[i];
    snprintf(name, sizeof name, "%s", m->name);
    pomp_text_clean(name, 0);
    pomp_text_show(name, sizeof name);
    printf("%14" PRIu64 " %14" PRIu64 " %7u  %s\n", m->about.size, packed_size(a, m), m->count, name);
    all += m->about.size;
  }
  printf("%14" PRIu64 " %14" PRIu64 " %7u  %u file%s\n", all, a->source.size, a->block_count, a->member_count,
         a->member_count == 1 ? "" : "s");
  return true;
}

/* --- checksums --- */

struct check {
  const struct archive *archive;
  uint32_t damaged;
};

static bool check_block(void *context, uint32_t i) {
  struct check *c = context;
  const struct pomp_archive_block *b = &c->archive->blocks[i].head;
  unsigned char *bytes = malloc(b->size + (size_t)POMP_COLUMNS_SLACK);
  struct archive_work work = {0};
  const enum pomp_unpacked result = bytes ? archive_unpack(c->archive, i, bytes, &work) : POMP_UNPACK_NO_MEMORY;
  const bool good = result == POMP_UNPACKED && pomp_checksum(bytes, b->size, 0) == b->content;
  if (!good && result != POMP_UNPACK_NO_MEMORY) {
    archive_tell_lost(c->archive, i);
    __atomic_add_fetch(&c->damaged, 1, __ATOMIC_RELAXED);
  }
  archive_work_free(&work);
  free(bytes);
  return result != POMP_UNPACK_NO_MEMORY || user_error(NULL, "not enough memory");
}

/* Returns how many bytes of a file no block has. */
static uint64_t missing_bytes(const struct archive *a, const struct archive_member *m) {
  const bool trace = m->about.kind == POMP_ARCHIVE_TRACE;
  uint64_t heads = m->about.size, at = 0;
  if (trace) {
    const uint64_t chunks = (m->about.size - m->about.header_size) / m->about.chunk_size;
    heads -= chunks * (m->about.chunk_size - 64ull);
  }
  for (uint32_t i = 0; i < m->count; i++) {
    const struct pomp_archive_block *b = &a->blocks[a->order[m->first + i]].head;
    if (b->kind != POMP_ARCHIVE_CHUNKS && b->first <= at && b->first + b->size > at)
      at = b->first + b->size;
  }
  return heads > at ? heads - at : 0;
}

bool archiver_verify(const struct archiver_choice *choice) {
  struct check c = {archiver_open(choice->experiment), 0};
  if (!c.archive || !parallel_for(choice->jobs, c.archive->block_count, check_block, &c))
    return false;
  char error[256];
  bool good = !c.damaged;
  if (!archive_is_whole(c.archive, error, sizeof error))
    good = user_error(choice->experiment, "%s", error);
  for (uint32_t i = 0; i < c.archive->member_count; i++) {
    const struct archive_member *m = &c.archive->members[i];
    const uint64_t missing = missing_bytes(c.archive, m);
    if (missing)
      good = user_error(choice->experiment, "%" PRIu64 " bytes of %s are missing", missing, m->name);
  }
  if (good)
    printf("%s: %u blocks of %u file%s are sound\n", choice->experiment, c.archive->block_count,
           c.archive->member_count, c.archive->member_count == 1 ? "" : "s");
  else if (c.damaged)
    user_error_print(choice->experiment, "%u of %u blocks %s damaged", c.damaged, c.archive->block_count,
                     c.damaged == 1 ? "is" : "are");
  return good;
}

/* --- the files that it was made of --- */

static bool compare_bytes(const struct archive *a, uint32_t member, int fd, unsigned char *two) {
  const uint64_t size = a->members[member].about.size;
  for (uint64_t at = 0, some; at < size; at += some) {
    some = size - at < PIECE ? size - at : PIECE;
    if (pomp_file_read_at(fd, two, some, at) != 0 || !archive_read(a, member, two + PIECE, at, some, false) ||
        memcmp(two, two + PIECE, some) != 0)
      return false;
  }
  return true;
}

bool archiver_compare(const char *path, const char *directory, const struct archiver_files *files) {
  const struct archive *a = archiver_open(path);
  unsigned char *two = malloc(2ull * PIECE);
  bool good = a && (two || user_error(path, "not enough memory"));
  for (uint32_t i = 0; good && i < files->count; i++) {
    const uint32_t member = archive_find(a, files->at[i].name);
    const int fd = archiver_file_open(directory, files->at[i].name);
    good = fd >= 0 && member != ARCHIVE_NO_MEMBER && a->members[member].about.size == files->at[i].about.size &&
           compare_bytes(a, member, fd, two);
    if (!good)
      user_error_print(directory, "%s is not as the archive has it: nothing is removed", files->at[i].name);
    if (fd >= 0)
      close(fd);
  }
  free(two);
  return good;
}
