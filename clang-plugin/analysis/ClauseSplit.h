// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ClauseSplit.h - directives that combine parallel with another construct, and the half that each clause goes to.
//
// What lives here: OpenMP 5.2, 17.2, as tables about directives' and clauses' names; test/plugin/clause-split.cpp holds
// them against LLVM's own. What doesn't: what a directive in the source says (DirectiveFacts).
#ifndef POMPINST_CLAUSESPLIT_H
#define POMPINST_CLAUSESPLIT_H

#include "LlvmCompatibility.h"

namespace pompinst {

enum class Half {
  Unknown, // no rule: a directive with this clause stays in one piece
  Outer,
  Inner,
  Both,
  WithItems, // allocate goes where each of its list items becomes private
};

// Returns the half that the clause goes to, in a directive that combines parallel with Inner.
Half halfOf(llvm::omp::Clause Clause, llvm::omp::Directive Inner, unsigned Version);

// Returns the same for `if`, which may name the directive it is for; Modifier is OMPD_unknown if it doesn't.
Half halfOfIf(llvm::omp::Directive Modifier, llvm::omp::Directive Inner, unsigned Version);

// Returns the same for `reduction` with a modifier.
enum class ReductionModifier { None, Task, Inscan };
Half halfOfReduction(ReductionModifier Modifier, llvm::omp::Directive Inner, unsigned Version);

// Once the clause has moved to the inner half: are its list items shared in the outer half?
bool sharedOutside(llvm::omp::Clause Clause);

} // namespace pompinst
#endif
