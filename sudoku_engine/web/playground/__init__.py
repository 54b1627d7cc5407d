"""The site on which strategies are written, checked and watched in a browser."""
