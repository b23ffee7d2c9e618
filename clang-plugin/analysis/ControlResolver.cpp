// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ControlResolver.cpp - makes regions of control pragmas: first the blocks and jumps of a function are found, then each
// pragma is looked at in its block.
#include "analysis/ControlResolver.h"

#include "analysis/StmtRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

#include "llvm/ADT/DenseSet.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

using namespace clang;

namespace pompinst {
namespace {

// Describes a block, as far as it matters for control pragmas in it.
struct Block {
  const CompoundStmt *Node;
  TokenRange Braces;
  std::vector<TokenIndex> Gaps; // a pragma may come before these: the first token of a statement, the closing brace
  bool SwitchBody;
  unsigned Callable;  // which function or lambda it belongs to
  unsigned Construct; // which OpenMP construct it belongs to, lexically
  const Block *Around = nullptr;
  mutable std::optional<bool> Entered = {}; // does a goto lead into it?
};

// A statement jumps from a token to a token (the target statement's first), or out of the function.
struct Jump {
  TokenIndex From;
  TokenIndex To; // NoToken: out of the function, or nobody knows where to
  unsigned Callable;
  const char *Word;
};

// Finds all blocks and jumps of one function.
class FlowVisitor : public RecursiveASTVisitor<FlowVisitor> {
  using Base = RecursiveASTVisitor<FlowVisitor>;

public:
  explicit FlowVisitor(const TokenTable &Tokens) : Tokens(Tokens) {}

  bool TraverseStmt(Stmt *S);
  bool TraverseLambdaExpr(LambdaExpr *E) {
    return inCallable([&] { return Base::TraverseLambdaExpr(E); });
  }
  bool TraverseDecl(Decl *D) {
    if (!isa_and_nonnull<FunctionDecl, BlockDecl>(D))
      return Base::TraverseDecl(D);
    return inCallable([&] { return Base::TraverseDecl(D); });
  }
  bool shouldVisitTemplateInstantiations() const { return false; }

  // Returns the innermost block around the place before a token.
  const Block *blockAround(TokenIndex I) const;
  // Returns all jumps that begin in the stretch.
  llvm::ArrayRef<Jump> jumpsFrom(TokenRange Stretch) const { return within(Jumps, &Jump::From, Stretch); }
  // Returns the gotos that lead into the stretch.
  llvm::ArrayRef<Jump> gotosInto(TokenRange Stretch) const { return within(GotosByTarget, &Jump::To, Stretch); }

  std::vector<Block> Blocks; // by where they begin
  std::map<const LabelDecl *, TokenIndex> Labels;
  std::vector<std::pair<TokenIndex, const LabelDecl *>> Gotos;
  std::vector<std::pair<TokenIndex, TokenIndex>> Cases; // a case label, and its switch's first token

  void finish();

private:
  static llvm::ArrayRef<Jump> within(const std::vector<Jump> &List, TokenIndex Jump::*Key, TokenRange Stretch);
  template <typename Traverse> bool inCallable(Traverse Go);
  void visitBlock(const CompoundStmt *S);
  void visitJump(const Stmt *S);
  TokenIndex find(const Stmt *S) const { return Tokens.find(S->getBeginLoc()); }

