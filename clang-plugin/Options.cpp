// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options.cpp - reads the plugin's options, whose list is common/pomp_options.def, and says what is wrong with them.
// What does not live here: anything of Clang's; the options are plain text.
#include "Options.h"

#include <charconv>
#include <string_view>

namespace pompinst {
namespace {

// A name that disable= takes.
struct SwitchRow {
  const char *Name;
  bool Sync; // disable=sync names it, too
};

// In the order of Construct.
const SwitchRow SwitchTable[NumConstructs] = {
#define POMP_SWITCH(Switch, Name, Sync) {Name, Sync},
#include "Directives.def"
};

// An option of the list in pomp_options.def.
struct OptionRow {
  const char *Name;
  const char *ValueName; // nullptr: the option takes no value
  const char *Words[4];  // that its value may be; nullptr ends them
  bool (*Parse)(const OptionRow &Row, std::string_view Value, Options &Opts, std::string &Error);
};

// "explicit, ompt"
std::string wordsOf(const OptionRow &Row) {
  std::string Text;
  for (const char *const *Word = Row.Words; *Word; ++Word)
    Text += (Text.empty() ? "" : ", ") + std::string(*Word);
  return Text;
}

// Which of the option's words the value is; -1: none of them.
int wordIndex(const OptionRow &Row, std::string_view Value) {
  for (int I = 0; Row.Words[I]; ++I)
    if (Value == Row.Words[I])
      return I;
  return -1;
}

bool disable(const OptionRow &Row, std::string_view Name, Options &Opts) {
  bool Sync = wordIndex(Row, Name) == 0;
  bool Known = Sync;
  for (unsigned I = 0; I < NumConstructs; ++I)
    if (Sync ? SwitchTable[I].Sync : Name == SwitchTable[I].Name)
      Known = Opts.Disabled[I] = true;
  return Known;
}

std::string allowedConstructs(const OptionRow &Row) {
  std::string Text;
  for (const SwitchRow &Switch : SwitchTable)
    Text += std::string(Switch.Name) + ", ";
  return Text + wordsOf(Row);
}

bool parseDisable(const OptionRow &Row, std::string_view Value, Options &Opts, std::string &Error) {
  while (true) {
    size_t Comma = Value.find(',');
    std::string_view Name = Value.substr(0, Comma);
    if (!disable(Row, Name, Opts)) {
      Error = "unknown construct '" + std::string(Name) + "' in disable=; allowed: " + allowedConstructs(Row);
      return false;
    }
    if (Comma == std::string_view::npos)
      return true;
    Value.remove_prefix(Comma + 1);
  }
}

bool parseEmit(const OptionRow &, std::string_view Value, Options &Opts, std::string &) {
  Opts.EmitFile = Value;
  return true;
}

bool parseVerbose(const OptionRow &, std::string_view, Options &Opts, std::string &) { return Opts.Verbose = true; }

bool parseNotes(const OptionRow &, std::string_view, Options &Opts, std::string &) { return Opts.Notes = true; }

bool parseRequired(const OptionRow &, std::string_view, Options &Opts, std::string &) { return Opts.Required = true; }

bool parseSystemHeaders(const OptionRow &, std::string_view, Options &Opts, std::string &) {
  return Opts.SystemHeaders = true;
}

// A place, or the word for every construct.
bool parseSkip(const OptionRow &Row, std::string_view Value, Options &Opts, std::string &Error) {
  if (wordIndex(Row, Value) == 0)
    return Opts.SkipsAll = true;
  size_t Colon = Value.rfind(':');
  std::string_view Digits = Colon == std::string_view::npos ? "" : Value.substr(Colon + 1);
  unsigned Line = 0;
  auto [End, Status] = std::from_chars(Digits.data(), Digits.data() + Digits.size(), Line);
  if (Colon == 0 || Status != std::errc() || End != Digits.data() + Digits.size() || Line == 0) {
    Error = "wrong value '" + std::string(Value) + "' of skip=; allowed: " + Row.ValueName + ", " + wordsOf(Row);
    return false;
  }
  Opts.Skipped.push_back({std::string(Value.substr(0, Colon)), Line});
  return true;
}

// The enum has the order of the option's words.
template <typename Mode> bool parseMode(const OptionRow &Row, std::string_view Value, Mode &To, std::string &Error) {
  int Index = wordIndex(Row, Value);
  if (Index < 0) {
    Error = "unknown value '" + std::string(Value) + "' of " + Row.Name + "=; allowed: " + wordsOf(Row);
    return false;
  }
  To = Mode(Index);
  return true;
}

bool parseFunctions(const OptionRow &Row, std::string_view Value, Options &Opts, std::string &Error) {
  return parseMode(Row, Value, Opts.Functions, Error);
}

bool parseBarriers(const OptionRow &Row, std::string_view Value, Options &Opts, std::string &Error) {
  return parseMode(Row, Value, Opts.Barriers, Error);
}

bool parseApi(const OptionRow &Row, std::string_view Value, Options &Opts, std::string &Error) {
  return parseMode(Row, Value, Opts.Api, Error);
}

bool parseParse(const OptionRow &Row, std::string_view Value, Options &Opts, std::string &Error) {
  return parseMode(Row, Value, Opts.Parse, Error);
}

bool parseFilter(const OptionRow &, std::string_view Value, Options &Opts, std::string &) {
  Opts.FilterFile = Value;
  return true;
}

const OptionRow OptionTable[] = {
#define POMP_WORD(WORD, MEANING) WORD,
#define POMP_PLUGIN_OPTION(NAME, VALUE, PARSER, WORDS, HELP) {NAME, VALUE, {WORDS nullptr}, parse##PARSER},
#define POMP_WRAPPER_OPTION(NAME, FLAG, HELP)
#include "pomp_options.def"
#undef POMP_WORD
#undef POMP_PLUGIN_OPTION
#undef POMP_WRAPPER_OPTION
};

std::string spelling(const OptionRow &Row) {
  return Row.ValueName ? std::string(Row.Name) + "=" + Row.ValueName : Row.Name;
}

std::string allowedOptions() {
  std::string Text;
  for (const OptionRow &Row : OptionTable)
    Text += (Text.empty() ? "" : ", ") + spelling(Row);
  return Text;
}

bool parseOne(const std::string &Arg, Options &Opts, std::string &Error) {
  size_t Equals = Arg.find('=');
  std::string_view Name = std::string_view(Arg).substr(0, Equals);
  bool HasValue = Equals != std::string::npos;
  for (const OptionRow &Row : OptionTable) {
    if (Name != Row.Name)
      continue;
    bool ValueFits = Row.ValueName ? HasValue && Equals + 1 < Arg.size() : !HasValue;
    if (!ValueFits) {
      Error = "option '" + Arg + "' is written " + spelling(Row);
      return false;
    }
    return Row.Parse(Row, HasValue ? std::string_view(Arg).substr(Equals + 1) : std::string_view(), Opts, Error);
  }
  Error = "unknown option '" + Arg + "'; allowed: " + allowedOptions();
  return false;
}

} // namespace

bool Options::skips(const std::string &File, unsigned Line) const {
  for (const SkippedPlace &P : Skipped) {
    bool Named =
        File.size() >= P.File.size() && File.compare(File.size() - P.File.size(), std::string::npos, P.File) == 0;
    bool Whole = File.size() == P.File.size() || (Named && File[File.size() - P.File.size() - 1] == '/');
    if (Line == P.Line && Named && Whole)
      return true;
  }
  return SkipsAll;
}

bool parseOptions(const std::vector<std::string> &Args, Options &Opts, std::string &Error) {
  for (const std::string &Arg : Args)
    if (!parseOne(Arg, Opts, Error))
      return false;
  if (Opts.Api == Interface::Pomp2 && Opts.Functions == FunctionMode::All) {
    Error = "functions=all and api=pomp2 exclude each other, as POMP2 has no event for functions; leave one out";
    return false;
  }
  if (Opts.Api == Interface::Pomp2)
    Opts.Functions = FunctionMode::None;
  return true;
}

} // namespace pompinst
