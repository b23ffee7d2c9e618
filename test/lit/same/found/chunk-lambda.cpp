// A search for broken programs has found a schedule chunk with a lambda in it.
// RUN: %same %s -- -std=c++17
// RUN: %same %s -- -std=c++20
#include <cstdio>
int main(){ int s=0; int n=2;
#pragma omp parallel for schedule(dynamic, [&]{return n;}()) reduction(+:s)
for(int i=0;i<100;i++) s+=i;
printf("%d\n",s); return 0;}