  const TokenTable &Tokens;
  std::vector<Jump> Jumps, GotosByTarget;
  std::vector<TokenIndex> BreakTargets, ContinueTargets, Switches;
  std::vector<unsigned> GotoCallables;
  const Stmt *NextSwitchBody = nullptr;
  llvm::DenseSet<TokenIndex> Seen; // where blocks begin: those of captured statements may be met more than once
  unsigned Callable = 0, Callables = 0;
  unsigned Construct = 0, Constructs = 0;
};

// Visits a lambda, or a member function of a local class: jumps in it stay in it.
template <typename Traverse> bool FlowVisitor::inCallable(Traverse Go) {
  unsigned Saved = Callable;
  Callable = ++Callables;
  std::vector<TokenIndex> Breaks, Continues, OuterSwitches;
  Breaks.swap(BreakTargets);
  Continues.swap(ContinueTargets);
  OuterSwitches.swap(Switches);
  bool Result = Go();
  Breaks.swap(BreakTargets);
  Continues.swap(ContinueTargets);
  OuterSwitches.swap(Switches);
  Callable = Saved;
  return Result;
}

void FlowVisitor::visitBlock(const CompoundStmt *S) {
  Block B{S, {find(S), Tokens.find(S->getRBracLoc())}, {}, S == NextSwitchBody, Callable, Construct};
  if (B.Braces.First == NoToken || B.Braces.Last == NoToken || !Seen.insert(B.Braces.First).second)
    return;
  B.Gaps.push_back(B.Braces.First + 1);
  for (const Stmt *Child : S->body()) {
    // A pragma may follow a label as well; the label then belongs to the call.
    for (const Stmt *Labelled = Child; Labelled;) {
      if (const auto *Label = dyn_cast<LabelStmt>(Labelled))
        Labelled = Label->getSubStmt();
      else if (const auto *Case = dyn_cast<SwitchCase>(Labelled))
        Labelled = Case->getSubStmt();
      else
        break;
      B.Gaps.push_back(find(Labelled));
    }
    TokenIndex Last = lastToken(Child, Tokens);
    B.Gaps.push_back(Last == NoToken ? find(Child) : Last + 1);
  }
  llvm::sort(B.Gaps);
  Blocks.push_back(std::move(B));
}

void FlowVisitor::visitJump(const Stmt *S) {
  TokenIndex From = find(S);
  switch (S->getStmtClass()) {
  case Stmt::ReturnStmtClass:
    Jumps.push_back({From, NoToken, Callable, "return"});
    break;
  case Stmt::CoreturnStmtClass:
    Jumps.push_back({From, NoToken, Callable, "co_return"});
    break;
  case Stmt::IndirectGotoStmtClass:
    Jumps.push_back({From, NoToken, Callable, "goto"});
    break;
  case Stmt::BreakStmtClass:
    Jumps.push_back({From, BreakTargets.empty() ? NoToken : BreakTargets.back(), Callable, "break"});
    break;
  case Stmt::ContinueStmtClass:
    Jumps.push_back({From, ContinueTargets.empty() ? NoToken : ContinueTargets.back(), Callable, "continue"});
    break;
  case Stmt::GotoStmtClass:
    Gotos.emplace_back(From, cast<GotoStmt>(S)->getLabel());
    GotoCallables.push_back(Callable);
    break;
  case Stmt::LabelStmtClass:
    Labels[cast<LabelStmt>(S)->getDecl()] = From;
    break;
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    if (!Switches.empty())
      Cases.emplace_back(From, Switches.back());
    break;
  default:
    break;
  }
}

bool FlowVisitor::TraverseStmt(Stmt *S) {
  if (!S)
    return true;
  visitJump(S);
  if (const auto *Compound = dyn_cast<CompoundStmt>(S))
    visitBlock(Compound);
  bool Loop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  const auto *Switch = dyn_cast<SwitchStmt>(S);
  if (Loop || Switch)
    BreakTargets.push_back(find(S));
  if (Loop)
    ContinueTargets.push_back(find(S));
  if (Switch) {
    Switches.push_back(find(S));
    NextSwitchBody = Switch->getBody();
  }
  unsigned SavedConstruct = Construct;
  if (isa<OMPExecutableDirective>(S))
    Construct = ++Constructs;
  bool Go = Base::TraverseStmt(S);
  Construct = SavedConstruct;
  if (Switch)
    Switches.pop_back();
  if (Loop)
    ContinueTargets.pop_back();
  if (Loop || Switch)
    BreakTargets.pop_back();
  return Go;
}

void FlowVisitor::finish() {
  for (size_t I = 0; I < Gotos.size(); ++I) {
    auto Label = Labels.find(Gotos[I].second);
    Jumps.push_back({Gotos[I].first, Label == Labels.end() ? NoToken : Label->second, GotoCallables[I], "goto"});
    if (Jumps.back().To != NoToken)
      GotosByTarget.push_back(Jumps.back());
  }
  llvm::sort(Jumps, [](const Jump &A, const Jump &B) { return A.From < B.From; });
  llvm::sort(GotosByTarget, [](const Jump &A, const Jump &B) { return A.To < B.To; });
  llvm::sort(Cases);
  llvm::sort(Blocks, [](const Block &A, const Block &B) { return A.Braces.First < B.Braces.First; });
  const Block *Around = nullptr;
  for (Block &B : Blocks) {
    while (Around && Around->Braces.Last < B.Braces.Last)
      Around = Around->Around;
    B.Around = Around;
    Around = &B;
  }
}

const Block *FlowVisitor::blockAround(TokenIndex I) const {
  auto After = std::lower_bound(Blocks.begin(), Blocks.end(), I,
                                [](const Block &B, TokenIndex Before) { return B.Braces.First < Before; });
  const Block *B = After == Blocks.begin() ? nullptr : &*std::prev(After);
  while (B && B->Braces.Last < I)
    B = B->Around;
  return B;
}

llvm::ArrayRef<Jump> FlowVisitor::within(const std::vector<Jump> &List, TokenIndex Jump::*Key, TokenRange Stretch) {
  auto First = llvm::partition_point(List, [&](const Jump &J) { return J.*Key < Stretch.First; });
  auto Last = std::partition_point(First, List.end(), [&](const Jump &J) { return J.*Key <= Stretch.Last; });
  return {List.data() + (First - List.begin()), size_t(Last - First)};
}

class Resolver {
public:
  Resolver(ASTContext &Context, const TokenTable &Tokens, const std::vector<ControlPragma> &Controls)
      : Context(Context), Tokens(Tokens), Controls(Controls), Done(Controls.size()) {}

