/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_runtime.h - OpenMP runtimes in the process that tell no tool what they do: GCC's libgomp, also by another
 * name, as Python's packages give it. Not here: runtimes that take us for their tool (surface/ompt.c). */
#ifndef POMP_OTHER_RUNTIME_H
#define POMP_OTHER_RUNTIME_H

/* Returns the file of the i-th such runtime; NULL: there are no more. One whose calls all go to LLVM's libomp, which
 * stands before it, has nothing to tell. */
const char *pomp_other_runtime(unsigned i);

#endif
