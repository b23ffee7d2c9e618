// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FunctionNotes.cpp - follows the constructs of a function, and notes at each statement what is certain there. In doubt
// it notes nothing. What does not live here: what is known of variables (Sharing), calls (Calls), and loops
// (Replicated, Spinning).
#include "notes/FunctionNotes.h"

#include "analysis/StmtRange.h"
#include "notes/Calls.h"
#include "notes/Replicated.h"
#include "notes/Sharing.h"
#include "notes/Spinning.h"
#include "notes/Strides.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"

using namespace clang;

namespace pompinst {
namespace {

// This says what is around a statement.
struct Around {
  bool InConstruct = false;       // that a team executes, as far as this function tells
  bool InTeam = false;            // a parallel construct of this function, whose team may have several threads
  bool ByAll = false;             // each thread of that team comes here
  bool ByOne = false;             // one thread alone comes here
  bool Perhaps = false;           // not each iteration of the loop comes here
  unsigned Loops = 0;             // of the parallel construct, or of the function
  bool Meets = false;             // the threads meet in each iteration of the loop around, or share work there
  bool Innermost = false;         // the loop around has no other loop in it
  size_t Counters = 0;            // of the loops around the construct
  const Stmt *Team = nullptr;     // what the parallel construct executes
  const VarDecl *Dealt = nullptr; // a loop counts it, and deals so few iterations at a time in turn
  long Chunk = 0;
};

class FunctionWalk {
public:
  FunctionWalk(const ASTContext &Context, CalledFunctions &Called, std::vector<Note> &Notes,
               std::vector<SourceLocation> &UnnamedCriticals)
      : Context(Context), Called(Called), Replicated(Variables), Notes(Notes), UnnamedCriticals(UnnamedCriticals) {}

  void walkFunction(const Stmt *Body) {
    Variables.readBody(Body);
    walk(Body, Around());
  }

private:
  void walk(const Stmt *S, Around A);
  void walkParts(const Stmt &S, const Around &A);
  void walkDirective(const OMPExecutableDirective &D, Around A);
  void noteWrite(const Stmt &S, const Around &A);
  void noteCall(const Stmt &S, const Around &A);
  void noteLoop(const Stmt &S, Around &A);
  void noteAtomic(const OMPExecutableDirective &D, const Around &A);
  void deal(const OMPExecutableDirective &D, Around &A) const;
  bool mayHaveTeam(const OMPExecutableDirective &D) const;
  long threadStride(const Expr *Index) const;
  long sizeOf(QualType Type) const;
  void note(NoteKind Kind, const Stmt &S, std::string What) {
    Notes.push_back({Kind, S.getBeginLoc(), std::move(What)});
  }

