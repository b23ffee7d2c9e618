// An innermost loop that goes from row to row is noted if a loop around it would go along the rows; no other.
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
enum { N = 512 };
struct point {
  double at[N], weight;
};
static double a[N][N], b[N][N], c[N][N], sums[N];
static float narrow[N][4];
#define AT(i, j) ((i) * n + (j))

void noted(int n, double *flat, double **rows, double vla[n][n], struct point *points) {
#pragma omp parallel for
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) // expected-remark {{the innermost loop goes from row to row of 'a', and uses little of each cache line that it fetches; exchange the loops}}
      a[i][j] = 1;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++) // expected-remark {{of 'b', and}}
        c[i][j] += a[i][k] * b[k][j];
#pragma omp parallel
  {
#pragma omp for
    for (int j = 0; j < n; j++)
      for (int i = n; i > 0; --i) { // expected-remark {{of 'flat', and}}
        const int row = i * n, at = row + j;
        flat[at] += flat[AT(i, j) + 1];
      }
#pragma omp for
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) // expected-remark {{of 'rows', and}}
        sums[j] += rows[i][j] + 2;
#pragma omp for collapse(2)
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) // expected-remark {{of 'vla', and}}
        vla[i][j] = 0;
#pragma omp for
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) // expected-remark {{of 'points', and}}
        points[i].at[j] = j;
  }
}

// Here is no loop that would be better inside: there is none, it would be as bad, or the order is not known.
void not_noted(int n, double *flat, const int *order, int *hits) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i][7] = flat[i * n];
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = b[j][i];
#pragma omp parallel for
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      a[i][j] = b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1];
#pragma omp parallel for
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      hits[order[j * n + i] % n] += flat[order[i] * n + j] > 0;
#pragma omp parallel for
  for (int j = 0; j < 4; j++)
    for (int i = 0; i < N; i++)
      narrow[i][j] = 0;
  // So few iterations are unrolled.
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++)
      a[k][i] = 1;
  // Nobody else waits for memory meanwhile.
#pragma omp parallel
#pragma omp single
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      a[i][j] = 1;
  for (int t = 0; t < n; t++)
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i][t] = 1;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      a[i][j] = 1;
}
