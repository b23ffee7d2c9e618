/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rooms.c - the program of the recording: rooms of different sizes are heated until somebody ends that, and for four
 * seconds of eight a critical section stands in the way. */
#include <math.h>
#include <omp.h>

enum { ROOMS = 64 };
static double heat[ROOMS], total;

static double warm(int room, int rounds) {
  double x = room;
  for (int i = 0; i < rounds; i++)
    x = sin(x) + 1.5;
  return x;
}

static void step(int adds) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static)
    for (int room = 0; room < ROOMS; room++)
      heat[room] += warm(room, 400 * room);
    if (adds) {
#pragma omp for schedule(dynamic, 1)
      for (int room = 0; room < ROOMS; room++) {
#pragma omp critical(total)
        total += warm(room, 8000);
      }
    }
  }
}

int main(void) {
  for (const double begin = omp_get_wtime(); total >= 0;)
    step((int)(omp_get_wtime() - begin) / 4 % 2);
  return 0;
}
