/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* flow.c - the program of docs/samples.md: waves in a channel, whose hot loop calls functions. -DFASTER: a square
 * root in place of a power. */
#include <math.h>
#include <stdio.h>

enum { CELLS = 20000, STEPS = 1000 };
static double depth[CELLS + 1], speed[CELLS + 1], flow[CELLS + 1];

static double friction(double h, double v) {
#ifdef FASTER
  return 0.02 * v * fabs(v) / (h * sqrt(h));
#else
  return 0.02 * v * fabs(v) / pow(h, 1.5);
#endif
}

static double limited(double a, double b) { return a * b > 0 ? 2 * a * b / (a + b) : 0; }

__attribute__((noinline)) static double flux(int i) {
  double h = depth[i] + limited(depth[i + 1] - depth[i], depth[i] - depth[i - 1]) / 2;
  return h * speed[i] - friction(h, speed[i]);
}

static void step(double dt) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i < CELLS; i++)
      flow[i] = flux(i);
#pragma omp for
    for (int i = 1; i < CELLS; i++) {
      depth[i] -= dt * (flow[i] - flow[i - 1]);
      speed[i] -= dt * (depth[i] - depth[i - 1]);
    }
  }
}

int main(void) {
  double sum = 0;
  for (int i = 0; i <= CELLS; i++)
    depth[i] = 2 + sin(i * 1e-3), speed[i] = 0.5;
  for (int n = 0; n < STEPS; n++)
    step(1e-3);
  for (int i = 0; i <= CELLS; i++)
    sum += depth[i];
  printf("mean depth %.6f\n", sum / (CELLS + 1));
  return 0;
}
