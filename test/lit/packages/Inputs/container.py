# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""container.py RECIPE CONTEXT CACHE SCRIPT: does what a container recipe says, and runs a shell script in what that makes.

Where a container tool works, it builds the recipe; a line says which one, and why others do not. Else the recipe's steps are done in a
Debian system of their own, a folder that mmdebstrap makes, in a mount namespace of its own: FROM, COPY, RUN and WORKDIR, one line
each. Where no registry can be reached, the image that the recipe begins with is what mmdebstrap makes, too. CACHE keeps that system as
it came, and the packages that Debian gave. The script finds CONTEXT in /debs. What is installed and tried is not here, but in
the recipe and the script. container.py --tool says which tools do not work, and ends with 1 if none does."""
import glob
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

# With this, dpkg does not wait for the disk after each file; the system lives for minutes.
UNSAFE = "etc/dpkg/dpkg.cfg.d/unsafe-io"


def steps(recipe):
    """Returns the lines of the recipe as pairs: what is to be done, and with what."""
    with open(recipe, encoding="utf-8") as file:
        return [tuple(line.strip().split(" ", 1)) for line in file if line.strip() and not line.startswith("#")]


def podman_or_docker(name):
    """Returns why the tool does not work, or None. It needs a registry, as its images are its user's: nothing is put among them."""
    if not shutil.which(name):
        return "it is not installed"
    for command in ([name, "info"], [name, "pull", "debian:bookworm"]):
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        if done.returncode:
            return (done.stderr.strip() or "?").splitlines()[-1]
    return None


def buildah_does_not():
    """Returns why buildah does not work, or None. It keeps all it makes in the cache."""
    if not shutil.which("buildah"):
        return "it is not installed"
    if not shutil.which("mmdebstrap"):
        return "there is no mmdebstrap, which makes the image that it begins with"
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([*buildah(folder), "from", "scratch"], capture_output=True, text=True, timeout=600, check=False)
    return (done.stderr.strip() or "?").splitlines()[-1] if done.returncode else None


def buildah(folder):
    return ["buildah", "--root", os.path.join(folder, "storage"), "--runroot", os.path.join(folder, "run"), "--storage-driver", "vfs"]


def tool():
    """Returns a container tool that works, or None, and says why others do not."""
    for name in ("podman", "docker", "buildah"):
        why = buildah_does_not() if name == "buildah" else podman_or_docker(name)
        if not why:
            return name
        print(f"no container by {name}: {why}")
    return None


def in_tool(name, recipe, context, script):
    subprocess.run([name, "build", "-f", recipe, "-t", "pompinst-test", context], check=True)
    with open(script, "rb") as file:
        command = [name, "run", "--rm", "-i", "-v", f"{context}:/debs:ro", "pompinst-test", "sh", "-eux"]
        return subprocess.run(command, stdin=file, check=False).returncode


def in_buildah(recipe, context, cache, script):
    """Builds the recipe without a registry and without a network of its own: its processes run in a chroot, on the host's network."""
    image = dict(steps(recipe))["FROM"]
    base, archives = base_system(cache, image.split(":")[1])
    folder = tempfile.mkdtemp(prefix=f"root-{os.getpid()}-", dir=cache)
    command = buildah(folder)

    def run(*words, **more):
        return subprocess.run([*command, *words], check=True, text=True, **more)

    try:
        scratch = run("from", "scratch", stdout=subprocess.PIPE).stdout.strip()
        run("add", "-q", scratch, base, "/")
        run("commit", "-q", "--rm", scratch, "docker.io/library/" + image)
        cached = ["--volume", f"{archives}:/var/cache/apt/archives"]
        run("bud", "--pull-never", "--isolation", "chroot", *cached, "-f", recipe, "-t", "pompinst-test", context)
        made = run("from", "--pull-never", "pompinst-test", stdout=subprocess.PIPE).stdout.strip()
        print("--- the script", flush=True)
        with open(script, "rb") as file:
            words = ["run", "--isolation", "chroot", *cached, "--volume", f"{context}:/debs:ro", made, "--", "sh", "-eux"]
            return subprocess.run([*command, *words], stdin=file, check=False).returncode
    finally:
        subprocess.run([*command, "rm", "--all"], stdout=subprocess.DEVNULL, check=False)
        shutil.rmtree(folder)


