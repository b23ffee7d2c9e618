// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spinning.h - loops that do nothing but ask whether another thread has changed something. What does not live here: in
// which constructs that is of interest (FunctionNotes).
#ifndef POMPINST_SPINNING_H
#define POMPINST_SPINNING_H

#include <optional>
#include <string>

namespace clang {
class Stmt;
class VarDecl;
} // namespace clang

namespace pompinst {

// Returns the name of what the loop waits for; nothing: it is no such loop. `Variable` becomes the variable, if it is
// one.
std::optional<std::string> spinsOn(const clang::Stmt &Loop, const clang::VarDecl **Variable = nullptr);

} // namespace pompinst
#endif
