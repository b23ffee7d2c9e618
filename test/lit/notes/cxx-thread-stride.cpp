// Vectors are arrays. What is written to depends on a template's type, so nothing is noted there; a lambda may be called anywhere.
// RUN: %clangxx %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <array>
#include <map>
#include <omp.h>
#include <vector>

struct alignas(64) Padded {
  double Sum = 0;
};

template <typename T> void addTo(std::vector<T> &Sums, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    Sums[omp_get_thread_num()] += I;
}

class Histogram {
public:
  void add(int N) {
#pragma omp parallel
    {
      const int Me = omp_get_thread_num();
#pragma omp for
      for (int I = 0; I < N; I++)
        Counts[Me]++; // expected-remark {{each thread writes an element of its own of 'Counts'}}
    }
  }

private:
  std::array<unsigned, 64> Counts = {};
};

static thread_local std::vector<int> Own(64);

int main() {
  std::vector<double> Sums(64);
  std::vector<Padded> Apart(64);
  std::vector<bool> Bits(64);
  std::map<int, int> Tree;
  std::vector<std::vector<int>> Nested(64, std::vector<int>(64));
#pragma omp parallel for
  for (int I = 0; I < 100; I++) {
    Sums[omp_get_thread_num()] += I; // expected-remark {{of 'Sums', and}}
    Apart[omp_get_thread_num()].Sum += I;
    Bits[omp_get_thread_num()] = true;
    Nested[omp_get_thread_num()][0] += I;
    Own[omp_get_thread_num()] += I;
  }
#pragma omp parallel
  {
    std::vector<double> Local(64);
    auto &Other = Local;
    double &Mine = Sums[omp_get_thread_num()], &Alone = Apart[omp_get_thread_num()].Sum;
    for (int I = 0; I < 100; I++) {
      Mine += I; // expected-remark {{of 'Sums', and}}
      Alone += I;
    }
    auto Later = [&](int I) {
      for (int K = 0; K < I; K++)
        Sums[omp_get_thread_num()] += K;
    };
    for (int I = 0; I < 100; I++) {
      Local[omp_get_thread_num()] += I;
      Other[omp_get_thread_num()] += I;
    }
  }
#pragma omp critical
  for (int I = 0; I < 100; I++)
    Tree[omp_get_thread_num()] += I;
  std::vector<int> Ints(64);
  addTo(Ints, 10);
  addTo(Apart[0].Sum > 0 ? Sums : Sums, 10);
  Histogram().add(10);
  return Ints[0];
}
