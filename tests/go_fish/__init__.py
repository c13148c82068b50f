"""The rules of Go Fish one by one, and the whole game beside OpenSpiel's.

Every test of a rule names it; `tests/golden/go_fish/rules.toml` maps them.
"""
