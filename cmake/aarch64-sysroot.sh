#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# It makes what is needed to build for aarch64 and to run that by qemu: a directory with Debian's libraries for arm64, as they
# would be on such a machine. apt-get takes them from where this machine takes its packages, with lists and settings of its own,
# so that nothing changes on this machine; one need not be root. When all is there, it does nothing.
#
#     aarch64-sysroot.sh DIRECTORY
set -eu

root=$1
packages='libc6 libc6-dev linux-libc-dev libcrypt1 libgcc-s1 libgcc-12-dev libstdc++6 libstdc++-12-dev
          libomp5-19 libomp-19-dev libjansson4 libjansson-dev
          libdw1 libdw-dev libelf1 libelf-dev zlib1g zlib1g-dev liblzma5 liblzma-dev libbz2-1.0
          libsqlite3-0 libsqlite3-dev libzstd1 libzstd-dev libopen-trace-format2-10 libopen-trace-format2-dev'

say() { printf 'aarch64-sysroot: %s\n' "$*"; }

# The list is there when all of it has been unpacked.
made=$root/packages
[ "$(cat "$made" 2>/dev/null)" != "$packages" ] || exit 0
if ! command -v apt-get >/dev/null 2>&1; then
    say "this is not a Debian system; put the libraries of an aarch64 system into $root"
    exit 1
fi

sources=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 2>/dev/null |
    grep -E '^[^ ]*/debian(-security)?/ ' | sort -u)
[ -n "$sources" ] || sources='http://deb.debian.org/debian/ bookworm main'

rm -rf "$root"
mkdir -p "$root"
root=$(cd "$root" && pwd)
apt=$root/apt
mkdir -p "$apt/etc/sources.list.d" "$apt/etc/apt.conf.d" "$apt/etc/preferences.d" "$apt/state/lists/partial" \
    "$apt/cache/archives/partial" "$apt/packages"
: >"$apt/status"
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
printf '%s\n' "$sources" | sed "s|^|deb [arch=arm64 signed-by=$keyring] |" >"$apt/etc/sources.list"
cat >"$apt/apt.conf" <<SETTINGS
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "";
Acquire::Languages "none";
Dir::Etc "$apt/etc";
Dir::State "$apt/state";
Dir::State::status "$apt/status";
Dir::Cache "$apt/cache";
Dir::Log "$apt";
SETTINGS

run() {
    say "$*"
    (cd "$apt/packages" && APT_CONFIG=$apt/apt.conf "$@") >"$apt/log" 2>&1 </dev/null && return
    tail -n 20 "$apt/log" >&2
    say "this failed: $*"
    return 1
}
run apt-get -q update
run apt-get -q download $packages
for package in "$apt"/packages/*.deb; do
    dpkg-deb --extract "$package" "$root"
done
rm -rf "$apt" "$root/usr/share" "$root/usr/bin" "$root/usr/sbin"
# Links with absolute targets lead out of the directory.
find "$root" -type l -lname '/*' | while read -r link; do
    ln -sf "$root$(readlink "$link")" "$link"
done
printf '%s\n' "$packages" >"$made"
say "done"
