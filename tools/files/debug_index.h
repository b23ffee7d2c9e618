/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* debug_index.h - finds the compilation unit and the function that have an address, by tables that are made once: libdw
 * looks through all of them each time where the compiler has written none. Not here: what is in the function
 * (debug_info.c). */
#ifndef FILES_DEBUG_INDEX_H
#define FILES_DEBUG_INDEX_H

#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

#define DEBUG_NESTING_MAX 200u
#define DEBUG_ENTRIES_MAX 20000000u /* so many entries are looked at: a damaged file may lead in a circle */

struct debug_range {
  Dwarf_Addr low, high;
  Dwarf_Die die;
};
struct debug_ranges {
  struct debug_range *all; /* in ascending order */
  uint32_t count, room;
};

/* An index of zeros is empty. */
struct debug_index {
  struct debug_ranges units;
  bool has_units;
  Dwarf_Addr bias;
  struct debug_functions {
    Dwarf_Off unit;
    struct debug_ranges functions;
  } *by_unit;
  uint32_t count, room;
};

/* Returns the unit with an address; NULL if there is none. */
Dwarf_Die *debug_index_unit(struct debug_index *x, Dwfl_Module *module, Dwarf_Addr address, Dwarf_Addr *bias);
/* Returns the function of the unit that has an address of the file and is inlined nowhere; NULL if there is none. */
Dwarf_Die *debug_index_function(struct debug_index *x, Dwarf_Die *unit, Dwarf_Addr address);
/* Returns the entry that has the unit's functions: `split`, if the compiler wrote them to a file of their own. */
Dwarf_Die *debug_index_whole(Dwarf_Die *unit, Dwarf_Die *split);
void debug_index_free(struct debug_index *x);

#endif
