"""The rules of Athos one by one.

Every test names the rules that it checks; `tests/golden/athos/rules.toml` maps them.
"""
