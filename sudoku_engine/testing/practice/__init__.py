"""Practice: boards on which a technique is the next that helps, and answers that are judged.

``boards`` finds the boards with ``techniques``, ``answers`` reads what a person writes, ``judging``
says whether it is right, ``exercises`` keeps the score, ``session`` is for practice in a window.
"""
