"""Celery: tasks that are sent by object or by name, handlers of signals, periodic tasks."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import Binding, EntryPoint, Framework, Lookup, Shape

_TASKS = "celery.task"
_SIGNALS = (
    *("task_prerun", "task_postrun", "task_retry", "task_success", "task_failure"),
    *("task_revoked", "task_received", "task_sent", "before_task_publish", "after_task_publish"),
    *("task_unknown", "task_rejected", "task_internal_error", "worker_init", "worker_ready"),
    *("worker_shutdown", "worker_shutting_down", "worker_process_init", "celeryd_init"),
    *("worker_process_shutdown", "celeryd_after_setup", "beat_init", "setup_logging"),
    *("after_setup_logger", "after_setup_task_logger", "beat_embedded_init", "import_modules"),
    *("on_after_configure", "on_after_finalize", "on_after_fork", "heartbeat_sent"),
)
_TASK = "Celery task `{name}`, which may be sent by name"

FRAMEWORKS = (
    Framework(
        name="celery",
        title="Celery",
        languages=("python",),
        packages=("celery",),
        bindings=(
            Binding(
                shape=Shape(
                    at="decorator", names=("task", "shared_task", "periodic_task"), of=("celery",)
                ),
                registry=_TASKS,
                name="name=|qualified",
                words=_TASK,
                uses="base=",
            ),
            Binding(
                shape=Shape(at="class", names=("*",), of=("celery",)),
                registry=_TASKS,
                name="[name]",
                words=_TASK,
            ),
            Binding(
                shape=Shape(at="class", names=("Task",), of=("celery",)),
                registry=_TASKS,
                name="qualified",
            ),
        ),
        lookups=(
            Lookup(
                shape=Shape(at="call", names=("send_task", "signature", "subtask")),
                registry=_TASKS,
                name="0|name=",
                words="sends the task {name}",
                kind="calls",
            ),
            Lookup(
                shape=Shape(at="assigned", names=("beat_schedule", "CELERY_BEAT_SCHEDULE")),
                registry=_TASKS,
                name="[task]",
                words="schedules the task {name}",
            ),
        ),
        entries=(
            EntryPoint(
                shape=Shape(at="decorator", names=("connect",), of=("celery",)),
                words="handler of the signal `{name}`, called by Celery",
                name="receiver",
                uses="sender=",
            ),
            EntryPoint(
                shape=Shape(at="class", names=("Task",), of=("celery",)),
                words="called by Celery",
                members=(
                    *("run", "on_failure", "on_success", "on_retry", "after_return"),
                    *("before_start", "__call__", "on_bound"),
                ),
            ),
        ),
    ),
)
