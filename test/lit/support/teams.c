// teams and distribute run on the host, and every directive that combines them.
// RUN: %same --no-gcc "gcc 12 allows no atomic directly inside of teams" --regions 14 %s -- -Wall -Wextra -Werror
#include <stdio.h>

#define LOOP for (int i = 0; i < 32; i++)

int main(void) {
  int s = 0, a[32] = {0};
#pragma omp teams num_teams(2)
#pragma omp atomic
  s += 0;
#pragma omp teams num_teams(2)
  {
#pragma omp distribute
    LOOP a[i]++;
#pragma omp distribute simd
    LOOP a[i]++;
#pragma omp distribute parallel for
    LOOP a[i]++;
#pragma omp distribute parallel for simd
    LOOP a[i]++;
  }
#pragma omp teams distribute num_teams(2)
  LOOP a[i]++;
#pragma omp teams distribute simd num_teams(2)
  LOOP a[i]++;
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : s)
  LOOP s += i;
#pragma omp teams distribute parallel for simd num_teams(2) reduction(+ : s)
  LOOP s += i;
#pragma omp teams loop num_teams(2)
  LOOP a[i]++;
// A parallel region is in teams, with everything that may be in it.
#pragma omp teams num_teams(1)
#pragma omp parallel for reduction(+ : s)
  LOOP s += a[i];
  printf("%d\n", s);
  return 0;
}
