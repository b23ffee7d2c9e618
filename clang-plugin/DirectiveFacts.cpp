// DirectiveFacts.cpp - what one OpenMP directive says.
#include "DirectiveFacts.h"

#include "StmtRange.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclOpenMP.h"
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
  // parallel combined with another construct: its region kind and its directive.
  RegionKind Inner = RegionKind::Other;
  OpenMPDirectiveKind InnerDirective = llvm::omp::OMPD_unknown;
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
    {OMPD_parallel_for, RegionKind::Combined, RegionKind::For, OMPD_for},
    {OMPD_parallel_for_simd, RegionKind::Combined, RegionKind::For, OMPD_for_simd},
    {OMPD_parallel_sections, RegionKind::Combined, RegionKind::Sections, OMPD_sections},
    {OMPD_parallel_loop, RegionKind::Combined, RegionKind::Loop, OMPD_loop},
    {OMPD_parallel_master, RegionKind::Combined, RegionKind::Master, OMPD_master},
    {OMPD_parallel_masked, RegionKind::Combined, RegionKind::Master, OMPD_masked},
    {OMPD_parallel_master_taskloop, RegionKind::Combined, RegionKind::Taskloop, OMPD_master_taskloop},
    {OMPD_parallel_master_taskloop_simd, RegionKind::Combined, RegionKind::Taskloop, OMPD_master_taskloop_simd},
    {OMPD_parallel_masked_taskloop, RegionKind::Combined, RegionKind::Taskloop, OMPD_masked_taskloop},
    {OMPD_parallel_masked_taskloop_simd, RegionKind::Combined, RegionKind::Taskloop, OMPD_masked_taskloop_simd},
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

// Where the clauses of a combined directive go (OpenMP 5.2, 17.2). A clause that isn't listed keeps it in one piece.
enum class Goes { Outer, Inner, InnerIfAllowed };

struct ClauseRow {
  const char *Name;
  Goes To;
};

const ClauseRow ClauseTable[] = {
    {"if", Goes::Outer},
    {"num_threads", Goes::Outer},
    {"default", Goes::Outer},
    {"shared", Goes::Outer},
    {"copyin", Goes::Outer},
    {"proc_bind", Goes::Outer},
    {"private", Goes::InnerIfAllowed},
    {"firstprivate", Goes::InnerIfAllowed},
    {"lastprivate", Goes::InnerIfAllowed},
    {"reduction", Goes::InnerIfAllowed},
    {"linear", Goes::Inner},
    {"schedule", Goes::Inner},
    {"ordered", Goes::Inner},
    {"collapse", Goes::Inner},
    {"order", Goes::Inner},
    {"bind", Goes::Inner},
    {"filter", Goes::Inner},
    {"safelen", Goes::Inner},
    {"simdlen", Goes::Inner},
    {"aligned", Goes::Inner},
    {"nontemporal", Goes::Inner},
    {"nogroup", Goes::Inner},
    {"untied", Goes::Inner},
    {"mergeable", Goes::Inner},
};

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
  void distributeClauses(OpenMPDirectiveKind InnerDirective);
  bool orderShows(const Expr *Chunk) const;
  void readSplitFacts();
  void moveVariables(const OMPClause *C);
  void readChunk();

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
  readSplitFacts();
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

// OpenMP 5.2: copyprivate and nowait exclude each other (11.?); lastprivate keeps Clang's implicit barrier even with
// nowait; reduction(task) and nowait exclude each other (5.5.8); an inscan loop runs twice.
void DirectiveReader::readBarrierFacts() {
  R.HasNowait = clause("nowait") != nullptr;
  bool OrderedN = false;
  if (const Clause *Ordered = clause("ordered"))
    OrderedN = Ordered->Tokens.First != Ordered->Tokens.Last;
  bool ModifiedReduction = llvm::any_of(D.getClausesOfKind<OMPReductionClause>(), [](const OMPReductionClause *C) {
    return C->getModifier() == OMPC_REDUCTION_task || C->getModifier() == OMPC_REDUCTION_inscan;
  });
  R.KeepsImplicitBarrier = R.IgnoredTail || clause("copyprivate") || clause("lastprivate") || clause("order") ||
                           OrderedN || ModifiedReduction;
}

