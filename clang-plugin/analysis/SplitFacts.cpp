// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SplitFacts.cpp - finds out what the clauses of a combined directive mean for its two halves.
#include "analysis/SplitFacts.h"

#include "ClangFaults.h"
#include "Compatibility.h"
#include "analysis/ClauseSplit.h"
#include "analysis/StmtRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace llvm::omp;

namespace pompinst {
namespace {

// Returns an expression as it was written, as Clang puts some into variables of its own.
const Expr *written(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Captured = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()); Captured && Captured->getInit())
      return Captured->getInit();
  return E;
}

// Returns the variable that a clause lists, or lists a section of; nullptr if it is none.
const DeclRefExpr *listed(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  while (true) {
    if (const auto *Section = dyn_cast<compat::ArraySection>(E))
      E = Section->getBase()->IgnoreParenImpCasts();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase()->IgnoreParenImpCasts();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

template <typename ClauseT> bool addItems(const OMPClause &C, SmallVectorImpl<const Expr *> &Items) {
  const auto *List = dyn_cast<ClauseT>(&C);
  if (List)
    llvm::append_range(Items, compat::listItems(*List));
  return List;
}

// Returns the list items that the clause makes private.
SmallVector<const Expr *, 4> privateItems(const OMPClause &C) {
  SmallVector<const Expr *, 4> Items;
  addItems<OMPPrivateClause>(C, Items) || addItems<OMPFirstprivateClause>(C, Items) ||
      addItems<OMPLastprivateClause>(C, Items) || addItems<OMPReductionClause>(C, Items) ||
      addItems<OMPLinearClause>(C, Items);
  return Items;
}

// Returns the list items whose sharing the clause determines.
SmallVector<const Expr *, 4> sharingItems(const OMPClause &C) {
  SmallVector<const Expr *, 4> Items = privateItems(C);
  addItems<OMPSharedClause>(C, Items) || addItems<OMPCopyinClause>(C, Items);
  return Items;
}

// Finds the variables whose values an expression needs.
class VariableFinder : public RecursiveASTVisitor<VariableFinder> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (isa<VarDecl, BindingDecl>(Ref->getDecl()))
      Found.push_back(Ref);
    return true;
  }
  SmallVector<const DeclRefExpr *, 4> Found;
};

std::string nameOf(const DeclRefExpr &Ref) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  compat::printQualifier(Ref, OS);
  OS << Ref.getNameInfo().getAsString();
  return Name;
}

bool implicit(const OMPClause &C) { return C.getBeginLoc().isInvalid(); }

class SplitReader {
public:
  SplitReader(Region &R, const OMPExecutableDirective &D, const ASTContext &Context, const TokenTable &Tokens)
      : R(R), D(D), Context(Context), Tokens(Tokens), Inner(directiveRow(D.getDirectiveKind()).Inner) {}

  void read();

private:
  void whole(const Twine &Why) {
    if (R.Whole.empty())
      R.Whole = Why.str();
  }
  void distributeClauses();
  Half halfOfClause(const Clause &C) const;
  Half halfOfItems(const OMPAllocateClause &Allocate) const;
  void readSharing();
  void readLoopVariables();
  void readReferences(const OMPClause &C);
  void readImplicitFirstprivate();
  void readHoists();
  const Expr *hoisted(const Clause &C, Hoisted &H) const;
  void checkMacros(const Hoisted &H);
  void hoistNumThreads(bool Acts);
  void checkTaskReduction(const Clause &C, const Expr &E);

  const OMPClause *node(const Clause &C) const;
  const Clause *clause(const OMPClause &Node) const;
  TokenRange argument(const Clause &C, bool Modified) const;
  bool constant(const Expr *E) const { return !E->isValueDependent() && E->isIntegerConstantExpr(Context); }
  std::string typeOf(const Expr *E) const;

  Region &R;
  const OMPExecutableDirective &D;
  const ASTContext &Context;
  const TokenTable &Tokens;
  OpenMPDirectiveKind Inner;
};

// Returns Clang's clause for what is written there, or nullptr if it made none.
const OMPClause *SplitReader::node(const Clause &C) const {
  for (const OMPClause *Node : D.clauses())
    if (!implicit(*Node) && Tokens.find(Node->getBeginLoc()) == C.Tokens.First)
      return Node;
  return nullptr;
}

