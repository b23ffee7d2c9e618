// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Notes.h - finds the notes of a translation unit that was parsed, and gives them to its descriptors. It looks at what
// the compiler parses anyway: the instrumented text, whose bodies are whole, however the analysis has read the source.
// What does not live here: what the user is shown (Plugin).
#ifndef POMPINST_NOTES_H
#define POMPINST_NOTES_H

#include "notes/Note.h"

#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace pompinst {

// Returns the notes of all functions in files of the user's, in the order of the source.
std::vector<Note> findNotes(clang::ASTContext &Context);

// The sentence of a note, for the user.
std::string noteText(const Note &N);

// Writes each note into the descriptor of the innermost construct that has its line, and into each the sum of its file.
// The tables must have been parsed, and no code been made of them yet.
void describe(clang::ASTContext &Context, const std::vector<Note> &Notes);

} // namespace pompinst
#endif
