// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DirectiveFacts.cpp - what one OpenMP directive says.
#include "analysis/DirectiveFacts.h"

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

struct KindRow {
  OpenMPDirectiveKind Directive;
  RegionKind Kind;
  RegionKind Inner = RegionKind::Other; // of what parallel is combined with
};

using namespace llvm::omp;

const KindRow KindTable[] = {
    {OMPD_parallel, RegionKind::Parallel},
    {OMPD_for, RegionKind::For},
    {OMPD_for_simd, RegionKind::For},
    {OMPD_sections, RegionKind::Sections},
    {OMPD_single, RegionKind::Single},
    {OMPD_master, RegionKind::Master},
    {OMPD_masked, RegionKind::Master},
    {OMPD_critical, RegionKind::Critical},
    {OMPD_atomic, RegionKind::Atomic},
    {OMPD_barrier, RegionKind::Barrier},
    {OMPD_ordered, RegionKind::Ordered},
    {OMPD_loop, RegionKind::Loop},
    {OMPD_scope, RegionKind::Scope},
    {OMPD_task, RegionKind::Task},
    {OMPD_taskloop, RegionKind::Taskloop},
    {OMPD_taskloop_simd, RegionKind::Taskloop},
    {OMPD_master_taskloop, RegionKind::Taskloop},
    {OMPD_master_taskloop_simd, RegionKind::Taskloop},
    {OMPD_masked_taskloop, RegionKind::Taskloop},
    {OMPD_masked_taskloop_simd, RegionKind::Taskloop},
    {OMPD_taskgroup, RegionKind::Taskgroup},
    {OMPD_taskwait, RegionKind::Taskwait},
    {OMPD_taskyield, RegionKind::Taskyield},
    {OMPD_cancel, RegionKind::Cancel},
    {OMPD_cancellation_point, RegionKind::CancellationPoint},
    {OMPD_distribute, RegionKind::Distribute},
    {OMPD_distribute_simd, RegionKind::Distribute},
    {OMPD_distribute_parallel_for, RegionKind::Distribute},
    {OMPD_distribute_parallel_for_simd, RegionKind::Distribute},
    {OMPD_target_data, RegionKind::Target},
    {OMPD_target_enter_data, RegionKind::Target},
    {OMPD_target_exit_data, RegionKind::Target},
    {OMPD_target_update, RegionKind::Target},
    {OMPD_parallel_for, RegionKind::Combined, RegionKind::For},
    {OMPD_parallel_for_simd, RegionKind::Combined, RegionKind::For},
    {OMPD_parallel_sections, RegionKind::Combined, RegionKind::Sections},
    {OMPD_parallel_loop, RegionKind::Combined, RegionKind::Loop},
    {OMPD_parallel_master, RegionKind::Combined, RegionKind::Master},
    {OMPD_parallel_masked, RegionKind::Combined, RegionKind::Master},
    {OMPD_parallel_master_taskloop, RegionKind::Combined, RegionKind::Taskloop},
    {OMPD_parallel_master_taskloop_simd, RegionKind::Combined, RegionKind::Taskloop},
    {OMPD_parallel_masked_taskloop, RegionKind::Combined, RegionKind::Taskloop},
    {OMPD_parallel_masked_taskloop_simd, RegionKind::Combined, RegionKind::Taskloop},
};

KindRow rowOf(OpenMPDirectiveKind Directive) {
  for (const KindRow &Row : KindTable)
    if (Row.Directive == Directive)
      return Row;
  if (isOpenMPTargetExecutionDirective(Directive))
    return {Directive, RegionKind::Target};
  if (isOpenMPTeamsDirective(Directive))
    return {Directive, RegionKind::Teams};
  return {Directive, RegionKind::Other};
}

class DirectiveReader {
public:
  DirectiveReader(const OMPExecutableDirective &D, const ASTContext &Context, const TokenTable &Tokens)
      : D(D), Context(Context), Tokens(Tokens) {}

  Region read();

private:
  bool readName();
  void readClauses();
  void readBlock();
  void readSections();
  void readLines();
  void readBarrierFacts();
  bool hasImplicitBarrier() const;

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
  OpenMPDirectiveKind Written = D.getMappedDirective() == OMPD_loop ? OMPD_loop : D.getDirectiveKind();
  R.Directive = getOpenMPDirectiveName(Written).str();
  KindRow Row = rowOf(Written);
  R.Kind = Row.Kind;
  R.Inner = Row.Inner;
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
    readLines();
    return R;
  }
  readClauses();
  readBlock();
  readLines();
  if (const auto *Critical = dyn_cast<OMPCriticalDirective>(&D))
    R.SubName = Critical->getDirectiveName().getAsString();
  readBarrierFacts();
  if (R.Kind == RegionKind::Combined)
    readSplitFacts(R, D, Context, Tokens);
  return R;
}

