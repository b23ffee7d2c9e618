// A search for broken programs has found packed structures.
// RUN: %same %s -- -fpack-struct=1
// RUN: %same %s -- -fpack-struct=2
#include <stdio.h>
int main(void){ int s=0;
#pragma omp parallel for reduction(+:s)
for(int i=0;i<100;i++) s+=i;
#pragma omp parallel num_threads(2)
#pragma omp critical
s++;
printf("%d\n",s); return 0;}
