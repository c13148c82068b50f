"""Other libraries, driven the fastest way that their users can, one script each."""
