// A search for broken programs has found a comma behind the directive's name, after which Clang ignores the clauses.
// RUN: %same --no-gcc 'it takes no comma after the name' %s -- 
#include <stdio.h>
int main(void){ int last=-1, p=5, s=0;
#pragma omp parallel for, lastprivate(last)
for(int i=0;i<10;i++) if(i==9) last=i;
#pragma omp parallel for, firstprivate(p) num_threads(1)
for(int i=0;i<1;i++) p=7;
#pragma omp parallel sections, private(p)
{ { p=8; } }
#pragma omp parallel num_threads(1)
{
#pragma omp for, private(s)
for(int i=0;i<1;i++) s=3;
#pragma omp single, nowait
 s++;
}
printf("%d %d %d\n",last,p,s); return 0;}
