/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stommel-mpi.c - the model of stommel.c on several processes, each with several threads: MPI and OpenMP.
 *
 * What lives here: the division of the basin into blocks in both dimensions, the exchange of their edges, and the same
 * iteration and checks as in stommel.c; the result is the same to the last bit. What does not: the physics, explained
 * there; anything about measuring it, but for the name of a user region.
 *
 * MPI is called by the first thread of each process alone (MPI_THREAD_FUNNELED). */
#include <float.h>
#include <math.h>
#include <mpi.h>
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

static const double converged_change = 1e-10;

/* This is the part of the basin that this process computes: inner points i = 1..nx, j = 1..ny of its own, which are
 * points x + i, y + j of the whole. Around them is a halo: copies of the neighbours' points, or the coast. */
struct block {
  MPI_Comm grid;
  MPI_Datatype column; /* its points are nx + 2 points apart */
  int rank, west, east, south, north;
  int x, y, nx, ny;
};

struct model {
  int nx, ny, steps; /* those of the whole basin */
  struct block own;
  double dx, dy;
  double east, west, vertical, source;
  double *psi, *next; /* the block has these */
  double *wind;       /* [y + j], whole */
  double *exact;      /* [x + i], whole */
};

struct outcome {
  int steps;
  double change;
};

static size_t at(const struct model *m, int i, int j) { return (size_t)j * ((size_t)m->own.nx + 2) + (size_t)i; }

static double *new_field(size_t count) {
  double *field = malloc(count * sizeof *field);
  if (!field) {
    fputs("stommel-mpi: out of memory\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return field;
}

static double forcing(void) { return pi * wind_stress / (density * depth * Ly); }

/* Divides `count` points among `parts` processes: how many has number `part`, and how many are before them? */
static int share(int count, int parts, int part, int *before) {
  int least = count / parts, more = count % parts;
  *before = part * least + (part < more ? part : more);
  return least + (part < more);
}

static void divide(struct model *m) {
  struct block *b = &m->own;
  int size, dimensions[2] = {0, 0}, at_coast[2] = {0, 0}, place[2];
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dimensions);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, at_coast, 0, &b->grid);
  MPI_Comm_rank(b->grid, &b->rank);
  MPI_Cart_coords(b->grid, b->rank, 2, place);
  MPI_Cart_shift(b->grid, 0, 1, &b->south, &b->north); /* MPI_PROC_NULL beyond the coast */
  MPI_Cart_shift(b->grid, 1, 1, &b->west, &b->east);
  b->ny = share(m->ny, dimensions[0], place[0], &b->y);
  b->nx = share(m->nx, dimensions[1], place[1], &b->x);
  MPI_Type_vector(b->ny, 1, b->nx + 2, MPI_DOUBLE, &b->column);
  MPI_Type_commit(&b->column);
}

/* Each process has its neighbours' edges in its halo afterwards. */
static void exchange(const struct model *m, double *field) {
  const struct block *b = &m->own;
  enum { TO_SOUTH, TO_NORTH, TO_WEST, TO_EAST };
  MPI_Request requests[8];
  MPI_Irecv(field + at(m, 1, b->ny + 1), b->nx, MPI_DOUBLE, b->north, TO_SOUTH, b->grid, &requests[0]);
  MPI_Irecv(field + at(m, 1, 0), b->nx, MPI_DOUBLE, b->south, TO_NORTH, b->grid, &requests[1]);
  MPI_Irecv(field + at(m, b->nx + 1, 1), 1, b->column, b->east, TO_WEST, b->grid, &requests[2]);
  MPI_Irecv(field + at(m, 0, 1), 1, b->column, b->west, TO_EAST, b->grid, &requests[3]);
  MPI_Isend(field + at(m, 1, 1), b->nx, MPI_DOUBLE, b->south, TO_SOUTH, b->grid, &requests[4]);
  MPI_Isend(field + at(m, 1, b->ny), b->nx, MPI_DOUBLE, b->north, TO_NORTH, b->grid, &requests[5]);
  MPI_Isend(field + at(m, 1, 1), 1, b->column, b->west, TO_WEST, b->grid, &requests[6]);
  MPI_Isend(field + at(m, b->nx, 1), 1, b->column, b->east, TO_EAST, b->grid, &requests[7]);
  MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
}

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
  size_t points = ((size_t)m->own.nx + 2) * ((size_t)m->own.ny + 2);
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
#pragma omp for schedule(static)
    for (int j = 0; j <= m->own.ny + 1; ++j)
      for (int i = 0; i <= m->own.nx + 1; ++i)
        m->psi[at(m, i, j)] = m->next[at(m, i, j)] = 0;
  }
}

