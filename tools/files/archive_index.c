/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_index.c - finds out which files and blocks are in an archive: by its index, or, if that is damaged or not
 * there, by going from block to block.
 * Not here: what is in the blocks (archive.c). */
#include "archive/checksum.h"
#include "files/archive_internal.h"
#include "pomp_array.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDEX_MAX (1u << 30)
#define MOST_PACKED 4096u /* times: no index or list of names gets so small */

static bool get(const struct archive *a, void *to, uint64_t at, size_t size) {
  return at <= a->source.size && size <= a->source.size - at && a->source.read(a->source.context, to, at, size);
}

__attribute__((format(printf, 3, 4))) static bool fail(char *error, size_t size, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vsnprintf(error, size, format, values);
  va_end(values);
  return false;
}

static void tell(const struct archive *a, const char *line) {
  if (a->source.tell)
    a->source.tell(a->source.context, line);
}

/* These are false if there is none, or it is damaged. */
static bool get_header(const struct archive *a, struct pomp_archive_header *h) {
  return get(a, h, 0, sizeof *h) && memcmp(h->magic, POMP_ARCHIVE_MAGIC, sizeof h->magic) == 0 &&
         h->checksum == pomp_checksum(h, offsetof(struct pomp_archive_header, checksum), 0);
}
static bool get_trailer(const struct archive *a, struct pomp_archive_trailer *t) {
  return a->source.size >= sizeof *t && get(a, t, a->source.size - sizeof *t, sizeof *t) &&
         memcmp(t->magic, POMP_ARCHIVE_END_MAGIC, sizeof t->magic) == 0 &&
         t->checksum == pomp_checksum(t, offsetof(struct pomp_archive_trailer, checksum), 0);
}

/* Can there be such a block? */
static bool is_possible(const struct pomp_archive_block *b) {
  const bool table = b->kind == POMP_ARCHIVE_INDEX || b->kind == POMP_ARCHIVE_NAMES;
  if (!pomp_block_is_head(b) || b->packed > INDEX_MAX)
    return false;
  if (table)
    return !b->chunks && b->size <= INDEX_MAX && b->size / MOST_PACKED <= b->packed;
  return b->size <= POMP_ARCHIVE_BLOCK_MAX && (b->kind == POMP_ARCHIVE_CHUNKS) == (b->chunks > 0) &&
         (!b->chunks || (b->size % b->chunks == 0 && b->chunks <= b->size)) && b->first <= UINT64_MAX - b->size;
}

/* Reads a block's head. False if there is none. */
static bool get_head(const struct archive *a, uint64_t at, struct pomp_archive_block *b) {
  return get(a, b, at, sizeof *b) && is_possible(b) && pomp_block_extent(b) <= a->source.size - at;
}

/* Returns what a block holds that is a table, or NULL. */
static unsigned char *get_table(const struct archive *a, uint64_t at, uint16_t kind, struct pomp_archive_block *b,
                                bool *no_memory) {
  if (!get_head(a, at, b) || b->kind != kind)
    return NULL;
  unsigned char *packed = malloc(b->packed + 1ull), *bytes = malloc(b->size + 1ull);
  struct pomp_archive_bytes columns = {NULL, 0, 0}; /* a table has none */
  enum pomp_unpacked result = packed && bytes ? POMP_UNPACK_DAMAGED : POMP_UNPACK_NO_MEMORY;
  if (packed && bytes && get(a, packed, at + sizeof *b, b->packed))
    result = pomp_block_unpack(&archive_codec, b, packed, bytes, &columns);
  *no_memory |= result == POMP_UNPACK_NO_MEMORY;
  free(packed);
  if (result != POMP_UNPACKED)
    free(bytes);
  return result == POMP_UNPACKED ? bytes : NULL;
}

static bool lack_memory(struct archive *a) {
  a->no_memory = true;
  return false;
}

/* --- names --- */

/* A name leads nowhere but into the experiment's directory. */
static bool is_name(const char *name, uint32_t length) {
  if (!length || length > POMP_ARCHIVE_NAME_MAX || memchr(name, 0, length) || name[length] || *name == '/')
    return false;
  for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
    if (!*part || *part == '/' || strncmp(part, "../", 3) == 0 || strncmp(part, "./", 2) == 0 ||
        strcmp(part, "..") == 0 || strcmp(part, ".") == 0)
      return false;
  return true;
}

