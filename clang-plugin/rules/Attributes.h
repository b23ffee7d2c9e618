// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes.h - directives in C++'s attribute spelling: [[omp::directive(parallel for)]], [[omp::sequence(…)]].
//
// They are turned into pragmas first, at their own lines and columns; the text so converted is then analysed like any
// other. What lives here: finding them among the tokens, and the edits that replace them. What doesn't: the text of the
// pragmas (rewrite/DirectiveText).
#ifndef POMPINST_ATTRIBUTES_H
#define POMPINST_ATTRIBUTES_H

#include "rewrite/Edits.h"

namespace pompinst {

// Returns an edit for each `[[…]]` that holds nothing but executable directives; none if no region is spelled so.
EditList pragmasForAttributes(const std::vector<Region> &Regions, const TokenTable &Tokens);

} // namespace pompinst
#endif
