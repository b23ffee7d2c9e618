// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls.h - which functions of libraries threads may wait for each other in, and how statements lead to a call: always,
// or perhaps. What does not live here: in which constructs that is of interest (FunctionNotes).
#ifndef POMPINST_CALLS_H
#define POMPINST_CALLS_H

#include "notes/Note.h"

#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class FunctionDecl;
} // namespace clang

namespace pompinst {

struct LibraryCall {
  NoteKind Kind;
  std::string Name;
};

// Returns what the statement itself, not a part of it, calls of the libraries; nothing: none that is of interest.
std::optional<LibraryCall> libraryCall(const clang::Stmt &S, const clang::ASTContext &Context);

// Is the function one that returns soon, without waiting for anybody?
bool isHarmlessCall(const clang::CallExpr &Call);
// Does the statement hold a call of any other function?
bool hasUnknownCall(const clang::Stmt *S);

// Is it true of a part of the statement? The part of a directive is what it is about.
bool anyPart(const clang::Stmt &S, llvm::function_ref<bool(const clang::Stmt *)> Is);

bool isLoop(const clang::Stmt *S);
bool hasLoop(const clang::Stmt *S);
bool hasDirective(const clang::Stmt *S);

// Visits the parts of a statement, and says of each whether it is executed only perhaps when the whole is.
void eachPart(const clang::Stmt &S, llvm::function_ref<void(const clang::Stmt *, bool Perhaps)> Visit);

// This knows what functions with a body in this unit call whenever they are called. Each is read once.
class CalledFunctions {
public:
  explicit CalledFunctions(const clang::ASTContext &Context) : Context(Context) {}
  const std::vector<LibraryCall> &callsIn(const clang::FunctionDecl &Function);

private:
  void collect(const clang::Stmt *S, std::vector<LibraryCall> &Calls) const;

  const clang::ASTContext &Context;
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<LibraryCall>> Known;
};

} // namespace pompinst
#endif
