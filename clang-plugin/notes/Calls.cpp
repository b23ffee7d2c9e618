// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls.cpp - does what Calls.h says. The functions are a table. What does not live here: spinning (Spinning).
#include "notes/Calls.h"

#include "analysis/StmtRange.h"
#include "notes/Sharing.h"
#include "notes/Spinning.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pompinst {
namespace {

struct LibraryRow {
  const char *Name;
  NoteKind Kind;
};

const LibraryRow CFunctions[] = {{"rand", NoteKind::SharedRandom},
                                 {"random", NoteKind::SharedRandom},
                                 {"drand48", NoteKind::SharedRandom},
                                 {"lrand48", NoteKind::SharedRandom},
                                 {"mrand48", NoteKind::SharedRandom},
                                 {"malloc", NoteKind::Allocation},
                                 {"calloc", NoteKind::Allocation},
                                 {"realloc", NoteKind::Allocation},
                                 {"aligned_alloc", NoteKind::Allocation},
                                 {"posix_memalign", NoteKind::Allocation},
                                 {"pthread_mutex_lock", NoteKind::Locking},
                                 {"pthread_spin_lock", NoteKind::Locking},
                                 {"pthread_rwlock_rdlock", NoteKind::Locking},
                                 {"pthread_rwlock_wrlock", NoteKind::Locking},
                                 {"mtx_lock", NoteKind::Locking},
                                 {"printf", NoteKind::Printing},
                                 {"puts", NoteKind::Printing},
                                 {"putchar", NoteKind::Printing},
                                 {"fprintf", NoteKind::Printing},
                                 {"fputs", NoteKind::Printing},
                                 {"fputc", NoteKind::Printing},
                                 {"putc", NoteKind::Printing},
                                 {"fwrite", NoteKind::Printing}};

// These are classes of the namespace std whose constructor takes a lock, and those whose `lock` does.
const LibraryRow Guards[] = {{"lock_guard", NoteKind::Locking}, {"scoped_lock", NoteKind::Locking}};
const LibraryRow Mutexes[] = {{"mutex", NoteKind::Locking},
                              {"recursive_mutex", NoteKind::Locking},
                              {"timed_mutex", NoteKind::Locking},
                              {"shared_mutex", NoteKind::Locking},
                              {"shared_timed_mutex", NoteKind::Locking}};
const LibraryRow Streams[] = {{"cout", NoteKind::Printing}, {"cerr", NoteKind::Printing}, {"clog", NoteKind::Printing}};

const LibraryRow *rowOf(ArrayRef<LibraryRow> Rows, const NamedDecl *D) {
  if (D && D->getIdentifier())
    for (const LibraryRow &Row : Rows)
      if (D->getName() == Row.Name)
        return &Row;
  return nullptr;
}

const LibraryRow *rowOfStd(ArrayRef<LibraryRow> Rows, const NamedDecl *D) {
  return D && D->isInStdNamespace() ? rowOf(Rows, D) : nullptr;
}

// A class of the library's that is based on another one may have the member of that.
const CXXRecordDecl *ownerOf(const CXXMethodDecl *Method) { return Method ? Method->getParent() : nullptr; }

std::optional<LibraryCall> cxxCall(const Stmt &S) {
  if (const auto *New = dyn_cast<CXXNewExpr>(&S)) {
    const FunctionDecl *Operator = New->getOperatorNew();
    if (Operator && Operator->isReplaceableGlobalAllocationFunction())
      return LibraryCall{NoteKind::Allocation, "new"};
  } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(&S)) {
    // With a second argument it may leave the lock alone.
    const LibraryRow *Row = rowOfStd(Guards, Construct->getConstructor()->getParent());
    if (Row && Construct->getNumArgs() == 1 && !Construct->getConstructor()->isCopyOrMoveConstructor())
      return LibraryCall{Row->Kind, std::string("std::") + Row->Name};
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&S)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    const LibraryRow *Row = rowOfStd(Mutexes, ownerOf(Method));
    if (Row && Method->getIdentifier() && Method->getName() == "lock")
      return LibraryCall{Row->Kind, std::string("std::") + Row->Name + "::lock()"};
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&S)) {
    if (Operator->getOperator() == OO_LessLess && Operator->getNumArgs() == 2)
      if (const LibraryRow *Row = rowOfStd(Streams, variableOf(Operator->getArg(0))))
        return LibraryCall{Row->Kind, std::string("std::") + Row->Name};
  }
  return std::nullopt;
}

