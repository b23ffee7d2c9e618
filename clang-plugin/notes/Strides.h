// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strides.h - innermost loops that step from row to row of an array, where a loop around them would go along a row.
// What does not live here: in which constructs that is of interest (FunctionNotes).
#ifndef POMPINST_STRIDES_H
#define POMPINST_STRIDES_H

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>

namespace clang {
class ASTContext;
class ForStmt;
class VarDecl;
} // namespace clang

namespace pompinst {

// Returns the array that the innermost loop steps through by rows, if more arrays would be read and written in the
// order of memory with one of the loops around inside of it; nothing: that is not certain. `Around`: what those loops
// count.
std::optional<std::string> steppedByRows(const clang::ForStmt &Loop, llvm::ArrayRef<const clang::VarDecl *> Around,
                                         const clang::ASTContext &Context);

} // namespace pompinst
#endif
