/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_regions.c - regions and call paths in OTF2: roles, paradigms, names, files.
 * Not here: the words of the names (scorep_names.c), all other definitions (otf2_definitions.c). */
#include "commands/convert/otf2_regions.h"
#include "commands/convert/conversion.h"
#include "commands/convert/phase_instances.h"
#include "commands/convert/scorep_names.h"
#include "files/call_sites.h"
#include "pomp_names.h"
#include "pomp_text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct definer {
  const struct traced_run *source;
  OTF2_GlobalDefWriter *out;
  otf2_text text;
  void *context;
};

static OTF2_StringRef text_of(const struct definer *d, char *cut) {
  pomp_text_clean(cut, 0); /* it may have been cut in a character */
  return d->text(d->context, cut);
}

/* Each role has one of OTF2's. */
static const OTF2_RegionRole roles[POMP_ROLE_COUNT] = {
#define POMP_ROW(name, number, text, wait, block, holder, facts, otf2, ...) [number] = OTF2_REGION_ROLE_##otf2,
    POMP_ROLES(POMP_ROW)
#undef POMP_ROW
};

static const OTF2_RegionRole mpi_roles[POMP_MPI_KIND_COUNT] = {
#define POMP_ROW(name, number, text, otf2) [number] = OTF2_REGION_ROLE_##otf2,
    POMP_MPI_KINDS(POMP_ROW)
#undef POMP_ROW
};

static OTF2_RegionRole role_of(const struct region *r) {
  const char *name = r->construct ? r->construct->name : "";
  uint32_t kind = r->totals.messages.kind;
  if (r->role == POMP_ROLE_BARRIER && strcmp(name, "barrier") == 0)
    return OTF2_REGION_ROLE_BARRIER;
  if (r->role == POMP_ROLE_USER && strcmp(name, "function") == 0)
    return OTF2_REGION_ROLE_FUNCTION;
  if (r->role == POMP_ROLE_MPI)
    return mpi_roles[kind < POMP_MPI_KIND_COUNT ? kind : POMP_MPI_OTHER];
  return r->role < POMP_ROLE_COUNT ? roles[r->role] : OTF2_REGION_ROLE_UNKNOWN;
}

/* True of what pomp-clang --pomp-mutexes measures. */
static bool is_pthread(const struct region *r) { return r->construct && pomp_is_pthread(r->construct->name); }

bool otf2_is_pthread(const struct traced_run *s, uint32_t region) {
  return region < s->analysis.region_count && is_pthread(&s->analysis.regions[region]);
}

static OTF2_Paradigm paradigm_of(const struct region *r) {
  return r->role == POMP_ROLE_MPI ? OTF2_PARADIGM_MPI
         : is_pthread(r)          ? OTF2_PARADIGM_PTHREAD
         : r->role == POMP_ROLE_USER
             ? (strcmp(r->construct ? r->construct->name : "", "function") == 0 ? OTF2_PARADIGM_COMPILER
                                                                                : OTF2_PARADIGM_USER)
         : r->role == POMP_ROLE_NONE ? OTF2_PARADIGM_MEASUREMENT_SYSTEM
                                     : OTF2_PARADIGM_OPENMP;
}

/* True if it is a routine, with a region for each place that it is called from. */
static bool is_routine(const struct region *r) {
  return r->role == POMP_ROLE_MPI || r->role == POMP_ROLE_LOCK || r->role == POMP_ROLE_CONDITION;
}

/* Describes a region by its function and its directive, with the clauses: the format has no other place for them. A
 * routine is described by where it is called, as its file is what Score-P writes. */
static OTF2_StringRef describe(const struct definer *d, const struct region *r) {
  const struct construct *c = r->construct;
  char both[8000], where[3000];
  if (!c)
    return d->text(d->context, "");
  const char *function = call_function(c), *colon = *function ? ": " : "", *clauses = c->clauses ? c->clauses : "";
  if (is_routine(r)) {
    call_where(c, where, sizeof where);
    snprintf(both, sizeof both, "%.2000s%s%s", function, *where ? colon : "", where);
  } else if (r->role == POMP_ROLE_USER)
    snprintf(both, sizeof both, "%.2000s", function);
  else
    snprintf(both, sizeof both, "%.2000s%s%.400s%s%.4000s", function, colon, pomp_construct_name(c->name),
             *clauses ? " " : "", clauses);
  return text_of(d, both);
}

