// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prologue.cpp - writes declarations, the table of descriptors and the functions around it. What does not live here:
// which descriptors there are (DescriptorNumbers).
#include "rewrite/Prologue.h"

#include "rewrite/MacroShield.h"
#include "rewrite/Pomp2Prologue.h"
#include "rewrite/PrologueText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <map>

namespace pompinst {

const char PompMacro[] = "#define _POMP 200110\n";

namespace {

// This is pomp.h up to its lock routines, without comments, and with two underscores in front of each name: nothing
// that the user declares can hide those, or be in conflict with them.
const char PompHeader[] =
#include "PompHeader.inc"
    ;

// Under default(none) a compiler rejects a variable that is named in a region, and accepts a call: there descriptors
// are reached through a function (not one that must be inlined: functions of other targets couldn't). Elsewhere they
// are named, which spares the optimiser some thousand calls.
const char ReachCode[] =
    R"(static __inline__ __POMP_QUIET struct __ompregdescr *__pomp_rd_of@SUFFIX@(int n) {
  return __pomp_rds@SUFFIX@ + n;
}
)";

// Pointers, not descriptors, are in the linker section: they lie side by side whatever alignment the compiler gives an
// array, and whatever size the descriptor grows to. The section's name is a reserved one: the assembler makes a symbol
// of it.
const char TableCode[] =
    R"(static struct __ompregdescr *__pomp_rd_list[@COUNT@] __attribute__((__section__("__pomp_regions"), __used__)) = {
@LIST@};
#define __pomp_rd(n) (__pomp_rds + (n))
@REACH@#ifdef __cplusplus
extern "C" {
#endif
extern void __POMP_Register_regions(struct __ompregdescr *, int, int) __attribute__((__weak__));
extern void __POMP_Unregister_regions(struct __ompregdescr *, int, int) __attribute__((__weak__));
#ifdef __cplusplus
}
#endif
static __attribute__((__constructor__, __used__)) __POMP_QUIET void __pomp_register(void) {
  if (__POMP_Register_regions) {
@REGISTER@  }
}
static __attribute__((__destructor__, __used__)) __POMP_QUIET void __pomp_unregister(void) {
  if (__POMP_Unregister_regions) {
@UNREGISTER@  }
}
)";

// Instrumented code has no omp_lock_t before omp.h, so the wrappers take void pointers here.
const char LockCode[] = R"(#ifdef __cplusplus
extern "C" {
#endif
)"
#define POMP_LOCK_ROUTINE(Returns, Routine, Wrapper)                                                                   \
  "extern " #Returns " __POMP_" #Wrapper "(void *) __asm__(\"POMP_" #Wrapper "\");\n"
#include "Directives.def"
                        R"(#ifdef __cplusplus
}
#endif
)";

// How many threads the team has is asked before the barrier that stands for the one at the region's end.
const char TeamName[] = "__POMP_num_threads";
const char TeamCode[] = R"(#ifdef __cplusplus
extern "C" {
#endif
extern int __POMP_num_threads(void) __asm__("omp_get_num_threads");
#ifdef __cplusplus
}
#endif
)";

// The chunk of a loop goes to the library on its way to the OpenMP runtime. Its type is one that can hold each value of
// the user's. A directive calls the functions in the user's own line, where no warning may arise from how they are
// declared, nor from how they reach the descriptor.
const char ChunkName[] = "__POMP_For_chunk";
const char ChunkCode[] = R"(#ifdef __cplusplus
extern "C" {
#endif
extern void __POMP_For_chunk(struct __ompregdescr *, long) __attribute__((__weak__));
#ifdef __cplusplus
}
#endif
)";
const char ToldCode[] = R"(static __inline__ __POMP_CALLED @TYPE@ @NAME@(int n, @TYPE@ chunk) {
  if (__POMP_For_chunk)
    __POMP_For_chunk(@TABLE@ + n, (long)chunk);
  return chunk;
}
)";