void DirectiveReader::distributeClauses(OpenMPDirectiveKind InnerDirective) {
  unsigned Version = Context.getLangOpts().OpenMP;
  for (Clause &C : R.Clauses) {
    auto Row = llvm::find_if(ClauseTable, [&](const ClauseRow &Row) { return C.Name == Row.Name; });
    if (Row == std::end(ClauseTable)) {
      R.Splittable = false;
      return;
    }
    C.Inner =
        Row->To == Goes::Inner || (Row->To == Goes::InnerIfAllowed &&
                                   isAllowedClauseForDirective(InnerDirective, getOpenMPClauseKind(C.Name), Version));
  }
}

// An expression as it was written: Clang puts some into variables of its own.
static const Expr *written(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Captured = dyn_cast<OMPCapturedExprDecl>(Ref->getDecl()); Captured && Captured->getInit())
      return Captured->getInit();
  return E;
}

// The chunk would be evaluated before the clauses of the outer half: if one of them does something, that could show.
bool DirectiveReader::orderShows(const Expr *Chunk) const {
  auto Acts = [&](const Expr *E) { return written(E)->HasSideEffects(Context); };
  return llvm::any_of(D.clauses(), [&](const OMPClause *C) {
    const Expr *Other = nullptr;
    if (const auto *If = dyn_cast<OMPIfClause>(C))
      Other = If->getCondition();
    else if (const auto *Threads = dyn_cast<OMPNumThreadsClause>(C))
      Other = Threads->getNumThreads();
    bool Constant = !Other || (!Other->isValueDependent() && Other->isIntegerConstantExpr(Context));
    return !Constant && (Acts(Chunk) || Acts(Other));
  });
}

void DirectiveReader::readSplitFacts() {
  if (R.Kind != RegionKind::Combined)
    return;
  R.Splittable = !R.IgnoredTail;
  distributeClauses(rowOf(D.getDirectiveKind()).InnerDirective);
  for (const auto *C : D.getClausesOfKind<OMPReductionClause>())
    if (C->getModifier() == OMPC_REDUCTION_inscan)
      R.Splittable = false; // Clang 19 gets inscan right in the combined form alone
  for (const auto *C : D.getClausesOfKind<OMPIfClause>())
    if (C->getNameModifier() != OMPD_parallel && D.getDirectiveKind() != OMPD_parallel_for &&
        D.getDirectiveKind() != OMPD_parallel_sections)
      R.Splittable = false; // it may hold for both halves, and is evaluated once
  if (R.Inner == RegionKind::Taskloop)
    R.Splittable = false; // Clang 19 shares variables with the tasks in the split form, and copies them in the combined
  for (const auto *C : D.getClausesOfKind<OMPDefaultClause>())
    R.ExplicitSharing = C->getDefaultKind() != OMP_DEFAULT_shared;
  for (const auto *C : D.getClausesOfKind<OMPLinearClause>())
    if (R.ExplicitSharing && C->getStep() && !C->getStep()->isIntegerConstantExpr(Context))
      R.Splittable = false; // what the step refers to needs no clause in the combined form
  for (const OMPClause *C : D.clauses())
    moveVariables(C);
  if (R.ExplicitSharing && Tokens.everMacro("shared"))
    R.Splittable = false; // the clause that the outer half needs can't be written
  readChunk();
}

