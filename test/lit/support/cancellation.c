// cancel and cancellation point are events; the construct that they leave keeps its own barrier.
// RUN: env OMP_CANCELLATION=true %same --any-visits "which thread cancels first" --threads 2,4 %s -- -Wall -Wextra -Werror
// RUN: env OMP_CANCELLATION=false %same --regions 22 %s -- -Wall -Wextra -Werror
#include <omp.h>
#include <stdio.h>

int main(void) {
  int s = 0, on = omp_get_cancellation();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 64; i++) {
#pragma omp cancel for if (i >= 0)
#pragma omp atomic
      s += 0;
    }
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
      }
#pragma omp section
      {
#pragma omp cancellation point sections
      }
    }
#pragma omp for
    for (int i = 0; i < 64; i++) {
#pragma omp cancellation point for
    }
  }
#pragma omp parallel
  {
#pragma omp cancel parallel
  }
#pragma omp parallel
  {
#pragma omp cancellation point parallel
  }
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task
    {
#pragma omp cancel taskgroup
    }
#pragma omp task
    {
#pragma omp cancellation point taskgroup
    }
  }
  printf("%d %d\n", s, on);
  return 0;
}
