// altend belongs to its region's own construct and function.
// RUN: %clangxx -fopenmp -fplugin=%plugin -fsyntax-only -Xclang -verify %s
void work();

void f() {
#pragma pomp inst begin(a)
#pragma omp parallel
  {
    work();
// expected-error@+1 {{altend(a) is in another function or OpenMP construct than its begin in line 6}}
#pragma pomp inst altend(a)
  }
  auto g = [] {
// expected-error@+1 {{altend(a) is in another function or OpenMP construct than its begin in line 6}}
#pragma pomp inst altend(a)
    work();
  };
  g();
#pragma pomp inst end(a)
}
