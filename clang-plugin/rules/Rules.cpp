// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rules.cpp - which region has which rule, and what rules share.
#include "rules/Rule.h"

#include "rewrite/MacroShield.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace pompinst {
namespace {

struct RuleRow {
  RegionKind Kind;
  const char *Event; // what its functions' names begin with
  Rule Apply;
  Construct Switch; // disable= with this name leaves the region alone
};

const RuleRow RuleTable[] = {
    {RegionKind::Parallel, "POMP_Parallel", ruleParallel, Construct::Parallel},
    {RegionKind::For, "POMP_For", ruleFor, Construct::For},
    {RegionKind::Sections, "POMP_Sections", ruleSections, Construct::Sections},
    {RegionKind::Single, "POMP_Single", ruleSingle, Construct::Single},
    {RegionKind::Master, "POMP_Master", ruleMaster, Construct::Master},
    {RegionKind::Critical, "POMP_Critical", ruleCritical, Construct::Critical},
    {RegionKind::Atomic, "POMP_Atomic", ruleEnterExit, Construct::Atomic},
    {RegionKind::Barrier, "POMP_Barrier", ruleEnterExit, Construct::Barrier},
    {RegionKind::Ordered, "POMP_Ordered", ruleOrdered, Construct::Ordered},
    {RegionKind::Doacross, "POMP_Ordered", ruleEnterExit, Construct::Ordered},
    {RegionKind::Loop, "POMP_Loop", ruleEnterExit, Construct::Loop},
    {RegionKind::Scope, "POMP_Scope", ruleEnterExit, Construct::Scope},
    {RegionKind::Task, "POMP_Task", ruleTask, Construct::Task},
    {RegionKind::Taskloop, "POMP_Taskloop", ruleEnterExit, Construct::Task},
    {RegionKind::Taskgroup, "POMP_Taskgroup", ruleEnterExit, Construct::Task},
    {RegionKind::Taskwait, "POMP_Taskwait", ruleEnterExit, Construct::Task},
    {RegionKind::Taskyield, "POMP_Taskyield", ruleEnterExit, Construct::Task},
    {RegionKind::Cancel, "POMP_Cancel", rulePoint, Construct::Cancel},
    {RegionKind::CancellationPoint, "POMP_Cancellation_point", rulePoint, Construct::Cancel},
    {RegionKind::Teams, "POMP_Teams", ruleEnterExit, Construct::Teams},
    {RegionKind::Distribute, "POMP_Distribute", ruleEnterExit, Construct::Teams},
    {RegionKind::Target, "POMP_Target", ruleEnterExit, Construct::Target},
    {RegionKind::Combined, "POMP_Parallel", ruleCombined, Construct::Parallel},
    {RegionKind::UserRegion, "POMP", ruleUserRegion, Construct::Region},
    {RegionKind::Function, "POMP", ruleFunction, Construct::Function},
    {RegionKind::LockCall, "POMP", ruleLockCall, Construct::Lock},
};

const RuleRow *rowOf(RegionKind Kind) {
  for (const RuleRow &Row : RuleTable)
    if (Row.Kind == Kind)
      return &Row;
  return nullptr;
}

// The paper's constructs: their functions are in every library. What belongs to others may be missing.
const char *const PaperEvents[] = {"POMP_Parallel", "POMP_For",    "POMP_Section", "POMP_Single", "POMP_Master",
                                   "POMP_Critical", "POMP_Atomic", "POMP_Barrier", "POMP_Begin",  "POMP_End"};

bool isExtension(llvm::StringRef Call) {
  return llvm::none_of(PaperEvents, [&](const char *Event) { return Call.starts_with(Event); });
}

} // namespace

bool disabled(const Region &R, const Options &Opts) {
  const RuleRow *Row = rowOf(R.Kind);
  const RuleRow *Inner = rowOf(R.Inner);
  return Row && !Opts.enabled(Row->Switch) && (!Inner || !Opts.enabled(Inner->Switch));
}

static bool innerHasBarrier(RegionKind Inner) {
  return Inner == RegionKind::For || Inner == RegionKind::Sections || Inner == RegionKind::Loop;
}

MeasuredBarrier measuredBarrier(const Region &R, const Options &Opts) {
  if (!R.HasImplicitBarrier || R.HasNowait || !R.Whole.empty() || !Opts.enabled(Construct::Barrier) ||
      replacesImplicitBarrier(R, Opts))
    return MeasuredBarrier::None;
  if (R.Kind == RegionKind::Parallel)
    return MeasuredBarrier::Join;
  if (R.Kind != RegionKind::Combined)
    return MeasuredBarrier::Construct;
  // As in ruleCombined: nowait leaves the region's barrier alone.
  bool Inner = innerHasBarrier(R.Inner) && R.ForbidsNowait && Opts.enabled(rowOf(R.Inner)->Switch);
  return Inner ? MeasuredBarrier::Construct : MeasuredBarrier::Join;
}

