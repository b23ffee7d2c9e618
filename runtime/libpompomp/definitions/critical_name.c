/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_name.c - finds the name of a critical construct by the symbols of its module.
 * Not here: which file that is (base/code_module.c).
 *
 * Compilers make a variable for each name, which no dynamic symbol stands for: `.gomp_critical_user_NAME`, of LLVM's
 * with `.var` behind it. OpenMP's runtime keeps the lock in it, or where the lock is. The lock is known to OMPT by its
 * address, or by the first word of what the variable points to. */
#include "definitions/critical_name.h"
#include "base/code_module.h"
#include "base/kept_memory.h"
#include "base/libc.h"
#include "pomp_system.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define TABLE_MAX (UINT64_C(1) << 28) /* larger ones are not read */
#define SECTIONS_MAX 4096u
#define NAME_MAX_OF_LOCK 256

static const char prefix[] = ".gomp_critical_user_", suffix[] = ".var";

/* It is a critical construct's variable, or, without an address, a lock whose name is not known. */
struct variable {
  struct variable *next;
  uint64_t address, wait;
  char name[];
};

/* The variables of a module; its file is read once. */
struct module {
  struct module *next;
  uint64_t bias, inode;
  bool has_symbols;
  struct variable *variables;
};

static struct variable *keep(struct variable **list, const char *name, size_t length) {
  struct variable *v = pomp_kept_memory(sizeof *v + length + 1);
  if (!v)
    return NULL;
  memcpy(v->name, name, length);
  v->name[length] = 0;
  v->next = *list;
  return *list = v;
}

static bool read_at(int fd, void *to, uint64_t size, uint64_t at) {
  return pomp_sys_pread(fd, to, size, at) == (ssize_t)size;
}

/* Reads a section into memory of its own, with a zero behind it. NULL: there is none, or it is too large. */
static char *read_section(int fd, const Elf64_Shdr *s) {
  if (!s->sh_size || s->sh_size > TABLE_MAX)
    return NULL;
  char *made = pomp_sys_memory(s->sh_size + 1);
  if (made && !read_at(fd, made, s->sh_size, s->sh_offset)) {
    pomp_sys_munmap(made, s->sh_size + 1);
    made = NULL;
  }
  return made;
}

static void keep_variable(struct module *m, const Elf64_Sym *symbol, const char *name) {
  if (strncmp(name, prefix, sizeof prefix - 1) != 0)
    return;
  name += sizeof prefix - 1;
  size_t length = pomp_libc_length(name, NAME_MAX_OF_LOCK), cut = sizeof suffix - 1;
  if (length > cut && memcmp(name + length - cut, suffix, cut) == 0)
    length -= cut;
  else if (length == cut && memcmp(name, suffix, cut) == 0)
    length = 0;
  struct variable *v = keep(&m->variables, name, length);
  if (v)
    v->address = m->bias + symbol->st_value;
}

static void read_symbols(int fd, struct module *m, const Elf64_Shdr *table, const Elf64_Shdr *strings) {
  char *symbols = read_section(fd, table), *names = read_section(fd, strings);
  for (uint64_t i = 0; symbols && names && (i + 1) * sizeof(Elf64_Sym) <= table->sh_size; i++) {
    Elf64_Sym symbol;
    memcpy(&symbol, symbols + i * sizeof symbol, sizeof symbol);
    if (symbol.st_name < strings->sh_size && symbol.st_shndx != SHN_UNDEF && symbol.st_value)
      keep_variable(m, &symbol, names + symbol.st_name);
  }
  m->has_symbols = symbols && names;
  if (symbols)
    pomp_sys_munmap(symbols, table->sh_size + 1);
  if (names)
    pomp_sys_munmap(names, strings->sh_size + 1);
}

/* Believes the file only if it is the one that is mapped. */
static void read_file(struct module *m, const char *path) {
  Elf64_Ehdr head;
  struct stat about;
  int fd = pomp_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  if (fd < 0)
    return;
  if (pomp_sys_fstat(fd, &about) == 0 && about.st_ino == m->inode && read_at(fd, &head, sizeof head, 0) &&
      memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64 &&
      head.e_shentsize == sizeof(Elf64_Shdr) && head.e_shnum < SECTIONS_MAX)
    for (unsigned i = 0; i < head.e_shnum && !m->has_symbols; i++) {
      Elf64_Shdr table, strings;
      if (read_at(fd, &table, sizeof table, head.e_shoff + i * sizeof table) && table.sh_type == SHT_SYMTAB &&
          table.sh_link < head.e_shnum &&
          read_at(fd, &strings, sizeof strings, head.e_shoff + table.sh_link * sizeof strings))
        read_symbols(fd, m, &table, &strings);
    }
  pomp_sys_close(fd);
}

static struct module *module_of(const void *code) {
  static struct module *modules;
  static struct pomp_code_module at;
  if (!pomp_code_module_find(code, &at))
    return NULL;
  for (struct module *m = modules; m; m = m->next)
    if (m->bias == at.bias && m->inode == at.inode)
      return m;
  struct module *m = pomp_kept_memory(sizeof *m);
  if (!m)
    return NULL;
  *m = (struct module){.next = modules, .bias = at.bias, .inode = at.inode};
  read_file(m, at.path);
  return modules = m;
}

/* Memory is read through the kernel: what looks like an address need not be one. */
static bool is_lock_of(int memory_file, const struct variable *v, uint64_t wait) {
  uint64_t inside, target;
  return v->address == wait ||
         (read_at(memory_file, &inside, sizeof inside, v->address) &&
          (inside == wait || (inside && read_at(memory_file, &target, sizeof target, inside) && target == wait)));
}

/* Locks without a known name are numbered. */
static const char *numbered(uint64_t wait) {
  static struct variable *unknown;
  static unsigned count;
  char text[48];
  for (const struct variable *v = unknown; v; v = v->next)
    if (v->wait == wait)
      return v->name;
  int length = snprintf(text, sizeof text, "name not known, %u", count + 1);
  struct variable *v = keep(&unknown, text, (size_t)length);
  if (!v)
    return "";
  v->wait = wait;
  count++;
  return v->name;
}

const char *pomp_critical_name(const void *code, uint64_t wait) {
  const struct module *m = module_of(code);
  int memory_file = m ? pomp_sys_open("/proc/self/mem", O_RDONLY | O_CLOEXEC, 0) : -1;
  const struct variable *v = memory_file >= 0 ? m->variables : NULL;
  while (v && !is_lock_of(memory_file, v, wait))
    v = v->next;
  if (memory_file >= 0)
    pomp_sys_close(memory_file);
  return v ? v->name : m && m->has_symbols ? "" : numbered(wait);
}
