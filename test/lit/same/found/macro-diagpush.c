// A search for broken programs has found a macro that holds diagnostic pragmas beside OpenMP's.
// RUN: %same %s -- -Wall -Werror
#include <stdio.h>
#define QUIET_PARALLEL(body) _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused-variable\"") \
  _Pragma("omp parallel") body _Pragma("GCC diagnostic pop")
int main(void) {
  QUIET_PARALLEL({ int unused; })
  puts("ok");
  return 0;
}
