import json
import subprocess

import pytest

from lengthwise.cli import main


def script(shell, capsys):
    assert main.run(["completion", shell]) == 0
    return capsys.readouterr().out


def completed(words, text):
    """What bash offers for the last of `words`."""
    line = " ".join(f"'{word}'" for word in words)
    asked = f"COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _lengthwise"
    code = f'{text}\n{asked}\nprintf "%s\\n" "${{COMPREPLY[@]}}"'
    said = subprocess.check_output(["bash", "-c", code], text=True, timeout=30)
    return said.split()


def test_bash_completes_commands_and_options(capsys):
    text = script("bash", capsys)
    assert completed(["lengthwise", "ver"], text) == ["verdict"]
    assert completed(["lengthwise", "crasp", "comp"], text) == ["compile"]
    assert "--regex" in completed(["lengthwise", "verdict", "--re"], text)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_is_told_every_command(shell, capsys):
    text = script(shell, capsys)
    assert all(name in text for name in main.COMMANDS)


def test_another_shell_is_refused(capsys):
    assert main.run(["completion", "tcsh"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_completions_are_json_too(capsys):
    main.run(["completion", "fish", "--json"])
    assert json.loads(capsys.readouterr().out)["shell"] == "fish"
