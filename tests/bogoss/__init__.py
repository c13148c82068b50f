"""The rules of Bogoss one by one.

Every test names the rules that it checks; `tests/golden/bogoss/rules.toml` maps them.
"""
