// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Note.h - a note: a place of the source that may cost time when several threads execute it, as plain data, and the
// table of their kinds (common/pomp_notes.def). What does not live here: how such a place is recognised.
#ifndef POMPINST_NOTE_H
#define POMPINST_NOTE_H

#include "clang/Basic/SourceLocation.h"

#include <string>

namespace pompinst {

enum class NoteKind {
#define POMP_NOTE(Kind, ...) Kind,
#include "pomp_notes.def"
#undef POMP_NOTE
};

struct Note {
  NoteKind Kind;
  clang::SourceLocation Where;
  std::string What; // the variable or function that it is about
};

struct NoteRow {
  const char *Word, *Before, *After, *Cure;
};
const NoteRow &noteRow(NoteKind Kind);

} // namespace pompinst
#endif
