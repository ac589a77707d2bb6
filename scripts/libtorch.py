#!/usr/bin/env python3
"""Gives this checkout a CPU libtorch: `.libtorch`, a link into the user's cache.

    scripts/libtorch.py           fetch it if it is missing (550 MB, once per user)
    scripts/libtorch.py --check   say what the build will use; status 1 if nothing

A libtorch of your own is left alone: set LIBTORCH=/its/folder, or
LIBTORCH_USE_PYTORCH=1 for the one in Python's torch package.
"""

import errno
import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

# The version that the pinned `tch` insists on. Raise RECIPE when the contents change.
VERSION = "2.11.0"
RECIPE = 1

# PyTorch's own wheel, and the two CUDA libraries that its CPU half is linked to, at the
# versions that torch 2.11.0 asks for. pip checks the hashes. The wheel's Python version
# is of no consequence: nothing of Python's is kept.
WHEELS = {
    "torch==2.11.0": "7aa2f9bbc6d4595ba72138026b2074be1233186150e9292865e04b7a63b8c67a",
    "nvidia-cuda-runtime==13.0.96": "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548",
    "nvidia-cuda-cupti==13.0.85": "4eb01c08e859bf924d222250d2e8f8b8ff6d3db4721288cf35d14252a4d933c8",
}
DOWNLOAD_MB = 544
TAGS = ["--python-version=3.11", "--implementation=cp", "--abi=cp311"] + [
    f"--platform={p}_x86_64" for p in ("manylinux_2_28", "manylinux_2_25", "manylinux_2_17", "manylinux2014")
]
# The libraries kept, with their sizes, and one header: enough to notice a cache that something has thinned out.
LIBS = {
    "torch/lib/libtorch_cpu.so": 451209129,
    "torch/lib/libc10.so": 1498969,
    "torch/lib/libgomp.so.1": 254009,
    "nvidia/cu13/lib/libcudart.so.13": 704288,
    "nvidia/cu13/lib/libcupti.so.13": 4152208,
}
HEADER = "include/torch/csrc/api/include/torch/torch.h"
# pip holds the largest wheel twice for a moment.
NEEDED_MB = 1200

LINK = Path(__file__).resolve().parent.parent / ".libtorch"
INSTEAD = (
    f"Or bring your own PyTorch {VERSION}: set LIBTORCH to its folder,\n"
    "or set LIBTORCH_USE_PYTORCH=1 if python3 can import it."
)


def say(text):
    print(f"libtorch: {text}", flush=True)


def stop(text):
    sys.exit(f"libtorch: {text}")


def cache_root():
    given = os.environ.get("XDG_CACHE_HOME", "")
    base = Path(given) if os.path.isabs(given) else Path.home() / ".cache"
    return base / "elderhand"


def complete(folder):
    """A folder gets its name only when it is whole; this notices later damage."""
    try:
        sizes = all((folder / "lib" / Path(n).name).stat().st_size == size for n, size in LIBS.items())
        return sizes and all((folder / n).is_file() for n in (HEADER, "lib/libtorch.so", "build-version"))
    except OSError:
        return False


def own_libtorch():
    """What to say about a libtorch the user has chosen, or None. Stops if it is not there."""
    # torch-sys goes by the variable being set, whatever its value, and looks at it first.
    if "LIBTORCH_USE_PYTORCH" in os.environ:
        return "using python3's torch (LIBTORCH_USE_PYTORCH is set)"
    if "LIBTORCH" in os.environ:
        folder = os.environ["LIBTORCH"]
        lib = os.environ.get("LIBTORCH_LIB", folder)
        if not folder or not any(Path(lib, "lib").glob("libtorch*")):
            stop(f"LIBTORCH is '{folder}', which holds no lib/libtorch*.\nCorrect it, or unset it to have one fetched.")
        return f"using {folder} (LIBTORCH is set)"
    if LINK.is_dir() and not LINK.is_symlink():
        return "using the folder .libtorch as it is (it is not our link)"
    return None


def check_platform():
    try:
        glibc = tuple(int(n) for n in os.confstr("CS_GNU_LIBC_VERSION").split()[1].split("."))
    except (ValueError, OSError, AttributeError, IndexError):
        glibc = (0,)
    if sys.platform != "linux" or os.uname().machine != "x86_64" or glibc < (2, 28):
        stop(f"there is one to fetch only for x86_64 Linux with glibc 2.28+.\n{INSTEAD}")


def check_space(root):
    free = shutil.disk_usage(root).free // 1_000_000
    if free < NEEDED_MB:
        stop(
            f"{root} has {free} MB free; {NEEDED_MB} MB are needed\n"
            "for a moment, 500 MB to keep. Make room, or set XDG_CACHE_HOME to a\n"
            f"folder on a larger disk.\n{INSTEAD}"
        )


def megabytes(folder):
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size
        except OSError:
            pass  # pip moves its files about
    return total // 1_000_000


