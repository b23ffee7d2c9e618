// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ClauseFacts.h - what a descriptor says about the clauses of its directive: their text, and the facts that follow from
// it.
//
// The text is for people, and the facts need no run. What clauses mean for the edits is in DirectiveFacts and
// SplitFacts, and text that is compiled again in DirectiveText.
#ifndef POMPINST_CLAUSEFACTS_H
#define POMPINST_CLAUSEFACTS_H

#include "analysis/Region.h"

namespace clang {
class ASTContext;
class OMPExecutableDirective;
class Stmt;
} // namespace clang

namespace pompinst {

// Fills in R.Written of the region of D, whose Clauses are known, but for the loop around it.
void readClauseFacts(Region &R, const clang::OMPExecutableDirective &D, const clang::ASTContext &Context,
                     const TokenTable &Tokens);

// Returns the loops that belong to D itself, as a collapse clause may join several.
std::vector<const clang::Stmt *> loopsOf(const clang::OMPExecutableDirective &D);

} // namespace pompinst
#endif
