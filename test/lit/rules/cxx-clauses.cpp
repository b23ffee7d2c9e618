// Clauses in C++: templates, attributes, lambdas, what is made of an expression; lists that are too long; and a file that
// is included several times, with other clauses or
// in another function each time.
// RUN: %emit -std=c++17 -I%S/Inputs %s && %check
// RUN: %same %s -- -std=c++17 -Wall -Wextra -pedantic -Werror -I%S/Inputs
#include <cstdio>
#include <vector>

static int total;

// What depends on a parameter is there as it is written, and no constant is known.
// CHECK:      {"parallelfor", {{.*}}, "reduction(+: s) schedule(static, Chunk * 2) num_threads(T(2))", __POMP_RD_SCHEDULE_STATIC | __POMP_RD_HAS_CHUNK | __POMP_RD_HAS_NUM_THREADS, 0, 0, 0},
template <typename T, int Chunk> T sum(const std::vector<T> &v) {
  T s = 0;
#pragma omp parallel for reduction(+ : s) schedule(static, Chunk * 2) num_threads(T(2))
  for (T x : v)
    s += x;
  return s;
}

// CHECK:      {"parallelfor", {{.*}}, "schedule(guided, 3) num_threads(n \? 2 : 3)", __POMP_RD_SCHEDULE_GUIDED | __POMP_RD_HAS_CHUNK | __POMP_RD_HAS_NUM_THREADS, 0, 3, 12},
// CHECK:      {"parallel", {{.*}}, "firstprivate(n)", 0, 0, 0, 0},
// CHECK:      {"for", {{.*}}, "schedule(dynamic, K)", __POMP_RD_SCHEDULE_DYNAMIC | __POMP_RD_HAS_CHUNK, 0, 5, 0},
static void attributes(int n) {
  constexpr int K = 5;
  [[omp::directive(parallel for schedule( guided,3 ), num_threads( n ? 2 : 3 ))]]
  for (int i = 0; i < 12; i++) {
    [[omp::directive(atomic)]] total++;
  }
  [[omp::sequence(directive(parallel firstprivate(n)), directive(for schedule(dynamic,K)))]]
  for (int i : {1, 2, 3}) {
    [[omp::directive(atomic)]] total += i;
  }
}

// A lambda is a function of its own, and so is a member of a local class.
// CHECK:      {"parallel", {{.*}}, "num_threads(1)", __POMP_RD_HAS_NUM_THREADS, 1, 0, 0},
// CHECK:      {"parallel", {{.*}}, "num_threads(1)", __POMP_RD_HAS_NUM_THREADS, 1, 0, 0},
// CHECK:      {"parallel", {{.*}}, "num_threads(1)", __POMP_RD_HAS_NUM_THREADS | __POMP_RD_IN_LOOP, 1, 0, 0},
static void functions_in_loops() {
  for (int x : {1, 2}) {
    auto f = [x] {
#pragma omp parallel num_threads(1)
      total += x;
    };
    struct Local {
      static void g() {
#pragma omp parallel num_threads(1)
        total++;
      }
    };
    f();
    Local::g();
#pragma omp parallel num_threads(1)
    total++;
  }
}

