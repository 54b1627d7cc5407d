"""What shows whether a strategy finds its steps itself: its calls are watched on some boards.

`watch` sees which code of the engine it enters, and which boards it holds meanwhile
(`held_boards`): one with the whole solution, or one on which it tries digits. The check `own_work`
puts this into words.
"""
