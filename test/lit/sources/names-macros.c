// The user has macros for words that are in inserted text: the words of directives and clauses, names of functions,
// keywords of C.
// RUN: %same --regions 10 %s -- -DWORDS -Wno-keyword-macro
// RUN: %same --regions 10 %s -- -DKEYWORDS -Wno-keyword-macro
// RUN: %same --regions 10 %s -- -DWORDS -DKEYWORDS -O2 -g -Wno-keyword-macro
#include <stdio.h>
#ifdef WORDS
#define barrier 1
#define nowait 2
#define omp 3
#define pragma 4
#define enter 5
#define rd 6
#define single(x) x
#define d 8
#define n 9
#define name 10
#define data 11
#define next 12
#define version 13
#define section 14
#define POMP 15
#define pomp 16
#define line 17
#define open 18
#define list 19
#endif
#ifdef KEYWORDS
#define inline
#define static
#define extern
#define const
#define struct struct
#define int long
#define if(x) if (!!(x))
#define while while
#define void void
#define __attribute__(x)
#define __inline__
#define __attribute(x)
#define sizeof (int)sizeof
#define return return
#define __asm__
#define __typeof__ typeof
#endif

int work(int k) {
  int s = 0, c = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, k)
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 10; i++) {
#pragma omp atomic
      s += i;
#pragma omp critical
      c++;
    }
#undef barrier
#pragma omp barrier
#undef single
#pragma omp single
    s++;
#pragma omp sections
    {
      s++;
    }
  }
#pragma omp parallel for schedule(dynamic, 1)
  for (int i = 0; i < 10; i++)
    ;
  return s + c;
}

signed main(void) {
  printf("%ld line %d\n", (long)work(2), __LINE__);
  return 0;
}
