// The paper has the sentinel `#pragma omp inst`: Clang's own parser rejects it, so it must be taken before it gets there,
// wherever it comes from.
// RUN: %clang -fopenmp -fplugin=%plugin -Wall -Werror %s -o %t -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: rm -rf %t.x && env POMP_EXPERIMENT_DIR=%t.x POMP_SUMMARY=0 %t && %pomp_report --json %t.x > %t.json
// RUN: %python %S/Inputs/balanced.py %t.json hash=1 spaced=1 operator=1 macro=2
// RUN: not %clang -fopenmp -fsyntax-only %s 2>&1 | grep 'expected an OpenMP directive'
#define BEGIN(name) DO(omp inst begin(name))
#define END(name) DO(omp inst end(name))
#define DO(text) _Pragma(#text)

static int work(void) { return 1; }

int main(void) {
  int n = 0;
#pragma omp inst begin(hash)
  n += work();
#pragma omp inst end(hash)
  #  pragma /* a comment */ omp \
      inst	begin ( spaced ) // another
  n += work();
#pragma omp inst end(spaced)
  _Pragma("omp inst begin(operator)") n += work();
  _Pragma("omp inst end(operator)")
  for (int i = 0; i < 2; i++) {
    BEGIN(macro)
    n += work();
    END(macro)
  }
#pragma omp noinstrument
#pragma omp instrument
  return n != 5;
}
