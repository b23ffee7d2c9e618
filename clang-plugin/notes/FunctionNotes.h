// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FunctionNotes.h - walks the body of one function, and notes what may cost time in its constructs. What does not live
// here: which functions there are (Notes).
#ifndef POMPINST_FUNCTIONNOTES_H
#define POMPINST_FUNCTIONNOTES_H

#include "notes/Note.h"

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace pompinst {

class CalledFunctions;

// Adds the notes of a function's body. Criticals without a name are added to their list.
void noteFunction(const clang::FunctionDecl &Function, const clang::ASTContext &Context, CalledFunctions &Called,
                  std::vector<Note> &Notes, std::vector<clang::SourceLocation> &UnnamedCriticals);

} // namespace pompinst
#endif
