/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz_job.c - gives what libFuzzer thinks of to the reader of a job: the file of all ranks, beside it the own file of
 * a rank that has not ended, and the own files alone, as if there were none of all. Not here: single experiments
 * (fuzz_reader.c), the corpus (job-fuzz.test).
 *
 * An input is the file of all ranks up to where its header says that it ends, and the own file behind that. Without a
 * second file the first one is that, too. */
#include "job_file.h"
#include "mutate_words.h"
#include "ranks.h"

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

static char folder[] = "/dev/shm/pomp-fuzz-XXXXXX";
static void remove_folder(void) { rmdir(folder); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bool is_made;
  char path[128];
  struct experiment e;
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
    put(path, i ? data + own : data, i ? size - own : job);
  }
  snprintf(path, sizeof path, "%s/%s", folder, names[0]);
  if (job_file_load(&e, path, NULL))
    check(&e);
  experiment_free(&e);
  if (ranks_load(&e, folder, NULL, NULL))
    check(&e);
  experiment_free(&e);
  for (int i = 0; i < 3; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  return 0;
}
