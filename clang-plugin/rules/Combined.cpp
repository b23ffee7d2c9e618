// Combined.cpp - the rule for parallel combined with another construct: the directive is split into its two halves.
//
//   { fork  #pragma omp parallel <its clauses>
//   { begin enter  #pragma omp for <its clauses> nowait  loop  barrier exit end } join }
//
// Which clause goes where is decided in DirectiveFacts.
#include "Rule.h"

namespace pompinst {
namespace {

std::string chunkVariable(const Region &R) { return "__pomp_chunk_" + std::to_string(R.Descriptor); }

DirectiveHalf outerHalf(const Region &R) {
  DirectiveHalf Half;
  Half.Keep.push_back({R.Pragma.First + 1, R.Pragma.First + 1}); // parallel
  for (const Clause &C : R.Clauses)
    if (!C.Inner)
      Half.Keep.push_back(C.Tokens);
  if (R.ExplicitSharing) {
    // What moved to the inner half is referred to there: under default(none) the outer half must say how.
    std::string Names;
    for (const std::string &Name : R.MovedVariables)
      Names += (Names.empty() ? "" : ", ") + Name;
    if (R.HoistedChunk.First != NoToken)
      Names += (Names.empty() ? "" : ", ") + chunkVariable(R);
    if (!Names.empty())
      Half.Suffix = " shared(" + Names + ")";
  }
  return Half;
}

DirectiveHalf innerHalf(const Region &R, bool Nowait) {
  DirectiveHalf Half;
  Half.Keep.push_back({R.Pragma.First + 2, R.NameLast}); // for, for simd, sections, …
  for (const Clause &C : R.Clauses)
    if (C.Inner)
      Half.Keep.push_back(C.Tokens);
  if (R.HoistedChunk.First != NoToken) {
    Half.Replaced = R.HoistedChunk;
    Half.Replacement = chunkVariable(R);
  }
  if (Nowait)
    Half.Suffix = " nowait";
  return Half;
}

// The chunk is evaluated once, before the fork.
std::string hoistChunk(const Region &R, const TokenTable &Tokens) {
  if (R.HoistedChunk.First == NoToken)
    return "";
  std::string Text = "(" + Tokens.spelling(R.HoistedChunk.First, R.HoistedChunk.Last) + ")";
  std::string Type = R.ChunkType.empty() ? "__typeof__(" + Text + " + 0)" : R.ChunkType;
  return "const " + Type + " " + chunkVariable(R) + " = " + Text + "; ";
}

} // namespace

void ruleCombined(const Region &R, RuleContext &Context) {
  bool Parallel = Context.Opts.enabled(Construct::Parallel);
  InnerCalls Inner = innerCalls(R, Context);
  auto If = [&](bool Enabled, const std::string &Call) { return Enabled ? Context.call(Call) + " " : std::string(); };

  if (!R.Splittable) {
    Context.open(R.Pragma.First, "{ " + If(Parallel, "POMP_Parallel_fork"));
    Context.close(R.Block.Last, If(Parallel, "POMP_Parallel_join") + "}");
    return;
  }
  bool Replaces = replacesImplicitBarrier(R, Context.Opts);
  Context.open(R.Pragma.First, "{ " + hoistChunk(R, Context.Tokens) + If(Parallel, "POMP_Parallel_fork"));
  bool Nowait = Replaces && Inner.HasBarrier;
  std::string Hide = Nowait ? Context.hideMacro("nowait") : "";
  Context.split(outerHalf(R), "{ " + If(Parallel, "POMP_Parallel_begin") + Inner.Enter + Hide, innerHalf(R, Nowait));
  if (!Hide.empty())
    Context.after(R.Pragma.Last, Context.showMacro("nowait"), 0);
  if (!Inner.Begin.empty())
    Context.open(R.Block.First, "{ " + Inner.Begin);
  if (R.Inner == RegionKind::Sections && Context.Opts.enabled(Construct::Sections))
    sectionCalls(R, Context);
  std::string Barrier = Replaces ? Context.implicitBarrier() + " " : "";
  // The implicit barrier that the explicit one stands for: the loop's, or else the region's.
  std::string Close = Inner.Begin.empty() ? "" : Inner.End + " } ";
  Close += Inner.HasBarrier ? Barrier + Inner.Exit : Inner.Exit + Barrier;
  Context.close(R.Block.Last,
                Close + If(Parallel, "POMP_Parallel_end") + "} " + If(Parallel, "POMP_Parallel_join") + "}");
}

} // namespace pompinst
