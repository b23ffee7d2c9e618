// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pomp2Prologue.cpp - writes POMP2's declarations, ctc strings and init functions.
#include "rewrite/Pomp2Prologue.h"

#include "analysis/Interface.h"
#include "rewrite/PrologueText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

#include <algorithm>

namespace pompinst {
namespace {

// Under default(none) handles and strings are reached through functions, as descriptors are.
const char HandleCode[] = R"(#define __pomp_rd(n) (__pomp_rds + (n))
#define __pomp_text(n) (__pomp_texts[n])
static __inline__ __POMP_QUIET void **__pomp_rd_of(int n) { return __pomp_rds + n; }
static __inline__ __POMP_QUIET const char *__pomp_text_of(int n) { return __pomp_texts[n]; }
)";

// A library asks the program for all of its regions: by functions that OPARI2's script writes, which calls those of
// each object by their names. Where the script was not run, these do the same for the objects of an executable. They
// are weak, and each object has them, and a pointer in the linker section.
const char UnitCode[] = R"(struct __pomp_unit {
  void (*regions)(void), (*user_regions)(void);
  __pomp_size count, user_count;
};
static const struct __pomp_unit __pomp_unit = {@REGIONS@, @USER_REGIONS@, @COUNT@, @USER_COUNT@};
#ifdef __has_attribute
#if __has_attribute(__retain__) && defined(__clang__)
#define __POMP_KEPT __attribute__((__section__("__pomp2_units"), __used__, __retain__))
#endif
#endif
#ifndef __POMP_KEPT
#define __POMP_KEPT __attribute__((__section__("__pomp2_units"), __used__))
#endif
static const struct __pomp_unit *__pomp_unit_list[] __POMP_KEPT = {&__pomp_unit};
#ifdef __cplusplus
extern "C" {
#endif
extern const struct __pomp_unit *__pomp_units_begin[] __asm__("__start___pomp2_units")
    __attribute__((__weak__, __visibility__("hidden")));
extern const struct __pomp_unit *__pomp_units_end[] __asm__("__stop___pomp2_units")
    __attribute__((__weak__, __visibility__("hidden")));
@FUNCTIONS@#ifdef __cplusplus
}
#endif
)";

const char InitAllCode[] =
    R"(extern void __POMP2_@USER@Init_regions(void) __asm__("POMP2_@USER@Init_regions") __attribute__((__weak__));
__POMP_QUIET void __POMP2_@USER@Init_regions(void) {
  const struct __pomp_unit **unit;
  for (unit = __pomp_units_begin; unit < __pomp_units_end; ++unit)
    if ((*unit)->@MEMBER@regions)
      (*unit)->@MEMBER@regions();
}
extern __pomp_size __POMP2_@USER@Get_num_regions(void) __asm__("POMP2_@USER@Get_num_regions") __attribute__((__weak__));
__POMP_QUIET __pomp_size __POMP2_@USER@Get_num_regions(void) {
  __pomp_size count = 0;
  const struct __pomp_unit **unit;
  for (unit = __pomp_units_begin; unit < __pomp_units_end; ++unit)
    count += (*unit)->@MEMBER@count;
  return count;
}
)";

// A user region's guard closes the region if control left it early.
const char HandleGuardCode[] = R"(static __inline__ __POMP_QUIET void __pomp_close(void ***open) {
  if (*open)
    __POMP2_End(*open);
  *open = 0;
}
)";

std::string declaration(const std::string &Returns, const std::string &Name, const std::string &Parameters) {
  return "extern " + Returns + " __" + Name + "(" + Parameters + ") __asm__(\"" + Name + "\");\n";
}

std::string parameters(llvm::StringRef Arguments) {
  static const std::pair<const char *, const char *> Types[] = {
      {"region", "void **"},        {"text", "const char *"},     {"if", "int"},
      {"threads", "int"},           {"&old", "__pomp_task_id *"}, {"old", "__pomp_task_id"},
      {"&new", "__pomp_task_id *"}, {"new", "__pomp_task_id"}};
  std::string Text;
  llvm::SmallVector<llvm::StringRef, 5> Words;
  Arguments.split(Words, ' ');
  for (llvm::StringRef Word : Words)
    for (auto [Name, Type] : Types)
      if (Word == Name)
        Text += (Text.empty() ? "" : ", ") + std::string(Type);
  return Text;
}

std::string functions() {
  std::string Text = "#ifdef __cplusplus\nextern \"C\" {\n#endif\ntypedef long long __pomp_task_id;\n"
                     "typedef __typeof__(sizeof(int)) __pomp_size;\n"
                     "extern int __pomp_max_threads(void) __asm__(\"omp_get_max_threads\");\n"
                     "extern int __POMP_num_threads(void) __asm__(\"omp_get_num_threads\");\n";
  for (const Pomp2Call &Call : allPomp2Calls())
    if (Call.Kind != RegionKind::Combined) // it has those of Parallel
      Text += declaration("void", std::string("POMP2_") + Call.Name, parameters(Call.Arguments));
  for (const char *Name : {"POMP2_Assign_handle", "POMP2_USER_Assign_handle"})
    Text += declaration("void", Name, "void **, const char *");
  for (const char *Name : {"POMP2_Init", "POMP2_Finalize", "POMP2_On", "POMP2_Off"})
    Text += declaration("void", Name, "void");
#define POMP_LOCK_ROUTINE(Returns, Routine, Wrapper) Text += declaration(#Returns, "POMP2_" #Wrapper, "void *");
#include "Directives.def"
  return Text + "#ifdef __cplusplus\n}\n#endif\n";
}

