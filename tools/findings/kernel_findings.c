/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_findings.c - finds what the kernel does for the program that the program could do without, and why, by what
 * happens there as often as would take that time. Not here: where that is (kernel_places.c). */
#include "base/paged_array.h"
#include "findings/kernel_places.h"
#include "sums/samples.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART 0.1        /* of the CPU time: less of it in the kernel is no finding */
#define PAGE 4096.0     /* bytes that come with a page fault, at least */
#define AGAIN 2         /* times the most memory that there was: so much comes only if memory is given back */
#define PART_SERIAL 0.5 /* of the time of serial code, in the kernel: then more threads are not the cure */
#define LEAST 5e6       /* ns: the kernel counts by ticks of 1 to 10 ms */
#define OWN_CALL 20e3   /* ns that the OpenMP runtime may be in the kernel for a construct */
#define FEW 20          /* sleeps, or samples: so many are chance */
#define CONTENDED_WORDS                                                                                                \
  "rand_r or a generator for each thread (<random>) in place of rand; a buffer for each thread, "                      \
  "put together once after the loop, in place of a container behind a std::mutex"

enum cause { FAULTS_AGAIN, FIRST_TOUCH, SWITCHES, CALLS, INPUT_OUTPUT, UNTOLD, CAUSES, NONE_FOUND = CAUSES };

/* How often something happened, what each takes as a rule, and what the kernel may take for it at most, in ns: if it
 * has taken more for each, that is not the reason. */
struct sign {
  enum cause cause;
  double often, usual, most;
};

static bool comes_again(const struct analysis *a) {
  const struct kernel_totals *k = &a->all.kernel;
  const double faults = (double)k->faults - (double)k->own_pages;
  return faults * PAGE > AGAIN * (double)k->resident;
}

/* True if the function takes a lock, or waits for one. What libomp does is not in samples: it is its construct's. */
static bool is_of_lock(const struct samples *s, uint32_t function) {
  static const char *const begins[] = {"lll_lock", "lll_mutex", "pthread_mutex", "pthread_rwlock", "random", "rand"};
  const char *name = s->functions[function].name;
  name += strspn(name, "_");
  name += strncmp(name, "GI_", 3) == 0 ? 3 + strspn(name + 3, "_") : 0;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (strncmp(name, begins[i], strlen(begins[i])) == 0)
      return true;
  return false;
}

static bool is_in_teams(const struct analysis *a, uint32_t path, uint32_t region) {
  while (path && path != NO_PATH && a->paths[path].region != region)
    path = a->paths[path].parent;
  return path && path != NO_PATH;
}

/* True if the samples of a region's teams tell that threads take locks of libraries there. */
static bool samples_tell_lock(const struct analysis *a, uint32_t region) {
  const struct samples *s = a->samples;
  double all = 0, locks = 0;
  for (uint32_t i = 0; s && i < s->sum_count; i++) {
    const struct sample_sum *of = &s->sums[i];
    if (!is_in_teams(a, of->path, region))
      continue;
    all += (double)of->samples.count;
    locks += of->leaf != NO_PLACE && is_of_lock(s, s->places[of->leaf].function) ? (double)of->samples.count : 0;
  }
  return locks > FEW && locks > PART * all;
}

/* What the kernel does for a device, such as its copies, is told of target constructs (device_findings.c). A device
 * that is the host executes their blocks here. */
static bool is_of_device(const struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  uint32_t path = region != NO_REGION && a->experiment->header.devices ? s->region_path[region] : NO_PATH;
  for (; path && path != NO_PATH; path = a->paths[path].parent) {
    const uint32_t role = a->regions[a->paths[path].region].role;
    if (role == POMP_ROLE_TARGET || pomp_role_is(role, POMP_IS_DEVICE))
      return true;
  }
  return false;
}

/* Takes what threads have in target constructs, outside of teams, from what the kernel did in serial code. */
static void leave_devices(const struct analysis *a, struct kernel_place *serial) {
  double time = 0;
  for (uint32_t i = 1; i < a->region_count && a->experiment->header.devices; i++)
    if (a->regions[i].role == POMP_ROLE_TARGET || pomp_role_is(a->regions[i].role, POMP_IS_DEVICE))
      time += (double)a->regions[i].totals.exclusive;
  const double rest = serial->kernel > time ? serial->kernel - time : 0,
               part = serial->kernel > 0 ? rest / serial->kernel : 1;
  serial->kernel = rest;
  serial->faults *= part;
}

