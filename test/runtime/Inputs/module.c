/* module.c - a library as the plugin would instrument it: registers its descriptors while it is loaded. */
#include "pomp.h"

#ifndef NAME
#define NAME "module"
#endif

static struct ompregdescr table[] = {
    {"region", NAME, 0, "module.c", 5, 5, 7, 7, {0}, 0, "use_module", POMP_RD_REST},
    {"region", NAME " left open", 0, "module.c", 8, 8, 9, 9, {0}, 0, "use_module", POMP_RD_REST},
};
enum { COUNT = (int)(sizeof table / sizeof *table) };

__attribute__((constructor)) static void load(void) { POMP_Register_regions(table, COUNT, (int)sizeof *table); }
__attribute__((destructor)) static void unload(void) { POMP_Unregister_regions(table, COUNT, (int)sizeof *table); }

void use_module(void) {
  for (int i = 0; i < 2; i++) {
    POMP_Begin(&table[0]);
    POMP_End(&table[0]);
  }
}

/* Makes an enter without an exit, as a longjmp does. */
void leave_open(void) { POMP_Begin(&table[1]); }
/* Returns the address of a descriptor, which two modules may have one after the other. */
void *where(void) { return table; }