  void resolveFunction(const FunctionWithControls &Function);
  void finish();

  ResolvedControls Result;

private:
  struct Open {
    size_t Pragma;
    const Block *In;
    std::vector<size_t> AltEnds;
    bool Misplaced = false; // its begin is not between two statements
  };

  bool entered(const Block &B) const;
  void resolveOne(size_t I, const Block &In);
  void begin(size_t I, const Block &In, bool Misplaced) { Stack.push_back({I, &In, {}, Misplaced}); }
  void misplaced(size_t I, const Block &In);
  bool closesMisplaced(size_t I, bool EndMisplaced);
  void end(size_t I, const Block &In);
  void altEnd(size_t I, const Block &In);
  void control(size_t I);
  void closeRegion(const Open &O, size_t End);
  bool checkJumps(Region &R, const Open &O);
  Region regionAt(size_t I, RegionKind Kind, const std::string &Directive) const;
  ControlPoint point(size_t I) const { return {Controls[I].Before, int(I)}; }
  void complain(size_t I, const std::string &Text) { Result.Complaints.push_back({Controls[I].Where, Text}); }

  ASTContext &Context;
  const TokenTable &Tokens;
  const std::vector<ControlPragma> &Controls;
  std::vector<bool> Done;
  std::vector<Open> Stack;
  const FlowVisitor *Flow = nullptr;
  std::string Function;
};

// Does a goto lead into the block from outside of it, past its beginning?
bool Resolver::entered(const Block &B) const {
  if (!B.Entered)
    B.Entered = B.SwitchBody ||
                llvm::any_of(Flow->gotosInto(B.Braces), [&](const Jump &J) { return !B.Braces.contains(J.From); });
  return *B.Entered;
}

Region Resolver::regionAt(size_t I, RegionKind Kind, const std::string &Directive) const {
  const ControlPragma &Pragma = Controls[I];
  Region R;
  R.Kind = Kind;
  R.Directive = Directive;
  R.SubName = Pragma.Name;
  R.IsPhase = Pragma.IsPhase;
  R.Function = Function;
  R.FileName = Pragma.Line.File;
  R.BeginLine1 = R.BeginLineN = R.EndLine1 = R.EndLineN = Pragma.Line.Line;
  R.ControlText = Pragma.Where;
  R.BeginAt = point(I);
  R.At = R.Pragma.First = Pragma.Before;
  return R;
}

void Resolver::control(size_t I) {
  static const std::map<ControlKind, const char *> Calls = {{ControlKind::Init, "POMP_Init"},
                                                            {ControlKind::Finalize, "POMP_Finalize"},
                                                            {ControlKind::On, "POMP_On"},
                                                            {ControlKind::Off, "POMP_Off"}};
  Region R = regionAt(I, RegionKind::Control, "inst");
  R.Call = Calls.at(Controls[I].Kind);
  Result.Regions.push_back(std::move(R));
}

// Says why nothing is done about a pragma in `if (x) #pragma pomp … y = 1;`, which to any other compiler is nothing.
static const char Misplaced[] = "it must be between two statements of a block; put braces around it";

// Does the end belong to a region whose begin or end is misplaced? Then the region is left alone.
bool Resolver::closesMisplaced(size_t I, bool EndMisplaced) {
  if (Stack.empty() || Controls[Stack.back().Pragma].Name != Controls[I].Name ||
      !(EndMisplaced || Stack.back().Misplaced))
    return false;
  Region R = regionAt(Stack.back().Pragma, RegionKind::UserRegion, "region");
  R.LeftAlone = Misplaced;
  Result.Regions.push_back(std::move(R));
  Stack.pop_back();
  return true;
}

void Resolver::misplaced(size_t I, const Block &In) {
  switch (Controls[I].Kind) {
  case ControlKind::Begin:
    return begin(I, In, true);
  case ControlKind::End:
    if (!closesMisplaced(I, true))
      end(I, In);
    return;
  default:
    Region R = regionAt(I, RegionKind::Control, "inst");
    R.LeftAlone = Misplaced;
    Result.Regions.push_back(std::move(R));
  }
}

void Resolver::end(size_t I, const Block &In) {
  if (closesMisplaced(I, false))
    return;
  const std::string &Name = Controls[I].Name;
  if (Stack.empty())
    return complain(I, "end(" + Name + ") has no begin(" + Name + ") before it in this function");
  const Open &Top = Stack.back();
  const std::string &Opened = Controls[Top.Pragma].Name;
  std::string Where = " in line " + std::to_string(Controls[Top.Pragma].Line.Line);
  if (Opened != Name)
    return complain(I, "end(" + Name + ") meets begin(" + Opened + ")" + Where + ": user regions must nest");
  if (Top.In != &In)
    return complain(I, "end(" + Name + ") must be in the same block as its begin" + Where +
                           "; at an early exit write altend(" + Name + ")");
  closeRegion(Top, I);
  Stack.pop_back();
}

void Resolver::altEnd(size_t I, const Block &In) {
  const std::string &Name = Controls[I].Name;
  for (auto It = Stack.rbegin(); It != Stack.rend(); ++It) {
    if (Controls[It->Pragma].Name != Name)
      continue;
    if (It->In->Callable != In.Callable || It->In->Construct != In.Construct)
      return complain(I, "altend(" + Name + ") is in another function or OpenMP construct than its begin in line " +
                             std::to_string(Controls[It->Pragma].Line.Line));
    It->AltEnds.push_back(I);
    return;
  }
  complain(I, "altend(" + Name + ") is in no user region of this name; write it between begin(" + Name + ") and end(" +
                  Name + ")");
}

// Looks at every jump into, out of and past the region. Returns false if there is one that can't be dealt with.
bool Resolver::checkJumps(Region &R, const Open &O) {
  TokenRange Inside{R.BeginAt.Before, R.EndAt.Before - 1};
  TokenRange Scope = O.In->Braces;
  bool Leaves = false;
  for (const Jump &J : Flow->jumpsFrom(Inside))
    if (J.Callable == O.In->Callable && !(J.To != NoToken && Inside.contains(J.To))) {
      Leaves = true;
      break;
    }
  for (const Jump &J : Flow->gotosInto(Inside))
    if (J.Callable == O.In->Callable && !Inside.contains(J.From)) {
      complain(O.Pragma, "a goto leads into the user region '" + R.SubName + "' past its begin");
      return false;
    }
  for (auto It = llvm::lower_bound(Flow->Cases, std::make_pair(Inside.First, TokenIndex(0)));
       It != Flow->Cases.end() && It->first <= Inside.Last; ++It)
    if (It->second < Inside.First) {
      complain(O.Pragma, "a case label in the user region '" + R.SubName + "' leads past its begin");
      return false;
    }
  bool Throws = Context.getLangOpts().CPlusPlus && Context.getLangOpts().CXXExceptions;
  if (!Leaves && !Throws && R.AltEnds.empty())
    return true;
  // The guard is a variable of the block, so no jump may enter the block past it.
  if (!entered(*O.In)) {
    R.GuardAfter = Scope.First;
    const Token &First = Tokens[Scope.First + 1]; // `#pragma STDC …`, __label__
    R.GuardAtBegin = First.isAnnotation() || First.is(tok::kw___label__);
    return true;
  }
  if (!Leaves && R.AltEnds.empty())
    return true; // only an exception could leave it, and the measurement repairs that
  complain(O.Pragma, "control leaves the user region '" + R.SubName +
                         "' early, but its block can be entered by a jump: put braces around the region");
  return false;
}

void Resolver::closeRegion(const Open &O, size_t End) {
  Region R = regionAt(O.Pragma, RegionKind::UserRegion, "region");
  R.EndAt = point(End);
  R.EndLine1 = R.EndLineN = Controls[End].Line.Line;
  for (size_t Alt : O.AltEnds)
    R.AltEnds.push_back(point(Alt));
  if (checkJumps(R, O))
    Result.Regions.push_back(std::move(R));
}

void Resolver::resolveOne(size_t I, const Block &In) {
  if (!std::binary_search(In.Gaps.begin(), In.Gaps.end(), Controls[I].Before))
    return misplaced(I, In);
  switch (Controls[I].Kind) {
  case ControlKind::Begin:
    return begin(I, In, false);
  case ControlKind::End:
    return end(I, In);
  case ControlKind::AltEnd:
    return altEnd(I, In);
  default:
    return control(I);
  }
}

void Resolver::resolveFunction(const FunctionWithControls &F) {
  FlowVisitor Visitor(Tokens);
  Visitor.TraverseStmt(F.Function->getBody());
  Visitor.finish();
  Flow = &Visitor;
  Function = F.Name;
  // Pragmas are in the order of the tokens.
  TokenIndex First = Tokens.find(F.Function->getBody()->getBeginLoc());
  TokenIndex Last = lastToken(F.Function->getBody(), Tokens);
  auto Begin = llvm::partition_point(Controls, [&](const ControlPragma &C) { return C.Before <= First; });
  for (size_t I = Begin - Controls.begin(); I < Controls.size() && Controls[I].Before <= Last; ++I) {
    ControlKind Kind = Controls[I].Kind;
    if (Done[I] || Kind == ControlKind::Instrument || Kind == ControlKind::NoInstrument)
      continue;
    if (const Block *In = Visitor.blockAround(Controls[I].Before)) {
      Done[I] = true;
      resolveOne(I, *In);
    }
  }
  for (const Open &O : Stack)
    complain(O.Pragma,
             "begin(" + Controls[O.Pragma].Name + ") has no end(" + Controls[O.Pragma].Name + ") in the same block");
  Stack.clear();
  Flow = nullptr;
}

void Resolver::finish() {
  for (size_t I = 0; I < Controls.size(); ++I) {
    ControlKind Kind = Controls[I].Kind;
    if (!Done[I] && !Controls[I].SystemHeader && Kind != ControlKind::Instrument && Kind != ControlKind::NoInstrument)
      complain(I, "this pomp pragma must be in a function");
  }
}

} // namespace

ResolvedControls resolveControls(ASTContext &Context, const TokenTable &Tokens,
                                 const std::vector<ControlPragma> &Controls,
                                 const std::vector<FunctionWithControls> &Functions) {
  Resolver R(Context, Tokens, Controls);
  for (const FunctionWithControls &Function : Functions)
    R.resolveFunction(Function);
  R.finish();
  return std::move(R.Result);
}

NoInstrumentRanges::NoInstrumentRanges(const TokenTable &Tokens, const std::vector<ControlPragma> &Controls)
    : Tokens(Tokens) {
  ControlPoint Never = {Tokens.size(), 0};
  for (size_t I = 0; I < Controls.size(); ++I) {
    const ControlPragma &C = Controls[I];
    ControlPoint Here = {C.Before, int(I)};
    if (C.Kind == ControlKind::NoInstrument)
      Stretches.push_back({Here, Never, C.Where.File});
    if (C.Kind == ControlKind::Instrument)
      for (Stretch &S : Stretches)
        if (S.File == C.Where.File && S.End.Before == Never.Before)
          S.End = Here;
  }
}

bool NoInstrumentRanges::contains(const Region &R) const {
  bool Control = R.ControlText.End != 0;
  if (!Control && R.Pragma.First >= Tokens.size())
    return false;
  // A directive comes after all pragmas that come before its first token.
  ControlPoint Here = Control ? R.BeginAt : ControlPoint{R.Pragma.First, std::numeric_limits<int>::max()};
  FileID File = Control ? R.ControlText.File : Tokens.span(R.Pragma.First).File;
  auto Before = [](ControlPoint A, ControlPoint B) {
    return std::tie(A.Before, A.Order) < std::tie(B.Before, B.Order);
  };
  return llvm::any_of(Stretches,
                      [&](const Stretch &S) { return S.File == File && Before(S.Begin, Here) && Before(Here, S.End); });
}

} // namespace pompinst
