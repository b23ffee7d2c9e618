/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* merge.c - definitions go up the tree and come back as numbers; then each rank writes its part of the file.
 * Not here: what definitions are (unify.c), what a part is (rank_file.c). */
#include "job/merge.h"
#include "pomp_file.h"
#include "pomp_quiet.h"
#include "surface/adapter_job.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRING_BLOCK (1u << 20) /* a block of strings is about so long; a string of any length is in one */

static uint64_t rounded(uint64_t size, uint64_t to) { return (size + to - 1) / to * to; }
static uint64_t string_bytes(uint32_t length) { return rounded(sizeof(struct pomp_string) + length + 1, 8); }

/* --- numbers --- */

/* Finds where all strings are in the file, in their order; a new block of them begins where one is full. The result
 * is the end of the last block. */
static uint64_t place_strings(const struct pomp_definitions *d, struct pomp_renumbering *r) {
  uint64_t block = POMP_FORMAT_HEADER_SIZE, at = block + sizeof(struct pomp_block);
  for (uint32_t i = 0; i < d->string_count; i++) {
    if (at - block > STRING_BLOCK) {
      block = rounded(at, POMP_FORMAT_ALIGN);
      at = block + sizeof(struct pomp_block);
    }
    r->strings[i] = (uint32_t)(at / 8);
    at += string_bytes(d->strings[i].length);
  }
  return rounded(at, POMP_FORMAT_ALIGN);
}

/* Rank 0 numbers all definitions by where they will be in the file. */
static bool number_all(struct pomp_merge *m) {
  const struct pomp_definitions *d = &m->all;
  if (d->failed || !pomp_renumbering_make(&m->own, d->string_count, d->construct_count))
    return false;
  uint64_t end = place_strings(d, &m->own);
  for (uint32_t i = 0; i < d->construct_count; i++)
    m->own.constructs[i] = i + 1;
  m->definition_bytes =
      end - POMP_FORMAT_HEADER_SIZE +
      rounded(sizeof(struct pomp_block) + d->construct_count * sizeof *d->constructs, POMP_FORMAT_ALIGN);
  return end / 8 <= UINT32_MAX;
}

/* A renumbering is sent in one piece: strings, then constructs. */
static size_t bytes_of(const struct pomp_renumbering *r) {
  return ((size_t)r->string_count + r->construct_count) * sizeof *r->strings;
}

/* Adds the definitions of the ranks below; `below` tells which numbers they have here. */
static bool receive_definitions(const struct pomp_tree *t, struct pomp_merge *m, struct pomp_renumbering *below) {
  bool good = true;
  for (int i = 0; i < t->child_count; i++) {
    size_t size;
    void *packed = pomp_tree_receive(t, t->children[i], &size);
    good = packed && good && pomp_definitions_merge(&m->all, packed, size, &below[i]);
    free(packed);
  }
  return good;
}

/* Tells the ranks below how their definitions are numbered, or that it can't be done. */
static bool send_numbers(const struct pomp_tree *t, const struct pomp_renumbering *all,
                         struct pomp_renumbering *below) {
  bool good = true;
  for (int i = t->child_count; i-- > 0;) {
    bool known = all->strings && below[i].strings && pomp_renumbering_apply(all, &below[i]);
    if (!pomp_tree_send(t, t->children[i], known ? below[i].strings : NULL, bytes_of(&below[i])))
      good = false;
    pomp_renumbering_free(&below[i]);
  }
  return good;
}

/* Receives the numbers from the parent. */
static bool receive_numbers(const struct pomp_tree *t, struct pomp_merge *m) {
  size_t size;
  struct pomp_renumbering *r = &m->own;
  *r = (struct pomp_renumbering){m->all.string_count, m->all.construct_count, NULL, NULL};
  r->strings = pomp_tree_receive(t, t->parent, &size);
  if (r->strings && size != bytes_of(r)) {
    free(r->strings);
    r->strings = NULL;
  }
  r->constructs = r->strings ? r->strings + r->string_count : NULL;
  return r->strings != NULL;
}

