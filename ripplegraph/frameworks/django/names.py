"""What Django finds by names: addresses, models, signals, commands, tags, templates, settings."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Binding, Lookup, Shape

_DJANGO = ("django",)
_URLS = "django.url"
_MODELS = "django.model"
_MODEL_NAMES = "django.model_name"
_SIGNALS = "django.signal"
_COMMANDS = "django.command"
TAGS, FILTERS, LIBRARIES = "django.tag", "django.filter", "django.library"
_IN_MODELS = ("*/models.py", "*/models/*.py")
_RELATIONS = ("ForeignKey", "OneToOneField", "ManyToManyField")
_OPERATIONS = (
    *("CreateModel", "DeleteModel", "RenameModel", "AlterModelOptions", "AlterModelTable"),
    *("AddField", "RemoveField", "AlterField", "RenameField", "AddIndex", "AddConstraint"),
)
_RENDER = ("render", "render_to_response", "render_to_string", "get_template", "select_template")

BINDINGS = (
    Binding(
        shape=Shape(at="call", names=("path", "re_path", "url"), needs=("name=",)),
        registry=_URLS,
        name="name=",
        target="1|view=",
        within="app_name",
    ),
    Binding(
        shape=Shape(at="class", names=("*",), of=_DJANGO, files=_IN_MODELS),
        registry=_MODELS,
        name=".",
        within="folder",
    ),
    Binding(
        shape=Shape(at="class", names=("*",), of=_DJANGO, files=_IN_MODELS),
        registry=_MODEL_NAMES,
        name=".",
        spell="{lower}",
        within="folder",
    ),
    Binding(
        shape=Shape(at="decorator", names=("receiver",), of=_DJANGO),
        registry=_SIGNALS,
        name="~0",
        same=True,
        uses="sender=",
        words="handler of the signal `{name}`",
    ),
    Binding(
        shape=Shape(at="call", names=("connect",), of=_DJANGO),
        registry=_SIGNALS,
        name="receiver",
        target="0|receiver=",
        same=True,
        words="handler of the signal `{name}`",
    ),
    Binding(
        shape=Shape(at="class", names=("*",), files=("*/management/commands/*.py",)),
        registry=_COMMANDS,
        name="stem",
    ),
    *(
        Binding(
            shape=Shape(at="decorator", names=names, files=("*/templatetags/*.py",)),
            registry=registry,
            name="name=|0|.",
            words=f"{kind} `{{name}}` of templates",
        )
        for kind, registry, names in (
            ("filter", FILTERS, ("filter",)),
            ("tag", TAGS, ("tag", "simple_tag", "simple_block_tag")),
        )
    ),
    Binding(
        shape=Shape(at="decorator", names=("inclusion_tag",), files=("*/templatetags/*.py",)),
        registry=TAGS,
        name="name=|.",
        words="tag `{name}` of templates",
    ),
    *(
        Binding(
            shape=Shape(at="call", names=(kind,), files=("*/templatetags/*.py",)),
            registry=registry,
            name="0|name=",
            target="1|filter_func=|compile_function=",
            words=f"{kind} `{{name}}` of templates",
        )
        for kind, registry in (("filter", FILTERS), ("tag", TAGS))
    ),
    Binding(
        shape=Shape(at="assigned", names=("register",), files=("*/templatetags/*.py",)),
        registry=LIBRARIES,
        name="stem",
        target="file",
    ),
)
LOOKUPS = (
    Lookup(
        shape=Shape(
            at="call",
            names=("reverse", "reverse_lazy", "redirect", "resolve_url"),
            of=("django", "rest_framework"),
        ),
        registry=_URLS,
        name="0|viewname=|to=",
        words="makes the address of {name}",
    ),
    Lookup(
        shape=Shape(
            at="assigned", names=("LOGIN_URL", "LOGOUT_REDIRECT_URL", "LOGIN_REDIRECT_URL")
        ),
        registry=_URLS,
        name="value",
        words="names {name}",
    ),
    Lookup(
        shape=Shape(at="call", names=_RENDER),
        registry="template",
        name="1|template_name=|0",
        words="renders {name}",
    ),
    Lookup(
        shape=Shape(at="class", names=("*",), of=("django",)),
        registry="template",
        name="[template_name]",
        words="renders {name}",
    ),
    *(
        Lookup(
            shape=Shape(at="class", names=names, of=_DJANGO),
            registry="template",
            name="~[model]",
            spell=f"{{lower}}_{ending}.html",
            words="renders {name} by its name",
        )
        for names, ending in (
            (("DetailView",), "detail"),
            (("ListView",), "list"),
            (("CreateView", "UpdateView"), "form"),
            (("DeleteView",), "confirm_delete"),
        )
    ),
    Lookup(
        shape=Shape(at="decorator", names=("inclusion_tag",)),
        registry="template",
        name="0|filename=",
        words="renders {name}",
    ),
    Lookup(
        shape=Shape(at="call", names=_RELATIONS),
        registry=_MODELS,
        name="0|to=",
        words="is related to {name}",
        kind="references",
    ),
    Lookup(
        shape=Shape(at="call", names=("get_model",)),
        registry=_MODELS,
        name="1|0",
        words="takes the model {name}",
        kind="references",
    ),
    Lookup(
        shape=Shape(at="assigned", names=("AUTH_USER_MODEL",)),
        registry=_MODELS,
        name="value",
        words="names the model {name}",
    ),
    Lookup(
        shape=Shape(at="call", names=_OPERATIONS, files=("*/migrations/*.py",)),
        registry=_MODEL_NAMES,
        name="0|model_name=|name=",
        spell="{lower}",
        words="changes the table of {name}",
    ),
    Lookup(
        shape=Shape(at="call", names=("send", "send_robust", "asend", "asend_robust")),
        registry=_SIGNALS,
        name="receiver",
        words="sends the signal {name}",
        kind="calls",
        same=True,
    ),
    Lookup(
        shape=Shape(at="call", names=("call_command",)),
        registry=_COMMANDS,
        name="0|command_name=",
        words="runs the command {name}",
        kind="calls",
    ),
    Lookup(
        shape=Shape(at="class", names=("ModelAdmin", "TabularInline", "StackedInline"), of=_DJANGO),
        registry="own member",
        name="[list_display,readonly_fields,actions,fields,inlines,list_editable]",
        words="shows {name}",
        kind="references",
    ),
    Lookup(
        shape=Shape(at="decorator", names=("register",), of=_DJANGO),
        registry="own member",
        name="[list_display,readonly_fields,actions,fields,list_editable]",
        words="shows {name}",
        kind="references",
        about="*",
    ),
)
