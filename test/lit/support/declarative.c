// Declarative directives say what is, not what is done: they are left alone, never broken.
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %same --no-gcc "gcc 12 knows no assumes and no declare mapper" --regions 6 %s -- -Wall -Wextra -Werror -Wno-unused-function
#include <omp.h>
#include <stdio.h>

#pragma omp requires dynamic_allocators
#pragma omp assumes no_openmp_routines
#pragma omp begin assumes no_parallelism
static int assumed(int i) { return i + 1; }
#pragma omp end assumes

static int counter = 1;
#pragma omp threadprivate(counter)

struct pair {
  int n;
  int *data;
};
#pragma omp declare reduction(join : struct pair : omp_out.n += omp_in.n) initializer(omp_priv = {0, 0})
#pragma omp declare mapper(struct pair p) map(p, p.data[0 : p.n])

#pragma omp declare simd uniform(b) linear(i : 1) notinbranch
static int indexed(const int *b, int i) { return b[i]; }

static int fast(int i) { return 2 * i; }
#pragma omp declare variant(fast) match(user = {condition(1)})
static int slow(int i) { return i + i; }

#pragma omp begin declare variant match(device = {kind(gpu)})
static int other(int i) { return i; }
#pragma omp end declare variant
static int other(int i) { return 3 * i; }

#pragma omp declare target
static int device_value = 3;
static int on_device(int i) {
#pragma omp atomic
  device_value += i;
  return device_value;
}
#pragma omp end declare target

#pragma omp begin declare target device_type(any)
static int on_both(int i) { return i; }
#pragma omp end declare target

int main(void) {
  int s = 0, v[16] = {0};
  struct pair p = {0, v};
  int local = 5;
#pragma omp allocate(local) allocator(omp_default_mem_alloc)
#pragma omp parallel copyin(counter) reduction(join : p)
  {
    counter += omp_get_thread_num() * 0;
    p.n += counter > 0;
  }
  p.n = 16;
#pragma omp target map(tofrom : p)
  p.data[3] = on_device(4) + on_both(2);
#pragma omp simd
  for (int i = 0; i < 16; i++)
    v[i] += indexed(v, i) + assumed(i);
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 16; i++)
    s += v[i] + slow(i) + other(i) + local;
#pragma omp critical
  s++;
#pragma omp parallel
#pragma omp single
  s += 2;
  printf("%d\n", s);
  return 0;
}
