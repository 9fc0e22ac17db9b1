"""A Harbor environment that runs a task's commands as plain processes of this machine: for trusted tasks only.

Every trial has a root directory of its own. The machine's top-level directories are bound into it inside a
private mount namespace per command, so /logs, /tests, /solution, /tmp and the working directory belong to the
trial while programs and home directories are the machine's. Root uses a mount namespace, anyone else a user
namespace around it. A task's Dockerfile is not run: the other files of environment/ land in the working directory.
"""

import asyncio
import os
import shlex
import shutil
import signal
import tempfile
from pathlib import Path

from harbor.environments.base import BaseEnvironment, ExecResult
from harbor.environments.capabilities import EnvironmentCapabilities

PRIVATE = {"logs", "tests", "solution", "tmp", "app"}
SYSTEM = {"bin", "boot", "dev", "etc", "lib", "lib64", "proc", "run", "sbin", "sys", "usr", "var"}
MARKER = "PADDOCK_LOCAL_TRIAL"
# Not Harbor's whole environment, which holds keys. PADDOCK_RUN is how the runner finds what a run left behind.
INHERITED = ("PATH", "HOME", "LANG", "PADDOCK_RUN")


def tool(name: str) -> str:
    """Its path: a task may set another PATH for its commands, and chroot is seldom on a user's."""
    path = shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin:/usr/bin:/bin")
    if path is None:
        raise RuntimeError(f"the local environment needs {name} (packages util-linux and coreutils)")
    return path


class LocalProcessEnvironment(BaseEnvironment):
    def __init__(self, *args, **kwargs):
        # Harbor mounts nothing of itself since 0.26; mounted logs are what a live view reads.
        super().__init__(*args, **{"auto_mounting": True, **kwargs})

    @staticmethod
    def type() -> str:
        return "paddock-local"

    @property
    def capabilities(self) -> EnvironmentCapabilities:
        return EnvironmentCapabilities(mounted=True)

    def _validate_definition(self) -> None:
        self._workdir = getattr(self.task_env_config, "workdir", None) or "/app"
        top = self._workdir.strip("/").split("/")[0]
        if not self._workdir.startswith("/") or not top or top in SYSTEM:
            raise ValueError(f"workdir {self._workdir!r} is a system directory here: run this task in docker")
        self._private = PRIVATE | {top}

    async def start(self, force_build: bool) -> None:
        self._root = Path(tempfile.mkdtemp(prefix="paddock-trial-"))
        self._host_tops = []
        for entry in os.scandir("/"):
            if entry.name in self._private:
                continue
            if entry.is_symlink():
                (self._root / entry.name).symlink_to(os.readlink(entry.path))
            elif entry.is_dir():
                (self._root / entry.name).mkdir()
                self._host_tops.append(entry.name)
        for path in [*self._private, self._workdir.strip("/"), *(t.strip("/") for t in self._mount_targets())]:
            (self._root / path).mkdir(parents=True, exist_ok=True)
        (self._root / "tmp").chmod(0o1777)
        built = shutil.ignore_patterns("Dockerfile", "docker-compose.y*ml")
        shutil.copytree(self.environment_dir, self._outside(self._workdir), ignore=built, dirs_exist_ok=True)
        probe = await self.exec("true")
        if probe.return_code != 0:
            raise RuntimeError(f"no private mount namespace on this machine: {probe.stderr}")

    async def stop(self, delete: bool) -> None:
        self._kill_leftovers()
        if delete:
            for name in self._host_tops:
                (self._root / name).rmdir()  # never recursive: fails, rather than deletes, if something is bound here
            shutil.rmtree(self._root, ignore_errors=True)

    async def exec(self, command, cwd=None, env=None, timeout_sec=None, user=None) -> ExecResult:
        """Runs `command` in the trial's root and waits for its leader only, as `docker exec` does."""
        scope = [tool("unshare"), "--mount"] if os.geteuid() == 0 else [tool("unshare"), "--map-root-user", "--mount"]
        variables = {name: os.environ[name] for name in INHERITED if name in os.environ}
        variables |= {**(self._merge_env(env) or {}), MARKER: self._root.name}
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = await asyncio.create_subprocess_exec(
                *scope, tool("sh"), "-c", self._script(command, cwd or self._workdir),
                stdin=asyncio.subprocess.DEVNULL, stdout=out, stderr=err, env=variables, start_new_session=True,
            )  # fmt: skip
            try:
                code = await asyncio.wait_for(process.wait(), timeout_sec)
            except TimeoutError as error:
                raise RuntimeError(f"Command timed out after {timeout_sec} seconds") from error
            finally:  # also when Harbor cancels the agent at its own time limit
                if process.returncode is None:
                    os.killpg(process.pid, signal.SIGKILL)
            out.seek(0), err.seek(0)
            return ExecResult(
                stdout=out.read().decode(errors="replace"),
                stderr=err.read().decode(errors="replace"),
                return_code=code,
            )

    def _script(self, command: str, cwd: str) -> str:
        root = shlex.quote(str(self._root))
        mount_tool = tool("mount")
        binds = [f"{mount_tool} --rbind /{shlex.quote(name)} {root}/{shlex.quote(name)}" for name in self._host_tops]
        for mount in self._mounts:
            target = shlex.quote(str(self._root / mount["target"].strip("/")))
            binds.append(f"{mount_tool} --bind {shlex.quote(str(Path(mount['source']).resolve()))} {target}")
        inside = f"cd {shlex.quote(cwd)} && exec bash -c {shlex.quote(command)}"
        return "\n".join(["set -e", *binds, f"exec {tool('chroot')} {root} sh -c {shlex.quote(inside)}"])

    def _outside(self, path: str) -> Path:
        """Where a path of the trial stands on the machine."""
        relative = Path(path.strip("/"))
        for mount in sorted(self._mounts, key=lambda m: -len(m["target"])):
            if relative.is_relative_to(mount["target"].strip("/")):
                return Path(mount["source"]) / relative.relative_to(mount["target"].strip("/"))
        return Path("/") / relative if relative.parts[:1] and relative.parts[0] in self._host_tops else self._root / relative

    def _kill_leftovers(self) -> None:
        """Kills what the trial left in the background, sessions of their own included."""
        marker = f"{MARKER}={self._root.name}".encode()
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and marker in (entry / "environ").read_bytes().split(b"\0"):
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                continue  # it ended meanwhile, or is another user's

    async def upload_file(self, source_path, target_path) -> None:
        target = self._outside(str(target_path))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source_path, target)

    async def upload_dir(self, source_dir, target_dir) -> None:
        shutil.copytree(source_dir, self._outside(str(target_dir)), dirs_exist_ok=True, symlinks=True)

    async def download_file(self, source_path, target_path) -> None:
        Path(target_path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(self._outside(str(source_path)), target_path)

    async def download_dir(self, source_dir, target_dir) -> None:
        shutil.copytree(self._outside(str(source_dir)), target_dir, dirs_exist_ok=True, symlinks=True)
