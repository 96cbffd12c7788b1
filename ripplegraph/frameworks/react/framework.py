"""React: methods of components that React calls."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import EntryPoint, Framework, Shape

FRAMEWORKS = (
    Framework(
        name="react",
        title="React",
        languages=("tsx", "typescript", "javascript"),
        packages=("react",),
        entries=(
            EntryPoint(
                shape=Shape(at="class", names=("Component", "PureComponent"), of=("react",)),
                words="lifecycle method of React",
                members=(
                    *("render", "componentDidMount", "componentDidUpdate", "componentWillUnmount"),
                    *("shouldComponentUpdate", "getDerivedStateFromProps", "componentDidCatch"),
                    *("getDerivedStateFromError", "getSnapshotBeforeUpdate"),
                    *("UNSAFE_componentWillMount", "UNSAFE_componentWillReceiveProps"),
                ),
            ),
        ),
    ),
)
