// A rank's file on its way into the job's, after somebody else has written to it: it is taken or refused, and nothing
// beyond it is read, whatever it says and though it may change while it is read. If it is taken, it is whole.
// It brings its own sanitizers.
// UNSUPPORTED: sanitized
// RUN: %fresh && %program %inputs/report.c -o r
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_METRICS=rusage:nvcsw POMP_SAMPLE=20us POMP_SUMMARY=0 ./r more
// DEFINE: %{job} = %root/runtime/libpompomp-mpi/job
// DEFINE: %{sanitize} = -fsanitize=address,undefined -fno-sanitize-recover=undefined
// RUN: %cc -D_GNU_SOURCE %{sanitize} -I %root/runtime/libpompomp-mpi -I %root/common %s %{job}/rank_file.c %{job}/rank_move.c %{job}/rank_phases.c %{job}/rank_records.c %{job}/rank_samples.c %{job}/rank_sums.c %{job}/unify.c -o a
// RUN: ./a e/profile.pomp | FileCheck %s
// CHECK: the file as it was recorded: taken
// CHECK: wrong headers: [[HEADERS:[1-9][0-9]+]] of [[HEADERS]] refused
// CHECK: wrong heads of blocks: [[BLOCKS:[1-9][0-9]+]] of [[BLOCKS]] refused
// CHECK: wrong contents: [[CONTENTS:[1-9][0-9]+]] of [[CONTENTS]] refused
// CHECK: random damages: {{[1-9][0-9]+}} taken, {{[1-9][0-9]+}} refused
// CHECK: changed while it was read: 300 times
#include "job/rank_file.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST = 5, OFFSET = 1 << 20, RANDOM = 1200, CHANGES = 300 };
static const struct pomp_rank_identity identity = {3, 4, 77};
static char *recorded, *file; /* one is as it was, one is a copy of just its length that is damaged */
static uint64_t size;

static void fail(const char *what) {
  printf("failed: %s\n", what);
  exit(1);
}

static struct pomp_block *block_at(char *bytes, uint64_t at) { return (struct pomp_block *)(void *)(bytes + at); }
static struct pomp_header *header_of(char *bytes) { return (struct pomp_header *)(void *)bytes; }

/* Finds the first block of a type; 0: there is none. */
static uint64_t find(char *bytes, uint32_t type) {
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; at < header_of(bytes)->used; at += block_at(bytes, at)->size)
    if (block_at(bytes, at)->type == type)
      return at;
  return 0;
}

/* Makes the recording a rank's, with a block of messages behind it. */
static void load(const char *path) {
  FILE *from = fopen(path, "r");
  struct stat s;
  if (!from || fstat(fileno(from), &s) != 0 || !(recorded = calloc(1, (size_t)s.st_size + POMP_FORMAT_ALIGN)) ||
      fread(recorded, 1, (size_t)s.st_size, from) != (size_t)s.st_size)
    fail("no recording");
  fclose(from);
  struct pomp_header *h = header_of(recorded);
  h->rank = identity.rank;
  h->ranks = identity.ranks;
  h->job = identity.job;
  struct pomp_block *messages = block_at(recorded, h->used);
  *messages = (struct pomp_block){
      .type = POMP_BLOCK_MESSAGES, .count = 1, .size = POMP_FORMAT_ALIGN, .first = sizeof *messages};
  uint64_t location = find(recorded, POMP_BLOCK_LOCATION);
  uint32_t node = (uint32_t)((location + block_at(recorded, location)->first) / sizeof(struct pomp_node)) + 1;
  *(struct pomp_messages *)(void *)(messages + 1) = (struct pomp_messages){.node = node, .kind = 1, .sent = 1};
  h->used += POMP_FORMAT_ALIGN;
  size = h->used;
  file = malloc(size);
}

