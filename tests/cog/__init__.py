"""The rules of C.O.G. one by one.

Every test names the rules that it checks; `tests/golden/cog/rules.toml` maps them.
"""
