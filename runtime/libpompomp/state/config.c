/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* config.c - the one parser that walks the table of settings (common/pomp_settings.def).
 * Not here: what the settings do; what is in a filter file (region_filter.c). docs/environment.md says the same to
 * users; a test compares the two. */
#include "state/config.h"
#include "base/clock.h"
#include "base/libc.h"
#include "base/message.h"
#include "base/messages.h"
#include "pomp_nearest.h"
#include "state/phase_setting.h"
#include "state/region_filter.h"
#include "state/sample_setting.h"
#include "state/trace_selection.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h> /* __environ */

#define MEMORY_MIN (64u << 10)
#define CLUSTERS_MAX 1000u
#define TIME_MAX 3600000u /* s */

enum type { SWITCH, SIZE, TEXT, CHOICE, VISITS, SAMPLE, PHASES, CLUSTERS, TIME };

struct setting {
  const char *name;
  enum type type;
  size_t field; /* offset in struct pomp_config */
  const char *standard, *allowed, *help;
  const char *const *choices; /* the words of a CHOICE; NULL is the last */
};

#define FIELD(member) offsetof(struct pomp_config, member)
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})
#define POMP_SETTING(name, type, member, standard, allowed, help, words)                                               \
  {#name, type, FIELD(member), standard, allowed, help, words},
static const struct setting settings[] = {
#include "pomp_settings.def"
};
static const mode_t file_modes[] = {0600, 0640, 0644, 0660, 0664, 0666}; /* in the order of the words there */

/* These names begin like settings, and are known to other parts of pompinst: the compiler wrappers, the tool that is
 * beside ours (other_tool.c), the example of somebody else's library, the packages, pomp-exec. */
static const char *const others[] = {
    "POMP_CLANG",       "POMP_MPICC",      "POMP_MPICXX", "POMP_TOOL_LIBRARIES", "POMP_TOOL_VERBOSE_INIT",
    "POMP_LOGGER_FILE", "POMP_MAINTAINER", "POMP_EXEC"};
#define PREFIX "POMP_"
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool parse_size(const char *text, uint64_t *bytes) {
  if (*text < '0' || *text > '9')
    return false;
  char *end;
  errno = 0;
  unsigned long long n = strtoull(text, &end, 10);
  unsigned shift = 0;
  if (*end && !end[1]) {
    switch (*end++) {
    case 'k':
    case 'K':
      shift = 10;
      break;
    case 'm':
    case 'M':
      shift = 20;
      break;
    case 'g':
    case 'G':
      shift = 30;
      break;
    default:
      return false;
    }
  }
  /* Node numbers are 32 bits wide, which is 256 GiB of them; more address space than that is not asked for. */
  if (errno || *end || n > (256ull << 30 >> shift))
    return false;
  *bytes = (uint64_t)n << shift;
  return *bytes >= MEMORY_MIN;
}

static bool parse_clusters(const char *text, uint64_t *number) {
  char *end;
  if (*text < '0' || *text > '9')
    return false;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return !errno && !*end && *number >= 1 && *number <= CLUSTERS_MAX;
}

/* Takes a whole number of s, m or h, up to some weeks. */
static bool parse_time(const char *text, uint64_t *ns) {
  static const struct {
    char unit;
    uint64_t seconds;
  } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}};
  char *end;
  *ns = 0;
  if (text[0] == '0' && !text[1])
    return true;
  if (*text < '0' || *text > '9')
    return false;
  errno = 0;
  const unsigned long long count = strtoull(text, &end, 10);
  for (size_t i = 0; !errno && *end && !end[1] && i < sizeof units / sizeof *units; i++)
    if (*end == units[i].unit && count <= TIME_MAX / units[i].seconds)
      *ns = count * units[i].seconds * 1000000000u;
  return *ns != 0;
}

static bool parse(const struct setting *s, const char *text, struct pomp_config *config) {
  char *field = (char *)config + s->field;
  switch (s->type) {
  case SWITCH:
    *(bool *)(void *)field = text[0] == '1';
    return (text[0] == '0' || text[0] == '1') && !text[1];
  case SIZE:
    return parse_size(text, (uint64_t *)(void *)field);
  case TEXT:
    *(const char **)(void *)field = text;
    return true;
  case VISITS:
    *(const char **)(void *)field = text;
    return pomp_trace_selection_parse(text);
  case PHASES:
    *(const char **)(void *)field = text;
    return pomp_phase_setting_parse(text);
  case TIME:
    return parse_time(text, (uint64_t *)(void *)field);
  case CLUSTERS:
    return parse_clusters(text, (uint64_t *)(void *)field);
  case SAMPLE:
    *(const char **)(void *)field = text;
    return pomp_sample_setting_parse(text);
  case CHOICE:
    for (uint32_t i = 0; s->choices[i]; i++)
      if (strcmp(text, s->choices[i]) == 0) {
        *(uint32_t *)(void *)field = i;
        return true;
      }
    return false;
  }
  return false;
}

mode_t pomp_config_file_mode(const struct pomp_config *config) { return file_modes[config->file_mode]; }

