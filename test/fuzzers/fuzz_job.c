/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz_job.c - gives what libFuzzer thinks of to the reader of a job: the file of all ranks, beside it the own file of
 * a rank that has not ended, and the own files alone, as if there were none of all; all at once, and rank by rank,
 * which has to come to the same. Not here: single experiments (fuzz_reader.c), the corpus (job-fuzz.test).
 *
 * An input is the file of all ranks up to where its header says that it ends, and the own file behind that. Without a
 * second file the first one is that, too. */
#include "files/job_file.h"
#include "files/rank_reader.h"
#include "mutate_words.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
  return mutate_words(data, size, max_size, seed, 8);
}

static void put(const char *path, const uint8_t *data, size_t size) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (fd < 0 || write(fd, data, size) != (ssize_t)size)
    abort();
  close(fd);
}

/* Checks what must hold of any experiment that was read: parents come before their children, and all indices lead
 * somewhere. */
static void check(const struct experiment *e) {
  if (!e->process_count || !e->location_count)
    abort();
  for (uint32_t i = 0; i < e->location_count; i++)
    if (e->locations[i].process >= e->process_count)
      abort();
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    bool is_root = n->parent == NO_NODE;
    if (n->location >= e->location_count || (!is_root && n->parent >= i) ||
        POMP_KEY_CONSTRUCT(n->key) > e->construct_count)
      abort();
  }
}

/* These are so many call paths, locations, and ranks. */
struct sizes {
  uint64_t nodes, locations, processes;
};

static struct sizes sizes_of(const struct experiment *e) {
  return (struct sizes){e->node_count, e->location_count, e->process_count};
}

/* Each rank is read, or refused. True if all are read. */
static bool add_up(const struct rank_reader *parts, struct sizes *sum) {
  bool good = true;
  *sum = (struct sizes){0};
  for (uint32_t i = 0; i < parts->whole->process_count; i++) {
    struct experiment part;
    if (rank_reader_read(parts, i, &part)) {
      check(&part);
      sum->nodes += part.node_count;
      sum->locations += part.location_count;
      sum->processes += part.process_count;
    } else
      good = false;
    experiment_of_rank_free(&part);
  }
  return good;
}

/* Checks that the sums of all ranks, read one by one, are those of the whole, if `opened`. */
static void compare(struct rank_reader *parts, struct experiment *frame, bool opened, bool loaded, struct sizes whole) {
  struct sizes sum;
  if (opened && add_up(parts, &sum) && (!loaded || memcmp(&sum, &whole, sizeof sum) != 0))
    abort();
  rank_reader_close(parts);
  if (opened)
    experiment_free(frame);
}

/* Writes the same as the own files of two ranks: each says that it is its rank's. */
static void put_own(const char *path, const uint8_t *data, size_t size, uint32_t rank) {
  struct pomp_header h;
  uint8_t *own = malloc(size + 1);
  if (!own)
    abort();
  memcpy(own, data, size);
  if (size >= sizeof h) {
    memcpy(&h, own, sizeof h);
    h.rank = h.rank < 2 ? rank : h.rank;
    memcpy(own, &h, sizeof h);
  }
  put(path, own, size);
  free(own);
}

static char folder[] = "/dev/shm/pomp-fuzz-XXXXXX";
static void remove_folder(void) { rmdir(folder); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bool is_made;
  char path[128];
  struct experiment e;
  struct rank_reader parts;
  if (!is_made && (!mkdtemp(folder) || atexit(remove_folder) != 0))
    abort();
  is_made = true;
  uint64_t used = 0;
  if (size >= sizeof(struct pomp_header))
    memcpy(&used, data + offsetof(struct pomp_header, used), sizeof used);
  const size_t own = used && used < size ? (size_t)used : 0, job = own ? own : size;
  const char *const names[] = {"profile.pomp", "rank-0.pomp", "rank-1.pomp"};
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    if (i)
      put_own(path, data + own, size - own, (uint32_t)i - 1);
    else
      put(path, data, job);
  }
  snprintf(path, sizeof path, "%s/%s", folder, names[0]);
  bool loaded = job_file_load(&e, path, NULL);
  if (loaded)
    check(&e);
  struct sizes whole = sizes_of(&e);
  experiment_free(&e);
  bool opened = rank_reader_open(&parts, path, &e);
  compare(&parts, &e, opened, loaded, whole);
  loaded = rank_files_load(&e, folder, NULL, NULL);
  if (loaded)
    check(&e);
  whole = sizes_of(&e);
  experiment_free(&e);
  opened = rank_reader_open_files(&parts, folder, &e, NULL, NULL) == RANK_FILES_OPENED;
  compare(&parts, &e, opened, loaded, whole);
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  return 0;
}
