/* through.c - a function in C that calls a function in C++, which may throw. An exception goes through it without an end.
 * Not here: who throws and who catches. */
#include "regions.h"

REGION_AT(d_through, "function", "through", 20);
void through(void (*call)(void)) {
  POMP_Begin(&d_through);
  call();
  POMP_End(&d_through);
}
