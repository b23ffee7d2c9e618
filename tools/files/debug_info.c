/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* debug_info.c - asks libdw for functions and lines.
 * Not here: whether the file is the right one (call_sites.c). */
#include "files/debug_info.h"
#include "files/debug_index.h"
#include "files/function_name.h"
#include "pomp_text.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct debug_file {
  Dwfl *session;
  Dwfl_Module *module;
  GElf_Addr bias; /* an address of the session, less this, is that of the file */
  struct debug_index index;
};

struct debug_file *debug_open(const char *path, int fd) {
  static char *debug_path; /* NULL: libdw's own */
  static const Dwfl_Callbacks callbacks = {.find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = dwfl_offline_section_address,
                                           .debuginfo_path = &debug_path};
  struct debug_file *f = calloc(1, sizeof *f);
  if (f)
    f->session = dwfl_begin(&callbacks);
  if (!f || !f->session) {
    close(fd);
    free(f);
    return NULL;
  }
  f->module = dwfl_report_offline(f->session, path, path, fd);
  if (!f->module)
    close(fd);
  if (!f->module || dwfl_report_end(f->session, NULL, NULL) != 0 || !dwfl_module_getelf(f->module, &f->bias)) {
    dwfl_end(f->session);
    free(f);
    return NULL;
  }
  return f;
}

void debug_build_id(struct debug_file *f, char *text, size_t size) {
  const unsigned char *bits;
  GElf_Addr at;
  int bytes = dwfl_module_build_id(f->module, &bits, &at);
  *text = 0;
  for (int i = 0; i < bytes && (size_t)i * 2 + 3 <= size; i++)
    snprintf(text + (size_t)i * 2, 3, "%02x", bits[i]);
}

/* Returns the path as the compiler got it: without the directory in which the compiler ran. */
static const char *own_path(Dwarf_Die *unit, const char *path) {
  Dwarf_Attribute attribute;
  const char *directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  size_t length = directory ? strlen(directory) : 0;
  return length && strncmp(path, directory, length) == 0 && path[length] == '/' ? path + length + 1 : path;
}

static const char *copy_of(const char *text) {
  char *copy = strdup(text);
  if (copy)
    pomp_text_clean(copy, 0);
  return copy;
}

/* Goes from a function that has code to its declaration, which is in its class or its namespace. */
static Dwarf_Die declaration_of(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  for (int i = 0; i < 8; i++) {
    Dwarf_Attribute *to = dwarf_attr(&die, DW_AT_abstract_origin, &attribute);
    if (!to)
      to = dwarf_attr(&die, DW_AT_specification, &attribute);
    if (!to || !dwarf_formref_die(to, &die))
      break;
  }
  return die;
}

/* It looks for the classes and namespaces in which a declaration is, and writes their names. */
struct scopes {
  Dwarf_Off declaration;
  char *text;
  size_t size;
  uint64_t left;
};

/* The name of each scope is written before its members are looked at, and is cut off again if the declaration isn't one
 * of them. */
static bool find_scopes(struct scopes *s, Dwarf_Die *parent, unsigned depth) {
  Dwarf_Die die;
  size_t length = strlen(s->text);
  bool more = depth < DEBUG_NESTING_MAX && dwarf_child(parent, &die) == 0;
  for (; more && s->left-- > 0; more = dwarf_siblingof(&die, &die) == 0) {
    int tag = dwarf_tag(&die);
    if (dwarf_dieoffset(&die) == s->declaration)
      return true;
    if (tag != DW_TAG_namespace && tag != DW_TAG_class_type && tag != DW_TAG_structure_type && tag != DW_TAG_union_type)
      continue;
    const char *name = dwarf_diename(&die);
    snprintf(s->text + length, s->size - length, "%s::",
             name                      ? name
             : tag == DW_TAG_namespace ? "(anonymous namespace)"
                                       : "(anonymous class)");
    if (find_scopes(s, &die, depth + 1))
      return true;
    s->text[length] = 0;
  }
  return false;
}

