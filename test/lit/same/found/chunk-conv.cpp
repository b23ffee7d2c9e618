// A search for broken programs has found a schedule chunk of a class that converts to int and can't be copied.
// RUN: %same --no-gcc "its chunk must be of an integral type" %s -- 
#include <cstdio>
struct N { int v; N(int v):v(v){} N(const N&)=delete; operator int() const {return v;} };
struct M { int v; explicit operator int() const {return v;} };
int main(){ int s=0; N n(2);
#pragma omp parallel for schedule(dynamic, n) reduction(+:s)
for(int i=0;i<100;i++) s+=i;
printf("%d\n",s); return 0;}
