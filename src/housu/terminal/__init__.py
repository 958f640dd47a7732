"""Playing in a terminal: line by line, or at a table that fills the screen.

`table` is the match with those who sit at it, `typed` reads what people write, `wording` says what happened; `plain`
and `app` are the two ways to see it.
"""
