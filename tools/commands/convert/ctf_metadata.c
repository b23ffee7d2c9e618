/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ctf_metadata.c - the file that says what is in the streams of the Common Trace Format, and how it is to be read.
 * Not here: the streams (ctf.c).
 *
 * Everything is packed, in the byte order of this machine. */
#include "commands/convert/ctf.h"
#include "files/call_sites.h"
#include "sums/job_traces.h"

#include <stdio.h>

/* The types are defined where the metadata begin. Partners are ranks of MPI_COMM_WORLD. */
static const struct {
  const char *name, *fields;
} events[CTF_EVENTS] = {
    [CTF_ENTER] = {"enter", "region_t region;"},
    [CTF_LEAVE] = {"leave", "region_t region;"},
    [CTF_RESUME] = {"resume", "region_t region;"}, /* a visit goes on that was suspended */
    [CTF_SUSPEND] = {"suspend", "region_t region;"},
    [CTF_UNFINISHED] = {"leave_unfinished", "region_t region;"}, /* was open where the trace ends */
    [CTF_FORK] = {"fork", "uint32_t threads;"},
    [CTF_JOIN] = {"join", ""},
    [CTF_TEAM_BEGIN] = {"team_begin", "location_t forked_by; uint32_t threads;"},
    [CTF_TEAM_END] = {"team_end", ""},
    [CTF_TASK_CREATE] = {"task_create", "location_t creator; uint32_t number;"},
    [CTF_TASK_SWITCH] = {"task_switch", "location_t creator; uint32_t number;"}, /* number 0: the implicit task */
    [CTF_TASK_COMPLETE] = {"task_complete", "location_t creator; uint32_t number;"},
    [CTF_LOCK_ACQUIRE] = {"lock_acquire", "lock_kind_t kind; address_t lock;"},
    [CTF_LOCK_RELEASE] = {"lock_release", "lock_kind_t kind; address_t lock;"},
    [CTF_MEASUREMENT] = {"measurement", "uint8_t on;"},
    [CTF_FLUSH] = {"trace_flush", "uint64_t duration;"},                                  /* ticks, until now */
    [CTF_METRICS] = {"metrics", "metric_t first; uint8_t count; int64_t values[count];"}, /* numbered on from `first` */
    [CTF_SEND] = {"mpi_send", "communicator_t communicator; uint32_t receiver; uint32_t tag; uint64_t bytes;"},
    [CTF_RECEIVE] = {"mpi_recv", "communicator_t communicator; uint32_t sender; uint32_t tag; uint64_t bytes;"},
    [CTF_ISEND] = {"mpi_isend", "communicator_t communicator; uint32_t receiver; uint32_t tag; uint64_t bytes; "
                                "uint64_t request;"},
    [CTF_ISEND_DONE] = {"mpi_isend_done", "uint64_t request;"},
    [CTF_IRECEIVE_REQUEST] = {"mpi_irecv_request", "uint64_t request;"},
    [CTF_IRECEIVE] = {"mpi_irecv", "communicator_t communicator; uint32_t sender; uint32_t tag; uint64_t bytes; "
                                   "uint64_t request;"},
    /* The root is a rank of the communicator; -1 if there is none. */
    [CTF_COLLECTIVE] = {"mpi_collective", "region_t operation; communicator_t communicator; int32_t root; "
                                          "uint64_t bytes_sent; uint64_t bytes_received;"},
    [CTF_ICOLLECTIVE] = {"mpi_icollective", "region_t operation; communicator_t communicator; int32_t root; "
                                            "uint64_t bytes_sent; uint64_t bytes_received; uint64_t request;"},
    [CTF_ICOLLECTIVE_DONE] = {"mpi_icollective_done", "uint64_t request;"},
    [CTF_CANCELLED] = {"mpi_cancelled", "uint64_t request;"},
    /* The communicator is -1 if this rank is not in it. */
    [CTF_COMM_CREATE] = {"mpi_comm_create", "communicator_t communicator; communicator_t parent;"},
    [CTF_COMM_DESTROY] = {"mpi_comm_destroy", "communicator_t communicator;"},
};

static const char types[] =
    "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
    "typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
    "typealias integer { size = 64; align = 8; signed = true; } := int64_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; base = 16; } := address_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; map = clock.measurement.value; } := ticks_t;\n"
    "typealias enum : uint8_t { \"lock\" = 0, \"critical\" = 1 } := lock_kind_t;\n";

/* --- enumerations --- */

static void begin_enum(struct output *o) { output_text(o, "typealias enum : uint32_t {\n"); }

static void put_value(struct output *o, const char *name, uint32_t value) {
  output_text(o, "  ");
  output_quoted(o, name);
  output_print(o, " = %u,\n", value);
}

/* Ends an enumeration: the format has none that is empty. */
static void end_enum(struct output *o, const char *type, uint32_t none) {
  output_print(o, "  \"none\" = %u\n} := %s;\n", none, type);
}

static void put_regions(struct output *o, const struct traced_run *s) {
  char where[3000], name[3400];
  begin_enum(o);
  for (uint32_t i = 0; i < s->analysis.region_count; i++) {
    const struct region *r = &s->analysis.regions[i];
    call_where(r->construct, where, sizeof where);
    snprintf(name, sizeof name, "%s%s%s", r->name, *where ? " @ " : "", where);
    put_value(o, name, i);
  }
  end_enum(o, "region_t", s->analysis.region_count);
}

