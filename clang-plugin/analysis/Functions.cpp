// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions.cpp - decides which functions are measured, and makes a Region of each.
#include "analysis/Functions.h"

#include "ClangFaults.h"
#include "Compatibility.h"
#include "analysis/DirectiveFacts.h"
#include "analysis/StmtRange.h"
#include "pomp_filter.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/FileManager.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace pompinst {
namespace {

// --- what forbids a guard ----------------------------------------------------------------------------------------

template <typename Attribute> bool hasOnAny(const FunctionDecl &F) {
  return llvm::any_of(F.redecls(), [](const FunctionDecl *D) { return D->hasAttr<Attribute>(); });
}

// Finds what in a body forbids a guard around it.
class BodyVisitor : public RecursiveASTVisitor<BodyVisitor> {
public:
  bool VisitCoreturnStmt(CoreturnStmt *) { return !(Coroutine = true); }
  bool VisitCoroutineSuspendExpr(CoroutineSuspendExpr *) { return !(Coroutine = true); }
  bool VisitDependentCoawaitExpr(DependentCoawaitExpr *) { return !(Coroutine = true); }
  bool VisitAttributedStmt(AttributedStmt *S) {
    MustTail |= llvm::any_of(S->getAttrs(), [](const Attr *A) { return isa<MustTailAttr>(A); });
    return true;
  }
  // Another function inside of this one is looked at by itself.
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  bool TraverseBlockExpr(BlockExpr *) { return true; }
  bool TraverseDecl(Decl *D) { return isa_and_nonnull<TagDecl>(D) || RecursiveASTVisitor::TraverseDecl(D); }

  bool Coroutine = false, MustTail = false;
};

// Returns the name that the linker knows, or nothing if the function has none of its own, as a template's pattern.
std::string linkerName(const FunctionDecl &F) {
  if (F.isDependentContext() || F.getParentFunctionOrMethod())
    return "";
  return ASTNameGenerator(F.getASTContext()).getName(&F);
}

const char Resolves[] = "it resolves an ifunc, before the program can call anything";

std::string whyNoGuard(const FunctionDecl &F, const llvm::StringSet<> &Resolvers) {
  if (F.isConstexpr())
    return "it is constexpr: with a call in it, it would be no constant expression";
  if (hasOnAny<OMPDeclareTargetDeclAttr>(F))
    return "it is compiled for devices, too (declare target)";
  if (hasOnAny<OMPDeclareSimdDeclAttr>(F))
    return "it is a simd function, where a call would prevent vectorisation";
  if (F.hasAttr<NakedAttr>())
    return "it is naked: all its code is the user's";
  if (F.hasAttr<NoInstrumentFunctionAttr>())
    return "it has the attribute no_instrument_function";
  if (F.hasAttr<AnyX86InterruptAttr>())
    return "it is an interrupt handler";
  if (!Resolvers.empty() && Resolvers.contains(linkerName(F)))
    return Resolves;
  if (F.getIdentifier() && F.getName().starts_with("POMP_"))
    return "it is a POMP library's";
  BodyVisitor Body;
  Body.TraverseStmt(F.getBody());
  if (Body.Coroutine || isa<CoroutineBodyStmt>(F.getBody()))
    return "it is a coroutine: it may end on another thread than it began on";
  if (Body.MustTail)
    return "it makes a call that must be its last act (musttail)";
  return "";
}

// Collects the functions that ifunc attributes of the file name as resolvers.
void findResolvers(const DeclContext &In, llvm::StringSet<> &Resolvers) {
  for (const Decl *D : In.noload_decls()) {
    if (const auto *Linkage = dyn_cast<LinkageSpecDecl>(D))
      findResolvers(*Linkage, Resolvers);
    else if (const auto *IFunc = D->getAttr<IFuncAttr>())
      Resolvers.insert(IFunc->getResolver());
  }
}

// --- what is too small -------------------------------------------------------------------------------------------

// Counts until it is clear that the function is not tiny.
class SizeVisitor : public RecursiveASTVisitor<SizeVisitor> {
  using Base = RecursiveASTVisitor<SizeVisitor>;

public:
  bool isTiny(Stmt *Body) {
    TraverseStmt(Body);
    return tiny();
  }
  bool TraverseStmt(Stmt *S) {
    if (!S)
      return true;
    bool Statement = StatementPlace || !isa<Expr>(S);
    StatementPlace = isa<CompoundStmt, SwitchCase, LabelStmt, AttributedStmt>(S);
    Statements += Statement && !isa<CompoundStmt, NullStmt>(S);
    Repeats |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, GotoStmt, IndirectGotoStmt, OMPExecutableDirective>(S);
    Calls += isa<CallExpr, CXXConstructExpr, CXXUnresolvedConstructExpr, CXXNewExpr, CXXDeleteExpr>(S) && !harmless(S);
    bool Place = StatementPlace;
    for (Stmt *Child : S->children()) {
      StatementPlace = Place;
      if (!tiny() || !TraverseStmt(Child))
        return false;
    }
    return true;
  }

private:
  bool tiny() const { return !Repeats && (Statements <= 1 || (!Calls && Statements < 10)); }
  // Does the call take no time to speak of?
  static bool harmless(const Stmt *S) {
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(S))
      return Construct->getConstructor()->isTrivial();
    const auto *Call = dyn_cast<CallExpr>(S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return Callee && Callee->hasAttr<ConstAttr>();
  }