bool pomp_merge_definitions(const struct pomp_tree *t, struct pomp_merge *m) {
  struct pomp_renumbering below[POMP_TREE_CHILDREN] = {{0, 0, NULL, NULL}};
  bool good = receive_definitions(t, m, below) && !m->all.failed;
  if (t->parent >= 0) {
    size_t size = 0;
    void *packed = good ? pomp_definitions_pack(&m->all, &size) : NULL;
    pomp_tree_send(t, t->parent, packed, size);
    free(packed);
    good = receive_numbers(t, m) && good;
  } else if (good)
    good = number_all(m);
  if (!good)
    pomp_renumbering_free(&m->own);
  good = send_numbers(t, &m->own, below) && good;
  int all = good;
  return PMPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MIN, t->comm) == MPI_SUCCESS && all;
}

void pomp_merge_free(struct pomp_merge *m) {
  pomp_definitions_free(&m->all);
  pomp_renumbering_free(&m->own);
}

/* --- the file --- */

/* This says where the parts of the job's file begin. Everything is a multiple of a block's alignment. */
struct layout {
  uint64_t processes, body, end; /* offsets */
  uint64_t process_count;
};

static int write_block(int fd, uint64_t at, uint64_t end, uint32_t type, uint32_t count) {
  struct pomp_block head = {.type = type, .count = count, .size = end - at, .first = sizeof head};
  return pomp_file_write_at(fd, &head, sizeof head, at);
}

/* Writes one block of strings, which begins with string `from`. `next` becomes the string behind it, or the end. */
static int write_string_block(const struct pomp_merge *m, int fd, uint32_t from, uint32_t *next) {
  const struct pomp_definitions *d = &m->all;
  uint64_t first = (uint64_t)m->own.strings[from] * 8, size = 0;
  uint32_t end = from;
  for (; end < d->string_count && (uint64_t)m->own.strings[end] * 8 == first + size; end++)
    size += string_bytes(d->strings[end].length);
  char *bytes = calloc(1, size);
  if (!bytes)
    return -ENOMEM;
  for (uint32_t i = from; i < end; i++) {
    struct pomp_string *s = (struct pomp_string *)(void *)(bytes + ((uint64_t)m->own.strings[i] * 8 - first));
    s->length = d->strings[i].length;
    memcpy(s->text, d->text + d->strings[i].at, s->length);
  }
  uint64_t at = first - sizeof(struct pomp_block);
  int error = write_block(fd, at, rounded(first + size, POMP_FORMAT_ALIGN), POMP_BLOCK_STRINGS, (uint32_t)size);
  if (!error)
    error = pomp_file_write_at(fd, bytes, size, first);
  free(bytes);
  *next = end;
  return error;
}

static int write_definitions(const struct pomp_merge *m, int fd) {
  const struct pomp_definitions *d = &m->all;
  int error = 0;
  for (uint32_t i = 0; !error && i < d->string_count;)
    error = write_string_block(m, fd, i, &i);
  uint64_t bytes = d->construct_count * sizeof *d->constructs;
  uint64_t end = POMP_FORMAT_HEADER_SIZE + m->definition_bytes;
  uint64_t at = end - rounded(sizeof(struct pomp_block) + bytes, POMP_FORMAT_ALIGN);
  struct pomp_construct *constructs = malloc(bytes + 1);
  if (!constructs)
    return -ENOMEM;
  for (uint32_t i = 0; i < d->construct_count; i++) {
    constructs[i] = d->constructs[i];
    constructs[i].name = m->own.strings[constructs[i].name];
    constructs[i].sub_name = m->own.strings[constructs[i].sub_name];
    constructs[i].file = m->own.strings[constructs[i].file];
    constructs[i].function = m->own.strings[constructs[i].function];
    if (constructs[i].flags & POMP_CONSTRUCT_CODE_SITE) {
      constructs[i].module = m->own.strings[constructs[i].module];
      constructs[i].build = m->own.strings[constructs[i].build];
    }
    if (constructs[i].flags & POMP_CONSTRUCT_CLAUSES)
      constructs[i].clauses = m->own.strings[constructs[i].clauses];
  }
  if (!error)
    error = write_block(fd, at, end, POMP_BLOCK_CONSTRUCTS, d->construct_count);
  if (!error)
    error = pomp_file_write_at(fd, constructs, bytes, at + sizeof(struct pomp_block));
  free(constructs);
  return error;
}

/* Rank 0 makes the file under its other name, which nobody else's must have yet, as long as it will be, and writes
 * everything that is not of one rank. */
