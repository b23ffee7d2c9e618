// UNSUPPORTED: traced
// A trace has memory of its own.
// POMP_MEMORY bounds all that is taken: what is reserved of the file, and memory mapped or allocated besides, at any time.
// The library's sources are a part of this program, which counts every way to get memory or file space; their system
// calls go through its function.
// UNSUPPORTED: sanitized
// RUN: %fresh && %cc -O0 -fopenmp -D_GNU_SOURCE -DPOMP_VERSION='"test"' -DPOMP_SYSTEM_CALL_OUTSIDE -I %root/common -I %root/common/metrics -I %root/runtime/libpompomp %s %root/runtime/libpompomp/*/*.c %root/common/*.c %root/common/metrics/*.c %inputs/no-diagnosis.c -o a -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
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
#include "pomp_system.h"
#include "regions.h"
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>

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

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void __real_free(void *);

static long in_pages(long size) { return (size + 4095) / 4096 * 4096; }

/* The mapping of the file is no memory; what is in the file is counted. */
static int is_in_file(long at) { return (char *)at >= file && (char *)at <= file + (256 << 20); }

/* POMP_MEMORY does not bound the stack that a call has while it lasts (docs/environment.md). */
static __thread long stack;

long pomp_system_call(long number, long a, long b, long c, long d, long e, long f) {
  long result = pomp_system_enter(number, a, b, c, d, e, f);
  if (number == SYS_mmap && d & MAP_STACK)
    stack = d & MAP_FIXED ? stack : result;
  else if (number == SYS_munmap && a == stack)
    stack = 0;
  else if (number == SYS_mmap && d & MAP_ANONYMOUS)
    count(MAPPED, d & MAP_SHARED ? 0 : in_pages(b)); /* what it shares with children is fixed data */
  else if (number == SYS_mmap && !(d & MAP_FIXED) && (!file || d & MAP_FIXED_NOREPLACE))
    file = (char *)result; /* other mappings are the kernel's records of switches, or where memory was */
  else if (number == SYS_munmap && (char *)a != file)
    count(MAPPED, -in_pages(b));
  else if (number == SYS_mremap && !is_in_file(a))
    count(MAPPED, c - b);
  else if (number == SYS_fallocate && result == 0 && c + d > now[FILE_SPACE])
    count(FILE_SPACE, c + d - now[FILE_SPACE]);
  else if (number == SYS_ftruncate && b < now[FILE_SPACE]) /* what the file has behind that takes no space */
    count(FILE_SPACE, b - now[FILE_SPACE]);
  return result;
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