  const ASTContext &Context;
  CalledFunctions &Called;
  Sharing Variables;
  ReplicatedLoops Replicated;
  std::vector<const VarDecl *> Counters; // of the loops around
  std::vector<Note> &Notes;
  std::vector<SourceLocation> &UnnamedCriticals;
};

// --- elements that are written ---------------------------------------------------------------------------------------

// Does an iteration with this body take hardly more than its stores?
bool isShort(const Stmt *S) { return !hasLoop(S) && !hasDirective(S) && !hasUnknownCall(S); }

const Stmt *withoutAttributes(const Stmt *S) {
  while (const auto *Attributed = dyn_cast_or_null<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  return S;
}

// Is it the variable, or one that is so many more or less?
bool isAround(const Expr *E, const VarDecl *V, const ASTContext &Context) {
  const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  if (!Sum || !Sum->isAdditiveOp())
    return variableOf(E) == V;
  return variableOf(Sum->getLHS()) == V && constantOf(Sum->getRHS(), Context);
}

long FunctionWalk::sizeOf(QualType Type) const {
  if (Type.isNull() || Type->isDependentType() || Type->isIncompleteType() || !Type->isConstantSizeType())
    return 0;
  return long(Context.getTypeSizeInChars(Type).getQuantity());
}

// Returns the distance of the elements of two neighbouring threads; 0: the index does not depend on the thread's
// number.
long FunctionWalk::threadStride(const Expr *Index) const {
  if (Variables.isThreadNumber(Index))
    return 1;
  const auto *Product = dyn_cast<BinaryOperator>(Index->IgnoreParenCasts());
  if (!Product || Product->getOpcode() != BO_Mul)
    return 0;
  const bool First = Variables.isThreadNumber(Product->getLHS());
  if (!First && !Variables.isThreadNumber(Product->getRHS()))
    return 0;
  return constantOf(First ? Product->getRHS() : Product->getLHS(), Context).value_or(0);
}

void FunctionWalk::noteWrite(const Stmt &S, const Around &A) {
  const Expr *Written = A.ByOne ? nullptr : writtenBy(&S);
  if (!Written || Written->isTypeDependent() || A.Loops == 0)
    return;
  auto Fits = [&](long Elements, const Element &E) {
    const long Stride = Elements * sizeOf(E.Type);
    return Stride > 0 && Stride < CacheLine && Variables.hasSharedRoot(E.Of, A.InTeam);
  };
  auto ByThread = [&](const Element &E) { return threadStride(E.Index) != 0; };
  // A store that comes once for many others costs little.
  const bool Often = A.Innermost && !A.Meets;
  std::optional<Element> E = Often ? writtenElement(Written, ByThread) : std::nullopt;
  if (Often && !E)
    E = Variables.elementBehind(writtenThrough(Written));
  if (E && Fits(threadStride(E->Index), *E))
    note(NoteKind::ThreadStride, S, objectName(E->Of));
  if (!A.Dealt)
    return;
  auto ByCounter = [&](const Element &E) { return isAround(E.Index, A.Dealt, Context); };
  E = writtenElement(Written, ByCounter);
  if (E && Fits(A.Chunk, *E))
    note(NoteKind::StaticNeighbours, S, objectName(E->Of));
}

// Notes that the construct's loop deals few iterations at a time, if each takes hardly more than its stores.
void FunctionWalk::deal(const OMPExecutableDirective &D, Around &A) const {
  const auto *Schedule = D.getSingleClause<OMPScheduleClause>();
  const auto *Loop = dyn_cast_or_null<ForStmt>(withoutAttributes(associatedStmt(D)));
  if (!Schedule || Schedule->getScheduleKind() != OMPC_SCHEDULE_static || !Schedule->getChunkSize() || !Loop ||
      D.getSingleClause<OMPCollapseClause>() || !isShort(Loop->getBody()))
    return;
  A.Dealt = countedBy(*Loop);
  A.Chunk = constantOf(Schedule->getChunkSize(), Context).value_or(0);
}

// Do the threads of a team meet in it, or share work?
bool meets(const Stmt *S) {
  const auto *D = dyn_cast_or_null<OMPExecutableDirective>(S);
  if (D && (isa<OMPBarrierDirective>(D) || isOpenMPWorksharingDirective(D->getDirectiveKind()) ||
            isOpenMPParallelDirective(D->getDirectiveKind())))
    return true;
  return S && anyPart(*S, meets);
}

// --- calls, loops, atomics -------------------------------------------------------------------------------------------

// A call in a loop that has another loop in it comes more rarely; memory may still be large then.
void FunctionWalk::noteCall(const Stmt &S, const Around &A) {
  if (!A.InConstruct || A.ByOne || A.Perhaps)
    return;
  auto Counts = [&](NoteKind Kind) {
    return Kind == NoteKind::Spinning || (A.Loops && (A.Innermost || Kind == NoteKind::Allocation));
  };
  if (std::optional<LibraryCall> Call = libraryCall(S, Context)) {
    if (Counts(Call->Kind))
      note(Call->Kind, S, Call->Name);
    return;
  }
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return;
  if (A.ByAll && Replicated.isSameCall(*Call))
    note(NoteKind::ReplicatedCall, S, Callee->getNameAsString() + "()");
  for (const LibraryCall &Inside : Called.callsIn(*Callee))
    if (Counts(Inside.Kind))
      note(Inside.Kind, S, Inside.Name + " of " + Callee->getNameAsString() + "()");
}

void FunctionWalk::noteLoop(const Stmt &S, Around &A) {
  const VarDecl *Awaited = nullptr;
  std::optional<std::string> Name = A.InConstruct && !A.ByOne ? spinsOn(S, &Awaited) : std::nullopt;
  if (Name && (!Awaited || Variables.isShared(Awaited, A.InTeam)))
    note(NoteKind::Spinning, S, *Name);
  const auto *For = dyn_cast<ForStmt>(&S);
  std::optional<std::string> Written = For && A.ByAll ? Replicated.writtenByAll(*For) : std::nullopt;
  if (Written) {
    note(NoteKind::ReplicatedLoop, S, *Written);
    A.ByAll = false; // it is said once of a nest
  }
  if (!For || !A.InConstruct || A.ByOne || llvm::any_of(S.children(), hasLoop))
    return;
  const ArrayRef<const VarDecl *> Around = ArrayRef<const VarDecl *>(Counters).drop_front(A.Counters);
  if (std::optional<std::string> Name = steppedByRows(*For, Around, Context))
    note(NoteKind::RowStride, S, *Name);
}

unsigned countUses(const Stmt *S, const VarDecl *V) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  unsigned Uses = Ref && Ref->getDecl() == V;
  if (S)
    anyPart(*S, [&](const Stmt *Part) {
      Uses += countUses(Part, V);
      return false;
    });
  return Uses;
}

// Returns the variable that the statement adds to, multiplies, and so on, in a way that `reduction` knows.
const VarDecl *reducedBy(const Stmt *S) {
  const Expr *Written = S ? writtenBy(S) : nullptr;
  const VarDecl *V = Written ? variableOf(Written) : nullptr;
  const auto *Binary = dyn_cast_or_null<BinaryOperator>(S);
  if (!V || !V->getType()->isArithmeticType())
    return nullptr;
  if (!Binary)
    return isa<UnaryOperator>(S) ? V : nullptr;
  switch (Binary->getOpcode()) {
  case BO_AddAssign:
  case BO_SubAssign:
  case BO_MulAssign:
  case BO_AndAssign:
  case BO_OrAssign:
  case BO_XorAssign:
    return countUses(Binary->getRHS(), V) == 0 ? V : nullptr;
  default:
    return nullptr;
  }
}

void FunctionWalk::noteAtomic(const OMPExecutableDirective &D, const Around &A) {
  for (const OMPClause *Clause : D.clauses())
    if (Clause && (isa<OMPReadClause, OMPWriteClause, OMPCaptureClause, OMPCompareClause>(Clause)))
      return;
  const VarDecl *V = A.InTeam && A.Loops && !A.ByOne ? reducedBy(withoutAttributes(associatedStmt(D))) : nullptr;
  // A function may read what is global.
  if (V && Variables.isShared(V, true) && countUses(A.Team, V) == 1 &&
      !(V->hasGlobalStorage() && hasUnknownCall(A.Team)))
    note(NoteKind::AtomicReduction, D, V->getNameAsString());
}

// --- the walk --------------------------------------------------------------------------------------------------------

bool FunctionWalk::mayHaveTeam(const OMPExecutableDirective &D) const {
  const auto *Threads = D.getSingleClause<OMPNumThreadsClause>();
  if (Threads && Threads->getNumThreads() && constantOf(Threads->getNumThreads(), Context) == 1)
    return false;
  for (const auto *If : D.getClausesOfKind<OMPIfClause>())
    if (If->getCondition() && constantOf(If->getCondition(), Context) == 0)
      return false;
  return true;
}

void FunctionWalk::walkDirective(const OMPExecutableDirective &D, Around A) {
  const OpenMPDirectiveKind Kind = D.getDirectiveKind();
  if (!D.hasAssociatedStmt() || isOpenMPTargetExecutionDirective(Kind))
    return;
  const size_t Place = Variables.enter();
  if (isOpenMPParallelDirective(Kind)) {
    A = Around();
    A.InTeam = A.InConstruct = mayHaveTeam(D);
    A.ByOne = !A.InTeam;
    A.ByAll = A.InTeam && Kind == llvm::omp::OMPD_parallel;
    A.Team = associatedStmt(D);
    A.Counters = Counters.size();
  } else if (isOpenMPTaskingDirective(Kind)) {
    A = Around();
    A.InConstruct = true;
    A.Counters = Counters.size();
  } else {
    if (!A.InConstruct)
      A.Counters = Counters.size();
    A.InConstruct |= isOpenMPWorksharingDirective(Kind);
    A.ByAll = false;
  }
  Variables.makePrivate(D);
  A.ByOne |= isa<OMPSingleDirective, OMPMasterDirective, OMPMaskedDirective>(D);
  const auto *Critical = dyn_cast<OMPCriticalDirective>(&D);
  if (Critical && Critical->getDirectiveName().getName().isEmpty() && !A.ByOne)
    UnnamedCriticals.push_back(D.getBeginLoc());
  if (isa<OMPAtomicDirective>(D))
    noteAtomic(D, A);
  if (isOpenMPWorksharingDirective(Kind) && isOpenMPLoopDirective(Kind))
    deal(D, A);
  walk(associatedStmt(D), A);
  Variables.leave(Place);
}

// Goes on with the parts of a statement. Where a thread may go another way than others, or has other iterations of a
// loop, not all come by.
void FunctionWalk::walkParts(const Stmt &S, const Around &A) {
  const auto *If = dyn_cast<IfStmt>(&S);
  const bool Same = If && A.ByAll && Replicated.isSameForAll(If->getCond());
  const auto *For = dyn_cast<ForStmt>(&S);
  bool Unknown = (isLoop(&S) && !(For && A.ByAll && Replicated.isSameLoop(*For))) || isa<SwitchStmt>(S);
  // Its begin is no part of an iteration.
  const Stmt *Once = For ? For->getInit() : nullptr;
  const Stmt *Only = isa<CXXForRangeStmt>(S) ? cast<CXXForRangeStmt>(S).getBody() : nullptr;
  eachPart(S, [&](const Stmt *Part, bool Perhaps) {
    if (Part == Once || (Only && Part != Only))
      return;
    Around Here = A;
    Here.Perhaps |= Perhaps;
    Here.ByAll &= !Unknown && (!Perhaps || Same);
    walk(Part, Here);
    // The called function may have taken a lock.
    const auto *Call = dyn_cast<CallExpr>(Part);
    if (A.ByAll && isa<CompoundStmt>(S) && !isa<OMPExecutableDirective>(Part) && !isInserted(Part))
      Unknown |= !hasDirective(Part) && hasUnknownCall(Part) && !(Call && Replicated.isSameCall(*Call));
  });
}

void FunctionWalk::walk(const Stmt *S, Around A) {
  if (!S || isInserted(S))
    return;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return walkDirective(*D, A);
  // Where it is called is not known.
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    return walk(Lambda->getBody(), Around());
  if (const auto *Decls = dyn_cast<DeclStmt>(S); Decls && A.InTeam)
    for (const Decl *D : Decls->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Variables.makePrivate(V);
  noteWrite(*S, A);
  noteCall(*S, A);
  if (isLoop(S)) {
    noteLoop(*S, A);
    if (const auto *For = dyn_cast<ForStmt>(S))
      walk(For->getInit(), A);
    A.Loops++;
    A.Innermost = llvm::none_of(S->children(), hasLoop);
    A.Meets = anyPart(*S, meets);
  }
  const auto *Same = A.ByAll ? dyn_cast<ForStmt>(S) : nullptr;
  const size_t Outer = Same ? Replicated.enter(*Same) : 0, Loops = Counters.size();
  if (const auto *For = dyn_cast<ForStmt>(S))
    if (const VarDecl *Counter = countedBy(*For))
      Counters.push_back(Counter);
  walkParts(*S, A);
  Counters.resize(Loops);
  if (Same)
    Replicated.leave(Outer);
}

} // namespace

void noteFunction(const FunctionDecl &Function, const ASTContext &Context, CalledFunctions &Called,
                  std::vector<Note> &Notes, std::vector<SourceLocation> &UnnamedCriticals) {
  if (hasDirective(Function.getBody()))
    FunctionWalk(Context, Called, Notes, UnnamedCriticals).walkFunction(Function.getBody());
}

} // namespace pompinst
