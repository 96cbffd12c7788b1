"""What is known of the library of Rust itself."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.files.known_library import KnownLibrary

RUST: Final = KnownLibrary(
    object_members=frozenset(
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
)
