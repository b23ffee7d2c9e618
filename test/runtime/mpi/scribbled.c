// Somebody else writes to the file of one rank before MPI_Finalize: all ranks end as they would have, one line says what
// is wrong, and each rank keeps its own file.
// UNSUPPORTED: traced
// REQUIRES: mpi
// RUN: %fresh && %mpicc -fopenmp %s -o a %mpilib && %mpirun -n 3 ./a none | sort > plain && rm -r pomp-a-*
// DEFINE: %{how} =
// DEFINE: %{rank} = 1
// DEFINE: %{run} = env POMP_EXPERIMENT_DIR=%{how}%{rank} %mpirun -x POMP_SUMMARY=1 -n 3 ./a %{how} %{rank} > out 2> err && sort out | diff plain -
// DEFINE: %{kept} = FileCheck %s -DDIR=%{how}%{rank} -DRANK=%{rank} < err && ls %{how}%{rank}/rank-0.pomp %{how}%{rank}/rank-1.pomp %{how}%{rank}/rank-2.pomp && not ls %{how}%{rank}/profile.pomp && %pomp_report --all %{how}%{rank}/rank-2.pomp | grep MPI_Barrier
// CHECK: pomp: the file of rank [[RANK]] in [[DIR]] contradicts itself, as if somebody else had written to it: each rank keeps its own; pomp-report [[DIR]] reads them together
// CHECK-NEXT: pomp: a · 2 of 3 ranks
// CHECK-NOT: {{^}}pomp: {{(the|can)}}
// REDEFINE: %{how} = none
// RUN: %{run} && ls none1 | not grep rank
// REDEFINE: %{how} = magic
// RUN: %{run} && %{kept}
// REDEFINE: %{how} = used
// RUN: %{run} && %{kept}
// REDEFINE: %{how} = sizes
// RUN: %{run} && %{kept}
// REDEFINE: %{how} = zeroes
// RUN: %{run} && %{kept}
// REDEFINE: %{how} = noise
// RUN: %{run} && %{kept}
// libpompomp itself says that a file was cut off, as soon as it notices: the rank has none then.
// REDEFINE: %{how} = cut
// RUN: %{run} && grep "^pomp: somebody has cut off the experiment's file in cut1: " err && grep "^pomp: a · 2 of 3 ranks" err
// RUN: %pomp_report --all cut1 | grep "^Nothing is there of 1 of 3 ranks: 1\.$"
// REDEFINE: %{how} = short
// RUN: %{run} && grep "^pomp: \(somebody\|the file of rank 1\)" err | count 1
// Another rank's file is in its place; or none.
// REDEFINE: %{how} = copied
// RUN: %{run} && %{kept}
// REDEFINE: %{how} = removed
// RUN: %{run}
// REDEFINE: %{how} = noise
// REDEFINE: %{rank} = 0
// RUN: %{run} && %{kept}
//
// All ranks' files are written to, all the time.
// RUN: env POMP_EXPERIMENT_DIR=all %mpirun -x POMP_SUMMARY=1 -n 3 ./a always > out 2> err && sort out | diff plain -
// A few bytes change here and there: that may go unnoticed, but disturbs nobody.
// RUN: sh -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do POMP_EXPERIMENT_DIR=d$i %mpirun -x POMP_SUMMARY=1 -n 3 ./a $i 1 > out 2> err$i && sort out | diff plain - || exit 1; done'
#include "pomp_format.h"
#include "regions.h"
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);

static int open_own(int rank) {
  char path[4096];
  snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_FILE, getenv("POMP_EXPERIMENT_DIR"), (unsigned)rank);
  int fd = open(path, O_RDWR);
  if (fd < 0) {
    perror(path);
    exit(1);
  }
  return fd;
}

static size_t size_of(int fd) {
  struct stat s;
  return fstat(fd, &s) == 0 ? (size_t)s.st_size : 0;
}

static void copy(int fd, int from) {
  static char bytes[1 << 16];
  off_t at = 0;
  for (ssize_t n; (n = pread(from, bytes, sizeof bytes, at)) > 0; at += n)
    if (pwrite(fd, bytes, (size_t)n, at) != n)
      exit(1);
  close(from);
}

static void remove_own(int rank) {
  char path[4096];
  snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_FILE, getenv("POMP_EXPERIMENT_DIR"), (unsigned)rank);
  unlink(path);
}

/* Spoils the whole file. True means that there is no more to do. */
static bool replace(const char *how, int fd, int rank) {
  if (strcmp(how, "copied") == 0)
    copy(fd, open_own(rank + 1));
  else if (strcmp(how, "removed") == 0)
    remove_own(rank);
  else if (strcmp(how, "cut") == 0 || strcmp(how, "short") == 0)
    return ftruncate(fd, strcmp(how, "cut") == 0 ? 0 : 2 * POMP_FORMAT_ALIGN) == 0;
  else
    return false;
  return true;
}

static void damage(const char *how, char *file, size_t size) {
  struct pomp_header *h = (struct pomp_header *)(void *)file;
  uint64_t used = h->used;
  if (strcmp(how, "magic") == 0)
    h->magic[0] = 'X';
  else if (strcmp(how, "used") == 0)
    h->used = UINT64_MAX;
  else if (strcmp(how, "zeroes") == 0)
    memset(file, 0, size);
  else if (strcmp(how, "noise") == 0)
    for (size_t i = 0; i < size; i++)
      file[i] = (char)rand();
  else if (strcmp(how, "sizes") == 0)
    for (uint64_t at = POMP_FORMAT_HEADER_SIZE, next; at < used; at = next) {
      struct pomp_block *b = (struct pomp_block *)(void *)(file + at);
      next = at + b->size;
      b->size = at % (2 * POMP_FORMAT_ALIGN) ? 0 : UINT64_MAX;
    }
  else { /* a seed */
    srand((unsigned)atoi(how));
    for (int i = 0; i < 20; i++)
      file[(size_t)rand() % used] = (char)rand();
  }
}

/* This is done by pwrite, as the file may get shorter. */
static void *scribble(void *fd) {
  for (unsigned seed = 1;;) {
    seed = seed * 1664525u + 1013904223u;
    char byte = (char)(seed >> 24);
    if (pwrite(*(int *)fd, &byte, 1, (off_t)(seed / 64 % size_of(*(int *)fd))) != 1)
      return NULL;
  }
}

int main(int argc, char **argv) {
  int rank, size, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  pthread_t other;
  static int always;
  if (argc == 2 && strcmp(argv[1], "always") == 0) {
    always = open_own(rank);
    pthread_create(&other, NULL, scribble, &always);
  }
  for (int i = 0; i < 10; i++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      POMP_Parallel_begin(&par);
      POMP_For_enter(&loop);
      sum += rank + i;
      POMP_For_exit(&loop);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (argc > 2 && rank == atoi(argv[2]) && strcmp(argv[1], "none") != 0) {
    int fd = open_own(rank);
    size_t length = size_of(fd);
    if (!replace(argv[1], fd, rank)) {
      char *file = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      damage(argv[1], file, length);
      munmap(file, length);
    }
    close(fd);
  }
  int total = 0;
  MPI_Allreduce(&sum, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  printf("rank %d of %d: %d\n", rank, size, total);
  return 0;
}
