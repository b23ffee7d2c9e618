// A search for broken programs has found user regions in blocks that must begin with a pragma or with __label__.
// RUN: %same %s -- 
#include <stdio.h>
int f(int x){
#pragma STDC FP_CONTRACT OFF
  double d=x;
#pragma pomp inst begin(r)
  if (x) return 1;
#pragma pomp inst end(r)
  return (int)d;
}
int g(int x){
__label__ out;
#pragma pomp inst begin(r)
  if (x) return 1;
#pragma pomp inst end(r)
  if (x>2) goto out;
out:
  return 2;
}
int main(void){ printf("%d %d\n",f(0),g(0)); return 0;}
