"""Nothing from a name, a number, a command or a symbol runs or leaves the page."""

from dataclasses import replace

import pytest

from lengthwise.analysis.summary import Provenance, summary
from lengthwise.automata.dfa import DFA
from lengthwise.cannot_say import CannotSay
from lengthwise.crasp.core.program_facts import facts
from lengthwise.crasp.language.parser import parse
from lengthwise.report.study.study_page import render, render_decided
from lengthwise.theory.verdict.consequences import consequences_of
from lengthwise.theory.verdict.decision import verdict
from lengthwise.words import Alphabet
from tests.report.findings import kgram, simple

PAYLOADS = (
    "<script>window.ran=1;alert(1)</script>",
    "</script><script>window.ran=1</script>",
    "</title><script>window.ran=1</script>",
    "</style><script>window.ran=1</script>",
    "</textarea></noscript><script>window.ran=1</script>",
    "<img src=x onerror=window.ran=1>",
    "<img src=https://example.org/leak.png>",
    "<svg onload=window.ran=1>",
    "<svg><script>window.ran=1</script></svg>",
    "<svg><a xlink:href=javascript:window.ran=1><text y=20>a</text></a></svg>",
    "<math><mtext></p><img src=x onerror=window.ran=1>",
    "<iframe src=javascript:parent.ran=1></iframe>",
    "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
    "<object data=https://example.org/x></object>",
    "<embed src=https://example.org/x>",
    "<link rel=stylesheet href=https://example.org/x.css>",
    "<base href=https://example.org/>",
    "<meta http-equiv=refresh content='0;url=https://example.org/'>",
    "<form action=https://example.org/><button autofocus>x</button></form>",
    "<body onload=window.ran=1>",
    "<details open ontoggle=window.ran=1>",
    "<style>@import url(https://example.org/x.css);</style>",
    '" onmouseover=window.ran=1 autofocus onfocus=window.ran=1 x="',
    "' onfocus=window.ran=1 autofocus tabindex=1 x='",
    "javascript:window.ran=1",
    "data:text/html,<script>window.ran=1</script>",
    "{{ 7 * 7 }}{% include '/etc/passwd' %}",
    "${window.ran=1}`;window.ran=1//",
    "<!--><script>window.ran=1</script>-->",
    "]]><script>window.ran=1</script>",
    "\u2028window.ran=1\u2029\x00\x0b<b>",
    '=HYPERLINK("https://example.org","x")',
)
FOREIGN = (
    "iframe, object, embed, base, form, math, main img, [onerror], [onload], main b"
)


def hostile(text):
    """A study in which everything that can be called something is called `text`."""
    task = replace(simple().task, summary=text)
    object.__setattr__(task, "name", text)  # a task refuses it; a page must bear it
    object.__setattr__(task, "numbers", ((text, 4),))
    provenance = Provenance(
        command=text,
        version=text,
        fingerprints=({text: text},),
        records=0,
        smaller=(text, text),
    )
    found = summary(task, (), eps=(), provenance=provenance)
    made = replace(
        found,
        lengths={0.1: CannotSay(text)},
        plateaus={8: CannotSay(text)},
        exponent=CannotSay(text),
    )
    return replace(made, scaled=made)


def renamed(seen, symbols):
    """Statistics with other names for the symbols."""
    alphabet = Alphabet(symbols[: len(seen.alphabet)])
    suffix = tuple(symbols[seen.alphabet.index(s)] for s in seen.suffix)
    return replace(seen, alphabet=alphabet, suffix=suffix)


@pytest.mark.parametrize("text", PAYLOADS)
def test_a_hostile_name_is_only_text(opened, text):
    made = hostile(text)
    tab = opened(render(made).html)
    tab.page.keyboard.press("Tab")
    tab.page.mouse.move(300, 100)
    assert tab.page.evaluate("window.ran") is None
    assert tab.page.locator(FOREIGN).count() == 0
    assert tab.page.locator("script").count() == 1
    for tag, said in (("h1", str(made.task)), ("pre", text)):
        shown = tab.page.evaluate(f"document.querySelector('{tag}').textContent")
        assert shown == said.replace("\x00", "")
    tab.assert_quiet()
    assert len(tab.asked) == 1


def hostile_verdict():
    """A verdict page on which every letter, name and text is hostile."""
    everything = "\n".join(PAYLOADS)
    letters = Alphabet("".join(text.split()) for text in PAYLOADS)
    rows = ((1,) + (0,) * (len(letters) - 1), (0,) + (1,) * (len(letters) - 1))
    dfa = DFA(letters, rows, 0, frozenset({0}))
    found = consequences_of(
        replace(verdict(dfa=dfa), subject=everything, notes=PAYLOADS)
    )
    made = replace(found, program=everything, facts=facts(parse("accept true")))
    provenance = Provenance(
        command=everything, version=everything, fingerprints=(), records=0
    )
    return render_decided(
        made, title=everything, about=everything, why=everything, provenance=provenance
    )


def test_hostile_letters_and_programs_of_a_verdict_are_only_text(opened):
    tab = opened(hostile_verdict().html)
    tab.page.keyboard.press("Tab")
    tab.page.mouse.move(300, 100)
    assert tab.page.evaluate("window.ran") is None
    assert tab.page.locator(FOREIGN).count() == 0
    assert tab.page.locator("script").count() == 1
    assert tab.page.locator(".automaton svg text").count() > 4
    for tag in ("h1", "pre"):
        shown = tab.page.evaluate(f"document.querySelector('{tag}').textContent")
        assert shown == "\n".join(PAYLOADS).replace("\x00", "")
    tab.assert_quiet()
    assert len(tab.asked) == 1


def test_hostile_symbols_in_figures_and_tables_are_only_text(opened):
    symbols = tuple("".join(text.split()) for text in PAYLOADS)
    found = simple()
    exact = replace(
        found.exact,
        simulation=replace(found.exact.simulation, x=symbols, z=symbols[:5]),
    )
    audited = found.audits[32]
    errors = tuple(replace(e, worst=renamed(e.worst, symbols)) for e in audited.errors)
    made = replace(
        found,
        exact=exact,
        audits={32: replace(audited, errors=errors)},
        task=hostile(symbols[0]).task,
    )
    tab = opened(render(made).html)
    tab.page.locator("#simulation .plot").focus()
    for _ in symbols:
        tab.page.keyboard.press("ArrowRight")
    assert tab.page.evaluate("window.ran") is None
    assert tab.page.locator(FOREIGN).count() == 0
    tab.assert_quiet()


def test_the_policy_stops_what_gets_past_the_escaping(opened):
    page = render(kgram()).html
    inside = (
        "<script>window.ran=1</script><img src=https://example.org/leak.png>"
        "<p id=styled style='color:red' onclick='window.ran=1'>x</p>"
        "<iframe src=https://example.org/></iframe>"
    )
    tab = opened(page.replace("<main>", f"<main>{inside}"))
    tab.page.locator("#styled").click()
    fetched = tab.page.evaluate(
        "fetch('https://example.org/').then(() => 'sent', () => 'refused')"
    )
    assert fetched == "refused"
    assert tab.page.evaluate("window.ran") is None
    color = "getComputedStyle(document.getElementById('styled')).color"
    assert tab.page.evaluate(color) != "rgb(255, 0, 0)"
    assert all("Content Security Policy" in line for line in tab.said if "http" in line)
    assert tab.opened == []
