// Macros have pragmas, and their expansion holds the name of a macro that must not be expanded again.
// RUN: %same --gcc --regions 4 %s -- -Wall -Wextra -Werror
// RUN: %same --regions 4 %s -- -O2 -g
#include <stdio.h>
static int count(int x) { return x + 1; }
static int calls;
#define count(x) (calls++, count(x))
#define calls calls
#define twice(x) ((x) + plus(x))
#define plus(x) twice(x)
static int(plus)(int x) { return x; }
static int(twice)(int x) { return 2 * x; }
#define LOOP(s) _Pragma("omp parallel for reduction(+ : s) num_threads(1)") for (int i = 0; i < 4; i++) s += count(i);
#define BOTH(s) _Pragma("omp critical") s += twice(2) + plus(2);
#define s s
#define RED(x) reduction(+ : x)

int main(void) {
  int s = 0;
  LOOP(s)
  BOTH(s)
  LOOP(s) s += count(1); BOTH(s)
  printf("%d %d %d line %d\n", s, calls, twice(1), __LINE__);
  return 0;
}
