// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SplitFacts.h - can a directive that combines parallel with another construct be split, and what does each half need?
//
// What lives here: the meaning of the clauses in the source for the two halves. What doesn't: the rules by name
// (ClauseSplit), the halves' text (rules/Combined, DirectiveText).
#ifndef POMPINST_SPLITFACTS_H
#define POMPINST_SPLITFACTS_H

#include "analysis/Region.h"

namespace clang {
class ASTContext;
class OMPExecutableDirective;
} // namespace clang

namespace pompinst {

// Completes R, the region of the combined directive D.
void readSplitFacts(Region &R, const clang::OMPExecutableDirective &D, const clang::ASTContext &Context,
                    const TokenTable &Tokens);

// Returns the chunk in `schedule(kind, chunk)`, with no tokens if it has none.
TokenRange chunkOf(const Clause &Schedule, const TokenTable &Tokens);

} // namespace pompinst
#endif