const char *eventName(RegionKind Kind) { return rowOf(Kind)->Event; }

InnerCalls innerCalls(const Region &R, const RuleContext &Context) {
  const RuleRow *Row = rowOf(R.Kind == RegionKind::Combined ? R.Inner : R.Kind);
  InnerCalls Calls;
  Calls.HasBarrier = innerHasBarrier(Row->Kind);
  if (!Context.Opts.enabled(Row->Switch))
    return Calls;
  bool Masked = R.Directive.find("masked") != std::string::npos;
  std::string Event = Masked && Row->Kind == RegionKind::Master ? "POMP_Masked" : Row->Event;
  if (Row->Kind == RegionKind::Master) {
    Calls.Begin = Context.call(Event + "_begin");
    Calls.End = Context.call(Event + "_end");
  } else {
    Calls.Enter = Context.call(Event + "_enter") + " ";
    Calls.Exit = Context.call(Event + "_exit") + " ";
  }
  return Calls;
}

std::string RuleContext::descriptor() const {
  const char *Reach = Current->MayNameVariables ? "__pomp_rd(" : "__pomp_rd_of(";
  return Reach + std::to_string(Current->Descriptor) + ")";
}

std::string RuleContext::call(const std::string &Name) const {
  std::string Call = Name + "(" + descriptor() + ");";
  if (!isExtension(Name))
    return Call;
  Extensions.insert(Name);
  return "if (" + Name + ") " + Call;
}

std::string RuleContext::hideMacro(const std::string &Word) const {
  return Tokens.everMacro(Word) ? hiding(Word) + "\n" : "";
}

std::string RuleContext::showMacro(const std::string &Word) const {
  return Tokens.everMacro(Word) ? showing(Word) + "\n" : "";
}

std::string RuleContext::implicitBarrier() const {
  if (std::string Hide = hideMacro("barrier"); !Hide.empty())
    return call("POMP_Barrier_enter") + Hide + "#pragma omp barrier" + showMacro("barrier") + call("POMP_Barrier_exit");
  return call("POMP_Barrier_enter") + " _Pragma(\"omp barrier\") " + call("POMP_Barrier_exit");
}

Edit &RuleContext::add(Edit::Kind What, TokenIndex Token) {
  Edit E;
  E.What = What;
  E.Token = Token;
  E.Region = CurrentIndex;
  E.Order = int(CurrentIndex);
  Edits.push_back(std::move(E));
  return Edits.back();
}

void RuleContext::before(TokenIndex I, const std::string &Code, int Order) {
  Edit &E = add(Edit::Kind::Code, I);
  E.Text = shielded(Code, Tokens);
  E.Order = Order;
}

void RuleContext::after(TokenIndex I, const std::string &Code, int Order) {
  Edit &E = add(Edit::Kind::Code, I);
  E.Text = shielded(Code, Tokens);
  E.After = true;
  E.Order = Order;
}

void RuleContext::suffix(const std::string &Text) { add(Edit::Kind::Suffix, Current->Pragma.First).Text = Text; }

void RuleContext::replace(TokenRange Range, const std::string &Text) {
  Edit &E = add(Edit::Kind::Replace, Range.First);
  E.Last = Range.Last;
  E.Text = Text;
}

void RuleContext::split(DirectiveHalf Outer, const std::string &Between, DirectiveHalf Inner) {
  Edit &E = add(Edit::Kind::Split, Current->Pragma.First);
  E.Last = Current->Pragma.Last;
  E.Text = shielded(Between, Tokens);
  E.Outer = std::move(Outer);
  E.Inner = std::move(Inner);
}

// An empty statement that code comes before would be one too many (-Wextra-semi-stmt): it is written as ours.
static void ownEmptyStatements(const Region &R, RuleContext &Context, std::set<TokenIndex> &Known) {
  std::vector<TokenRange> Statements = R.Sections;
  Statements.push_back(R.Block);
  for (TokenRange S : Statements) {
    bool Empty = S.First == S.Last && S.First < Context.Tokens.size() && Context.Tokens[S.First].is(clang::tok::semi);
    if (Empty && !Context.Tokens.inExpansion(S.First) && Known.insert(S.First).second)
      Context.replace(S, ";");
  }
}

EditList applyRules(const std::vector<Region> &Regions, const Options &Opts, const TokenTable &Tokens,
                    std::set<std::string> &Extensions) {
  RuleContext Context(Opts, Tokens);
  std::set<TokenIndex> EmptyStatements;
  for (size_t I = 0; I < Regions.size(); ++I) {
    const Region &R = Regions[I];
    if (!R.instrumented())
      continue;
    Context.start(R, I);
    if (R.Kind == RegionKind::Control)
      ruleControl(R, Context);
    else if (const RuleRow *Row = rowOf(R.Kind))
      Row->Apply(R, Context);
    ownEmptyStatements(R, Context, EmptyStatements);
  }
  Extensions = std::move(Context.Extensions);
  return std::move(Context.Edits);
}

} // namespace pompinst
