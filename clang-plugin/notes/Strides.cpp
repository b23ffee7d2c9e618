// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strides.cpp - does what Strides.h says.
#include "notes/Strides.h"

#include "notes/Calls.h"
#include "notes/Sharing.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cstdlib>

using namespace clang;

namespace pompinst {
namespace {

// A step of so many bytes, or of more, or of a number that is not known, counts as this one.
constexpr long Far = 1 << 20;
// The compiler unrolls a loop that has so few iterations, and the loop around it is the one that goes through memory.
constexpr long Few = 16;
// A variable may be made of one that is made of another one.
constexpr int MostVariables = 4;

// These are the subscripts of one access, with the sizes in bytes of what each of them counts; 0: it is not known.
struct Access {
  const Expr *Of = nullptr;
  SmallVector<std::pair<const Expr *, long>, 4> Subscripts;
};

class LoopAccesses {
public:
  // Counters: those of the loop, and of the loops around.
  LoopAccesses(const ForStmt &Loop, ArrayRef<const VarDecl *> Counters, const ASTContext &Context)
      : Counters(Counters), Context(Context) {
    collect(Loop.getBody());
  }

  // Returns by how many accesses more memory would be gone through in its order if `Outer` were counted in the
  // innermost loop instead of `Inner`, and one of these in `First`.
  int gain(const VarDecl *Inner, const VarDecl *Outer, const Access *&First) const;

private:
  void collect(const Stmt *S);
  const Expr *add(const Expr &E);
  long sizeOf(QualType Type) const;
  bool dependsOn(const Stmt *S, const VarDecl *V, int Variables) const;
  std::optional<long> factorOf(const Expr *E, const VarDecl *V, int Variables) const;
  std::optional<long> step(const Access &A, const VarDecl *V) const;

