// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DirectiveFacts.cpp - reads name, clauses, block and lines of one directive, and what its clauses mean for its
// barrier.
#include "analysis/DirectiveFacts.h"

#include "Compatibility.h"
#include "analysis/ClauseFacts.h"
#include "analysis/SplitFacts.h"
#include "analysis/StmtRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/OpenMPClause.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <iterator>

using namespace clang;

namespace pompinst {
namespace {

using namespace llvm::omp;

class DirectiveReader {
public:
  DirectiveReader(const OMPExecutableDirective &D, const ASTContext &Context, const TokenTable &Tokens)
      : D(D), Context(Context), Tokens(Tokens) {}

  Region read();

private:
  bool readName();
  void readClauses();
  void readTold();
  void readChunk();
  void readBlock();
  void readSections();
  bool isIncludedBefore(TokenIndex Directive, TokenIndex Block) const;
  void readLines(Region &R) const;
  void readBarrierFacts();
  bool hasImplicitBarrier() const;
  bool waits() const;

  const Clause *clause(StringRef Name) const {
    auto It = std::find_if(R.Clauses.begin(), R.Clauses.end(), [&](const Clause &C) { return C.Name == Name; });
    return It == R.Clauses.end() ? nullptr : &*It;
  }

  const OMPExecutableDirective &D;
  const ASTContext &Context;
  const TokenTable &Tokens;
  Region R;
};

Region DirectiveReader::read() {
  // Clang turns a loop directive into for, simd or distribute, by its binding; the user wrote loop.
  OpenMPDirectiveKind Written = compat::wasWrittenAsLoop(D) ? OMPD_loop : D.getDirectiveKind();
  R.Directive = compat::directiveName(Written);
  const DirectiveRow &Row = directiveRow(Written);
  R.Kind = Row.Kind;
  R.Inner = kindOf(Row.Inner);
  R.DescriptorName = Row.Name;
  if (R.Kind == RegionKind::Ordered && D.isStandaloneDirective())
    R.Kind = RegionKind::Doacross;
  R.Pragma.First = Tokens.find(D.getBeginLoc());
  if (R.Pragma.First == NoToken)
    return R;
  R.Pragma.Last = Tokens.pragmaEnd(R.Pragma.First);
  if (!Tokens[R.Pragma.First].is(tok::annot_pragma_openmp) || R.Pragma.Last == NoToken || !readName()) {
    R.Kind = RegionKind::Other;
    R.LeftAlone = inAttribute(R.Pragma.First, Tokens) ? "it shares its place with other attributes"
                                                      : "it is not written as a pragma of its own";
    R.Pragma.Last = R.Pragma.First;
    readLines(R);
    return R;
  }
  readClauses();
  readTold();
  readChunk();
  readBlock();
  readLines(R);
  if (const auto *Critical = dyn_cast<OMPCriticalDirective>(&D))
    R.SubName = Critical->getDirectiveName().getAsString();
  readBarrierFacts();
  R.Waits = waits();
  readClauseFacts(R, D, Context, Tokens);
  if (R.Kind == RegionKind::Combined)
    readSplitFacts(R, D, Context, Tokens);
  return R;
}

// The directive's own words must be at its beginning; they don't if it came out of a metadirective.
bool DirectiveReader::readName() {
  TokenIndex I = R.Pragma.First;
  SmallVector<StringRef, 4> Words;
  StringRef(R.Directive).split(Words, ' ');
  for (StringRef Word : Words) {
    ++I;
    if (I >= R.Pragma.Last || Tokens.spelling(I) != Word)
      return false;
  }
  R.NameLast = I;
  return true;
}

// Reads clauses, `name` or `name ( … )`, with commas or nothing between them.
void DirectiveReader::readClauses() {
  TokenIndex I = R.NameLast + 1;
  if (I < R.Pragma.Last && Tokens[I].is(tok::l_paren)) // critical (name)
    I = Tokens.matching(I) + 1;
  if ((R.Kind == RegionKind::Cancel || R.Kind == RegionKind::CancellationPoint) && I < R.Pragma.Last) {
    R.Clauses.push_back({Tokens.spelling(I), {I, I}}); // the construct that it cancels
    ++I;
  }
  R.IgnoredTail = I < R.Pragma.Last && Tokens[I].is(tok::comma);
  while (I < R.Pragma.Last && !R.IgnoredTail) {
    if (Tokens[I].is(tok::comma)) {
      ++I;
      continue;
    }
    Clause C;
    C.Name = Tokens.spelling(I);
    C.Tokens = {I, I};
    if (I + 1 < R.Pragma.Last && Tokens[I + 1].is(tok::l_paren))
      C.Tokens.Last = Tokens.matching(I + 1);
    if (C.Tokens.Last == NoToken || getOpenMPClauseKind(C.Name) == OMPC_unknown) {
      // Clang warns of it and ignores the rest: what is added there would be ignored as well.
      R.IgnoredTail = true;
      return;
    }
    I = C.Tokens.Last + 1;
    R.Clauses.push_back(std::move(C));
  }
}

// Finds the expressions of `if` and `num_threads`. An `if` may name another directive that it is for.
void DirectiveReader::readTold() {
  if (R.Kind != RegionKind::Parallel && R.Kind != RegionKind::Combined && R.Kind != RegionKind::Task)
    return;
  if (R.IgnoredTail)
    R.Unhoistable = "Clang ignores the end of the directive";
  for (const Clause &C : R.Clauses) {
    if (C.Name != "if" && C.Name != "num_threads")
      continue;
    TokenRange Expression{C.Tokens.First + 2, C.Tokens.Last - 1};
    if (Expression.First < Expression.Last && Tokens[Expression.First + 1].is(tok::colon)) {
      std::string Modifier = Tokens.spelling(Expression.First);
      if (C.Name == "if" && Modifier != "parallel" && Modifier != "task")
        continue;
      Expression.First += 2;
    }
    bool Condition = C.Name == "if";
    R.Passed.push_back({Expression, Condition ? "if" : "threads", Condition, Condition ? "" : "int"});
    for (TokenIndex I = Expression.First; I <= Expression.Last; ++I)
      if (Tokens.reexpands(I))
        R.Unhoistable = "'" + Tokens.spelling(I) + "' would expand again in what is evaluated first";
  }
}

// Is an operand of a condition converted to the condition's type? Clang may warn of that, but not if the condition is
// what a function of ours is called with.
static bool convertsOperand(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Comma = dyn_cast<BinaryOperator>(E); Comma && Comma->isCommaOp())
    return convertsOperand(Comma->getRHS());
  const auto *Condition = dyn_cast<AbstractConditionalOperator>(E);
  if (!Condition)
    return false;
  auto Converts = [&](const Expr *Operand) {
    return Operand->IgnoreParenImpCasts()->getType().getCanonicalType().getUnqualifiedType() !=
               Condition->getType().getCanonicalType().getUnqualifiedType() ||
           convertsOperand(Operand);
  };
  return Converts(Condition->getTrueExpr()) || Converts(Condition->getFalseExpr());
}

// Finds the chunk of a loop that is dealt out in chunks whose size nobody knows before it runs. With the modifier
// `simd`, that is not the chunk's value.
void DirectiveReader::readChunk() {
  const auto *Schedule = D.getSingleClause<OMPScheduleClause>();
  const Clause *Written = clause("schedule");
  if (!Schedule || !Schedule->getChunkSize() || !Written || (R.Kind != RegionKind::For && R.Inner != RegionKind::For) ||
      (Schedule->getScheduleKind() != OMPC_SCHEDULE_static && Schedule->getScheduleKind() != OMPC_SCHEDULE_dynamic) ||
      Schedule->getFirstScheduleModifier() == OMPC_SCHEDULE_MODIFIER_simd ||
      Schedule->getSecondScheduleModifier() == OMPC_SCHEDULE_MODIFIER_simd)
    return;
  const Expr *Chunk = Schedule->getChunkSize();
  Expr::EvalResult Result;
  if (!Chunk->isValueDependent() && Chunk->EvaluateAsInt(Result, Context))
    return;
  const TokenRange Value = chunkOf(*Written, Tokens);
  if (Value.First == NoToken || Value.First > Value.Last)
    return;
  for (TokenIndex I = Written->Tokens.First; I <= Written->Tokens.Last; ++I)
    if (Tokens.reexpands(I))
      return;
  R.Chunk = VariableChunk{{Written->Tokens.First, Value.First - 1}, Value.Last + 1, ""};
  const QualType Type = Chunk->IgnoreUnlessSpelledInSource()->getType(); // before a class is converted
  // A template's parameter may turn out to be a constant, of which Clang wants to know that it is positive.
  if (!Chunk->isValueDependent() && Type->isIntegralOrUnscopedEnumerationType() && !convertsOperand(Chunk) &&
      Context.getTypeSize(Type) <= Context.getTypeSize(Context.LongTy))
    R.Chunk->Type = Type->isUnsignedIntegerOrEnumerationType() ? "unsigned long" : "long";
}

void DirectiveReader::readBlock() {
  if (D.isStandaloneDirective() || !associatedStmt(D))
    return;
  R.Block = {R.Pragma.Last + 1, lastToken(associatedStmt(D), Tokens)};
  if (R.Block.Last == NoToken || R.Block.Last < R.Block.First)
    R.LeftAlone = "the end of its statement could not be found";
  else if (R.Kind == RegionKind::Sections || R.Inner == RegionKind::Sections)
    readSections();
}

void DirectiveReader::readSections() {
  const auto *Body = dyn_cast<CompoundStmt>(associatedStmt(D));
  if (!Body)
    return;
  for (const Stmt *S : Body->body()) {
    Region Section;
    Section.Kind = RegionKind::Section;
    Section.Directive = "section";
    Section.DescriptorName = R.DescriptorName.empty() ? R.Directive : R.DescriptorName;
    Section.Written.IsDirective = true;
    if (const auto *Directive = dyn_cast<OMPSectionDirective>(S)) {
      TokenIndex Begin = Tokens.find(Directive->getBeginLoc());
      bool Written = Begin != NoToken && Tokens[Begin].is(tok::annot_pragma_openmp) && Begin + 1 < Tokens.size() &&
                     Tokens.spelling(Begin + 1) == "section";
      // The first section needs no directive of its own; its statement follows the brace.
      if (Written)
        Section.Pragma = {Begin, Tokens.pragmaEnd(Begin)};
      Section.Block = {Written ? Section.Pragma.Last + 1 : R.Block.First + 1,
                       lastToken(associatedStmt(*Directive), Tokens)};
    } else {
      Section.Block = {R.Block.First + 1, lastToken(S, Tokens)};
    }
    if (Section.Block.First == NoToken || Section.Block.Last == NoToken) {
      R.LeftAlone = "the end of one of its sections could not be found";
      return;
    }
    readLines(Section);
    R.Sections.push_back(std::move(Section));
  }
  R.NumSections = unsigned(R.Sections.size());
  for (Region &Section : R.Sections)
    Section.NumSections = R.NumSections;
}

// A file may hold nothing but a directive, and be included in front of each of its blocks, which are what tells the
// constructs apart then. Preprocessed text knows what was included from its line markers.
bool DirectiveReader::isIncludedBefore(TokenIndex Directive, TokenIndex Block) const {
  std::string File = presumedLine(Block, Tokens, true).File;
  return presumedLine(Directive, Tokens, true).File != File &&
         llvm::any_of(includesOf(Directive, Tokens), [&](const SourceLine &Include) { return Include.File == File; });
}

void DirectiveReader::readLines(Region &R) const {
  TokenIndex First = R.Pragma.First, Block = R.Block.First;
  if (First == NoToken || (Block != NoToken && isIncludedBefore(First, Block)))
    First = Block; // a section may have no directive
  SourceLine Begin = presumedLine(First, Tokens, true);
  R.At = First;
  R.FileName = Begin.File;
  R.BeginLine1 = Begin.Line;
  TokenIndex PragmaLast = First == R.Pragma.First && R.Pragma.Last > First ? R.Pragma.Last - 1 : First;
  R.BeginLineN = presumedLine(PragmaLast, Tokens).Line;
  R.EndLine1 = R.EndLineN = R.Block.Last == NoToken ? R.BeginLineN : presumedLine(R.Block.Last, Tokens).Line;
}

bool DirectiveReader::hasImplicitBarrier() const {
  switch (factsOf(R.Kind).Barrier) {
  case ImplicitBarrier::None:
    return false;
  case ImplicitBarrier::Replaceable:
  case ImplicitBarrier::Stays:
    return true;
  case ImplicitBarrier::OfBinding:
    return compat::isSharedLoop(D);
  }
  return false;
}

// Does the construct wait for iterations or tasks? That of a `depend(source)` waits for nothing.
bool DirectiveReader::waits() const {
  if (R.Kind == RegionKind::Doacross)
    return llvm::any_of(D.clauses(), [](const OMPClause *C) {
      if (const auto *Depend = dyn_cast<OMPDependClause>(C))
        return Depend->getDependencyKind() == OMPC_DEPEND_sink;
      return compat::isDoacrossSink(*C);
    });
  bool Loop = R.Kind == RegionKind::Taskloop || R.Inner == RegionKind::Taskloop;
  return R.Kind == RegionKind::Taskgroup || (Loop && !clause("nogroup"));
}

// Finds out whether a nowait would be allowed and would help. In OpenMP 5.2 copyprivate excludes nowait, and so does
// reduction(task) (5.5.8); with lastprivate Clang keeps the implicit barrier even with nowait; an inscan loop runs
// twice.
void DirectiveReader::readBarrierFacts() {
  R.HasImplicitBarrier = hasImplicitBarrier();
  R.HasNowait = clause("nowait") != nullptr;
  bool OrderedN = false;
  if (const Clause *Ordered = clause("ordered"))
    OrderedN = Ordered->Tokens.First != Ordered->Tokens.Last;
  auto Reduces = [this](OpenMPReductionClauseModifier Modifier) {
    return llvm::any_of(D.getClausesOfKind<OMPReductionClause>(),
                        [&](const OMPReductionClause *C) { return C->getModifier() == Modifier; });
  };
  R.Inscan = Reduces(OMPC_REDUCTION_inscan);
  R.ForbidsNowait = R.IgnoredTail || clause("copyprivate") || R.Inscan || Reduces(OMPC_REDUCTION_task);
  R.HasLastprivate = clause("lastprivate");
  ImplicitBarrier Barrier = factsOf(R.Kind).Barrier;
  R.KeepsImplicitBarrier =
      clause("order") || OrderedN || Barrier == ImplicitBarrier::Stays || Barrier == ImplicitBarrier::OfBinding;
}

} // namespace

