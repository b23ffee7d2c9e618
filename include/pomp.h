/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp.h - the POMP interface: the one contract between instrumented code and a measurement library.
 *
 * What lives here: the region descriptor and the functions that instrumented code calls. What does not: anything a
 * particular library offers beyond them. The pompinst plugin lays the text of the first part of this file in front of
 * each translation unit that it instruments, without its comments, and with `__` before each name (a call of
 * `__POMP_On` is one of the symbol POMP_On), so it includes nothing and fits C90 and C++98. A program that calls these
 * functions itself includes this file.
 *
 * The rules come from B. Mohr, A. Malony, S. Shende, F. Wolf, "Design and Prototype of a Performance Tool Interface
 * for OpenMP", The Journal of Supercomputing 23 (2002), called "the paper" below; where POMP 1 has no rule, they come
 * from POMP2 (OPARI2), named at the place. "OpenMP" means the OpenMP API 5.2.
 *
 * All functions:
 *  - are called by the thread that executes the construct, and may be called by any number of threads at once;
 *  - take the address of the construct's descriptor; it stays valid until the module (program or shared library) that
 *    holds it is unloaded, and is the same address each time the same construct of that module executes;
 *  - return nothing and report no errors to the caller: a library that can't record says so itself;
 *  - may be called before POMP_Init (a library initialises itself at the first call) and after POMP_Finalize (then
 *    they do nothing).
 * An enter or begin event may lack its exit or end: `cancel`, exceptions, exit() and longjmp() skip it. */
#ifndef POMP_H
#define POMP_H

#ifdef __cplusplus
extern "C" {
#endif

/* The layout is the same whatever -fpack-struct says. */
#pragma pack(push, 8)

/* Describes one construct, user region or function of the source (paper, section "Region Descriptors").
 * It has static storage and is owned by the instrumented module; a library writes to `data` and `next` only.
 * Fields are only ever appended; POMP_RD_VERSION grows when they are.
 * NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct ompregdescr {
  /* This is the construct: "parallel", "for", "sections", "single", "master", "critical", "atomic", "barrier",
   * "ordered", "parallelfor", "parallelsections"; "region" for a user region; "function" for a function's body; for
   * constructs that the paper does not know, the directive's name with its spaces ("parallel for simd", "task"). Never
   * NULL. */
  const char *name;
  /* This is the name of a critical construct, of a user region, or of a function as in function_name; else "". Never
   * NULL. */
  const char *sub_name;
  /* This counts the blocks of sections or parallelsections, an unmarked first one too; it is 0 elsewhere. */
  int num_sections;
  /* This is the source file, as the compiler names it in __FILE__. Never NULL. */
  const char *file_name;
  /* These are the first and last line of the directive that opens the construct (they differ if it is continued); of a
   * function, the lines of its name and of the brace that opens its body. Lines count from 1. A directive in a file
   * that is included in front of its block is where the block begins. */
  int begin_line1, begin_lineN;
  /* C and C++ have no closing directive: both are the last line of the construct's structured block; of a stand-alone
   * directive, its own last line; of a user region, the line of its end(name); of a function, of its closing brace. */
  int end_line1, end_lineN;
  /* These four words are the library's, NULL until it writes them. Instrumented code never reads them. */
  void *data[4];
  /* The library may link descriptors by this. It is NULL until the library writes it. */
  struct ompregdescr *next;

  /* --- appended to the paper's fields --- */

  /* This is the function that lexically encloses the construct (qualified, in C++, without parameters), or "". Never
   * NULL. */
  const char *function_name;
  /* This is the POMP_RD_VERSION of the header that the module was instrumented with. */
  int version;
  /* These are the POMP_RD_... bits that apply; the field is there since version 2. */
  int flags;

  /* --- since version 3 --- */

  /* These are the directive's clauses as they are written, after macros are expanded: "schedule(static, 4) nowait".
   * White space is that of this example, whatever the source has. A combined construct has those of the whole
   * directive. For cancel and cancellation point the construct that they name comes first; the name of a critical
   * construct is not among them. The text has at most 4000 bytes, in C90 500: where something is left out it has
   * "...", and the bit POMP_RD_SHORTENED is set. It is "" if the directive has no clauses, or a section no directive,
   * and NULL if the descriptor is that of a user region or function, or if nothing is known about the clauses. */
  const char *clauses;
  /* These are the POMP_RD_HAS_..., POMP_RD_SCHEDULE_... and other bits below that apply. */
  int facts;
  /* This is the value in num_threads, if it is constant; else 0. */
  int num_threads;
  /* This is the chunk in schedule, or the value in grainsize or num_tasks, if it is constant; else 0. */
  int chunk;
  /* This is how many iterations the construct's loops have together, if it is constant, and not 0; else 0. */
  long iterations;

  /* --- since version 4 --- */

  /* This follows "file_name:begin_line1" where that is shown, if name, sub_name, function_name, file and line don't
   * tell the construct from others of the module: ":7" is its column; "#2": it is the second construct of a macro's
   * expansion there; " < a.c:40": the file is included there. Else `place` is NULL or "". */
  const char *place;

  /* --- since version 5 --- */

  /* This is what the compiler saw in the construct that may cost time when several threads execute it: for each place
   * "KIND LINE WHAT", with "; " between them, as "thread_stride 42 counts". LINE is in file_name. KIND is a word of
   * docs/properties.md. It is NULL or "" if there is none, or if the compiler could not see it. */
  const char *notes;

  /* --- since version 6 --- */

  /* These are the first 16 hexadecimal digits of the SHA-256 of the file file_name as it was compiled, by which a
   * reader tells whether it has changed. It is NULL or "" if that is not known. */
  const char *source;
};
#pragma pack(pop)

