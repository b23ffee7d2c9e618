// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LateMessages.h - what the optimiser and the code generator say is said at the user's places, and of the user's code.
//
// They know a place by the file and the line that the line markers state, as debug information has them. Clang looks
// for that line in the text of the file, and would find the rewritten one, where lines of ours are between the user's.
#ifndef POMPINST_LATE_MESSAGES_H
#define POMPINST_LATE_MESSAGES_H

#include "Pipeline.h"

#include "clang/Basic/FileEntry.h"

#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace pompinst {

// A file that is compiled as a rewritten text, and what the user wrote there.
struct UsersText {
  clang::FileEntryRef File;
  std::string Text;
};

// Returns the texts of the files that are about to be rewritten; none where lines are in no debug information.
std::vector<UsersText> usersTexts(clang::CompilerInstance &CI, const std::vector<FileText> &Rewritten);

// To be called when the parse is over: from now on, who asks for a line of one of these files finds the user's text,
// and remarks about functions of ours are not shown.
void showUsersTexts(clang::CompilerInstance &CI, const std::vector<UsersText> &Texts);

} // namespace pompinst
#endif
