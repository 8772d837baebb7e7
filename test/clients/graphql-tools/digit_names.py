"""A plugin for ariadne-codegen, which takes the underscore from names such as _3dobjects, the metadata block: Python has no names like 3dobjects."""

from ariadne_codegen.plugins.base import Plugin


class DigitNames(Plugin):
    def process_name(self, name, node=None):
        return f"field_{name}" if name[:1].isdigit() else name
