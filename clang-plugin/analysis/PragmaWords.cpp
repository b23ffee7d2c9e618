// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PragmaWords.cpp - splits the line of a pragma into words, and reads those of a control pragma.
#include "analysis/PragmaWords.h"

#include <cctype>
#include <cstring>

namespace pompinst {
namespace {

bool isWordChar(char C) { return isalnum(static_cast<unsigned char>(C)) || C == '_' || C == '$' || (C & 0x80); }

// Skips white space, comments and line splices; stops at the line's end.
const char *skipBlanks(const char *P) {
  while (true) {
    if (*P == ' ' || *P == '\t' || *P == '\f' || *P == '\v' || (*P == '\r' && P[1] != '\n')) {
      ++P;
    } else if (P[0] == '\\' && (P[1] == '\n' || (P[1] == '\r' && P[2] == '\n'))) {
      P += P[1] == '\n' ? 2 : 3;
    } else if (P[0] == '/' && P[1] == '*') {
      const char *End = strstr(P + 2, "*/");
      P = End ? End + 2 : P + strlen(P);
    } else if (P[0] == '/' && P[1] == '/') {
      // Such a comment goes to the end of the line, and on if the line is continued.
      while (*P && !(*P == '\n' && P[-1] != '\\'))
        ++P;
      return P;
    } else {
      return P;
    }
  }
}

struct KindRow {
  const char *Word;
  ControlKind Kind;
  bool TakesName;
};

const KindRow InstTable[] = {{"init", ControlKind::Init, false},   {"finalize", ControlKind::Finalize, false},
                             {"on", ControlKind::On, false},       {"off", ControlKind::Off, false},
                             {"begin", ControlKind::Begin, true},  {"end", ControlKind::End, true},
                             {"altend", ControlKind::AltEnd, true}};

const char Allowed[] =
    "allowed: inst init, inst finalize, inst on, inst off, inst begin(name) [phase], inst end(name), "
    "inst altend(name), noinstrument, instrument";

// Reads `(name)` from Words[At] on, and moves At behind it.
bool parseName(const std::vector<std::string> &Words, size_t &At, std::string &Name) {
  if (At + 2 >= Words.size() || Words[At] != "(" || !isWordChar(Words[At + 1][0]) || Words[At + 2] != ")")
    return false;
  Name = Words[At + 1];
  At += 3;
  return true;
}

} // namespace

std::vector<std::string> pragmaWords(const char *Text) {
  std::vector<std::string> Words;
  const char *P = skipBlanks(Text);
  while (*P && *P != '\n' && *P != '\r') {
    const char *Begin = P++;
    if (isWordChar(*Begin))
      while (isWordChar(*P))
        ++P;
    Words.emplace_back(Begin, P);
    P = skipBlanks(P);
  }
  return Words;
}

bool concernsOpenMP(const std::vector<std::string> &Words) {
  return !Words.empty() && (Words[0] == "omp" || Words[0] == "pomp");
}

bool isControlPragma(const std::vector<std::string> &Words) {
  if (!concernsOpenMP(Words))
    return false;
  if (Words[0] == "pomp")
    return true;
  return Words.size() > 1 && (Words[1] == "inst" || Words[1] == "noinstrument" || Words[1] == "instrument");
}

bool parseControl(const std::vector<std::string> &Words, ControlWords &Result, std::string &Error) {
  size_t At = 1;
  bool Known = false;
  if (Words.empty()) {
    Error = std::string("empty pomp pragma; ") + Allowed;
    return false;
  }
  if (Words[0] == "noinstrument" || Words[0] == "instrument") {
    Result.Kind = Words[0] == "instrument" ? ControlKind::Instrument : ControlKind::NoInstrument;
    Known = true;
  } else if (Words[0] == "inst" && Words.size() > 1) {
    for (const KindRow &Row : InstTable) {
      if (Words[1] != Row.Word)
        continue;
      Known = true;
      Result.Kind = Row.Kind;
      At = 2;
      if (Row.TakesName && !parseName(Words, At, Result.Name)) {
        Error = std::string("'inst ") + Row.Word + "' is written inst " + Row.Word + "(name)";
        return false;
      }
    }
    if (Known && Result.Kind == ControlKind::Begin && At < Words.size() && Words[At] == "phase") {
      Result.IsPhase = true;
      ++At;
    }
  }
  if (!Known) {
    std::string Given = Words[0];
    if (Words[0] == "inst")
      Given += Words.size() > 1 ? " " + Words[1] : " with nothing after it";
    Error = "unknown pomp pragma '" + Given + "'; " + Allowed;
    return false;
  }
  if (At != Words.size()) {
    Error = "unexpected '" + Words[At] + "' at the end of the pomp pragma; " + Allowed;
    return false;
  }
  return true;
}

} // namespace pompinst
