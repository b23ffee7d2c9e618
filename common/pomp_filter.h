/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_filter.h - the filter file: which regions are not to be measured. Score-P's syntax, so that its files fit.
 *
 * What lives here: parsing the text and matching names against its rules. What does not: reading the file, what a name
 * is, and what becomes of what is excluded. Knows nothing but libc; docs/filter.md describes the syntax. */
#ifndef POMP_FILTER_H
#define POMP_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct pomp_filter;

/* It says what is wrong with the text: a sentence without its full stop, and the line, counted from 1. */
struct pomp_filter_error {
  unsigned line;
  char text[200];
};

/* These are the names of a region that patterns may match. One that is NULL is not known, and no pattern matches it.
 * A rule for files applies if its pattern matches `file` or `path`, one for regions if it matches `name` or
 * `signature`, one for mangled names if it matches `mangled`. */
struct pomp_filter_names {
  const char *file;      /* as in __FILE__ */
  const char *path;      /* absolute */
  const char *name;      /* qualified, without parameters: "ns::f" */
  const char *signature; /* "ns::f(int)" */
  const char *mangled;
};

/* Returns the rules of a filter file's text, or NULL and the error. The text need not end with 0 and may go
 * afterwards. */
struct pomp_filter *pomp_filter_parse(const char *text, size_t length, struct pomp_filter_error *error);
void pomp_filter_free(struct pomp_filter *filter);

/* Returns about how many bytes of memory the rules take: what malloc adds is estimated. */
size_t pomp_filter_bytes(const struct pomp_filter *filter);

/* True if the region is excluded by its file or by its name. */
bool pomp_filter_excludes(const struct pomp_filter *filter, const struct pomp_filter_names *names);

/* True if the pattern matches the whole text. It may have *, ?, [a-z], [!a-z], and \ before any of these to mean
 * itself. The time is at most the product of the two lengths. */
bool pomp_filter_match(const char *pattern, const char *text);

#ifdef __cplusplus
}
#endif
#endif
