/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sandbox.c - finds the program's words for functions that enter a sandbox, in the tables of the dynamic linker. */
#include "base/sandbox.h"

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

/* NOLINTNEXTLINE(bugprone-reserved-identifier): glibc exports it */
unsigned long __getauxval(unsigned long type);

struct pomp_sandbox pomp_sandbox;

static const char *const functions[] = {"prctl", "seccomp_load"};

/* The program's tables, of which any may be missing. */
struct tables {
  const ElfW(Sym) * symbols;
  const char *names;
  const ElfW(Rela) * lazy, *at_once;
  size_t lazy_size, at_once_size;
};

static const void *at(uintptr_t address) {
  return (const void *)address; /* NOLINT(performance-no-int-to-ptr): tables hold addresses */
}

/* Finds where the program is and where its dynamic section is; NULL: it has none. */
static const ElfW(Dyn) * find_program(uintptr_t *base) {
  const ElfW(Phdr) *first = at(__getauxval(AT_PHDR)), *dynamic = NULL;
  const size_t count = first ? __getauxval(AT_PHNUM) : 0;
  uintptr_t low = UINTPTR_MAX, high = 0;
  *base = 0;
  for (size_t i = 0; i < count; i++)
    if (first[i].p_type == PT_PHDR)
      *base = (uintptr_t)first - first[i].p_vaddr;
  for (size_t i = 0; i < count; i++) {
    const uintptr_t begin = *base + first[i].p_vaddr, end = begin + first[i].p_memsz;
    if (first[i].p_type == PT_DYNAMIC)
      dynamic = &first[i];
    if (first[i].p_type != PT_LOAD)
      continue;
    low = begin < low ? begin : low;
    high = end > high ? end : high;
  }
  pomp_sandbox.program = low;
  pomp_sandbox.behind = high;
  return dynamic ? at(*base + dynamic->p_vaddr) : NULL;
}

/* glibc has made addresses of what the file says, on most processors. */
static const void *table(uintptr_t base, uintptr_t where) { return at(where < base ? base + where : where); }

static struct tables find_tables(uintptr_t base, const ElfW(Dyn) * dynamic) {
  struct tables t = {.lazy_size = 0};
  for (; dynamic->d_tag != DT_NULL; dynamic++)
    switch (dynamic->d_tag) {
    case DT_SYMTAB:
      t.symbols = table(base, dynamic->d_un.d_ptr);
      break;
    case DT_STRTAB:
      t.names = table(base, dynamic->d_un.d_ptr);
      break;
    case DT_JMPREL:
      t.lazy = table(base, dynamic->d_un.d_ptr);
      break;
    case DT_PLTRELSZ:
      t.lazy_size = dynamic->d_un.d_val;
      break;
    case DT_RELA:
      t.at_once = table(base, dynamic->d_un.d_ptr);
      break;
    case DT_RELASZ:
      t.at_once_size = dynamic->d_un.d_val;
      break;
    default:
      break;
    }
  return t;
}

static bool enters_sandbox(const struct tables *t, const ElfW(Rela) * r) {
  const ElfW(Sym) *symbol = &t->symbols[ELF64_R_SYM(r->r_info)];
  if (!ELF64_R_SYM(r->r_info) || symbol->st_shndx != SHN_UNDEF)
    return false;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp(t->names + symbol->st_name, functions[i]) == 0)
      return true;
  return false;
}

static void look_at_program(void) {
  uintptr_t base;
  const ElfW(Dyn) *dynamic = find_program(&base);
  struct tables t = {.lazy_size = 0};
  size_t found = 0;
  if (dynamic)
    t = find_tables(base, dynamic);
  if (!t.symbols || !t.names)
    return;
  for (size_t i = 0; t.lazy && i < t.lazy_size / sizeof *t.lazy && found < POMP_SANDBOX_WORDS; i++)
    if (enters_sandbox(&t, &t.lazy[i]))
      pomp_sandbox.words[found++] = at(base + t.lazy[i].r_offset);
  for (size_t i = 0; t.at_once && i < t.at_once_size / sizeof *t.at_once; i++)
    if (enters_sandbox(&t, &t.at_once[i]))
      pomp_sandbox.is_entered = true; /* that may be at any time, and nobody notes it */
  pomp_sandbox.is_possible = found || pomp_sandbox.is_entered;
}

void pomp_sandbox_begin(enum pomp_sandbox_choice choice) {
  if (choice == POMP_SANDBOX_CHOICE_AUTO)
    look_at_program();
  if (choice == POMP_SANDBOX_CHOICE_YES)
    pomp_sandbox.is_possible = pomp_sandbox.is_entered = pomp_sandbox.is_certain = true;
}

bool pomp_sandbox_find_entered(void) {
  for (size_t i = 0; !POMP_LOAD(pomp_sandbox.is_entered) && i < POMP_SANDBOX_WORDS && pomp_sandbox.words[i]; i++) {
    const uintptr_t leads_to = __atomic_load_n(pomp_sandbox.words[i], __ATOMIC_RELAXED);
    if (leads_to < pomp_sandbox.program || leads_to >= pomp_sandbox.behind)
      POMP_STORE(pomp_sandbox.is_entered, true);
  }
  return POMP_LOAD(pomp_sandbox.is_entered);
}