const Clause *SplitReader::clause(const OMPClause &Node) const {
  for (const Clause &C : R.Clauses)
    if (Tokens.find(Node.getBeginLoc()) == C.Tokens.First)
      return &C;
  return nullptr;
}

void SplitReader::distributeClauses() {
  for (Clause &C : R.Clauses) {
    if (!node(C)) {
      whole("'" + C.Name + "' could not be found in the source");
      return;
    }
    Half To = halfOfClause(C);
    if (To == Half::Unknown) {
      whole("neither half can take over '" + C.Name + "' as it is there");
      return;
    }
    C.Outer = To != Half::Inner;
    C.Inner = To != Half::Outer;
  }
}

Half SplitReader::halfOfClause(const Clause &C) const {
  unsigned Version = Context.getLangOpts().OpenMP;
  const OMPClause *Node = node(C);
  if (const auto *If = dyn_cast<OMPIfClause>(Node))
    return halfOfIf(If->getNameModifier(), Inner, Version);
  if (const auto *Reduction = dyn_cast<OMPReductionClause>(Node))
    return halfOfReduction(Reduction->getModifier() == OMPC_REDUCTION_task     ? ReductionModifier::Task
                           : Reduction->getModifier() == OMPC_REDUCTION_inscan ? ReductionModifier::Inscan
                                                                               : ReductionModifier::None,
                           Inner, Version);
  Half To = halfOf(getOpenMPClauseKind(C.Name), Inner, Version);
  if (To == Half::WithItems)
    return halfOfItems(*cast<OMPAllocateClause>(Node));
  return To;
}

// OpenMP 5.2, 17.2: allocate goes where a clause may create a private copy of the same list item.
Half SplitReader::halfOfItems(const OMPAllocateClause &Allocate) const {
  Half To = Half::Unknown;
  for (const Expr *Item : compat::listItems(Allocate)) {
    const DeclRefExpr *Ref = listed(Item);
    Half ItemTo = Half::Unknown;
    for (const OMPClause *C : D.clauses())
      for (const Expr *Private : privateItems(*C))
        if (const DeclRefExpr *Other = listed(Private); Ref && Other && Other->getDecl() == Ref->getDecl())
          ItemTo = halfOf(C->getClauseKind(), Inner, Context.getLangOpts().OpenMP);
    if (To != Half::Unknown && ItemTo != To)
      return Half::Unknown;
    To = ItemTo;
  }
  // Variables that the allocator refers to need no clause in the combined form.
  const Expr *Allocator = Allocate.getAllocator();
  return R.ExplicitSharing && Allocator && !constant(Allocator) ? Half::Unknown : To;
}

// Clauses that moved to the inner half refer to variables there. With default(none) and the like, the outer half must
// say how it shares them.
void SplitReader::readSharing() {
  for (const auto *C : D.getClausesOfKind<OMPLinearClause>())
    if (C->getStep() && !constant(C->getStep())) {
      if (isOpenMPTaskLoopDirective(Inner))
        whole("Clang 19 crashes on its inner half, as the step of 'linear' is no constant");
      if (R.ExplicitSharing)
        whole("the step of 'linear' would need a clause under 'default'");
    }
  for (const OMPClause *C : D.clauses()) {
    const Clause *Written = implicit(*C) ? nullptr : clause(*C);
    // Clang takes what allocate lists for a reference, too.
    const auto *Allocate = dyn_cast<OMPAllocateClause>(C);
    if (!Written || Written->Outer || !(sharedOutside(C->getClauseKind()) || Allocate))
      continue;
    SmallVector<const Expr *, 4> Items = privateItems(*C);
    if (Allocate)
      llvm::append_range(Items, compat::listItems(*Allocate));
    for (const Expr *Item : Items)
      if (const DeclRefExpr *Ref = listed(Item); Ref && !llvm::is_contained(R.MovedVariables, nameOf(*Ref)))
        R.MovedVariables.push_back(nameOf(*Ref));
  }
  // loop makes private no copy of what parallel does: a firstprivate variable can't be its lastprivate one.
  for (const OMPClause *C : D.clauses())
    if (const Clause *Written = implicit(*C) ? nullptr : clause(*C); Written && Written->Outer)
      for (const Expr *Item : privateItems(*C))
        if (const DeclRefExpr *Ref = listed(Item); Ref && llvm::is_contained(R.MovedVariables, nameOf(*Ref)))
          whole("'" + nameOf(*Ref) + "' would be shared and private at once");
  if (R.ExplicitSharing)
    readLoopVariables();
  for (const OMPClause *C : D.clauses())
    if (const Clause *Written = implicit(*C) ? nullptr : clause(*C); Written && Written->Inner)
      readReferences(*C);
  if (R.ExplicitSharing && Tokens.everMacro("shared"))
    whole("'shared' is a macro");
}

