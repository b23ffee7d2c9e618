// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DirectiveText.h - writes directives anew: one half of a combined one, or a pragma for an attribute. What does not
// live here: which clauses a half has (rules/Combined.cpp).
#ifndef POMPINST_DIRECTIVETEXT_H
#define POMPINST_DIRECTIVETEXT_H

#include "rewrite/Edits.h"

namespace pompinst {

// Returns a `#pragma` line for the place of the directive that begins at Pragma.First: every token that is kept is
// in the line and column where the user wrote it, so that diagnostics point there.
//   #pragma omp parallel for num_threads(n) schedule(static)
//   #pragma omp parallel     num_threads(n)                            outer half
//   #pragma omp          for                schedule(static) nowait    inner half
// With PadLines, the text has as many lines as the user's directive.
std::string halfInPlace(const DirectiveHalf &Half, TokenRange Pragma, const TokenTable &Tokens, bool PadLines);

// Returns a `#pragma` line of these words, which are in the file, but in no directive. Each has its line and column,
// if the pragma begins in column 1.
std::string pragmaInPlace(TokenRange Words, const TokenTable &Tokens);

// Returns the text of halfInPlace on one line, without regard to columns, for directives that come out of macros.
std::string halfOnOneLine(const DirectiveHalf &Half, const TokenTable &Tokens);

} // namespace pompinst
#endif
