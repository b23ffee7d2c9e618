// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DirectiveFacts.h - what one OpenMP directive says, read off its AST node and its tokens.
//
// What lives here: facts of a single directive. What doesn't: where it stands among others (Collector).
#ifndef POMPINST_DIRECTIVEFACTS_H
#define POMPINST_DIRECTIVEFACTS_H

#include "analysis/Region.h"

namespace clang {
class ASTContext;
class OMPExecutableDirective;
} // namespace clang

namespace pompinst {

// The region of D: everything but Function, Cancelled and Descriptor. A directive that can't be found in the tokens
// (it stands in a file that isn't looked at) has Pragma.First == NoToken.
Region readDirective(const clang::OMPExecutableDirective &D, const clang::ASTContext &Context,
                     const TokenTable &Tokens);

// Is the token the first word in `directive(…)` of an [[omp::…]] attribute?
bool inAttribute(TokenIndex I, const TokenTable &Tokens);

// Line and file of a token, as the user knows them: where it ends (the expansion it came from, too), or begins.
SourceLine presumedLine(TokenIndex I, const TokenTable &Tokens, bool Begin = false);

} // namespace pompinst
#endif
