"""What writes runs down: as text for people, as JSON lines and as puzzle lines for programs."""