static void put_locations(struct output *o, const struct traced_run *s) {
  char name[256];
  begin_enum(o);
  for (uint32_t i = 0; i < s->experiment->location_count; i++) {
    if (s->threads[i].first == i)
      traced_run_thread_name(s, i, name, sizeof name);
    else
      traced_run_location_name(s, i, name, sizeof name);
    put_value(o, name, i);
  }
  end_enum(o, "location_t", s->experiment->location_count);
}

static void put_metrics(struct output *o, const struct experiment *e) {
  begin_enum(o);
  for (uint32_t i = 0; i < e->metric_count; i++)
    put_value(o, e->metrics[i].name, i);
  end_enum(o, "metric_t", e->metric_count);
}

static void put_communicators(struct output *o, const struct job_traces *j) {
  char name[64] = "MPI_COMM_WORLD";
  begin_enum(o);
  for (uint32_t i = 0; j && i < j->communicator_count; i++) {
    if (i)
      snprintf(name, sizeof name, "communicator %u", i);
    put_value(o, name, i);
  }
  end_enum(o, "communicator_t", CTF_NO_COMMUNICATOR);
}

/* --- environment and clock --- */

static void put_named(struct output *o, const char *name, const char *value) {
  output_print(o, "  %s = ", name);
  output_quoted(o, value);
  output_text(o, ";\n");
}

/* Writes the ranks of MPI_COMM_WORLD that each communicator has, in its own order; of an intercommunicator, those of
 * both sides. After a rank whose trace is missing, each is written with its own rank: `2=5`. */
static void put_members(struct output *o, const struct experiment *e, const struct communicator *c, uint32_t number) {
  output_print(o, "  communicator_%u = \"", number);
  for (int side = 0; side <= c->inter; side++) {
    output_text(o, side ? " and" : "");
    for (uint32_t i = 0; i < c->sides[side].count; i++) {
      const struct member *m = &c->sides[side].members[i];
      output_text(o, i || side ? " " : "");
      if (m->rank != i)
        output_print(o, "%u=", m->rank);
      output_print(o, "%u", e->processes[m->process].header.rank);
    }
  }
  output_text(o, "\";\n");
}

static void put_ranks(struct output *o, const struct traced_run *s) {
  const struct experiment *e = s->experiment;
  char name[64];
  output_print(o, "  ranks = %u;\n", e->processes[0].header.ranks);
  for (uint32_t i = 0; i < e->process_count; i++) {
    snprintf(name, sizeof name, "hostname_%u", e->processes[i].header.rank);
    put_named(o, name, e->processes[i].host);
  }
  for (uint32_t i = 1; i < s->job->communicator_count; i++)
    put_members(o, e, &s->job->communicators[i], i);
}

static void put_environment(struct output *o, const struct traced_run *s) {
  output_text(o, "env {\n");
  put_named(o, "hostname", s->process->host);
  put_named(o, "program", s->process->program);
  put_named(o, "command", s->process->command);
  put_named(o, "tracer_name", "pompinst");
  if (s->job)
    put_ranks(o, s);
  else
    output_print(o, "  process_id = %u;\n", s->process->header.pid);
  output_text(o, "};\n");
}

static void put_clock(struct output *o, const struct traced_run *s) {
  uint64_t frequency = traced_run_frequency(s), epoch = s->epoch;
  uint64_t part = (uint64_t)((double)(epoch % 1000000000u) * (double)frequency / 1e9);
  output_print(o,
               "clock {\n  name = \"measurement\";\n  description = \"%s began\";\n"
               "  freq = %llu;\n  offset_s = %llu;\n  offset = %llu;\n};\n",
               s->job ? "ns by rank 0's clock since the first rank" : "ticks since the process",
               (unsigned long long)frequency, (unsigned long long)(epoch / 1000000000u), (unsigned long long)part);
}

void ctf_metadata(struct output *o, const struct traced_run *s) {
  output_text(o, "/* CTF 1.8 */\n\n");
  output_text(o, types);
  output_print(o,
               "trace {\n  major = 1;\n  minor = 8;\n  byte_order = %s;\n"
               "  packet.header := struct { uint32_t magic; uint32_t stream_id; };\n};\n",
               __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "le" : "be");
  put_environment(o, s);
  put_clock(o, s);
  put_regions(o, s);
  put_locations(o, s);
  put_metrics(o, s->experiment);
  put_communicators(o, s->job);
  output_print(o,
               "stream {\n  id = 0;\n  event.header := struct { uint8_t id; ticks_t timestamp; };\n"
               "  packet.context := struct { ticks_t timestamp_begin; ticks_t timestamp_end; uint64_t content_size; "
               "uint64_t packet_size; location_t location; %s};\n};\n",
               s->job ? "uint32_t rank; uint32_t process_id; " : "");
  for (int i = 0; i < CTF_EVENTS; i++)
    output_print(o, "event {\n  name = \"%s\";\n  id = %d;\n  stream_id = 0;\n  fields := struct { %s };\n};\n",
                 events[i].name, i, events[i].fields);
}