/* This is the version of the descriptor's fields, for its member `version`. */
#define POMP_RD_VERSION 6

/* A list of initialisers that someone writes by hand may end with this, in the place of version and all fields after
 * it: {"region", "name", 0, __FILE__, 1, 1, 2, 2, {0, 0, 0, 0}, 0, "function", POMP_RD_REST}. Then it is complete,
 * also once there are more fields. */
#define POMP_RD_REST POMP_RD_VERSION, 0, 0, 0, 0, 0, 0, 0, 0, 0

/* The worksharing construct keeps its implicit barrier, and no Barrier events are around it: a library that wants to
 * see it asks OMPT (sync_region, kind implicit). */
#define POMP_RD_IMPLICIT_BARRIER 1
/* The barrier at the end of the parallel region, which comes after POMP_Parallel_end, is kept likewise. A combined
 * construct may have both, one, or neither. */
#define POMP_RD_IMPLICIT_JOIN 2
/* The construct waits: `ordered` without a block, for earlier iterations (sink); taskgroup and taskloop, for their
 * tasks. A taskgroup waits from POMP_Taskgroup_end to POMP_Taskgroup_exit. The wait at the end of a taskloop has no
 * events: a library that wants to see it asks OMPT (sync_region_wait, kind taskgroup). */
#define POMP_RD_WAITS 4
/* The construct combines parallel with another one, and could not be split: between POMP_Parallel_fork and join it has
 * no events. A library that wants to see its threads, and the loop of a `parallel for`, asks OMPT (implicit_task;
 * sync_region, as the other bits say). */
#define POMP_RD_WHOLE 8
/* The descriptor is that of a function, and functions without constructs have descriptors in its module as well, unless
 * they are small or were left out by choice. */
#define POMP_RD_ALL_FUNCTIONS 16
/* The user wrote `phase` behind the begin of the region: each of its visits is to have a profile of its own. */
#define POMP_RD_PHASE 32

/* The directive has such a clause. POMP_RD_HAS_CHUNK: its schedule has a chunk, be it constant or not. */
#define POMP_RD_HAS_NOWAIT 1
#define POMP_RD_HAS_ORDERED 2
#define POMP_RD_HAS_IF 4
#define POMP_RD_HAS_FINAL 8
#define POMP_RD_HAS_UNTIED 16
#define POMP_RD_HAS_NUM_THREADS 32
#define POMP_RD_HAS_CHUNK 64
#define POMP_RD_HAS_GRAINSIZE 128
#define POMP_RD_HAS_NUM_TASKS 256
/* The construct begins a parallel region, and is part of the body of a loop of the same function, with no other
 * construct in between; a loop that belongs to a directive is part of that construct. */
#define POMP_RD_IN_LOOP 512
/* Something is left out of `clauses`. */
#define POMP_RD_SHORTENED 1024
/* A reduction clause has arrays, sections of arrays, or other objects of 256 bytes or more or with functions of their
 * own: to combine those of all members may take long. */
#define POMP_RD_REDUCES_ARRAY 2048
/* The directive is an atomic that updates an element of an array of 1024 bytes or more, or of unknown size, and which
 * one follows when the program runs: several threads may seldom want the same. */
#define POMP_RD_SCATTERED 4096
/* A clause firstprivate or copyin has objects of 4096 bytes or more, or with functions of their own: each thread copies
 * them each time. */
