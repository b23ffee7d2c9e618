// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replicated.h - loops of which each thread of a team executes all iterations, as nothing in them depends on the
// thread. What does not live here: where each thread of the team comes to (FunctionNotes).
#ifndef POMPINST_REPLICATED_H
#define POMPINST_REPLICATED_H

#include "notes/Sharing.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class CallExpr;
class ForStmt;
} // namespace clang

namespace pompinst {

class ReplicatedLoops {
public:
  explicit ReplicatedLoops(const Sharing &Variables) : Variables(Variables) {}

  // Returns the shared array that each thread writes all of in the loop; nothing: that is not certain.
  std::optional<std::string> writtenByAll(const clang::ForStmt &Loop);
  // Does each thread do the same in the called function? It has its body here, and a loop.
  bool isSameCall(const clang::CallExpr &Call) const;
  // Does each thread of the team execute all iterations of the loop?
  bool isSameLoop(const clang::ForStmt &Loop) const {
    const clang::VarDecl *Counter = nullptr;
    return countsSame(Loop, Counter);
  }
  // From here to `leave`, the loop's counter has the same values for all threads, if it is so.
  size_t enter(const clang::ForStmt &Loop);
  void leave(size_t Outer) { Counters.resize(Outer); }
  // Has the expression the same value for all threads of the team?
  bool isSameForAll(const clang::Expr *E) const;

private:
  bool countsSame(const clang::ForStmt &Loop, const clang::VarDecl *&Counter) const;
  bool hasCounter(const clang::Stmt *S) const;
  std::optional<std::string> writtenIn(const clang::Stmt *S);

  const Sharing &Variables;
  std::vector<const clang::VarDecl *> Counters; // of the loops around, whose values are the same for all threads
};

} // namespace pompinst
#endif
