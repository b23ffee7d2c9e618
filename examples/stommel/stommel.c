/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stommel.c - wind-driven circulation in a rectangular ocean basin of constant depth, after Stommel (1948).
 *
 * What lives here: the model, its solution by Jacobi's iteration on several threads, and a check of the result. What
 * does not: anything about measuring it, but for the name of a user region that other compilers ignore.
 *
 * The streamfunction psi of the depth-averaged flow obeys, with psi = 0 on the coasts,
 *
 *     gamma * (psi_xx + psi_yy) + beta * psi_x = -alpha * sin(pi y / Ly)
 *
 * gamma is linear bottom friction, beta is how the Coriolis parameter grows to the north; the right-hand side is the
 * curl of a wind that blows to the west in the south of the basin and to the east in its north. */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double Lx = 2.0e6, Ly = 2.0e6; /* extent of the basin, m */
static const double depth = 200.0;          /* m */
static const double beta = 2.25e-11;        /* 1 / (m s) */
static const double friction = 3.0e-6;      /* gamma, 1 / s */
static const double wind_stress = 0.1;      /* N / m^2 */
static const double density = 1027.0;       /* kg / m^3 */

/* psi changes by less than this, relative to its maximum, in the last step: it is taken as converged. */
static const double converged_change = 1e-10;

/* The grid's inner points are i = 1..nx, j = 1..ny; 0 and nx + 1, ny + 1 are the coasts. */
struct model {
  int nx, ny, steps;
  double dx, dy;
  double east, west, vertical, source; /* what a point takes from its neighbours and from the wind */
  double *psi, *next;                  /* the streamfunction before and after a step, m^2 / s */
  double *wind;                        /* [j]: sin(pi y / Ly) */
  double *exact;                       /* [i]: the analytic solution is exact[i] * wind[j] */
};

struct outcome {
  int steps;     /* done */
  double change; /* in the last step, at the point where it was largest */
};

static size_t at(const struct model *m, int i, int j) { return (size_t)j * ((size_t)m->nx + 2) + (size_t)i; }

static double *new_field(size_t count) {
  double *field = malloc(count * sizeof *field);
  if (!field) {
    fputs("stommel: out of memory\n", stderr);
    exit(2);
  }
  return field;
}

static double forcing(void) { return pi * wind_stress / (density * depth * Ly); } /* alpha */

/* Solves for X(x) with gamma * (X'' - k^2 X) + beta * X' = -alpha, X(0) = X(Lx) = 0, k = pi / Ly. */
static void solve_analytically(struct model *m) {
  double k = pi / Ly, half = beta / (2 * friction);
  double a = -half + sqrt(half * half + k * k), b = -half - sqrt(half * half + k * k);
  double p = (1 - exp(b * Lx)) / (exp(a * Lx) - exp(b * Lx));
  for (int i = 0; i <= m->nx + 1; ++i) {
    double x = i * m->dx;
    m->exact[i] = forcing() / (friction * k * k) * (1 - p * exp(a * x) - (1 - p) * exp(b * x));
  }
}

static void blow(struct model *m) {
  for (int j = 0; j <= m->ny + 1; ++j)
    m->wind[j] = sin(pi * j / (m->ny + 1));
}

static void set_up(struct model *m) {
  m->dx = Lx / (m->nx + 1);
  m->dy = Ly / (m->ny + 1);
  double dx2 = m->dx * m->dx, dy2 = m->dy * m->dy, both = 2 * (dx2 + dy2);
  double drift = beta * m->dx * dy2 / (2 * friction * both);
  m->east = dy2 / both + drift;
  m->west = dy2 / both - drift;
  m->vertical = dx2 / both;
  m->source = dx2 * dy2 * forcing() / (friction * both);
  size_t points = ((size_t)m->nx + 2) * ((size_t)m->ny + 2);
  m->psi = new_field(points);
  m->next = new_field(points);
  m->wind = new_field((size_t)m->ny + 2);
  m->exact = new_field((size_t)m->nx + 2);

#pragma omp parallel
  {
#pragma omp sections nowait
    {
#pragma omp section
      blow(m);
#pragma omp section
      solve_analytically(m);
    }
    /* Each thread touches first, and so has near it, the rows that it will compute. */
#pragma omp for schedule(static)
    for (int j = 0; j <= m->ny + 1; ++j)
      for (int i = 0; i <= m->nx + 1; ++i)
        m->psi[at(m, i, j)] = m->next[at(m, i, j)] = 0;
  }
}

/* Makes one step of Jacobi's iteration on row j; returns how much psi changed there at most. */
static double relax_row(const struct model *m, int j) {
  const double *restrict here = m->psi + at(m, 0, j);
  const double *restrict south = m->psi + at(m, 0, j - 1);
  const double *restrict north = m->psi + at(m, 0, j + 1);
  double *restrict next = m->next + at(m, 0, j);
  double source = m->source * m->wind[j], change = 0;
  for (int i = 1; i <= m->nx; ++i) {
    next[i] = m->east * here[i + 1] + m->west * here[i - 1] + m->vertical * (south[i] + north[i]) + source;
    change = fmax(change, fabs(next[i] - here[i]));
  }
  return change;
}

static void report_progress(const struct model *m, int step, double change) {
  if (step % (m->steps / 5 + 1) == 0)
    printf("step %7d   change %.6e m2/s\n", step, change);
}