#define POMP_RD_COPIES 8192
/* The mask leaves one of these of the facts, the kind in the schedule clause, or 0 without the clause. */
#define POMP_RD_SCHEDULE_MASK (7 << 16)
#define POMP_RD_SCHEDULE_STATIC (1 << 16)
#define POMP_RD_SCHEDULE_DYNAMIC (2 << 16)
#define POMP_RD_SCHEDULE_GUIDED (3 << 16)
#define POMP_RD_SCHEDULE_AUTO (4 << 16)
#define POMP_RD_SCHEDULE_RUNTIME (5 << 16)

/* These control the life cycle (paper, "Basic Instrumentation Control"). They are called where the user wrote
 * `#pragma pomp inst init|finalize|on|off`. Off and On apply to all threads from then on. */
extern void POMP_Init(void);
extern void POMP_Finalize(void);
extern void POMP_On(void);
extern void POMP_Off(void);

/* A user region goes from `#pragma pomp inst begin(name)` to `end(name)` or `altend(name)`, a function from the opening
 * brace of its body to wherever control leaves it; longjmp() skips the end. */
extern void POMP_Begin(struct ompregdescr *d);
extern void POMP_End(struct ompregdescr *d);

/* parallel: the encountering thread calls fork and join, outside the region; each thread of the team calls begin and
 * end. */
extern void POMP_Parallel_fork(struct ompregdescr *d);
extern void POMP_Parallel_join(struct ompregdescr *d);
extern void POMP_Parallel_begin(struct ompregdescr *d);
extern void POMP_Parallel_end(struct ompregdescr *d);

/* for: each thread calls these, around its share of the loop and the barrier at its end. */
extern void POMP_For_enter(struct ompregdescr *d);
extern void POMP_For_exit(struct ompregdescr *d);

/* workshare is Fortran's; it is part of the interface, and never called by code that pompinst instrumented. */
extern void POMP_Workshare_enter(struct ompregdescr *d);
extern void POMP_Workshare_exit(struct ompregdescr *d);

/* sections: each thread calls these. section: the thread that executes it does. A section may use the descriptor of its
 * sections construct; the plugin gives each section its own descriptor, with the section's lines and without
 * clauses. */
extern void POMP_Sections_enter(struct ompregdescr *d);
extern void POMP_Sections_exit(struct ompregdescr *d);
extern void POMP_Section_begin(struct ompregdescr *d);
extern void POMP_Section_end(struct ompregdescr *d);

/* single: each thread calls enter and exit; the one that executes the block calls begin and end. */
extern void POMP_Single_enter(struct ompregdescr *d);
extern void POMP_Single_begin(struct ompregdescr *d);
extern void POMP_Single_end(struct ompregdescr *d);
extern void POMP_Single_exit(struct ompregdescr *d);

/* master: the primary thread alone calls these. */
extern void POMP_Master_begin(struct ompregdescr *d);
extern void POMP_Master_end(struct ompregdescr *d);

/* critical: from enter to begin the thread waits, from begin to end it holds the lock. */
extern void POMP_Critical_enter(struct ompregdescr *d);
extern void POMP_Critical_begin(struct ompregdescr *d);
extern void POMP_Critical_end(struct ompregdescr *d);
extern void POMP_Critical_exit(struct ompregdescr *d);

/* atomic: these are around the directive and its statement. */
extern void POMP_Atomic_enter(struct ompregdescr *d);
extern void POMP_Atomic_exit(struct ompregdescr *d);

/* barrier: a barrier directive has the barrier's own descriptor; a barrier that stands for the implicit one at a
 * construct's end has the descriptor of that construct (paper, "Implicit Barriers"). */
extern void POMP_Barrier_enter(struct ompregdescr *d);
extern void POMP_Barrier_exit(struct ompregdescr *d);

/* --- beyond the paper: instrumented code refers to these weakly; a library may leave any of them out --- */

/* for: if the chunk in its schedule is no constant, each thread tells it between enter and its first iteration. It need
 * not do so if the loop has no iterations. */
extern void POMP_For_chunk(struct ompregdescr *d, long chunk);

/* ordered (POMP2): from enter to begin the thread waits for the iterations before its own. With depend or doacross it
 * has no block: enter and exit alone. */
extern void POMP_Ordered_enter(struct ompregdescr *d);
extern void POMP_Ordered_begin(struct ompregdescr *d);
extern void POMP_Ordered_end(struct ompregdescr *d);
extern void POMP_Ordered_exit(struct ompregdescr *d);

/* masked: these are as for master, called by the thread that its filter names. */
extern void POMP_Masked_begin(struct ompregdescr *d);
extern void POMP_Masked_end(struct ompregdescr *d);

