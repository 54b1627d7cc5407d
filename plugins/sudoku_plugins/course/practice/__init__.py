"""Practice: boards on which a technique is the next useful one, and answers that are judged.

``boards`` finds the boards, ``judging`` reads what a person writes and says whether it is right,
``exercises`` keeps the score, at the keyboard and in a window.
"""
