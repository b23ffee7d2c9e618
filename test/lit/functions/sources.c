// Functions come in every form of source: out of macros, with one body under two heads, with the body in another file.
// RUN: %same --gcc %s -- -O2 -I%S/Inputs
// RUN: %same --functions of_macro=1,begins_in_macro=1,one=1,three=1,of_macro_long=1,with_region=2,brace_in_macro=1,nested=1,two=1,body_elsewhere=1,two_heads=1,half=1,moved=1,paste_d=1 %s -- -O1 -I%S/Inputs
// RUN: %same --functions main=1,of_macro=1,begins_in_macro=1,one=1,three=1,of_macro_long=1,with_region=2,brace_in_macro=1,nested=1,two=1,body_elsewhere=1,two_heads=1,half=1,moved=1,paste_d=1 %s -- -Wall -I%S/Inputs -DOTHER -fplugin-arg-pompinst-functions=all
#include <stdio.h>
static int counter;
#define WHOLE(name, type)                                                                                              \
  static type name(type n) {                                                                                           \
    _Pragma("omp atomic") counter++;                                                                                   \
    return n + 1;                                                                                                      \
  }
#define BEGIN(name) static int name(int n) {
#define BEGIN_MORE(name) static int name(int n) { int more = n * 2;
#define END return n; }
#define COUNT _Pragma("omp atomic") counter++
#define TWICE(body) body body

WHOLE(of_macro, int)
WHOLE(of_macro_long, long)
WHOLE(one, int) WHOLE(two, int) static int three(int n) { COUNT; return n; }

BEGIN(brace_in_macro)
  COUNT;
END

BEGIN_MORE(begins_in_macro)
  COUNT;
  n += more;
END

#ifdef OTHER
static int two_heads(long n) {
#else
static int two_heads(int n) {
#endif
#pragma omp atomic
  counter++;
#if 1
  return (int)n; }
#else
}
#endif

static int body_elsewhere(int n)
#include "body.inc"

static int half(int n) {
  COUNT;
#include "half.inc"

#define NAME(n) paste_##n
static int NAME(d)(int n) {
  COUNT;
  return n;
}

#pragma pomp noinstrument
static int skipped(int n) { COUNT; return n; }
#pragma pomp instrument

static int with_region(int n) {
#pragma pomp inst begin(r)
#pragma omp atomic
  counter++;
  if (n > 3)
    return n;
#pragma pomp inst end(r)
  return -n;
}

static int nested(int n) {
  TWICE({ int k = ({ COUNT; n++; }); n += k; })
  return n;
}

#line 700 "elsewhere.y"
static int
  moved(int n)
  {
  COUNT;
  return n;
}

int main(void) {
  printf("%d %ld %d %d %d\n", of_macro(1), of_macro_long(1L), one(1), two(2), three(3));
  printf("%d %d %d %d\n", brace_in_macro(1), begins_in_macro(1), two_heads(2), body_elsewhere(3));
  printf("%d %d %d %d %d %d\n", half(1), paste_d(1), skipped(1), with_region(2), with_region(4), nested(1));
  printf("%d\n", moved(3));
  printf("%d\n", counter);
  return 0;
}
