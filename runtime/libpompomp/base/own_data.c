/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_data.c - finds the library's own variables: the linker says where the ELF header is, and that says where the rest
 * is.
 * Not here: how Valgrind is asked (common/pomp_arch.h). */
#include "base/own_data.h"
#include "pomp_arch.h"

#include <elf.h>
#include <stdbool.h>

/* The header of the file that this is linked into. */
extern const char __ehdr_start[] __attribute__((visibility("hidden"))); /* NOLINT(bugprone-reserved-identifier) */

static bool is_position_independent_program(const Elf64_Phdr *dynamic) {
  for (const Elf64_Dyn *d = (const Elf64_Dyn *)(const void *)(__ehdr_start + dynamic->p_vaddr); d->d_tag; d++)
    if (d->d_tag == DT_FLAGS_1)
      return d->d_un.d_val & DF_1_PIE;
  return false;
}

static bool is_in_shared_object(const Elf64_Ehdr *file, const Elf64_Phdr *segments) {
  for (unsigned i = 0; i < file->e_phnum; i++)
    if (segments[i].p_type == PT_DYNAMIC)
      return file->e_type == ET_DYN && !is_position_independent_program(&segments[i]);
  return false;
}

void pomp_own_data_begin(void) {
  if (!pomp_arch_is_in_valgrind())
    return;
  const Elf64_Ehdr *file = (const Elf64_Ehdr *)(const void *)__ehdr_start;
  const Elf64_Phdr *segments = (const Elf64_Phdr *)(const void *)(__ehdr_start + file->e_phoff);
  if (!is_in_shared_object(file, segments))
    return;
  for (unsigned i = 0; i < file->e_phnum; i++)
    if (segments[i].p_type == PT_LOAD && segments[i].p_flags & PF_W)
      pomp_arch_ignore_races(__ehdr_start + segments[i].p_vaddr, segments[i].p_memsz);
}
