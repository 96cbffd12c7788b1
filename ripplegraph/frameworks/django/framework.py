"""Django: what it calls of views, models, forms, admin and commands."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import EntryPoint, Fields, Framework, Models, Shape
from ripplegraph.frameworks.django.names import BINDINGS, LOOKUPS
from ripplegraph.frameworks.django.templates import TEMPLATES

_PACKAGES = ("django", "rest_framework")
_VIEWS = (
    *("View", "TemplateView", "RedirectView", "ListView", "DetailView", "CreateView"),
    *("UpdateView", "DeleteView", "FormView", "ArchiveIndexView", "YearArchiveView"),
    *("MonthArchiveView", "DayArchiveView", "DateDetailView", "BaseListView", "BaseDetailView"),
    *("LoginView", "LogoutView", "PasswordChangeView", "PasswordResetView", "APIView"),
    *("GenericAPIView", "ViewSet", "ModelViewSet", "GenericViewSet", "ReadOnlyModelViewSet"),
    *("ListAPIView", "CreateAPIView", "RetrieveAPIView", "UpdateAPIView", "DestroyAPIView"),
    *("ListCreateAPIView", "RetrieveUpdateAPIView", "RetrieveUpdateDestroyAPIView"),
    *("LoginRequiredMixin", "PermissionRequiredMixin", "UserPassesTestMixin", "FormMixin"),
    *("ContextMixin", "SingleObjectMixin", "MultipleObjectMixin"),
)
_VIEW_MEMBERS = (
    *("get", "post", "put", "patch", "delete", "head", "options", "trace", "dispatch", "setup"),
    *("get_*", "form_valid", "form_invalid", "test_func", "has_permission", "handle_no_permission"),
    *("render_to_response", "paginate_queryset", "list", "create", "retrieve", "update"),
    *("partial_update", "destroy", "perform_*", "http_method_not_allowed", "initial"),
    *("check_permissions", "handle_exception", "finalize_response"),
)


def _calls(
    names: tuple[str, ...], members: tuple[str, ...], words: str, name: str = "."
) -> EntryPoint:
    """Declare the methods of subclasses that Django calls."""
    shape = Shape(at="class", names=names, of=_PACKAGES)
    return EntryPoint(shape=shape, words=words, name=name, members=members)


FRAMEWORKS = (
    Framework(
        name="django",
        title="Django",
        languages=("python",),
        packages=_PACKAGES,
        bindings=BINDINGS,
        lookups=LOOKUPS,
        entries=(
            _calls(_VIEWS, _VIEW_MEMBERS, "called by Django's generic view"),
            _calls(
                ("Model", "AbstractUser", "AbstractBaseUser", "TimeStampedModel"),
                (
                    *("save", "delete", "clean", "full_clean", "clean_fields", "__str__"),
                    *("get_absolute_url", "natural_key", "from_db", "refresh_from_db"),
                    *("validate_unique", "save_base", "asave", "adelete"),
                ),
                "called by Django's model",
            ),
            _calls(
                ("Manager", "BaseManager", "UserManager", "BaseUserManager", "QuerySet"),
                ("get_queryset", "create_user", "create_superuser", "get_by_natural_key"),
                "called by Django's manager",
            ),
            _calls(
                (
                    *("Form", "ModelForm", "BaseForm", "BaseModelForm", "BaseFormSet", "FormSet"),
                    *("BaseModelFormSet", "BaseInlineFormSet", "AuthenticationForm"),
                    *("UserCreationForm", "UserChangeForm"),
                ),
                ("clean", "clean_*", "save", "is_valid", "full_clean", "add_fields", "_post_clean"),
                "called by Django's form",
            ),
            _calls(
                ("ModelAdmin", "TabularInline", "StackedInline", "InlineModelAdmin", "AdminSite"),
                (
                    *("get_*", "save_*", "delete_*", "has_*", "formfield_for_*", "log_*"),
                    *("changelist_view", "change_view", "add_view", "delete_view", "response_*"),
                    *("lookup_allowed", "construct_change_message", "render_change_form"),
                ),
                "called by Django's admin",
            ),
            _calls(("AppConfig",), ("ready",), "called by Django when it starts"),
            _calls(
                ("BaseCommand", "LabelCommand", "AppCommand", "NoArgsCommand"),
                ("handle", "handle_*", "add_arguments", "execute", "create_parser", "get_version"),
                "command `{name}`, run by manage.py",
                name="stem",
            ),
            EntryPoint(
                shape=Shape(at="class", names=("Migration",), of=("django",)),
                words="migration, run by Django",
            ),
            EntryPoint(
                shape=Shape(
                    at="function",
                    names=(
                        *("process_request", "process_view", "process_response"),
                        *("process_exception", "process_template_response"),
                    ),
                    files=("*middleware*",),
                ),
                words="middleware: runs around each request",
            ),
            _calls(("MiddlewareMixin",), ("__call__",), "middleware: runs around each request"),
            EntryPoint(
                shape=Shape(at="decorator", names=("register",), of=("django",)),
                words="registered with Django's admin or its checks",
                uses="*",
            ),
            EntryPoint(
                shape=Shape(at="call", names=("register",), of=("django",)),
                words="registered with Django's admin",
                target="1",
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("action", "display"), of=("django",)),
                words="shown by Django's admin",
            ),
            _calls(
                ("Serializer", "ModelSerializer", "HyperlinkedModelSerializer"),
                (
                    *("validate", "validate_*", "create", "update", "to_representation"),
                    *("to_internal_value", "get_*", "save"),
                ),
                "called by Django REST framework's serializer",
            ),
            EntryPoint(
                shape=Shape(at="decorator", names=("action", "api_view"), of=("rest_framework",)),
                words="called by Django REST framework for requests",
            ),
            _calls(
                ("BasePermission",),
                ("has_permission", "has_object_permission"),
                "called by Django REST framework for each request",
            ),
        ),
        fields=(
            Fields(
                shape=Shape(
                    at="call",
                    names=(
                        *("filter", "exclude", "get", "create", "get_or_create", "update"),
                        *("update_or_create", "aget", "acreate", "aupdate"),
                    ),
                ),
                separator="__",
            ),
            Fields(
                shape=Shape(
                    at="call",
                    names=(
                        *("values", "values_list", "order_by", "only", "defer"),
                        *("select_related", "prefetch_related", "distinct", "in_bulk"),
                    ),
                ),
                separator="__",
                places=True,
            ),
        ),
        templates=TEMPLATES,
        models=(
            Models(
                bases=("Model", "AbstractUser", "AbstractBaseUser"),
                managers=("objects", "_default_manager", "_base_manager"),
                manager_bases=("QuerySet",),
                to_one=("ForeignKey", "OneToOneField", "ParentalKey"),
                to_many=("ManyToManyField", "ParentalManyToManyField"),
                unique=("OneToOneField",),
                reverse=("related_name",),
                names_reverse=True,
                functions=(
                    ("django.shortcuts.get_object_or_404", "queried one"),
                    ("django.shortcuts.get_list_or_404", "queried"),
                    ("django.shortcuts.aget_object_or_404", "queried one"),
                ),
                same=(
                    *("all", "exclude", "order_by", "select_related", "prefetch_related"),
                    *("distinct", "annotate", "defer", "only", "using", "none", "union"),
                    *("iterator", "select_for_update", "alias", "intersection", "difference"),
                ),
                element=(
                    *("first", "last", "create", "earliest", "latest", "aget", "afirst"),
                    *("alast", "acreate"),
                ),
            ),
        ),
    ),
)
