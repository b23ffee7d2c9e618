// Constructs in the argument of a macro begin in the line in which the macro does; so does the section that has no directive.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %clang %openmp -fplugin=%plugin -fplugin-arg-pompinst-barriers=ompt -g %s -o a -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a && %pomp_report --raw --columns visits,region,where e | FileCheck %s
// What a macro makes in one place is numbered.
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
#define ID(...) __VA_ARGS__

int main(void) {
  int a = 0, b = 0;
// CHECK-DAG: 1 parallel sections (fork-join) {{.*}}sections-in-macro.c:[[@LINE+3]]{{$}}
// CHECK-DAG: 1 section {{.*}}sections-in-macro.c:[[@LINE+2]]#1{{$}}
// CHECK-DAG: 1 section {{.*}}sections-in-macro.c:[[@LINE+1]]#2{{$}}
  ID(PRAGMA(omp parallel sections)
  {
    a++;
    PRAGMA(omp section)
    b++;
  }
  )
  return a + b - 2;
}
