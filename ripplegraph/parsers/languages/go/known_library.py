"""What functions of Go itself do with values."""

from __future__ import annotations

from typing import Final

from ripplegraph.linking.files.known_library import KnownLibrary, by_model

GO_LIBRARY: Final = KnownLibrary(
    functions=by_model(
        {
            "same": "<sync>.OnceFunc <sync>.OnceValue <sync>.OnceValues <slices>.Backward "
            "<slices>.Clip <slices>.Clone <slices>.Collect <slices>.Compact <slices>.Grow "
            "<slices>.Sorted <slices>.Values",
            "element": "<slices>.Max <slices>.MaxFunc <slices>.Min <slices>.MinFunc",
        }
    )
)
