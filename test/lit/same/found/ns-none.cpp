// A search for broken programs has found default(none) with qualified names in the clauses that move.
// RUN: %same %s -- 
#include <cstdio>
namespace ns { int x=0; int y=1; }
static int x2=0;
int main(){ 
#pragma omp parallel for default(none) reduction(+:ns::x) firstprivate(ns::y)
for(int i=0;i<10;i++) ns::x+=i*ns::y;
#pragma omp parallel for default(none) reduction(+: ::x2)
for(int i=0;i<10;i++) ::x2+=i;
std::printf("%d %d\n",ns::x,x2); }
