// Calls of lock routines in the instances of a template are one row, and --instances has them apart; operators are no templates.
// REQUIRES: libdw
// RUN: %fresh && %cxxprogram -O0 %s -o a && env OMP_NUM_THREADS=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %pomp_report --sort region --columns visits,regions,region,function --region omp_set_lock e > one && FileCheck %s < one
// CHECK: visits regions region function
// CHECK-NEXT: {{^}} 6 3 omp_set_lock Box<...>::take<...>{{$}}
// CHECK-NEXT: {{^}} 1 1 omp_set_lock Box<char>::operator<<{{$}}
// CHECK-NOT: {{.}}
// RUN: env LC_ALL=C.UTF-8 %pomp_report --columns function --csv e | grep -c "Box<…>::take<…>" | grep -x 2
// RUN: %pomp_report --instances --sort function --columns visits,regions,region,function --region omp_set_lock e > apart && FileCheck %s --check-prefix=APART < apart
// APART: visits regions region function
// APART-NEXT: {{^}} 1 1 omp_set_lock Box<char>::operator<<{{$}}
// APART-NEXT: {{^}} 1 1 omp_set_lock Box<char>::take<char>{{$}}
// APART-NEXT: {{^}} 2 1 omp_set_lock Box<int>::take<Box<char> >{{$}}
// APART-NEXT: {{^}} 3 1 omp_set_lock Box<int>::take<long>{{$}}
// APART-NOT: {{.}}
//
// All instances are one function, too, and none of their time is lost.
// RUN: %pomp_report --functions --columns regions,function e > one && FileCheck %s --check-prefix=FUNCTIONS < one
// FUNCTIONS-DAG: {{^}} 6 Box<...>::take<...>{{$}}
// FUNCTIONS-DAG: {{^}} 2 Box<char>::operator<<{{$}}
// FUNCTIONS-DAG: {{^}} (outside regions){{$}}
// RUN: %python %inputs/views.py %pomp_report e
#include "regions.h"

REGION_AT(whole, "region", "main", 1);
static omp_lock_t lock;

template <class T> struct Box {
  template <class U> __attribute__((noinline)) void take(U) {
    POMP_Set_lock(&lock);
    POMP_Unset_lock(&lock);
  }
  __attribute__((noinline)) void operator<<(int) {
    POMP_Set_lock(&lock);
    POMP_Unset_lock(&lock);
  }
};

int main() {
  POMP_Begin(&whole);
  POMP_Init_lock(&lock);
  for (int i = 0; i < 3; i++)
    Box<int>().take(1L);
  for (int i = 0; i < 2; i++)
    Box<int>().take(Box<char>());
  Box<char>().take('c');
  Box<char>() << 1;
  POMP_Destroy_lock(&lock);
  POMP_End(&whole);
}
