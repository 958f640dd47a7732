"""The page that people play on: hand-written modules and styles, and the HTML that they start from.

Nothing is built, and nothing comes from elsewhere. `page` makes the HTML, with styles and data inside, so that the first
view of a table takes two round trips; `lean` says what of the sources need not be sent. The modules:

==================================  ===============================================================================
`start`                             inlined in the page: fetches words and the page's module side by side
`words`, `draw`, `hand`, `table`    all that the first view needs; `table.renderTable(screen)` shows exactly `screen`
`live`                              a table that is alive: what is pressed, what comes from the server
`connection`, `store`               the line, which comes back by itself and loses no command; what the page knows
`speak`, `keys`, `drag`, `motion`   log and live region, keyboard, dragging, where cards go
`panel`, `menu`, `invite`, `qr`     the room before the start, the result, dialogs at the table
`lobby`, `rules-form`, `sheet`      opening a table, house rules from their declarations, the rule sheet
`replay`                            finished deals, step by step
`settings`, `signal`, `fair`        a player's own choices, how he notices his turn, his part of the shuffle
==================================  ===============================================================================

No rule of a game stands here: what may be done is what the server lists, and why not is what it answers. The shapes
that come over the wire are in `types.d.ts`, for type checkers.
"""