bool inAttribute(TokenIndex I, const TokenTable &Tokens) {
  return I != NoToken && I > 1 && Tokens[I - 1].is(tok::l_paren) && Tokens[I - 2].is(tok::identifier) &&
         Tokens.spelling(I - 2) == "directive";
}

Region readDirective(const OMPExecutableDirective &D, const ASTContext &Context, const TokenTable &Tokens) {
  return DirectiveReader(D, Context, Tokens).read();
}

SourceLine presumedLine(TokenIndex I, const TokenTable &Tokens, bool Begin) {
  const SourceManager &SM = Tokens.sourceManager();
  FileSpan Span = Tokens.span(I);
  unsigned Offset = Span.End > Span.Begin ? Span.End - 1 : Span.Begin;
  if (Begin || Tokens[I].is(tok::annot_pragma_openmp))
    Offset = Span.Begin;
  PresumedLoc Loc = SM.getPresumedLoc(SM.getLocForStartOfFile(Span.File).getLocWithOffset(Offset));
  return {Tokens.mappedName(Loc.getFilename()), Loc.getLine()};
}

std::vector<SourceLine> includesOf(TokenIndex I, const TokenTable &Tokens) {
  const SourceManager &SM = Tokens.sourceManager();
  FileSpan Span = Tokens.span(I);
  std::vector<SourceLine> Includes;
  PresumedLoc Loc = SM.getPresumedLoc(SM.getLocForStartOfFile(Span.File).getLocWithOffset(Span.Begin));
  while (Loc.isValid() && Loc.getIncludeLoc().isValid()) {
    Loc = SM.getPresumedLoc(Loc.getIncludeLoc());
    if (Loc.isValid())
      Includes.push_back({Tokens.mappedName(Loc.getFilename()), Loc.getLine()});
  }
  return Includes;
}

} // namespace pompinst
