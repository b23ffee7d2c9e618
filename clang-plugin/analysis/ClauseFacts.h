// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ClauseFacts.h - what a descriptor says about the clauses of its directive: their text, and what is certain of them.
//
// This file has the text of clauses for people, and facts that no run is needed for. It doesn't tell what clauses mean
// for the edits (DirectiveFacts, SplitFacts), and text that is compiled again (DirectiveText).
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