def download(into):
    """The wheels, by pip: it knows the user's proxies, mirrors and certificates."""
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run(pip + ["--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        stop(
            "python3 has no pip. On Debian or Ubuntu: apt install python3-pip;\n"
            f"elsewhere: python3 -m ensurepip --user.\n{INSTEAD}"
        )
    wanted = into / "wanted.txt"
    wanted.write_text("".join(f"{name} --hash=sha256:{digest}\n" for name, digest in WHEELS.items()))
    # /tmp is often small, so pip's temporary files go beside ours. A cached copy would be dead weight.
    env = dict(os.environ, TMPDIR=str(into), PIP_REQUIRE_VIRTUALENV="0", PIP_DISABLE_PIP_VERSION_CHECK="1")
    command = pip + ["download", "--quiet", "--no-input", "--no-cache-dir", "--retries=3"]
    command += ["--no-deps", "--only-binary=:all:", "--require-hashes"] + TAGS
    command += [f"--requirement={wanted}", f"--dest={into}"]
    say(f"fetching PyTorch {VERSION} ({DOWNLOAD_MB} MB, once)")
    child = subprocess.Popen(
        command, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    output = None
    try:
        while output is None:
            try:
                output, _ = child.communicate(timeout=0.3)
            except subprocess.TimeoutExpired:
                if sys.stdout.isatty():
                    print(f"\r  {min(megabytes(into), DOWNLOAD_MB)} of {DOWNLOAD_MB} MB", end="", flush=True)
    finally:
        child.kill()
        child.wait()
        if sys.stdout.isatty():
            print("\r\033[K", end="", flush=True)
    if child.returncode:
        explain([line.strip() for line in output.decode(errors="replace").splitlines() if line.strip()])


def explain(lines):
    """Stops, with what matters of pip's words."""
    if any("No space left" in line for line in lines):
        raise OSError(errno.ENOSPC, "the disk is full")
    said = [line for line in lines if line.startswith("ERROR")] or lines[-3:]
    said = "\n".join(said)[-600:]
    stop(f"pip could not fetch it:\n{said}\nIs the network there? Run this again, it starts afresh.\n{INSTEAD}")


def unpack(wheels, into):
    """Keeps the headers and the CPU libraries. zipfile checks every file's CRC."""
    say("unpacking")
    (into / "lib").mkdir(parents=True)
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if name in LIBS:
                    target = into / "lib" / Path(name).name
                elif name.startswith("torch/include/") and not name.endswith("/"):
                    target = into / Path(name).relative_to("torch")
                else:
                    continue
                target.parent.mkdir(parents=True, exist_ok=True)
                with archive.open(name) as source, open(target, "wb") as copy:
                    shutil.copyfileobj(source, copy, 1 << 20)
    # The wheel's own libtorch.so pulls in CUDA; the linker takes this in its place.
    (into / "lib/libtorch.so").write_text("INPUT(libtorch_cpu.so)\n")
    (into / "lib/libgomp.so").symlink_to("libgomp.so.1")
    (into / "build-version").write_text(f"{VERSION}+cpu\n")


def fetch(folder):
    """Makes the cache folder complete. What is unfinished has another name, so it never counts."""
    root = folder.parent
    root.mkdir(parents=True, exist_ok=True)
    # The lock goes with the process, however that ends; a second run waits, then finds the work done.
    with open(root / "libtorch.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another run is fetching it; waiting for that one")
            fcntl.flock(lock, fcntl.LOCK_EX)
        if complete(folder):
            return
        for stale in root.glob("*.partial"):
            shutil.rmtree(stale, ignore_errors=True)
        check_space(root)
        # A new name each time: pip may outlive a run that was killed.
        partial = Path(tempfile.mkdtemp(prefix=folder.name + ".", suffix=".partial", dir=root))
        try:
            (partial / "wheels").mkdir()
            download(partial / "wheels")
            unpack(partial / "wheels", partial / "tree")
            if not complete(partial / "tree"):
                stop(f"the wheels do not hold what was expected; please report this.\n{INSTEAD}")
            os.sync()  # or a power cut after the rename could leave a whole-looking ruin
            shutil.rmtree(folder, ignore_errors=True)
            (partial / "tree").rename(folder)
        finally:
            shutil.rmtree(partial, ignore_errors=True)


def link_to(folder):
    if LINK.is_symlink() and os.readlink(LINK) == str(folder):
        return
    fresh = LINK.with_name(f".libtorch.{os.getpid()}")
    fresh.symlink_to(folder)
    os.replace(fresh, LINK)
    say(f".libtorch now links to {folder}")


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    checking = bool(sys.argv[1:])
    own = own_libtorch()
    if own:
        say(own)
        return
    if checking:
        if not complete(LINK):
            stop("none yet: `make setup` fetches it")
        say(f"{VERSION} (CPU) in {LINK.resolve()}")
        return
    folder = cache_root() / f"libtorch-{VERSION}-cpu-{RECIPE}"
    if not complete(folder):
        check_platform()
        fetch(folder)
    link_to(folder)


if __name__ == "__main__":
    # `make` and CI stop with TERM: clean up then as after Ctrl-C.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("\nlibtorch: interrupted; run it again to start afresh")
    except zipfile.BadZipFile as error:
        stop(f"damaged in transit ({error}); run it again")
    except OSError as error:
        if error.errno == errno.ENOSPC:
            stop(
                "the disk is full. Make room, or set XDG_CACHE_HOME to a folder\n"
                "on a larger disk, then run this again."
            )
        stop(f"{error}\n{INSTEAD}")