// Collects the names that begin like those of pomp.h's functions.
void collectNames(llvm::StringRef Text, std::set<llvm::StringRef> &Names) {
  const llvm::StringRef Begin = "__POMP_";
  for (size_t At = Text.find(Begin); At != llvm::StringRef::npos; At = Text.find(Begin, At + Begin.size()))
    Names.insert(Text.substr(At).take_while([](char C) { return llvm::isAlnum(C) || C == '_'; }));
}

std::set<llvm::StringRef> namesIn(const EditList &Edits) {
  std::set<llvm::StringRef> Names;
  for (const Edit &E : Edits) {
    collectNames(E.Text, Names);
    for (const DirectiveHalf *Half : {&E.Outer, &E.Inner}) {
      collectNames(Half->Suffix, Names);
      for (const auto &[Range, Text] : Half->Replaced)
        collectNames(Text, Names);
    }
  }
  return Names;
}

// Returns pomp.h without the functions and numbers that are not named, as each of them costs every compile its time.
std::string headerWith(const std::set<llvm::StringRef> &Names) {
  std::string Text;
  llvm::SmallVector<llvm::StringRef, 256> Lines;
  llvm::StringRef(PompHeader).split(Lines, '\n', -1, false);
  for (llvm::StringRef Line : Lines) {
    llvm::StringRef Name = Line;
    bool Declares = Name.consume_front("extern void ") || Name.consume_front("#define ");
    if (!Declares || Names.count(Name.take_until([](char C) { return C == '(' || C == ' '; })))
      Text += (Line + "\n").str();
  }
  return Text;
}

// Functions that are in no file of the user's must not turn up in a profile of the user's, nor call its hooks. LLVM
// inlines no function without a profile into one that may have one, so the attribute for that is there only where the
// compile makes or uses a profile.
const char QuietCode[] = R"(#ifdef __clang__
#define __POMP_CALLED                                                                                                  \
  __attribute__((__no_instrument_function__, @PROFILE@ __no_sanitize__("coverage"), __xray_never_instrument__))
#else
#define __POMP_CALLED __attribute__((__no_instrument_function__, __no_profile_instrument_function__))
#endif
#define __POMP_QUIET __attribute__((__unused__)) __POMP_CALLED
)";

std::string quietCode(const Options &Opts) {
  return substitute(QuietCode, "@PROFILE@", Opts.HasProfile ? "__no_profile_instrument_function__," : "");
}

// The cleanup of a user region's guard closes the region if control left it early.
const char GuardCode[] = R"(static __inline__ __POMP_QUIET void __pomp_close(struct __ompregdescr **open) {
  if (*open)
    __POMP_End(*open);
  *open = 0;
}
)";

// A function's guard leaves the function in its cleanup.
const char FunctionCode[] = R"(static __inline__ __POMP_QUIET void __pomp_leave(struct __ompregdescr **entered) {
  __POMP_End(*entered);
}
)";

// Returns the numbers that pomp.h defines, by the names that they have in the prologue: `#define NAME 1`, or
// `(2 << 16)`.
std::map<std::string, long> definedNumbers() {
  std::map<std::string, long> Numbers;
  llvm::SmallVector<llvm::StringRef, 256> Lines;
  llvm::StringRef(PompHeader).split(Lines, '\n');
  for (llvm::StringRef Line : Lines) {
    auto [Name, Value] = Line.split(' ').second.split(' ');
    long Number = 0, Shift = 0;
    if (!Line.starts_with("#define ") || !(Value.consume_front("("), !Value.consumeInteger(10, Number)))
      continue;
    if (Value.consume_front(" << "))
      Value.consumeInteger(10, Shift);
    Numbers[Name.str()] = Number << Shift;
  }
  return Numbers;
}

FieldValue text(const std::string &Text) { return {FieldValue::Text, 0, Text}; }

