// --markdown makes comments of a diagnosis, of a comparison and of how a program scales; whatever names hold, nothing in them is markup, a link
// or the name of somebody. The exit statuses are those without it.
// REQUIRES: cmark-gfm
// UNSUPPORTED: traced
// RUN: %fresh && %clocked %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=one ./a 20 && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=two ./a 40
// RUN: %python %inputs/markdown.py %bindir ./a one two
#include "regions.h"
#include "test_clock.h"
#include <stdlib.h>

static void visit(const char *name, char *function, char *file, int ms) {
  struct ompregdescr *region = calloc(1, sizeof *region);
  REGION_AT(like, "region", "", 1);
  *region = like;
  region->sub_name = (char *)name;
  region->function_name = function;
  region->file_name = file;
  POMP_Begin(region);
  clock_work((uint64_t)ms * 1000000);
  POMP_End(region);
}

int main(int argc, char **argv) {
  int ms = argc > 1 ? atoi(argv[1]) : 10;
#pragma omp parallel num_threads(2)
  {
  }
  visit("a|b | c", "f|g", "x|y.c", ms);
  visit("`code` ``more``", "back`tick", "`.c", ms);
  visit("<script>alert(1)</script>", "<img src=x>", "</details>.c", ms);
  visit("two\nlines\n\n# head", "new\nline", "a\nb.c", ms);
  visit("@somebody #12 $x$", "@org/team", "www.example.org", ms);
  visit("https://example.org/?a=b&c", "**bold** _x_ ~~y~~", "[a](http://b.c)", ms);
  visit("right\xe2\x80\xae to left", "\\|back\\", "\xff\xfe.c", ms);
  return 0;
}
