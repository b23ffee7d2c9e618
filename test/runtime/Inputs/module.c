/* module.c - a library as the plugin would instrument it: registers its descriptors while it is loaded. */
#include "pomp.h"

static struct ompregdescr table[] = {
    {"region", "module", 0, "module.c", 5, 5, 7, 7, {0}, 0, "use_module", POMP_RD_VERSION},
};

__attribute__((constructor)) static void load(void) { POMP_Register_regions(table, 1, (int)sizeof *table); }
__attribute__((destructor)) static void unload(void) { POMP_Unregister_regions(table, 1, (int)sizeof *table); }

void use_module(void) {
  for (int i = 0; i < 2; i++) {
    POMP_Begin(&table[0]);
    POMP_End(&table[0]);
  }
}