// However long a list is and however many clauses there are, they are there as a whole; up to 4000 bytes.
// CHECK:      {"parallelfor", {{.*}}, "firstprivate(a_rather_long_name_00, a_rather_long_name_01, a_rather_long_name_02, a_rather_long_name_03, a_rather_long_name_04, a_rather_long_name_05, a_rather_long_name_06, a_rather_long_name_07, a_rather_long_name_08, a_rather_long_name_09, a_rather_long_name_10, a_rather_long_name_11, a_rather_long_name_12, a_rather_long_name_13, a_rather_long_name_14, a_rather_long_name_15, a_rather_long_name_16, a_rather_long_name_17, a_rather_long_name_18, a_rather_long_name_19, a_rather_long_name_20, a_rather_long_name_21, a_rather_long_name_22, a_rather_long_name_23, a_rather_long_name_24, a_rather_long_name_25, a_rather_long_name_26, a_rather_long_name_27, a_rather_long_name_28, a_rather_long_name_29) schedule(static, 7)", __POMP_RD_SCHEDULE_STATIC | __POMP_RD_HAS_CHUNK, 0, 7, 30},
// CHECK:      {"parallel", {{.*}}, "firstprivate(a_rather_long_name_00) firstprivate(a_rather_long_name_01) firstprivate(a_rather_long_name_02) firstprivate(a_rather_long_name_03) firstprivate(a_rather_long_name_04) firstprivate(a_rather_long_name_05) firstprivate(a_rather_long_name_06) firstprivate(a_rather_long_name_07) firstprivate(a_rather_long_name_08) firstprivate(a_rather_long_name_09) firstprivate(a_rather_long_name_10) firstprivate(a_rather_long_name_11) firstprivate(a_rather_long_name_12) firstprivate(a_rather_long_name_13) firstprivate(a_rather_long_name_14) firstprivate(a_rather_long_name_15) firstprivate(a_rather_long_name_16) firstprivate(a_rather_long_name_17) firstprivate(a_rather_long_name_18) firstprivate(a_rather_long_name_19) firstprivate(a_rather_long_name_20) firstprivate(a_rather_long_name_21) firstprivate(a_rather_long_name_22) firstprivate(a_rather_long_name_23) firstprivate(a_rather_long_name_24) firstprivate(a_rather_long_name_25) firstprivate(a_rather_long_name_26) firstprivate(a_rather_long_name_27) firstprivate(a_rather_long_name_28) firstprivate(a_rather_long_name_29)", 0, 0, 0, 0},
// Of more, the list is shortened, and the clauses behind it are there; if they are too many, the last ones are left out.
// CHECK:      {"parallelfor", {{.*}}, "firstprivate(a_rather_long_name_00, a_rather_long_name_01, ...) schedule(static, 7) if(...)", __POMP_RD_SHORTENED | __POMP_RD_HAS_IF | __POMP_RD_SCHEDULE_STATIC | __POMP_RD_HAS_CHUNK, 0, 7, 30},
// CHECK:      {"parallel", {{.*}}, "if(...) num_threads(1)", __POMP_RD_SHORTENED | __POMP_RD_HAS_IF | __POMP_RD_HAS_NUM_THREADS, 1, 0, 0},
// CHECK:      {"task", {{.*}}, "depend(in: total){{( depend\(in: total\))+}} ...", __POMP_RD_SHORTENED, 0, 0, 0},
#define SOME "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define MANY SOME SOME SOME SOME SOME SOME SOME SOME
#define TEN(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
static void long_lists() {
  int a_rather_long_name_00 = 0, a_rather_long_name_01 = 1, a_rather_long_name_02 = 2, a_rather_long_name_03 = 3, a_rather_long_name_04 = 4, a_rather_long_name_05 = 5, a_rather_long_name_06 = 6, a_rather_long_name_07 = 7, a_rather_long_name_08 = 8, a_rather_long_name_09 = 9, a_rather_long_name_10 = 10, a_rather_long_name_11 = 11, a_rather_long_name_12 = 12, a_rather_long_name_13 = 13, a_rather_long_name_14 = 14, a_rather_long_name_15 = 15, a_rather_long_name_16 = 16, a_rather_long_name_17 = 17, a_rather_long_name_18 = 18, a_rather_long_name_19 = 19, a_rather_long_name_20 = 20, a_rather_long_name_21 = 21, a_rather_long_name_22 = 22, a_rather_long_name_23 = 23, a_rather_long_name_24 = 24, a_rather_long_name_25 = 25, a_rather_long_name_26 = 26, a_rather_long_name_27 = 27, a_rather_long_name_28 = 28, a_rather_long_name_29 = 29;
#pragma omp parallel for firstprivate(a_rather_long_name_00, a_rather_long_name_01, a_rather_long_name_02, a_rather_long_name_03, a_rather_long_name_04, a_rather_long_name_05, a_rather_long_name_06, a_rather_long_name_07, a_rather_long_name_08, a_rather_long_name_09, a_rather_long_name_10, a_rather_long_name_11, a_rather_long_name_12, a_rather_long_name_13, a_rather_long_name_14, a_rather_long_name_15, a_rather_long_name_16, a_rather_long_name_17, a_rather_long_name_18, a_rather_long_name_19, a_rather_long_name_20, a_rather_long_name_21, a_rather_long_name_22, a_rather_long_name_23, a_rather_long_name_24, a_rather_long_name_25, a_rather_long_name_26, a_rather_long_name_27, a_rather_long_name_28, a_rather_long_name_29) schedule(static, 7)
  for (int i = 0; i < 30; i++) {
#pragma omp atomic
    total += a_rather_long_name_00 + a_rather_long_name_01 + a_rather_long_name_02 + a_rather_long_name_03 + a_rather_long_name_04 + a_rather_long_name_05 + a_rather_long_name_06 + a_rather_long_name_07 + a_rather_long_name_08 + a_rather_long_name_09 + a_rather_long_name_10 + a_rather_long_name_11 + a_rather_long_name_12 + a_rather_long_name_13 + a_rather_long_name_14 + a_rather_long_name_15 + a_rather_long_name_16 + a_rather_long_name_17 + a_rather_long_name_18 + a_rather_long_name_19 + a_rather_long_name_20 + a_rather_long_name_21 + a_rather_long_name_22 + a_rather_long_name_23 + a_rather_long_name_24 + a_rather_long_name_25 + a_rather_long_name_26 + a_rather_long_name_27 + a_rather_long_name_28 + a_rather_long_name_29;
  }
#pragma omp parallel firstprivate(a_rather_long_name_00) firstprivate(a_rather_long_name_01) firstprivate(a_rather_long_name_02) firstprivate(a_rather_long_name_03) firstprivate(a_rather_long_name_04) firstprivate(a_rather_long_name_05) firstprivate(a_rather_long_name_06) firstprivate(a_rather_long_name_07) firstprivate(a_rather_long_name_08) firstprivate(a_rather_long_name_09) firstprivate(a_rather_long_name_10) firstprivate(a_rather_long_name_11) firstprivate(a_rather_long_name_12) firstprivate(a_rather_long_name_13) firstprivate(a_rather_long_name_14) firstprivate(a_rather_long_name_15) firstprivate(a_rather_long_name_16) firstprivate(a_rather_long_name_17) firstprivate(a_rather_long_name_18) firstprivate(a_rather_long_name_19) firstprivate(a_rather_long_name_20) firstprivate(a_rather_long_name_21) firstprivate(a_rather_long_name_22) firstprivate(a_rather_long_name_23) firstprivate(a_rather_long_name_24) firstprivate(a_rather_long_name_25) firstprivate(a_rather_long_name_26) firstprivate(a_rather_long_name_27) firstprivate(a_rather_long_name_28) firstprivate(a_rather_long_name_29)
#pragma omp master
  total += a_rather_long_name_00 + a_rather_long_name_01 + a_rather_long_name_02 + a_rather_long_name_03 + a_rather_long_name_04 + a_rather_long_name_05 + a_rather_long_name_06 + a_rather_long_name_07 + a_rather_long_name_08 + a_rather_long_name_09 + a_rather_long_name_10 + a_rather_long_name_11 + a_rather_long_name_12 + a_rather_long_name_13 + a_rather_long_name_14 + a_rather_long_name_15 + a_rather_long_name_16 + a_rather_long_name_17 + a_rather_long_name_18 + a_rather_long_name_19 + a_rather_long_name_20 + a_rather_long_name_21 + a_rather_long_name_22 + a_rather_long_name_23 + a_rather_long_name_24 + a_rather_long_name_25 + a_rather_long_name_26 + a_rather_long_name_27 + a_rather_long_name_28 + a_rather_long_name_29;
#pragma omp parallel for firstprivate(a_rather_long_name_00, a_rather_long_name_01, a_rather_long_name_02, a_rather_long_name_03, a_rather_long_name_04, a_rather_long_name_05, a_rather_long_name_06, a_rather_long_name_07, a_rather_long_name_08, a_rather_long_name_09, a_rather_long_name_10, a_rather_long_name_11, a_rather_long_name_12, a_rather_long_name_13, a_rather_long_name_14, a_rather_long_name_15, a_rather_long_name_16, a_rather_long_name_17, a_rather_long_name_18, a_rather_long_name_19, a_rather_long_name_20, a_rather_long_name_21, a_rather_long_name_22, a_rather_long_name_23, a_rather_long_name_24, a_rather_long_name_25, a_rather_long_name_26, a_rather_long_name_27, a_rather_long_name_28, a_rather_long_name_29) schedule(static, 7) if(MANY[0] == ' ')
  for (int i = 0; i < 30; i++) {
    total += a_rather_long_name_00;
  }
#pragma omp parallel if(MANY[0] == ' ') num_threads(1)
  total++;
#pragma omp task TEN(TEN(depend(in: total) depend(in: total) depend(in: total)))
  total++;
}

