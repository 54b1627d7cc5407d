"""A class on one laptop: the playground for pupils, a page for the teacher, all in one folder."""