/* Names the file of a region. Scalasca knows routines by the files OMP, MPI and PTHREAD, as Score-P calls them. A file
 * that is named relatively is the one in the directory that the program ran in, if that is there; and a call whose line
 * is not known is distinguished by its address. */
static OTF2_StringRef file_of(const struct definer *d, const struct region *r) {
  char path[6000];
  const char *directory = d->source->experiment->processes[0].directory, *file = call_file(r->construct);
  if (is_routine(r))
    return d->text(d->context, r->role == POMP_ROLE_MPI ? "MPI" : is_pthread(r) ? "PTHREAD" : "OMP");
  if (!r->construct)
    return OTF2_UNDEFINED_STRING;
  if (!*file) {
    call_where(r->construct, path, sizeof path);
    return text_of(d, path);
  }
  int n = snprintf(path, sizeof path, "%s/%s", directory, file);
  bool found = *file != '/' && *directory == '/' && n > 0 && (size_t)n < sizeof path && access(path, F_OK) == 0;
  return d->text(d->context, found ? path : file);
}

static OTF2_ErrorCode put_region(const struct definer *d, uint32_t i) {
  const struct region *r = &d->source->analysis.regions[i];
  char name[4096];
  conversion_name_region(name, sizeof name, d->source->experiment, r);
  OTF2_StringRef called = d->text(d->context, name);
  bool routine = is_routine(r);
  return OTF2_GlobalDefWriter_WriteRegion(
      d->out, i, called, called, describe(d, r), role_of(r), paradigm_of(r),
      phase_is_region(&d->source->analysis, i) ? OTF2_REGION_FLAG_DYNAMIC : OTF2_REGION_FLAG_NONE, file_of(d, r),
      routine ? 0 : scorep_first_line(r), routine ? 0 : scorep_last_line(r));
}

OTF2_ErrorCode otf2_regions_define(const struct traced_run *s, OTF2_GlobalDefWriter *out, otf2_text text,
                                   void *context) {
  /* Readers know these by their names: what is between events of measurement on and off, and flushes. */
  static const struct {
    const char *name;
    OTF2_Paradigm paradigm;
  } artificial[OTF2_ARTIFICIAL] = {{"MEASUREMENT OFF", OTF2_PARADIGM_USER},
                                   {"TRACE BUFFER FLUSH", OTF2_PARADIGM_MEASUREMENT_SYSTEM},
                                   {"TASKS", OTF2_PARADIGM_OPENMP}};
  struct definer d = {s, out, text, context};
  OTF2_ErrorCode code = OTF2_SUCCESS;
  uint32_t count = s->analysis.region_count;
  bool pthread = false;
  for (uint32_t i = 0; i < count && code == OTF2_SUCCESS; i++) {
    code = put_region(&d, i);
    pthread |= otf2_is_pthread(s, i);
  }
  if (pthread && code == OTF2_SUCCESS)
    code = OTF2_GlobalDefWriter_WriteParadigm(out, OTF2_PARADIGM_PTHREAD, text(context, "POSIX threads"),
                                              OTF2_PARADIGM_CLASS_THREAD_CREATE_WAIT);
  for (uint32_t i = 0; i < OTF2_ARTIFICIAL && code == OTF2_SUCCESS; i++) {
    OTF2_StringRef name = text(context, artificial[i].name);
    code = OTF2_GlobalDefWriter_WriteRegion(out, count + i, name, name, text(context, ""), OTF2_REGION_ROLE_ARTIFICIAL,
                                            artificial[i].paradigm, OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0);
  }
  return code;
}

/* Writes the call paths over all locations. The first is the root, which is the program. */
OTF2_ErrorCode otf2_paths_define(const struct traced_run *s, OTF2_GlobalDefWriter *out) {
  const struct analysis *a = &s->analysis;
  OTF2_ErrorCode code = OTF2_SUCCESS;
  for (uint32_t i = 0; i < a->path_count && code == OTF2_SUCCESS; i++)
    code = OTF2_GlobalDefWriter_WriteCallpath(
        out, i, i == 0 || a->paths[i].parent == NO_PATH ? OTF2_UNDEFINED_CALLPATH : a->paths[i].parent,
        a->paths[i].region);
  return code;
}
