// A pragma is spelled oddly: splices (also inside of words), comments, tabs, digraphs, form feeds, no white space.
// RUN: %same --no-gcc "it takes no comma at the end" --regions 16 %s -- -Wno-backslash-newline-escape
// RUN: %same --regions 16 %s -- -DGCC -std=c99 -O2 -g -w
// RUN: sed 's/$/\r/' %s > %t.c && %same --regions 16 %t.c -- -DGCC -w
// RUN: sed 's/\r*$//' %s | tr '\n' '\r' > %t2.c && %clang -fopenmp -w -fsyntax-only %t2.c
#include <stdio.h>

int main(void) {
  int s = 0, n = 0;
#pra\
gma om\
p paral\
lel
  n = 1;
# /* x */ pragma omp /* y */ parallel // z
  n = 1;
	#	pragma	omp	parallel	num_threads(2)	
  n = 1;
/* a */ # /* b
 c */ pragma /* d
 e */ omp /* f
 g */ parallel /* h
 i */ for reduction(+/* j */:s) // k \
   l
  for (int i = 0; i < 10; i++)
    s += i;
%:pragma omp critical
  s++;
%: pragma omp parallel num_threads(2)
<%
  %:pragma omp single
  <% s++; %>
  %:pragma omp barrier
%>
#pragma omp\
  parallel\
  for\
  schedule(static,\
           2)\
  reduction(+:\
            s)
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp parallel num_threads(2)/**/
#pragma omp critical(/**/a/**/)/**///
  s++;
#pragma/**/omp/**/parallel/**/num_threads/**/(/**/2/**/)
  n = 1;
  #pragma  omp parallel for schedule(static,3)reduction(+:s)num_threads(2)
  for (int i = 0; i < 10; i++)
    s += i;
#pragma omp parallel num_threads(2), shared(s)
#ifdef GCC
#pragma omp parallel for num_threads(2), schedule(static, 1), reduction(+ : n)
#else
#pragma omp parallel for num_threads(2), schedule(static, 1), reduction(+ : n),
#endif
  for (int i = 0; i < 10; i++)
    n += i;
#pragma omp critical
  s++; /* at the end */ s++; \
  s++;
  printf("%d %d line %d\n", s, n > 0, __LINE__);
  return 0;
}