/* Who may read it may search it. */
mode_t pomp_config_directory_mode(const struct pomp_config *config) {
  mode_t mode = pomp_config_file_mode(config);
  return mode | (mode & 0444) >> 2;
}

/* Names a variable that nobody reads, with the setting that was probably meant. */
static void check_name(const char *name, size_t length) {
  const size_t prefix = sizeof PREFIX - 1;
  struct pomp_nearest nearest = {.word = name + prefix, .length = length - prefix};
  for (size_t i = 0; i < COUNT_OF(settings) + COUNT_OF(others); i++) {
    const char *known = i < COUNT_OF(settings) ? settings[i].name : others[i - COUNT_OF(settings)];
    if (strncmp(known, name, length) == 0 && !known[length])
      return;
    pomp_nearest_offer(&nearest, known + prefix);
  }
  if (nearest.name)
    pomp_say(POMP_SAYS_SETTING_MISSPELT, (int)(length < 100 ? length : 100), name, nearest.name);
  else
    pomp_say(POMP_SAYS_SETTING_UNKNOWN, (int)(length < 100 ? length : 100), name);
}

/* The program may have taken all variables away (clearenv). */
static void check_names(void) {
  for (char **variable = __environ; variable && *variable; variable++) {
    const char *end = strchr(*variable, '=');
    if (end && strncmp(*variable, PREFIX, sizeof PREFIX - 1) == 0)
      check_name(*variable, (size_t)(end - *variable));
  }
}

bool pomp_config_read(struct pomp_config *config) {
  bool good = true;
  if (!pomp_libc_is_secure())
    check_names();
  for (size_t i = 0; i < COUNT_OF(settings); i++) {
    const struct setting *s = &settings[i];
    const char *text = pomp_libc_getenv(s->name);
    if (!text || !*text) /* a variable that is empty counts as not set */
      text = s->standard;
    if (parse(s, text, config))
      continue;
    pomp_say(POMP_SAYS_SETTING_WRONG, s->name, text, s->allowed);
    good = false;
  }
  return good && (!*config->filter || pomp_exclude_load(config->filter, config->verbose));
}

const char *pomp_config_show(const struct pomp_config *config, unsigned i, char *value, size_t size,
                             const char **help) {
  if (i >= COUNT_OF(settings))
    return NULL;
  const struct setting *s = &settings[i];
  const char *field = (const char *)config + s->field;
  switch (s->type) {
  case SWITCH:
    snprintf(value, size, "%d", *(const bool *)(const void *)field);
    break;
  case TIME:
    snprintf(value, size, "%llu%s", (unsigned long long)*(const uint64_t *)(const void *)field / 1000000000u,
             *(const uint64_t *)(const void *)field ? "s" : "");
    break;
  case SIZE:
  case CLUSTERS:
    snprintf(value, size, "%llu", (unsigned long long)*(const uint64_t *)(const void *)field);
    break;
  case CHOICE:
    snprintf(value, size, "%s", s->choices[*(const uint32_t *)(const void *)field]);
    break;
  default:
    snprintf(value, size, "%s", *(const char *const *)(const void *)field);
  }
  *help = s->help;
  return s->name;
}

static bool is_set_to(const char *name, const char *value) {
  const char *text = pomp_libc_getenv(name);
  return text && strcmp(text, value) == 0;
}

bool pomp_config_is_verbose(void) { return is_set_to("POMP_VERBOSE", "1"); }
bool pomp_config_takes_no_signals(void) { return is_set_to("POMP_SIGNALS", "none"); }
static bool is_wanted(const char *name) {
  const char *text = pomp_libc_getenv(name);
  return text && *text && strcmp(text, "0") != 0;
}

bool pomp_config_measures_nothing(void) {
  bool traced = pomp_libc_getenv("POMP_TRACE") && !is_set_to("POMP_TRACE", "0");
  return is_set_to("POMP_PROFILE", "0") && !traced;
}

static uint32_t own_process;
void pomp_config_load(uint32_t process) { own_process = process; }

/* Reads `PROCESS:WORDS`. */
static uint32_t read_exec(const char **words) {
  const char *text = pomp_libc_getenv("POMP_EXEC");
  char *end = NULL;
  unsigned long process = text ? strtoul(text, &end, 10) : 0;
  *words = end && end != text && *end == ':' ? end + 1 : NULL;
  return *words ? (uint32_t)process : 0;
}
const char *pomp_config_exec(void) {
  const char *words;
  read_exec(&words);
  return words;
}

bool pomp_config_asks(void) {
  const char *words;
  uint32_t started = read_exec(&words);
  if (words)
    return started == own_process;
  static const char *const asking[] = {"POMP_EXPERIMENT_DIR", "POMP_TRACE",  "POMP_METRICS",
                                       "POMP_PROFILE_EVERY",  "POMP_PHASES", "POMP_ARCHIVE"};
  for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
    if (is_wanted(asking[i]))
      return true;
  return is_wanted("POMP_SAMPLE") && !is_set_to("POMP_SAMPLE", "auto");
}
bool pomp_config_is_off(void) { return is_set_to("POMP_ENABLE", "0") || pomp_config_measures_nothing(); }
