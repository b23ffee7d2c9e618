// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collector.cpp - walks the AST once and makes a Region of each OpenMP directive and lock call that was written.
#include "analysis/Collector.h"

#include "Compatibility.h"
#include "analysis/ClauseFacts.h"
#include "analysis/DirectiveFacts.h"
#include "analysis/StmtRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "llvm/ADT/DenseSet.h"

#include <utility>

using namespace clang;

namespace pompinst {
namespace {

struct LockRow {
  const char *Routine;
  const char *Call;
};

const LockRow LockTable[] = {
#define POMP_LOCK_ROUTINE(Returns, Routine, Wrapper) {"omp_" #Routine, "POMP_" #Wrapper},
#include "Directives.def"
};

// Returns the wrapper for a lock routine of OpenMP's, or nullptr if it is another function, or one that the user wrote.
const char *lockCall(const NamedDecl *D) {
  const auto *Function = dyn_cast_or_null<FunctionDecl>(D ? D->getUnderlyingDecl() : nullptr);
  if (!Function || !Function->getIdentifier() || !Function->isExternC() || Function->isDefined())
    return nullptr;
  for (const LockRow &Row : LockTable)
    if (Function->getName() == Row.Routine)
      return Row.Call;
  return nullptr;
}

class CollectingVisitor : public RecursiveASTVisitor<CollectingVisitor> {
  using Base = RecursiveASTVisitor<CollectingVisitor>;

public:
  CollectingVisitor(ASTContext &Context, const TokenTable &Tokens, const std::vector<ControlPragma> &Controls,
                    const Options &Opts)
      : Context(Context), Tokens(Tokens), Controls(Controls), Opts(Opts) {}

  bool TraverseDecl(Decl *D);
  bool TraverseTranslationUnitDecl(TranslationUnitDecl *D);
  bool TraverseStmt(Stmt *S);
  bool TraverseLambdaExpr(LambdaExpr *E);
  bool VisitCallExpr(CallExpr *Call);
  bool VisitOMPDeclareReductionDecl(OMPDeclareReductionDecl *D);

  Collected Result;

private:
  struct Enclosing {
    OpenMPDirectiveKind Kind;
    size_t Region;
  };

  void visitDirective(const OMPExecutableDirective &D);
  void noteCancel(OpenMPDirectiveKind Cancelled);
  std::string whyLeftAlone(const OMPExecutableDirective &D) const;
  bool hasControls(const FunctionDecl &Function) const;
  std::string functionName(const FunctionDecl &Function) const;
  template <typename Predicate> bool inside(Predicate P) const {
    return llvm::any_of(Stack, [&](const Enclosing &E) { return P(E.Kind); });
  }

  ASTContext &Context;
  const TokenTable &Tokens;
  const std::vector<ControlPragma> &Controls;
  const Options &Opts;