/* Makes one step on row j of the block; returns how much psi changed there at most. */
static double relax_row(const struct model *m, int j) {
  const double *restrict here = m->psi + at(m, 0, j);
  const double *restrict south = m->psi + at(m, 0, j - 1);
  const double *restrict north = m->psi + at(m, 0, j + 1);
  double *restrict next = m->next + at(m, 0, j);
  double source = m->source * m->wind[m->own.y + j], change = 0;
  for (int i = 1; i <= m->own.nx; ++i) {
    next[i] = m->east * here[i + 1] + m->west * here[i - 1] + m->vertical * (south[i] + north[i]) + source;
    change = fmax(change, fabs(next[i] - here[i]));
  }
  return change;
}

static void report_progress(const struct model *m, int step, double change) {
  if (m->own.rank == 0 && step % (m->steps / 5 + 1) == 0)
    printf("step %7d   change %.6e m2/s\n", step, change);
}

/* After each step, the processes find the largest change anywhere and exchange their edges for the next step. */
static struct outcome conclude(struct model *m, int step, double change) {
  struct outcome outcome = {step, 0};
  MPI_Allreduce(&change, &outcome.change, 1, MPI_DOUBLE, MPI_MAX, m->own.grid);
  double *old = m->psi;
  m->psi = m->next;
  m->next = old;
  exchange(m, m->psi);
  report_progress(m, step, outcome.change);
  return outcome;
}

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
    for (int j = 1; j <= m->own.ny; ++j)
      mine = fmax(mine, relax_row(m, j));
#pragma omp critical(change)
    change = fmax(change, mine);
#pragma omp barrier
#pragma omp master
    outcome = conclude(m, step, change);
#pragma omp barrier
    if (outcome.change < converged_change * scale)
      break;
  }
#pragma pomp inst end(solve)
  return outcome;
}

/* Finds the largest difference between psi and profile[x] * wind[y], relative to the largest value of the profile. */
static double difference(const struct model *m, const double *profile) {
  double largest = 0, everywhere = 0, scale = DBL_MIN;
  const struct block *b = &m->own;
  for (int i = 0; i <= m->nx + 1; ++i)
    scale = fmax(scale, fabs(profile[i]));
#pragma omp parallel for reduction(max : largest)
  for (int j = 1; j <= b->ny; ++j)
    for (int i = 1; i <= b->nx; ++i) {
      double off = fabs(m->psi[at(m, i, j)] - profile[b->x + i] * m->wind[b->y + j]);
      largest = off > largest || isnan(off) ? off : largest;
    }
  largest = isnan(largest) ? DBL_MAX : largest; /* MPI_MAX of a NaN may be anything */
  MPI_Allreduce(&largest, &everywhere, 1, MPI_DOUBLE, MPI_MAX, b->grid);
  return everywhere / scale;
}

/* See stommel.c: the iteration stays profile[i] * wind[j], and the profile follows a recurrence in one dimension. */
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

static bool verdict(const struct model *m, const char *what, double off, double allowed) {
  bool good = off <= allowed;
  if (m->own.rank == 0)
    printf("%-34s %.1e, allowed %.1e: %s\n", what, off, allowed, good ? "ok" : "WRONG");
  return good;
}

