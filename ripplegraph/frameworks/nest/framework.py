"""Nest: providers by token, events, schedules, guards and what else Nest calls."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Binding, EntryPoint, Framework, Lookup, Shape

_COMMON = ("@nestjs/common",)
_EVENTS = "nest.event"
_TOKENS = "nest.token"
_NAMED_TOKENS = "nest.token of code"
_PROVIDED = "[useClass]|[useFactory]|[useValue]|[useExisting]"


def _implements(base: str, method: str, words: str) -> EntryPoint:
    shape = Shape(at="class", names=(base,), of=_COMMON)
    return EntryPoint(shape=shape, words=words, members=(method,))


def _decorated(names: tuple[str, ...], words: str, name: str = ".") -> EntryPoint:
    return EntryPoint(shape=Shape(at="decorator", names=names), words=words, name=name)


FRAMEWORKS = (
    Framework(
        name="nest",
        title="Nest",
        languages=("typescript", "javascript"),
        packages=_COMMON,
        bindings=(
            Binding(
                shape=Shape(at="decorator", names=("OnEvent",)),
                registry=_EVENTS,
                name="0",
                words="handler of the event `{name}`",
            ),
            Binding(
                shape=Shape(at="object", names=("provide",)),
                registry=_TOKENS,
                name="[provide]",
                target=_PROVIDED,
            ),
            Binding(
                shape=Shape(at="object", names=("provide",)),
                registry=_NAMED_TOKENS,
                name="[provide]",
                target=_PROVIDED,
                same=True,
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="call", names=("emit", "emitAsync")),
                registry=_EVENTS,
                name="0",
                words="sends the event {name}",
                kind="calls",
            ),
            Lookup(
                shape=Shape(at="call", names=("Inject",), of=_COMMON),
                registry=_TOKENS,
                name="0",
                words="is given the provider {name}",
            ),
            Lookup(
                shape=Shape(at="call", names=("Inject",), of=_COMMON),
                registry=_NAMED_TOKENS,
                name="0",
                words="is given the provider {name}",
                same=True,
            ),
        ),
        entries=(
            _implements("CanActivate", "canActivate", "guard, called by Nest"),
            _implements("NestInterceptor", "intercept", "interceptor, called by Nest"),
            _implements("PipeTransform", "transform", "pipe, called by Nest"),
            _implements("ExceptionFilter", "catch", "filter of errors, called by Nest"),
            _implements("NestMiddleware", "use", "middleware, called by Nest"),
            _implements("NestModule", "configure", "called by Nest when it starts"),
            *(
                _implements(base, base[0].lower() + base[1:], "lifecycle hook of Nest")
                for base in (
                    *("OnModuleInit", "OnModuleDestroy", "OnApplicationBootstrap"),
                    *("OnApplicationShutdown", "BeforeApplicationShutdown"),
                )
            ),
            _decorated(("Cron", "Interval", "Timeout"), "run by Nest's scheduler"),
            _decorated(
                ("MessagePattern", "EventPattern", "SubscribeMessage"),
                "handler of the message `{name}`, called by Nest",
                "0",
            ),
            _decorated(
                ("Query", "Mutation", "Subscription", "ResolveField", "ResolveReference"),
                "resolver of GraphQL, called by Nest",
            ),
            _decorated(("Process", "OnQueueEvent"), "worker of a queue, called by Nest"),
        ),
    ),
)