  unsigned Statements = 0, Calls = 0;
  bool Repeats = false, StatementPlace = false;
};

std::string whyTooSmall(const FunctionBody &B) {
  const FunctionDecl &F = *B.Function;
  if (B.Lambda || F.isInlined() || F.hasAttr<AlwaysInlineAttr>())
    return "it is inline";
  if (hasOnAny<PureAttr>(F) || hasOnAny<ConstAttr>(F))
    return "it is pure or const: the compiler counts on it to do nothing but compute";
  if (!F.isMain() && SizeVisitor().isTiny(F.getBody()))
    return "it is tiny";
  return "";
}

// --- the filter --------------------------------------------------------------------------------------------------

bool filteredOut(const FunctionDecl &F, const Region &R, const TokenTable &Tokens, const Options &Opts) {
  if (!Opts.Filter)
    return false;
  SmallString<256> Path;
  const SourceManager &SM = Tokens.sourceManager();
  if (auto Entry = SM.getFileEntryRefForID(Tokens.span(R.Pragma.First).File)) {
    Path = Entry->getName();
    SM.getFileManager().makeAbsolutePath(Path);
  }
  std::string Mangled = linkerName(F), Signature = llvm::demangle(Mangled);
  pomp_filter_names Names = {R.FileName.c_str(), Path.empty() ? nullptr : Path.c_str(), R.SubName.c_str(),
                             Signature.empty() ? nullptr : Signature.c_str(),
                             Mangled.empty() ? nullptr : Mangled.c_str()};
  return pomp_filter_excludes(Opts.Filter.get(), &Names);
}

// --- regions -----------------------------------------------------------------------------------------------------

// Returns the token before which the guard must be, as some things have to come first in the body.
TokenIndex afterLeadingParts(TokenIndex Brace, const TokenTable &Tokens) {
  TokenIndex I = Brace + 1;
  while (I < Tokens.size() &&
         (Tokens[I].isOneOf(tok::annot_pragma_fp_contract, tok::annot_pragma_fenv_access, tok::annot_pragma_fenv_round,
                            tok::annot_pragma_float_control, tok::annot_pragma_fp) ||
          compat::isLimitedRange(Tokens[I])))
    ++I;
  while (I < Tokens.size() && Tokens[I].is(tok::kw___label__)) {
    while (I < Tokens.size() && Tokens[I].isNot(tok::semi))
      ++I;
    ++I;
  }
  return I;
}

// Returns the braces that the guard is in. The handlers of a function-try-block run when the guard is gone.
const CompoundStmt *bracesOf(const Stmt *Body) {
  if (const auto *Coroutine = dyn_cast<CoroutineBodyStmt>(Body))
    Body = Coroutine->getBody();
  if (const auto *Try = dyn_cast<CXXTryStmt>(Body))
    return Try->getTryBlock();
  return dyn_cast<CompoundStmt>(Body);
}

// Returns the tokens of a body, or none if it was not written here.
TokenRange bodyTokens(const FunctionBody &B, const TokenTable &Tokens) {
  const Stmt *Body = B.Function->getBody();
  if (!Body || (!B.Lambda && (B.Function->isImplicit() || B.Function->isDefaulted())))
    return {};
  TokenIndex First = Tokens.find(Body->getBeginLoc());
  return {First, First == NoToken ? NoToken : lastToken(Body, Tokens)};
}

// Fills in the region of a function. Returns false if there are no braces to put a guard in.
bool makeRegion(const FunctionBody &B, TokenRange Body, const TokenTable &Tokens, Region &R) {
  const CompoundStmt *Braces = bracesOf(B.Function->getBody());
  TokenIndex Open = Braces ? Tokens.find(Braces->getLBracLoc()) : NoToken;
  TokenIndex Close = Braces ? Tokens.find(Braces->getRBracLoc()) : NoToken;
  if (Open == NoToken || Close == NoToken)
    return false;
  R.Block = Body;
  TokenIndex Name = Tokens.find(B.Function->getLocation());
  R.Kind = RegionKind::Function;
  R.Directive = "function";
  R.SubName = R.Function = B.Name;
  R.MayNameVariables = B.MayNameVariables;
  R.Pragma.First = R.Pragma.Last = Name == NoToken ? Open : Name;
  SourceLine First = presumedLine(R.Pragma.First, Tokens, true), Last = presumedLine(Close, Tokens);
  R.At = R.Pragma.First;
  R.FileName = First.File;
  R.BeginLine1 = First.Line;
  R.BeginLineN = std::max(R.BeginLine1, presumedLine(Open, Tokens).Line);
  R.EndLine1 = R.EndLineN = Last.File == First.File ? std::max(R.BeginLineN, Last.Line) : R.BeginLineN;
  R.GuardAfter = Open;
  R.BeginAt.Before = afterLeadingParts(Open, Tokens);
  R.GuardAtBegin = R.BeginAt.Before != Open + 1;
  return true;
}

// Returns the tokens at which directives begin, in ascending order.
std::vector<TokenIndex> directives(const std::vector<Region> &Regions, bool InstrumentedAlone) {
  std::vector<TokenIndex> At;
  for (const Region &R : Regions)
    if (factsOf(R.Kind).IsDirective && (R.instrumented() || !InstrumentedAlone))
      At.push_back(R.Pragma.First);
  llvm::sort(At);
  return At;
}

bool anyIn(const std::vector<TokenIndex> &At, TokenRange Range) {
  auto It = llvm::lower_bound(At, Range.First);
  return It != At.end() && *It <= Range.Last;
}

// The runtime takes no longer filter files either.
constexpr uint64_t FilterMost = 4u << 20;

} // namespace

