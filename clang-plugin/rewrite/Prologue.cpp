// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prologue.cpp - numbers descriptors, and writes declarations, the table of descriptors and the functions around it.
#include "rewrite/Prologue.h"

#include "rewrite/MacroShield.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <tuple>

namespace pompinst {

const char PompMacro[] = "#define _POMP 200110\n";

namespace {

// This is pomp.h up to its lock routines, without comments.
const char PompHeader[] =
#include "PompHeader.inc"
    ;

// Under default(none) a compiler rejects a variable that is named in a region, and accepts a call: there descriptors
// are reached through a function (not one that must be inlined: functions of other targets couldn't). Elsewhere they
// are named, which spares the optimiser some thousand calls. Pointers, not descriptors, are in the linker section: they
// lie side by side whatever alignment the compiler gives an array, and whatever size the descriptor grows to. The
// section's name is a reserved one: the assembler makes a symbol of it.
const char TableCode[] =
    R"(static struct ompregdescr *__pomp_rd_list[] __attribute__((__section__("__pomp_regions"), __used__)) = {
@LIST@};
#define __pomp_rd(n) (&__pomp_rds[n])
static __inline__ __attribute__((__unused__)) struct ompregdescr *__pomp_rd_of(int n) {
  return &__pomp_rds[n];
}
#ifdef __cplusplus
extern "C" {
#endif
extern void POMP_Register_regions(struct ompregdescr *, int, int) __attribute__((__weak__));
extern void POMP_Unregister_regions(struct ompregdescr *, int, int) __attribute__((__weak__));
#ifdef __cplusplus
}
#endif
static __attribute__((__constructor__, __used__)) void __pomp_register(void) {
  if (POMP_Register_regions)
    POMP_Register_regions(__pomp_rds, @COUNT@, (int)sizeof(struct ompregdescr));
}
static __attribute__((__destructor__, __used__)) void __pomp_unregister(void) {
  if (POMP_Unregister_regions)
    POMP_Unregister_regions(__pomp_rds, @COUNT@, (int)sizeof(struct ompregdescr));
}
)";

// Instrumented code has no omp_lock_t before omp.h, so the wrappers take void pointers here.
const char LockCode[] = R"(#ifndef POMP_LOCKS
#define POMP_LOCKS
#ifdef __cplusplus
extern "C" {
#endif
)"
#define POMP_LOCK_ROUTINE(Returns, Routine, Wrapper) "extern " #Returns " POMP_" #Wrapper "(void *);\n"
#include "Directives.def"
                        R"(#ifdef __cplusplus
}
#endif
#endif
)";

// The cleanup of a user region's guard closes the region if control left it early.
const char GuardCode[] = R"(static __inline__ __attribute__((__unused__)) void __pomp_close(struct ompregdescr **open) {
  if (*open)
    POMP_End(*open);
  *open = 0;
}
)";

// A function's guard enters the function where it is declared, and leaves it in its cleanup.
const char FunctionCode[] =
    R"(static __inline__ __attribute__((__unused__)) struct ompregdescr *__pomp_enter(int n) {
  POMP_Begin(&__pomp_rds[n]);
  return &__pomp_rds[n];
}
static __inline__ __attribute__((__unused__)) void __pomp_leave(struct ompregdescr **entered) {
  POMP_End(*entered);
}
)";

std::string cString(const std::string &Text) {
  static const char Digits[] = "01234567";
  std::string Out = "\"";
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\' || C == '?') // ? may begin a trigraph
      (Out += '\\') += char(C);
    else if (C >= 0x20 && C < 0x7F)
      Out += char(C);
    else
      ((Out += '\\') += Digits[C >> 6]) += std::string{Digits[(C >> 3) & 7], Digits[C & 7]};
  }
  return Out + "\"";
}

std::string flags(const Region &R) {
  switch (R.Measured) {
  case MeasuredBarrier::None:
    break;
  case MeasuredBarrier::Construct:
    return "POMP_RD_IMPLICIT_BARRIER";
  case MeasuredBarrier::Join:
    return "POMP_RD_IMPLICIT_JOIN";
  }
  return "0";
}

