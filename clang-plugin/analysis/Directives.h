// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives.h - the list of directives and constructs (Directives.def) as types and tables.
//
// What lives here: lookups by LLVM's number of a directive and by the kind of a region. What doesn't: the rules that
// the list names (rules/Rule.h), and what a directive in the source says (DirectiveFacts).
#ifndef POMPINST_DIRECTIVES_H
#define POMPINST_DIRECTIVES_H

#include "LlvmCompatibility.h"
#include "Options.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace pompinst {

enum class RegionKind {
#define POMP_CONSTRUCT(Kind, ...) Kind,
#define POMP_REGION(Kind, ...) Kind,
#include "Directives.def"
  Other, // a directive that no rule takes: never edited, only reported
};

// The implicit barrier at the end of a construct.
enum class ImplicitBarrier {
  None,
  Replaceable, // nowait and a barrier with events may take its place
  Stays,
  OfBinding, // it is there if the construct binds to a parallel region, and stays
};

// Says which POMP libraries have a construct's functions.
enum class Libraries {
  Paper, // all of them, as the paper names the functions
  Newer, // perhaps not this one: the functions are called only if they are there
};

// A call of a construct's function is at one of four places:
//   BEFORE  #pragma omp …  { BEGIN  block  END }  AFTER
enum class CallAt { Before, Begin, End, After };

// Holds all that there is to know of a kind of region.
struct ConstructFacts {
  const char *Name;        // the kind's, as the list has it
  const char *Event;       // what the names of its functions begin with
  const char *Suffixes[4]; // and end with, by CallAt; nullptr where there is no call
  Libraries In;
  ImplicitBarrier Barrier;
  const char *Rule;                // the function in rules/ that writes the calls
  std::optional<Construct> Switch; // disable= with this name leaves the region alone
  bool IsDirective;

  const char *suffix(CallAt Place) const { return Suffixes[unsigned(Place)]; }
  bool enabled(const Options &Opts) const { return !Switch || Opts.enabled(*Switch); }
};

const ConstructFacts &factsOf(RegionKind Kind);

// Returns the name by which inserted code calls a function of the POMP interface: C and C++ reserve it, so that no
// declaration of the user's can hide the function.
inline std::string reserved(const std::string &Name) { return "__" + Name; }

// Says what becomes of a directive.
enum class Treatment { Measured, LeftAlone, NoEvent, Fortran };

struct DirectiveRow {
  llvm::omp::Directive Id;
  Treatment What;
  RegionKind Kind;
  llvm::omp::Directive Inner; // the directive that this one combines parallel with; OMPD_unknown if it does not
  const char *Name;           // the name in its descriptor, if that is not the directive's own; else ""
  const char *Why;            // why it is left alone; why a combined directive is never split; else ""
};

llvm::ArrayRef<DirectiveRow> allDirectives();

// Returns the row of a directive. One that the list does not have is left alone.
const DirectiveRow &directiveRow(llvm::omp::Directive Id);

inline RegionKind kindOf(llvm::omp::Directive Id) { return directiveRow(Id).Kind; }

} // namespace pompinst
#endif
