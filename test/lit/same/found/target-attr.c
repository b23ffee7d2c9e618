// A search for broken programs has found functions compiled for another target than the file's.
// RUN: %same %s -- -mavx
// RUN: %same %s -- -march=haswell -O2
// RUN: %same %s -- 
#include <stdio.h>
__attribute__((target("no-avx"))) int f(int n){ int s=0;
#pragma omp parallel for reduction(+:s)
for(int i=0;i<n;i++) s+=i;
return s;}
__attribute__((target("arch=x86-64"))) int g(int n){ int s=0;
#pragma omp parallel for reduction(+:s)
for(int i=0;i<n;i++) s+=i;
return s;}
__attribute__((target("avx2"))) int h(int n){ int s=0;
#pragma omp parallel for reduction(+:s)
for(int i=0;i<n;i++) s+=i;
return s;}
int main(void){ printf("%d %d %d\n",f(10),g(10),h(10)); return 0;}
