/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_roles.h - the roles that a region can have, as one list with all facts about each of them.
 *
 * What lives here: the list, the enumeration and the predicates that are made of it. What does not: the names of
 * regions (pomp_names.h), the file's structures (pomp_format.h), and any code that acts on a role. A new role is a new
 * row at the end: the compiler and test/runtime/roles.test name what else it needs. */
#ifndef POMP_ROLES_H
#define POMP_ROLES_H

#include <stdbool.h>
#include <stdint.h>

/* Each of these facts holds for a role or does not. */
enum pomp_role_fact {
  POMP_IS_NAMED = 1,       /* The construct's sub-name belongs to the name of the region. */
  POMP_IS_WORKSHARING = 2, /* A barrier that is implied may follow the construct. */
  POMP_IS_COMBINED = 4,    /* `parallel` may be in the same directive, and then both begin at the same time. */
  POMP_IS_SHARED = 8,      /* The members of a team divide the work among themselves, so its balance is of interest. */
  POMP_IS_FOLLOWED = 16,   /* The construct that it belongs to is left right after it, without code in between. */
  POMP_IS_WAITING = 32,    /* All its exclusive time is waiting. */
  POMP_IS_APART = 64,      /* Its time is no part of its parent's. */
  POMP_IS_UNCOUNTED = 128, /* POMP_TRACE cannot count its visits, as it has no event of its own at its end. */
  POMP_IS_UNTIMED = 256,   /* Single visits have no times that are of interest, so there is no histogram of them. */
  POMP_IS_DEVICE = 512     /* The host has a device do it, and waits until it is done. */
};

/* This is the meaning of a node's field `wait`. */
enum pomp_wait {
  POMP_WAIT_NONE = 0,
  POMP_WAIT_BLOCKED, /* a part of its exclusive time, from enter to begin */
  POMP_WAIT_TASKS,   /* time in the tasks that were executed there, which is not in its own */
  POMP_WAIT_HELD,    /* time after the visits, in which a lock was held */
  POMP_WAIT_DELAY    /* time before the visits: a team's since the fork, a task's since its creation */
};

/* clang-format off */
/* One row is one role. The columns are:
 *   name, number   POMP_ROLE_<name> has this number in files; numbers never change
 *   text           what is measured, for docs/format.md
 *   wait           POMP_WAIT_<wait>: the meaning of the node's field `wait`
 *   block          POMP_ROLE_<block>: the part before whose begin a thread has to wait, if there is one
 *   holder         the rank of the role among those of a construct, 1 being the likeliest to keep other threads waiting;
 *                  0 if it never does
 *   facts          the sum of its POMP_IS_...
 *   otf2           OTF2_REGION_ROLE_<otf2>: the role in OTF2 archives
 *   id             the role in JSON
 *   fixed          the name of such regions, or NULL if they are called after their construct
 *   plain, suffix  the region's name ends with the suffix, unless the construct's name begins with the word `plain` */
