// Places and spellings are odd: #if between a directive and its statement, labels, do and while without braces, several
// statements on a line, digraphs, continued lines, tabs, comments, statement expressions, VLAs, old-style functions.
// RUN: %same --both %s -- -Wall -Wextra -Wno-deprecated-non-prototype -Wno-unused-but-set-variable
// RUN: %same --both %s -- -std=gnu89 -w -DOLD
#include <stdio.h>
#define FAST 1

#ifdef OLD
old(n) int n;
#else
static int old(int n)
#endif
{
  int s = 0;
  int i;
#pragma omp parallel for reduction(+ : s)
  for (i = 0; i < n; i++)
    s += i;
  return s;
}

static int forms(int n) {
  int s = 0, i, t = 0;
  int vla[n];
  for (i = 0; i < n; i++)
    vla[i] = i;
#pragma omp parallel for
#if FAST
  for (i = 0; i < n; i++)
#else
  for (i = n; i >= 0; i--)
#endif
    vla[i] *= 2;

#ifdef _OPENMP
#pragma omp parallel
#endif
  {
#ifdef _OPENMP
#pragma omp master
#endif
    s += vla[2]; }

  do
#pragma omp critical
    t++;
  while (t < 5);
  while (t < 7)
#pragma omp atomic
    t++;
  for (i = 0; i < 2; i++)
#pragma omp parallel num_threads(2)
#pragma omp single
    s++;
again:
#pragma omp critical (here)
  { s++; } s++; { t += 0; }
  if (s < 20)
    goto again;
  switch (n) {
  case 10:
#pragma omp parallel num_threads(2)
#pragma omp master
    s += 100;
    break;
  default:
    s = 0;
  }
  %:pragma omp parallel num_threads(2)
  {
  #	pragma	omp \
    barrier
  }
  #pragma omp parallel \
      num_threads \
      (2) /* a comment
             over lines */
  #pragma omp /* here */ single // there
  s += ({ int q = 3;
#pragma omp critical
    q++; q; });
  if (t) {
#pragma omp parallel num_threads(2)
#pragma omp for nowait
    for (i = 0; i < 4; i++) ; } else s = 0;
  {
#pragma omp parallel if (n > 5) num_threads(2)
    ;
  }
#pragma omp parallel for private(i)
#pragma omp tile sizes(2)
  for (i = 0; i < n; i++)
    vla[i]++;
  const char *raw = "\n#pragma omp parallel\n";
#if 0
#pragma omp parallel
#endif
  return s + vla[3] + (raw[0] == '\n');
}

int main(void) {
  printf("%d %d line %d\n", old(10), forms(10), __LINE__);
  return 0;
}