def base_system(cache, suite):
    """Returns the archive of a Debian system as it comes, and the folder of the packages that Debian gave; removes what was left of
    runs that were killed, whose mounts went with them."""
    for old in glob.glob(os.path.join(cache, "root-*")):
        if not os.path.exists("/proc/" + os.path.basename(old).split("-")[1]):
            shutil.rmtree(old)
    base, archives = os.path.join(cache, suite + ".tar"), os.path.join(cache, "archives")
    os.makedirs(os.path.join(archives, "partial"), exist_ok=True)
    if not os.path.exists(base):
        made = f"{base}.{os.getpid()}.tar"
        subprocess.run(["mmdebstrap", "--variant=apt", "--quiet", suite, made], check=True)
        os.rename(made, base)
    return base, archives


class Root:
    """This is a Debian system in a folder."""

    def __init__(self, cache, suite, context):
        self.base, self.archives = base_system(cache, suite)
        self.context = context
        self.folder = tempfile.mkdtemp(prefix=f"root-{os.getpid()}-", dir=cache)
        subprocess.run(["tar", "xf", self.base, "-C", self.folder, "--exclude=./dev/*"], check=True)
        with open(os.path.join(self.folder, UNSAFE), "w", encoding="ascii") as file:
            file.write("force-unsafe-io\n")
        shutil.copy("/etc/resolv.conf", os.path.join(self.folder, "etc/resolv.conf"))
        os.mkdir(os.path.join(self.folder, "debs"))
        self.where = "/"

    def run(self, command, stdin=None):
        """Runs a shell command in it, and returns the exit status."""
        root, archives, context = (shlex.quote(path) for path in (self.folder, self.archives, self.context))
        inside = f"cd {shlex.quote(self.where)} && {command}"
        mounts = (f"mount --make-rprivate / && mount -t proc proc {root}/proc && mount --rbind /dev {root}/dev && "
                  f"mount --bind {archives} {root}/var/cache/apt/archives && mount --bind {context} {root}/debs && exec chroot {root} sh -euc {shlex.quote(inside)}")
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        clean.update({name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")})
        # The processes of the system end with it.
        command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", mounts]
        return subprocess.run(command, env=clean, stdin=stdin or subprocess.DEVNULL, check=False).returncode

    def copy(self, context, what):
        *patterns, aim = what.split()
        target = self.folder + aim
        os.makedirs(target, exist_ok=True)
        found = [path for pattern in patterns for path in glob.glob(os.path.join(context, pattern))]
        assert found, f"nothing fits {patterns} in {context}"
        for path in found:
            shutil.copy(path, target)

    def remove(self):
        shutil.rmtree(self.folder)


def in_root(recipe, context, cache, script):
    (first, image), *rest = steps(recipe)
    assert first == "FROM" and image.startswith("debian:"), f"the recipe begins with {first} {image}"
    root = Root(cache, image.split(":")[1], context)
    try:
        for step, what in rest:
            print(f"--- {step} {what}", flush=True)
            if step == "COPY":
                root.copy(context, what)
            elif step == "WORKDIR":
                root.where = what
                os.makedirs(root.folder + what, exist_ok=True)
            elif step == "RUN":
                status = root.run(what)
                if status:
                    return status
            else:
                assert step == "CMD", f"the recipe has {step}, which this test does not know"
        print("--- the script", flush=True)
        with open(script, "rb") as file:
            return root.run("sh -eux", stdin=file)
    finally:
        root.remove()


def main():
    if sys.argv[1:] == ["--tool"]:
        return 0 if tool() else 1
    recipe, context, cache, script = sys.argv[1:]
    os.makedirs(cache, exist_ok=True)
    name = tool()
    print(f"--- {name or 'a folder'}", flush=True)
    if name == "buildah":
        return in_buildah(recipe, context, cache, script)
    return in_tool(name, recipe, context, script) if name else in_root(recipe, context, cache, script)


if __name__ == "__main__":
    sys.exit(main())
