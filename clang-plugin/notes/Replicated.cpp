// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replicated.cpp - does what Replicated.h says: what is the same for all threads is made of constants, of variables
// that they share, and of counters of such loops.
#include "notes/Replicated.h"

#include "notes/Calls.h"

#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pompinst {

bool ReplicatedLoops::isSameForAll(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, CXXBoolLiteralExpr, UnaryExprOrTypeTraitExpr>(E))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V ? llvm::is_contained(Counters, V) || Variables.isShared(V, true) : isa<EnumConstantDecl>(Ref->getDecl());
  }
  if (isa<MemberExpr>(E))
    return Variables.hasSharedRoot(E, true);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return !Unary->isIncrementDecrementOp() && Unary->getOpcode() != UO_AddrOf && isSameForAll(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return !Binary->isAssignmentOp() && isSameForAll(Binary->getLHS()) && isSameForAll(Binary->getRHS());
  if (std::optional<Element> Of = elementOf(E))
    return Variables.hasSharedRoot(Of->Of, true) && isSameForAll(Of->Index);
  return false;
}

// Does the loop count a variable of its own from and to values that are the same for all threads?
bool ReplicatedLoops::countsSame(const ForStmt &Loop, const VarDecl *&Counter) const {
  const Expr *Begin = nullptr;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit())) {
    Counter = Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
    Begin = Counter ? Counter->getInit() : nullptr;
  } else if (const auto *Assigns = dyn_cast_or_null<BinaryOperator>(Loop.getInit())) {
    // One that the threads share would be counted by all of them together.
    Counter = Assigns->getOpcode() == BO_Assign ? variableOf(Assigns->getLHS()) : nullptr;
    Begin = Assigns->getRHS();
    if (Counter && Variables.isShared(Counter, true))
      return false;
  }
  const auto *Step = dyn_cast_or_null<UnaryOperator>(Loop.getInc());
  const auto *Adds = dyn_cast_or_null<CompoundAssignOperator>(Loop.getInc());
  const bool IsStepped = (Step && Step->isIncrementDecrementOp() && variableOf(Step->getSubExpr()) == Counter) ||
                         (Adds && variableOf(Adds->getLHS()) == Counter && isSameForAll(Adds->getRHS()));
  const auto *Compares = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  return Counter && Begin && Counter->getType()->isIntegerType() && isSameForAll(Begin) && IsStepped && Compares &&
         Compares->isComparisonOp() && variableOf(Compares->getLHS()) == Counter && isSameForAll(Compares->getRHS());
}

bool ReplicatedLoops::hasCounter(const Stmt *S) const {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  if (Ref && llvm::is_contained(Counters, dyn_cast<VarDecl>(Ref->getDecl())))
    return true;
  return S && llvm::any_of(S->children(), [this](const Stmt *Part) { return hasCounter(Part); });
}

std::optional<std::string> ReplicatedLoops::writtenIn(const Stmt *S) {
  if (!S)
    return std::nullopt;
  const size_t Outer = Counters.size();
  if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    const VarDecl *Counter = nullptr;
    if (!countsSame(*Loop, Counter))
      return std::nullopt;
    Counters.push_back(Counter);
    std::optional<std::string> Found = writtenIn(Loop->getBody());
    Counters.resize(Outer);
    return Found;
  }
  const auto *If = dyn_cast<IfStmt>(S);
  if (isLoop(S) || isa<SwitchStmt>(S) || (If && !isSameForAll(If->getCond())))
    return std::nullopt;
  if (const Expr *Written = writtenBy(S)) {
    bool Same = true, Counted = false;
    auto IsWhole = [&](const Element &E) {
      Same &= isSameForAll(E.Index);
      Counted |= hasCounter(E.Index);
      return Variables.hasSharedRoot(E.Of, true);
    };
    std::optional<Element> E = writtenElement(Written, IsWhole);
    if (E && Same && Counted)
      return objectName(E->Of);
  }
  for (const Stmt *Part : S->children())
    if (std::optional<std::string> Found = writtenIn(Part))
      return Found;
  return std::nullopt;
}

static bool leaves(const Stmt *S) {
  return S && (isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt, CXXThrowExpr>(S) || anyPart(*S, leaves));
}

std::optional<std::string> ReplicatedLoops::writtenByAll(const ForStmt &Loop) {
  // A function may hold worksharing constructs, or a lock.
  if (hasDirective(&Loop) || hasUnknownCall(&Loop) || leaves(&Loop))
    return std::nullopt;
  return writtenIn(&Loop);
}

size_t ReplicatedLoops::enter(const ForStmt &Loop) {
  const size_t Outer = Counters.size();
  const VarDecl *Counter = nullptr;
  if (countsSame(Loop, Counter))
    Counters.push_back(Counter);
  return Outer;
}

// May what a thread does here depend on the thread, or on what others do at the same time? Of functions, those of C
// that the compiler knows depend on their arguments alone.
static bool mayDiffer(const Stmt *S) {
  if (!S)
    return false;
  if (isa<OMPExecutableDirective, AtomicExpr, LambdaExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr>(S))
    return true;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      if (V->getTLSKind() != VarDecl::TLS_None || V->hasAttr<OMPThreadPrivateDeclAttr>() ||
          V->getType().isVolatileQualified())
        return true;
  const auto *Construct = dyn_cast<CXXConstructExpr>(S);
  if (Construct && !Construct->getConstructor()->isTrivial())
    return true;
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const unsigned Known = Callee ? Callee->getBuiltinID() : 0;
  if (Call && !isInserted(S) && !elementOf(Call) && (!Known || Callee->getName().starts_with("__sync")))
    return true;
  return llvm::any_of(S->children(), mayDiffer);
}

bool ReplicatedLoops::isSameCall(const CallExpr &Call) const {
  const FunctionDecl *Callee = Call.getDirectCallee();
  const Stmt *Body = Callee && !isa<CXXMethodDecl>(Callee) ? Callee->getBody() : nullptr;
  return Body && hasLoop(Body) && !mayDiffer(Body) &&
         llvm::all_of(Call.arguments(), [this](const Expr *E) { return isSameForAll(E); });
}

} // namespace pompinst
