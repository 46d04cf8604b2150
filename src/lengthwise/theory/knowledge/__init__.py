"""What is known about the tasks of the catalogue, one value per family.

`lengthwise.theory.knowledge.lookup.knowledge_of` returns it for a task. Verdicts,
studies, audits and bounds look it up there and know no task by its name. A new family
needs one value in the file of its topic; a task without one is unknown, which is a
valid answer.
"""
