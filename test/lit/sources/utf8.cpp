// A byte order mark; names, comments, strings and file contents beyond ASCII; raw strings that look like pragmas.
// RUN: %same --gcc --regions 8 %s -- -std=c++17 -Wall -Wextra
// RUN: cp %s %t-größe.cpp && %same --regions 8 %t-größe.cpp -- -std=c++17 -O2
#include <cstdio>
#include <cstring>

static int größe = 3; /* ü */
#define ПАРАЛЛЕЛЬНО _Pragma("omp parallel for reduction(+ : сумма)")

static const char *raw = R"(
#pragma omp parallel
#pragma omp barrier
  { )";
static const char *rawer = R"x(
_Pragma("omp parallel") )"
#pragma pomp inst begin(nothing)
)x";

static int φ(int 数) {
  int сумма = 0;
  ПАРАЛЛЕЛЬНО for (int i = 0; i < 数; i++) сумма += i;
#pragma omp parallel for reduction(+ : сумма) schedule(static, größe) // größe
  for (int i = 0; i < 数; i++) /* ä */ { сумма += i; /* ö */ }
  /* 本 */
#pragma omp critical(größe)
  сумма++; const char *é = "é"; сумма += é[0] != 0;
#pragma omp parallel
#pragma omp critical(μ)
  { const char *s = u8R"y(
#pragma omp single
)y"; сумма += s[0] == '\n' ? 0 : 1; }
  return сумма;
}

int main() {
  int n = 0;
#pragma omp parallel
  {
    const char *in = R"(
#pragma omp single
)";
#pragma omp single
    { n += std::strlen(in); } } const char *out = R"(
#pragma omp barrier
)"; n += std::strlen(out);
#pragma omp critical
  n += std::strlen(R"(
)");
  std::printf("%d %d %zu %zu line %d\n", n, φ(10), std::strlen(raw), std::strlen(rawer), __LINE__);
}
