"""C-RASP: a language for functions that transformers compute at every length.

The passes, in order:

=============  ===================================================================
text           from the `library`, a file, or given directly (`library.loading`)
``language/``  parsing and sort checking to a `language.program.Program`; printing
``core/``      desugared to a few kinds of nodes: facts, simplification
``running/``   evaluation at every position of a word
compile        to a limit transformer: `lengthwise.limit.compile`
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