bool readFilter(FileManager &Files, Options &Opts, std::string &Error) {
  if (Opts.FilterFile.empty())
    return true;
  // A pipe would be waited for, and a sparse file read whole.
  auto Status = Files.getVirtualFileSystem().status(Opts.FilterFile);
  if (Status && (!Status->isRegularFile() || Status->getSize() > FilterMost)) {
    Error = "can't read filter=" + Opts.FilterFile + ": " + (Status->isRegularFile() ? "too long" : "not a file");
    return false;
  }
  auto Buffer = Files.getBufferForFile(Opts.FilterFile, /*isVolatile=*/true);
  if (!Buffer) {
    Error = "can't read filter=" + Opts.FilterFile + ": " + Buffer.getError().message();
    return false;
  }
  pomp_filter_error Wrong;
  Opts.Filter.reset(pomp_filter_parse((*Buffer)->getBufferStart(), (*Buffer)->getBufferSize(), &Wrong),
                    pomp_filter_free);
  if (!Opts.Filter)
    Error = "filter=" + Opts.FilterFile + ", line " + std::to_string(Wrong.line) + ": " + Wrong.text;
  return Opts.Filter != nullptr;
}

std::vector<Region> functionRegions(ASTContext &Context, const TokenTable &Tokens, const Collected &Found,
                                    const Options &Opts) {
  std::vector<Region> Regions;
  if (Opts.Functions == FunctionMode::None)
    return Regions;
  bool All = Opts.Functions == FunctionMode::All;
  std::vector<TokenIndex> Directives = directives(Found.Regions, false);
  llvm::StringSet<> Resolvers;
  if (All)
    findResolvers(*Context.getTranslationUnitDecl(), Resolvers);
  llvm::DenseSet<TokenIndex> Seen;
  for (const FunctionBody &B : Found.Bodies) {
    TokenRange Body = bodyTokens(B, Tokens);
    Region R;
    if (Body.Last == NoToken || (!All && !anyIn(Directives, Body)) || !makeRegion(B, Body, Tokens, R) ||
        !Seen.insert(R.GuardAfter).second)
      continue;
    R.LeftAlone = whyNoGuard(*B.Function, Resolvers);
    if (R.instrumented() && *FaultReductionCall && Context.getLangOpts().CPlusPlus &&
        Found.Initializers.contains(B.Function->getCanonicalDecl()))
      R.LeftAlone = "it initialises a reduction's variable, which " + std::string(FaultReductionCall);
    if (R.instrumented() && filteredOut(*B.Function, R, Tokens, Opts))
      R.LeftAlone = "it is excluded by " + Opts.FilterFile;
    R.OfAll = All;
    R.UnlessConstruct = All ? whyTooSmall(B) : "no construct in it is instrumented";
    Regions.push_back(std::move(R));
  }
  return Regions;
}

void leaveResolversAlone(ASTContext &Context, const TokenTable &Tokens, const Collected &Found,
                         std::vector<Region> &Regions) {
  llvm::StringSet<> Resolvers;
  findResolvers(*Context.getTranslationUnitDecl(), Resolvers);
  if (Resolvers.empty())
    return;
  for (const FunctionBody &B : Found.Bodies) {
    if (!Resolvers.contains(linkerName(*B.Function)))
      continue;
    TokenRange Body = bodyTokens(B, Tokens);
    for (Region &R : Regions)
      if (R.instrumented() && Body.Last != NoToken && R.Pragma.First >= Body.First && R.Pragma.First <= Body.Last)
        R.LeftAlone = "it is in a function that resolves an ifunc, before the program can call anything";
  }
}

void settleFunctions(std::vector<Region> &Regions) {
  std::vector<TokenIndex> Directives = directives(Regions, true);
  for (Region &R : Regions)
    if (R.Kind == RegionKind::Function && R.instrumented() && !R.UnlessConstruct.empty() && !anyIn(Directives, R.Block))
      R.LeftAlone = R.UnlessConstruct;
}

} // namespace pompinst