static bool is_member(const struct pomp_archive_member *m) {
  if (m->kind == POMP_ARCHIVE_PLAIN)
    return m->size <= INT64_MAX;
  return m->kind == POMP_ARCHIVE_TRACE && m->size <= INT64_MAX && m->header_size && m->header_size <= m->size &&
         m->chunk_size > 64 && (m->size - m->header_size) / m->chunk_size < UINT32_MAX;
}

/* Reads the names. The bytes are kept. */
static bool read_names(struct archive *a, const unsigned char *bytes, size_t size) {
  struct pomp_archive_member m;
  a->names = malloc(size + 1);
  if (!a->names)
    return lack_memory(a);
  memcpy(a->names, bytes, size);
  a->names[size] = 0;
  for (size_t at = 0; size - at >= sizeof m;) {
    memcpy(&m, bytes + at, sizeof m);
    at += sizeof m;
    if (m.name >= size - at || !is_name(a->names + at, m.name) || !is_member(&m))
      return false;
    if (!POMP_ARRAY_ROOM(a->members, a->member_room, a->member_count + 1ull))
      return lack_memory(a);
    a->members[a->member_count++] = (struct archive_member){.about = m, .name = a->names + at};
    const size_t after = (m.name + 1ull + 7) / 8 * 8;
    at = after < size - at ? at + after : size;
  }
  return a->member_count > 0;
}

static void forget(struct archive *a) {
  a->member_count = a->block_count = a->number_count = 0;
  free(a->names);
  a->names = NULL;
}

/* --- blocks --- */

static bool add_block(struct archive *a, uint64_t at, const struct pomp_archive_block *head) {
  if (!POMP_ARRAY_ROOM(a->blocks, a->block_room, a->block_count + 1ull) ||
      !POMP_ARRAY_ROOM(a->numbers, a->number_room, (uint64_t)a->number_count + head->chunks))
    return lack_memory(a);
  a->blocks[a->block_count++] = (struct archive_block){.at = at, .head = *head, .numbers = a->number_count};
  a->number_count += head->chunks;
  return true;
}

/* True if the block is one of a file that there is. */
static bool is_of_member(const struct archive *a, const struct pomp_archive_block *b) {
  if (b->kind < POMP_ARCHIVE_BYTES || b->kind > POMP_ARCHIVE_CHUNKS || b->member >= a->member_count)
    return false;
  const struct pomp_archive_member *m = &a->members[b->member].about;
  if (m->kind == POMP_ARCHIVE_PLAIN)
    return b->kind == POMP_ARCHIVE_BYTES;
  return b->kind == POMP_ARCHIVE_HEADS || (b->kind == POMP_ARCHIVE_CHUNKS && b->size / b->chunks == m->chunk_size - 64);
}

/* --- by the index --- */

struct table {
  const unsigned char *bytes;
  size_t at, size;
};
static bool take(struct table *t, void *to, size_t size) {
  if (size > t->size - t->at)
    return false;
  memcpy(to, t->bytes + t->at, size);
  t->at += size;
  return true;
}

static bool read_block_rows(struct archive *a, struct table *t) {
  struct pomp_archive_block b;
  uint64_t at;
  while (t->at < t->size) {
    if (!take(t, &at, sizeof at) || !take(t, &b, sizeof b) || !is_possible(&b) || at > a->source.size ||
        pomp_block_extent(&b) > a->source.size - at || !is_of_member(a, &b) || 4ull * b.chunks > t->size - t->at ||
        !add_block(a, at, &b))
      return false;
    take(t, a->numbers + a->number_count - b.chunks, 4ull * b.chunks);
    t->at += b.chunks % 2 && t->size - t->at >= 4 ? 4 : 0;
  }
  return true;
}

static bool read_by_index(struct archive *a) {
  struct pomp_archive_trailer end;
  struct pomp_archive_block b;
  uint64_t names;
  if (!get_trailer(a, &end))
    return false;
  unsigned char *bytes = get_table(a, end.index, POMP_ARCHIVE_INDEX, &b, &a->no_memory);
  struct table t = {bytes, 0, bytes ? b.size : 0};
  bool good = bytes && take(&t, &names, sizeof names) && names <= t.size - t.at && read_names(a, bytes + t.at, names);
  if (good) {
    t.at += names;
    good = read_block_rows(a, &t);
  }
  free(bytes);
  return good;
}

/* --- without it --- */

