"""Contracts of our own for import-linter; `pyproject.toml` names them."""

from importlinter import Contract, ContractCheck, fields, output


class PrivateModules(Contract):
    """A module whose name begins with ``_`` is imported from its own folder only."""

    type_name = "private"

    root = fields.StringField()

    def check(self, graph, verbose):  # noqa: ARG002
        broken = [
            (importer, module)
            for module in sorted(graph.modules)
            if module.startswith(f"{self.root}.") and _is_private(module)
            for importer in sorted(graph.find_modules_that_directly_import(module))
            if not f"{importer}.".startswith(f"{_folder(module)}.")
        ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check):
        for importer, module in check.metadata["broken"]:
            output.print_error(
                f"{importer} imports {module}, which is private to {_folder(module)}: "
                "import from a module without _, or drop the _ if others need it",
                bold=False,
            )


def _is_private(module: str) -> bool:
    name = module.rpartition(".")[2]
    return name.startswith("_") and not name.startswith("__")


def _folder(module: str) -> str:
    return module.rpartition(".")[0]