/* Writes the qualified name of a function whose symbol is not known: gcc does not tell it for a function that no other
 * file can call. */
static void write_qualified(Dwarf_Die *unit, Dwarf_Die *function, const char *name, char *text, size_t size) {
  Dwarf_Die declaration = declaration_of(*function);
  struct scopes s = {dwarf_dieoffset(&declaration), text, size, DEBUG_ENTRIES_MAX};
  *text = 0;
  if (!find_scopes(&s, unit, 0))
    *text = 0;
  size_t length = strlen(text);
  snprintf(text + length, size - length, "%s", name);
}

/* Finds a function's name; `made`: a compiler made the function of an OpenMP construct. */
static const char *name_of_function(Dwarf_Die *unit, Dwarf_Die *die, bool *made) {
  Dwarf_Attribute attribute;
  char text[1024];
  const char *symbol = dwarf_formstring(dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute));
  const char *name = symbol ? symbol : dwarf_formstring(dwarf_attr_integrate(die, DW_AT_name, &attribute));
  name = name ? name : "";
  *made = function_is_made(name);
  if (symbol || *made)
    function_name(name, text, sizeof text);
  else
    write_qualified(unit, die, name, text, sizeof text);
  return copy_of(text);
}

/* Notes where the inlined function `die` is called. */
static void called_at(Dwarf_Die *unit, Dwarf_Die *die, struct call_level *level) {
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  Dwarf_Files *files;
  size_t count = 0;
  const char *path = NULL;
  dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line);
  if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &file) == 0 &&
      dwarf_getsrcfiles(unit, &files, &count) == 0 && file < count)
    path = dwarf_filesrc(files, file, NULL, NULL);
  level->file = copy_of(path ? own_path(unit, path) : "");
  level->line = line < INT32_MAX ? (int)line : 0;
}

/* It looks for the functions that have an address: one in another that it is inlined into, the outermost first. */
struct search {
  Dwarf_Addr address;
  Dwarf_Die found[DEBUG_LEVELS];
  uint32_t count;
  uint64_t left; /* so many entries are looked at */
};

static void search_below(struct search *s, Dwarf_Die *parent, unsigned depth) {
  Dwarf_Die die;
  bool more = depth < DEBUG_NESTING_MAX && dwarf_child(parent, &die) == 0;
  for (; more && s->left-- > 0; more = dwarf_siblingof(&die, &die) == 0) {
    switch (dwarf_tag(&die)) {
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
      if (dwarf_haspc(&die, s->address) <= 0)
        break;
      if (s->count < DEBUG_LEVELS)
        s->found[s->count++] = die;
      search_below(s, &die, depth + 1);
      return;
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
      if (dwarf_haspc(&die, s->address) <= 0)
        break;
      search_below(s, &die, depth + 1);
      return;
    default:;
    }
  }
}

/* True if the file is a header of the C++ library, as /usr/include/c++/12/bits/std_mutex.h is. */
static bool is_of_library(const char *file) {
  const char *include = file ? strstr(file, "/include/") : NULL;
  return include && strstr(include, "/c++/");
}

/* Goes from the innermost function to that which stands for itself; each inlined one tells where its caller is. The
 * first level's line is known. Returns how many there are. */
static uint32_t find_levels(struct debug_file *f, Dwarf_Die *unit, Dwarf_Addr address,
                            struct call_level levels[DEBUG_LEVELS], bool *made) {
  struct search search = {.address = address, .left = DEBUG_ENTRIES_MAX};
  Dwarf_Die *outer = debug_index_function(&f->index, unit, address);
  uint32_t at = 0;
  if (outer) {
    search.found[search.count++] = *outer;
    search_below(&search, outer, 0);
  }
  *made = false;
  while (search.count) {
    Dwarf_Die *die = &search.found[--search.count];
    levels[at].function = name_of_function(unit, die, made);
    if (!search.count || *made)
      return at + 1; /* what a made function is inlined into was made, too */
    called_at(unit, die, &levels[++at]);
  }
  levels[at].function = copy_of("");
  return at + 1;
}

