// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loader.cpp - what -fplugin=libpompinst.so loads: checks which Clang this is, then loads the plugin made for it.
//
// Clang loads a plugin that was built for another Clang without a word and then dies in it. So this file uses nothing
// of Clang's but one function that every version has, found by name. The plugin proper is libpompinst-<major>.so, and
// lies beside this one; which versions there are is seen there, as each may be installed or removed by itself.
#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
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

std::string ownFolder() {
  Dl_info Self;
  std::string Dir;
  if (dladdr(&Anchor, &Self) && Self.dli_fname)
    Dir = Self.dli_fname;
  Dir.erase(Dir.find_last_of('/') + 1);
  return Dir;
}

// The versions of Clang for which there is a plugin in the folder.
std::set<int> versionsIn(const std::string &Folder) {
  std::set<int> Versions;
  DIR *Dir = opendir(Folder.empty() ? "." : Folder.c_str());
  while (const dirent *Entry = Dir ? readdir(Dir) : nullptr) {
    int Version = 0, End = 0;
    if (sscanf(Entry->d_name, "libpompinst-%d.so%n", &Version, &End) == 1 && End > 0 && !Entry->d_name[End])
      Versions.insert(Version);
  }
  if (Dir)
    closedir(Dir);
  return Versions;
}

std::string listed(const std::set<int> &Versions) {
  std::string Text;
  for (int Version : Versions) {
    bool IsLast = Version == *Versions.rbegin();
    Text += (Text.empty() ? "" : IsLast ? " or " : ", ") + std::to_string(Version);
  }
  return Text;
}

[[noreturn]] void refuse(const std::string &Why) {
  fprintf(stderr, "pompinst: error: %s\n", Why.c_str());
  fflush(stderr);
  _exit(1);
}

__attribute__((constructor)) void loadPlugin() {
  std::string Version = fullVersion(), Folder = ownFolder();
  int Major = majorOf(Version);
  std::set<int> Versions = versionsIn(Folder);
  if (Versions.empty())
    Versions.insert(Major); // the message says which file is looked for
  std::string Needs = "this plugin needs clang " + listed(Versions);
  if (Version.empty())
    refuse(Needs + "; the program that loaded it is not a clang that takes plugins");
  if (!Versions.count(Major))
    refuse(Needs + "; this is " + Version);
  if (!dlopen((Folder + "libpompinst-" + std::to_string(Major) + ".so").c_str(), RTLD_NOW | RTLD_LOCAL))
    refuse(Needs + "; its part for that can't be loaded: " + dlerror());
}

} // namespace
