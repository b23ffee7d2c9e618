// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Interface.cpp - looks up the calls of POMP 1 and POMP2. What does not live here: any fact about a call; those are in
// the two lists.
#include "analysis/Interface.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace pompinst {
namespace {

const Pomp2Call Pomp2Table[] = {
#define POMP2_CALL(Kind, Variant, Place, Name, Arguments)                                                              \
  {RegionKind::Kind, CallVariant::Variant, CallAt::Place, Name, Arguments},
#include "Pomp2Calls.def"
};

struct TypeRow {
  RegionKind Kind;
  const char *Type;
};

const TypeRow TypeTable[] = {
#define POMP2_TYPE(Kind, Type) {RegionKind::Kind, Type},
#include "Pomp2Calls.def"
};

} // namespace

EventCall eventCall(Interface Api, RegionKind Kind, CallVariant Variant, CallAt Place) {
  if (Api == Interface::Pomp2) {
    for (const Pomp2Call &Row : Pomp2Table)
      if (Row.Kind == Kind && Row.Variant == Variant && Row.Place == Place)
        return {std::string("POMP2_") + Row.Name, Row.Arguments, false};
    assert(false && "POMP2 has no such call");
  }
  const ConstructFacts &Facts = factsOf(Kind);
  assert(Facts.suffix(Place) && "the construct has no call at this place");
  return {std::string(Facts.Event) + Facts.suffix(Place), "region", Facts.In == Libraries::Newer};
}

bool hasEvents(Interface Api, RegionKind Kind) {
  return Api == Interface::Pomp || Kind == RegionKind::Control || Kind == RegionKind::LockCall ||
         llvm::any_of(Pomp2Table, [Kind](const Pomp2Call &Row) { return Row.Kind == Kind; });
}

bool hasInnerEvents(Interface Api, const Region &R) {
  return Api == Interface::Pomp || R.Inner == RegionKind::For || R.Inner == RegionKind::Sections;
}

std::string whyNoEvents(Interface Api, const Region &R) {
  if (Api == Interface::Pomp)
    return "";
  if (!hasEvents(Api, R.Kind))
    return "POMP2 has no event for it";
  if (!R.Whole.empty())
    return "POMP2 has no event for it unless it is split in two: " + R.Whole;
  return R.Unhoistable;
}

std::string nameIn(Interface Api, const std::string &Name) {
  const size_t Prefix = sizeof "POMP" - 1;
  return Api == Interface::Pomp ? Name : Name.substr(0, Prefix) + "2" + Name.substr(Prefix);
}

llvm::ArrayRef<Pomp2Call> allPomp2Calls() { return Pomp2Table; }

std::string pomp2Type(const Region &R) {
  if (R.Kind == RegionKind::Combined)
    return (R.Inner == RegionKind::For        ? "parallelfor"
            : R.Inner == RegionKind::Sections ? "parallelsections"
                                              : "parallel");
  for (const TypeRow &Row : TypeTable)
    if (Row.Kind == R.Kind)
      return Row.Type;
  return "";
}

} // namespace pompinst
