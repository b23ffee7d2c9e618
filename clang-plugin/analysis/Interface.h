// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interface.h - how the interface that api= chooses writes a region's events: the function and its arguments.
//
// What lives here: lookups in the rows of Directives.def (POMP 1) and Pomp2Calls.def (POMP2). What doesn't: where a
// call is (rules/), and how its arguments are spelled in the source (rules/RuleContext).
#ifndef POMPINST_INTERFACE_H
#define POMPINST_INTERFACE_H

#include "analysis/Region.h"

namespace pompinst {

// A kind of region may have other calls in some cases.
enum class CallVariant {
  Usual,
  Untied,   // a task with this clause
  Implicit, // the barrier that stands for the implicit one of a construct
};

struct EventCall {
  std::string Name;      // the function's: "POMP_For_enter"
  const char *Arguments; // words, which Pomp2Calls.def explains; POMP 1 has "region" alone
  bool Perhaps;          // libraries may not have the function: it is called if it is there
};

// Returns the call of a region of this kind in this place, which it must have.
EventCall eventCall(Interface Api, RegionKind Kind, CallVariant Variant, CallAt Place);

// Has the interface events for regions of this kind?
bool hasEvents(Interface Api, RegionKind Kind);
// Has it events for what a combined directive combines parallel with? POMP2 has one handle for both, of a type that
// tells of both.
bool hasInnerEvents(Interface Api, const Region &R);
// Says why the interface can't have the region's events; "" if it can.
std::string whyNoEvents(Interface Api, const Region &R);

// Returns the function's name in the interface: of POMP_On, POMP2_On.
std::string nameIn(Interface Api, const std::string &Name);

// All calls of POMP2, for declarations.
struct Pomp2Call {
  RegionKind Kind;
  CallVariant Variant;
  CallAt Place;
  const char *Name; // with no POMP2_ before it
  const char *Arguments;
};
llvm::ArrayRef<Pomp2Call> allPomp2Calls();

// Returns what the ctc string of POMP2 calls the region.
std::string pomp2Type(const Region &R);

} // namespace pompinst
#endif
