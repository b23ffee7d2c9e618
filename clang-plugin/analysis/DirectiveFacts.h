// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DirectiveFacts.h - reads off what one OpenMP directive says, from its AST node and its tokens.
//
// What lives here: facts of a single directive. What doesn't: where it is among others (Collector).
#ifndef POMPINST_DIRECTIVEFACTS_H
#define POMPINST_DIRECTIVEFACTS_H

#include "analysis/Region.h"

namespace clang {
class ASTContext;
class OMPExecutableDirective;
} // namespace clang

namespace pompinst {

// Returns the region of D, with everything but Function, Cancelled and Descriptor. If the directive can't be found in
// the tokens, because it is in a file that isn't looked at, Pragma.First is NoToken.
Region readDirective(const clang::OMPExecutableDirective &D, const clang::ASTContext &Context,
                     const TokenTable &Tokens);

// Is the token the first word in `directive(…)` of an [[omp::…]] attribute?
bool inAttribute(TokenIndex I, const TokenTable &Tokens);

// Returns line and file of a token, as the user knows them: where it ends (or the expansion that it came from), or,
// with Begin, where it begins.
SourceLine presumedLine(TokenIndex I, const TokenTable &Tokens, bool Begin = false);

// Returns where the token's file is included, where the file that includes it is, and so on.
std::vector<SourceLine> includesOf(TokenIndex I, const TokenTable &Tokens);

} // namespace pompinst
#endif
