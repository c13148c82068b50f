"""Slow, obvious versions of the games, written from the rules texts alone, to check the engine."""