static int begin_file(const struct pomp_merge *m, const char *path, const struct layout *l, bool *made) {
  int fd = pomp_sys_open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, pomp_adapter_file_mode());
  if (fd < 0)
    return fd;
  *made = true;
  /* Nodes are called by where they are, in 32 bits. */
  struct pomp_quiet quiet;
  pomp_quiet_begin(&quiet);
  int error = l->end / sizeof(struct pomp_node) > UINT32_MAX ? -EFBIG : pomp_sys_fallocate(fd, 0, l->end);
  if (!error)
    error = write_definitions(m, fd);
  if (!error)
    error = write_block(fd, l->processes, l->body, POMP_BLOCK_PROCESSES, (uint32_t)l->process_count);
  pomp_quiet_end(&quiet, error);
  int closed = pomp_sys_close(fd);
  if (!error)
    error = closed;
  return error;
}

/* Adds up what the call paths of all ranks have, up the tree. At rank 0, `all` becomes their sums; at others it is of
 * no use, nor is it there if some are missing. Collective. */
static void gather_sums(const struct pomp_tree *t, const struct pomp_rank_sums *own, struct pomp_rank_sums *all) {
  size_t size = 0;
  void *packed = pomp_rank_sums_pack(own, &size);
  bool good = packed && pomp_rank_sums_merge(all, packed, size);
  free(packed);
  for (int i = 0; i < t->child_count; i++) {
    packed = pomp_tree_receive(t, t->children[i], &size);
    good = packed && pomp_rank_sums_merge(all, packed, size) && good;
    free(packed);
  }
  if (!good)
    all->head.flags |= POMP_SUMS_LACK;
  if (t->parent >= 0) {
    packed = pomp_rank_sums_pack(all, &size);
    pomp_tree_send(t, t->parent, packed, size);
    free(packed);
  } else
    pomp_rank_sums_sort(all);
}

/* Writes a block of the sums at the end of the file, and returns how long it is; 0: it could not be written, and the
 * file does without. */
static uint64_t write_sums(int fd, uint64_t at, const struct pomp_rank_sums *sums) {
  const uint64_t first = sizeof(struct pomp_block) + sizeof sums->head, bytes = sums->count * sizeof *sums->rows;
  const uint64_t size = rounded(first + bytes, POMP_FORMAT_ALIGN);
  struct pomp_block head = {.type = POMP_BLOCK_SUMS, .count = sums->count, .size = size, .first = (uint32_t)first};
  if (sums->head.flags & POMP_SUMS_LACK || !sums->count || pomp_sys_fallocate(fd, at, size) ||
      pomp_file_write_at(fd, sums->rows, bytes, at + first) ||
      pomp_file_write_at(fd, &sums->head, sizeof sums->head, at + sizeof head) ||
      pomp_file_write_at(fd, &head, sizeof head, at))
    return 0;
  return size;
}

/* Rank 0 writes the file's own header last: it is that of the first process. Then the file gets its name, unless
 * another file has it. */
static int end_file(const char *path, const char *name, const struct layout *l, const struct pomp_rank_sums *sums) {
  struct pomp_process first;
  int fd = pomp_sys_open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  if (fd < 0)
    return fd;
  uint64_t at = l->processes + sizeof(struct pomp_block);
  struct pomp_quiet quiet;
  pomp_quiet_begin(&quiet);
  int error = pomp_file_read_at(fd, &first, sizeof first, at);
  if (!error)
    first.header.used = l->end + write_sums(fd, l->end, sums);
  if (!error)
    error = pomp_file_write_at(fd, &first.header, sizeof first.header, 0);
  pomp_quiet_end(&quiet, error);
  int closed = pomp_sys_close(fd);
  if (!error)
    error = closed;
  if (error)
    return error;
  error = pomp_sys_link(path, name);
  if (!error || error == -EEXIST || pomp_sys_access(name, F_OK) == 0)
    return error ? -EEXIST : 0;
  return pomp_sys_rename(path, name); /* the file system has no links */
}

int pomp_merge_write_part(int fd, const struct pomp_rank_file *f, const struct pomp_renumbering *numbers,
                          const struct pomp_place *place, uint32_t flags, struct pomp_rank_sums *now,
                          const struct pomp_rank_sums *before) {
  struct pomp_process p = pomp_rank_file_process(f, place->first_location, numbers);
  p.blocks = place->part;
  p.blocks_size = f->size;
  p.flags = flags;
  int error = pomp_rank_file_write(f, fd, place->part, place->first_location, numbers, now, before);
  return error ? error : pomp_file_write_at(fd, &p, sizeof p, place->record);
}

