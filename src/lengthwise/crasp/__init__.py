"""C-RASP: a language for what transformers do at every length.

The passes, in the order in which a program goes through them:

=============  ===================================================================
text           by a name of the `library`, a path, or as it is (`library.loading`)
``language/``  parsed, its sorts checked: a `language.program.Program`; and printed
``core/``      without sugar, few kinds of nodes: facts about it, simplification
``running/``   what it computes at every position of a word
compile        the limit transformer that computes it: `lengthwise.limit.compile`
=============  ===================================================================

>>> from lengthwise.crasp.core.desugar import core
>>> from lengthwise.crasp.language.parser import parse
>>> from lengthwise.crasp.running.interpreter import run
>>> from lengthwise.limit.compile.compiler import compile_program
>>> program = parse('accept # "a" > # "b"')
>>> len(core(program).nodes), run(program, "aba").accepted
(5, True)
>>> len(compile_program(program).layers)
1
"""
