/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_module.h - which file an address of the program's code comes from, and where in that file it is.
 * Not here: names and lines, which pomp-report finds in the file (tools/files). */
#ifndef POMP_CODE_MODULE_H
#define POMP_CODE_MODULE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#define POMP_BUILD_MAX 80

/* A module is the program, or a shared object that it has loaded. */
struct pomp_code_module {
  char path[PATH_MAX]; /* absolute, as it was mapped; "" if there is no file behind the code */
  /* This tells two files of the same name apart: "id:" and the build-id in hexadecimal digits; of a file without a
   * build-id "file:", its size and the ns at which it was last changed. "" if neither can be found. */
  char build[POMP_BUILD_MAX];
  uint64_t bias;  /* an address, less this, is the address that the ELF file gives to it */
  uint64_t id_at; /* where the build-id is in memory, and how many bytes it has; 0: there is none */
  uint32_t id_size;
  uint64_t inode; /* of the file that is mapped */
};

/* Finds the module of a return address. What returns there is a call in front of it, and so is the code in question.
 * False if that can't be found out: the kernel tells nothing, or no ELF file is mapped there. Takes no lock and calls
 * nothing of the dynamic linker, so that it may be called on a slow path. Under the slow lock. */
bool pomp_code_module_find(const void *address, struct pomp_code_module *m);

/* It is memory that code is mapped to, as the kernel lists it. */
struct pomp_code_range {
  uint64_t low, high, offset, inode, device;
};
/* Goes through all code that is mapped now. `wanted` says of which more is to be known, and that is given to `found`.
 * Code that no file is behind has the path "", and that of the kernel (vDSO) "[vdso]". Under the slow lock. */
void pomp_code_module_each(bool (*wanted)(const struct pomp_code_range *range),
                           void (*found)(const struct pomp_code_range *range, const struct pomp_code_module *m));

#endif
