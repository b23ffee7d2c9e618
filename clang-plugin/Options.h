// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options.h - the plugin's options as the rest of the plugin sees them, and the function that reads them.
// What does not live here: their list (common/pomp_options.def).
#ifndef POMPINST_OPTIONS_H
#define POMPINST_OPTIONS_H

#include <memory>
#include <string>
#include <vector>

struct pomp_filter;

namespace pompinst {

// These can be switched off one by one with disable=; the list is in Directives.def.
enum class Construct {
#define POMP_SWITCH(Switch, ...) Switch,
#include "Directives.def"
};
constexpr unsigned NumConstructs = 0
#define POMP_SWITCH(...) +1
#include "Directives.def"
    ;

// Constructs that begin on this line of a file, which is named like __FILE__ or by its last parts.
struct SkippedPlace {
  std::string File;
  unsigned Line = 0;
};

// Which functions are measured. The order is that of the words of functions= in pomp_options.def.
enum class FunctionMode {
  OpenMP, // those with an instrumented construct in them
  All,    // these, and all that are neither inline nor tiny
  None,
};

// This says what becomes of implicit barriers. The order is that of the words of barriers= in pomp_options.def.
enum class BarrierMode {
  Explicit, // the construct gets a nowait, and a barrier with events after it: the paper's rule
  OMPT,     // they stay as they are; the runtime asks OMPT about them
};

// This says where the analysis reads the source. The order is that of the words of parse= in pomp_options.def.
enum class ParseMode {
  Once,  // in a copy of the compiler that has read the headers (ParseOnce), where that can be done
  Twice, // in a parse of its own, from the file's begin (Pipeline)
};

// These are the functions that are called. The order is that of the words of api= in pomp_options.def.
enum class Interface {
  Pomp,  // the paper's, POMP_...: Directives.def
  Pomp2, // OPARI2's, POMP2_...: Pomp2Calls.def
};

struct Options {
  std::string EmitFile;       // emit=FILE: where to write the rewritten source; empty: nowhere
  std::string UnitName;       // not the user's: letters and digits, of this compile alone; for api=pomp2
  std::string LeaveAll;       // not the user's: why nothing of this compile is instrumented
  bool NoMacros = false;      // not the user's: the compiler expands no macro in this file, as it was preprocessed
  bool CountsLines = false;   // not the user's: the compiler counts how often each line runs (--coverage)
  bool HasProfile = false;    // not the user's: the compiler makes, or uses, a profile of the functions
  bool Verbose = false;       // verbose: a remark for each region
  bool Notes = false;         // notes: a remark for each note
  bool Required = false;      // required: what is left alone through a fault of ours is an error
  bool SystemHeaders = false; // system-headers: instrument them as well
  bool Disabled[NumConstructs] = {};
  std::vector<SkippedPlace> Skipped;             // skip=FILE:LINE
  bool SkipsAll = false;                         // skip=all
  FunctionMode Functions = FunctionMode::OpenMP; // functions=
  BarrierMode Barriers = BarrierMode::Explicit;  // barriers=
  ParseMode Parse = ParseMode::Once;             // parse=
  Interface Api = Interface::Pomp;               // api=
  std::string FilterFile;                        // filter=FILE: functions to leave alone; empty: none
  std::shared_ptr<pomp_filter> Filter;           // what is in it

  bool enabled(Construct C) const { return !Disabled[unsigned(C)]; }
  bool skips(const std::string &File, unsigned Line) const;
};

// Reads the arguments of -fplugin-arg-pompinst-*. On error returns false, and Error is a sentence that names the
// argument and what is allowed.
bool parseOptions(const std::vector<std::string> &Args, Options &Opts, std::string &Error);

} // namespace pompinst
#endif