  std::vector<Enclosing> Stack;
  unsigned ConcurrentLoops = 0;  // how many loops around the current statement have order(concurrent)
  unsigned UnsharedDefaults = 0; // how many constructs around it have default(none), private or firstprivate
  std::string FunctionName;
  bool DeviceFunction = false;
  bool InLoop = false;                         // does the innermost loop or construct around it make it part of a loop?
  llvm::DenseSet<const Stmt *> DirectiveLoops; // loops that belong to directives
  llvm::DenseSet<TokenIndex> Seen;             // a template's pattern and a lambda's body may be met more than once
};

// Returns the name that people know: it is qualified, but has no template arguments and no parameters.
std::string CollectingVisitor::functionName(const FunctionDecl &Function) const {
  std::string Name = Function.getDeclName().getAsString();
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(Function)) // Clang's name of these has the class's arguments
    Name = Name.substr(0, Name.find('<'));
  for (const DeclContext *In = Function.getDeclContext(); In; In = In->getParent()) {
    const auto *Named = dyn_cast<NamedDecl>(In);
    bool Shown = Named && !Named->getDeclName().isEmpty() && !isa<FunctionDecl>(Named);
    if (Shown && !(isa<NamespaceDecl>(Named) && cast<NamespaceDecl>(Named)->isInline()))
      Name.insert(0, Named->getDeclName().getAsString() + "::");
  }
  return Name;
}

bool CollectingVisitor::hasControls(const FunctionDecl &Function) const {
  const Stmt *Body = Function.getBody();
  if (!Body) // the template is parsed where it is instantiated
    return false;
  TokenIndex First = Tokens.find(Body->getBeginLoc());
  TokenIndex Last = lastToken(Body, Tokens);
  if (First == NoToken || Last == NoToken)
    return false;
  auto Next = llvm::partition_point(Controls, [&](const ControlPragma &C) { return C.Before < First; });
  return Next != Controls.end() && Next->Before <= Last;
}

// Declarations from precompiled headers and modules are looked at only if verbose asks about them.
bool CollectingVisitor::TraverseTranslationUnitDecl(TranslationUnitDecl *D) {
  if (Opts.Verbose)
    return Base::TraverseTranslationUnitDecl(D);
  for (Decl *Child : D->noload_decls())
    if (!Child->isFromASTFile() && !TraverseDecl(Child))
      return false;
  return true;
}

bool CollectingVisitor::TraverseDecl(Decl *D) {
  if (!D)
    return true;
  const SourceManager &SM = Context.getSourceManager();
  if (!Opts.SystemHeaders && D->getDeclContext() && D->getDeclContext()->isTranslationUnit() &&
      D->getLocation().isValid() && SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
    return true;
  auto *Function = dyn_cast<FunctionDecl>(D);
  if (!Function)
    return Base::TraverseDecl(D);
  std::string SavedName = functionName(*Function);
  std::swap(FunctionName, SavedName);
  bool SavedDevice = DeviceFunction;
  DeviceFunction |= Function->hasAttr<OMPDeclareTargetDeclAttr>();
  bool SavedLoop = std::exchange(InLoop, false);
  if (Function->doesThisDeclarationHaveABody() && Function->getBody()) { // none yet: -fdelayed-template-parsing
    Result.Bodies.push_back({Function, FunctionName, false, UnsharedDefaults == 0});
    if (!Controls.empty() && hasControls(*Function))
      Result.Functions.push_back({Function, FunctionName});
  }
  bool Go = Base::TraverseDecl(D);
  InLoop = SavedLoop;
  DeviceFunction = SavedDevice;
  std::swap(FunctionName, SavedName);
  return Go;
}

bool CollectingVisitor::VisitOMPDeclareReductionDecl(OMPDeclareReductionDecl *D) {
  const Expr *Initializer = D->getInitializer();
  const auto *Call = Initializer ? dyn_cast<CallExpr>(Initializer->IgnoreImplicit()) : nullptr;
  if (Call && Call->getDirectCallee())
    Result.Initializers.insert(Call->getDirectCallee()->getCanonicalDecl());
  return true;
}

bool CollectingVisitor::TraverseLambdaExpr(LambdaExpr *E) {
  std::string SavedName = FunctionName + (FunctionName.empty() ? "" : "::") + "(lambda)";
  std::swap(FunctionName, SavedName);
  Result.Bodies.push_back({E->getCallOperator(), FunctionName, true, UnsharedDefaults == 0});
  bool SavedLoop = std::exchange(InLoop, false);
  bool Go = Base::TraverseLambdaExpr(E);
  InLoop = SavedLoop;
  std::swap(FunctionName, SavedName);
  return Go;
}

bool CollectingVisitor::TraverseStmt(Stmt *S) {
  auto *D = dyn_cast_or_null<OMPExecutableDirective>(S);
  if (!D) {
    bool Loop = S && isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
    bool SavedLoop = std::exchange(InLoop, Loop ? !DirectiveLoops.contains(S) : InLoop && !(S && isa<BlockExpr>(S)));
    bool Go = Base::TraverseStmt(S);
    InLoop = SavedLoop;
    return Go;
  }
  const auto *Default = D->getSingleClause<OMPDefaultClause>();
  bool Unshared = Default && Default->getDefaultKind() != llvm::omp::OMP_DEFAULT_shared;
  UnsharedDefaults += Unshared;
  bool Concurrent = D->getSingleClause<OMPOrderClause>() || compat::wasWrittenAsLoop(*D);
  visitDirective(*D);
  ConcurrentLoops += Concurrent;
  for (const Stmt *Loop : loopsOf(*D))
    DirectiveLoops.insert(Loop);
  bool SavedLoop = std::exchange(InLoop, false);
  bool Go = Base::TraverseStmt(S);
  InLoop = SavedLoop;
  ConcurrentLoops -= Concurrent;
  UnsharedDefaults -= Unshared;
  Stack.pop_back();
  return Go;
}

// Says why OpenMP lets us write no call at the directive; "" if it does.
std::string CollectingVisitor::whyLeftAlone(const OMPExecutableDirective &D) const {
  if (Context.getLangOpts().OpenMPSimd)
    return "with -fopenmp-simd it is ignored";
  if (DeviceFunction)
    return "it is in a function that is compiled for devices, too (declare target)";
  if (inside(isOpenMPTargetExecutionDirective))
    return "it is in a target region";
  if (inside(isOpenMPSimdDirective))
    return "it is in a simd loop, where a call would prevent vectorisation";
  if (inside(isOpenMPGenericLoopDirective) || ConcurrentLoops)
    return "it is in a loop with concurrent iterations, which may call nothing";
  if (const auto *Ordered = dyn_cast<OMPOrderedDirective>(&D)) {
    if (Ordered->getSingleClause<OMPSIMDClause>())
      return "it orders iterations of a simd loop, where a call would prevent vectorisation";
  }
  return "";
}

void CollectingVisitor::visitDirective(const OMPExecutableDirective &D) {
  if (const auto *Cancel = dyn_cast<OMPCancelDirective>(&D))
    noteCancel(Cancel->getCancelRegion());
  // A cancellation point needs a cancel in the same region to do anything, but Clang wants no nowait around it either.
  const auto *Point = dyn_cast<OMPCancellationPointDirective>(&D);
  if (Point && Point->getCancelRegion() != llvm::omp::OMPD_parallel)
    noteCancel(Point->getCancelRegion());
  Region R = readDirective(D, Context, Tokens);
  R.Function = FunctionName;
  if (InLoop && isOpenMPParallelDirective(D.getDirectiveKind()))
    R.Written.Facts.push_back("POMP_RD_IN_LOOP");
  R.MayNameVariables = UnsharedDefaults == 0;
  if (R.LeftAlone.empty())
    R.LeftAlone = whyLeftAlone(D);
  if (R.LeftAlone.empty() && R.Kind == RegionKind::Other)
    R.LeftAlone = directiveRow(D.getDirectiveKind()).Why;
  const SourceManager &SM = Context.getSourceManager();
  if (Opts.Verbose && R.Pragma.First == NoToken && SM.isLoadedSourceLocation(D.getBeginLoc()) &&
      !isa<OMPSectionDirective>(D)) {
    auto [File, Offset] = SM.getDecomposedExpansionLoc(D.getBeginLoc());
    Result.Elsewhere.push_back(
        {{File, Offset, Offset}, "'" + R.Directive + "' left alone: it is in a precompiled header or a module"});
  }
  bool Reported = R.Pragma.First != NoToken && !isa<OMPSectionDirective>(D);
  if (Reported && Seen.insert(R.Pragma.First).second) {
    Stack.push_back({D.getDirectiveKind(), Result.Regions.size()});
    Result.Regions.push_back(std::move(R));
  } else {
    Stack.push_back({D.getDirectiveKind(), ~size_t(0)});
  }
}

void CollectingVisitor::noteCancel(OpenMPDirectiveKind Cancelled) {
  for (auto It = Stack.rbegin(); It != Stack.rend(); ++It) {
    bool Binds =
        (Cancelled == llvm::omp::OMPD_parallel && isOpenMPParallelDirective(It->Kind)) ||
        (Cancelled == llvm::omp::OMPD_for && isOpenMPLoopDirective(It->Kind)) ||
        (Cancelled == llvm::omp::OMPD_sections &&
         (kindOf(It->Kind) == RegionKind::Sections || kindOf(directiveRow(It->Kind).Inner) == RegionKind::Sections));
    if (!Binds)
      continue;
    if (It->Region < Result.Regions.size()) {
      Region &R = Result.Regions[It->Region];
      (Cancelled == llvm::omp::OMPD_parallel ? R.Cancelled : R.ForbidsNowait) = true;
    }
    return;
  }
}

bool CollectingVisitor::VisitCallExpr(CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  const char *Name = nullptr;
  SourceLocation First;
  SourceLocation Last;
  bool Overloadable = false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee)) {
    Name = lockCall(Ref->getFoundDecl());
    First = Ref->getBeginLoc();
    Last = Ref->getLocation();
  } else if (const auto *Ref = dyn_cast<UnresolvedLookupExpr>(Callee); Ref && Ref->getNumDecls() == 1) {
    Name = lockCall(*Ref->decls_begin());
    First = Ref->getBeginLoc();
    Last = Ref->getNameLoc();
    Overloadable = Ref->requiresADL();
  }
  if (!Name)
    return true;
  Region R;
  R.Kind = RegionKind::LockCall;
  R.Call = Name;
  R.Block = {Tokens.find(First), Tokens.find(Last)};
  if (R.Block.First == NoToken || R.Block.Last == NoToken || !Seen.insert(R.Block.First).second)
    return true;
  R.Directive = Tokens.spelling(R.Block.Last);
  R.Pragma = R.Block;
  R.Function = FunctionName;
  SourceLine Line = presumedLine(R.Block.First, Tokens);
  R.FileName = Line.File;
  R.BeginLine1 = R.BeginLineN = R.EndLine1 = R.EndLineN = Line.Line;
  if (DeviceFunction || inside(isOpenMPTargetExecutionDirective))
    R.LeftAlone = "it is in code for devices";
  else if (Overloadable)
    R.LeftAlone =
        "its argument depends on a template's parameters and may choose another function; write ::" + R.Directive;
  Result.Regions.push_back(std::move(R));
  return true;
}

} // namespace

Collected collectRegions(ASTContext &Context, const TokenTable &Tokens, const std::vector<ControlPragma> &Controls,
                         const Options &Opts) {
  CollectingVisitor Visitor(Context, Tokens, Controls, Opts);
  Visitor.TraverseDecl(Context.getTranslationUnitDecl());
  return std::move(Visitor.Result);
}

} // namespace pompinst