// Clang 19 takes another variable for one of the function in `filter` and the like, unless something else in the
// combined form makes it capture that; in a half it takes the right one. With default(none) and the like, the outer
// half must say how it shares what the inner one refers to, although Clang wants no clause for it in the combined form.
void SplitReader::readReferences(const OMPClause &C) {
  Hoisted H;
  const Expr *Once = hoisted(*clause(C), H);
  if (Once && !constant(written(Once)))
    return;
  VariableFinder Variables;
  for (const Stmt *S : C.children())
    Variables.TraverseStmt(const_cast<Stmt *>(S));
  if (const auto *Linear = dyn_cast<OMPLinearClause>(&C); Linear && Linear->getStep() && constant(Linear->getStep()))
    Variables.TraverseStmt(const_cast<Expr *>(Linear->getStep()));
  if (const auto *Aligned = dyn_cast<OMPAlignedClause>(&C))
    Variables.TraverseStmt(const_cast<Expr *>(Aligned->getAlignment()));
  for (const DeclRefExpr *Ref : Variables.Found) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    auto ListedBy = [&](auto ItemsOf) {
      return llvm::any_of(D.clauses(), [&](const OMPClause *Other) {
        return llvm::any_of(ItemsOf(*Other), [&](const Expr *Item) {
          const DeclRefExpr *ItemRef = listed(Item);
          return ItemRef && ItemRef->getDecl() == Ref->getDecl();
        });
      });
    };
    if (ListedBy(privateItems) || (Variable && Variable->hasAttr<OMPThreadPrivateDeclAttr>()))
      continue;
    bool OfFunction = !Variable || (Variable->hasLocalStorage() && !constant(Ref));
    if (OfFunction && !(Variable && D.getCapturedStmt(OMPD_parallel)->capturesVariable(Variable)))
      whole("Clang 19 takes another variable for '" + nameOf(*Ref) + "' in '" + clause(C)->Name + "'");
    if (!R.ExplicitSharing || ListedBy(sharingItems))
      continue;
    if (OfFunction)
      whole("'" + nameOf(*Ref) + "' would need a clause under 'default'");
    else if (!llvm::is_contained(R.MovedVariables, nameOf(*Ref)))
      R.MovedVariables.push_back(nameOf(*Ref));
  }
}

// The variable of a simd loop or of a taskloop needs no clause in the combined form. If it is declared outside, the
// outer half needs one for it; the variable of a worksharing loop needs none there either.
void SplitReader::readLoopVariables() {
  const auto *Loop = dyn_cast<OMPLoopDirective>(&D);
  if (!Loop || !(isOpenMPSimdDirective(Inner) || isOpenMPTaskLoopDirective(Inner)))
    return;
  auto Listed = [&](const DeclRefExpr &Ref) {
    return llvm::any_of(D.clauses(), [&](const OMPClause *C) {
      return !implicit(*C) && llvm::any_of(privateItems(*C), [&](const Expr *Item) {
        const DeclRefExpr *Other = listed(Item);
        return Other && Other->getDecl() == Ref.getDecl();
      });
    });
  };
  OMPLoopBasedDirective::doForAllLoops(associatedStmt(D), true, Loop->getLoopsNumber(), [&](unsigned, const Stmt *S) {
    const auto *For = dyn_cast<ForStmt>(S);
    const auto *Init = For ? dyn_cast_or_null<Expr>(For->getInit()) : nullptr;
    const Expr *Variable = nullptr;
    if (const auto *Assigns = dyn_cast_or_null<BinaryOperator>(Init ? Init->IgnoreImplicit() : nullptr))
      Variable = Assigns->getLHS();
    else if (const auto *Calls = dyn_cast_or_null<CXXOperatorCallExpr>(Init ? Init->IgnoreImplicit() : nullptr))
      Variable = Calls->getNumArgs() ? Calls->getArg(0) : nullptr;
    const DeclRefExpr *Ref = Variable ? listed(Variable) : nullptr;
    if (Ref && !Listed(*Ref) && !llvm::is_contained(R.MovedVariables, nameOf(*Ref)))
      R.MovedVariables.push_back(nameOf(*Ref));
    return false;
  });
}

