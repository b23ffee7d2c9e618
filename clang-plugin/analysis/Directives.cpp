// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Directives.cpp - the tables that Directives.def fills, and lookups in them. What does not live here: any fact about a
// directive or a construct; those are in the list.
#include "analysis/Directives.h"

#include "ClangFaults.h"

namespace pompinst {
namespace {

constexpr const char *NONE = nullptr;

// In the order of RegionKind.
const ConstructFacts FactsTable[] = {
#define POMP_CONSTRUCT(Kind, Event, Before, Begin, End, After, In, Barrier, Rule, Switch)                              \
  {#Kind, Event, {Before, Begin, End, After}, Libraries::In, ImplicitBarrier::Barrier, #Rule, Construct::Switch, true},
#define POMP_REGION(Kind, Event, Before, After, Rule, Switch)                                                          \
  {#Kind, Event, {Before, NONE, NONE, After}, Libraries::Paper, ImplicitBarrier::None, #Rule, Switch, false},
#include "Directives.def"
    {"Other", "", {NONE, NONE, NONE, NONE}, Libraries::Paper, ImplicitBarrier::None, "", std::nullopt, true},
};

constexpr auto NoInner = llvm::omp::OMPD_unknown;
const char NoRule[] = "there is no rule for it";

const DirectiveRow DirectiveTable[] = {
#define POMP_SINCE_19 POMP_FROM_19
#define POMP_SINCE_22 POMP_FROM_22
#define POMP_MEASURED(Id, Kind) {llvm::omp::OMPD_##Id, Treatment::Measured, RegionKind::Kind, NoInner, "", ""},
#define POMP_COMBINED(Id, Inner, Name, Whole)                                                                          \
  {llvm::omp::OMPD_##Id, Treatment::Measured, RegionKind::Combined, llvm::omp::OMPD_##Inner, Name, Whole},
#define POMP_LEFT_ALONE(Id, Why) {llvm::omp::OMPD_##Id, Treatment::LeftAlone, RegionKind::Other, NoInner, "", Why},
#define POMP_NO_EVENT(Id) {llvm::omp::OMPD_##Id, Treatment::NoEvent, RegionKind::Other, NoInner, "", NoRule},
#define POMP_FORTRAN(Id) {llvm::omp::OMPD_##Id, Treatment::Fortran, RegionKind::Other, NoInner, "", NoRule},
#include "Directives.def"
};

const DirectiveRow Unlisted = {NoInner, Treatment::LeftAlone, RegionKind::Other, NoInner, "", NoRule};

} // namespace

const ConstructFacts &factsOf(RegionKind Kind) { return FactsTable[unsigned(Kind)]; }

llvm::ArrayRef<DirectiveRow> allDirectives() { return DirectiveTable; }

const DirectiveRow &directiveRow(llvm::omp::Directive Id) {
  for (const DirectiveRow &Row : DirectiveTable)
    if (Row.Id == Id)
      return Row;
  return Unlisted;
}

} // namespace pompinst