#define POMP_ROLES(X)                                                                                                  \
  X(NONE, 0, "the root of a location's tree", NONE, NONE, 0,                                                           \
    POMP_IS_UNCOUNTED | POMP_IS_UNTIMED, ARTIFICIAL, "thread", "(outside regions)", NULL, "")                                              \
  X(FORK, 1, "parallel, fork to join, on the thread that meets it", NONE, NONE, 23,                                    \
    0, WRAPPER, "fork", NULL, NULL, " (fork-join)")                                                                    \
  X(TEAM, 2, "parallel, begin to end, on each thread of the team", DELAY, NONE, 19,                                    \
    POMP_IS_UNCOUNTED, PARALLEL, "team", NULL, "parallel", " (initial task)")                                          \
  X(FOR, 3, "for", NONE, NONE, 10,                                                                                     \
    POMP_IS_WORKSHARING | POMP_IS_COMBINED | POMP_IS_SHARED, LOOP, "loop", NULL, "for", " (loop)")                     \
  X(WORKSHARE, 4, "workshare (Fortran)", NONE, NONE, 12,                                                               \
    POMP_IS_WORKSHARING | POMP_IS_SHARED, WORKSHARE, "workshare", NULL, NULL, "")                                      \
  X(SECTIONS, 5, "sections", NONE, NONE, 17,                                                                           \
    POMP_IS_WORKSHARING | POMP_IS_COMBINED | POMP_IS_SHARED, SECTIONS, "sections", NULL, "sections", " (sections)")    \
  X(SECTION, 6, "one section of it", NONE, NONE, 4,                                                                    \
    POMP_IS_SHARED, SECTION, "section", "section", NULL, "")                                                           \
  X(SINGLE, 7, "single, enter to exit", NONE, NONE, 18,                                                                \
    POMP_IS_WORKSHARING, SINGLE, "single", NULL, NULL, "")                                                             \
  X(SINGLE_BLOCK, 8, "the block of a single, on the thread that executes it", NONE, NONE, 5,                           \
    POMP_IS_FOLLOWED, SINGLE_SBLOCK, "single block", NULL, NULL, " (block)")                                           \
  X(MASTER, 9, "master", NONE, NONE, 6,                                                                                \
    0, MASTER, "master", NULL, NULL, "")                                                                               \
  X(CRITICAL, 10, "critical, enter to exit; waits from enter to begin", BLOCKED, CRITICAL_BLOCK, 20,                   \
    POMP_IS_NAMED, CRITICAL, "critical", NULL, NULL, "")                                                               \
  X(CRITICAL_BLOCK, 11, "the block of a critical: the lock is held", NONE, NONE, 1,                                    \
    POMP_IS_NAMED, CRITICAL_SBLOCK, "critical block", NULL, NULL, " (block)")                                          \
  X(ATOMIC, 12, "atomic", NONE, NONE, 3,                                                                               \
    0, ATOMIC, "atomic", NULL, NULL, "")                                                                               \
  X(BARRIER, 13, "barrier; implicit if the construct is not called \"barrier\"", TASKS, NONE, 29,                      \
    POMP_IS_WAITING | POMP_IS_FOLLOWED, IMPLICIT_BARRIER, "barrier", "barrier", "barrier", " (implicit)")              \
  X(ORDERED, 14, "ordered, enter to exit; waits from enter to begin", BLOCKED, ORDERED_BLOCK, 21,                      \
    0, ORDERED, "ordered", NULL, NULL, "")                                                                             \
  X(ORDERED_BLOCK, 15, "the block of an ordered", NONE, NONE, 2,                                                       \
    0, ORDERED_SBLOCK, "ordered block", NULL, NULL, " (block)")                                                        \
  X(USER, 16, "user region; function, if the construct is called \"function\"", NONE, NONE, 9,                         \
    POMP_IS_NAMED, CODE, "user", NULL, NULL, "")                                                                       \
  X(LOCK, 17, "a lock routine; omp_set_lock and omp_set_nest_lock wait", HELD, NONE, 22,                               \
    POMP_IS_UNCOUNTED, WRAPPER, "lock", NULL, NULL, "")                                                                  \
  X(MASKED, 18, "masked", NONE, NONE, 7,                                                                               \
    0, MASTER, "masked", NULL, "masked", " (masked)")                                                                  \
  X(LOOP, 19, "loop", NONE, NONE, 11,                                                                                  \
    POMP_IS_WORKSHARING | POMP_IS_SHARED, LOOP, "concurrent loop", NULL, "loop", " (loop)")                            \
  X(SCOPE, 20, "scope", NONE, NONE, 14,                                                                                \
    POMP_IS_WORKSHARING, CODE, "scope", NULL, NULL, "")                                                                \
  X(DISTRIBUTE, 21, "distribute", NONE, NONE, 13,                                                                      \
    POMP_IS_SHARED, LOOP, "distribute", NULL, NULL, "")                                                                \
  X(TASK_CREATE, 22, "task, on the thread that meets it", TASKS, NONE, 26,                                             \
    0, TASK_CREATE, "task create", NULL, NULL, " (create)")                                                            \
  X(TASK, 23, "the block of a task, on the thread that executes it", DELAY, NONE, 8,                                   \
    POMP_IS_APART, TASK, "task", NULL, "task", " (task)")                                                              \
  X(TASKLOOP, 24, "taskloop", TASKS, NONE, 15,                                                                         \
    0, TASK_CREATE, "taskloop", NULL, NULL, "")                                                                        \
  X(TASKGROUP, 25, "taskgroup", TASKS, NONE, 16,                                                                       \
    0, TASK_WAIT, "taskgroup", NULL, NULL, "")                                                                         \
  X(TASKWAIT, 26, "taskwait, the end of taskgroup and taskloop; waits, but for the tasks that it executes", TASKS, NONE, 27,                              \
    POMP_IS_WAITING, TASK_WAIT, "taskwait", NULL, "taskwait", " (wait)")                                                            \
  X(TASKYIELD, 27, "taskyield", TASKS, NONE, 28,                                                                       \
    0, TASK_WAIT, "taskyield", NULL, NULL, "")                                                                         \
  X(CANCEL, 28, "cancel, cancellation point: visits alone", NONE, NONE, 0,                                             \
    POMP_IS_UNTIMED, CODE, "cancel", NULL, NULL, "")                                                                                 \
  X(TEAMS, 29, "teams", NONE, NONE, 24,                                                                                \
    0, PARALLEL, "teams", NULL, NULL, "")                                                                              \
  X(TARGET, 30, "target constructs", NONE, NONE, 25,                                                                   \
    0, CODE, "target", NULL, NULL, "")                                                                                 \
  X(BLAME, 31, "not a region: a share of its parent's waiting, for the construct in the key", NONE, NONE, 0,           \
    POMP_IS_NAMED | POMP_IS_APART | POMP_IS_UNCOUNTED | POMP_IS_UNTIMED, UNKNOWN, "blame", NULL, NULL, " (holder)")                        \
  X(MPI, 32, "a function of MPI, which the construct is called after", NONE, NONE, 0,                                  \
    0, FUNCTION, "mpi", NULL, NULL, "")                                                                                \
  X(CONDITION, 33, "waiting for a condition, and for its mutex: pthread_cond_wait and its kin", HELD, NONE, 30,        \
    POMP_IS_WAITING | POMP_IS_UNCOUNTED, WRAPPER, "condition", NULL, NULL, "")                                         \
  X(REDUCTION, 34, "combining the members' copies of what a reduction clause has, if that is large", NONE, NONE, 0,    \
    0, CODE, "reduction", NULL, NULL, " (reduction)")                                                                  \
  X(DEVICE_ALLOC, 35, "allocating memory of a device for a target construct", NONE, NONE, 0,                           \
    POMP_IS_DEVICE, ALLOCATE, "device alloc", NULL, NULL, " (device alloc)")                                           \
  X(DEVICE_TO, 36, "copying data to a device", NONE, NONE, 0,                                                          \
    POMP_IS_DEVICE, DATA_TRANSFER, "transfer to device", NULL, NULL, " (transfer to device)")                          \
  X(DEVICE_KERNEL, 37, "the block of a target construct on a device, with its launch", NONE, NONE, 0,                  \
    POMP_IS_DEVICE, CODE, "kernel", NULL, NULL, " (kernel)")                                                           \
  X(DEVICE_FROM, 38, "copying data from a device", NONE, NONE, 0,                                                      \
    POMP_IS_DEVICE, DATA_TRANSFER, "transfer from device", NULL, NULL, " (transfer from device)")                      \
  X(DEVICE_FREE, 39, "freeing memory of a device", NONE, NONE, 0,                                                      \
    POMP_IS_DEVICE, DEALLOCATE, "device free", NULL, NULL, " (device free)")

