from pathlib import Path

import pytest

from lengthwise.training.device.fingerprint import fingerprint, processor
from lengthwise.training.device.threads import cores, environment


def test_width_threads_and_flags_are_part_of_it(monkeypatch):
    monkeypatch.setenv("NPROC", "3")
    monkeypatch.setenv("XLA_FLAGS", "--b=1 --a=2")
    found = fingerprint(8)
    assert found["threads"] == "3"
    assert found["flags"] == "--a=2 --b=1"
    assert found["width"] == "8"
    assert found["device"].startswith("cpu")


@pytest.mark.parametrize(
    ("flags", "kind"),
    [("fpu avx2 fma", " avx2 fma"), ("fpu avx512f avx2", " avx512f avx2")],
)
def test_instruction_sets_are_part_of_the_device(tmp_path, flags, kind):
    table = tmp_path / "cpuinfo"
    table.write_text(f"flags : {flags}\n")
    assert processor(table).endswith(kind)


def test_the_environment_has_one_thread_and_keeps_the_rest():
    found = environment({"HOME": "/h", "NPROC": "4", "JAX_COMPILATION_CACHE_DIR": "/c"})
    assert found["NPROC"] == "1"
    assert found["HOME"] == "/h"
    assert found["JAX_COMPILATION_CACHE_DIR"] == "/c"
    assert "XLA_FLAGS" not in found


def test_cores_are_those_of_this_process():
    assert 1 <= cores() <= len(list(Path("/sys/devices/system/cpu").glob("cpu[0-9]*")))
