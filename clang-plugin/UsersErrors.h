// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UsersErrors.h - has a copy of the compiler, which parses the user's text without generating code, say what is wrong
// with that text. So it is parsed once where it does not compile.
//
// The order of the messages lives here, and whether they are heard. ParseOnce decides when the copy takes the
// compiler's place.
#ifndef POMPINST_USERSERRORS_H
#define POMPINST_USERSERRORS_H

#include "clang/AST/DeclGroup.h"
#include "clang/Basic/SourceLocation.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace pompinst {

class HeldErrors;

class UsersErrors {
public:
  UsersErrors(clang::CompilerInstance &CI, HeldErrors &Said) : CI(CI), Said(Said) {}

  // The copy's output goes nowhere until it speaks.
  void beSilent();
  void speak();
  // A declaration at file scope has been parsed. Before the first error its code is not generated.
  void parsed(clang::DeclGroupRef Group);
  // There is an error: from now on all is done that plain Clang does, and what it would have said of the declarations
  // before, when it generated their code, is said.
  void begin();
  bool begun() const { return Begun; }
  // Does a message lead to a brace at this place, which is none of the user's?
  bool shows(clang::SourceLocation Brace) const;

private:
  clang::CompilerInstance &CI;
  HeldErrors &Said;
  bool Begun = false;
  std::vector<std::pair<clang::DeclGroupRef, size_t>> Groups; // and how many messages there were when they were parsed
  int Output[2] = {-1, -1};
};

} // namespace pompinst
#endif