/* loop; scope: each thread calls these. distribute, alone or combined: each thread that meets it does. */
extern void POMP_Loop_enter(struct ompregdescr *d);
extern void POMP_Loop_exit(struct ompregdescr *d);
extern void POMP_Scope_enter(struct ompregdescr *d);
extern void POMP_Scope_exit(struct ompregdescr *d);
extern void POMP_Distribute_enter(struct ompregdescr *d);
extern void POMP_Distribute_exit(struct ompregdescr *d);

/* task (POMP2): the encountering thread calls create_begin and create_end, around the directive; an undeferred task
 * executes between them. The thread that executes the block calls begin and end; these may be two threads if the task
 * is untied. */
extern void POMP_Task_create_begin(struct ompregdescr *d);
extern void POMP_Task_create_end(struct ompregdescr *d);
extern void POMP_Task_begin(struct ompregdescr *d);
extern void POMP_Task_end(struct ompregdescr *d);

/* taskloop, also simd, also combined with master or masked: the encountering thread calls these, with the wait for its
 * tasks. */
extern void POMP_Taskloop_enter(struct ompregdescr *d);
extern void POMP_Taskloop_exit(struct ompregdescr *d);
/* taskgroup: the encountering thread calls enter and exit, around block and wait, and begin and end around the block:
 * from end to exit it waits for the tasks. */
extern void POMP_Taskgroup_enter(struct ompregdescr *d);
extern void POMP_Taskgroup_begin(struct ompregdescr *d);
extern void POMP_Taskgroup_end(struct ompregdescr *d);
extern void POMP_Taskgroup_exit(struct ompregdescr *d);
/* taskwait (POMP2); taskyield. Other tasks may execute between the two events. */
extern void POMP_Taskwait_begin(struct ompregdescr *d);
extern void POMP_Taskwait_end(struct ompregdescr *d);
extern void POMP_Taskyield_enter(struct ompregdescr *d);
extern void POMP_Taskyield_exit(struct ompregdescr *d);

/* cancel and cancellation point: this comes before the directive; if that is activated, events of the construct are
 * left out. */
extern void POMP_Cancel(struct ompregdescr *d);
extern void POMP_Cancellation_point(struct ompregdescr *d);

/* teams on the host, and target constructs, as a whole: the encountering thread calls these. */
extern void POMP_Teams_enter(struct ompregdescr *d);
extern void POMP_Teams_exit(struct ompregdescr *d);
extern void POMP_Target_enter(struct ompregdescr *d);
extern void POMP_Target_exit(struct ompregdescr *d);

/* Descriptors come and go: these are called for each table of a translation unit, which may have several, when its
 * module is loaded, before its main() or dlopen() returns, and when it is unloaded. `table` is an array of `count`
 * descriptors, `size` bytes apart (it may be larger than this header's sizeof: newer fields). After
 * POMP_Unregister_regions returns, the module's memory may go: a library keeps no pointer into it. Any thread may call
 * them; never while one of the module's constructs executes. A library without these two finds the descriptors in the
 * linker section `__pomp_regions`: an array of pointers to descriptors, from __start___pomp_regions to
 * __stop___pomp_regions of each module; NULL entries are padding. */
extern void POMP_Register_regions(struct ompregdescr *table, int count, int size);
extern void POMP_Unregister_regions(struct ompregdescr *table, int count, int size);

#ifdef __cplusplus
}
#endif
#endif /* POMP_H */

/* The lock routines need omp.h's types. */
#include <omp.h>

#ifndef POMP_LOCKS
#define POMP_LOCKS

#ifdef __cplusplus
extern "C" {
#endif

/* This is called in place of the omp_ routine of the same name; it performs that routine and returns what it returns
 * (paper, "OpenMP Runtime Library Routine Instrumentation"). */
extern void POMP_Init_lock(omp_lock_t *lock);
extern void POMP_Destroy_lock(omp_lock_t *lock);
extern void POMP_Set_lock(omp_lock_t *lock);
extern void POMP_Unset_lock(omp_lock_t *lock);
extern int POMP_Test_lock(omp_lock_t *lock);
extern void POMP_Init_nest_lock(omp_nest_lock_t *lock);
extern void POMP_Destroy_nest_lock(omp_nest_lock_t *lock);
extern void POMP_Set_nest_lock(omp_nest_lock_t *lock);
extern void POMP_Unset_nest_lock(omp_nest_lock_t *lock);
extern int POMP_Test_nest_lock(omp_nest_lock_t *lock);

#ifdef __cplusplus
}
#endif
#endif /* POMP_LOCKS */
