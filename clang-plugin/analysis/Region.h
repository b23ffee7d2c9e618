// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Region.h - what the analysis finds in the source, as plain data: places are numbers of tokens. What does not live
// here: code.
//
// A region is one OpenMP construct, one user region, one function, one `inst` control or one lock call. The Collector
// and the ControlResolver make regions, the rules (rules/) turn them into edits, the Prologue makes descriptors of
// them.
#ifndef POMPINST_REGION_H
#define POMPINST_REGION_H

#include "analysis/Directives.h"
#include "analysis/TokenTable.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace pompinst {

// A stretch of tokens includes both ends.
struct TokenRange {
  TokenIndex First = NoToken;
  TokenIndex Last = NoToken;

  bool contains(TokenIndex I) const { return First <= I && I <= Last; }
};

// The call of a control pragma goes before a token. Several at one token keep the order of the source.
struct ControlPoint {
  TokenIndex Before = NoToken;
  int Order = 0;
};

// A clause is kept as it is written: `schedule(static, n)`.
struct Clause {
  std::string Name;
  TokenRange Tokens;
  bool Outer = true;  // the outer half of a combined directive has it,
  bool Inner = false; // or the inner half, or both
};

// The expression of a clause is evaluated once, before the construct, into a variable.
struct Hoisted {
  TokenRange Tokens;
  const char *Name;      // "chunk": the variable's name
  bool Condition;        // if, final: converted to bool
  std::string Type = ""; // otherwise: its type, if it is known
};

// The chunk in the schedule of a loop is no constant: POMP tells the library how large it is.
struct VariableChunk {
  TokenRange Head;  // what is before it: `schedule(dynamic,`
  TokenIndex Close; // the bracket behind it
  std::string Type; // `long` or `unsigned long`, whichever can hold it; empty if that is not known
};

// This is what a descriptor says about the clauses of its directive. Constants are 0 if they are not known.
struct WrittenClauses {
  bool IsDirective = false;
  std::string Text; // of all clauses
  bool Shortened = false;
  std::vector<const char *> Facts; // the names in pomp.h of the bits that apply
  long NumThreads = 0;
  long Chunk = 0;
  long Iterations = 0;

  bool operator<(const WrittenClauses &O) const {
    return std::tie(IsDirective, Text, Facts, NumThreads, Chunk, Iterations) <
           std::tie(O.IsDirective, O.Text, O.Facts, O.NumThreads, O.Chunk, O.Iterations);
  }
};

// Names a line of the source as the user knows it, after #line.
struct SourceLine {
  std::string File;
  unsigned Line = 0;
};

// An implicit barrier may stay, without events. The descriptor says then that it is to be measured.
enum class MeasuredBarrier {
  None,
  Construct, // at the end of a worksharing construct: POMP_RD_IMPLICIT_BARRIER
  Join,      // at the end of a parallel region: POMP_RD_IMPLICIT_JOIN
  Both,      // in a parallel region that could not be split: inside of its loop, and at its end
};

struct Region {
  RegionKind Kind = RegionKind::Other;
  RegionKind Inner = RegionKind::Other; // Combined: what parallel is combined with
  std::string Directive;                // "parallel for", for people
  std::string DescriptorName;           // "parallelfor", for the descriptor; empty: it is the directive's name
  std::string SubName;
  std::string Function;
  std::string FileName;
  unsigned BeginLine1 = 0, BeginLineN = 0, EndLine1 = 0, EndLineN = 0;
  // The descriptor's file and first line are those of this token.
  TokenIndex At = NoToken;
  // A suffix that distinguishes regions of one kind in one line; empty if there is only one (Places).
  std::string Place;

  // The directive goes from the annotation that begins it to the one that ends it.
  TokenRange Pragma;
  // Its name ends here, and the clauses begin.
  TokenIndex NameLast = NoToken;
  std::vector<Clause> Clauses;
  WrittenClauses Written;
  // The directive applies to this statement.
  TokenRange Block;
  // In sections, these are the sections that are measured, each with its lines and a descriptor of its own. Its Block
  // is its statement, and it has a Pragma unless it is the first one and unmarked.
  std::vector<Region> Sections;
  unsigned NumSections = 0; // of the construct, also in each section

  // These facts forbid something.
  bool MayNameVariables = false;   // no default(none) or the like holds here: a variable of ours may be named
  bool IgnoredTail = false;        // the directive ends in something that Clang ignores
  bool HasImplicitBarrier = false; // at its end, unless it has nowait
  bool HasNowait = false;
  bool ForbidsNowait = false;        // a nowait would be wrong or useless
  bool HasLastprivate = false;       // a nowait would be useless, as Clang keeps the barrier
  bool KeepsImplicitBarrier = false; // so would be a nowait and an explicit barrier
  bool Cancelled = false;            // a parallel region that a `cancel` leaves
  bool Waits = false;                // for earlier iterations, or at its end for its tasks: POMP_RD_WAITS
  // Why a combined construct can't be split into its halves; empty if it can.
  std::string Whole;
  bool Inscan = false;        // a reduction(inscan): the loop runs twice, with barriers in between
  bool MeasuredWhole = false; // it can't be split, and the library is to ask OMPT about its threads: POMP_RD_WHOLE
  bool IsPhase = false;       // a user region whose visits are to have profiles of their own: POMP_RD_PHASE
  bool OfAll = false;         // a function, where those without constructs are measured, too: POMP_RD_ALL_FUNCTIONS
  MeasuredBarrier Measured = MeasuredBarrier::None;
  // A split construct has to evaluate these once and before the region, in this order, as the combined one does.
  std::vector<Hoisted> Hoists;
  // POMP2 tells the library the values of these clauses of a parallel region or task, whose expressions have to be
  // evaluated once and before it, too.
  std::vector<Hoisted> Passed;
  std::string Unhoistable; // why that can't be done; empty if it can
  std::optional<VariableChunk> Chunk;
  // Tasks of the inner half copy these variables although no clause says so.
  std::vector<std::string> ImplicitFirstprivate;
  // With default(none) and the like, the outer half must list these as shared once a clause moved to the inner half.
  bool ExplicitSharing = false;
  std::vector<std::string> MovedVariables;

  // User regions and controls begin with this pragma, and their calls go to these places.
  FileSpan ControlText;
  ControlPoint BeginAt;
  ControlPoint EndAt;
  std::vector<ControlPoint> AltEnds;
  // If control may leave a user region on other ways than its end, this is the opening brace of the block around it.
  TokenIndex GuardAfter = NoToken;
  bool GuardAtBegin = false; // declared at begin, as something else must come first in the block
  // Why a function is left alone if no construct in it is instrumented; empty if it is measured all the same.
  std::string UnlessConstruct;
  // The function that a control or a lock call becomes a call of: "POMP_On", "POMP_Set_lock".
  std::string Call;

  // Why it is left alone; empty if it is instrumented.
  std::string LeftAlone;
  // Its number in the table of descriptors, or -1.
  int Descriptor = -1;

  bool instrumented() const { return LeftAlone.empty(); }
};

// A complaint tells a mistake of the user's in our own pragmas.
struct Complaint {
  FileSpan Where;
  std::string Text;
};

} // namespace pompinst
#endif