// The string has no escapes, and its readers end a file's name at a colon.
std::string plain(std::string Text) {
  std::replace_if(Text.begin(), Text.end(), [](char C) { return C == '*' || C == ':' || C == '\n'; }, '_');
  return Text;
}

std::string absolute(const std::string &File) {
  llvm::SmallString<256> Path(File);
  return plain(llvm::sys::fs::make_absolute(Path) ? File : Path.str().str());
}

// Returns a clause's argument without blanks: of schedule(dynamic, n), `dynamic,n`.
std::string argument(const Clause &C, const TokenTable &Tokens) {
  std::string Text;
  for (TokenIndex I = C.Tokens.First + 2; I < C.Tokens.Last; ++I)
    Text += Tokens.spelling(I);
  std::replace(Text.begin(), Text.end(), '*', '@'); // OPARI2's readers turn it back
  return Text;
}

// OPARI2 writes these, and its readers know them.
std::string clauseKeys(const Region &R, const TokenTable &Tokens) {
  static const char *const Known[] = {"collapse", "default",   "if",       "nowait", "num_threads",
                                      "ordered",  "reduction", "schedule", "shared", "untied"};
  std::string Text;
  for (llvm::StringRef Name : Known) {
    auto C = llvm::find_if(R.Clauses, [&](const Clause &C) { return C.Name == Name; });
    if (C == R.Clauses.end())
      continue;
    std::string Value = "1";
    if (Name == "schedule" || Name == "default")
      Value = argument(*C, Tokens);
    if (Name == "default" && Value != "none" && Value != "private")
      continue;
    Text += "*has" + Name.take_front().upper() + Name.drop_front().str() + "=" + Value;
  }
  return Text;
}

// Returns the function that gives the handles of all regions of one sort to the library.
std::string initFunction(const std::vector<const Region *> &Table, bool User, const std::string &Symbol) {
  std::string Name = User ? "__POMP2_init_user_unit" : "__POMP2_init_unit";
  std::string Assign = User ? "__POMP2_USER_Assign_handle" : "__POMP2_Assign_handle";
  std::string Text = "#ifdef __cplusplus\nextern \"C\"\n#endif\nvoid " + Name + "(void) __asm__(\"" + Symbol +
                     "\") __attribute__((__used__));\n__POMP_QUIET void " + Name + "(void) {\n";
  for (size_t I = 0; I < Table.size(); ++I)
    if ((Table[I]->Kind == RegionKind::UserRegion) == User) {
      std::string Number = std::to_string(I);
      Text += "  " + Assign + "(__pomp_rds + " + Number + ", __pomp_texts[" + Number + "]);\n";
    }
  return Text + "}\n";
}

std::string initFunctions(const std::vector<const Region *> &Table, const std::string &UnitName) {
  std::string Text, Unit = UnitCode, Functions;
  for (bool User : {false, true}) {
    size_t Count =
        llvm::count_if(Table, [User](const Region *R) { return (R->Kind == RegionKind::UserRegion) == User; });
    std::string Symbol =
        std::string(User ? "POMP2_USER_Init_reg_" : "POMP2_Init_reg_") + UnitName + "_" + std::to_string(Count);
    if (Count)
      Text += initFunction(Table, User, Symbol);
    Unit = substitute(Unit, User ? "@USER_REGIONS@" : "@REGIONS@",
                      !Count ? "0"
                      : User ? "__POMP2_init_user_unit"
                             : "__POMP2_init_unit");
    Unit = substitute(Unit, User ? "@USER_COUNT@" : "@COUNT@", std::to_string(Count));
    Functions += substitute(substitute(InitAllCode, "@USER@", User ? "USER_" : ""), "@MEMBER@", User ? "user_" : "");
  }
  return Text + substitute(Unit, "@FUNCTIONS@", Functions);
}

} // namespace

std::string ctcString(const Region &R, const TokenTable &Tokens) {
  auto Place = [File = absolute(R.FileName)](const char *Key, unsigned First, unsigned Last) {
    return std::string("*") + Key + "=" + File + ":" + std::to_string(First) + ":" + std::to_string(Last);
  };
  std::string Text =
      "*regionType=" + pomp2Type(R) + Place("sscl", R.BeginLine1, R.BeginLineN) + Place("escl", R.EndLine1, R.EndLineN);
  if (R.Kind == RegionKind::UserRegion)
    Text += "*userRegionName=" + plain(R.SubName);
  if (R.Kind == RegionKind::Critical && !R.SubName.empty())
    Text += "*criticalName=" + plain(R.SubName);
  if (R.Kind == RegionKind::Sections)
    Text += "*numSections=" + std::to_string(R.NumSections);
  Text += clauseKeys(R, Tokens) + "**";
  return std::to_string(Text.size() + 2) + Text; // OPARI2 counts two more
}

std::string pomp2Declarations(const std::vector<const Region *> &Table, const std::string &UnitName,
                              const TokenTable &Tokens) {
  std::string Text = functions();
  if (Table.empty())
    return Text;
  Text +=
      "static void *__pomp_rds[" + std::to_string(Table.size()) + "];\nstatic const char *const __pomp_texts[] = {\n";
  for (const Region *R : Table)
    Text += "  " + cString(ctcString(*R, Tokens)) + ",\n";
  Text += "};\n" + std::string(HandleCode) + initFunctions(Table, UnitName);
  if (llvm::any_of(Table,
                   [](const Region *R) { return R->Kind == RegionKind::UserRegion && R->GuardAfter != NoToken; }))
    Text += HandleGuardCode;
  return Text;
}

} // namespace pompinst
