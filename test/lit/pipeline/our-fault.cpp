// If the rewritten text does not compile though the user's does, the user is told whose fault it is and the way out;
// an error of the user's own is just that, also if it shows only when a template is instantiated.
// RUN: not %clangxx -fopenmp -fplugin=%plugin -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=OURS
// OURS: error: pompinst: this file compiles without the plugin: the fault is pompinst's, at the constructs of the errors above; leave them alone with '#pragma pomp noinstrument' or -fplugin-arg-pompinst-disable=LIST
// RUN: %clangxx -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-disable=region -fsyntax-only %s
// RUN: not %clangxx -DUSER -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-disable=region -fsyntax-only %s > %t.log 2>&1
// RUN: FileCheck %s --check-prefix=USER --input-file=%t.log && not grep pompinst: %t.log
// USER: error: no member named 'missing' in 'Empty'
#define POMP_Begin(x) no_such_function(x)
struct Empty {};
template <typename T> int get(T t) {
  int n = 0;
#pragma omp parallel
  n = t.missing;
  return n;
}
int main() {
#pragma pomp inst begin(a)
  ;
#pragma pomp inst end(a)
#ifdef USER
  return get(Empty());
#endif
}
