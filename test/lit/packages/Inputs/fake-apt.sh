#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# fake-apt.sh FOLDER - makes commands for setup.sh that install and remove nothing: libomp 14 is there and libomp 19 is not, and all
# else is. What apt would remove is in $GOES; what it is asked to do goes to the file calls.
cat >"$1/dpkg-query" <<'END'
#!/bin/sh
case "$*" in
*'libomp*'*) printf 'ii  libomp-14-dev\nii  libomp5-14\n' ;;
*libomp-19-dev*) printf 'un ' ;;
*) printf 'ii ' ;;
esac
END
cat >"$1/apt-get" <<'END'
#!/bin/sh
case "$*" in
*-s*install*) for package in $GOES; do echo "Remv $package [1]"; done ;;
*install*) echo "install $*" >>calls ;;
*) echo "other $*" >>calls ;;
esac
END
printf '#!/bin/sh\necho 0\n' >"$1/id"
chmod +x "$1/dpkg-query" "$1/apt-get" "$1/id"
