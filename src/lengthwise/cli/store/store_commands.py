"""``lengthwise store``: its commands by name, each loaded when it is called."""

from cyclopts import App

app = App(
    name="store",
    help="Check, export, merge and prune stored records.",
    help_format="plaintext",
    result_action="return_value",
)

for name, path in {
    "check": "lengthwise.cli.store.care_commands:check",
    "export": "lengthwise.cli.store.moving_commands:export_",
    "import": "lengthwise.cli.store.moving_commands:import_",
    "info": "lengthwise.cli.store.care_commands:info",
    "list": "lengthwise.cli.store.record_commands:list_",
    "merge": "lengthwise.cli.store.moving_commands:merge_",
    "migrate": "lengthwise.cli.store.care_commands:migrate",
    "prune": "lengthwise.cli.store.care_commands:prune",
    "show": "lengthwise.cli.store.record_commands:show",
}.items():
    app.command(path, name=name)
