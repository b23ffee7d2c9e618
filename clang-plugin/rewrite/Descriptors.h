// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors.h - the values that a region's descriptor begins with, field by field, as plain data: the prologue writes
// them as text, and DescriptorTable gives them to the compiler without any. What does not live here: both of these.
#ifndef POMPINST_DESCRIPTORS_H
#define POMPINST_DESCRIPTORS_H

#include <string>
#include <vector>

namespace pompinst {

struct FieldValue {
  enum Kind : unsigned { Zero, Number, Text };
  Kind Is = Zero;
  long Value = 0;   // of a number
  std::string Word; // the text, or how a zero or a number is written; empty: as it is
};

// The fields in their order in pomp.h.
using Descriptor = std::vector<FieldValue>;

} // namespace pompinst
#endif
