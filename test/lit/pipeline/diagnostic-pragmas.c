// Line markers of ours are no reason for a message, also where a pragma asks for warnings of whole groups: all is instrumented, and the
// compiler says what it says of the plain file.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{say} = warning
// DEFINE: %{group} = -Wpedantic
// DEFINE: %{whose} = GCC
// DEFINE: %{parse} = once
// DEFINE: %{as-plain} = sed "s/WHOSE/%{whose}/;s/SAY/%{say}/;s/GROUP/%{group}/" %s > p.c && \
// DEFINE:   %clang -fopenmp -c p.c -o p.o 2> plain; %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-parse=%{parse} -c p.c -o i.o 2> ours; \
// DEFINE:   cmp plain ours && %llvm/bin/llvm-nm i.o | grep -c POMP_Critical_enter
// RUN: %{as-plain}
// REDEFINE: %{say} = error
// RUN: %{as-plain}
// REDEFINE: %{parse} = twice
// REDEFINE: %{group} = -Wgnu
// RUN: %{as-plain}
// REDEFINE: %{say} = fatal
// REDEFINE: %{whose} = clang
// REDEFINE: %{group} = -Weverything
// RUN: %{as-plain}
// REDEFINE: %{parse} = once
// RUN: %{as-plain}
// A folder whose name is no text in UTF-8, and one with a line's end in it.
// RUN: %python %S/Inputs/odd-paths.py %clang %plugin
int f(int n);
int f(int n) {
#pragma omp critical
  n++;
  return n;
}
#pragma WHOSE diagnostic push
#pragma WHOSE diagnostic SAY "GROUP"
int g(int n);
int g(int n) {
#pragma omp critical
  n++;
  return n;
}
#pragma WHOSE diagnostic pop
int h(int n);
int h(int n) {
#pragma omp critical
  n++;
  return n;
}
