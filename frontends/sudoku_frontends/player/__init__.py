"""Controllers of the film and the editor, which know no toolkit."""