// Tasks copy variables that are not shared around them. Clang decides that for the combined directive as a whole,
// outside of which a variable of the function is not shared. In a parallel region of its own it would be.
void SplitReader::readImplicitFirstprivate() {
  if (!isOpenMPTaskLoopDirective(Inner))
    return;
  for (const auto *C : D.getClausesOfKind<OMPDefaultClause>())
    if (C->getDefaultKind() != OMP_DEFAULT_shared && C->getDefaultKind() != OMP_DEFAULT_none)
      whole("'default' would make other copies for its tasks");
  if (D.hasAssociatedStmt() && cast<CapturedStmt>(D.getAssociatedStmt())->getCapturedDecl()->isDependentContext())
    whole("what its tasks copy depends on a template's parameters");
  for (const auto *C : D.getClausesOfKind<OMPFirstprivateClause>()) {
    if (!implicit(*C))
      continue;
    for (const Expr *Item : compat::listItems(*C)) {
      const DeclRefExpr *Ref = listed(Item);
      if (!Ref || isa<OMPCapturedExprDecl>(Ref->getDecl()) || !Ref->getDecl()->getIdentifier() ||
          Tokens.everMacro(Ref->getDecl()->getName())) {
        whole("what its tasks copy can't be named in a clause");
        return;
      }
      R.ImplicitFirstprivate.push_back(nameOf(*Ref));
    }
  }
  if (!R.ImplicitFirstprivate.empty() && Tokens.everMacro("firstprivate"))
    whole("'firstprivate' is a macro");
}

// Returns the tokens of the argument in `( … )`, or in `( modifier : … )`.
TokenRange SplitReader::argument(const Clause &C, bool Modified) const {
  return {C.Tokens.First + (Modified ? 4 : 2), C.Tokens.Last - 1};
}

// Clang has converted the expression to an integer already, unless it depends on a template's parameters.
std::string SplitReader::typeOf(const Expr *E) const {
  if (E->isTypeDependent())
    return "";
  return compat::withoutEnum(E->getType().getUnqualifiedType().getCanonicalType()).getAsString();
}

// Returns the expression of the clause that Clang evaluates once, before the combined construct, although it belongs to
// the inner half, where each thread would evaluate it; nullptr if there is none.
const Expr *SplitReader::hoisted(const Clause &C, Hoisted &H) const {
  const OMPClause *Node = node(C);
  if (!Node || !C.Inner)
    return nullptr;
  if (const auto *Schedule = dyn_cast<OMPScheduleClause>(Node)) {
    H = {chunkOf(C, Tokens), "chunk", false};
    return Schedule->getChunkSize();
  }
  if (const auto *If = dyn_cast<OMPIfClause>(Node)) {
    OpenMPDirectiveKind Modifier = If->getNameModifier();
    H = {argument(C, Modifier != OMPD_unknown), Modifier == OMPD_simd ? "simd" : "if", true};
    return If->getCondition();
  }
  if (const auto *Final = dyn_cast<OMPFinalClause>(Node)) {
    H = {argument(C, false), "final", true};
    return Final->getCondition();
  }
  if (const auto *Priority = dyn_cast<OMPPriorityClause>(Node)) {
    H = {argument(C, false), "priority", false};
    return Priority->getPriority();
  }
  if (const auto *Grainsize = dyn_cast<OMPGrainsizeClause>(Node)) {
    H = {argument(C, Grainsize->getModifier() == OMPC_GRAINSIZE_strict), "grainsize", false};
    return Grainsize->getGrainsize();
  }
  if (const auto *NumTasks = dyn_cast<OMPNumTasksClause>(Node)) {
    H = {argument(C, NumTasks->getModifier() == OMPC_NUMTASKS_strict), "tasks", false};
    return NumTasks->getNumTasks();
  }
  return nullptr;
}