/* Iterates until psi does not change or the steps are used up. */
static struct outcome solve(struct model *m) {
  struct outcome outcome = {0, 0};
  double change = 0; /* in this step, over all threads */
  double scale = forcing() * Ly * Ly / (friction * pi * pi);
#pragma pomp inst begin(solve)
#pragma omp parallel
  for (int step = 1; step <= m->steps; ++step) {
    double mine = 0;
#pragma omp single
    change = 0;
#pragma omp for schedule(static) nowait
    for (int j = 1; j <= m->ny; ++j)
      mine = fmax(mine, relax_row(m, j));
#pragma omp critical(change)
    change = fmax(change, mine);
#pragma omp barrier
    bool done = change < converged_change * scale;
#pragma omp master
    report_progress(m, step, change);
#pragma omp single
    {
      double *old = m->psi;
      m->psi = m->next;
      m->next = old;
      outcome = (struct outcome){step, change};
    }
    if (done)
      break;
  }
#pragma pomp inst end(solve)
  return outcome;
}

/* Finds the largest difference between psi and profile[i] * wind[j], relative to the largest value of the profile. */
static double difference(const struct model *m, const double *profile) {
  double largest = 0, scale = DBL_MIN;
  for (int i = 0; i <= m->nx + 1; ++i)
    scale = fmax(scale, fabs(profile[i]));
#pragma omp parallel for reduction(max : largest)
  for (int j = 0; j <= m->ny + 1; ++j)
    for (int i = 0; i <= m->nx + 1; ++i) {
      double off = fabs(m->psi[at(m, i, j)] - profile[i] * m->wind[j]);
      largest = off > largest || isnan(off) ? off : largest;
    }
  return largest / scale;
}

/* Computes in another way what as many steps must give: wind[] is an eigenvector of the second difference in y, so the
 * iteration from psi = 0 stays profile[i] * wind[j] exactly, and the profile follows a recurrence in one dimension. */
static double *expected_profile(const struct model *m, int steps) {
  size_t count = (size_t)m->nx + 2;
  double *profile = new_field(count), *next = new_field(count);
  memset(profile, 0, count * sizeof *profile);
  memset(next, 0, count * sizeof *next);
  double vertical = 2 * m->vertical * cos(pi / (m->ny + 1));
  for (int step = 0; step < steps; ++step) {
    for (int i = 1; i <= m->nx; ++i)
      next[i] = m->east * profile[i + 1] + m->west * profile[i - 1] + vertical * profile[i] + m->source;
    double *old = profile;
    profile = next;
    next = old;
  }
  free(next);
  return profile;
}

static bool verdict(const char *what, double off, double allowed) {
  bool good = off <= allowed; /* false for a NaN */
  printf("%-34s %.1e, allowed %.1e: %s\n", what, off, allowed, good ? "ok" : "WRONG");
  return good;
}

static bool check(const struct model *m, struct outcome outcome, double largest) {
  double *profile = expected_profile(m, outcome.steps);
  bool good = verdict("off the one-dimensional recurrence", difference(m, profile), 1e-11);
  free(profile);
  if (outcome.change > 10 * converged_change * largest) {
    printf("not converged: more steps are needed to compare with the analytic solution\n");
    return good;
  }
  /* Central differences are off by the square of the grid's spacing, over the widths that the solution has. */
  double gulf_stream = m->dx * beta / friction, gyre = m->dy * pi / Ly;
  return verdict("off the analytic solution", difference(m, m->exact), gulf_stream * gulf_stream + gyre * gyre) && good;
}

/* Prints what an oceanographer asks for; returns the largest psi. */
static double report(const struct model *m) {
  double largest = 0, current = 0, energy = 0;
#pragma omp parallel for reduction(max : largest, current) reduction(+ : energy)
  for (int j = 1; j <= m->ny; ++j)
    for (int i = 1; i <= m->nx; ++i) {
      double u = -(m->psi[at(m, i, j + 1)] - m->psi[at(m, i, j - 1)]) / (2 * m->dy);
      double v = (m->psi[at(m, i + 1, j)] - m->psi[at(m, i - 1, j)]) / (2 * m->dx);
      largest = fmax(largest, m->psi[at(m, i, j)]);
      current = fmax(current, v);
      energy += density * depth * m->dx * m->dy * (u * u + v * v) / 2;
    }
  printf("transport of the gyre      %10.4f Sv\n", largest * depth / 1e6);
  printf("western boundary current   %10.4f m/s\n", current);
  printf("kinetic energy             %10.4e J\n", energy);
  return largest;
}

static int count_argument(const char *text, const char *what) {
  char *end = NULL;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < 1 || value > 10000000) {
    fprintf(stderr, "stommel: %s must be a whole number from 1 to 10000000, not '%s'\n", what, text);
    exit(2);
  }
  return (int)value;
}

int main(int argc, char *argv[]) {
  struct model m = {.nx = 200, .ny = 200, .steps = 100000};
  if (argc > 4 || (argc > 1 && argv[1][0] == '-')) {
    fprintf(stderr, "usage: stommel [NX [NY [STEPS]]]   (default: %d %d %d)\n", m.nx, m.ny, m.steps);
    return 2;
  }
  if (argc > 1)
    m.nx = m.ny = count_argument(argv[1], "NX");
  if (argc > 2)
    m.ny = count_argument(argv[2], "NY");
  if (argc > 3)
    m.steps = count_argument(argv[3], "STEPS");

  printf("Stommel's ocean, %d x %d points, up to %d steps\n", m.nx, m.ny, m.steps);
  set_up(&m);
  struct outcome outcome = solve(&m);
  printf("%d steps done, the last one changed psi by %.6e m2/s\n", outcome.steps, outcome.change);
  bool good = check(&m, outcome, report(&m));
  free(m.psi);
  free(m.next);
  free(m.wind);
  free(m.exact);
  return good ? 0 : 1;
}