/* Checks that a written file is whole: heads, numbers of locations and of nodes. */
static void check_written(char *part, uint64_t length, uint32_t locations) {
  uint32_t found = 0;
  for (uint64_t at = 0; at < length; at += block_at(part, at)->size) {
    struct pomp_block *b = block_at(part, at);
    if (b->size < sizeof *b || b->size > length - at || b->first > b->size)
      fail("a block of impossible size is written");
    if (b->type != POMP_BLOCK_LOCATION && b->type != POMP_BLOCK_NODES)
      continue;
    if (b->location - FIRST >= locations)
      fail("a location of another rank is written");
    found += b->type == POMP_BLOCK_LOCATION;
    const struct pomp_node *nodes = (const struct pomp_node *)(const void *)((char *)b + b->first);
    for (uint32_t i = 0; i < b->count; i++) {
      uint64_t parent = (uint64_t)nodes[i].parent * sizeof *nodes;
      if (nodes[i].parent && (parent < OFFSET || parent - OFFSET > length - sizeof *nodes))
        fail("a call path of another rank is written");
    }
  }
  if (found != locations)
    fail("locations are missing");
}

static int write_file(const struct pomp_rank_file *f, const struct pomp_definitions *d) {
  struct pomp_renumbering own;
  if (!pomp_renumbering_make(&own, d->string_count, d->construct_count))
    fail("no memory");
  for (uint32_t i = 0; i < d->string_count; i++)
    own.strings[i] = 512 + i;
  for (uint32_t i = 0; i < d->construct_count; i++)
    own.constructs[i] = i + 1;
  pomp_rank_file_process(f, FIRST, &own);
  struct pomp_rank_sums sums;
  int fd = memfd_create("job", 0), error = pomp_rank_file_write(f, fd, OFFSET, FIRST, &own, &sums, NULL);
  pomp_rank_sums_free(&sums);
  if (!error) {
    char *part = malloc(f->size + 1);
    if (pread(fd, part, f->size, OFFSET) != (ssize_t)f->size)
      fail("the part is not written");
    check_written(part, f->size, f->locations);
    free(part);
  }
  close(fd);
  pomp_renumbering_free(&own);
  return error;
}

/* Its definitions go up the tree, to a rank that has some. */
static void unify(const struct pomp_definitions *d) {
  struct pomp_definitions above = {.failed = false};
  struct pomp_renumbering r;
  size_t length;
  pomp_definitions_string(&above, "void", 4);
  void *packed = pomp_definitions_pack(d, &length);
  if (!packed || !pomp_definitions_merge(&above, packed, length, &r))
    fail("definitions of a file that was taken are refused");
  free(packed);
  pomp_renumbering_free(&r);
  pomp_definitions_free(&above);
}

/* Tells what becomes of the file as it is. */
static int take(void) {
  struct pomp_rank_file f;
  struct pomp_definitions d = {.failed = false};
  int error = pomp_rank_file_read(&f, file, size, &identity, &d);
  if (error && (f.mapped || f.size || f.locations || d.string_count || d.construct_count))
    fail("something of a file that was refused is left");
  if (!error) {
    unify(&d);
    error = write_file(&f, &d);
  }
  pomp_rank_file_free(&f);
  pomp_definitions_free(&d);
  if (error && error != -EBADMSG)
    fail("another error");
  return error;
}

static void restore(void) { memcpy(file, recorded, size); }

static unsigned refused, tried;
static void expect_refused(const char *what) {
  tried++;
  if (take())
    refused++;
  else
    printf("taken: %s\n", what);
  restore();
}
static void count_refused(const char *what) {
  printf("%s: %u of %u refused\n", what, refused, tried);
  refused = tried = 0;
}