// A hoisted expression is written with its macros expanded, and must not be read as macros again.
void SplitReader::checkMacros(const Hoisted &H) {
  for (TokenIndex I = H.Tokens.First; I <= H.Tokens.Last; ++I)
    if (Tokens.reexpands(I))
      whole("'" + Tokens.spelling(I) + "' would expand again in what is evaluated first");
}

// If tasks take part in a reduction, Clang treats two clauses of the combined form differently from those of the
// halves.
void SplitReader::checkTaskReduction(const Clause &C, const Expr &E) {
  if (!isOpenMPTaskLoopDirective(Inner) || !D.hasClausesOfKind<OMPReductionClause>())
    return;
  const auto *If = dyn_cast<OMPIfClause>(node(C));
  if (*FaultIfWithReduction && If && isOpenMPSimdDirective(Inner) && If->getNameModifier() != OMPD_taskloop)
    whole(FaultIfWithReduction);
  if (*FaultEvaluatedInTasks && E.HasSideEffects(Context))
    whole(FaultEvaluatedInTasks + std::string(": '") + C.Name + "'");
}

// Clang evaluates num_threads first, then what is hoisted as the clauses come, then the `if` of the outer half.
void SplitReader::readHoists() {
  bool Acts = false;
  for (const Clause &C : R.Clauses) {
    Hoisted H;
    const Expr *Converted = hoisted(C, H);
    if (!Converted)
      continue;
    const Expr *E = written(Converted);
    if (constant(E))
      continue;
    if (H.Tokens.First == NoToken || H.Tokens.First > H.Tokens.Last) {
      whole("the expression of '" + C.Name + "' could not be found");
      return;
    }
    checkMacros(H);
    if (!H.Condition)
      H.Type = typeOf(Converted);
    checkTaskReduction(C, *E);
    Acts |= E->HasSideEffects(Context);
    R.Hoists.push_back(std::move(H));
  }
  hoistNumThreads(Acts);
}

void SplitReader::hoistNumThreads(bool Acts) {
  for (const auto *C : D.getClausesOfKind<OMPNumThreadsClause>()) {
    const Expr *E = written(C->getNumThreads());
    const Clause *Written = clause(*C);
    if (R.Hoists.empty() || !Written || constant(E) || !(Acts || E->HasSideEffects(Context)))
      continue;
    R.Hoists.insert(R.Hoists.begin(), {argument(*Written, false), "threads", false, typeOf(C->getNumThreads())});
    checkMacros(R.Hoists.front());
  }
}

void SplitReader::read() {
  if (R.IgnoredTail)
    whole("Clang ignores the end of the directive");
  whole(directiveRow(D.getDirectiveKind()).Why);
  for (const auto *C : D.getClausesOfKind<OMPDefaultClause>())
    R.ExplicitSharing = C->getDefaultKind() != OMP_DEFAULT_shared;
  distributeClauses();
  readSharing();
  readImplicitFirstprivate();
  readHoists();
}

} // namespace

// Modifiers have commas as well (`nonmonotonic, simd: static, n`): the chunk follows the first comma that comes after
// none of them.
TokenRange chunkOf(const Clause &Schedule, const TokenTable &Tokens) {
  static const char *const Modifiers[] = {"monotonic", "nonmonotonic", "simd"};
  unsigned Depth = 0;
  for (TokenIndex I = Schedule.Tokens.First + 1; I < Schedule.Tokens.Last; ++I) {
    Depth += Tokens[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    Depth -= Tokens[I].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (Depth == 1 && Tokens[I].is(tok::comma) && !llvm::is_contained(Modifiers, Tokens.spelling(I - 1)))
      return {I + 1, Schedule.Tokens.Last - 1};
  }
  return {};
}

void readSplitFacts(Region &R, const OMPExecutableDirective &D, const ASTContext &Context, const TokenTable &Tokens) {
  SplitReader(R, D, Context, Tokens).read();
}

} // namespace pompinst
