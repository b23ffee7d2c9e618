// A search for broken programs has found a macro in a macro, which Clang spares a warning.
// RUN: %same %s -- -Wall -Werror
#include <stdio.h>
#define CHECK(x) if (x) puts("found")
#define PARFOR(i, n, body) _Pragma("omp parallel for") for (int i = 0; i < (n); i++) body
int main(void) {
  int a[10] = {0};
  PARFOR(i, 10, { CHECK((a[i] == 3)); })
  return 0;
}
