/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_filter.c - parses a filter file, and matches names against its rules.
 * Not here: what pomp_filter.h leaves to others. */
#include "pomp_filter.h"
#include "pomp_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum block { OUTSIDE, FILES, REGIONS };

struct rule {
  enum block block;
  bool exclude, mangled;
  char *pattern;
};

struct pomp_filter {
  struct rule *rules;
  uint32_t count, room;
};

/* --- parsing --- */

struct parser {
  const char *at, *end;
  unsigned line;
  enum block block;
  unsigned block_line;
  bool in_rule, exclude, mangled;
  struct pomp_filter *filter;
  struct pomp_filter_error *error;
};

static bool fail(struct parser *p, const char *what, const char *word, const char *allowed) {
  p->error->line = p->line;
  snprintf(p->error->text, sizeof p->error->text, "%s%s%.60s%s%s", what, *word ? " '" : "", word, *word ? "'" : "",
           allowed);
  for (char *c = p->error->text; *c; c++)
    if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
      *c = '?';
  return false;
}

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Returns a copy of the next word, or NULL at the end of the text or after an error. Backslashes stay, as the
 * pattern needs them. */
static char *next_word(struct parser *p, bool *ok) {
  while (p->at < p->end && (is_blank(*p->at) || *p->at == '#')) {
    if (*p->at == '#')
      while (p->at + 1 < p->end && p->at[1] != '\n')
        p->at++;
    p->line += *p->at == '\n';
    p->at++;
  }
  const char *start = p->at;
  while (p->at < p->end && !is_blank(*p->at) && *p->at != '#') {
    if (*p->at == '\0')
      return *ok = fail(p, "there is a NUL character", "", ""), NULL;
    if (*p->at == '\\' && (++p->at == p->end || *p->at == '\n' || *p->at == '\r' || *p->at == '\0'))
      return *ok = fail(p, "a backslash at the end of a line escapes nothing", "", ""), NULL;
    p->at++;
  }
  if (p->at == start)
    return NULL;
  char *word = malloc((size_t)(p->at - start) + 1);
  if (!word)
    return *ok = fail(p, "there is no memory", "", ""), NULL;
  memcpy(word, start, (size_t)(p->at - start));
  word[p->at - start] = '\0';
  return word;
}

static const struct bracket {
  const char *word;
  enum block block;
  bool begin;
} brackets[] = {
    {"SCOREP_FILE_NAMES_BEGIN", FILES, true},
    {"SCOREP_FILE_NAMES_END", FILES, false},
    {"SCOREP_REGION_NAMES_BEGIN", REGIONS, true},
    {"SCOREP_REGION_NAMES_END", REGIONS, false},
};

static bool unexpected(struct parser *p, const char *word) {
  const char *allowed =
      p->block == OUTSIDE ? ": a block begins with SCOREP_FILE_NAMES_BEGIN or SCOREP_REGION_NAMES_BEGIN"
      : !p->in_rule       ? ": a rule begins with EXCLUDE or INCLUDE"
      : p->block == FILES ? ": expected a pattern, EXCLUDE, INCLUDE or SCOREP_FILE_NAMES_END"
                          : ": expected a pattern, EXCLUDE, INCLUDE, MANGLED or SCOREP_REGION_NAMES_END";
  return fail(p, "unexpected", word, allowed);
}

static bool read_bracket(struct parser *p, const struct bracket *b) {
  if (b->begin ? p->block != OUTSIDE : p->block != b->block)
    return unexpected(p, b->word);
  p->block = b->begin ? b->block : OUTSIDE;
  p->block_line = p->line;
  p->in_rule = false;
  return true;
}

/* Reads a word. `*taken` becomes true if it has become a rule, which then owns it. */
static bool read_word(struct parser *p, char *word, bool *taken) {
  for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++)
    if (strcmp(word, brackets[i].word) == 0)
      return read_bracket(p, &brackets[i]);
  if (strcmp(word, "EXCLUDE") == 0 || strcmp(word, "INCLUDE") == 0) {
    if (p->block == OUTSIDE)
      return unexpected(p, word);
    p->in_rule = true;
    p->exclude = *word == 'E';
    p->mangled = false;
    return true;
  }
  if (!p->in_rule || (strcmp(word, "MANGLED") == 0 && p->block != REGIONS))
    return unexpected(p, word);
  if (strcmp(word, "MANGLED") == 0)
    return p->mangled = true;
  struct pomp_filter *f = p->filter;
  if (!POMP_ARRAY_ROOM(f->rules, f->room, f->count + 1ull))
    return fail(p, "there is no memory", "", "");
  f->rules[f->count++] = (struct rule){p->block, p->exclude, p->mangled, word};
  return *taken = true;
}

