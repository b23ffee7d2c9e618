// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sharing.cpp - does what Sharing.h says. What does not live here: the walk through the constructs (FunctionNotes).
#include "notes/Sharing.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pompinst {

const VarDecl *variableOf(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

std::string objectName(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl()->getNameAsString();
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const bool Own = isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts());
    std::string Of = Own ? "" : objectName(Member->getBase());
    return Of + (Of.empty() ? "" : Member->isArrow() ? "->" : ".") + Member->getMemberDecl()->getNameAsString();
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return objectName(Unary->getSubExpr());
  return "";
}

std::optional<long> constantOf(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsInt(Result, Context))
    return std::nullopt;
  return long(Result.Val.getInt().getExtValue());
}

const VarDecl *countedBy(const ForStmt &Loop) {
  const VarDecl *Counter = nullptr;
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Loop.getInit()))
    Counter = Decls->isSingleDecl() ? dyn_cast<VarDecl>(Decls->getSingleDecl()) : nullptr;
  else if (const auto *Begin = dyn_cast_or_null<BinaryOperator>(Loop.getInit()))
    Counter = Begin->getOpcode() == BO_Assign ? variableOf(Begin->getLHS()) : nullptr;
  const auto *Step = dyn_cast_or_null<UnaryOperator>(Loop.getInc());
  bool ByOnes = Counter && Counter->getType()->isIntegerType() && Step && Step->isIncrementDecrementOp() &&
                variableOf(Step->getSubExpr()) == Counter;
  return ByOnes ? Counter : nullptr;
}

static const FunctionDecl *calleeOf(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  return Call ? Call->getDirectCallee() : nullptr;
}

bool isCallOf(const Expr *E, StringRef Name) {
  const FunctionDecl *Callee = calleeOf(E);
  return Callee && Callee->getIdentifier() && Callee->getName() == Name && Callee->isExternC() && !Callee->isDefined();
}

bool isInserted(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S)) { // around the barrier that stands for one at a region's end
    const auto *Compares = dyn_cast<BinaryOperator>(If->getCond()->IgnoreParenImpCasts());
    return Compares && isInserted(Compares->getLHS());
  }
  const auto *E = dyn_cast<Expr>(S);
  const FunctionDecl *Callee = E ? calleeOf(E) : nullptr;
  return Callee && Callee->getIdentifier() &&
         (Callee->getName().starts_with("__POMP_") || Callee->getName().starts_with("__pomp_"));
}

// --- what is written ---------------------------------------------------------------------------------------------

static bool isContiguous(QualType Type) {
  const CXXRecordDecl *Record = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->isInStdNamespace() && Record->getIdentifier() &&
         (Record->getName() == "vector" || Record->getName() == "array");
}

std::optional<Element> elementOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return Element{Subscript->getBase(), Subscript->getIdx(), Subscript->getType()};
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  // The operator of vector<bool> returns an object.
  if (!Call || Call->getOperator() != OO_Subscript || Call->getNumArgs() != 2 || !Call->isLValue() ||
      !isContiguous(Call->getArg(0)->getType()))
    return std::nullopt;
  return Element{Call->getArg(0), Call->getArg(1), Call->getType()};
}

const Expr *writtenBy(const Stmt *S) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    return Binary->isAssignmentOp() ? Binary->getLHS() : nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    return Unary->isIncrementDecrementOp() ? Unary->getSubExpr() : nullptr;
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(S);
  bool Writes = Call && Call->getNumArgs() > 0 &&
                (Call->isAssignmentOp() || Call->getOperator() == OO_PlusPlus || Call->getOperator() == OO_MinusMinus);
  return Writes ? Call->getArg(0) : nullptr;
}