/* Fills in the levels of a line of the source; 0: no line is known. */
static uint32_t find_line(struct debug_file *f, Dwarf_Addr address, struct call_level levels[DEBUG_LEVELS],
                          bool *made) {
  Dwarf_Addr bias = 0;
  Dwarf_Die *unit = debug_index_unit(&f->index, f->module, address, &bias);
  Dwarf_Line *line = unit ? dwarf_getsrc_die(unit, address - bias) : NULL;
  int number = 0;
  const char *path = line ? dwarf_linesrc(line, NULL, NULL) : NULL;
  if (!path || dwarf_lineno(line, &number) != 0 || number <= 0)
    return 0;
  levels[0] = (struct call_level){"", copy_of(own_path(unit, path)), number};
  return find_levels(f, unit, address - bias, levels, made);
}

static const char *name_of(const char *symbol) {
  char text[1024];
  function_name(symbol, text, sizeof text);
  return copy_of(text);
}

static bool find_symbol(struct debug_file *f, Dwarf_Addr address, struct call_level *level, bool *made) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char *name = dwfl_module_addrinfo(f->module, address, &offset, &symbol, NULL, NULL, NULL);
  if (!name || !*name || offset >= symbol.st_size)
    return false;
  *level = (struct call_level){name_of(name), copy_of(""), 0};
  *made = function_is_made(name);
  return true;
}

uint32_t debug_levels(struct debug_file *f, uint64_t address, struct call_level levels[DEBUG_LEVELS],
                      enum call_known *known, bool *made) {
  uint32_t count = find_line(f, address + f->bias, levels, made);
  *known = CALL_LINE;
  if (!count) {
    *known = find_symbol(f, address + f->bias, levels, made) ? CALL_SYMBOL : CALL_ADDRESS;
    count = *known == CALL_SYMBOL;
  }
  bool good = true;
  for (uint32_t i = 0; i < count; i++)
    good &= levels[i].function && levels[i].file;
  if (good)
    return count;
  debug_free_levels(levels, count);
  return DEBUG_NO_MEMORY;
}

void debug_free_levels(struct call_level *levels, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    free((char *)levels[i].function);
    free((char *)levels[i].file);
  }
}

/* What the C++ library calls on its own (std::mutex, a mutex of libc's) is not what a user looks for: the call is the
 * user's of the library then. Nor is what the library has called the user's code from (std::thread). */
bool debug_find(struct debug_file *f, uint64_t address, struct call_site *site) {
  struct call_level levels[DEBUG_LEVELS];
  bool made;
  uint32_t count = debug_levels(f, address, levels, &site->known, &made), first = 0, end = count;
  if (count == DEBUG_NO_MEMORY)
    return false;
  if (!count)
    return true;
  while (first + 1 < end && is_of_library(levels[first].file))
    first++;
  while (first + 1 < end && is_of_library(levels[end - 1].file))
    end--;
  site->call = levels[first];
  site->inlined_count = end - first - 1;
  if (site->inlined_count && (site->inlined = malloc(site->inlined_count * sizeof *site->inlined)))
    memcpy(site->inlined, levels + first + 1, site->inlined_count * sizeof *site->inlined);
  if (!site->inlined)
    site->inlined_count = 0;
  return true;
}

bool debug_folders(struct debug_file *f, bool (*take)(void *context, const char *folder), void *context) {
  Dwarf_Addr bias;
  bool good = true;
  for (Dwarf_Die *unit = NULL; good && (unit = dwfl_module_nextcu(f->module, unit, &bias));) {
    Dwarf_Attribute attribute;
    const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    good = !folder || take(context, folder);
  }
  debug_index_free(&f->index);
  dwfl_end(f->session);
  free(f);
  return good;
}
