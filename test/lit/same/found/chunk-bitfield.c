// A search for broken programs has found a schedule chunk that is a bit-field.
// RUN: %same %s -- 
#include <stdio.h>
struct { unsigned chunk : 5; } cfg = {3};
int main(void){ int s=0;
#pragma omp parallel for schedule(dynamic, cfg.chunk) reduction(+:s)
for(int i=0;i<100;i++) s+=i;
printf("%d\n",s); return 0;}
