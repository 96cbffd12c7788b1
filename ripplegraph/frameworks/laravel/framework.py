"""Laravel: controllers, the container, Eloquent, events, jobs, commands and Blade."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Convention, Framework, Passage, Templates

_ACTIONS, _CLASSES, _METHODS = "laravel.action", "laravel.class", "laravel.method"
_SERVICES, _FACADES, _MIDDLEWARE = "laravel.service", "laravel.facade", "laravel.middleware"
_MEMBERS, _ABILITIES, _POLICIES = "eloquent.member", "laravel.ability", "laravel.policy"
_EVENTS, _JOBS, _COMMANDS = "laravel.event", "laravel.job", "laravel.command"
_ROUTES, _COMPONENTS = "laravel.route", "laravel.component"
_TYPE = r"\\?(?:\w+\\)*(?P<name>[A-Z]\w*)"
_GIVEN = (
    r"(?:^|,)\s*(?:#\[[^\]]*\]\s*)?(?:(?:private|public|protected|readonly)\s+)*\??"
    + _TYPE
    + r"\s+\$"
)
_KEY_OR_TYPE = r"(?:['\"](?P<key>[\w.-]+)['\"]|\\?(?:\w+\\)*(?P<type>\w+)::class)"
_MADE = (
    r"(?:\\?(?:\w+\\)*(?P<bound>\w+)::class"
    r"|(?:static\s+)?(?:fn|function)\b[^;]{0,300}?\bnew\s+\\?(?:\w+\\)*(?P<made>\w+))"
)
_RELATIONS = (
    "hasMany|hasOne|belongsTo|belongsToMany|hasManyThrough|hasOneThrough|morphTo|morphMany|morphOne"
    "|morphToMany|morphedByMany"
)
_VIEWS = ("*/resources/views/*",)


def _run(folder: str, members: str, words: str) -> Convention:
    """Declare methods that Laravel calls of the classes in a folder."""
    return Convention(
        pattern=rf"(?:.*/)?app/{folder}/.*\.php::(?:\w+\.)*(?P<owner>\w+)\.(?P<name>{members})",
        kinds=("function",),
        registry="",
        words=words,
    )


FRAMEWORKS = (
    Framework(
        name="laravel",
        title="Laravel",
        languages=("php",),
        files=(
            *("*/app/*.php", "*/routes/*.php", "*/bootstrap/*.php", "*/database/*.php"),
            *("*/tests/*.php", "*/config/*.php", *_VIEWS),
        ),
        readers=("laravel.routes",),
        conventions=(
            Convention(
                pattern=r"(?:.*/)?app/(?P<path>.*)\.php::\w+\.(?P<name>\w+)",
                kinds=("function",),
                name="{path}@{name}",
                registry=_ACTIONS,
            ),
            Convention(
                pattern=r"(?:.*/)?app/(?:.*/)?Controllers/.*\.php::(?P<owner>\w+)\.(?P<name>\w+)",
                kinds=("function",),
                name="{owner}@{name}",
                registry=_ACTIONS,
            ),
            Convention(
                pattern=r"(?:.*/)?app/.*\.php::(?P<name>\w+)",
                kinds=("class",),
                registry=_CLASSES,
            ),
            Convention(
                pattern=r"(?:.*/)?app/.*\.php::(?P<owner>\w+)\.(?P<name>\w+)",
                kinds=("function",),
                name="{owner}.{name}",
                registry=_METHODS,
            ),
            Convention(
                pattern=r"(?:.*/)?app/Models/.*\.php::\w+\.scope(?P<name>[A-Z]\w*)",
                kinds=("function",),
                name="{name.lower_camel}",
                registry=_MEMBERS,
                words="scope, called by Eloquent",
            ),
            Convention(
                pattern=r"(?:.*/)?app/Models/.*\.php::\w+\.[gs]et(?P<name>\w+)Attribute",
                kinds=("function",),
                name="{name.snake}",
                registry=_MEMBERS,
                words="accessor, called by Eloquent",
            ),
            Convention(
                pattern=r"(?:.*/)?app/Policies/.*\.php::(?P<owner>\w+)\.(?P<name>\w+)",
                kinds=("function",),
                name="{owner}.{name}",
                registry=_POLICIES,
                words="policy, called by Laravel",
            ),
            Convention(
                pattern=r"(?:.*/)?app/Jobs/.*\.php::(?P<name>\w+)\.handle",
                kinds=("function",),
                registry=_JOBS,
                words="job, run by Laravel",
            ),
            Convention(
                pattern=r"(?:.*/)?app/View/Components/(?P<path>.*)\.php::\w+",
                kinds=("class",),
                name="{path.kebab}",
                registry=_COMPONENTS,
                words="component of Blade",
            ),
            _run("Http/Middleware", "handle|terminate", "middleware: runs around requests"),
            _run(
                "Http/Requests",
                "rules|authorize|messages|attributes|prepareForValidation|passedValidation"
                "|withValidator|after",
                "form request, called by Laravel",
            ),
            _run("Models", "booted|boot|casts|newFactory", "called by Laravel"),
            _run("Models/Scopes", "apply", "called by Laravel"),
            _run("Observers", r"[a-z]\w*", "observer, called by Laravel"),
            _run("Providers", "register|boot", "called by Laravel"),
            _run("View/Components", "render|shouldRender", "called by Blade"),
            _run("Mail", "build|content|envelope|attachments|headers", "called by Laravel"),
            _run("Notifications", r"via|to[A-Z]\w*", "called by Laravel"),
            _run("Rules", "validate|passes|message", "called by Laravel"),
            _run("Exceptions", "render|report|register", "called by Laravel"),
            _run("Http/Resources", "toArray|with", "called by Laravel"),
        ),
        passages=(
            # The container.
            Passage(
                pattern=rf"->(?:bind|singleton|scoped|bindIf|singletonIf)\(\s*{_KEY_OR_TYPE}"
                rf"\s*,\s*{_MADE}",
                name="{key}{type}",
                registry=_SERVICES,
                binds=True,
                to=f"{_CLASSES} {{bound}}{{made}}",
            ),
            Passage(
                pattern=r"\bfunction\s+\w+\s*\((?P<list>[^{;]*)\)",
                each=_GIVEN,
                registry=_SERVICES,
                words="is given a {name}",
            ),
            Passage(
                pattern=rf"\b(?:app|resolve|make|makeWith)\(\s*{_KEY_OR_TYPE}",
                name="{key}{type}",
                registry=_SERVICES,
                words="asks the container for {name}",
            ),
            Passage(
                pattern=rf"\bgetFacadeAccessor\(\)[^{{]*\{{\s*return\s+{_KEY_OR_TYPE}",
                name="{key}{type}",
                registry=_SERVICES,
                words="stands for {name}",
            ),
            Passage(
                pattern=r"\bclass\s+(?P<name>\w+)\s+extends\s+\\?(?:\w+\\)*Facade\b"
                rf"[\s\S]*?\breturn\s+{_KEY_OR_TYPE}",
                registry=_FACADES,
                binds=True,
                to=f"{_SERVICES} {{key}}{{type}}",
            ),
            Passage(
                pattern=r"\b(?P<name>[A-Z]\w*)::(?P<member>\w+)\(",
                registry=_FACADES,
                member=f"{_METHODS} {{member}}",
                words="calls it by the facade {name}",
                kind="calls",
            ),
            # Middleware.
            *(
                Passage(
                    pattern=pattern,
                    each=r"['\"](?P<name>[\w.-]+)['\"]\s*=>\s*\\?(?:\w+\\)*(?P<type>\w+)::class",
                    registry=_MIDDLEWARE,
                    binds=True,
                    to=f"{_CLASSES} {{type}}",
                )
                for pattern in (
                    r"->alias\(\s*\[(?P<list>[^\]]*)\]",
                    r"\$(?:middlewareAliases|routeMiddleware)\s*=\s*\[(?P<list>[^\]]*)\]",
                )
            ),
            Passage(
                pattern=r"\bmiddleware['\"]?\s*(?:\(|=>)\s*(?P<list>\[[^\]]*\]|['\"][^'\"]*['\"])",
                each=r"['\"](?P<name>[\w.-]+)(?::[^'\"]*)?['\"]",
                registry=_MIDDLEWARE,
                words="runs the middleware {name}",
            ),
            # Eloquent.
            Passage(
                pattern=rf"\bfunction\s+(?P<name>\w+)(?=\(\)[^{{]*\{{\s*return\s+\$this"
                rf"->(?:{_RELATIONS})\()",
                registry=_MEMBERS,
                binds=True,
                of="next",
                words="relation, called by Eloquent",
            ),
            Passage(
                pattern=r"\bfunction\s+(?P<name>\w+)(?=\(\)\s*:\s*\\?(?:\w+\\)*Attribute\b)",
                name="{name.snake}",
                registry=_MEMBERS,
                binds=True,
                of="next",
                words="accessor, called by Eloquent",
            ),
            Passage(
                pattern=r"(?:(?<!\$this)->|\?->|::)(?P<name>[a-z]\w*)\b",
                registry=_MEMBERS,
                words="uses {name} of a model",
            ),
            Passage(
                pattern=r"(?:->|::)(?:with|load|loadMissing|has|whereHas|orWhereHas|doesntHave"
                r"|withCount|withWhereHas|loadCount)\((?P<list>[^()]*)",
                each=r"['\"](?P<name>\w+)",
                registry=_MEMBERS,
                words="uses {name} of a model",
            ),
            # Gates and policies.
            Passage(
                pattern=r"\bGate::define\(\s*['\"](?P<name>[\w.-]+)['\"]",
                registry=_ABILITIES,
                binds=True,
            ),
            Passage(
                pattern=r"(?:authorize|[cC]an|cannot|allows|denies|check|inspect|canany)\(\s*"
                r"['\"](?P<name>[\w.-]+)['\"]",
                registry=_ABILITIES,
                words="asks for the ability {name}",
            ),
            Passage(
                pattern=r"(?:authorize|[cC]an|cannot|allows|denies|check|inspect|canany)\(\s*"
                r"['\"](?P<name>\w+)['\"]\s*,\s*\[?\s*"
                r"(?:\$(?P<model>\w+)|\\?(?:\w+\\)*(?P<type>\w+)::class)",
                name="{model.camel}{type}Policy.{name}",
                registry=_POLICIES,
                words="asks {name}",
                kind="calls",
            ),
            # Events, jobs, commands.
            Passage(
                pattern=r"\bfunction\s+(?:handle\w*|__invoke)(?=\(\s*" + _TYPE + r"\s+\$)",
                files=("*/app/Listeners/*",),
                registry=_EVENTS,
                binds=True,
                of="next",
                words="listener of {name}, called by Laravel",
            ),
            *(
                Passage(pattern=pattern, registry=registry, words=f"{words} {{name}}", kind="calls")
                for registry, words in ((_EVENTS, "sends the event"), (_JOBS, "runs the job"))
                for pattern in (
                    r"\b(?P<name>[A-Z]\w*)::(?:dispatch|broadcast)\w*\(",
                    r"\b(?:event|dispatch\w*|broadcast|job|push|later)\(\s*new\s+" + _TYPE,
                )
            ),
            Passage(
                pattern=r"\$signature\s*=\s*['\"]\s*(?P<name>[\w:.-]+)"
                r"[\s\S]*?\bfunction\s+handle\b",
                registry=_COMMANDS,
                binds=True,
                of="next",
                words="console command `{name}`",
            ),
            Passage(
                pattern=r"\b(?:artisan|command|call|callSilently|queue)\(\s*['\"]"
                r"(?P<name>[\w:.-]+)",
                registry=_COMMANDS,
                words="runs the command {name}",
                kind="calls",
            ),
            # Views.
            Passage(
                pattern=r"(?:\bview|\bmake|\bmarkdown|\btext|@include\w*|@extends|@component|@each)"
                r"\(\s*(?:\$\w+\s*,\s*)?['\"](?P<name>[\w./-]+)['\"]",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"(?:\b(?:view|markdown|html|text):\s*|\bRoute::view\([^,]*,\s*)"
                r"['\"](?P<name>[\w./-]+)['\"]",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"<x-(?P<name>[\w.-]+)",
                files=_VIEWS,
                name="components.{name}",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"<x-(?P<name>[\w.-]+)",
                files=_VIEWS,
                name="{name.slashed}",
                registry=_COMPONENTS,
                words="renders {name}",
            ),
            Passage(
                pattern=r"\b(?:config|Config::get)\(\s*['\"](?P<name>\w+)",
                name="config/{name}",
                registry="template",
                words="reads {name}",
            ),
            # Routes and requests.
            Passage(
                pattern=r"\b(?:route|to_route|routeIs|signedRoute|temporarySignedRoute)\(\s*"
                r"['\"](?P<name>[\w.-]+)['\"]",
                registry=_ROUTES,
                words="makes the address of {name}",
            ),
            Passage(
                pattern=r"->(?P<method>get|post|put|patch|delete|options)(?:Json)?\(\s*"
                r"['\"]/?(?P<name>[^'\"?]*)['\"]",
                files=("*/tests/*",),
                name="{method.shout} /{name}",
                registry="request",
                words="requests {name}",
            ),
            Passage(
                pattern=r"\b(?:url|redirect)\(\s*['\"](?P<name>/[^'\"?]*)",
                name="GET {name}",
                registry="request",
                words="leads to {name}",
            ),
        ),
        templates=(
            Templates(endings=(".blade.php",), folders=("views",), separator="."),
            Templates(endings=(".php",), folders=("config",)),
        ),
    ),
)
