#include <pomp.h>
#include <stdio.h>

static struct ompregdescr region = {"region", "r", 0, __FILE__, 4, 4, 4, 4, {0}, 0, "main", POMP_RD_REST};

int main(void) {
  POMP_Begin(&region);
  POMP_End(&region);
  puts("70");
  return 0;
}
