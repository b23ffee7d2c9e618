// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ClauseSplit.cpp - the table of OpenMP 5.2, 17.2 ("Clauses on Combined and Composite Constructs"), as far as parallel
// is the outer half.
#include "analysis/ClauseSplit.h"

#include "llvm/ADT/STLExtras.h"

#include <iterator>

using namespace llvm::omp;

namespace pompinst {
namespace {

// With InnerIfAllowed and BothIfAllowed the clause goes to the outer half alone if the inner construct does not permit
// it.
enum class Goes { Outer, Inner, InnerIfAllowed, BothIfAllowed, WithItems };

struct ClauseRow {
  llvm::omp::Clause Which;
  Goes To;
};

const ClauseRow ClauseTable[] = {
    // These are permitted on one constituent alone.
    {OMPC_num_threads, Goes::Outer},
    {OMPC_copyin, Goes::Outer},
    {OMPC_proc_bind, Goes::Outer},
    POMP_FROM_19({OMPC_ompx_attribute, Goes::Outer}, ){OMPC_schedule, Goes::Inner},
    {OMPC_ordered, Goes::Inner},
    {OMPC_collapse, Goes::Inner},
    {OMPC_order, Goes::Inner},
    {OMPC_bind, Goes::Inner},
    {OMPC_filter, Goes::Inner},
    {OMPC_linear, Goes::Inner},
    {OMPC_safelen, Goes::Inner},
    {OMPC_simdlen, Goes::Inner},
    {OMPC_aligned, Goes::Inner},
    {OMPC_nontemporal, Goes::Inner},
    {OMPC_final, Goes::Inner},
    {OMPC_grainsize, Goes::Inner},
    {OMPC_mergeable, Goes::Inner},
    {OMPC_nogroup, Goes::Inner},
    {OMPC_num_tasks, Goes::Inner},
    {OMPC_priority, Goes::Inner},
    {OMPC_untied, Goes::Inner},
    // These are permitted on several.
    {OMPC_private, Goes::InnerIfAllowed},
    {OMPC_firstprivate, Goes::InnerIfAllowed},
    {OMPC_lastprivate, Goes::InnerIfAllowed},
    {OMPC_reduction, Goes::InnerIfAllowed},
    {OMPC_default, Goes::BothIfAllowed},
    {OMPC_shared, Goes::BothIfAllowed},
    {OMPC_if, Goes::BothIfAllowed},
    {OMPC_allocate, Goes::WithItems},
};

} // namespace

Half halfOf(llvm::omp::Clause C, Directive Inner, unsigned Version) {
  const auto *Row = llvm::find_if(ClauseTable, [&](const ClauseRow &Row) { return Row.Which == C; });
  if (Row == std::end(ClauseTable))
    return Half::Unknown;
  bool Allowed = isAllowedClauseForDirective(Inner, C, Version);
  switch (Row->To) {
  case Goes::Outer:
    return Half::Outer;
  case Goes::Inner:
    return Half::Inner;
  case Goes::InnerIfAllowed:
    return Allowed ? Half::Inner : Half::Outer;
  case Goes::BothIfAllowed:
    return Allowed ? Half::Both : Half::Outer;
  case Goes::WithItems: // `loop` alone can make variables private that it can't allocate
    return Allowed || Inner == OMPD_master || Inner == OMPD_masked ? Half::WithItems : Half::Unknown;
  }
  return Half::Unknown;
}

Half halfOfIf(Directive Modifier, Directive Inner, unsigned Version) {
  if (Modifier == OMPD_unknown)
    return halfOf(OMPC_if, Inner, Version);
  return Modifier == OMPD_parallel ? Half::Outer : Half::Inner;
}

Half halfOfReduction(ReductionModifier Modifier, Directive Inner, unsigned Version) {
  // Clang 19 computes an inscan reduction right in the combined form alone.
  if (Modifier == ReductionModifier::Inscan)
    return Half::Unknown;
  // By 5.5.8 the modifier task is for parallel and worksharing constructs.
  Half To = halfOf(OMPC_reduction, Inner, Version);
  bool Accepted = To == Half::Outer || Inner == OMPD_for || Inner == OMPD_for_simd || Inner == OMPD_sections;
  return Modifier == ReductionModifier::Task && !Accepted ? Half::Unknown : To;
}

bool sharedOutside(llvm::omp::Clause C) {
  return C == OMPC_firstprivate || C == OMPC_lastprivate || C == OMPC_reduction || C == OMPC_linear;
}

} // namespace pompinst
