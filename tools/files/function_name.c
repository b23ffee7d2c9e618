/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* function_name.c - makes of a symbol the function's name as the source has it; C++'s own library knows its names.
 * Not here: where symbols come from (debug_info.c). */
#include "files/function_name.h"
#include "pomp_fortran.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOL_MAX 2000 /* longer ones stay as they are: the library's memory grows with them */

typedef char *demangle_function(const char *mangled, char *buffer, size_t *size, int *status);

/* Finds the function of C++'s library that undoes the mangling of names. The tools are programs in C, and do without it
 * where it is not there: then names stay as they are. */
static demangle_function *demangler(void) {
  static demangle_function *found;
  static bool looked;
  if (!looked) {
    void *library = dlopen("libstdc++.so.6", RTLD_NOW);
    void *symbol = library ? dlsym(library, "__cxa_demangle") : NULL;
    memcpy(&found, &symbol, sizeof found);
    looked = true;
  }
  return found;
}

/* Clang calls the function of a parallel region `f.omp_outlined`, gcc `f._omp_fn.0`, and both have other endings. */
static void cut_ending(char *symbol) {
  static const char *const endings[] = {".omp_outlined", "._omp_fn",    ".omp_task_entry", ".isra.",    ".part.",
                                        ".cold",         ".constprop.", ".llvm.",          ".lto_priv."};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    char *end = strstr(symbol, endings[i]);
    if (end && end != symbol)
      *end = 0;
  }
}

/* Returns what the name of a target region's function has of the user's: `__omp_offloading_DEVICE_FILE_NAME_lLINE`, in
 * which DEVICE and FILE are numbers in hexadecimal digits. */
static char *without_offloading(char *symbol) {
  static const char begin[] = "__omp_offloading_";
  char *name = symbol + sizeof begin - 1, *line = NULL;
  if (strncmp(symbol, begin, sizeof begin - 1) != 0)
    return symbol;
  for (int i = 0; i < 2; i++) {
    name += strspn(name, "0123456789abcdef");
    if (*name++ != '_')
      return symbol;
  }
  for (char *at = name; (at = strstr(at, "_l")); at += 2)
    line = at[2] >= '0' && at[2] <= '9' ? at : line;
  if (line && line != name)
    *line = 0;
  return name;
}

bool function_is_made(const char *symbol) {
  return strstr(symbol, ".omp_") || strstr(symbol, "._omp_fn") || strstr(symbol, "__omp_offloading_") == symbol;
}

/* Cuts off the last pair of brackets and what follows it. */
static void cut_parameters(char *name) {
  char *at = strrchr(name, ')');
  int depth = 0;
  for (; at && at >= name; at--) {
    depth += *at == ')' ? 1 : *at == '(' ? -1 : 0;
    if (depth == 0) {
      if (at > name && *(at + 1) != 'a') /* "(anonymous namespace)" */
        *at = 0;
      return;
    }
  }
}

/* The demangled name of a template's function begins with its return type. */
static const char *without_type(const char *name) {
  const char *begin = name;
  int depth = 0;
  if (strstr(name, "operator"))
    return name;
  for (const char *at = name; *at; at++) {
    depth += strchr("<({", *at) ? 1 : strchr(">)}", *at) ? -1 : 0;
    if (*at == ' ' && depth == 0)
      begin = at + 1;
  }
  return begin;
}

void function_name(const char *symbol, char *text, size_t size) {
  char own[SYMBOL_MAX];
  if ((size_t)snprintf(own, sizeof own, "%s", symbol) >= sizeof own) {
    snprintf(text, size, "%s", symbol);
    return;
  }
  cut_ending(own);
  char *users = without_offloading(own);
  int status = 0;
  char *name = strncmp(users, "_Z", 2) == 0 && demangler() ? demangler()(users, NULL, NULL, &status) : NULL;
  if (name)
    cut_parameters(name);
  if (name)
    snprintf(text, size, "%s", without_type(name));
  else
    pomp_fortran_name(users, strlen(users), text, size);
  free(name);
}
