// UNSUPPORTED: traced
// A trace has memory of its own.
// POMP_MEMORY bounds all that is taken: what is reserved of the file, and memory mapped or allocated besides, at any time.
// The archive is linked, and every way to get memory or file space goes through this program's count of it.
// UNSUPPORTED: sanitized
// RUN: %fresh && %cc -fopenmp %s -o a %libdir/libpompomp.a -Wl,--wrap=mmap,--wrap=munmap,--wrap=mremap,--wrap=posix_fallocate,--wrap=ftruncate,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE none* SCOREP_REGION_NAMES_END' > f
// With room enough it takes more than 2 MiB, in every kind of memory that is counted.
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %check e 'experiment["stop_reason"] == "none"' '(2 << 20) < file("peak")["all"] < (256 << 20)' \
// RUN:   'file("peak")["mapped"] > 100000' 'file("peak")["heap"] > 50' 'file("peak")["file"] > 1000000'
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=e2 POMP_SUMMARY=0 POMP_MEMORY=2M ./a 2> err && grep -c "POMP_MEMORY (2097152 bytes) is used up" err | grep -x 1
// RUN: %check e2 'experiment["stop_reason"] == "limit"' '(1 << 20) < file("peak")["all"] <= (2 << 20)'
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=e3 POMP_SUMMARY=0 POMP_MEMORY=200k ./a 2> err && count 1 < err
// RUN: %check e3 'experiment["stop_reason"] == "limit"' '(100 << 10) < file("peak")["all"] <= (200 << 10)'
// RUN: env POMP_FILTER=f POMP_EXPERIMENT_DIR=e4 POMP_SUMMARY=0 POMP_MEMORY=64k ./a 2> err && count 1 < err
// RUN: %check e4 'experiment["stop_reason"] == "limit"' 'file("peak")["all"] <= (64 << 10)'
#include "regions.h"
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/types.h>

/* These are the bytes in use, and the most of each and of all at the same time. */
enum kind { MAPPED, HEAP, FILE_SPACE, ALL, KINDS };
static long now[KINDS], peak[KINDS];
static char *file;

static void count(enum kind kind, long bytes) {
  __atomic_add_fetch(&now[kind], bytes, __ATOMIC_SEQ_CST);
  __atomic_add_fetch(&now[ALL], bytes, __ATOMIC_SEQ_CST);
  for (int i = 0; i < KINDS; i++) {
    long n = __atomic_load_n(&now[i], __ATOMIC_SEQ_CST), p = __atomic_load_n(&peak[i], __ATOMIC_SEQ_CST);
    while (n > p && !__atomic_compare_exchange_n(&peak[i], &p, n, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      ;
  }
}

void *__real_mmap(void *, size_t, int, int, int, off_t);
int __real_munmap(void *, size_t);
void *__real_mremap(void *, size_t, size_t, int);
int __real_posix_fallocate(int, off_t, off_t);
int __real_ftruncate(int, off_t);
void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

void *__wrap_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
  void *made = __real_mmap(at, size, protection, flags, fd, offset);
  if (flags & MAP_ANONYMOUS)
    count(MAPPED, (long)((size + 4095) / 4096 * 4096));
  else
    file = made;
  return made;
}
int __wrap_munmap(void *at, size_t size) {
  if (at != file)
    count(MAPPED, -(long)((size + 4095) / 4096 * 4096));
  return __real_munmap(at, size);
}
/* The mapping of the file is no memory; what stands in the file is counted. */
void *__wrap_mremap(void *at, size_t from, size_t to, int flags) {
  if ((char *)at < file || (char *)at > file + (256 << 20))
    count(MAPPED, (long)to - (long)from);
  return __real_mremap(at, from, to, flags);
}
int __wrap_posix_fallocate(int fd, off_t offset, off_t size) {
  int error = __real_posix_fallocate(fd, offset, size);
  if (!error && offset + size > now[FILE_SPACE])
    count(FILE_SPACE, offset + size - now[FILE_SPACE]);
  return error;
}
/* What the file has behind that takes no space. */
int __wrap_ftruncate(int fd, off_t size) {
  if (size < now[FILE_SPACE])
    count(FILE_SPACE, size - now[FILE_SPACE]);
  return __real_ftruncate(fd, size);
}
static void *counted(void *at) {
  count(HEAP, (long)malloc_usable_size(at));
  return at;
}
void *__wrap_malloc(size_t size) { return counted(__real_malloc(size)); }
void *__wrap_calloc(size_t n, size_t size) { return counted(__real_calloc(n, size)); }
void *__wrap_realloc(void *at, size_t size) {
  count(HEAP, -(long)malloc_usable_size(at));
  return counted(__real_realloc(at, size));
}
void __wrap_free(void *at) {
  count(HEAP, -(long)malloc_usable_size(at));
  __real_free(at);
}

enum { MANY = 4000 };
static struct ompregdescr many[MANY];
REGION(par, "parallel", 1);
REGION(task, "task", 2);
REGION(wait, "taskwait", 3);

/* Makes a stack of suspended tasks. */
static void recurse(int depth) {
  POMP_Task_begin(&task);
  POMP_Taskwait_begin(&wait);
  if (depth)
    recurse(depth - 1);
  POMP_Taskwait_end(&wait);
  POMP_Task_end(&task);
}

int main(void) {
  regions_fill(many, MANY, &par, "for", 10);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(4)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < MANY; i++) {
      POMP_For_enter(&many[i]);
      if (i % 100 == 0)
        recurse(i / 2);
#pragma omp barrier
      POMP_For_enter(&many[MANY - 1 - i]);
      POMP_For_exit(&many[MANY - 1 - i]);
      POMP_For_exit(&many[i]);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  POMP_Finalize();
  FILE *out = fopen("peak", "w");
  fprintf(out, "{\"mapped\": %ld, \"heap\": %ld, \"file\": %ld, \"all\": %ld}\n", peak[MAPPED], peak[HEAP],
          peak[FILE_SPACE], peak[ALL]);
  return fclose(out);
}
