// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loader.cpp - what -fplugin=libpompinst.so loads: checks which Clang this is, then loads the plugin made for it.
//
// Clang loads a plugin that was built for another Clang without a word and then dies in it. So this file uses nothing
// of Clang's but one function that every version has, found by name. The plugin proper is libpompinst-<major>.so.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace {

// The linker is asked for the address of this object, to find out where the library lies.
int Anchor;

// Returns what the compiler says of itself ("Debian clang version 19.1.7 (3)"), or nothing if it isn't a clang that
// takes plugins.
std::string fullVersion() {
  void *Found = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  if (!Found)
    return "";
  std::string (*Function)();
  static_assert(sizeof Function == sizeof Found, "dlsym's result is a function pointer");
  memcpy(&Function, &Found, sizeof Function);
  return Function();
}

int majorOf(const std::string &FullVersion) {
  static const char Word[] = "version ";
  size_t At = FullVersion.find(Word);
  return At == std::string::npos ? 0 : atoi(FullVersion.c_str() + At + strlen(Word));
}

[[noreturn]] void refuse(const std::string &Why) {
  fprintf(stderr, "pompinst: error: this plugin needs clang %d; %s\n", POMP_CLANG_MAJOR, Why.c_str());
  fflush(stderr);
  _exit(1);
}

std::string pluginPath() {
  Dl_info Self;
  std::string Dir;
  if (dladdr(&Anchor, &Self) && Self.dli_fname)
    Dir = Self.dli_fname;
  Dir.erase(Dir.find_last_of('/') + 1);
  return Dir + "libpompinst-" + std::to_string(POMP_CLANG_MAJOR) + ".so";
}

__attribute__((constructor)) void loadPlugin() {
  std::string Version = fullVersion();
  if (Version.empty())
    refuse("the program that loaded it is not a clang that takes plugins");
  if (majorOf(Version) != POMP_CLANG_MAJOR)
    refuse("this is " + Version + ": compile with clang-" + std::to_string(POMP_CLANG_MAJOR) + " or pomp-clang");
  if (!dlopen(pluginPath().c_str(), RTLD_NOW | RTLD_LOCAL))
    refuse(std::string("its part for that can't be loaded: ") + dlerror());
}

} // namespace