/* Returns where a block's head is, from `at` on; the archive's end if there is none. */
static uint64_t next_head(const struct archive *a, uint64_t at, struct pomp_archive_block *b) {
  unsigned char bytes[4096];
  uint32_t magic;
  for (at = (at + POMP_ARCHIVE_ALIGN - 1) / POMP_ARCHIVE_ALIGN * POMP_ARCHIVE_ALIGN; at < a->source.size;) {
    const uint64_t left = a->source.size - at;
    const size_t size = left < sizeof bytes ? (size_t)left : sizeof bytes;
    if (!get(a, bytes, at, size))
      break;
    for (size_t i = 0; i + sizeof magic <= size; i += POMP_ARCHIVE_ALIGN) {
      memcpy(&magic, bytes + i, sizeof magic);
      if (magic == POMP_ARCHIVE_BLOCK_MAGIC && get_head(a, at + i, b))
        return at + i;
    }
    at += size;
  }
  return a->source.size;
}

static bool read_from_block_to_block(struct archive *a, char *error, size_t error_size) {
  struct pomp_archive_block b;
  uint64_t at = sizeof(struct pomp_archive_header);
  unsigned char *bytes = get_table(a, at, POMP_ARCHIVE_NAMES, &b, &a->no_memory);
  const bool named = bytes && read_names(a, bytes, b.size);
  free(bytes);
  if (!named)
    return fail(error, error_size, "damaged: neither the names of its files nor its index can be read");
  while ((at = next_head(a, at, &b)) < a->source.size) {
    if (is_of_member(a, &b)) {
      if (!add_block(a, at, &b))
        return false;
      if (b.chunks && !get(a, a->numbers + a->number_count - b.chunks, at + sizeof b, 4ull * b.chunks))
        return fail(error, error_size, "can't be read");
    }
    at += pomp_block_extent(&b);
  }
  return a->block_count || fail(error, error_size, "damaged: it has no block that can be read");
}

/* --- both --- */

bool archive_probe(const struct archive_source *source) {
  const struct archive a = {.source = *source};
  struct pomp_archive_trailer end;
  char magic[sizeof POMP_ARCHIVE_MAGIC - 1];
  return a.source.size >= sizeof(struct pomp_archive_header) &&
         ((get(&a, magic, 0, sizeof magic) && memcmp(magic, POMP_ARCHIVE_MAGIC, sizeof magic) == 0) ||
          get_trailer(&a, &end));
}

bool archive_is_whole(const struct archive *a, char *error, size_t error_size) {
  struct pomp_archive_header h;
  struct pomp_archive_block b;
  if (a->rebuilt)
    return fail(error, error_size, "its index is damaged");
  if (!get_header(a, &h))
    return fail(error, error_size, "its header is damaged");
  bool no_memory = false;
  unsigned char *names = get_table(a, sizeof h, POMP_ARCHIVE_NAMES, &b, &no_memory);
  free(names);
  if (no_memory)
    return fail(error, error_size, "not enough memory");
  return names || fail(error, error_size, "the names of its files are damaged, and are taken from its index");
}

static bool is_readable(uint32_t byte_order, uint32_t version, char *error, size_t error_size) {
  if (byte_order != POMP_ARCHIVE_BYTE_ORDER)
    return fail(error, error_size, "packed on a machine of another byte order");
  return version == POMP_ARCHIVE_VERSION ||
         fail(error, error_size, "archive version %u; this program reads version %u", version, POMP_ARCHIVE_VERSION);
}

bool archive_read_index(struct archive *a, char *error, size_t error_size) {
  struct pomp_archive_header h;
  struct pomp_archive_trailer end;
  char line[128];
  const bool head = get_header(a, &h);
  if (!archive_probe(&a->source))
    return fail(error, error_size, "not an archive of pomp-archive");
  if (head ? !is_readable(h.byte_order, h.version, error, error_size)
           : get_trailer(a, &end) && !is_readable(end.byte_order, end.version, error, error_size))
    return false;
  if (read_by_index(a))
    return true;
  forget(a);
  a->rebuilt = !a->no_memory;
  if (a->no_memory || !read_from_block_to_block(a, error, error_size))
    return a->no_memory ? fail(error, error_size, "not enough memory") : false;
  if (head && h.size > a->source.size)
    snprintf(line, sizeof line, "cut off: it has %llu of %llu bytes, and what is in these is taken",
             (unsigned long long)a->source.size, (unsigned long long)h.size);
  else
    snprintf(line, sizeof line, "damaged: its index can't be read; the blocks were found without it");
  tell(a, line);
  return true;
}