FieldValue number(long Value) { return {FieldValue::Number, Value, ""}; }

// Some of pomp.h's names, as one number.
FieldValue bits(llvm::ArrayRef<const char *> Names) {
  static const std::map<std::string, long> Numbers = definedNumbers();
  FieldValue Field = number(0);
  for (const char *Name : Names) {
    Field.Value |= Numbers.at(reserved(Name));
    Field.Word += (Field.Word.empty() ? "" : " | ") + reserved(Name);
  }
  return Field;
}

FieldValue flags(const Region &R) {
  const std::pair<bool, const char *> Flags[] = {
      {R.Measured == MeasuredBarrier::Construct || R.Measured == MeasuredBarrier::Both, "POMP_RD_IMPLICIT_BARRIER"},
      {R.Measured == MeasuredBarrier::Join || R.Measured == MeasuredBarrier::Both, "POMP_RD_IMPLICIT_JOIN"},
      {R.Waits, "POMP_RD_WAITS"},
      {R.MeasuredWhole, "POMP_RD_WHOLE"},
      {R.OfAll, "POMP_RD_ALL_FUNCTIONS"},
      {R.IsPhase, "POMP_RD_PHASE"}};
  std::vector<const char *> Names;
  for (auto [Applies, Name] : Flags)
    if (Applies)
      Names.push_back(Name);
  return bits(Names);
}

// Fields that are left out at the end are 0.
Descriptor descriptor(const Region &R) {
  const WrittenClauses &W = R.Written;
  Descriptor Fields = {text(R.DescriptorName.empty() ? R.Directive : R.DescriptorName),
                       text(R.SubName),
                       number(R.NumSections),
                       text(R.FileName),
                       number(R.BeginLine1),
                       number(R.BeginLineN),
                       number(R.EndLine1),
                       number(R.EndLineN),
                       {FieldValue::Zero, 0, "{0, 0, 0, 0}"},
                       {},
                       text(R.Function),
                       bits({"POMP_RD_VERSION"}),
                       flags(R),
                       W.IsDirective ? text(W.Text) : FieldValue(),
                       bits(W.Facts),
                       number(W.NumThreads),
                       number(W.Chunk),
                       number(W.Iterations)};
  if (!R.Place.empty())
    Fields.push_back(text(R.Place));
  return Fields;
}

std::string written(const FieldValue &Field) {
  if (Field.Is == FieldValue::Text)
    return cString(Field.Word);
  return Field.Word.empty() ? std::to_string(Field.Value) : Field.Word;
}

std::string initialiser(const Region &R) {
  std::string Text;
  for (const FieldValue &Field : descriptor(R))
    Text += (Text.empty() ? "  {" : ", ") + written(Field);
  return Text + "},\n";
}

// Writes all tables, and the code that uses each of them. Named: no descriptor is reached through a function.
std::string tables(const std::vector<const Region *> &Table, bool Named, bool Empty) {
  std::string Text, List, Reach, Calls[2];
  for (size_t First = 0; First < Table.size(); First += TableSize) {
    const size_t Number = First / TableSize, End = std::min(First + TableSize, Table.size());
    const std::string Name = tableName(Number), Count = std::to_string(End - First);
    Text += "static struct __ompregdescr " + Name + "[" + Count + "] = {\n" + (Empty ? "{0}" : "");
    for (size_t I = First; I < End && !Empty; ++I) {
      Text += initialiser(*Table[I]);
      List += "  " + Name + " + " + std::to_string(I - First) + ",\n";
    }
    Text += "};\n";
    if (!Named || Number == 0)
      Reach += substitute(ReachCode, "@SUFFIX@", tableSuffix(Number));
    for (int Un : {0, 1})
      Calls[Un] += std::string("    __POMP_") + (Un ? "Unregister" : "Register") + "_regions(" + Name + ", " + Count +
                   ", (int)sizeof(struct __ompregdescr));\n";
  }
  const std::pair<const char *, std::string> Parts[] = {{"@LIST@", Empty ? "0" : List},
                                                        {"@COUNT@", std::to_string(Table.size())},
                                                        {"@REACH@", Reach},
                                                        {"@REGISTER@", Calls[0]},
                                                        {"@UNREGISTER@", Calls[1]}};
  std::string Code = TableCode;
  for (const auto &[What, By] : Parts)
    Code = substitute(std::move(Code), What, By);
  return Text + Code;
}