const VarDecl *writtenThrough(const Expr *Written) {
  for (const Expr *E = Written;;) {
    E = E->IgnoreParenImpCasts();
    const auto *Member = dyn_cast<MemberExpr>(E);
    const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
    const auto *Unary = dyn_cast<UnaryOperator>(E);
    if (Member && !Member->isArrow())
      E = Member->getBase();
    else if (Subscript && Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      E = Subscript->getBase();
    else if (Member)
      return variableOf(Member->getBase());
    else if (Unary && Unary->getOpcode() == UO_Deref)
      return variableOf(Unary->getSubExpr());
    else if (const VarDecl *V = variableOf(E); V && V->getType()->isReferenceType())
      return V;
    else
      return nullptr;
  }
}

// --- variables ---------------------------------------------------------------------------------------------------

void Sharing::assigned(const VarDecl *V, const Expr *Value) {
  const bool Number = Value && isCallOf(Value, "omp_get_thread_num");
  auto [Known, New] = HoldsThreadNumber.try_emplace(V, Number);
  if (New)
    return;
  Known->second &= Number;
  AssignedAgain.insert(V);
}

void Sharing::readBody(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *V = dyn_cast<VarDecl>(D); V && V->hasInit())
        assigned(V, V->getInit());
  } else if (const Expr *Written = writtenBy(S)) {
    const auto *Binary = dyn_cast<BinaryOperator>(S);
    if (const VarDecl *V = variableOf(Written))
      assigned(V, Binary && Binary->getOpcode() == BO_Assign ? Binary->getRHS() : nullptr);
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S); Unary && Unary->getOpcode() == UO_AddrOf) {
    if (const VarDecl *V = variableOf(Unary->getSubExpr()))
      assigned(V, nullptr);
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return readBody(D->hasAssociatedStmt() && D->getAssociatedStmt() ? D->getRawStmt() : nullptr);
  for (const Stmt *Child : S->children())
    readBody(Child);
}

std::optional<Element> Sharing::elementBehind(const VarDecl *V) const {
  if (!V || !V->hasLocalStorage() || !V->hasInit())
    return std::nullopt;
  const Expr *Init = V->getInit()->IgnoreParenCasts();
  auto Any = [](const Element &) { return true; };
  if (V->getType()->isReferenceType())
    return writtenElement(Init, Any);
  if (AssignedAgain.contains(V))
    return std::nullopt;
  const auto *Address = dyn_cast<UnaryOperator>(Init);
  if (Address && Address->getOpcode() == UO_AddrOf)
    return writtenElement(Address->getSubExpr(), Any);
  const auto *Sum = dyn_cast<BinaryOperator>(Init);
  if (Sum && Sum->getOpcode() == BO_Add && Sum->getLHS()->getType()->isPointerType())
    return Element{Sum->getLHS(), Sum->getRHS(), Sum->getLHS()->getType()->getPointeeType()};
  return std::nullopt;
}

void Sharing::makePrivate(const OMPExecutableDirective &D) {
  for (const OMPClause *Clause : D.clauses()) {
    if (!Clause || !isOpenMPPrivate(Clause->getClauseKind()))
      continue;
    for (const Stmt *Item : Clause->children())
      if (const auto *E = dyn_cast_or_null<Expr>(Item))
        if (const VarDecl *V = variableOf(E))
          Private.push_back(V);
  }
}

bool Sharing::isShared(const VarDecl *V, bool InTeam) const {
  if (!V || V->getType()->isReferenceType() || V->getTLSKind() != VarDecl::TLS_None ||
      V->hasAttr<OMPThreadPrivateDeclAttr>() || llvm::is_contained(Private, V))
    return false;
  return InTeam || V->hasGlobalStorage();
}

bool Sharing::hasSharedRoot(const Expr *E, bool InTeam) const {
  E = E->IgnoreParenImpCasts();
  if (isa<CXXThisExpr>(E))
    return InTeam;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl());
    return Static ? isShared(Static, InTeam) : hasSharedRoot(Member->getBase(), InTeam);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref && hasSharedRoot(Unary->getSubExpr(), InTeam);
  // What a variable points to outside of a parallel construct may be each thread's own.
  const VarDecl *V = variableOf(E);
  return isShared(V, InTeam) && (InTeam || !V->getType()->isPointerType());
}

bool Sharing::isThreadNumber(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (isCallOf(E, "omp_get_thread_num"))
    return true;
  const VarDecl *V = variableOf(E);
  return V && HoldsThreadNumber.lookup(V);
}

} // namespace pompinst
