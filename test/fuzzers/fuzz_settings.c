/* fuzz_settings.c - gives what libFuzzer thinks of to the parser of the environment: lines NAME=VALUE, with the prefix
 * POMP_ left out. A value that is taken must mean the same when it is shown and read again.
 * The rest of the runtime is not here: the parsers need these functions of it, and call none while they parse. */
#include <stdlib.h>
#include <string.h>

/* This is the environment: settings by their places in the table. */
static const char *environment[64];
static const char *get(const char *name);
#define pomp_libc_getenv get
#include "state/config.c"
#include "state/sample_setting.c"
#include "state/trace_selection.c"

bool pomp_libc_is_secure(void) { return false; }
void pomp_say(const char *format, ...) { (void)format; }
bool pomp_exclude_load(const char *path, bool verbose) {
  (void)verbose;
  return *path != 0;
}

enum { COUNT = sizeof settings / sizeof *settings };

static int place_of(const char *name, size_t length) {
  for (int i = 0; i < COUNT; i++)
    if (strlen(settings[i].name) == length && memcmp(settings[i].name, name, length) == 0)
      return i;
  return -1;
}

static const char *get(const char *name) { return environment[place_of(name, strlen(name))]; }

static void check_rules(void) {
  if (rule_count > RULES_MAX)
    abort();
  for (unsigned i = 0; i < rule_count; i++)
    if (!*rules[i].name || !rules[i].from || rules[i].to < rules[i].from || rules[i].name < names ||
        rules[i].name + strlen(rules[i].name) >= names + sizeof names)
      abort();
}

/* A setting is the same when it is read as it is shown. */
static void check_shown(const struct pomp_config *config) {
  struct pomp_config again;
  unsigned before = rule_count;
  const char *help;
  for (unsigned i = 0; i < COUNT; i++) {
    char value[4096 + 64], second[4096 + 64];
    const char *name = pomp_config_show(config, i, value, sizeof value, &help);
    if (!name)
      abort();
    if (settings[i].type == TEXT || strlen(value) >= sizeof value - 1)
      continue;
    const char *kept = environment[i];
    environment[i] = value;
    if (!pomp_config_read(&again) || rule_count != before ||
        !pomp_config_show(&again, i, second, sizeof second, &help) || strcmp(value, second) != 0)
      abort();
    environment[i] = kept;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct pomp_config config;
  char *text = malloc(size + 1), *rest = NULL;
  memcpy(text, data, size);
  text[size] = 0;
  memset(environment, 0, sizeof environment);
  for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    char *value = strchr(line, '='), name[64];
    if (!value || value - line > 40)
      continue;
    int place = place_of(name, (size_t)snprintf(name, sizeof name, "POMP_%.*s", (int)(value - line), line));
    if (place >= 0)
      environment[place] = value + 1;
  }
  rule_count = 0;
  if (pomp_config_read(&config)) {
    check_rules();
    check_shown(&config);
  }
  free(text);
  return 0;
}
