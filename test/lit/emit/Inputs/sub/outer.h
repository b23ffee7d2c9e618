#pragma once
#include "names.h"
#if __has_include("names.h") && !__has_include("headers.c")
#define FOUND 1
#else
#define FOUND 1000
#endif
#include "inner.h"
static int outer(int n) {
  int s = FOUND + names;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += __LINE__ + (int)(sizeof __FILE__ > 8);
  return s;
}
