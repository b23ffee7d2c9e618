// A search for broken programs has found default(none) with a variable linear step.
// RUN: %same --no-gcc "it requires step to be listed" %s -- 
#include <stdio.h>
int main(void){ int n=10,step=2; long q=0;
#pragma omp parallel for default(none) shared(n) linear(q:step)
for(int i=0;i<n;i++) q+=2;
printf("%ld\n",q); return 0;}