// CHECK:      {"parallelfor", {{.*}}, "first_text", {{.*}}, "schedule(static, 1)", __POMP_RD_SCHEDULE_STATIC | __POMP_RD_HAS_CHUNK, 0, 1, 4},
// CHECK:      {"parallelfor", {{.*}}, "second_text", {{.*}}, "schedule(dynamic, 2)", __POMP_RD_SCHEDULE_DYNAMIC | __POMP_RD_HAS_CHUNK, 0, 2, 8},
// CHECK:      {"parallelfor", {{.*}}, "third_text", {{.*}}, "schedule(dynamic, 2)", __POMP_RD_SCHEDULE_DYNAMIC | __POMP_RD_HAS_CHUNK, 0, 2, 8},
#define NAME first_text
#define CLAUSES schedule(static, 1)
#define COUNT 4
#include "clauses.inc"
#define NAME second_text
#define CLAUSES schedule(dynamic, 2)
#define COUNT 8
#include "clauses.inc"
#define NAME third_text
#define CLAUSES schedule(dynamic, 2)
#define COUNT 8
#include "clauses.inc"

int main() {
  std::vector<int> v{1, 2, 3};
  total += sum<int, 1>(v) + int(sum<long, 2>({4, 5}));
  attributes(1);
  functions_in_loops();
  long_lists();
  first_text();
  second_text();
  third_text();
  std::printf("%d\n", total);
}
