/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* adapter.h - what libpompomp offers to the libraries that go with it and wrap somebody else's: libpompomp-mpi.
 *
 * What lives here: the few functions that are exported beside pomp.h. What does not: anything that users may rely on;
 * both libraries are built and installed together, and this header is not installed.
 *
 * All functions may be called by any thread at any time, before and after the measurement too, but from no signal
 * handler that interrupts one of them; they keep errno and report no errors: libpompomp says so itself. */
#ifndef POMP_ADAPTER_H
#define POMP_ADAPTER_H

#include "pomp.h"
#include "pomp_format.h"
#include "pomp_trace_format.h"

#include <stdbool.h>
#include <stdint.h>

/* The functions are exported by names that no program may give to its own. */
#define POMP_ADAPTER(name) __asm__("__" #name)

/* Enters a wrapped function, a region of role MPI below what is open. `d` has static storage; its name is the
 * function's. The call path, for use until the exit; NULL: it is not recorded (measurement is off or over, or
 * POMP_FILTER excludes the function). */
struct pomp_path;
struct pomp_path *pomp_adapter_enter(struct ompregdescr *d) POMP_ADAPTER(pomp_adapter_enter);

/* Returns the function's descriptor for calls that return to `caller`: each return address has its own descriptor, so
 * that calls can be distinguished; `shared` itself if there can be no more descriptors. */
struct ompregdescr *pomp_adapter_called(struct ompregdescr *shared, const void *caller)
    POMP_ADAPTER(pomp_adapter_called);

/* Leaves the function, whether its enter was recorded or not. */
void pomp_adapter_exit(struct ompregdescr *d) POMP_ADAPTER(pomp_adapter_exit);

/* This is what is counted of a call path, in memory of this process: its record in the file, and whatever the caller
 * keeps beside it. Nothing may be read back from the record but what is counted: others may write to the file. */
struct pomp_adapter_messages {
  struct pomp_messages *counts;
  void *partners; /* the caller's; NULL at first */
  uint32_t node;  /* the call path's node */
};

/* The messages of this call path, between its enter and its exit; made if they are not there yet, of this kind. Written
 * by the calling thread alone, with POMP_ADAPTER_ADD and the like, as readers may look. NULL: there is no space, and
 * measurement has stopped. */
struct pomp_adapter_messages *pomp_adapter_messages(struct pomp_path *p, enum pomp_mpi_kind kind)
    POMP_ADAPTER(pomp_adapter_messages);
/* The same for libpompomp itself, where no other library's function may be in its place. */
struct pomp_adapter_messages *pomp_messages_of(struct pomp_path *p, enum pomp_mpi_kind kind)
    __attribute__((visibility("hidden")));
#define POMP_ADAPTER_ADD(x, v) __atomic_store_n(&(x), __atomic_load_n(&(x), __ATOMIC_RELAXED) + (v), __ATOMIC_RELAXED)

/* As POMP_On and POMP_Off, which a library of the user's may define. */
void pomp_adapter_switch(bool on) POMP_ADAPTER(pomp_adapter_switch);

/* The program does what it is measured for: the experiment stays, even if there is no more in it than that. */
void pomp_adapter_keep(void) POMP_ADAPTER(pomp_adapter_keep);

/* Whether the library's handler for SIGBUS comes before the program's (state/file_guard.h). It may be put aside while
 * somebody else's library looks whether there is a handler. */
void pomp_adapter_guard(bool on) POMP_ADAPTER(pomp_adapter_guard);

/* The mapped experiment's header; NULL: there is none, or it is not open any more. */
struct pomp_header *pomp_adapter_header(void) POMP_ADAPTER(pomp_adapter_header);

/* Returns the time in ns by the clock that the sync points of the header go by, CLOCK_MONOTONIC. */
uint64_t pomp_adapter_monotonic(void) POMP_ADAPTER(pomp_adapter_monotonic);

/* POMP_TRACE asks for a trace. */
bool pomp_adapter_traces(void) POMP_ADAPTER(pomp_adapter_traces);

/* A record of the trace about what is open here: of its begin, if nothing else was recorded since, or of now. Nothing
 * if there is no trace. */
void pomp_adapter_record(enum pomp_record_code code, const uint64_t *arguments, unsigned count, bool now)
    POMP_ADAPTER(pomp_adapter_record);

/* The same among the trace's definitions, which stay whatever becomes of the events. False: there is no trace now. */
bool pomp_adapter_explain(enum pomp_record_code code, const uint64_t *arguments, unsigned count)
    POMP_ADAPTER(pomp_adapter_explain);

#endif
