// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StmtRange.h - finds the token that ends a statement. That is its semicolon, which Clang's AST leaves out. What does
// not live here: tokens themselves (TokenTable).
#ifndef POMPINST_STMTRANGE_H
#define POMPINST_STMTRANGE_H

#include "analysis/TokenTable.h"

namespace clang {
class OMPExecutableDirective;
class Stmt;
} // namespace clang

namespace pompinst {

// Returns the statement that a directive applies to, without the captured regions around it; nullptr if there is none.
const clang::Stmt *associatedStmt(const clang::OMPExecutableDirective &D);

// Returns the last token of S, or NoToken if it can't be known.
//   for (...) x();      if (a) b(); else { c(); }      #pragma omp barrier <end of line>
//                ^                              ^                        ^
TokenIndex lastToken(const clang::Stmt *S, const TokenTable &Tokens);

} // namespace pompinst
#endif