/* clang-format on */

/* A role says which part of a construct is measured: a region of the profile is a construct and one of these. */
enum pomp_role {
#define POMP_ROW(name, number, ...) POMP_ROLE_##name = (number),
  POMP_ROLES(POMP_ROW)
#undef POMP_ROW
      POMP_ROLE_COUNT
};

/* With a constant role each of these functions is a constant, and costs nothing at run time. */
/* NOLINTBEGIN(bugprone-branch-clone): neighbouring rows may have the same value. */
#define POMP_ROLE_INLINE static inline __attribute__((always_inline))

POMP_ROLE_INLINE bool pomp_role_is(uint32_t role, enum pomp_role_fact fact) {
  switch (role) {
#define POMP_ROW(name, number, text, wait, block, holder, facts, ...)                                                  \
  case number:                                                                                                         \
    return ((facts) & (unsigned)fact) != 0;
    POMP_ROLES(POMP_ROW)
#undef POMP_ROW
  default:
    return false;
  }
}

POMP_ROLE_INLINE enum pomp_wait pomp_role_wait(uint32_t role) {
  switch (role) {
#define POMP_ROW(name, number, text, wait, ...)                                                                        \
  case number:                                                                                                         \
    return POMP_WAIT_##wait;
    POMP_ROLES(POMP_ROW)
#undef POMP_ROW
  default:
    return POMP_WAIT_NONE;
  }
}

/* Returns the part of the construct before whose begin a thread has to wait, or POMP_ROLE_NONE if there is none. */
POMP_ROLE_INLINE enum pomp_role pomp_role_block(uint32_t role) {
  switch (role) {
#define POMP_ROW(name, number, text, wait, block, ...)                                                                 \
  case number:                                                                                                         \
    return POMP_ROLE_##block;
    POMP_ROLES(POMP_ROW)
#undef POMP_ROW
  default:
    return POMP_ROLE_NONE;
  }
}

/* Returns how likely this part of a construct keeps other threads waiting: 1 is the likeliest, 0 is never. */
POMP_ROLE_INLINE unsigned pomp_role_holder(uint32_t role) {
  switch (role) {
#define POMP_ROW(name, number, text, wait, block, holder, ...)                                                         \
  case number:                                                                                                         \
    return holder;
    POMP_ROLES(POMP_ROW)
#undef POMP_ROW
  default:
    return 0;
  }
}

/* NOLINTEND(bugprone-branch-clone) */

/* Tasks may be executed in such a visit; their time is in its `wait`, and not in `inclusive`. */
POMP_ROLE_INLINE bool pomp_role_runs_tasks(uint32_t role) { return pomp_role_wait(role) == POMP_WAIT_TASKS; }

/* Bytes are counted for a call path in such a role (struct pomp_messages). */
POMP_ROLE_INLINE bool pomp_role_has_messages(uint32_t role) {
  return role == POMP_ROLE_MPI || role == POMP_ROLE_DEVICE_TO || role == POMP_ROLE_DEVICE_FROM;
}

/* The numbers are those from 0 on, and each is below the 6 bits that a key has for them. */
#define POMP_ROW(name, number, ...) +(UINT64_C(1) << (number))
_Static_assert((POMP_ROLES(POMP_ROW)) == (UINT64_C(1) << POMP_ROLE_COUNT) - 1, "a number of POMP_ROLES is left out");
#undef POMP_ROW
_Static_assert(POMP_ROLE_COUNT < 64, "a key has 6 bits for the role");

#endif /* POMP_ROLES_H */
