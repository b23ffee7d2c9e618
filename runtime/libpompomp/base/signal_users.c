/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* signal_users.c - looks through what the program imports; see signal_users.h.
 * Not here: which handlers there are now (sampling.c). */
#include "base/signal_users.h"
#include "base/libc.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

/* The last row loads or finds what may do so. */
static const char *const takers[] = {"sigaction",    "signal",     "bsd_signal",  "sysv_signal", "__sysv_signal",
                                     "ssignal",      "sigset",     "sigignore",   "sigwait",     "sigwaitinfo",
                                     "sigtimedwait", "sigpending", "__sigaction", "signalfd",    "dlopen",
                                     "dlmopen",      "dlsym",      "dlvsym"};
static const char *const meeters[] = {"sigaltstack", "makecontext", "clone", "syscall"};

static bool has_name(const char *const *names, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

#define HAS(names, name) has_name(names, sizeof(names) / sizeof *(names), name)

/* An object has a relocation for each name that it imports. */
static bool some_takes(const char *relocations, uint64_t size, const ElfW(Sym) * symbols, const char *strings,
                       bool or_meets) {
  for (uint64_t i = 0; relocations && i < size / sizeof(ElfW(Rela)); i++) {
    const ElfW(Sym) *s = &symbols[ELF64_R_SYM(((const ElfW(Rela) *)(const void *)relocations)[i].r_info)];
    const char *name = strings + s->st_name;
    if (s->st_shndx == SHN_UNDEF && (HAS(takers, name) || (or_meets && HAS(meeters, name))))
      return true;
  }
  return false;
}

static bool takes(const struct link_map *m, bool or_meets) {
  const char *at[DT_NUM] = {NULL};
  uint64_t size[DT_NUM] = {0};
  for (const ElfW(Dyn) *d = m->l_ld; d && d->d_tag != DT_NULL; d++)
    if (d->d_tag > 0 && d->d_tag < DT_NUM) {
      at[d->d_tag] = (const char *)d->d_un.d_ptr; /* NOLINT(performance-no-int-to-ptr) */
      size[d->d_tag] = d->d_un.d_val;
    }
  const ElfW(Sym) *symbols = (const ElfW(Sym) *)(const void *)at[DT_SYMTAB];
  return symbols && at[DT_STRTAB] &&
         (some_takes(at[DT_JMPREL], size[DT_PLTRELSZ], symbols, at[DT_STRTAB], or_meets) ||
          some_takes(at[DT_RELA], size[DT_RELASZ], symbols, at[DT_STRTAB], or_meets));
}

/* The object without a path is the vDSO. */
static bool is_of_system(const char *path) {
  const char *file = strrchr(path, '/');
  return !file || strncmp(path, "/lib", 4) == 0 || strncmp(path, "/usr/lib", 8) == 0 ||
         strncmp(file, "/libomp.", 8) == 0 || strncmp(file, "/libiomp5.", 10) == 0 ||
         strncmp(file, "/libgomp.", 9) == 0;
}

static bool some_object_takes(bool or_meets) {
  static const char here;
  struct dl_find_object own;
  void *known = (void *)(uintptr_t)&here; /* NOLINT(performance-no-int-to-ptr) */
  if (!pomp_libc._dl_find_object || pomp_libc._dl_find_object(known, &own) != 0)
    return true;
  const struct link_map *m = own.dlfo_link_map, *self = m;
  while (m->l_prev)
    m = m->l_prev;
  if (m == self || takes(m, or_meets)) /* of a static program nothing tells */
    return true;
  while ((m = m->l_next))
    if (m != self && !is_of_system(m->l_name) && takes(m, or_meets))
      return true;
  return false;
}

bool pomp_signals_may_be_taken(void) { return some_object_takes(false); }
bool pomp_signals_may_be_met(void) { return some_object_takes(true); }
