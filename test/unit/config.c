/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* config.c - the settings: what is not set has its default, what is wrong is refused by its name, and what is shown
 * means the same when it is read again. */
#include "state/config.h"
#include "base/sandbox.h"
#include "state/sample_setting.h"
#include "state/trace_selection.h"
#include "unit.h"

#include <stdbool.h>

static struct pomp_config config;
static bool good;

static void read_it(void *unused) {
  (void)unused;
  good = pomp_config_read(&config);
}

/* Reads the environment with one variable set, and returns what was said. */
static const char *with(const char *name, const char *value) {
  setenv(name, value, 1);
  const char *said = unit_stderr(read_it, NULL);
  unsetenv(name);
  return said;
}

static void defaults(void) {
  CHECK(strcmp(with("POMP_VERBOSE", ""), "") == 0 && good); /* set to nothing is not set */
  CHECK(config.enable && config.profile && config.summary && !config.verbose && !config.multiplex && !config.trace);
  CHECK(config.memory == 256 << 20 && config.trace_memory == 1 << 30 && !*config.experiment_dir && !*config.metrics);
}

static void sizes(void) {
  static const struct {
    const char *text;
    uint64_t bytes;
  } right[] = {{"65536", 65536}, {"64k", 65536},     {"100K", 102400},
               {"3m", 3 << 20},  {"2G", 2ull << 30}, {"256G", 256ull << 30}};
  static const char *const wrong[] = {
      "65535", "63k", "-1", "1e9", "64kk", "64kB", " 64k", "257G", "99999999999999999999", "k"};
  for (size_t i = 0; i < sizeof right / sizeof *right; i++)
    CHECK(!*with("POMP_MEMORY", right[i].text) && good && config.memory == right[i].bytes);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const char *said = with("POMP_MEMORY", wrong[i]);
    CHECK(!good && strncmp(said, "pomp: POMP_MEMORY=", 18) == 0 && strstr(said, wrong[i]) &&
          strstr(said, "64k or more"));
  }
}

static void choices_and_switches(void) {
  static const char *const switches[] = {"POMP_ENABLE", "POMP_PROFILE", "POMP_SUMMARY", "POMP_VERBOSE",
                                         "POMP_METRICS_MULTIPLEX"};
  for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
    CHECK(!*with(switches[i], "0") && good && !*with(switches[i], "1") && good);
    CHECK(strstr(with(switches[i], "2"), switches[i]) && !good && strstr(with(switches[i], "yes"), "0 or 1") && !good);
  }
  CHECK(!*with("POMP_TRACE", "otf2") && good && config.trace == POMP_TRACE_CHOICE_OTF2);
  CHECK(!*with("POMP_SIGNALS", "none") && good && config.signals == POMP_SIGNALS_CHOICE_NONE);
  CHECK(!*with("POMP_SIGNALS", "0") && good && config.signals == POMP_SIGNALS_CHOICE_NO_END);
  CHECK(!*with("POMP_SANDBOX", "auto") && good && config.sandbox == POMP_SANDBOX_CHOICE_AUTO);
  CHECK(strstr(with("POMP_SANDBOX", "on"), "auto, 0 or 1") && !good);
  CHECK(strstr(with("POMP_SIGNALS", "2"), "0, 1 or none") && !good);
  CHECK(strstr(with("POMP_TRACE", "on"), "0, 1 or otf2") && !good);
  CHECK(strstr(with("POMP_TRACE_MODE", "circle"), "stop, flush or ring") && !good);
  CHECK(strstr(with("POMP_CLOCK", "TSC"), "auto, tsc or monotonic") && !good);
  CHECK(strstr(with("POMP_FILTER", "/nowhere/filter"), "/nowhere/filter") && !good);
}

static void selections(void) {
  unsigned count;
  CHECK(!*with("POMP_TRACE_SELECT", "step:1-2,f<a,b::c>:300") && good);
  const struct pomp_trace_rule *r = pomp_trace_selection(&count);
  CHECK(count == 2 && strcmp(r[0].name, "step") == 0 && r[0].from == 1 && r[0].to == 2);
  CHECK(strcmp(r[1].name, "f<a,b::c>") == 0 && r[1].from == 300 && r[1].to == 300);
  static const char *const wrong[] = {"step", "step:", ":1", "step:0", "step:2-1", "step:1,", ",step:1", "step:1-"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(strstr(with("POMP_TRACE_SELECT", wrong[i]), "POMP_TRACE_SELECT=") && !good);
}

static void samples(void) {
  CHECK(!*with("POMP_SAMPLE", "1") && good && pomp_sample_setting().period == 1000000 && !pomp_sample_setting().wall);
  CHECK(!*with("POMP_SAMPLE", "200us") && good && pomp_sample_setting().period == 200000);
  CHECK(!*with("POMP_SAMPLE", "wall:2ms") && good && pomp_sample_setting().period == 2000000);
  CHECK(pomp_sample_setting().wall);
  CHECK(!*with("POMP_SAMPLE", "0") && good && pomp_sample_setting().period == 0);
  static const char *const wrong[] = {
      "2",      "-1",    "1 ms",   "1s",   "ms",   "us",      "0us",  "19us",
      "2000ms", "wall:", "wall:0", "wall", "1msx", "cpu:1ms", "+1ms", "99999999999999999999us"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    CHECK(strstr(with("POMP_SAMPLE", wrong[i]), "POMP_SAMPLE=") && !good);
}

/* Each value as it is shown, when it is set, gives the same. */
static void shown(void) {
  char value[4200], again[4200];
  const char *name, *help;
  unsigned count = 0;
  setenv("POMP_MEMORY", "3M", 1);
  setenv("POMP_TRACE_MODE", "ring", 1);
  setenv("POMP_METRICS", "rusage:minflt", 1);
  CHECK(pomp_config_read(&config));
  for (; (name = pomp_config_show(&config, count, value, sizeof value, &help)); count++) {
    struct pomp_config second;
    CHECK(strncmp(name, "POMP_", 5) == 0 && *help);
    setenv(name, value, 1);
    CHECK(pomp_config_read(&second) && pomp_config_show(&second, count, again, sizeof again, &help));
    CHECK(strcmp(value, again) == 0);
  }
  CHECK(count > 10);
}

int main(void) {
  defaults();
  sizes();
  choices_and_switches();
  selections();
  samples();
  shown();
  return 0;
}
