/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* elf_file.h - what a program or library says to the dynamic linker: what it needs, where that is looked for, which
 * names it has and takes. Nothing in a file is believed.
 * Not here: the search for what it needs (linked.h). */
#ifndef COMMANDS_EXEC_ELF_FILE_H
#define COMMANDS_EXEC_ELF_FILE_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ELF_NEEDED_MAX = 256 };

enum elf_kind {
  ELF_NO_FILE, /* it can't be read, errno says why */
  ELF_OTHER,   /* it is something else, a script perhaps */
  ELF_FOREIGN, /* of another architecture, or of 32 bits */
  ELF_STATIC,  /* nothing is linked when it starts */
  ELF_DYNAMIC,
};

struct elf_file {
  const unsigned char *bytes;
  size_t size;
  uint64_t device, inode;
  enum elf_kind kind;
  const char *interpreter, *soname, *rpath, *runpath; /* NULL: none */
  const char *needed[ELF_NEEDED_MAX];
  size_t needed_count;
  uint64_t strings, string_size, symbols, gnu_hash, hash, versions, needed_versions, own_versions; /* addresses */
  const Elf64_Phdr *segments;
  size_t segment_count;
};

void elf_open(struct elf_file *f, const char *path);
void elf_close(struct elf_file *f);

/* True if the file has this name for others; of this version, unless that is NULL. */
bool elf_has(const struct elf_file *f, const char *name, const char *version);

/* True if the file has a function of this name inside, for itself alone; not known of a stripped file. */
bool elf_has_inside(const struct elf_file *f, const char *name);

/* Calls `each` with the names that the file takes from others and can't do without, and their versions (NULL: any). */
void elf_takes(const struct elf_file *f, void (*each)(void *with, const char *name, const char *version), void *with);

#endif
