/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* counting.c - a POMP2 library that counts calls: at the end it prints a line for each function and region to the file
 * that POMP2_COUNTS names, with the region's type and line, and says what was wrong with ids of tasks.
 *
 * What lives here: the checks that any library of POMP2 could make. What does not: the list of events (pomp2_lib.h). */
#include <opari2/pomp2_user_lib.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES = 128, REGIONS = 512, TEXT = 512 };

static struct region {
  char type[32];
  int line;
  char ctc[TEXT];
  long counts[NAMES];
} regions[REGIONS];
static int region_count, name_count;
static const char *names[NAMES];
static long lock_calls, forked_conditions, forked_threads, wrong;
static POMP2_Task_handle made_tasks;
static _Thread_local POMP2_Task_handle current;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char no_text[] = "";

static void complain(const char *what, const char *about) {
  fprintf(stderr, "counting: %s: %s\n", what, about);
  ++wrong;
}

/* A region that is met again, such as in several translation units, stays one for each handle. */
static void assign(void **h, const char *ctc) {
  if (*h)
    return;
  struct region *r = &regions[region_count];
  const char *type = strstr(ctc, "*regionType="), *place = strstr(ctc, "*sscl=");
  if (region_count == REGIONS || !type || !place || strlen(ctc) >= TEXT ||
      sscanf(type, "*regionType=%31[^*]", r->type) != 1 || sscanf(place, "*sscl=%*[^:]:%d", &r->line) != 1 ||
      strcmp(ctc + strlen(ctc) - 2, "**") != 0 || atoi(ctc) != (int)strlen(strchr(ctc, '*')) + 2) {
    complain("wrong ctc string", ctc);
    return;
  }
  strcpy(r->ctc, ctc);
  ++region_count;
  *h = r;
}

static void count(void **h, const char *name, const char *ctc) {
  pthread_mutex_lock(&mutex);
  if (!*h && *ctc)
    assign(h, ctc);
  struct region *r = *h;
  int n = 0;
  while (n < name_count && strcmp(names[n], name) != 0)
    ++n;
  if (n == name_count && n < NAMES)
    names[name_count++] = name;
  if (!r)
    complain("a region without a handle", name);
  else if (*ctc && strcmp(ctc, r->ctc) != 0)
    complain("a region with another string", ctc);
  else
    ++r->counts[n];
  pthread_mutex_unlock(&mutex);
}

void POMP2_Assign_handle(void **h, const char ctc[]) {
  pthread_mutex_lock(&mutex);
  assign(h, ctc);
  pthread_mutex_unlock(&mutex);
}
void POMP2_USER_Assign_handle(void **h, const char ctc[]) { POMP2_Assign_handle(h, ctc); }

#define nothing(ID) ((void)0)
#define store(ID) (*(ID) = current)
#define execute(ID) ((ID) > 0 && (ID) <= made_tasks ? (void)(current = (ID)) : complain("a task without an id", name))
#define take_back(ID)                                                                                                  \
  ((ID) >= 0 && (ID) <= made_tasks ? (void)(current = (ID)) : complain("a wrong id is given back", name))

/* OPARI2 gives the value of `if` as it is, which need not be 1. */
static const char *fork_values(const char *ctc, int condition, int threads) {
  if (threads < 1)
    complain("no threads", ctc);
  pthread_mutex_lock(&mutex);
  forked_conditions += condition != 0;
  forked_threads += threads;
  pthread_mutex_unlock(&mutex);
  return ctc;
}
static const char *made_task(POMP2_Task_handle *made, int condition, const char *ctc) {
  if (condition != 1)
    complain("a call for a task that is not deferred", ctc);
  *made = __atomic_add_fetch(&made_tasks, 1, __ATOMIC_RELAXED);
  return ctc;
}

#define DEFINE(NAME, PARAMETERS, TEXT, ID)                                                                             \
  void POMP2_##NAME PARAMETERS {                                                                                       \
    static const char name[] = #NAME;                                                                                  \
    count(h, name, TEXT);                                                                                              \
    ID(id);                                                                                                            \
  }
POMP2_EVENTS(DEFINE)

#define DEFINE_LOCK(RETURNS, RETURN, NAME, ROUTINE, TYPE)                                                              \
  RETURNS POMP2_##NAME(TYPE *lock) {                                                                                   \
    __atomic_add_fetch(&lock_calls, 1, __ATOMIC_RELAXED);                                                              \
    RETURN ROUTINE(lock);                                                                                              \
  }
POMP2_LOCKS(DEFINE_LOCK)

static long controls;
void POMP2_Init(void) { ++controls; }
void POMP2_Finalize(void) { ++controls; }
void POMP2_On(void) { ++controls; }
void POMP2_Off(void) { ++controls; }

static __attribute__((constructor)) void begin(void) {
  POMP2_Init_regions();
  POMP2_USER_Init_regions();
  if (region_count > (int)(POMP2_Get_num_regions() + POMP2_USER_Get_num_regions()))
    complain("more regions than the program says", "Get_num_regions");
}

static __attribute__((destructor)) void end(void) {
  const char *to = getenv("POMP2_COUNTS");
  FILE *out = to ? fopen(to, "w") : NULL;
  if (!out)
    return;
  for (struct region *r = regions; r < regions + region_count; ++r)
    for (int n = 0; n < name_count; ++n)
      if (r->counts[n])
        fprintf(out, "%s line %d: %s %ld\n", r->type, r->line, names[n], r->counts[n]);
  for (struct region *r = regions; r < regions + region_count; ++r)
    fprintf(out, "ctc %s\n", r->ctc);
  fprintf(out, "locks %ld\ncontrols %ld\nforks with if %ld\nthreads of forks %ld\nwrong %ld\n", lock_calls, controls,
          forked_conditions, forked_threads, wrong);
  fclose(out);
}
