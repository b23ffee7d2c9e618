// Who names a phase that is no region, at run time or in the report, is told how it becomes one; and that is true of a function, of a loop,
// and in a program without any construct. What was measured only has to be named.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 %s -o a && %pomp_clang -O1 -DLOOP %s -o loop && %pomp_clang -O1 --pomp-functions=all %s -o all
// RUN: env POMP_SUMMARY=0 POMP_PHASES=step,sums POMP_EXPERIMENT_DIR=e ./a 2> err; FileCheck %s < err
// CHECK: {{^}}pomp: POMP_PHASES names 'step', 'sums': no function, region or parallel region that was measured is called so; {{.*}} --pomp-functions=all measures functions that are not inline; #pragma pomp inst begin(NAME) and end(NAME) make a region of other code{{$}}
// RUN: not %pomp_report --phase=step:1 e 2>&1 | grep "no phase is called step, nor a function or region that was measured: compile with --pomp-functions=all, or write #pragma pomp inst begin(NAME) phase and end(NAME) around its code"
// RUN: not %pomp_report --phases e 2>&1 | grep "it has no phases: POMP_PHASES=NAME makes them of a measured function or region when the program runs, #pragma pomp inst begin(NAME) phase and end(NAME) of any code"
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=n ./all && not %pomp_report --phase=step:1 n 2>&1 | grep "step is no phase: run again with POMP_PHASES='step'"
// RUN: env POMP_SUMMARY=0 POMP_PHASES=step POMP_EXPERIMENT_DIR=f ./all 2>&1 | count 0 && %pomp_report --phases f | grep "^step() .*: 20 visits"
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=l ./loop 2>&1 | count 0 && %pomp_report --phases l | grep "^region(sums) .*: 20 visits"
__attribute__((noinline)) double step(int n) {
  double sum = 0;
#ifdef LOOP
#pragma pomp inst begin(sums) phase
#endif
  for (int i = 0; i < n; i++)
    sum += 1.0 / (i + 1);
#ifdef LOOP
#pragma pomp inst end(sums)
#endif
  return sum;
}

int main(void) {
  double sum = 0;
  for (int i = 0; i < 20; i++)
    sum += step(100);
  return sum < 0;
}
