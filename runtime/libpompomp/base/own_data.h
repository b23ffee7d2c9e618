/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_data.h - where the library's own variables are.
 * Not here: memory that it maps (common/pomp_system.h). */
#ifndef POMP_OWN_DATA_H
#define POMP_OWN_DATA_H

/* Asks Helgrind and DRD to report no races in the library's variables. In a program that the library is linked into
 * statically they can't be told apart from the program's own, so that nothing is asked there. Called once, before the
 * first event is taken. */
void pomp_own_data_begin(void);

#endif