// May control leave the statement for another place than its end? `Inside`: a loop or switch around is part of it.
bool mayLeave(const Stmt *S, bool Inside) {
  if (!S || isa<LambdaExpr, OMPExecutableDirective>(S)) // what a directive is about can't be left
    return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CXXThrowExpr>(S) || (!Inside && isa<BreakStmt, ContinueStmt>(S)))
    return true;
  Inside |= isLoop(S);
  return llvm::any_of(S->children(), [&](const Stmt *Part) { return mayLeave(Part, Inside); });
}

} // namespace

bool anyPart(const Stmt &S, llvm::function_ref<bool(const Stmt *)> Is) {
  if (const auto *D = dyn_cast<OMPExecutableDirective>(&S))
    return D->hasAssociatedStmt() && Is(associatedStmt(*D));
  return llvm::any_of(S.children(), Is);
}

std::optional<LibraryCall> libraryCall(const Stmt &S, const ASTContext &Context) {
  const auto *Call = dyn_cast<CallExpr>(&S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  const LibraryRow *Row = Callee && Callee->isExternC() ? rowOf(CFunctions, Callee) : nullptr;
  if (!Row)
    return cxxCall(S);
  const SourceManager &SM = Context.getSourceManager();
  if (Callee->isDefined() && !SM.isInSystemHeader(SM.getExpansionLoc(Callee->getLocation())))
    return std::nullopt;
  return LibraryCall{Row->Kind, std::string(Row->Name) + "()"};
}

bool isHarmlessCall(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    return false;
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool OpenMPAsks = Callee->getIdentifier() && Callee->getName().starts_with("omp_get_");
  return Callee->getBuiltinID() != 0 || OpenMPAsks || isInserted(&Call) ||
         (Method ? Method->getParent()->isInStdNamespace() : Callee->isInStdNamespace());
}

bool hasUnknownCall(const Stmt *S) {
  if (!S)
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  if ((Call && !isHarmlessCall(*Call)) || isa<LambdaExpr, CXXNewExpr, CXXDeleteExpr>(S))
    return true;
  // A guard of a lock is an object.
  const auto *Construct = dyn_cast<CXXConstructExpr>(S);
  if (Construct && !Construct->getConstructor()->isTrivial())
    return true;
  return anyPart(*S, hasUnknownCall);
}

bool isLoop(const Stmt *S) { return isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S); }

bool hasLoop(const Stmt *S) { return S && (isLoop(S) || anyPart(*S, hasLoop)); }

bool hasDirective(const Stmt *S) {
  return S && (isa<OMPExecutableDirective>(S) || llvm::any_of(S->children(), hasDirective));
}

void eachPart(const Stmt &S, llvm::function_ref<void(const Stmt *, bool)> Visit) {
  const auto *Binary = dyn_cast<BinaryOperator>(&S);
  const bool FirstAlways = isa<AbstractConditionalOperator>(S) || (Binary && Binary->isLogicalOp());
  const Stmt *Perhaps[2] = {nullptr, nullptr};
  if (const auto *If = dyn_cast<IfStmt>(&S)) {
    Perhaps[0] = If->getThen();
    Perhaps[1] = If->getElse();
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(&S)) {
    Perhaps[0] = Switch->getBody();
  }
  bool Left = false, First = true;
  for (const Stmt *Part : S.children()) {
    if (!Part)
      continue;
    Visit(Part, Left || (FirstAlways && !First) || isa<CXXCatchStmt>(Part) || Part == Perhaps[0] || Part == Perhaps[1]);
    First = false;
    Left |= isa<CompoundStmt>(S) && !isInserted(Part) && mayLeave(Part, false);
  }
}

// --- what functions call ---------------------------------------------------------------------------------------------

void CalledFunctions::collect(const Stmt *S, std::vector<LibraryCall> &Calls) const {
  if (!S || isInserted(S) || isa<LambdaExpr, OMPExecutableDirective>(S))
    return;
  if (std::optional<LibraryCall> Call = libraryCall(*S, Context))
    Calls.push_back(*Call);
  if (std::optional<std::string> Awaited = spinsOn(*S))
    Calls.push_back({NoteKind::Spinning, *Awaited});
  eachPart(*S, [&](const Stmt *Part, bool Perhaps) {
    if (!Perhaps)
      collect(Part, Calls);
  });
}

const std::vector<LibraryCall> &CalledFunctions::callsIn(const FunctionDecl &Function) {
  const FunctionDecl *Definition = Function.getDefinition();
  auto [Entry, New] = Known.try_emplace(&Function);
  const SourceManager &SM = Context.getSourceManager();
  if (New && Definition && Definition->getBody() && !SM.isInSystemHeader(SM.getExpansionLoc(Definition->getLocation())))
    collect(Definition->getBody(), Entry->second);
  return Entry->second;
}

} // namespace pompinst