  ArrayRef<const VarDecl *> Counters;
  const ASTContext &Context;
  std::vector<Access> All;
  llvm::DenseSet<unsigned> Known;          // what is accessed twice is fetched once
  llvm::DenseSet<const VarDecl *> Written; // in the loop
};

// An array whose size is known when the program runs has rows that are far from each other.
long LoopAccesses::sizeOf(QualType Type) const {
  if (Type.isNull() || Type->isDependentType() || Type->isIncompleteType())
    return 0;
  return Type->isConstantSizeType() ? long(Context.getTypeSizeInChars(Type).getQuantity()) : Far;
}

// The row that is behind a pointer, or a std::vector's, is somewhere else.
bool holdsItsRow(QualType Type) {
  const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
  return Type->isArrayType() ||
         (Record && Record->isInStdNamespace() && Record->getIdentifier() && Record->getName() == "array");
}

// Adds an access, and those in its subscripts. Returns the object that is accessed: a row is no access of its own.
const Expr *LoopAccesses::add(const Expr &E) {
  Access A;
  const Expr *At = &E;
  for (bool InRow = false;;) {
    At = At->IgnoreParenImpCasts();
    std::optional<Element> Found = elementOf(At);
    const auto *Member = dyn_cast<MemberExpr>(At);
    if (Found) {
      const QualType Type = Found->Type.getNonReferenceType();
      A.Subscripts.push_back({Found->Index, InRow && !holdsItsRow(Type) ? Far : sizeOf(Type)});
      collect(Found->Index);
      At = A.Of = Found->Of;
      InRow = true;
    } else if (Member && !Member->isArrow()) {
      At = Member->getBase();
      InRow = false;
    } else {
      break;
    }
  }
  llvm::FoldingSetNodeID Is;
  E.Profile(Is, Context, true);
  if (Known.insert(Is.ComputeHash() / 2).second) // the largest numbers are the set's own
    All.push_back(std::move(A));
  return At;
}

void LoopAccesses::collect(const Stmt *S) {
  if (!S || isInserted(S))
    return;
  if (const Expr *To = writtenBy(S))
    if (const VarDecl *V = variableOf(To))
      Written.insert(V);
  const auto *E = dyn_cast<Expr>(S);
  if (E && elementOf(E))
    S = add(*E);
  anyPart(*S, [this](const Stmt *Part) {
    collect(Part);
    return false;
  });
}

bool LoopAccesses::dependsOn(const Stmt *S, const VarDecl *V, int Variables) const {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (E && variableOf(E))
    return factorOf(E, V, Variables) != 0;
  return S && llvm::any_of(S->children(), [=](const Stmt *Part) { return dependsOn(Part, V, Variables); });
}

// Returns how many the expression grows by when the variable grows by one; nothing: it is not known.
std::optional<long> LoopAccesses::factorOf(const Expr *E, const VarDecl *V, int Variables) const {
  E = E->IgnoreParenCasts();
  if (const VarDecl *Same = variableOf(E)) {
    if (Same == V || llvm::is_contained(Counters, Same))
      return Same == V;
    if (!Variables || Written.contains(Same))
      return std::nullopt;
    return Same->hasLocalStorage() && Same->hasInit() ? factorOf(Same->getInit(), V, Variables - 1) : 0;
  }
  if (!dependsOn(E, V, Variables))
    return 0;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !(Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul))
    return std::nullopt;
  std::optional<long> Left = factorOf(Binary->getLHS(), V, Variables), Right = factorOf(Binary->getRHS(), V, Variables);
  if (!Left || !Right)
    return std::nullopt;
  if (Binary->isAdditiveOp())
    return *Left + (Binary->getOpcode() == BO_Sub ? -*Right : *Right);
  if (*Left && *Right)
    return std::nullopt;
  const long Times = constantOf(*Left ? Binary->getRHS() : Binary->getLHS(), Context).value_or(Far);
  return std::clamp((*Left + *Right) * std::clamp(Times, -Far, Far), -Far, Far);
}

// Returns how many bytes farther the access is when the variable grows by one; nothing: it is not known.
std::optional<long> LoopAccesses::step(const Access &A, const VarDecl *V) const {
  long Bytes = 0;
  for (auto [Index, Size] : A.Subscripts) {
    std::optional<long> Factor = factorOf(Index, V, MostVariables);
    if (!Factor || !Size)
      return std::nullopt;
    Bytes += std::min(std::abs(*Factor) * std::min(Size, Far), Far);
  }
  return Bytes;
}

int LoopAccesses::gain(const VarDecl *Inner, const VarDecl *Outer, const Access *&First) const {
  int Gain = 0;
  for (const Access &A : All) {
    const std::optional<long> ByInner = step(A, Inner), ByOuter = step(A, Outer);
    if (!ByInner || !ByOuter || !*ByInner || !*ByOuter || (*ByInner >= CacheLine) == (*ByOuter >= CacheLine))
      continue;
    const bool Better = *ByOuter < CacheLine;
    Gain += Better ? 1 : -1;
    if (Better && !First)
      First = &A;
  }
  return Gain;
}

bool hasFewIterations(const ForStmt &Loop, const ASTContext &Context) {
  const auto *Compares = dyn_cast_or_null<BinaryOperator>(Loop.getCond());
  if (!Compares || !Compares->isComparisonOp())
    return false;
  const std::optional<long> Left = constantOf(Compares->getLHS(), Context),
                            Right = constantOf(Compares->getRHS(), Context);
  return (Left && std::abs(*Left) <= Few) || (Right && std::abs(*Right) <= Few && *Right);
}

} // namespace

std::optional<std::string> steppedByRows(const ForStmt &Loop, ArrayRef<const VarDecl *> Around,
                                         const ASTContext &Context) {
  const VarDecl *Inner = countedBy(Loop);
  if (!Inner || Around.empty() || hasFewIterations(Loop, Context))
    return std::nullopt;
  std::vector<const VarDecl *> Counters(Around);
  Counters.push_back(Inner);
  const LoopAccesses Accesses(Loop, Counters, Context);
  for (const VarDecl *Outer : llvm::reverse(Around)) {
    const Access *First = nullptr;
    if (Accesses.gain(Inner, Outer, First) <= 0)
      continue;
    std::string Name = objectName(First->Of);
    if (!Name.empty())
      return Name;
  }
  return std::nullopt;
}

} // namespace pompinst
