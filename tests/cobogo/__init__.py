"""The rules of Cobogó, one by one, through the public interface.

Every test names its rules (`@pytest.mark.rule("K-31")`) and worked examples ("T-20"); the map of
rules to tests is `tests/golden/cobogo/rules.toml`.
"""