/* Returns the cause of what the kernel did at a place, which is the sign that stands for most. What the OpenMP runtime
 * may have done for the constructs there is no lock of a library: that is one where samples say so, or where threads
 * sleep and no construct lets them. */
static enum cause cause_of(const struct analysis *a, const struct kernel_place *p) {
  const struct kernel_totals *k = &a->all.kernel;
  const bool is_serial = p->region == NO_REGION, is_many = !is_serial && !p->is_alone;
  const double sleeps = p->sleeps > p->own ? p->sleeps - p->own : 0, kernel = p->kernel - OWN_CALL * p->own;
  const double part = k->system ? p->kernel / (double)k->system : 0;
  const struct sign signs[] = {
      {comes_again(a) ? FAULTS_AGAIN : FIRST_TOUCH, p->faults, 700, 20000},
      {SWITCHES, is_many && sleeps > FEW ? sleeps : 0, 10000, 200000},
      {INPUT_OUTPUT, k->calls_known ? part * ((double)k->reads + (double)k->writes) : 0, 2000, 50000},
  };
  enum cause best = NONE_FOUND;
  if (is_many && kernel > PART * p->cpu && kernel > LEAST)
    best = sleeps > FEW || samples_tell_lock(a, p->region) ? CALLS : UNTOLD;
  double most = 0;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (signs[i].often * signs[i].most >= p->kernel && signs[i].often * signs[i].usual > most) {
      most = signs[i].often * signs[i].usual;
      best = signs[i].cause;
    }
  /* The kernel itself has a lock for the memory of a process, for which threads sleep in page faults. */
  if (best == SWITCHES && comes_again(a) && p->faults > sleeps && !samples_tell_lock(a, p->region))
    best = FAULTS_AGAIN;
  if (best == FIRST_TOUCH && (!is_serial || a->all.threads < 2))
    return NONE_FOUND; /* memory has to be touched once */
  if (best == NONE_FOUND && is_serial && comes_again(a))
    return FAULTS_AGAIN; /* it is given back here */
  return best;
}

static void advise(struct finding *f, enum cause cause) {
  static const char *const texts[CAUSES] = {
      [FAULTS_AGAIN] =
          "Memory goes back to the system and comes again, page by page: more than twice as much as the program ever "
          "had at a time; and threads wait for each other in the kernel then. " HELPS
          "Allocate large buffers once and use them again (before the loop, or one for each "
          "thread); or have malloc keep what is freed, by MALLOC_MMAP_THRESHOLD_=4294967296 "
          "MALLOC_TRIM_THRESHOLD_=4294967296 in the environment, or mallopt (M_MMAP_THRESHOLD, M_TRIM_THRESHOLD).",
      [FIRST_TOUCH] = "One thread touches the memory first, and the kernel clears each page then. " HELPS
                      "Let all threads touch the memory first, "
                      "in a parallel loop, with the schedule of the loops that use it; larger pages help, too "
                      "(GLIBC_TUNABLES=glibc.malloc.hugetlb=1).",
      [SWITCHES] =
          "Threads stop and are woken again: they wait for a lock that is not OpenMP's (std::mutex, malloc, rand, "
          "streams). " HELPS "Take the lock less often: " CONTENDED_WORDS
          ". Only the kernel's time is counted here: the cure may bring more.",
      [CALLS] =
          "Neither page faults nor constructs nor reading and writing take that time. Threads wait for a lock in a "
          "library (rand, malloc, std::mutex), as samples tell, or sleep that no construct explains. " HELPS
          "Use " CONTENDED_WORDS ". Only the kernel's time is counted here: the cure may bring more. "
          "strace -fc PROGRAM counts the calls.",
      [INPUT_OUTPUT] =
          "The program reads and writes in many small pieces, or opens and closes files again and again. " HELPS
          "Open files once, and read and write larger pieces: a larger buffer (setvbuf), no flush for each line "
          "(std::endl), a text for each thread that is printed once, after the region and outside of critical.",
      [UNTOLD] = "Neither page faults nor constructs nor sleep nor reading and writing take that time. " HELPS
                 "Run with POMP_SAMPLE=1: pomp-report --samples then tells from where the kernel is called.",
  };
  find_advise(f, "%s", texts[cause]);
}

