"""What `plugins new` writes: a plugin of each kind to begin with, exercises, and a project."""
