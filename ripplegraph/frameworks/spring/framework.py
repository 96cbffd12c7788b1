"""Spring: MVC, Boot, Data JPA and aspects, with the templates of Thymeleaf."""

from __future__ import annotations

from ripplegraph.frameworks.declarations import (
    Convention,
    EntryPoint,
    Framework,
    Passage,
    Shape,
    Template,
    Templates,
)

_BEANS, _NAMED, _EVENTS = "spring.bean", "spring.named", "spring.event"
_ADVICE, _POINTCUTS, _FIELDS = "spring.advice", "spring.pointcut", "jpa.field"
_GETTERS, _MEMBERS = "jpa.getter", "jpa.member"
_FINDS = r"\.(?:find\w*|save|saveAndFlush|getById|getReferenceById)"
_SPRING = ("org.springframework", "jakarta.persistence", "javax.persistence")
_ARGUMENTS = r"(?:\([^()]*(?:\([^()]*\)[^()]*)*\))?"
_OTHERS = rf"(?:\s*@\w+{_ARGUMENTS})*\s+(?:(?:public|protected|private|static|final)\s+)*"
_TYPE = r"(?P<name>[A-Z]\w*)(?:<[^;(){]*?>)?"
_PARAMETER = (
    rf"(?:^|,)\s*(?!@Qualifier|@Value)(?:@\w+{_ARGUMENTS}\s*|final\s+)*"
    rf"(?:(?:List|Set|Optional|ObjectProvider)<)?{_TYPE}>?\s+\w+"
)
_STEREOTYPES = (
    *("Component", "Service", "Repository", "Controller", "RestController"),
    *("ControllerAdvice", "RestControllerAdvice"),
)
_IS_BEAN = rf"@(?:{'|'.join(_STEREOTYPES)}|Configuration)\b[^;{{]*?\bclass\s+"
_KEYWORDS = (
    "And|Or|OrderBy|True|False|IsNot|Is|Not|Equals|In|Between|LessThan|GreaterThan|Equal|Like|"
    "Containing|Contains|StartingWith|EndingWith|IgnoreCase|NotNull|Null|Before|After|Asc|Desc"
)
_ENTITY = r"@(?:Entity|Embeddable|MappedSuperclass)\b"


def _run(words: str, *names: str) -> EntryPoint:
    """Declare what is run that has an annotation."""
    return EntryPoint(shape=Shape(at="decorator", names=names), words=words)


def _run_members(words: str, bases: tuple[str, ...], *members: str) -> EntryPoint:
    """Declare members that are run of the classes with some bases."""
    return EntryPoint(shape=Shape(at="class", names=bases), words=words, members=members)


