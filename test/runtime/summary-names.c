// The table at the end has no line of more than 80 columns: the function is left out first, and then names lose their middle, with a mark there; no
// character is cut in two, and columns stay in line. pomp-report has all of each, also what is longer than any buffer.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && env POMP_EXPERIMENT_DIR=e ./a 2> said && FileCheck %s --strict-whitespace < said
// CHECK: {{^}}  self%  self s  wait s  visits  region                  where{{$}}
// CHECK-DAG: {{^}} {{.*}}  1  region(öäü…üöäüöäüöäü)  a-file-with…ng-näme.c:1{{$}}
// CHECK-DAG: {{^}} {{.*}}  1  region(jus…olumns! :-)  28-columns-…ne-more.c:2{{$}}
// CHECK-DAG: {{^}} {{.*}}  1  region(???…??????????)  ???????????…?????????:3{{$}}
// CHECK-DAG: {{^}} {{.*}}  1  region(short)           test.c:4{{$}}
// RUN: %python -c 'import sys; lines = [line for line in open("said", encoding="utf-8") if not line.startswith("pomp: experiment")]; assert max(map(len, lines)) <= 81, lines'
// RUN: %pomp_report --csv --raw --columns region,function,where e > csv && %python -c 'import csv, sys; rows = list(csv.reader(open("csv", newline=""))); assert sorted(len(cell) for row in rows for cell in row)[-2:] == [1002, 1008], rows' && grep -F 'region(öäüöäüöäüöäüöäüöäüöäüöäüöäüöäüöäüöäü),a::namespace::that::is::a::name::ünd::so::on,dir/some-stuff/a-file-with-a-really-long-näme.c:1' csv
#include "regions.h"
#include <stdlib.h>
#include <unistd.h>
#include <string.h>

static char *many(const char *text, int count) {
  char *all = calloc((size_t)count, strlen(text) + 1);
  for (int i = 0; i < count; i++)
    strcat(all, text);
  return all;
}

static void visit(char *sub, char *function, char *file, int line) {
  struct ompregdescr *region = calloc(1, sizeof *region);
  REGION_AT(like, "region", "", 1);
  *region = like;
  region->sub_name = sub;
  region->function_name = function;
  region->file_name = file;
  region->begin_line1 = region->begin_lineN = region->end_line1 = region->end_lineN = line;
  POMP_Begin(region);
  usleep(30000); /* each has to be among those with 95 % of the time */
  POMP_End(region);
}

int main(void) {
  visit(many("öäü", 12), "a::namespace::that::is::a::name::ünd::so::on", "dir/some-stuff/a-file-with-a-really-long-näme.c", 1);
  visit("just fits into these columns! :-", "exactly_these_24_columns", "dir/28-columns-and-no-one-more.c", 2);
  visit(many("\x80", 1000), many("\xff", 1000), many("\xc3", 1000), 3);
  visit("short", "main", "test.c", 4);
  return 0;
}
