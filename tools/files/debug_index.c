/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* debug_index.c - sorts the addresses of compilation units and of functions into tables, and looks addresses up in
 * them.
 * Not here: names, lines and inlined functions (debug_info.c). */
#include "files/debug_index.h"
#include "pomp_array.h"

#include <dwarf.h>
#include <stdlib.h>

/* Adds all ranges of addresses that an entry has. Where there is no memory, some are not found. */
static void add_ranges(struct debug_ranges *r, Dwarf_Die *die) {
  Dwarf_Addr base, low, high;
  for (ptrdiff_t next = 0; (next = dwarf_ranges(die, next, &base, &low, &high)) > 0;)
    if (low < high && POMP_ARRAY_ROOM(r->all, r->room, r->count + 1ull))
      r->all[r->count++] = (struct debug_range){low, high, *die};
}

static int by_address(const void *x, const void *y) {
  const struct debug_range *a = x, *b = y;
  return a->low < b->low ? -1 : a->low > b->low;
}

static void sort(struct debug_ranges *r) {
  if (r->count)
    qsort(r->all, r->count, sizeof *r->all, by_address);
}

static Dwarf_Die *find(const struct debug_ranges *r, Dwarf_Addr address) {
  uint32_t low = 0, high = r->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (r->all[middle].low <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low && address < r->all[low - 1].high ? &r->all[low - 1].die : NULL;
}

Dwarf_Die *debug_index_unit(struct debug_index *x, Dwfl_Module *module, Dwarf_Addr address, Dwarf_Addr *bias) {
  Dwarf_Die *unit = x->has_units ? NULL : dwfl_module_addrdie(module, address, bias);
  if (unit)
    return unit;
  if (!x->has_units) {
    x->has_units = true;
    while ((unit = dwfl_module_nextcu(module, unit, &x->bias)))
      add_ranges(&x->units, unit);
    sort(&x->units);
  }
  *bias = x->bias;
  return find(&x->units, address - x->bias);
}

/* Functions are in the unit, in namespaces, in classes and in functions: internal procedures of Fortran, members of
 * local classes, and what GCC makes of OpenMP's constructs. */
static void add_functions(struct debug_ranges *r, Dwarf_Die *parent, unsigned depth, uint64_t *left) {
  Dwarf_Die die;
  bool more = depth < DEBUG_NESTING_MAX && dwarf_child(parent, &die) == 0;
  for (; more && *left > 0; more = dwarf_siblingof(&die, &die) == 0) {
    --*left;
    switch (dwarf_tag(&die)) {
    case DW_TAG_namespace:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_module:
    case DW_TAG_lexical_block:
      add_functions(r, &die, depth + 1, left);
      break;
    case DW_TAG_subprogram:
      add_ranges(r, &die);
      add_functions(r, &die, depth + 1, left);
      break;
    default:;
    }
  }
}

Dwarf_Die *debug_index_whole(Dwarf_Die *unit, Dwarf_Die *split) {
  uint8_t kind = 0;
  if (dwarf_cu_info(unit->cu, NULL, &kind, NULL, split, NULL, NULL, NULL) != 0 || kind != DW_UT_skeleton ||
      dwarf_tag(split) == DW_TAG_invalid)
    return unit;
  return split;
}

Dwarf_Die *debug_index_function(struct debug_index *x, Dwarf_Die *unit, Dwarf_Addr address) {
  uint64_t left = DEBUG_ENTRIES_MAX;
  Dwarf_Off offset = dwarf_dieoffset(unit);
  for (uint32_t i = 0; i < x->count; i++)
    if (x->by_unit[i].unit == offset)
      return find(&x->by_unit[i].functions, address);
  if (!POMP_ARRAY_ROOM(x->by_unit, x->room, x->count + 1ull))
    return NULL;
  struct debug_functions *f = &x->by_unit[x->count++];
  *f = (struct debug_functions){.unit = offset};
  Dwarf_Die split;
  add_functions(&f->functions, debug_index_whole(unit, &split), 0, &left);
  sort(&f->functions);
  return find(&f->functions, address);
}

void debug_index_free(struct debug_index *x) {
  for (uint32_t i = 0; i < x->count; i++)
    free(x->by_unit[i].functions.all);
  free(x->by_unit);
  free(x->units.all);
}