static void wrong_headers(void) {
  struct pomp_header *h = header_of(file);
#define WRONG(field, value)                                                                                            \
  h->field = (value);                                                                                                  \
  expect_refused("header, " #field)
  WRONG(magic[0], 'X');
  WRONG(byte_order, 0x04030201);
  WRONG(version, 3);
  WRONG(header_size, 0);
  WRONG(header_size, UINT32_MAX);
  WRONG(used, 0);
  WRONG(used, size - 1);
  WRONG(used, size + POMP_FORMAT_ALIGN);
  WRONG(used, UINT64_MAX / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN);
  WRONG(rank, 2);
  WRONG(ranks, 0);
  WRONG(job, 78);
  WRONG(threads, UINT32_MAX);
  WRONG(end_tick, 0);
  WRONG(end_tick, UINT64_MAX);
  WRONG(sync_latest, 0);
  WRONG(sync_latest, 3);
  WRONG(sync_latest, UINT32_MAX);
  WRONG(sync[header_of(recorded)->sync_latest].tick, 0);
  memset(file, 0, POMP_FORMAT_HEADER_SIZE);
  expect_refused("header of zeroes");
  memset(file, 0, size);
  expect_refused("file of zeroes");
  memset(file, 0xff, size);
  expect_refused("file of ones");
  count_refused("wrong headers");
}

/* Changes each field of each block's head, so that it can't be right for any block. */
static void wrong_heads(void) {
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; at < size; at += block_at(file, at)->size) {
    struct pomp_block *b = block_at(file, at);
    const uint64_t sizes[] = {0, 1, sizeof *b, POMP_FORMAT_ALIGN - 64, b->size + 8, size, UINT64_MAX, 1ull << 63};
    const uint32_t firsts[] = {0, 4, sizeof *b - 8, b->first + 1, (uint32_t)b->size + 64, UINT32_MAX};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
      b->size = sizes[i];
      expect_refused("size of a block");
    }
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++) {
      b->first = firsts[i];
      expect_refused("first of a block");
    }
    b->count = UINT32_MAX;
    expect_refused("count of a block");
    b->type = POMP_BLOCK_PROCESSES;
    expect_refused("processes in a rank's file");
    b->type = 0;
    expect_refused("no type");
    b->type = UINT32_MAX;
    expect_refused("unknown type");
    if (b->type == POMP_BLOCK_NODES || b->type == POMP_BLOCK_LOCATION || b->type == POMP_BLOCK_VALUES) {
      b->location = UINT32_MAX - FIRST;
      expect_refused("location of a block");
    }
  }
  count_refused("wrong heads of blocks");
}

static void wrong_contents(void) {
  const uint64_t location = find(file, POMP_BLOCK_LOCATION), strings = find(file, POMP_BLOCK_STRINGS);
  struct pomp_location *l = (struct pomp_location *)(void *)(file + location + sizeof(struct pomp_block));
  struct pomp_node *nodes = (struct pomp_node *)(void *)(file + location + block_at(file, location)->first);
  uint32_t behind = 0; /* names a node of another location */
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; at < size; at += block_at(file, at)->size)
    if (block_at(file, at)->type == POMP_BLOCK_LOCATION && at > location)
      behind = (uint32_t)at + block_at(file, at)->first;
  struct pomp_string *s = (struct pomp_string *)(void *)(file + strings + block_at(file, strings)->first);
  struct pomp_construct *c =
      (struct pomp_construct *)(void *)(file + find(file, POMP_BLOCK_CONSTRUCTS) + sizeof(struct pomp_block));
  struct pomp_messages *m =
      (struct pomp_messages *)(void *)(file + find(file, POMP_BLOCK_MESSAGES) + sizeof(struct pomp_block));
  struct pomp_values *v =
      (struct pomp_values *)(void *)(file + find(file, POMP_BLOCK_VALUES) + sizeof(struct pomp_block));
  const uint64_t histograms = find(file, POMP_BLOCK_HISTOGRAMS);
  struct pomp_histogram *h = (struct pomp_histogram *)(void *)(file + histograms + block_at(file, histograms)->first);
  struct pomp_thread_kernel *t =
      (struct pomp_thread_kernel *)(void *)(file + find(file, POMP_BLOCK_THREADS) + sizeof(struct pomp_block));
