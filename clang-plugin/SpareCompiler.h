// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SpareCompiler.h - a copy of the compiler that has read what the user's text and the new one have in common, and
// waits. If the new text does not compile, it goes on with the user's, and says what plain Clang says, for the price of
// the rest of the parse.
//
// The two processes live here. ParseOnce decides which text each of them reads, and Retry what follows where the user's
// text compiles.
#ifndef POMPINST_SPARECOMPILER_H
#define POMPINST_SPARECOMPILER_H

#include <sys/types.h>

namespace pompinst {

class SpareCompiler {
public:
  ~SpareCompiler() { dismiss(); }

  // Makes the copy. Returns true in the copy, once it is to go on.
  bool make();
  bool isThis() const { return Copy == 0; }
  // In the copy: the user's text compiles, so that it is of no use.
  [[noreturn]] static void retire();
  // Another copy has ended with this status, and has done what there was to do.
  [[noreturn]] static void endAs(int Status);

  // In the other process: the copy is not needed.
  void dismiss();
  // In the other process: has the copy go on, and ends as it ends. Returns if there is none, or if it has retired.
  void takeOver();

private:
  pid_t Copy = -1; // nobody; 0: this process
  int Wake = -1;
};

} // namespace pompinst
#endif
