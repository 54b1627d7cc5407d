"""One board that is watched, or worked on by hand."""