template <typename ClauseT> static bool addNames(const OMPClause *C, std::vector<std::string> &Names) {
  const auto *List = dyn_cast<ClauseT>(C);
  if (!List)
    return false;
  for (const Expr *E : List->varlists()) {
    E = E->IgnoreParenImpCasts();
    while (true) {
      if (const auto *Section = dyn_cast<ArraySectionExpr>(E))
        E = Section->getBase()->IgnoreParenImpCasts();
      else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
        E = Element->getBase()->IgnoreParenImpCasts();
      else
        break;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      std::string Name;
      llvm::raw_string_ostream OS(Name);
      if (Ref->hasQualifier())
        Ref->getQualifier()->print(OS, PrintingPolicy(LangOptions()));
      OS << Ref->getNameInfo().getAsString();
      if (!llvm::is_contained(Names, Name))
        Names.push_back(Name);
    }
  }
  return true;
}

void DirectiveReader::moveVariables(const OMPClause *C) {
  if (C->getBeginLoc().isInvalid())
    return; // an implicit clause, which Clang makes itself
  const Clause *Written = clause(getOpenMPClauseName(C->getClauseKind()));
  if (!Written || !Written->Inner)
    return;
  addNames<OMPFirstprivateClause>(C, R.MovedVariables) || addNames<OMPLastprivateClause>(C, R.MovedVariables) ||
      addNames<OMPReductionClause>(C, R.MovedVariables) || addNames<OMPLinearClause>(C, R.MovedVariables);
}

// schedule(kind, chunk): a chunk that isn't a constant is evaluated once in the combined construct, and would be
// evaluated by each thread after the split.
void DirectiveReader::readChunk() {
  const Clause *Schedule = clause("schedule");
  const auto *Node = D.getSingleClause<OMPScheduleClause>();
  if (!Schedule || !Node || !Node->getChunkSize())
    return;
  const Expr *Chunk = Node->getChunkSize();
  if (!Chunk->isValueDependent() && Chunk->isIntegerConstantExpr(Context))
    return;
  if (orderShows(Chunk)) {
    R.Splittable = false;
    return;
  }
  // Clang has converted it to an integer already, unless it depends on a template's parameters.
  R.ChunkType = Chunk->isTypeDependent() ? "" : Chunk->getType().getUnqualifiedType().getCanonicalType().getAsString();
  unsigned Depth = 0;
  for (TokenIndex I = Schedule->Tokens.First + 1; I < Schedule->Tokens.Last; ++I) {
    Depth += Tokens[I].isOneOf(tok::l_paren, tok::l_square, tok::l_brace);
    Depth -= Tokens[I].isOneOf(tok::r_paren, tok::r_square, tok::r_brace);
    if (Depth == 1 && Tokens[I].is(tok::comma)) {
      // Modifiers have commas as well (`nonmonotonic, simd: static, n`): the chunk follows the last one before it.
      R.HoistedChunk = {I + 1, Schedule->Tokens.Last - 1};
      if (!llvm::is_contained({"monotonic", "nonmonotonic", "simd"}, Tokens.spelling(I - 1)))
        return;
    }
  }
}

} // namespace

bool inAttribute(TokenIndex I, const TokenTable &Tokens) {
  return I != NoToken && I > 1 && Tokens[I - 1].is(tok::l_paren) && Tokens[I - 2].is(tok::identifier) &&
         Tokens.spelling(I - 2) == "directive";
}

Region readDirective(const OMPExecutableDirective &D, const ASTContext &Context, const TokenTable &Tokens) {
  return DirectiveReader(D, Context, Tokens).read();
}

SourceLine presumedLine(TokenIndex I, const TokenTable &Tokens) {
  const SourceManager &SM = Tokens.sourceManager();
  FileSpan Span = Tokens.span(I);
  unsigned Offset = Span.End > Span.Begin ? Span.End - 1 : Span.Begin;
  if (Tokens[I].is(tok::annot_pragma_openmp))
    Offset = Span.Begin;
  PresumedLoc Loc = SM.getPresumedLoc(SM.getLocForStartOfFile(Span.File).getLocWithOffset(Offset));
  return {Tokens.mappedName(Loc.getFilename()), Loc.getLine()};
}

} // namespace pompinst