/* Writes what this rank adds. */
static int write_part(const struct pomp_merge *m, const struct pomp_rank_file *f, const char *path,
                      const struct pomp_place *place, bool converts, struct pomp_rank_sums *sums) {
  if (!f->mapped)
    return 0;
  int fd = pomp_sys_open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  if (fd < 0)
    return fd;
  struct pomp_quiet quiet;
  pomp_quiet_begin(&quiet);
  int error = pomp_merge_write_part(fd, f, &m->own, place, converts ? POMP_PROCESS_CONVERTS : 0, sums, NULL);
  pomp_quiet_end(&quiet, error);
  int closed = pomp_sys_close(fd); /* over NFS, another machine sees what was closed */
  return error ? error : closed;
}

struct pomp_outcome pomp_merge_agree(const struct pomp_tree *t, int error) {
  struct pomp_outcome own = {error, t->world_rank}, all;
  if (PMPI_Allreduce(&own, &all, 1, MPI_2INT, MPI_MINLOC, t->comm) != MPI_SUCCESS)
    return (struct pomp_outcome){-EIO, t->world_rank};
  return all;
}

/* Finds where everything is in the job's file, and in `before` what the ranks before this one have. */
static bool lay_out(const struct pomp_tree *t, const struct pomp_merge *m, const struct pomp_rank_file *f,
                    uint64_t before[3], struct layout *l) {
  const uint64_t own[3] = {f->size, f->locations, f->mapped != NULL};
  uint64_t sum[3] = {0, 0, 0}, definitions = m->definition_bytes;
  bool good = PMPI_Exscan(own, before, 3, MPI_UINT64_T, MPI_SUM, t->comm) == MPI_SUCCESS &&
              PMPI_Allreduce(own, sum, 3, MPI_UINT64_T, MPI_SUM, t->comm) == MPI_SUCCESS &&
              PMPI_Bcast(&definitions, 1, MPI_UINT64_T, 0, t->comm) == MPI_SUCCESS;
  if (t->rank == 0)
    before[0] = before[1] = before[2] = 0; /* which MPI leaves undefined */
  *l = (struct layout){.processes = POMP_FORMAT_HEADER_SIZE + definitions, .process_count = sum[2]};
  l->body = l->processes + rounded(sizeof(struct pomp_block) + sum[2] * POMP_PROCESS_SIZE, POMP_FORMAT_ALIGN);
  l->end = l->body + sum[0];
  return good;
}

struct pomp_outcome pomp_merge_write(const struct pomp_tree *t, const struct pomp_merge *m,
                                     const struct pomp_rank_file *f, const char *directory, bool converts,
                                     struct pomp_place *place, struct pomp_rank_sums *sums, int *own) {
  char path[PATH_MAX + 32], name[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/%s.part", directory, POMP_FORMAT_FILE);
  snprintf(name, sizeof name, "%s/%s", directory, POMP_FORMAT_FILE);
  uint64_t before[3] = {0, 0, 0};
  struct layout l;
  bool made = false;
  *own = lay_out(t, m, f, before, &l) ? 0 : -EIO;
  *place = (struct pomp_place){.part = l.body + before[0],
                               .record = l.processes + sizeof(struct pomp_block) + before[2] * POMP_PROCESS_SIZE,
                               .first = before[2] == 0,
                               .first_location = (uint32_t)before[1]};
  if (!*own && t->rank == 0)
    *own = begin_file(m, path, &l, &made);
  struct pomp_outcome all = pomp_merge_agree(t, *own);
  if (!all.error)
    all = pomp_merge_agree(t, *own = write_part(m, f, path, place, converts, sums));
  if (!all.error) {
    struct pomp_rank_sums of_all = {.count = 0};
    gather_sums(t, sums, &of_all);
    all = pomp_merge_agree(t, *own = t->rank == 0 ? end_file(path, name, &l, &of_all) : 0);
    pomp_rank_sums_free(&of_all);
  }
  if (made)
    pomp_sys_unlink(path);
  return all;
}
