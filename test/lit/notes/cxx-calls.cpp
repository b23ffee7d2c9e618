// The same in C++; functions of the same names that are not of the library are nobody's concern.
// RUN: %clangxx %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fsyntax-only -Xclang -verify %s
// RUN: %clangxx %openmp -fplugin=%plugin -fplugin-arg-pompinst-notes -fplugin-arg-pompinst-parse=twice -fsyntax-only -Xclang -verify %s
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <new>
#include <random>
#include <vector>

static std::mutex Mutex;
struct Generator {
  int State = 1;
  int rand() { return State *= 69069; }
  void lock() {}
};
namespace mine {
int rand();
int rand() { return 4; }
} // namespace mine

void noted(int N, std::vector<int> &All) {
#pragma omp parallel for
  for (int I = 0; I < N; I++) {
    int *Buffer = new int[4]; // expected-remark {{new is called in each iteration}}
    *Buffer = std::rand();    // expected-remark {{rand() is called}}
    {
      std::lock_guard<std::mutex> Guard(Mutex); // expected-remark {{std::lock_guard takes a lock in each iteration}}
      All.push_back(*Buffer);
    }
    Mutex.lock(); // expected-remark {{std::mutex::lock() takes a lock}}
    Mutex.unlock();
    std::cout << I << '\n'; // expected-remark {{std::cout writes in each iteration}}
    delete[] Buffer;
  }
}

template <typename T> void inTemplate(T *A, int N) {
#pragma omp parallel for
  for (int I = 0; I < N; I++)
    A[I] = T(rand()); // expected-remark {{rand() is called}}
}

void quiet(int N, std::vector<int> &All) {
  Generator G;
  std::minstd_rand Own;
  alignas(int) char Room[sizeof(int)];
#pragma omp parallel for firstprivate(G, Own, Room)
  for (int I = 0; I < N; I++) {
    All[I] = G.rand() + mine::rand() + int(Own());
    G.lock();
    new (Room) int(I);
    std::unique_lock<std::mutex> Later(Mutex, std::defer_lock);
    auto Perhaps = [&] { return rand(); };
    (void)Perhaps;
  }
}

int main() {
  std::vector<int> All(8);
  noted(1, All);
  inTemplate(All.data(), 8);
  inTemplate(std::vector<float>(8).data(), 8);
  quiet(8, All);
}