FRAMEWORKS = (
    Framework(
        name="spring",
        title="Spring",
        languages=("java",),
        marks=_SPRING,
        readers=("spring.routes",),
        entries=(
            _run("component, made by Spring", *_STEREOTYPES),
            _run("configuration, read by Spring", "Configuration", "SpringBootApplication"),
            _run("bean, made by Spring", "Bean"),
            _run("scheduled, run by Spring", "Scheduled"),
            _run("called by Spring", "PostConstruct", "PreDestroy", "ModelAttribute"),
            _run("called by Spring", "InitBinder"),
            _run("listener of messages, called by Spring", "KafkaListener", "RabbitListener"),
            _run("listener of messages, called by Spring", "JmsListener", "MessageMapping"),
            _run("called by JPA", "PrePersist", "PostPersist", "PreUpdate", "PostUpdate"),
            _run("called by JPA", "PreRemove", "PostRemove", "PostLoad"),
            EntryPoint(
                shape=Shape(at="decorator", names=("ConfigurationProperties",)),
                words="set by Spring from properties",
                members=("set*",),
            ),
            _run_members(
                "filter: runs around each request",
                ("OncePerRequestFilter", "GenericFilterBean", "Filter"),
                *("doFilter", "doFilterInternal", "shouldNotFilter"),
            ),
            _run_members(
                "interceptor: runs around requests",
                ("HandlerInterceptor", "AsyncHandlerInterceptor"),
                *("preHandle", "postHandle", "afterCompletion"),
            ),
            _run_members(
                "run by Spring Boot at the start",
                ("CommandLineRunner", "ApplicationRunner"),
                "run",
            ),
            _run_members(
                "called by Spring",
                ("WebMvcConfigurer", "InitializingBean", "DisposableBean", "Converter"),
                *("add*", "configure*", "extend*", "afterPropertiesSet", "destroy", "convert"),
            ),
            _run_members("called by Spring", ("ApplicationListener",), "onApplicationEvent"),
        ),
        passages=(
            Passage(pattern=rf"{_IS_BEAN}(?P<name>\w+)", registry=_BEANS, binds=True, of="next"),
            Passage(
                pattern=rf"{_IS_BEAN}\w+(?:<[^{{]*?>)?(?:\s+extends\s+[\w.<>, ]+?)?"
                r"\s+(?:implements|extends)\s+(?P<list>[\w.<>,\s]+)\{",
                each=_TYPE,
                registry=_BEANS,
                binds=True,
                of="next",
            ),
            Passage(
                pattern=rf"{_IS_BEAN}(?P<name>\w+)",
                name="{name.lower_camel}",
                registry=_NAMED,
                binds=True,
                of="next",
            ),
            Passage(
                pattern=rf"@Bean\b{_ARGUMENTS}{_OTHERS}{_TYPE}\s+\w+\s*\(",
                registry=_BEANS,
                binds=True,
                of="next",
            ),
            Passage(
                pattern=rf"@Bean\b{_ARGUMENTS}{_OTHERS}[\w<>, ?.]+\s+(?P<name>\w+)\s*\(",
                registry=_NAMED,
                binds=True,
                of="next",
            ),
            Passage(
                pattern=r"@(?:Bean|Component|Service)\(\s*(?:(?:name|value)\s*=\s*)?\{?\s*"
                r"\"(?P<name>[^\"]+)",
                registry=_NAMED,
                binds=True,
                of="next",
            ),
            Passage(
                pattern=rf"@Bean\b{_ARGUMENTS}{_OTHERS}[\w<>, ?.]+\s+\w+\s*\((?P<list>[^{{;]*)\)",
                each=_PARAMETER,
                registry=_BEANS,
                of="next",
                words="is given a {name}",
            ),
            Passage(
                pattern=rf"(?m)^\s*(?:@\w+{_ARGUMENTS}\s*)*(?:public\s+|protected\s+|private\s+)?"
                r"[A-Z]\w*\s*\((?P<list>[^{;]*)\)\s*(?:throws[^{;]*)?\{",
                each=_PARAMETER,
                registry=_BEANS,
                words="is given a {name}",
            ),
            Passage(
                pattern=rf"(?m)^\s*private\s+final\s+{_TYPE}\s+\w+\s*;",
                registry=_BEANS,
                words="is given a {name}",
            ),
            Passage(
                pattern=rf"@(?:Autowired|Inject|Resource)\b{_ARGUMENTS}"
                rf"(?!\s*@Qualifier){_OTHERS}{_TYPE}\s+\w+\s*[;=]",
                registry=_BEANS,
                words="is given a {name}",
            ),
            Passage(
                pattern=r"(?:getBean|ObjectProvider|getBeanProvider)[(<](?P<name>[A-Z]\w*)",
                registry=_BEANS,
                words="asks for a {name}",
            ),
            Passage(
                pattern=r"(?:@Qualifier|@Resource|getBean)\(\s*(?:name\s*=\s*)?\"(?P<name>\w+)",
                registry=_NAMED,
                words="is given the bean {name}",
            ),
            Passage(
                pattern=r"@Value\(\s*\"[^\"]*?[$#]\{(?P<key>[\w.-]+)",
                name="application",
                registry="template",
                words="reads a property",
            ),
            Passage(
                pattern=r"@(?:ConfigurationProperties|ConditionalOnProperty)\(",
                name="application",
                registry="template",
                words="reads properties",
                of="next",
            ),
            Passage(
                pattern=r"@PropertySource\(\s*\"(?:classpath:)?/?(?P<name>[^\"]+)",
                registry="template",
                of="next",
            ),
            Passage(
                pattern=rf"@(?:Transactional)?EventListener\b{_ARGUMENTS}{_OTHERS}"
                rf"[\w<>\[\]]+\s+\w+\s*\(\s*(?:final\s+)?{_TYPE}",
                registry=_EVENTS,
                binds=True,
                of="next",
                words="listener of {name}, called by Spring",
            ),
            Passage(
                pattern=r"ApplicationListener<(?P<name>\w+)",
                registry=_EVENTS,
                binds=True,
                of="next",
                words="listener of {name}, called by Spring",
            ),
            Passage(
                pattern=r"publishEvent\(\s*new\s+(?P<name>\w+)",
                registry=_EVENTS,
                words="publishes {name}",
                kind="calls",
            ),
            Passage(
                pattern=r"@ExceptionHandler\(\s*\{?\s*(?P<name>\w+)\.class",
                registry="",
                binds=True,
                of="next",
                words="handler of {name}, called by Spring",
            ),
            Passage(
                pattern=r"\breturn\s+\"(?!redirect:|forward:)(?P<name>[\w./-]+)\"\s*;",
                has=r"@Controller\b",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"(?:new\s+ModelAndView\(|setViewName\()\s*\"(?P<name>[\w./-]+)\"",
                registry="template",
                words="renders {name}",
            ),
            Passage(
                pattern=r"\"(?:redirect|forward):(?P<name>/[^\"?]*)",
                name="GET {name}",
                registry="request",
                words="leads to {name}",
            ),
            Passage(
                pattern=r"\b(?:find|read|get|query|search|stream|count|exists|delete|remove)\w*?"
                r"By(?P<list>[A-Z]\w*)\s*\(",
                each=rf"(?:{_KEYWORDS})*(?P<name>[A-Z][a-z0-9]*"
                rf"(?:(?!(?:{_KEYWORDS})(?![a-z]))[A-Z][a-z0-9]*)*)",
                has=r"\bextends\s+\w*Repository<\s*(?P<model>\w+)",
                name="{model}.{name.lower_camel}",
                registry=_FIELDS,
                of="next",
                words="queries {name}",
                kind="references",
            ),
            Passage(
                pattern=r"@Query\(\s*(?:value\s*=\s*)?\"(?:\"\")?"
                r"(?P<list>[^\"]*?\b(?i:from|update)\s+(?P<model>[A-Z]\w*)[^\"]*)",
                each=r"\b[a-z]\w*\.(?P<name>\w+)",
                name="{model}.{name}",
                registry=_FIELDS,
                of="next",
                words="queries {name}",
                kind="references",
            ),
            Passage(
                pattern=r"(?<![\w.@])(?P<method>get|post|put|patch|delete|head|options)"
                r"\(\s*\"(?P<name>/[^\"]*)",
                name="{method.shout} {name}",
                registry="request",
                words="requests {name}",
            ),
            Passage(
                pattern=r"(?:\b(?P<method>get|post|put|patch|delete)For\w+|\.exchange|\.uri)"
                r"\(\s*\"(?P<name>/[^\"]*)",
                name="{method.shout} {name}",
                registry="request",
                words="requests {name}",
            ),
            Passage(
                pattern=rf"{_FINDS}\([^;]*\)[^;()]*\.(?P<name>(?:get|is|set)[A-Z]\w*)\(",
                registry=_MEMBERS,
                words="{name} of what is found",
                kind="calls",
            ),
            Passage(
                pattern=rf"\bvar\s+(?P<found>\w+)\s*=[^;]*?{_FINDS}\([^;]*;"
                r"(?:(?!\n\s*\n)[\s\S]){0,2000}?\b(?P=found)\.(?P<name>\w+)\(",
                registry=_MEMBERS,
                words="{name} of what is found",
                kind="calls",
            ),
        ),
        conventions=(
            Convention(
                pattern=r".*\.java::\w+\.(?P<name>\w+)",
                kinds=("function",),
                registry=_MEMBERS,
                has=_ENTITY,
            ),
            Convention(
                pattern=r".*\.java::(?P<model>\w+)\.(?P<name>\w+)",
                kinds=("variable",),
                name="{model}.{name}",
                registry=_FIELDS,
                has=_ENTITY,
            ),
            Convention(
                pattern=r".*\.java::\w+\.(?:get|is)(?P<name>[A-Z]\w*)",
                kinds=("function",),
                name="{name.lower_camel}",
                registry=_GETTERS,
            ),
            Convention(
                pattern=r".*\.java::(?:\w+\.)*?(?P<owner>\w+)\.(?P<name>\w+)",
                kinds=("function",),
                name="{owner}.{name}",
                registry=_ADVICE,
                asks=True,
                words="runs advice for {name}",
            ),
            Convention(
                pattern=r".*\.java::(?:\w+\.)*?(?P<owner>\w+)\.(?P<name>\w+)",
                kinds=("function",),
                name="{owner}.*",
                registry=_ADVICE,
                asks=True,
                words="runs advice for {name}",
            ),
        ),
        templates=(
            Templates(
                endings=(".html",),
                marks=("th:",),
                reads=(
                    Template(
                        pattern=r"(?:th:(?:replace|insert|include)|layout:decorate|"
                        r"layout:decorator)\s*=\s*\"(?:~\{)?\s*(?P<name>[\w./-]+)",
                        registry="template",
                    ),
                ),
            ),
            Templates(
                endings=(".properties", ".yml", ".yaml"),
                folders=("resources",),
            ),
        ),
    ),
    Framework(
        name="spring-aspects",
        title="aspects of Spring",
        languages=("java",),
        marks=("@Aspect",),
        passages=(
            Passage(
                pattern=r"@Pointcut\([^;{]*?\bvoid\s+(?P<name>\w+)\s*\(",
                registry=_POINTCUTS,
                binds=True,
                of="next",
                words="pointcut",
            ),
            Passage(
                pattern=r"@(?P<name>Around|Before|After\w*)\s*\(",
                registry="",
                binds=True,
                of="next",
                words="advice, run by Spring around the methods that its pointcut names",
            ),
            *(
                Passage(
                    pattern=r"@(?:Around|Before|After\w*|Pointcut)\s*\([^\";]*\"(?P<list>[^\"]*)\"",
                    each=each,
                    name=name,
                    registry=_ADVICE,
                    binds=True,
                    of="next",
                )
                for each, name in (
                    (r"@(?:annotation|within)\((?:[\w.]*\.)?(?P<name>\w+)\)", "@{name}"),
                    (
                        r"execution\([^()]*?(?P<name>\w+)\.(?P<method>\w+|\*)\s*\(",
                        "{name}.{method}",
                    ),
                    (r"\bwithin\((?:[\w.]*\.)?(?P<name>\w+)\)", "{name}.*"),
                )
            ),
            Passage(
                pattern=r"@(?:Around|Before|After\w*|Pointcut)\s*\([^\";]*\"(?P<list>[^\"]*)\"",
                each=r"\b(?P<name>\w+)\(\)",
                registry=_POINTCUTS,
                of="next",
                words="runs at {name}",
            ),
        ),
    ),
    Framework(
        name="spring-advised",
        title="methods that aspects of Spring advise",
        languages=("java",),
        passages=(
            Passage(
                pattern=r"(?m)^\s*@(?P<name>[A-Z]\w*)",
                name="@{name}",
                registry=_ADVICE,
                of="next",
                words="runs advice for {name}",
            ),
        ),
        marks=_SPRING,
    ),
    Framework(
        name="thymeleaf",
        title="Thymeleaf",
        languages=("java",),
        files=("*/templates/*.html",),
        marks=("th:",),
        passages=(
            Passage(
                pattern=r"th:(?:href|src)\s*=\s*\"@\{(?P<name>/[^\"{}?(]*)",
                name="GET {name}",
                registry="request",
                words="leads to {name}",
            ),
            Passage(
                pattern=r"th:action\s*=\s*\"@\{(?P<name>/[^\"{}?(]*)",
                name=" {name}",
                registry="request",
                words="sends a form to {name}",
            ),
            Passage(
                pattern=r"[\w)\]]\.(?P<name>[a-z]\w*)(?=[^{}\n\"]{0,200}\})",
                registry=_GETTERS,
                words="reads {name}",
            ),
            Passage(
                pattern=r"\*\{(?P<name>[a-z]\w*)",
                registry=_GETTERS,
                words="reads {name}",
            ),
        ),
    ),
)