/* Takes out the findings about serial code which is mostly the kernel's: more threads don't help there. */
static void drop_serial(struct property_search *s, uint32_t region) {
  for (uint32_t i = s->count; i-- > 0;) {
    struct finding *f = &s->findings[i];
    if ((f->property != PROPERTY_SERIAL_TIME && f->property != PROPERTY_SERIAL_INITIALISATION) || f->region != region)
      continue;
    paged_free(f->locations);
    free(f->advice);
    *f = s->findings[--s->count];
  }
}

/* Adds what the places with a cause have. The finding's region is that of the place with most. */
static void add_cause(struct kernel_places *p, enum cause cause, const enum cause *of, bool *wanted) {
  struct property_search *s = p->s;
  const uint32_t count = s->a->region_count + 1;
  struct kernel_place sum = {.region = NO_REGION};
  const struct kernel_place *most = NULL, *serial = &p->of_region[count - 1];
  for (uint32_t i = 0; i < count; i++) {
    const struct kernel_place *place = &p->of_region[i];
    wanted[i] = of[i] == cause;
    if (!wanted[i])
      continue;
    sum.kernel += place->kernel;
    sum.cpu += place->cpu;
    sum.faults += place->faults;
    sum.sleeps += place->sleeps;
    most = !most || place->kernel > most->kernel ? place : most;
  }
  if (!most)
    return;
  const uint32_t region = kernel_places_inside(p, most);
  kernel_places_lost(p, wanted);
  const double part = cause == FIRST_TOUCH ? 1 - 1.0 / s->a->all.threads : 1; /* all threads share it */
  struct finding *f = find_add(s, PROPERTY_KERNEL_TIME, region, sum.kernel, part * way_wall(s));
  if (!f)
    return;
  f->variant = cause;
  f->is = cause == CALLS || cause == SWITCHES ? SAVES_ABOUT : SAVES_AT_MOST; /* the cure spares more than the kernel */
  const struct kernel_totals *k = &s->a->all.kernel;
  find_evidence(f, "kernel_ns", "ns", sum.kernel);
  find_evidence(f, "kernel_part", "%", 100 * kernel_part(k));
  find_evidence(f, "page_faults", "", sum.faults);
  find_evidence(f, "sleeps", "", sum.sleeps);
  if (k->calls_known) {
    find_evidence(f, "reads", "", (double)k->reads);
    find_evidence(f, "writes", "", (double)k->writes);
  }
  advise(f, cause);
  if (cause == UNTOLD) {
    f->judged = false;
    snprintf(f->why, sizeof f->why, "%.0f %% of its CPU time is in the kernel, and %s tells in which calls",
             100 * sum.kernel / sum.cpu, s->a->samples ? "pomp-report --samples" : "POMP_SAMPLE=1");
  }
  if (find_counts(f) && wanted[count - 1] && serial->kernel > PART_SERIAL * serial->cpu)
    drop_serial(s, kernel_places_inside(p, serial));
}

void find_kernel(struct property_search *s) {
  struct kernel_places p;
  const struct kernel_totals *k = &s->a->all.kernel;
  const uint32_t count = s->a->region_count + 1;
  if (!k->known || kernel_part(k) < PART)
    return;
  enum cause *of = calloc(count, sizeof *of);
  bool *wanted = calloc(count, sizeof *wanted);
  if (kernel_places_make(&p, s) && of && wanted) {
    leave_devices(s->a, &p.of_region[count - 1]);
    for (uint32_t i = 0; i < count; i++) {
      const struct kernel_place *place = &p.of_region[i];
      const bool is_much = place->kernel > PART * place->cpu && place->kernel > LEAST;
      of[i] = is_much && !is_of_device(s, kernel_places_inside(&p, place)) ? cause_of(s->a, place) : NONE_FOUND;
    }
    for (int cause = 0; cause < CAUSES; cause++)
      add_cause(&p, (enum cause)cause, of, wanted);
  } else
    s->failed = true;
  kernel_places_free(&p);
  free(of);
  free(wanted);
}