#define REFUSED(place, value)                                                                                          \
  (place) = (value);                                                                                                   \
  expect_refused(#place)
  REFUSED(l->id, 1);
  REFUSED(l->id, UINT32_MAX);
  REFUSED(l->root, (uint32_t)(size / 64));
  REFUSED(l->root, 1);
  REFUSED(l->parent, 1u << 30);
  REFUSED(nodes[0].key, POMP_KEY(1, POMP_ROLE_FOR));
  REFUSED(nodes[0].parent, 1);
  REFUSED(nodes[1].key, 0);
  REFUSED(nodes[1].key, POMP_KEY(POMP_MAX_CONSTRUCTS, POMP_ROLE_FOR));
  REFUSED(nodes[1].key, POMP_KEY(1, 63));
  REFUSED(nodes[1].parent, 0);
  REFUSED(nodes[1].parent, 1);
  REFUSED(nodes[1].parent, (uint32_t)(strings / 64 + 1));
  REFUSED(nodes[1].parent, (uint32_t)(size / 64));
  REFUSED(nodes[1].parent, UINT32_MAX);
  REFUSED(nodes[1].parent, behind / 64);
  REFUSED(nodes[1].visits, UINT64_MAX);
  REFUSED(nodes[1].inclusive, UINT64_MAX / 2);
  REFUSED(s->length, UINT32_MAX);
  REFUSED(s->length, 1u << 20);
  REFUSED(s->text[s->length], 'x');
  REFUSED(c->name, 0);
  REFUSED(c->file, UINT32_MAX);
  struct pomp_construct *of_directive = c;
  while (!(of_directive->flags & POMP_CONSTRUCT_CLAUSES))
    of_directive++; /* report.c has one */
  REFUSED(of_directive->clauses, 0);
  REFUSED(of_directive->clauses, UINT32_MAX);
  REFUSED(of_directive->chunk, -1);
  REFUSED(of_directive->num_threads, INT32_MIN);
  REFUSED(of_directive->flags, POMP_CONSTRUCT_CLAUSES | POMP_CONSTRUCT_CODE_SITE);
  REFUSED(m->kind, 0);
  REFUSED(m->sent, UINT64_MAX);
  REFUSED(m->received_bytes, UINT64_MAX);
  REFUSED(m->node, 1);
  REFUSED(m->node, UINT32_MAX);
  REFUSED(h->key, 0);
  REFUSED(h->key, POMP_KEY(POMP_MAX_CONSTRUCTS, POMP_ROLE_FOR));
  REFUSED(h->key, POMP_KEY(1, 63));
  REFUSED(h->location, UINT32_MAX);
  REFUSED(t->location, UINT32_MAX);
  REFUSED(t->system, UINT64_MAX);
  REFUSED(t->faults, UINT64_MAX);
  REFUSED(v->node, 1);
  REFUSED(v->metrics, UINT32_MAX);
  REFUSED(v->last, UINT32_MAX);
  c[1] = c[0];
  expect_refused("two constructs that are the same");
  count_refused("wrong contents");
}

static void random_damages(void) {
  unsigned taken = 0, bad = 0;
  for (int i = 0; i < RANDOM; i++) {
    uint64_t most = i % 3 ? size : POMP_FORMAT_HEADER_SIZE * 3, from = (uint64_t)rand() % most;
    uint64_t length = 1ull << rand() % 13, end = from + length < size ? from + length : size;
    for (uint64_t at = from; at < end; at++)
      file[at] = (char)(i % 4 == 0 ? 0 : rand());
    if (take())
      bad++;
    else
      taken++;
    restore();
  }
  printf("random damages: %u taken, %u refused\n", taken, bad);
}

static int stop;
static void *change(void *unused) {
  (void)unused;
  for (unsigned seed = 1; !__atomic_load_n(&stop, __ATOMIC_RELAXED);) {
    seed = seed * 1664525u + 1013904223u;
    uint64_t at = seed % size, block = POMP_FORMAT_HEADER_SIZE + seed / 256 % 64 * POMP_FORMAT_ALIGN;
    if (seed & 1 << 20 && block < size)
      at = block + seed / 4096 % 128; /* damages a head, or what follows it */
    char was = __atomic_load_n(&file[at], __ATOMIC_RELAXED);
    __atomic_store_n(&file[at], (char)(seed >> 24), __ATOMIC_RELAXED);
    for (volatile int i = 0; i < 2000; i++)
      ;
    __atomic_store_n(&file[at], was, __ATOMIC_RELAXED); /* otherwise it would always be refused */
  }
  return NULL;
}

static void changes(void) {
  pthread_t other;
  if (pthread_create(&other, NULL, change, NULL) != 0)
    fail("no thread");
  for (int i = 0; i < CHANGES; i++)
    take();
  __atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
  pthread_join(other, NULL);
  printf("changed while it was read: %d times\n", CHANGES);
}

int main(int argc, char **argv) {
  (void)argc;
  srand(11);
  load(argv[1]);
  restore();
  if (!find(file, POMP_BLOCK_VALUES) || take())
    fail("the file as it was recorded");
  printf("the file as it was recorded: taken\n");
  wrong_headers();
  wrong_heads();
  wrong_contents();
  random_damages();
  changes();
  free(recorded);
  free(file);
  return 0;
}
