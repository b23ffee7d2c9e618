/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_names.c - compares regions with the names that POMP_PHASES has, and keeps which of them are phases. */
#include "definitions/phase_names.h"
#include "base/message.h"
#include "base/messages.h"
#include "pomp_names.h"
#include "state/phase_setting.h"

#include <string.h>

#define TEXT_MAX 4096

bool pomp_region_is_called(const struct ompregdescr *d, uint32_t role, const char *wanted) {
  static char shown[TEXT_MAX];
  const char *name = d->name ? d->name : "", *sub_name = d->sub_name ? d->sub_name : "";
  if (role == POMP_ROLE_FORK && pomp_begins_with(pomp_construct_name(name), wanted))
    return true;
  if (role == POMP_ROLE_USER && *sub_name && strcmp(sub_name, wanted) == 0)
    return true;
  pomp_region_name(shown, sizeof shown, role, name, sub_name);
  return strcmp(shown, wanted) == 0;
}

/* Returns the part of the construct that may be a phase, or POMP_ROLE_NONE. */
static uint32_t role_of(const struct ompregdescr *d) {
  if (strcmp(d->name, "region") == 0 || strcmp(d->name, "function") == 0)
    return POMP_ROLE_USER;
  return pomp_begins_with(pomp_construct_name(d->name), "parallel") ? POMP_ROLE_FORK : POMP_ROLE_NONE;
}

bool pomp_phase_is_named(const struct ompregdescr *d) {
  bool named = d->version >= 2 && d->flags & POMP_RD_PHASE;
  unsigned count;
  struct pomp_phase_name *names = pomp_phase_setting(&count);
  const uint32_t role = role_of(d);
  for (unsigned i = 0; i < count && role != POMP_ROLE_NONE; i++)
    if (pomp_region_is_called(d, role, names[i].name))
      named = names[i].found = true;
  return named;
}

void pomp_phase_names_end(void) {
  char list[512];
  struct pomp_text text = {list, sizeof list, 0};
  unsigned count;
  const struct pomp_phase_name *names = pomp_phase_setting(&count);
  for (unsigned i = 0; i < count; i++)
    if (!names[i].found)
      pomp_text_add(&text, "%s'%s'", text.length ? ", " : "", names[i].name);
  if (text.length)
    pomp_say(POMP_SAYS_PHASES_UNKNOWN, list);
}
