/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pack.c - packs a rank's share of the job's traces, and writes the blocks of all ranks by MPI-IO.
 * Not here: blocks (common/archive). libzstd is looked for when it is needed: a program must not depend on it to run.
 */
#include "job/pack.h"
#include "archive/plan.h"
#include "pomp_archive_format.h"
#include "pomp_format.h"
#include "pomp_quiet.h"
#include "pomp_system.h"
#include "pomp_trace_format.h"
#include "surface/adapter_job.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUND (8u << 20) /* so many bytes a rank packs before all write */
#define LEVEL 3          /* as pomp-archive's */

static bool find_codec(struct pomp_codec *z) {
  void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
  void *found[] = {library ? dlsym(library, "ZSTD_compressBound") : NULL,
                   library ? dlsym(library, "ZSTD_compress") : NULL, library ? dlsym(library, "ZSTD_isError") : NULL};
  *z = (struct pomp_codec){.level = LEVEL};
  memcpy(&z->bound, &found[0], sizeof found[0]);
  memcpy(&z->compress, &found[1], sizeof found[1]);
  memcpy(&z->is_error, &found[2], sizeof found[2]);
  return found[0] && found[1] && found[2];
}

/* This is a rank's trace, and how far it has been packed. A rank without one packs nothing. */
struct packing {
  struct pomp_codec codec;
  struct pomp_plan plan;
  struct pomp_archive_bytes bytes;
  uint32_t next;
  int fd;
};

static void begin(struct packing *p, const char *directory, int rank) {
  char path[POMP_ADAPTER_PATH + 64];
  snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_DIRECTORY "/" POMP_TRACE_FILE, directory, (unsigned)rank);
  *p = (struct packing){.fd = -1};
  if (!find_codec(&p->codec))
    return;
  struct stat about;
  p->fd = pomp_sys_open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0);
  if (p->fd >= 0 && (pomp_sys_fstat(p->fd, &about) != 0 || !S_ISREG(about.st_mode) ||
                     pomp_plan_make(&p->plan, p->fd, (uint64_t)about.st_size) != 0))
    p->plan.block_count = 0;
}

static void end(struct packing *p) {
  if (p->fd >= 0)
    pomp_sys_close(p->fd);
  pomp_plan_free(&p->plan);
  free(p->bytes.at);
}

/* Packs some more blocks of chunks; the rest of a trace is not yet what it will be. */
static void pack_some(struct packing *p) {
  p->bytes.size = 0;
  for (; p->next < p->plan.block_count && p->bytes.size < ROUND; p->next++)
    if (p->plan.blocks[p->next].kind == POMP_ARCHIVE_CHUNKS &&
        pomp_plan_pack(&p->plan, p->next, p->fd, 0, &p->codec, &p->bytes) != 0)
      p->plan.block_count = 0;
}

/* Writes the packed bytes of all ranks, rank by rank, and moves `*at` behind them. False, on all ranks, if writing
 * fails, or if no rank has more bytes. Collective. */
static bool write_some(const struct pomp_tree *t, MPI_File file, const struct packing *p, uint64_t *at) {
  uint64_t before = 0, all = 0, own = p->bytes.size;
  MPI_Status status;
  int written = 0, good;
  if (PMPI_Exscan(&own, &before, 1, MPI_UINT64_T, MPI_SUM, t->comm) != MPI_SUCCESS ||
      PMPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_SUM, t->comm) != MPI_SUCCESS || !all)
    return false;
  if (t->rank == 0)
    before = 0;
  const MPI_Offset place = (MPI_Offset)*at + (MPI_Offset)before;
  good = PMPI_File_write_at_all(file, place, p->bytes.at, (int)own, MPI_BYTE, &status) == MPI_SUCCESS &&
         PMPI_Get_count(&status, MPI_BYTE, &written) == MPI_SUCCESS && (uint64_t)written == own;
  *at += all;
  return PMPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, t->comm) == MPI_SUCCESS && good;
}

/* Makes an empty file, with the permissions of others of the experiment. Collective. */
static bool make_file(const struct pomp_tree *t, const char *path) {
  int made = 0;
  if (t->rank == 0) {
    const int fd = pomp_sys_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, pomp_adapter_file_mode());
    made = fd >= 0 && pomp_sys_close(fd) == 0;
  }
  return PMPI_Bcast(&made, 1, MPI_INT, 0, t->comm) == MPI_SUCCESS && made;
}

void pomp_pack(const struct pomp_tree *t, const char *directory, int rank) {
  struct packing p;
  struct pomp_quiet quiet;
  char path[POMP_ADAPTER_PATH + 64];
  MPI_File file;
  uint64_t at = 0;
  snprintf(path, sizeof path, "%s/" POMP_ARCHIVE_PACKED, directory);
  if (!make_file(t, path) || PMPI_File_open(t->comm, path, MPI_MODE_WRONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
    return;
  pomp_quiet_begin(&quiet);
  begin(&p, directory, rank);
  do
    pack_some(&p);
  while (write_some(t, file, &p, &at));
  end(&p);
  PMPI_File_close(&file);
  pomp_quiet_end(&quiet, -EFBIG);
}
