"""The files that `plugins new` writes: plugins of each kind, exercises, and a project."""
