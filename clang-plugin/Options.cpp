// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options.cpp - the plugin's options: the table and its parser. Knows no Clang.
#include "Options.h"

#include <charconv>
#include <string_view>

namespace pompinst {
namespace {

const char *const ConstructNames[NumConstructs] = {"parallel", "for",     "sections", "single", "master", "critical",
                                                   "atomic",   "barrier", "ordered",  "loop",   "scope",  "task",
                                                   "cancel",   "teams",   "target",   "lock",   "region", "function"};

// What `sync` stands for, as in OPARI: constructs that only synchronise and may be too frequent to measure.
const Construct SyncConstructs[] = {Construct::Single, Construct::Master,  Construct::Critical,
                                    Construct::Atomic, Construct::Ordered, Construct::Lock};

bool disable(std::string_view Name, Options &Opts) {
  if (Name == "sync") {
    for (Construct C : SyncConstructs)
      Opts.Disabled[unsigned(C)] = true;
    return true;
  }
  for (unsigned I = 0; I < NumConstructs; ++I)
    if (Name == ConstructNames[I]) {
      Opts.Disabled[I] = true;
      return true;
    }
  return false;
}

std::string allowedConstructs() {
  std::string Text;
  for (const char *Name : ConstructNames)
    Text += std::string(Name) + ", ";
  return Text + "sync";
}

bool parseDisable(std::string_view Value, Options &Opts, std::string &Error) {
  while (true) {
    size_t Comma = Value.find(',');
    std::string_view Name = Value.substr(0, Comma);
    if (!disable(Name, Opts)) {
      Error = "unknown construct '" + std::string(Name) + "' in disable=; allowed: " + allowedConstructs();
      return false;
    }
    if (Comma == std::string_view::npos)
      return true;
    Value.remove_prefix(Comma + 1);
  }
}

bool parseEmit(std::string_view Value, Options &Opts, std::string &) {
  Opts.EmitFile = Value;
  return true;
}

bool parseVerbose(std::string_view, Options &Opts, std::string &) { return Opts.Verbose = true; }

bool parseSystemHeaders(std::string_view, Options &Opts, std::string &) { return Opts.SystemHeaders = true; }

// FILE:LINE, or `all`.
bool parseSkip(std::string_view Value, Options &Opts, std::string &Error) {
  if (Value == "all")
    return Opts.SkipsAll = true;
  size_t Colon = Value.rfind(':');
  std::string_view Digits = Colon == std::string_view::npos ? "" : Value.substr(Colon + 1);
  unsigned Line = 0;
  auto [End, Status] = std::from_chars(Digits.data(), Digits.data() + Digits.size(), Line);
  if (Colon == 0 || Status != std::errc() || End != Digits.data() + Digits.size() || Line == 0) {
    Error = "wrong value '" + std::string(Value) + "' of skip=; allowed: FILE:LINE, all";
    return false;
  }
  Opts.Skipped.push_back({std::string(Value.substr(0, Colon)), Line});
  return true;
}

const char *const FunctionModes[] = {"openmp", "all", "none"};
const char *const BarrierModes[] = {"explicit", "ompt"};

// One word of several; the enum has the same order.
template <typename Mode, size_t N>
bool parseMode(const char *Option, const char *const (&Names)[N], std::string_view Value, Mode &To,
               std::string &Error) {
  Error = "unknown value '" + std::string(Value) + "' of " + Option + "=; allowed: ";
  for (unsigned I = 0; I < N; ++I) {
    if (Value == Names[I]) {
      To = Mode(I);
      Error.clear();
      return true;
    }
    Error += (I ? ", " : "") + std::string(Names[I]);
  }
  return false;
}

bool parseFunctions(std::string_view Value, Options &Opts, std::string &Error) {
  return parseMode("functions", FunctionModes, Value, Opts.Functions, Error);
}

bool parseBarriers(std::string_view Value, Options &Opts, std::string &Error) {
  return parseMode("barriers", BarrierModes, Value, Opts.Barriers, Error);
}

bool parseFilter(std::string_view Value, Options &Opts, std::string &) {
  Opts.FilterFile = Value;
  return true;
}

struct OptionRow {
  const char *Name;
  const char *ValueName; // nullptr: the option takes no value
  bool (*Parse)(std::string_view Value, Options &Opts, std::string &Error);
};

const OptionRow OptionTable[] = {
    {"barriers", "HOW", parseBarriers},
    {"disable", "LIST", parseDisable},
    {"emit", "FILE", parseEmit},
    {"filter", "FILE", parseFilter},
    {"functions", "WHICH", parseFunctions},
    {"skip", "FILE:LINE", parseSkip},
    {"system-headers", nullptr, parseSystemHeaders},
    {"verbose", nullptr, parseVerbose},
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
    return Row.Parse(HasValue ? std::string_view(Arg).substr(Equals + 1) : std::string_view(), Opts, Error);
  }
  Error = "unknown option '" + Arg + "'; allowed: " + allowedOptions();
  return false;
}

} // namespace

const char *constructName(Construct C) { return ConstructNames[unsigned(C)]; }

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
  return true;
}

} // namespace pompinst
