// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing.cpp - the rule for for, sections and single, which have an implicit barrier at their end. What does not
// live here: for and sections as halves of a combined directive (Combined.cpp).
//
// Where the user wrote no nowait and OpenMP lets us, the implicit barrier becomes nowait and an explicit barrier with
// events that carry the construct's own descriptor (paper, "Implicit Barriers"). With barriers=ompt, and where OpenMP
// doesn't let us, it stays, and the descriptor says so.
#include "rewrite/Descriptors.h"
#include "rules/Rule.h"

namespace pompinst {

bool replacesImplicitBarrier(const Region &R, const Options &Opts) {
  return Opts.Barriers == BarrierMode::Explicit && Opts.enabled(Construct::Barrier) && !R.HasNowait &&
         !R.ForbidsNowait && !R.KeepsImplicitBarrier && !R.Cancelled;
}

const VariableChunk *toldChunk(const Region &R, const Options &Opts) {
  const bool Told = R.Chunk && Opts.Api == Interface::Pomp && Opts.enabled(Construct::For) && R.Whole.empty();
  return Told ? &*R.Chunk : nullptr;
}

// Returns the begin of a `schedule` whose chunk goes to the library on its way: `schedule(dynamic, __POMP_told(7,`.
static std::string tellingHead(const Region &R, const VariableChunk &Chunk, const RuleContext &Context) {
  const size_t Table = size_t(R.Descriptor) / TableSize;
  return Context.Tokens.spelling(Chunk.Head.First, Chunk.Head.Last) + " " + toldName(Chunk.Type, Table) + "(" +
         std::to_string(size_t(R.Descriptor) - Table * TableSize) + ",";
}

// Writes what the directive has beside the user's clauses. A chunk is told where the directive evaluates it, so that it
// is evaluated as often as before, and not at all if the loop has no iterations. It stays in its columns, for messages,
// as a macro is what is before it: its name is shorter than what the user wrote there.
static void changeDirective(const Region &R, const std::string &Suffix, RuleContext &Context) {
  const VariableChunk *Chunk = toldChunk(R, Context.Opts);
  if (!Chunk || Chunk->Type.empty()) {
    if (!Suffix.empty())
      Context.suffix(Suffix);
    return;
  }
  std::string Head = tellingHead(R, *Chunk, Context);
  if (!Context.Opts.NoMacros) {
    Context.open(R.Pragma.First, "\n#undef __pomp_told\n#define __pomp_told " + Head + "\n");
    Head = "__pomp_told";
  }
  DirectiveHalf Half;
  Half.Replaced.emplace_back(Chunk->Head, Head);
  Half.Replaced.emplace_back(TokenRange{Chunk->Close, Chunk->Close}, "))");
  const TokenIndex Next = Chunk->Close + 1;
  if (Context.Tokens[Next].is(clang::tok::comma)) // the second bracket has its column
    Half.Replaced.emplace_back(TokenRange{Next, Next}, "");
  Half.Suffix = Suffix;
  Context.directive(std::move(Half));
}

// Writes `{ begin  block  end }` for each section, and for the first one also if it has no directive. Each has a
// descriptor of its own.
void sectionCalls(const Region &R, RuleContext &Context) {
  for (const Region &Section : R.Sections) {
    Context.open(Section.Block.First, "{ " + Context.call(Section.Kind, CallAt::Begin, Section.Descriptor));
    Context.close(Section.Block.Last, Context.call(Section.Kind, CallAt::End, Section.Descriptor) + " }");
  }
}

// { enter  directive nowait  block  barrier  exit }; single has calls in its block, too: { begin  block  end }
void ruleWorksharing(const Region &R, RuleContext &Context) {
  sectionCalls(R, Context);
  Context.open(R.Pragma.First, "{ " + Context.call(CallAt::Before));
  std::string Closing;
  if (factsOf(R.Kind).suffix(CallAt::Begin)) {
    Context.open(R.Block.First, "{ " + Context.call(CallAt::Begin));
    Closing = Context.call(CallAt::End) + " } ";
  }
  const bool Replaces = replacesImplicitBarrier(R, Context.Opts);
  changeDirective(R, Replaces ? " nowait" : "", Context);
  if (Replaces) {
    if (std::string Hide = Context.hideMacro("nowait"); !Hide.empty()) {
      Context.open(R.Pragma.First, Hide);
      Context.after(R.Pragma.Last, Context.showMacro("nowait"), 0);
    }
    Closing += Context.implicitBarrier(/*AtEnd=*/false) + " ";
  }
  Context.close(R.Block.Last, Closing + Context.call(CallAt::After) + " }");
}

} // namespace pompinst
