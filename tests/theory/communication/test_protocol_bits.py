"""What Alice and Bob say at several lengths, and the lines through it."""

import pytest

from lengthwise.crasp.language.parser import parse
from lengthwise.crasp.library.loading import load
from lengthwise.errors import SpecError, TooLargeError
from lengthwise.theory.communication import protocol_bits
from lengthwise.theory.communication.alice_and_bob import Message, alice
from lengthwise.theory.communication.protocol_bits import (
    LogLine,
    Protocol,
    ProtocolRow,
    bob_is_right,
    protocol_of,
)


def test_at_powers_of_two_the_fitted_line_is_that_of_theory():
    found = protocol_of(load("unique_copy:symbols=3"), [4, 64, 1024])
    assert found.fitted.a == pytest.approx(found.theory.a)
    assert found.fitted.b == pytest.approx(found.theory.b)


def test_no_message_exceeds_the_line_of_theory():
    found = protocol_of(load("abab_star"), range(1, 40))
    for row in found.rows:
        assert row.bits <= found._at_most(row.N) + 0.05
    assert found.fitted.a < found.theory.a


def test_two_lengths_or_more_are_needed_for_a_fit():
    found = protocol_of(load("dyck1"), [8])
    assert found.fitted is None
    assert found.json()["fitted"] is None
    assert "least squares" not in str(found)


def test_a_wrong_message_is_noticed():
    dyck = load("dyck1")
    right = alice(dyck, "(()(")
    assert bob_is_right(dyck, right, tuple("(()())))"))
    wrong = Message(right.bits[:-1] + "1", right.half)
    assert not bob_is_right(dyck, wrong, tuple("(()())))"))


def test_a_difference_is_told_loudly():
    found = Protocol(
        protocol_of(load("dyck1"), [8]).layout, (ProtocolRow(8, 12, False),)
    )
    assert "WRONG at N = 8" in str(found)
    assert "NO" in found.table.text()


def test_a_program_without_counts_sends_nothing():
    found = protocol_of(load("ends_in_b"), [4, 8])
    assert [row.bits for row in found.rows] == [0, 0]
    assert "Messages of 0 bits suffice" in repr(found)


def test_windows_and_periods_are_sent_in_a_constant_number_of_bits():
    program = parse('accept #[i - j in {1, 3}] "a" >= 1 && i mod 5 == 2')
    found = protocol_of(program, [4, 4096])
    assert [row.bits for row in found.rows] == [6, 6]
    assert found.json()["message"] == {"counts": 0, "windows": [3], "period": 5}
    assert "Messages of 6 bits" in found._repr_html_()


@pytest.mark.parametrize("lengths", [[], [0, 4], [2.5]])
def test_lengths_are_whole_numbers_from_1_up(lengths):
    with pytest.raises(SpecError, match="whole numbers from 1 up"):
        protocol_of(load("dyck1"), iter(lengths))


@pytest.mark.parametrize("limit", ["MOST_VALUES", "MOST_KEPT"])
def test_what_would_take_too_long_is_refused_before_it_begins(limit, monkeypatch):
    monkeypatch.setattr(protocol_bits, limit, 100)
    with pytest.raises(TooLargeError, match="at most 100 are computed"):
        protocol_of(load("dyck1"), [64])


def test_a_line_is_written_with_its_sign():
    assert str(LogLine(2.0, -1.5)) == "2·log2(N) - 1.5"
