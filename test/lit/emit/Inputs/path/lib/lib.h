#pragma once
#include "plain.h"
#include_next <lib/lib.h>
static int lib(int n) {
  int s = NEXT + LIB_PLAIN;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}
