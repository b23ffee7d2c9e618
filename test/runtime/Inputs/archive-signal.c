/* A program that is ended by SIGTERM while it is in a region. */
#include <pomp.h>
#include <signal.h>

static struct ompregdescr work = {.name = "region", .sub_name = "work", .file_name = __FILE__, .begin_line1 = 1};

int main(void) {
  POMP_Begin(&work);
  return raise(SIGTERM);
}
