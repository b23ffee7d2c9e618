/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* function_name.h - the name that a function has in the source, from that of its symbol.
 * Not here: where symbols come from (debug_info.c). */
#ifndef FILES_FUNCTION_NAME_H
#define FILES_FUNCTION_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Writes the name without what C++ adds to it: qualified, but without parameters and return type. A function that a
 * compiler made of an OpenMP construct gets the name of the function that has the construct. */
void function_name(const char *symbol, char *text, size_t size);

/* True if a compiler made the function of an OpenMP construct. */
bool function_is_made(const char *symbol);

#endif