static bool check(const struct model *m, struct outcome outcome, double largest) {
  double *profile = expected_profile(m, outcome.steps);
  bool good = verdict(m, "off the one-dimensional recurrence", difference(m, profile), 1e-11);
  free(profile);
  if (outcome.change > 10 * converged_change * largest) {
    if (m->own.rank == 0)
      printf("not converged: more steps are needed to compare with the analytic solution\n");
    return good;
  }
  double gulf_stream = m->dx * beta / friction, gyre = m->dy * pi / Ly;
  double allowed = gulf_stream * gulf_stream + gyre * gyre;
  return verdict(m, "off the analytic solution", difference(m, m->exact), allowed) && good;
}

/* Prints what an oceanographer asks for; returns the largest psi. */
static double report(const struct model *m) {
  double largest = 0, current = 0, energy = 0;
#pragma omp parallel for reduction(max : largest, current) reduction(+ : energy)
  for (int j = 1; j <= m->own.ny; ++j)
    for (int i = 1; i <= m->own.nx; ++i) {
      double u = -(m->psi[at(m, i, j + 1)] - m->psi[at(m, i, j - 1)]) / (2 * m->dy);
      double v = (m->psi[at(m, i + 1, j)] - m->psi[at(m, i - 1, j)]) / (2 * m->dx);
      largest = fmax(largest, m->psi[at(m, i, j)]);
      current = fmax(current, v);
      energy += density * depth * m->dx * m->dy * (u * u + v * v) / 2;
    }
  double own[2] = {largest, current}, all[2] = {0, 0}, total = 0;
  MPI_Allreduce(own, all, 2, MPI_DOUBLE, MPI_MAX, m->own.grid);
  MPI_Reduce(&energy, &total, 1, MPI_DOUBLE, MPI_SUM, 0, m->own.grid);
  if (m->own.rank == 0) {
    printf("transport of the gyre      %10.4f Sv\n", all[0] * depth / 1e6);
    printf("western boundary current   %10.4f m/s\n", all[1]);
    printf("kinetic energy             %10.4e J\n", total);
  }
  return all[0];
}

static int count_argument(const char *text, const char *what) {
  char *end = NULL;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < 1 || value > 10000000) {
    fprintf(stderr, "stommel-mpi: %s must be a whole number from 1 to 10000000, not '%s'\n", what, text);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return (int)value;
}

static bool run(struct model *m) {
  divide(m);
  if (m->own.rank == 0)
    printf("Stommel's ocean, %d x %d points, up to %d steps\n", m->nx, m->ny, m->steps);
  set_up(m);
  struct outcome outcome = solve(m);
  if (m->own.rank == 0)
    printf("%d steps done, the last one changed psi by %.6e m2/s\n", outcome.steps, outcome.change);
  bool good = check(m, outcome, report(m));
  MPI_Type_free(&m->own.column);
  MPI_Comm_free(&m->own.grid);
  free(m->psi);
  free(m->next);
  free(m->wind);
  free(m->exact);
  return good;
}

int main(int argc, char *argv[]) {
  struct model m = {.nx = 200, .ny = 200, .steps = 100000};
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  if (level < MPI_THREAD_FUNNELED || argc > 4 || (argc > 1 && argv[1][0] == '-')) {
    fprintf(stderr, "usage: stommel-mpi [NX [NY [STEPS]]]   (default: %d %d %d)\n", m.nx, m.ny, m.steps);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  if (argc > 1)
    m.nx = m.ny = count_argument(argv[1], "NX");
  if (argc > 2)
    m.ny = count_argument(argv[2], "NY");
  if (argc > 3)
    m.steps = count_argument(argv[3], "STEPS");
  bool good = run(&m);
  MPI_Finalize();
  return good ? 0 : 1;
}
