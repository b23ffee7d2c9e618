/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_libc.h - is included before all else where the reader, the analysis and the diagnosis are compiled for the
 * runtime. What they call of libc goes to own_libc.c then, where ISO C leaves the name to the program, where it would
 * take memory of the program's, start threads, or need a library that the program may not have.
 * Not here: for what (pomp_first.h). */
#ifndef BASE_OWN_LIBC_H
#define BASE_OWN_LIBC_H

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#pragma GCC visibility push(hidden)
void *pomp_first_malloc(size_t size);
void *pomp_first_calloc(size_t count, size_t size);
void *pomp_first_realloc(void *old, size_t size);
void pomp_first_free(void *piece);
char *pomp_first_strdup(const char *text);
int pomp_first_asprintf(char **text, const char *format, ...) __attribute__((format(printf, 2, 3)));
int pomp_first_vasprintf(char **text, const char *format, va_list values) __attribute__((format(printf, 2, 0)));
/* Both are stable: equal elements keep their order. */
void pomp_first_qsort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *));
void pomp_first_qsort_r(void *array, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
                        void *context);
double pomp_first_floor(double x);
double pomp_first_ceil(double x);
double pomp_first_sqrt(double x); /* of a number below 0, and of none: 0 */
int pomp_first_no_thread(void);
int pomp_first_no_file(void);
#pragma GCC visibility pop

#define malloc pomp_first_malloc
#define calloc pomp_first_calloc
#define realloc pomp_first_realloc
#define free pomp_first_free
#define strdup pomp_first_strdup
#define asprintf pomp_first_asprintf
#define vasprintf pomp_first_vasprintf
#define qsort pomp_first_qsort
#define qsort_r pomp_first_qsort_r
#define floor pomp_first_floor
#define ceil pomp_first_ceil
#define sqrt pomp_first_sqrt
/* Nobody may start threads while the program ends; who can't does all by itself. */
#define pthread_create(thread, attributes, start, argument) ((void)(thread), (void)(start), pomp_first_no_thread())
#define pthread_join(thread, result) ((void)(thread))
/* No file is made then, either: what is large stays in memory. */
#define mkostemp(name, flags) ((void)(name), (void)(flags), pomp_first_no_file())
#define posix_fallocate(file, at, size) ((void)(file), (void)(at), (void)(size), pomp_first_no_file())
#define madvise(address, size, advice) ((void)(address), (void)(size))
#define sysconf(name) 4096

#endif
