# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CPack reads this when it makes a package. Which packages there are is not here, but in CMakeLists.txt.
# Each package has a summary of its own; CPack would put this one, the project's, before it.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
