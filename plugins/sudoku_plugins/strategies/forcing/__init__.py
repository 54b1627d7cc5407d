"""Forcing: suppose something and follow it, until cases agree or contradict."""
