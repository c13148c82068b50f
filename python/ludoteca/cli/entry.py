"""What a person types for an action: its full text, its numbers alone, or its number in a list."""

from __future__ import annotations

import re
from collections.abc import Sequence

NUMBER = re.compile(r"-?\d+")


class EntryError(ValueError):
    """Something typed that stands for no action text."""


class Menu:
    """The legal actions of one position, and the ways to name one of them.

    Nothing here knows a game: which numbers make an action is read off the legal actions, so the
    shorthand `0 1 -1 3` works wherever one action has the form `place 0 rot 1 at -1,3`.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        """Makes the menu of these action texts, in the engine's order."""
        self.texts = tuple(texts)
        self.forms = tuple(dict.fromkeys(NUMBER.sub("{}", text) for text in self.texts))

    def expand(self, typed: str) -> str:
        """The action text that `typed` stands for. It need not be legal.

        Raises:
            EntryError: A number that is not in the list, or numbers that make no action.
        """
        if typed.startswith("#"):
            return self._listed(typed[1:].strip())
        words = typed.replace(",", " ").split()
        if not words or not all(NUMBER.fullmatch(word) for word in words):
            return typed
        forms = self._forms(len(words))
        if len(forms) == 1:
            return forms[0].format(*words)
        if len(words) == 1:
            return self._listed(words[0])
        raise EntryError(f"{len(words)} numbers make no action here; actions read {self.patterns}")

    def listed(self, start: str) -> list[tuple[int, str]]:
        """The actions whose first numbers, or first words, are these, each with its number."""
        numbers = start.replace(",", " ").split()
        is_numbers = all(NUMBER.fullmatch(number) for number in numbers)
        wanted = numbers if is_numbers else start.split()
        return [
            (position, text)
            for position, text in enumerate(self.texts, start=1)
            if (self.numbers(text) if is_numbers else text.split())[: len(wanted)] == wanted
        ]

    def _forms(self, numbers: int) -> list[str]:
        """The forms with so many numbers."""
        return [form for form in self.forms if numbers and form.count("{}") == numbers]

    def shorthand(self, text: str) -> str | None:
        """The numbers of an action, if they say which one it is."""
        numbers = self.numbers(text)
        return " ".join(numbers) if len(self._forms(len(numbers))) == 1 else None

    @staticmethod
    def numbers(text: str) -> list[str]:
        """The numbers in an action text, which are its shorthand."""
        return NUMBER.findall(text)

    @property
    def patterns(self) -> str:
        """The forms that legal actions have now, with a dot for each number."""
        return " or ".join(f"'{form.replace('{}', '.')}'" for form in self.forms[:10])

    def _listed(self, word: str) -> str:
        if not word.isdecimal() or not 1 <= int(word) <= len(self.texts):
            raise EntryError(f"the list has no entry '{word}', it goes from 1 to {len(self.texts)}")
        return self.texts[int(word) - 1]
