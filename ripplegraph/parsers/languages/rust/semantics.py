"""The semantics of Rust."""

from __future__ import annotations

from ripplegraph.linking.ordinary import OrdinarySemantics


class RustSemantics(OrdinarySemantics):
    """How the names and types of Rust behave."""

    receiver = "self"
    constructors = ()
    call_method = ""
    contextual = True
    types_in_body = True
    extensions_by_path = True
    inner_stars = True
    macro_mark = "!"
    package_guess = "?"
    module_guess = "mod "
    boxes = True
    members_below = False
    generic_functions = True
    calls_types = False
    alternative_blocks = True
    object_members = frozenset(
        {
            "as_mut",
            "as_ref",
            "borrow",
            "borrow_mut",
            "clone_into",
            "into",
            "to_owned",
            "try_into",
            "type_id",
        }
    )
