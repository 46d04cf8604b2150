"""An example for every command, shown in its help and run by a test."""

EXAMPLES = {
    "audit": "lengthwise audit simple:omega=4,pieces=16 --lengths 8,64",
    "bound": "lengthwise bound --f simple:omega=4 --g simple:omega=4,pieces=32 "
    "--eps 0.1",
    "cite": "lengthwise cite izzo-4.1-explicit sort",
    "completion": "lengthwise completion bash",
    "crasp check": "lengthwise crasp check dyck1",
    "crasp compile": 'lengthwise crasp compile dyck1 --trace "(())"',
    "crasp equivalent": "lengthwise crasp equivalent tomita4 "
    '--regex "(1|01|001)*0{0,2}"',
    "crasp facts": "lengthwise crasp facts dyck1",
    "crasp fmt": "lengthwise crasp fmt 'accept  #\"a\">=2'",
    "crasp informative": "lengthwise crasp informative majority_language --size 5",
    "crasp list": "lengthwise crasp list",
    "crasp run": 'lengthwise crasp run dyck1 "(()())" "())("',
    "crasp separate": "lengthwise crasp separate d2 d3",
    "crasp simplify": "lengthwise crasp simplify 'accept !!(# \"a\" >= 1 + 1)'",
    "crasp trace": 'lengthwise crasp trace dyck1 "(())"',
    "doctor": "lengthwise doctor",
    "protocol": "lengthwise protocol dyck1 --lengths 8,64,512",
    "learn": "lengthwise learn dyck1 --class none",
    "measure": "lengthwise measure modp:p=2,k=0 --bins 120,240 --select 1 --report 2",
    "simulate": "lengthwise simulate --f modp:p=2,k=0 --g modp:p=2,k=1 --eps 0.5 "
    "--counts 0=1000000000,1=100000000 --suffix 0",
    "store check": "lengthwise store check",
    "store export": "lengthwise store export losses.csv",
    "store import": "lengthwise store import records.jsonl",
    "store info": "lengthwise store info",
    "store list": "lengthwise store list",
    "store migrate": "lengthwise store migrate",
    "store prune": "lengthwise store prune --days 90",
    "store show": "lengthwise store show 0d3f35",
    "sweep": "lengthwise sweep grid.toml --dry-run",
    "tasks": "lengthwise tasks sort",
    "verdict": 'lengthwise verdict --regex "(ab|bbaa)*"',
}
"""Examples by command name; some commands have theirs in their own docstring."""

START = {
    "lengthwise study simple": "study one task: verdict, bounds, training, a page "
    "(a minute)",
    'lengthwise verdict --regex "(ab|bbaa)*"': "is length generalization "
    "guaranteed, and why?",
    EXAMPLES["bound"]: "how long must training inputs be, according to theory?",
    EXAMPLES["crasp compile"]: "a program as a transformer that is exact at every "
    "length",
}
"""First commands to try, with their effects."""


def example(arguments: list[str]) -> str | None:
    """Returns the example of the command at the start of `arguments`.

    Examples:
        >>> example(["crasp", "run", "--help"])
        'lengthwise crasp run dyck1 "(()())" "())("'
    """
    two, one = " ".join(arguments[:2]), " ".join(arguments[:1])
    return EXAMPLES.get(two) or EXAMPLES.get(one)
