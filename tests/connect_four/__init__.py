"""The rules of Connect Four one by one, and the whole game beside OpenSpiel's.

Every test of a rule names it; `tests/golden/connect_four/rules.toml` maps them.
"""
