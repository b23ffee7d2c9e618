// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spinning.cpp - does what Spinning.h says.
#include "notes/Spinning.h"

#include "notes/Sharing.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pompinst {
namespace {

// A loop, in parts: nothing of it is executed but these.
struct LoopParts {
  const Expr *Condition = nullptr, *Step = nullptr;
  const Stmt *Body = nullptr;
};

LoopParts partsOf(const Stmt &S) {
  if (const auto *While = dyn_cast<WhileStmt>(&S))
    return {While->getCond(), nullptr, While->getBody()};
  if (const auto *Do = dyn_cast<DoStmt>(&S))
    return {Do->getCond(), nullptr, Do->getBody()};
  if (const auto *For = dyn_cast<ForStmt>(&S))
    return {For->getCond(), For->getInc(), For->getBody()};
  return {};
}

// These let the processor or another thread go on.
bool isNameOfPause(StringRef Name) { return Name == "sched_yield" || Name.ends_with("_pause"); }
// These members of std::atomic and atomic_flag read it.
const StringRef AtomicReads[] = {
    "load", "test", "test_and_set", "exchange", "compare_exchange_weak", "compare_exchange_strong"};

bool isPause(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && Callee->getIdentifier() && isNameOfPause(Callee->getName());
}

bool doesNothing(const Stmt *S) {
  if (!S || isa<NullStmt, OMPFlushDirective>(S) || isPause(S) || isInserted(S))
    return true;
  return isa<CompoundStmt>(S) && llvm::all_of(S->children(), doesNothing);
}

bool flushes(const Stmt *S) { return S && (isa<OMPFlushDirective>(S) || llvm::any_of(S->children(), flushes)); }

bool writesSomething(const Stmt *S) { return S && (writtenBy(S) || llvm::any_of(S->children(), writesSomething)); }

// Is it a member function of std::atomic, or of atomic_flag, that reads it?
const Expr *atomicObject(const Stmt *S) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(S);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  const CXXRecordDecl *Class = Method ? Method->getParent() : nullptr;
  if (!Class || !Class->isInStdNamespace() || !Class->getIdentifier() ||
      !(Class->getName().starts_with("atomic") || Class->getName().starts_with("__atomic")))
    return nullptr;
  const bool Reads =
      isa<CXXConversionDecl>(Method) || (Method->getIdentifier() && llvm::is_contained(AtomicReads, Method->getName()));
  return Reads ? Call->getImplicitObjectArgument() : nullptr;
}

// Returns the object in a condition that others may change at any time. Flushed: they may change any.
const Expr *changedByOthers(const Stmt *S, bool Flushed) {
  if (!S)
    return nullptr;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S)) {
    const Expr *Of = Cast->getSubExpr();
    if ((Cast->getCastKind() == CK_LValueToRValue && (Flushed || Of->getType().isVolatileQualified())) ||
        Cast->getCastKind() == CK_AtomicToNonAtomic)
      return Of;
  }
  if (const auto *Atomic = dyn_cast<AtomicExpr>(S))
    return Atomic->getPtr();
  if (const Expr *Object = atomicObject(S))
    return Object;
  for (const Stmt *Part : S->children())
    if (const Expr *Found = changedByOthers(Part, Flushed))
      return Found;
  return nullptr;
}

} // namespace

std::optional<std::string> spinsOn(const Stmt &Loop, const VarDecl **Variable) {
  const LoopParts Parts = partsOf(Loop);
  if (!Parts.Condition || Parts.Condition->isTypeDependent() || Parts.Step || !doesNothing(Parts.Body) ||
      writesSomething(Parts.Condition))
    return std::nullopt;
  const Expr *Awaited = changedByOthers(Parts.Condition, flushes(Parts.Body));
  if (!Awaited)
    return std::nullopt;
  Awaited = Awaited->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Awaited); Address && Address->getOpcode() == UO_AddrOf)
    Awaited = Address->getSubExpr()->IgnoreParenImpCasts();
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Awaited))
    Awaited = Subscript->getBase();
  std::string Name = objectName(Awaited);
  if (Name.empty())
    return std::nullopt;
  if (Variable)
    *Variable = variableOf(Awaited);
  return Name;
}

} // namespace pompinst
