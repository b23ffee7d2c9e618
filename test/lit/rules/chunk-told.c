// A chunk that is no constant is told to the library where the directive evaluates it, and stays in its columns; that of a directive that
// is split is told behind For_enter.
// RUN: %emit %s && %check
// RUN: %same --both --no-gcc "gcc takes no variable of an enumeration as a chunk" %s -- -Wall -Wextra -Wconversion -Wsign-conversion -pedantic -Werror
#include <stdio.h>

enum many { FEW = 2 };
#define SIZE (size / 2)
#define DEALT dynamic, size
#define LOOP for (int i = 0; i < 20; i++)
#define CLAUSES nowait schedule(static, size)
#define BY_MACRO _Pragma("omp for schedule(static, size)") LOOP a[i]++;

int main(void) {
  int a[20] = {0}, b[20] = {0}, size = 4;
  unsigned long wide = 3;
  enum many few = FEW;
  struct {
    unsigned chunk : 5;
  } bits = {3};
  (void)few;
#pragma omp parallel
  {
// CHECK-LABEL: int main(void)
// CHECK:      {{^}}#undef __pomp_told{{$}}
// CHECK-NEXT: {{^}}#define __pomp_told schedule ( dynamic , __POMP_told(1,{{$}}
// CHECK:      {{^}}#pragma omp for __pomp_told       size)) nowait{{$}}
#pragma omp for schedule(dynamic, size)
    LOOP a[i]++;
// CHECK:      {{^}}#define __pomp_told schedule ( static , __POMP_told_unsigned(2,{{$}}
// CHECK:      {{^}}#pragma omp for __pomp_told      wide + 1))nowait{{$}}
#pragma omp for schedule(static, wide + 1) nowait
    LOOP b[i]++;
// CHECK:      {{^}}#define __pomp_told schedule ( monotonic : static , __POMP_told(3,{{$}}
// CHECK:      {{^}}#pragma omp for __pomp_told                 SIZE)) \
// CHECK-NEXT: {{^}}    firstprivate(wide) nowait{{$}}
#pragma omp for schedule(monotonic: static, SIZE) \
    firstprivate(wide)
    LOOP a[i] += (int)wide;
// CHECK:      {{^}}#pragma omp for __pomp_told size )) nowait{{$}}
#pragma omp for schedule(DEALT)
    LOOP a[i]++;
// CHECK:      {{^}}#define __pomp_told schedule ( static , __POMP_told(5,{{$}}
// CHECK:      {{^}}#pragma omp for __pomp_told size )) nowait{{$}}
    BY_MACRO
// CHECK:      {{^}}#define __pomp_told schedule ( dynamic , __POMP_told_unsigned(6,{{$}}
// CHECK:      {{^}}#pragma omp for __pomp_told       bits.chunk)) nowait{{$}}
#pragma omp for schedule(dynamic, bits.chunk)
    LOOP a[i]++;
// CHECK:      {{^}}#define __pomp_told schedule ( dynamic , __POMP_told_unsigned(7,{{$}}
// CHECK:      {{^}}#pragma omp for __pomp_told       few)) nowait{{$}}
#pragma omp for schedule(dynamic, few)
    LOOP a[i]++;
// CHECK:      {{^}}#pragma omp for nowait __pomp_told size)){{$}}
#pragma omp for CLAUSES
    LOOP b[i]++;
// A comma between clauses makes room for the second bracket.
// CHECK:      {{^}}#pragma omp for __pomp_told       size)) firstprivate(wide) nowait{{$}}
#pragma omp for schedule(dynamic, size), firstprivate(wide)
    LOOP a[i] += (int)wide;
// These are not told: constants, and where the chunk does not say how many there are.
// CHECK:      {{^}}#pragma omp for schedule(static, FEW) nowait{{$}}
#pragma omp for schedule(static, FEW)
    LOOP a[i]++;
// CHECK:      {{^}}#pragma omp for schedule(guided, size) nowait{{$}}
#pragma omp for schedule(guided, size)
    LOOP a[i]++;
// CHECK:      {{^}}#pragma omp for simd schedule(simd: static, size) nowait{{$}}
#pragma omp for simd schedule(simd: static, size)
    LOOP a[i]++;
  }
// CHECK:      __POMP_For_enter(__pomp_rd(13)); if (__POMP_For_chunk) __POMP_For_chunk(__pomp_rd(13), (long)__pomp_chunk_13);
// CHECK:      {{^}}#pragma omp          for schedule(static, __pomp_chunk_13 ) nowait{{$}}
#pragma omp parallel for schedule(static, size + 1)
  LOOP a[i]++;
  printf("%d %d %d\n", a[0], a[19], b[0]);
  return 0;
}
