"""Rails: controllers, views, models, jobs, mailers and tasks, by their naming conventions."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Convention, Framework, Passage, Templates

_ACTIONS, _CLASSES, _METHODS = "rails.action", "rails.class", "rails.method"
_HELPERS, _PATHS, _JOBS = "rails.helper", "rails.path", "rails.job"
_MAILS, _MODELS, _TASKS = "rails.mail", "rails.model_method", "rails.task"
_VERBS = "get|post|put|patch|delete"
_SYMBOL = r"(?<![\w:]):(?P<name>[a-z_]\w*[?!]?)(?!:)"
_SYMBOLS = r"(?P<list>(?::\w+[?!]?(?:\s*,\s*)?)+)"
_RUBY_IN_VIEWS = r"<%(?!#)(?P<list>[\s\S]*?)%>"
_VIEWS = ("*.erb", "*.haml", "*.slim")
_CODE = ("*/app/*.rb", "*/lib/*.rb", "*/lib/*.rake", "*/test/*.rb", "*/spec/*.rb")
_MODEL_CALLBACKS = (
    r"(?:before|after|around)_(?:validation|save|create|update|destroy|commit|initialize|find"
    r"|touch|rollback|create_commit|update_commit|destroy_commit|save_commit)"
)
_FILTERS = r"(?:(?:prepend|append)_)?(?:before|after|around)_action"


def _run(callback: str, words: str, registry: str = _METHODS) -> Passage:
    """Declare methods that a class names for Rails to call."""
    return Passage(
        pattern=rf"(?m)^\s*(?P<word>{callback})[ (]\s*{_SYMBOLS}",
        each=_SYMBOL,
        registry="",
        binds=True,
        to=f"{registry} {{stem}}.{{name}}",
        words=words,
    )


def _ask(callback: str, words: str) -> Passage:
    """Declare that a class depends on methods that it names, which may be inherited."""
    return Passage(
        pattern=rf"(?m)^\s*(?P<word>{callback})[ (]\s*{_SYMBOLS}",
        each=_SYMBOL,
        registry="rails.member",
        words=words,
    )


FRAMEWORKS = (
    Framework(
        name="rails",
        title="Rails",
        languages=("ruby",),
        files=(*_CODE, *_VIEWS, "*/config/routes.rb", "*/config/routes/*.rb"),
        readers=("rails.routes",),
        conventions=(
            Convention(
                pattern=r"(?:.*/)?app/controllers/(?P<path>.*)_controller\.rb::"
                r"(?:\w+\.)*\w+Controller\.(?P<name>\w+)",
                kinds=("function",),
                name="{path}#{name}",
                registry=_ACTIONS,
            ),
            Convention(
                pattern=r"(?:.*/)?app/controllers/(?P<path>.*)_controller\.rb::"
                r"(?:\w+\.)*\w+Controller\.(?P<name>\w+)",
                kinds=("function",),
                name="{path}/{name}",
                registry="template",
                asks=True,
                words="renders {name} by its name",
            ),
            Convention(
                pattern=r"(?:.*/)?app/controllers/(?P<path>.*)_controller\.rb::"
                r"(?:\w+\.)*\w+Controller",
                kinds=("class",),
                name="layouts/{path}",
                registry="template",
                asks=True,
                words="renders in the layout {name}",
            ),
            Convention(
                pattern=r"(?:.*/)?app/mailers/(?P<path>.*)\.rb::(?:\w+\.)*\w+\.(?P<name>\w+)",
                kinds=("function",),
                name="{path}/{name}",
                registry="template",
                asks=True,
                words="renders {name} by its name",
            ),
            Convention(
                pattern=r"(?:.*/)?app/mailers/.*\.rb::(?P<owner>(?:\w+\.)*\w+)\.(?P<name>\w+)",
                kinds=("function",),
                name="{owner.last}.{name}",
                registry=_MAILS,
                words="mail, sent by its name",
            ),
            Convention(
                pattern=r"(?:.*/)?app/(?:models|validators|controllers|jobs|services)/.*\.rb::"
                r"(?:\w+\.)*(?P<name>[A-Z]\w*)",
                kinds=("class",),
                registry=_CLASSES,
            ),
            Convention(
                pattern=r"(?:.*/)?app/.*\.rb::(?:\w+\.)*\w+\.(?P<name>\w+[?!]?)",
                kinds=("function",),
                name="{stem}.{name}",
                registry=_METHODS,
            ),
            Convention(
                pattern=r"(?:.*/)?app/.*\.rb::(?:\w+\.)*\w+\.(?P<name>\w+[?!]?)",
                kinds=("function",),
                registry="rails.member",
            ),
            Convention(
                pattern=r"(?:.*/)?app/models/.*\.rb::(?:\w+\.)*\w+\.(?P<name>\w+[?!]?)",
                kinds=("function",),
                registry=_MODELS,
            ),
            Convention(
                pattern=r"(?:.*/)?app/helpers/.*\.rb::(?:\w+\.)*\w+\.(?P<name>\w+[?!]?)",
                kinds=("function",),
                registry=_HELPERS,
                words="helper of views",
            ),
            Convention(
                pattern=r"(?:.*/)?app/(?:jobs|workers|sidekiq)/.*\.rb::"
                r"(?:\w+\.)*(?P<name>\w+)\.perform",
                kinds=("function",),
                registry=_JOBS,
                words="job, run by Rails",
            ),
            Convention(
                pattern=r"(?:.*/)?app/(?:models/)?validators?/.*\.rb::"
                r"(?:\w+\.)*\w+\.validate(?:_each)?|(?:.*/)?app/models/\w*validator\.rb::"
                r"(?:\w+\.)*\w+\.validate(?:_each)?",
                kinds=("function",),
                name="validator",
                registry="",
                words="validator, called by Rails",
            ),
        ),
        passages=(
            _run(_FILTERS, "filter of {own}, called by Rails"),
            _run(_MODEL_CALLBACKS, "callback {word} of {own}, called by Rails"),
            _run("validate", "validation of {own}, called by Rails"),
            _run("helper_method", "helper of views", _METHODS),
            _ask(_FILTERS, "filters by {name}"),
            _ask("skip_(?:before|after|around)_action", "skips the filter {name}"),
            Passage(
                pattern=r"\brescue_from\b[^\n]*\bwith:\s*:(?P<name>\w+)",
                registry="",
                binds=True,
                to="rails.method {stem}.{name}",
                words="handler of errors, called by Rails",
            ),
            Passage(
                pattern=rf"\bhelper_method[ (]\s*{_SYMBOLS}",
                each=_SYMBOL,
                registry=_HELPERS,
                binds=True,
                to="rails.method {stem}.{name}",
            ),
            Passage(
                pattern=r"(?m)^\s*(?:has_many|has_and_belongs_to_many)[ (]\s*:(?P<name>\w+)"
                r"(?![^\n]*class_name)",
                name="{name.singular.camel}",
                registry=_CLASSES,
                words="has many of {name}",
                kind="references",
            ),
            Passage(
                pattern=r"(?m)^\s*(?:belongs_to|has_one)[ (]\s*:(?P<name>\w+)"
                r"(?![^\n]*class_name)",
                name="{name.camel}",
                registry=_CLASSES,
                words="is associated with {name}",
                kind="references",
            ),
            Passage(
                pattern=r"\bclass_name:\s*[\"'](?:\w+::)*(?P<name>\w+)[\"']",
                registry=_CLASSES,
                words="is associated with {name}",
                kind="references",
            ),
            Passage(
                pattern=r"\b(?P<name>[A-Z]\w*)\.(?:set\([^()]*\)\.)?perform_"
                r"(?:later|now|async|in|at)\b",
                registry=_JOBS,
                words="runs the job {name}",
                kind="calls",
            ),
            Passage(
                pattern=r"\b(?P<owner>[A-Z]\w*Mailer)\.(?:with\([^()]*\)\.)?(?P<name>[a-z_]\w*)",
                name="{owner}.{name}",
                registry=_MAILS,
                words="sends {name}",
                kind="calls",
            ),
            Passage(
                pattern=r"&:(?P<name>[a-z_]\w*[?!]?)",
                registry=_MODELS,
                words="calls {name} of each",
                kind="calls",
            ),
            Passage(
                pattern=r"\bRake::Task\[[\"'](?P<name>[\w:]+)",
                registry=_TASKS,
                words="runs the task {name}",
            ),
            # Templates.
            Passage(
                pattern=r"\brender\b[ (]\s*(?:(?:partial|template|action|layout):\s*)?"
                r"[\"'](?P<name>\w[\w./-]*/[\w.-]+)[\"']",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"\brender\b[^\n]*\blayout:\s*[\"'](?P<name>[\w/]+)",
                name="layouts/{name}",
                registry="template",
                words="renders in the layout {name}",
            ),
            Passage(
                pattern=r"(?m)^\s*layout\s+[\"'](?P<name>[\w/]+)",
                name="layouts/{name}",
                registry="template",
                words="renders in the layout {name}",
            ),
            Passage(
                pattern=r"\brender\b[ (]\s*(?:(?:template|action):\s*)?"
                r"(?::|[\"'])(?P<name>\w+)\b(?!:)",
                has=r"class\s+(?:\w+::)*(?P<owner>\w+)Controller\b",
                files=("*_controller.rb",),
                name="{owner.snake}/{name}",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"\brender\b[ (]\s*(?:partial:\s*)?[\"'](?P<name>\w+)[\"']",
                files=_VIEWS,
                name="./_{name}.html.erb",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"\brender\b[ (]\s*@(?P<name>\w+)",
                files=_VIEWS,
                name="{name.plural}/{name.singular}",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=_RUBY_IN_VIEWS,
                each=r"(?<![\w.@:\"'])(?P<name>[a-z_]\w*[?!]?)(?!\s*[:=]|\w)",
                unless=r"\|[^|\n]*\b<name>\b[^|\n]*\||\b<name>\s*=[^=~]",
                files=_VIEWS,
                registry=_HELPERS,
                words="calls {name}",
                kind="calls",
            ),
            Passage(
                pattern=_RUBY_IN_VIEWS,
                each=r"[\w)\]]\.(?P<name>[a-z_]\w*[?!]?)",
                files=_VIEWS,
                registry=_MODELS,
                words="calls {name}",
                kind="calls",
            ),
            # Requests.
            Passage(
                pattern=rf"(?m)^\s*(?P<method>{_VERBS})[ (]\s*"
                r"(?P<name>[a-z]\w*)_(?:path|url)\b",
                name="{method.shout} {name}",
                registry=_PATHS,
                words="requests {name}",
            ),
            Passage(
                pattern=r"\b(?:button_to|form_with|form_for|method:)\b[^\n]*?"
                r"\b(?P<name>[a-z]\w*)_(?:path|url)\b",
                name="POST {name}",
                registry=_PATHS,
                words="sends a form to {name}",
            ),
            Passage(
                pattern=r"(?<!\w)(?<!get )(?<!post )(?<!put )(?<!patch )(?<!delete )"
                r"(?P<name>[a-z]\w*)_(?:path|url)\b",
                name="GET {name}",
                registry=_PATHS,
                words="leads to {name}",
            ),
            Passage(
                pattern=rf"(?m)^\s*(?P<method>{_VERBS})[ (]\s*[\"'](?P<name>/[^\"'?]*)",
                files=("*/test/*", "*/spec/*"),
                name="{method.shout} {name}",
                registry="request",
                words="requests {name}",
            ),
        ),
        templates=(
            Templates(
                endings=(".html.erb", ".text.erb", ".erb", ".html.haml", ".html.slim"),
                folders=("views",),
                partial="_",
            ),
        ),
    ),
)
