// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sharing.h - what is certain about the variables of a function while its body is walked: which ones all threads of a
// team share, and which ones hold a thread's number. In doubt a variable is not shared. What does not live here: what
// is concluded from it.
#ifndef POMPINST_SHARING_H
#define POMPINST_SHARING_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <string>
#include <vector>

namespace pompinst {

// An element of an array in memory without gaps: of an array, behind a pointer, of a std::vector or std::array.
struct Element {
  const clang::Expr *Of, *Index;
  clang::QualType Type;
};

// Processors fetch memory in pieces of so many bytes.
constexpr long CacheLine = 64;

class Sharing {
public:
  // Reads all that is assigned in a body.
  void readBody(const clang::Stmt *S);

  // Variables are private from here on: to a place to which `leave` goes back.
  size_t enter() const { return Private.size(); }
  void leave(size_t Place) { Private.resize(Place); }
  void makePrivate(const clang::VarDecl *V) { Private.push_back(V); }
  void makePrivate(const clang::OMPExecutableDirective &D);

  // Do all threads of the team have this variable in common? InTeam: the parallel construct is in this function.
  bool isShared(const clang::VarDecl *V, bool InTeam) const;
  // Is the object that this expression is a part of, or points to, the same for all threads?
  bool hasSharedRoot(const clang::Expr *E, bool InTeam) const;
  bool isThreadNumber(const clang::Expr *E) const;

  // Returns the element that a local variable refers to, or points to, from its declaration on; nothing: none, or
  // another one later.
  std::optional<Element> elementBehind(const clang::VarDecl *V) const;

private:
  void assigned(const clang::VarDecl *V, const clang::Expr *Value);

  std::vector<const clang::VarDecl *> Private;
  llvm::DenseMap<const clang::VarDecl *, bool> HoldsThreadNumber; // false: something else has been assigned, too
  llvm::DenseSet<const clang::VarDecl *> AssignedAgain;
};

std::optional<Element> elementOf(const clang::Expr *E);
// Returns the variable whose object, or the object that it points to, has the written one in it.
const clang::VarDecl *writtenThrough(const clang::Expr *Written);
// Returns the object that is written, if E writes one.
const clang::Expr *writtenBy(const clang::Stmt *S);
// Returns the part of the object that contains the written one and is an element, from the innermost to the outermost
// one, for which Fits is true.
template <typename Predicate> std::optional<Element> writtenElement(const clang::Expr *Written, Predicate Fits) {
  for (const clang::Expr *E = Written; E;) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E)) {
      E = Member->isArrow() ? nullptr : Member->getBase();
      continue;
    }
    std::optional<Element> Found = elementOf(E);
    if (!Found)
      return std::nullopt;
    if (Fits(*Found))
      return Found;
    // The row of an array of arrays is in the same memory.
    E = Found->Of->IgnoreParenImpCasts();
    if (!E->getType()->isArrayType())
      return std::nullopt;
  }
  return std::nullopt;
}

// How people call the object.
std::string objectName(const clang::Expr *E);
const clang::VarDecl *variableOf(const clang::Expr *E);
// Returns the value of an integer that is constant, or nothing.
std::optional<long> constantOf(const clang::Expr *E, const clang::ASTContext &Context);
// Returns the variable that the loop counts, by ones.
const clang::VarDecl *countedBy(const clang::ForStmt &Loop);
// Is it a call of this routine of OpenMP's, or of the compiler's library?
bool isCallOf(const clang::Expr *E, llvm::StringRef Name);
// Is the call one that the instrumentation has put there?
bool isInserted(const clang::Stmt *S);

} // namespace pompinst
#endif
