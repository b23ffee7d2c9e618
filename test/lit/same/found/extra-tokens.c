// A search for broken programs has found extra tokens at a directive's end, which Clang ignores.
// RUN: %same --no-gcc "it takes no extra tokens" %s -- -Wall
#include <stdio.h>
int main(void){ int s=0, c=0;
#pragma omp parallel num_threads(2);
{
#pragma omp for reduction(+:s);
for(int i=0;i<10;i++) s+=i;
#pragma omp barrier;
#pragma omp single;
 s++;
#pragma omp critical;
 c++;
#pragma omp atomic;
 s++;
#pragma omp sections;
 {
#pragma omp section;
 ;
 }
#pragma omp master;
 s++;
#pragma omp for foo
for(int i=0;i<10;i++) ;
#pragma omp for nowait )
for(int i=0;i<10;i++) ;
#pragma omp for schedule(static) bar baz
for(int i=0;i<10;i++) ;
}
#pragma omp parallel for reduction(+:s);
for(int i=0;i<10;i++) s+=i;
#pragma omp parallel for reduction(+:s) {
for(int i=0;i<10;i++) s+=i;
#pragma omp parallel for reduction(+:s) xx schedule(static)
for(int i=0;i<10;i++) s+=i;
#pragma omp parallel sections;
 { ; }
printf("%d %d\n",s,c); return 0;}