// Writes what tells chunks, of what is named.
std::string chunkCode(const std::set<llvm::StringRef> &Names, size_t Descriptors) {
  std::string Functions;
  for (size_t First = 0; First < Descriptors; First += TableSize)
    for (const char *Type : {"long", "unsigned long"}) {
      const size_t Table = First / TableSize;
      const std::string Name = toldName(Type, Table);
      if (Names.count(Name))
        Functions +=
            substitute(substitute(substitute(ToldCode, "@TYPE@", Type), "@NAME@", Name), "@TABLE@", tableName(Table));
    }
  return Functions.empty() && !Names.count(ChunkName) ? "" : ChunkCode + Functions;
}

std::string pompDeclarations(const std::vector<const Region *> &Table, const std::vector<Region> &Regions,
                             const EditList &Edits, const Options &Opts, const std::set<std::string> &Extensions,
                             bool Empty) {
  std::string Text = quietCode(Opts);
  if (!Extensions.empty()) {
    Text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
    for (const std::string &Name : Extensions)
      Text += "extern void " + reserved(Name) + "(struct __ompregdescr *) __attribute__((__weak__));\n";
    Text += "#ifdef __cplusplus\n}\n#endif\n";
  }
  auto Any = [&](auto Has) {
    return llvm::any_of(Regions, [&](const Region &R) { return R.instrumented() && Has(R); });
  };
  if (!Table.empty())
    Text += tables(Table, !Any([](const Region &R) { return !R.MayNameVariables; }), Empty);
  if (Any([](const Region &R) { return R.Kind == RegionKind::UserRegion && R.GuardAfter != NoToken; }))
    Text += GuardCode;
  if (Any([](const Region &R) { return R.Kind == RegionKind::Function; }))
    Text += FunctionCode;
  if (Any([](const Region &R) { return R.Kind == RegionKind::LockCall; }))
    Text += LockCode;
  std::set<llvm::StringRef> Names = namesIn(Edits);
  if (Names.count(TeamName))
    Text += TeamCode;
  Text += chunkCode(Names, Table.size());
  collectNames(Text, Names);
  return headerWith(Names) + Text;
}

} // namespace

std::vector<Descriptor> descriptors(const std::vector<const Region *> &Table) {
  std::vector<Descriptor> Descriptors;
  for (const Region *R : Table)
    Descriptors.push_back(descriptor(*R));
  return Descriptors;
}

std::string makePrologue(const std::vector<const Region *> &Table, const std::vector<Region> &Regions,
                         const EditList &Edits, const Options &Opts, const std::set<std::string> &Extensions,
                         const TokenTable &Tokens, bool Empty) {
  // A file of -include may have declared that all after it is hidden.
  std::string Text = "#pragma GCC visibility push(default)\n";
  Text += Opts.Api == Interface::Pomp2 ? quietCode(Opts) + pomp2Declarations(Table, Opts.UnitName, Tokens)
                                       : pompDeclarations(Table, Regions, Edits, Opts, Extensions, Empty);
  // The guard makes it count once, also if the main file includes itself.
  return std::string("# 1 \"<pompinst>\" 3\n#ifndef __POMP_PROLOGUE\n#define __POMP_PROLOGUE\n#ifndef _POMP\n") +
         PompMacro + "#endif\n" + shielded(Text, Tokens) + "#pragma GCC visibility pop\n#endif\n";
}

} // namespace pompinst
