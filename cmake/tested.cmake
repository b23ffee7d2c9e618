# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The target `tested`, which `make test` builds, is made here: it is `all` without the plugins for other versions of Clang than the one that
# everything is built with. These take as long as all else, and only `make test-all` runs them.
function(pomp_targets_below folder answer)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(below DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS below)
    get_property(is_extra DIRECTORY ${inner} PROPERTY EXCLUDE_FROM_ALL)
    if(NOT is_extra)
      pomp_targets_below(${inner} more)
      list(APPEND targets ${more})
    endif()
  endforeach()
  set(${answer} ${targets} PARENT_SCOPE)
endfunction()

add_custom_target(tested)
pomp_targets_below(${PROJECT_SOURCE_DIR} every)
foreach(target IN LISTS every)
  get_target_property(is_extra ${target} EXCLUDE_FROM_ALL)
  if(NOT is_extra AND NOT target IN_LIST POMP_OTHER_PLUGINS AND NOT target STREQUAL tested)
    add_dependencies(tested ${target})
  endif()
endforeach()