std::string initialiser(const Region &R) {
  auto Number = [](unsigned N) { return std::to_string(N) + ", "; };
  return "  {" + cString(R.DescriptorName.empty() ? R.Directive : R.DescriptorName) + ", " + cString(R.SubName) + ", " +
         Number(R.Sections.size()) + cString(R.FileName) + ", " + Number(R.BeginLine1) + Number(R.BeginLineN) +
         Number(R.EndLine1) + Number(R.EndLineN) + "{0, 0, 0, 0}, 0, " + cString(R.Function) + ", POMP_RD_VERSION, " +
         flags(R) + "},\n";
}

std::string substitute(std::string Text, llvm::StringRef What, const std::string &By) {
  for (size_t At = Text.find(What); At != std::string::npos; At = Text.find(What, At + By.size()))
    Text.replace(At, What.size(), By);
  return Text;
}

} // namespace

std::vector<const Region *> numberDescriptors(std::vector<Region> &Regions, const TokenTable &Tokens) {
  std::vector<const Region *> Table;
  std::map<std::tuple<const void *, unsigned, unsigned, int, std::string, unsigned, MeasuredBarrier>, int> Known;
  for (Region &R : Regions) {
    R.Descriptor = -1;
    if (!R.instrumented() || R.Kind == RegionKind::Control || R.Kind == RegionKind::LockCall)
      continue;
    TokenIndex At = R.Pragma.First;
    const void *File = nullptr;
    unsigned Offset = 0, Ordinal = 0;
    if (At < Tokens.size()) {
      FileSpan Span = Tokens.span(At);
      if (auto Entry = Tokens.sourceManager().getFileEntryRefForID(Span.File))
        File = &Entry->getFileEntry();
      Offset = Span.Begin;
      Ordinal = At - Tokens.groupFirst(At);
    }
    auto [It, New] = Known.try_emplace(
        std::make_tuple(File, Offset, Ordinal, int(R.Kind), R.SubName, R.BeginLine1, R.Measured), int(Table.size()));
    R.Descriptor = It->second;
    if (New)
      Table.push_back(&R);
  }
  return Table;
}

std::string makePrologue(const std::vector<const Region *> &Table, const std::vector<Region> &Regions,
                         const std::set<std::string> &Extensions, const TokenTable &Tokens) {
  std::string Text = PompHeader;
  if (!Extensions.empty()) {
    Text += "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
    for (const std::string &Name : Extensions)
      Text += "extern void " + Name + "(struct ompregdescr *) __attribute__((__weak__));\n";
    Text += "#ifdef __cplusplus\n}\n#endif\n";
  }
  if (!Table.empty()) {
    Text += "static struct ompregdescr __pomp_rds[] = {\n";
    std::string List;
    for (size_t I = 0; I < Table.size(); ++I) {
      Text += initialiser(*Table[I]);
      List += "  &__pomp_rds[" + std::to_string(I) + "],\n";
    }
    Text += "};\n" + substitute(substitute(TableCode, "@LIST@", List), "@COUNT@", std::to_string(Table.size()));
  }
  auto Any = [&](auto Has) {
    return llvm::any_of(Regions, [&](const Region &R) { return R.instrumented() && Has(R); });
  };
  if (Any([](const Region &R) { return R.Kind == RegionKind::UserRegion && R.GuardAfter != NoToken; }))
    Text += GuardCode;
  if (Any([](const Region &R) { return R.Kind == RegionKind::Function; }))
    Text += FunctionCode;
  if (Any([](const Region &R) { return R.Kind == RegionKind::LockCall; }))
    Text += LockCode;
  // The guard makes it count once, also if the main file includes itself.
  return std::string("# 1 \"<pompinst>\" 3\n#ifndef __POMP_PROLOGUE\n#define __POMP_PROLOGUE\n#ifndef _POMP\n") +
         PompMacro + "#endif\n" + shielded(Text, Tokens) + "#endif\n";
}

} // namespace pompinst
