/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* html_anonymous.c - takes out of a page's data what says who ran the program where. Names of functions stay, and the
 * names of source files without their folders. Not here: the source, which is not put in at all. */
#include "pomp_array.h"
#include "show/html_page.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Members with these keys go, wherever they are. */
static const char *const secret[] = {"directory", "command", "working_directory", "host",      "pid",
                                     "start",     "started", "settings",          "writer",    "module",
                                     "build",     "address", "experiment_name",   "os_thread", "alignment"};
/* These keys keep the name behind the last slash. */
static const char *const paths[] = {"file", "program", "database"};
/* These keys keep the names behind the last slashes; they may have several, as calls are inlined. */
static const char *const places[] = {"where"};
/* Sentences may have these words of the run; names of functions may be the same as one, and stay. */
static const char *const said[] = {"directory", "working_directory", "host"};
static const char *const sentences[] = {"notes", "advice", "worth", "not_judged_because"};
/* The runs of a comparison are in these. */
static const char *const sides[] = {"a", "b"};

/* Texts are cleaned of these: words of the run, and the folders of all files, each with its last slash. */
struct texts {
  char **at;
  uint32_t count, room;
};
struct secrets {
  struct texts words, folders;
  bool no_memory;
};

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

static bool add(struct texts *t, const char *text, size_t length) {
  for (uint32_t i = 0; i < t->count; i++)
    if (strlen(t->at[i]) == length && memcmp(t->at[i], text, length) == 0)
      return true;
  if (!POMP_ARRAY_ROOM(t->at, t->room, t->count + 1ull) || !(t->at[t->count] = strndup(text, length)))
    return false;
  t->count++;
  return true;
}

static void free_texts(struct texts *t) {
  for (uint32_t i = 0; i < t->count; i++)
    free(t->at[i]);
  free(t->at);
}

/* Notes the folder of each file, wherever it is named. */
static void find_folders(struct secrets *s, json_t *value) {
  const char *key;
  json_t *member;
  size_t i;
  if (json_is_object(value))
    json_object_foreach(value, key, member) {
      const char *path = IS_ONE_OF(key, paths) ? json_string_value(member) : NULL;
      size_t length = path ? (size_t)(last_part(path) - path) : 0;
      if (length && !add(&s->folders, path, length))
        s->no_memory = true;
      find_folders(s, member);
    }
  else if (json_is_array(value))
    json_array_foreach(value, i, member) find_folders(s, member);
}

static void find_words(struct secrets *s, const json_t *experiment) {
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    const char *word = json_string_value(json_object_get(experiment, said[i]));
    if (word && strlen(word) > 1 && !add(&s->words, word, strlen(word)))
      s->no_memory = true;
  }
}

static bool is_in_word(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

/* Returns how long what is to be left out is at a place that is no part of a word or a path before it. */
static size_t secret_at(const struct secrets *s, const char *text, bool sentence) {
  size_t longest = 0, path = *text == '/' ? strcspn(text, " )'\",:") : 0;
  for (size_t i = 1; i < path; i++)
    longest = text[i] == '/' ? i + 1 : longest;
  for (uint32_t i = 0; i < s->folders.count; i++) {
    size_t length = strlen(s->folders.at[i]);
    longest = length > longest && strncmp(text, s->folders.at[i], length) == 0 ? length : longest;
  }
  for (uint32_t i = 0; sentence && i < s->words.count; i++) {
    size_t length = strlen(s->words.at[i]);
    if (length > longest && strncmp(text, s->words.at[i], length) == 0 && !is_in_word(text[length]))
      longest = length;
  }
  return longest;
}

static json_t *without(const struct secrets *s, const char *text, bool sentence) {
  char *shown = malloc(strlen(text) + 1), *to = shown;
  char last = ' ';
  if (!shown)
    return NULL;
  while (*text) {
    bool begins = !is_in_word(last) && !strchr("/.-<", last);
    size_t length = begins ? secret_at(s, text, sentence) : 0;
    if (length)
      last = text[length - 1];
    else
      last = *to++ = *text;
    text += length ? length : 1;
  }
  *to = 0;
  json_t *value = json_string_nocheck(shown);
  free(shown);
  return value;
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

static json_t *clean_text(const struct secrets *s, const char *key, const char *text) {
  return IS_ONE_OF(key, paths)    ? json_string_nocheck(last_part(text))
         : IS_ONE_OF(key, places) ? place_alone(text)
                                  : without(s, text, IS_ONE_OF(key, sentences));
}

/* `key`: that of the value, or of the array that it is in. */
static bool clean(json_t *value, const struct secrets *s, const char *key) {
  json_t *member;
  size_t i;
  void *next;
  bool good = true;
  if (json_is_object(value))
    json_object_foreach_safe(value, next, key, member) {
      if (IS_ONE_OF(key, secret) || (strcmp(key, "experiment") == 0 && json_is_string(member)))
        json_object_del(value, key);
      else if (json_is_string(member))
        good &= json_object_set_new_nocheck(value, key, clean_text(s, key, json_string_value(member))) == 0;
      else
        good &= clean(member, s, key);
    }
  else if (json_is_array(value))
    json_array_foreach(value, i, member) good &=
        json_is_string(member) ? json_array_set_new(value, i, clean_text(s, key, json_string_value(member))) == 0
                               : clean(member, s, key);
  return good;
}

bool html_anonymise(json_t *data) {
  struct secrets s = {.no_memory = false};
  json_t *run;
  size_t i;
  find_words(&s, json_object_get(data, "experiment"));
  for (size_t side = 0; side < sizeof sides / sizeof *sides; side++)
    json_array_foreach(json_object_get(data, sides[side]), i, run) find_words(&s, run);
  find_folders(&s, data);
  bool good = clean(data, &s, "") && !s.no_memory;
  free_texts(&s.words);
  free_texts(&s.folders);
  return good;
}
