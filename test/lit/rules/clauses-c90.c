/* C90 asks for string literals of 509 bytes, so that clauses are shortened at 500.
   RUN: %emit -std=c90 %s && %check
   RUN: %same %s -- -std=c90 -Wall -Wextra -pedantic -Werror
   CHECK: {"parallel", {{.*}}, "num_threads(2) reduction(+: total) firstprivate(a_rather_long_name_00, a_rather_long_name_01, ...)", __POMP_RD_SHORTENED | __POMP_RD_HAS_NUM_THREADS, 2, 0, 0},
*/
#include <stdio.h>

int main(void) {
  int a_rather_long_name_00 = 0, a_rather_long_name_01 = 0, a_rather_long_name_02 = 0, a_rather_long_name_03 = 0, a_rather_long_name_04 = 0, a_rather_long_name_05 = 0, a_rather_long_name_06 = 0, a_rather_long_name_07 = 0, a_rather_long_name_08 = 0, a_rather_long_name_09 = 0, a_rather_long_name_10 = 0, a_rather_long_name_11 = 0, a_rather_long_name_12 = 0, a_rather_long_name_13 = 0, a_rather_long_name_14 = 0, a_rather_long_name_15 = 0, a_rather_long_name_16 = 0, a_rather_long_name_17 = 0, a_rather_long_name_18 = 0, a_rather_long_name_19 = 0, a_rather_long_name_20 = 0, a_rather_long_name_21 = 0, a_rather_long_name_22 = 0, a_rather_long_name_23 = 0, a_rather_long_name_24 = 0, a_rather_long_name_25 = 0, a_rather_long_name_26 = 0, a_rather_long_name_27 = 0, a_rather_long_name_28 = 0, a_rather_long_name_29 = 0;
  int total = 0;
#pragma omp parallel num_threads(2) reduction(+ : total) firstprivate(a_rather_long_name_00, a_rather_long_name_01, a_rather_long_name_02, a_rather_long_name_03, a_rather_long_name_04, a_rather_long_name_05, a_rather_long_name_06, a_rather_long_name_07, a_rather_long_name_08, a_rather_long_name_09, a_rather_long_name_10, a_rather_long_name_11, a_rather_long_name_12, a_rather_long_name_13, a_rather_long_name_14, a_rather_long_name_15, a_rather_long_name_16, a_rather_long_name_17, a_rather_long_name_18, a_rather_long_name_19, a_rather_long_name_20, a_rather_long_name_21, a_rather_long_name_22, a_rather_long_name_23, a_rather_long_name_24, a_rather_long_name_25, a_rather_long_name_26, a_rather_long_name_27, a_rather_long_name_28, a_rather_long_name_29)
  total += 1 + a_rather_long_name_00 + a_rather_long_name_01 + a_rather_long_name_02 + a_rather_long_name_03 + a_rather_long_name_04 + a_rather_long_name_05 + a_rather_long_name_06 + a_rather_long_name_07 + a_rather_long_name_08 + a_rather_long_name_09 + a_rather_long_name_10 + a_rather_long_name_11 + a_rather_long_name_12 + a_rather_long_name_13 + a_rather_long_name_14 + a_rather_long_name_15 + a_rather_long_name_16 + a_rather_long_name_17 + a_rather_long_name_18 + a_rather_long_name_19 + a_rather_long_name_20 + a_rather_long_name_21 + a_rather_long_name_22 + a_rather_long_name_23 + a_rather_long_name_24 + a_rather_long_name_25 + a_rather_long_name_26 + a_rather_long_name_27 + a_rather_long_name_28 + a_rather_long_name_29;
  printf("%d\n", total);
  return 0;
}
