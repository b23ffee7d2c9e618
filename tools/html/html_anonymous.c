/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* html_anonymous.c - takes out of a page's data what says who ran the program where. Names of functions stay, and the
 * names of source files without their folders. Not here: the source, which is not put in at all. */
#include "html_page.h"

#include <stdlib.h>
#include <string.h>

/* Members with these keys go, wherever they are. */
static const char *const secret[] = {
    "directory", "command", "working_directory", "host",      "pid",      "start", "settings", "writer", "module",
    "build",     "address", "experiment_name",   "os_thread", "alignment"};
/* Of these, the name behind the last slash stays. */
static const char *const paths[] = {"file", "program"};
/* What these say of the run may be in any text: it goes there, too. */
static const char *const said[] = {"directory", "working_directory", "host"};
/* The runs of a comparison are in these. */
static const char *const sides[] = {"a", "b"};
enum { WORDS = 3 * 256 }; /* of so many runs */

static bool is_one_of(const char *key, const char *const *of, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(key, of[i]) == 0)
      return true;
  return false;
}
#define IS_ONE_OF(key, of) is_one_of((key), (of), sizeof(of) / sizeof *(of))

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Returns a place without folders, also of those behind each ` < `, which it is included or called from. */
static json_t *place_alone(const char *place) {
  static const char from[] = " < ";
  char *shown = strdup(place), *part = shown, *to = shown;
  if (!shown)
    return NULL;
  while (part) {
    char *next = strstr(part, from);
    if (next)
      *next = 0;
    const char *name = last_part(part);
    size_t length = strlen(name);
    memmove(to, name, length);
    to += length;
    part = next ? next + strlen(from) : NULL;
    if (part) {
      memcpy(to, from, strlen(from));
      to += strlen(from);
    }
  }
  *to = 0;
  json_t *value = json_string_nocheck(shown);
  free(shown);
  return value;
}

/* Returns the text without a word that is secret, and without the folders of what is a path in it. */
static json_t *without(const char *text, const char *const *words, size_t count) {
  char *shown = malloc(strlen(text) + 1), *to = shown;
  if (!shown)
    return NULL;
  while (*text) {
    size_t length = 0;
    for (size_t i = 0; i < count && !length; i++)
      if (words[i] && strlen(words[i]) > 1 && strncmp(text, words[i], strlen(words[i])) == 0)
        length = strlen(words[i]);
    bool begins = to == shown || strchr(" ('\"=,:", to[-1]);
    size_t path = begins && *text == '/' ? strcspn(text, " )'\",:") : 0, folder = 0;
    for (size_t i = 0; i < path; i++)
      folder = text[i] == '/' ? i + 1 : folder;
    length = length > folder ? length : folder;
    if (length)
      text += length;
    else
      *to++ = *text++;
  }
  *to = 0;
  json_t *value = json_string_nocheck(shown);
  free(shown);
  return value;
}

/* Returns what is left of a member's text. */
static json_t *shown(const char *key, const char *text, const char *const *words, size_t count) {
  if (IS_ONE_OF(key, paths))
    return json_string_nocheck(last_part(text));
  return strcmp(key, "where") == 0 ? place_alone(text) : without(text, words, count);
}

static void clean(json_t *value, const char *const *words, size_t count) {
  const char *key;
  json_t *member;
  size_t i;
  void *next;
  if (json_is_object(value))
    json_object_foreach_safe(value, next, key, member) {
      if (IS_ONE_OF(key, secret) || (strcmp(key, "experiment") == 0 && json_is_string(member)))
        json_object_del(value, key);
      else if (json_is_string(member))
        json_object_set_new_nocheck(value, key, shown(key, json_string_value(member), words, count));
      else
        clean(member, words, count);
    }
  else if (json_is_array(value))
    json_array_foreach(value, i, member) {
      if (json_is_string(member))
        json_array_set_new(value, i, without(json_string_value(member), words, count));
      else
        clean(member, words, count);
    }
}

/* What one object says of a run: an experiment, or a run of a comparison. Returns how many words there are then. */
static size_t add_words(json_t *of, char **words, size_t count) {
  for (size_t i = 0; i < sizeof said / sizeof *said && count < WORDS; i++) {
    const char *value = json_string_value(json_object_get(of, said[i]));
    char *copy = value ? strdup(value) : NULL;
    if (copy)
      words[count++] = copy;
  }
  return count;
}

void html_anonymise(json_t *data) {
  char *words[WORDS] = {NULL};
  size_t count = add_words(json_object_get(data, "experiment"), words, 0), i;
  json_t *run;
  for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
    json_array_foreach(json_object_get(data, sides[s]), i, run) count = add_words(run, words, count);
  clean(data, (const char *const *)words, count);
  while (count)
    free(words[--count]);
}