struct pomp_filter *pomp_filter_parse(const char *text, size_t length, struct pomp_filter_error *error) {
  struct parser p = {.at = text, .end = text + length, .line = 1, .error = error};
  p.filter = calloc(1, sizeof *p.filter);
  if (!p.filter)
    return fail(&p, "there is no memory", "", ""), NULL;
  bool ok = true;
  char *word;
  while (ok && (word = next_word(&p, &ok))) {
    bool taken = false;
    ok = read_word(&p, word, &taken);
    if (!taken)
      free(word);
  }
  if (ok && p.block != OUTSIDE) {
    p.line = p.block_line;
    const char *missing = p.block == FILES ? "SCOREP_FILE_NAMES_END" : "SCOREP_REGION_NAMES_END";
    ok = fail(&p, "the block that begins here has no", missing, "");
  }
  if (ok)
    return p.filter;
  pomp_filter_free(p.filter);
  return NULL;
}

void pomp_filter_free(struct pomp_filter *filter) {
  if (!filter)
    return;
  for (size_t i = 0; i < filter->count; i++)
    free(filter->rules[i].pattern);
  free(filter->rules);
  free(filter);
}

size_t pomp_filter_bytes(const struct pomp_filter *filter) {
  enum { OVERHEAD = 32 };
  size_t bytes = sizeof *filter + filter->room * sizeof *filter->rules + OVERHEAD;
  for (size_t i = 0; i < filter->count; i++)
    bytes += strlen(filter->rules[i].pattern) + OVERHEAD;
  return bytes;
}

/* --- matching --- */

/* Reads one character of a set, which a backslash may make mean itself. */
static unsigned char set_character(const char **p) {
  if (**p == '\\' && (*p)[1])
    ++*p;
  return (unsigned char)*(*p)++;
}

/* Matches a character with the set that `pattern` begins with. Returns what is behind the set, or NULL if nothing
 * closes it: then the '[' means itself. */
static const char *match_set(const char *pattern, unsigned char c, bool *matches) {
  const char *p = pattern + 1;
  bool negated = *p == '!' || *p == '^', in = false;
  p += negated;
  for (bool first = true; *p && (first || *p != ']'); first = false) {
    unsigned char low = set_character(&p), high = low;
    if (*p == '-' && p[1] && p[1] != ']') {
      p++;
      high = set_character(&p);
    }
    in |= low <= c && c <= high;
  }
  if (*p != ']')
    return NULL;
  *matches = in != negated;
  return p + 1;
}

/* Matches one character of the text with what `pattern` begins with, which is no '*'. Returns what is behind that,
 * or NULL if it does not match. */
static const char *match_one(const char *pattern, char c) {
  if (*pattern == '?')
    return pattern + 1;
  if (*pattern == '[') {
    bool matches = false;
    const char *behind = match_set(pattern, (unsigned char)c, &matches);
    if (behind)
      return matches ? behind : NULL;
  }
  if (*pattern == '\\' && pattern[1])
    pattern++;
  return *pattern == c ? pattern + 1 : NULL;
}

bool pomp_filter_match(const char *pattern, const char *text) {
  /* After a '*', these say where to go on if what follows does not fit. Only the last '*' matters. */
  const char *star = NULL, *retry = NULL;
  while (*text) {
    const char *behind;
    if (*pattern == '*') {
      star = ++pattern;
      retry = text;
    } else if (*pattern && (behind = match_one(pattern, *text))) {
      pattern = behind;
      text++;
    } else if (star) {
      pattern = star;
      text = ++retry;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    pattern++;
  return !*pattern;
}

static bool fits(const char *pattern, const char *name) { return name && pomp_filter_match(pattern, name); }

static bool applies(const struct rule *r, const struct pomp_filter_names *n) {
  if (r->block == FILES)
    return fits(r->pattern, n->file) || fits(r->pattern, n->path);
  if (r->mangled)
    return fits(r->pattern, n->mangled);
  return fits(r->pattern, n->name) || fits(r->pattern, n->signature);
}

bool pomp_filter_excludes(const struct pomp_filter *filter, const struct pomp_filter_names *names) {
  bool file = false, region = false; /* the last rule that applies decides */
  for (size_t i = 0; i < filter->count; i++) {
    const struct rule *r = &filter->rules[i];
    if (applies(r, names))
      *(r->block == FILES ? &file : &region) = r->exclude;
  }
  return file || region;
}
