"""Components of plugins: found, loaded, validated, registered."""
