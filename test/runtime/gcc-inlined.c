// GCC makes functions of constructs, which are in other functions: a construct there has the line and function that the source has it
// in, and where that is inlined.
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && gcc -O2 -g -fopenmp %s -o a && %pomp_exec --out e --summary=0 ./a
// RUN: %check e 'sorted((r["where"].partition("inlined.c:")[2], r["function"], r["visits"]) for r in regions if r["role"] in ("critical", "barrier") and "implicit" not in r["name"]) == [("11 < 16 < 23", "add", 2), ("11 < 26", "add", 10), ("17 < 23", "meet", 2)]'
static int sum;

#define INLINED static inline __attribute__((always_inline))

INLINED void add(int i) {
#pragma omp critical
  sum += i;
}

INLINED void meet(int i) {
  add(i);
#pragma omp barrier
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
    meet(3);
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 10; i++)
      add(i);
  }
  return sum != 51;
}
