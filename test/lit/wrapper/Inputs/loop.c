/* loop.c - runs one loop on several threads: it says what it counted, and fails if it isn't 1000. */
#include <stdio.h>

#ifdef OTHER
int other(void) { return 0; }
#else

#ifdef _POMP
enum { pomp_is = _POMP };
#else
enum { pomp_is = 0 };
#endif

int main(void) {
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int i = 0; i < 1000; ++i)
    count += 1;
  printf("%d\n", count);
  return count != 1000 || pomp_is != 200110;
}
#endif
