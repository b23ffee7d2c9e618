// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Combined.cpp - the rule for parallel combined with another construct: the directive is split into its two halves.
//
//   { fork  #pragma omp parallel <its clauses>
//   { begin enter  #pragma omp for <its clauses> nowait  loop  barrier exit end } join }
//
// As one directive, the two have one barrier, which is the region's: it comes after `end`, and with barriers=ompt no
// other comes before it. With disable=parallel the loop keeps its own, as the region has no events that its barrier
// could belong to. What does not live here: which clause goes where (analysis/SplitFacts).
#include "rules/Rule.h"

namespace pompinst {
namespace {

// The calls of the construct that parallel is combined with. They are empty where disable= says so.
struct InnerCalls {
  std::string Enter, Exit; // around its directive, each with a space behind it
  std::string Begin, End;  // in its block
  bool HasBarrier;         // an implicit one, which nowait removes
};

InnerCalls innerCalls(const Region &R, const RuleContext &Context) {
  const ConstructFacts &Facts = factsOf(R.Inner);
  InnerCalls Calls;
  Calls.HasBarrier = Facts.Barrier != ImplicitBarrier::None;
  if (!Facts.enabled(Context.Opts) || !hasInnerEvents(Context.Opts.Api, R))
    return Calls;
  auto Call = [&](CallAt Place) { return Facts.suffix(Place) ? Context.call(R.Inner, Place) : std::string(); };
  auto Spaced = [](const std::string &Text) { return Text.empty() ? Text : Text + " "; };
  Calls.Enter = Spaced(Call(CallAt::Before));
  if (toldChunk(R, Context.Opts))
    Calls.Enter += "if (__POMP_For_chunk) __POMP_For_chunk(" + Context.descriptor(R.Descriptor) + ", (long)" +
                   Context.variable("chunk") + "); ";
  Calls.Begin = Call(CallAt::Begin);
  Calls.End = Call(CallAt::End);
  Calls.Exit = Spaced(Call(CallAt::After));
  return Calls;
}

std::string list(const std::vector<std::string> &Names) {
  std::string Text;
  for (const std::string &Name : Names)
    Text += (Text.empty() ? "" : ", ") + Name;
  return Text;
}

DirectiveHalf outerHalf(const Region &R, const RuleContext &Context) {
  DirectiveHalf Half;
  Half.Keep.push_back({R.Pragma.First + 1, R.Pragma.First + 1}); // parallel
  for (const Clause &C : R.Clauses)
    if (C.Outer)
      Half.Keep.push_back(C.Tokens);
  Context.replaceHoisted(Half);
  if (R.ExplicitSharing) {
    // Clauses of the inner half refer to these: under default(none) the outer half must say how it shares them.
    std::vector<std::string> Names = R.MovedVariables;
    for (const Hoisted &H : R.Hoists)
      Names.push_back(Context.variable(H.Name));
    if (!Names.empty())
      Half.Suffix = " shared(" + list(Names) + ")";
  }
  return Half;
}

// `loop` may have no nowait, and in the combined form Clang takes it for `for`, whatever it binds to.
bool writtenAsFor(const Region &R) { return R.Inner == RegionKind::Loop; }

DirectiveHalf innerHalf(const Region &R, const RuleContext &Context, bool Nowait) {
  DirectiveHalf Half;
  Half.Keep.push_back({R.Pragma.First + 2, R.NameLast}); // for, for simd, sections, …
  for (const Clause &C : R.Clauses)
    if (C.Inner && !(writtenAsFor(R) && C.Name == "bind"))
      Half.Keep.push_back(C.Tokens);
  if (writtenAsFor(R))
    Half.Replaced.emplace_back(TokenRange{R.NameLast, R.NameLast}, "for");
  Context.replaceHoisted(Half);
  if (!R.ImplicitFirstprivate.empty())
    Half.Suffix = " firstprivate(" + list(R.ImplicitFirstprivate) + ")";
  if (Nowait)
    Half.Suffix += " nowait";
  return Half;
}

} // namespace

bool keepsInnerBarrier(const Region &R, const Options &Opts) {
  const ConstructFacts &Facts = factsOf(R.Inner);
  if (Facts.Barrier == ImplicitBarrier::None || !Facts.enabled(Opts))
    return false;
  bool Unmeasured = !Opts.enabled(Construct::Parallel) && Opts.enabled(Construct::Barrier);
  return R.ForbidsNowait || (Unmeasured && !replacesImplicitBarrier(R, Opts));
}

void ruleCombined(const Region &R, RuleContext &Context) {
  bool Parallel = Context.Opts.enabled(Construct::Parallel);
  InnerCalls Inner = innerCalls(R, Context);
  auto Outer = [&](CallAt Place) { return Parallel ? Context.call(Place) + " " : std::string(); };

  if (!R.Whole.empty()) {
    Context.open(R.Pragma.First, "{ " + Outer(CallAt::Before));
    Context.close(R.Block.Last, Outer(CallAt::After) + "}");
    return;
  }
  bool Replaces = replacesImplicitBarrier(R, Context.Opts);
  Context.open(R.Pragma.First, "{ " + Context.hoistCode() + Outer(CallAt::Before));
  bool Nowait = Inner.HasBarrier && !R.ForbidsNowait && !keepsInnerBarrier(R, Context.Opts);
  std::string Hide, Show;
  for (const char *Word : {Nowait ? "nowait" : nullptr, writtenAsFor(R) ? "for" : nullptr})
    if (Word) {
      Hide += Context.hideMacro(Word);
      Show += Context.showMacro(Word);
    }
  Context.split(outerHalf(R, Context), "{ " + Outer(CallAt::Begin) + Inner.Enter + Hide, innerHalf(R, Context, Nowait));
  if (!Show.empty())
    Context.after(R.Pragma.Last, Show, 0);
  if (!Inner.Begin.empty())
    Context.open(R.Block.First, "{ " + Inner.Begin);
  sectionCalls(R, Context);
  std::string Barrier = Replaces ? Context.implicitBarrier(/*AtEnd=*/true) + " " : "";
  // The explicit barrier stands for the loop's implicit one if the loop has one, else for the region's.
  std::string Close = Inner.Begin.empty() ? "" : Inner.End + " } ";
  Close += Inner.HasBarrier ? Barrier + Inner.Exit : Inner.Exit + Barrier;
  Context.close(R.Block.Last, Close + Outer(CallAt::End) + "} " + Outer(CallAt::After) + "}");
}

} // namespace pompinst
