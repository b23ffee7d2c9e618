// A search for broken programs has found tasks of all kinds, taskloops combined with parallel, task reductions.
// RUN: %same --no-gcc "Clang's tasks of parallel master taskloop copy what is not listed" %s -- -Wall
// RUN: %same %s -- -DSHARED="shared(s)"
#include <stdio.h>
#ifndef SHARED
#define SHARED
#endif
#include <omp.h>
int fib(int n){ int x,y; if(n<2) return n;
#pragma omp task shared(x) firstprivate(n) if(n>5) final(n<3) mergeable
 x=fib(n-1);
#pragma omp task shared(y) untied
 y=fib(n-2);
#pragma omp taskwait
 return x+y; }
int main(void){ int r=0,s=0,a[100]={0},dep=0; 
#pragma omp parallel
#pragma omp single
 r=fib(10);
#pragma omp parallel
#pragma omp single nowait
 {
#pragma omp taskloop grainsize(3) 
  for(int i=0;i<100;i++) a[i]=i;
#pragma omp taskgroup
  { 
#pragma omp task depend(out:dep)
  { 
#pragma omp critical(t)
   dep=1; }
#pragma omp task depend(in:dep)
#pragma omp atomic
   s+=dep;
  }
#pragma omp taskloop reduction(+:s)
  for(int i=0;i<100;i++) { s+=a[i];
#pragma omp critical(t)
   dep++; }
 }
#pragma omp parallel masked
 { 
#pragma omp task
 { 
#pragma omp parallel num_threads(2)
#pragma omp critical
 s++; }
 }
#pragma omp parallel master taskloop SHARED
 for(int i=0;i<10;i++) 
#pragma omp atomic
  s++;
#pragma omp parallel reduction(task,+:s)
 {
#pragma omp single
#pragma omp task in_reduction(+:s)
  s+=5;
 }
#pragma omp parallel
#pragma omp for reduction(task,+:s)
 for(int i=0;i<10;i++)
#pragma omp task in_reduction(+:s)
  s+=i;
#pragma omp parallel for reduction(task,+:s)
 for(int i=0;i<10;i++)
#pragma omp task in_reduction(+:s)
  s+=i;
 printf("%d %d %d\n",r,s,dep); return 0;}
