"""What a reader finds on a page: its text, one block a line."""

from html.parser import HTMLParser

BLOCKS = {
    "p",
    "li",
    "h1",
    "h2",
    "tr",
    "caption",
    "figcaption",
    "summary",
    "pre",
    "dt",
    "dd",
}
UNREAD = {"script", "style", "svg"}


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.lines = [""]
        self.unread = 0

    def handle_starttag(self, tag, attrs):
        if tag in UNREAD:
            self.unread += 1
            self.lines.append(dict(attrs).get("aria-label", ""))
        if tag in BLOCKS:
            self.lines.append(f"{tag}: ")

    def handle_endtag(self, tag):
        self.unread -= tag in UNREAD
        if tag in ("td", "th"):
            self.lines[-1] += " | "

    def handle_data(self, data):
        if not self.unread:
            before, after = (" " if data[k] == " " else "" for k in (0, -1))
            self.lines[-1] += before + " ".join(data.split()) + after


def text_of(html):
    reader = Reader()
    reader.feed(html)
    lines = [line.strip() for line in reader.lines]
    return "\n".join(line for line in lines if line)
