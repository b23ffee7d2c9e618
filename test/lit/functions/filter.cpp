// The filter file has rules in their order, for files and for names; patterns; mangled names; and mistakes.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s solver.cpp
// DEFINE: %{with} = %clangxx -std=c++17 -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-functions=all -fplugin-arg-pompinst-verbose -fsyntax-only
// DEFINE: %{left} = sed -n "s/.*'function(\(.*\))' left alone: it is excluded by .*/\1/p" | sort | tr '\n' ' '
//
// The last rule that fits decides; patterns go over lines, comments may be anywhere.
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN # regions\n EXCLUDE *\n\tINCLUDE f*#and no more\n   ns::?rid::*\n EXCLUDE f[!2-9a]\n\nSCOREP_REGION_NAMES_END\n' > a.filt
// RUN: %{with} -fplugin-arg-pompinst-filter=a.filt solver.cpp 2>&1 | %{left} | grep -x 'f1 main solve '
// A name has its parameters, a blank and a star that stand for themselves; Score-P writes mangled names, which the next rule need not have.
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN\nEXCLUDE f1(int,\\ double\\*) f2(double)\nEXCLUDE MANGLED _ZN2ns4Grid3setEi f2\nEXCLUDE solve\nSCOREP_REGION_NAMES_END\n' > b.filt
// RUN: %{with} -fplugin-arg-pompinst-filter=b.filt solver.cpp 2>&1 | %{left} | grep -x 'f1 ns::Grid::set solve '
// Files are named as the compiler names them, or by their whole path. A file that is excluded goes before all names.
// RUN: printf 'SCOREP_FILE_NAMES_BEGIN EXCLUDE * INCLUDE solver.cpp SCOREP_FILE_NAMES_END' > c.filt
// RUN: %{with} -fplugin-arg-pompinst-filter=c.filt solver.cpp 2>&1 | %{left} | count 0
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN INCLUDE * SCOREP_REGION_NAMES_END SCOREP_FILE_NAMES_BEGIN EXCLUDE /*/solver.cpp SCOREP_FILE_NAMES_END SCOREP_REGION_NAMES_BEGIN INCLUDE * SCOREP_REGION_NAMES_END' > d.filt
// RUN: %{with} -fplugin-arg-pompinst-filter=d.filt solver.cpp 2>&1 | %{left} | grep -x 'f1 f2 f2 main ns::Grid::operator() ns::Grid::set solve '
// Functions with constructs are filtered as well, their constructs are not.
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN EXCLUDE solve SCOREP_REGION_NAMES_END' > e.filt
// RUN: %pomp_clangxx -c --pomp-filter=e.filt --pomp-verbose solver.cpp -o solver.o 2>&1 | FileCheck %s --check-prefix=OPENMP
// OPENMP: solver.cpp:[[#]]:6: remark: pompinst: 'function(solve)' left alone: it is excluded by e.filt
// OPENMP: 'parallel' instrumented
//
// A mistake is reported with file, line and word.
// RUN: not %{with} -fplugin-arg-pompinst-filter=none.filt solver.cpp 2>&1 | grep "error: pompinst: can't read filter=none.filt: No such file or directory"
// RUN: printf '# names\n\nEXCLUDE a\n' > f.filt && not %{with} -fplugin-arg-pompinst-filter=f.filt solver.cpp 2>&1 | grep "error: pompinst: filter=f.filt, line 3: unexpected 'EXCLUDE': a block begins with SCOREP_FILE_NAMES_BEGIN or SCOREP_REGION_NAMES_BEGIN"
// RUN: printf 'SCOREP_REGION_NAMES_BEGIN\nEXCUDE *\n' > g.filt && not %{with} -fplugin-arg-pompinst-filter=g.filt solver.cpp 2>&1 | grep "line 2: unexpected 'EXCUDE': a rule begins with EXCLUDE or INCLUDE"
// RUN: printf 'SCOREP_FILE_NAMES_BEGIN\nEXCLUDE MANGLED a\n' > h.filt && not %{with} -fplugin-arg-pompinst-filter=h.filt solver.cpp 2>&1 | grep "line 2: unexpected 'MANGLED': expected a pattern, EXCLUDE, INCLUDE or SCOREP_FILE_NAMES_END"
// RUN: printf 'SCOREP_FILE_NAMES_BEGIN\nEXCLUDE a\nSCOREP_REGION_NAMES_END\n' > i.filt && not %{with} -fplugin-arg-pompinst-filter=i.filt solver.cpp 2>&1 | grep "line 3: unexpected 'SCOREP_REGION_NAMES_END'"
// RUN: printf '\nSCOREP_FILE_NAMES_BEGIN\nEXCLUDE a\n' > j.filt && not %{with} -fplugin-arg-pompinst-filter=j.filt solver.cpp 2>&1 | grep "line 2: the block that begins here has no 'SCOREP_FILE_NAMES_END'"
// RUN: printf 'SCOREP_FILE_NAMES_BEGIN\nEXCLUDE a\\\nb\n' > k.filt && not %{with} -fplugin-arg-pompinst-filter=k.filt solver.cpp 2>&1 | grep "line 2: a backslash at the end of a line escapes nothing"
// RUN: not %{with} -fplugin-arg-pompinst-functions=some solver.cpp 2>&1 | grep "error: pompinst: unknown value 'some' of functions=; allowed: openmp, all, none"
namespace ns {
struct Grid {
  void set(int n);
  int operator()(int n);
  int v[3];
};
} // namespace ns
void ns::Grid::set(int n) {
  for (int &i : v)
    i = n;
}
int ns::Grid::operator()(int n) {
  for (int i : v)
    n += i;
  return n;
}
int f1(int n, double *) {
  while (n > 100)
    n /= 2;
  return n;
}
int f2(int n) {
  while (n > 100)
    n /= 2;
  return n;
}
template <typename T> T f2(T n) {
  while (n > 100)
    n /= 2;
  return n;
}
void solve(ns::Grid &g) {
#pragma omp parallel
  g(3);
}
int main() {
  ns::Grid g;
  g.set(f1(1, nullptr) + f2(2) + f2(3L));
  solve(g);
  return 0;
}