// The directive's own words must stand at its beginning; they don't if it came out of a metadirective.
bool DirectiveReader::readName() {
  TokenIndex I = R.Pragma.First;
  SmallVector<StringRef, 4> Words;
  StringRef(R.Directive).split(Words, ' ');
  for (StringRef Word : Words)
    if (++I >= R.Pragma.Last || Tokens.spelling(I) != Word)
      return false;
  R.NameLast = I;
  return true;
}

// name | name ( … ), separated by commas or nothing.
void DirectiveReader::readClauses() {
  TokenIndex I = R.NameLast + 1;
  if (I < R.Pragma.Last && Tokens[I].is(tok::l_paren)) // critical (name)
    I = Tokens.matching(I) + 1;
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
    TokenRange Section;
    if (const auto *Directive = dyn_cast<OMPSectionDirective>(S)) {
      TokenIndex Begin = Tokens.find(Directive->getBeginLoc());
      bool Written = Begin != NoToken && Tokens[Begin].is(tok::annot_pragma_openmp) && Begin + 1 < Tokens.size() &&
                     Tokens.spelling(Begin + 1) == "section";
      // The first section needs no directive of its own; its statement follows the brace.
      Section.First = Written ? Tokens.pragmaEnd(Begin) + 1 : R.Block.First + 1;
      Section.Last = lastToken(associatedStmt(*Directive), Tokens);
    } else {
      Section = {R.Block.First + 1, lastToken(S, Tokens)};
    }
    if (Section.First == NoToken || Section.Last == NoToken) {
      R.LeftAlone = "the end of one of its sections could not be found";
      return;
    }
    R.Sections.push_back(Section);
  }
}

void DirectiveReader::readLines() {
  SourceLine Begin = presumedLine(R.Pragma.First, Tokens);
  R.FileName = Begin.File;
  R.BeginLine1 = Begin.Line;
  TokenIndex PragmaLast = R.Pragma.Last > R.Pragma.First ? R.Pragma.Last - 1 : R.Pragma.First;
  R.BeginLineN = presumedLine(PragmaLast, Tokens).Line;
  R.EndLine1 = R.EndLineN = R.Block.Last == NoToken ? R.BeginLineN : presumedLine(R.Block.Last, Tokens).Line;
}

// Of a loop construct, what it binds to says if it has one; Clang has chosen its directive by that.
bool DirectiveReader::hasImplicitBarrier() const {
  switch (R.Kind) {
  case RegionKind::Parallel:
  case RegionKind::For:
  case RegionKind::Sections:
  case RegionKind::Single:
  case RegionKind::Scope:
  case RegionKind::Combined:
    return true;
  case RegionKind::Loop:
    return D.getDirectiveKind() == OMPD_for;
  default:
    return false;
  }
}

// OpenMP 5.2: copyprivate and nowait exclude each other (11.?); lastprivate keeps Clang's implicit barrier even with
// nowait; reduction(task) and nowait exclude each other (5.5.8); an inscan loop runs twice.
void DirectiveReader::readBarrierFacts() {
  R.HasImplicitBarrier = hasImplicitBarrier();
  R.HasNowait = clause("nowait") != nullptr;
  bool OrderedN = false;
  if (const Clause *Ordered = clause("ordered"))
    OrderedN = Ordered->Tokens.First != Ordered->Tokens.Last;
  bool ModifiedReduction = llvm::any_of(D.getClausesOfKind<OMPReductionClause>(), [](const OMPReductionClause *C) {
    return C->getModifier() == OMPC_REDUCTION_task || C->getModifier() == OMPC_REDUCTION_inscan;
  });
  R.ForbidsNowait = R.IgnoredTail || clause("copyprivate") || clause("lastprivate") || ModifiedReduction;
  R.KeepsImplicitBarrier =
      clause("order") || OrderedN || R.Kind == RegionKind::Loop || R.Kind == RegionKind::Scope; // in one piece
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

} // namespace pompinst
