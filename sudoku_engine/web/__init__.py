"""Films for browsers: a run as a document of shapes and words, and the page that shows it."""
