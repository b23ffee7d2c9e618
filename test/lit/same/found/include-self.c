// A search for broken programs has found a main file that includes itself.
// RUN: %same %s -- 
#ifndef PASS
#define PASS 1
#include <stdio.h>
#define T int
#define NAME(x) x##_int
#include __FILE__
#undef T
#undef NAME
#define T double
#define NAME(x) x##_double
#include __FILE__
int main(void){ printf("%d %g\n",sum_int(10),sum_double(10)); return 0;}
#else
static T NAME(sum)(int n){ T s=0;
#pragma omp parallel for reduction(+:s)
for(int i=0;i<n;i++) s+=i;
return s;}
#endif
