import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Writes the public types of Java itself, as `library.txt` of the Java parser has them.
 *
 * <p>`java bench/accuracy/programs/JavaLibrary.java > ripplegraph/parsers/languages/java/library.txt`. A line is a type:
 * its name, `!` where nothing can be below it, `*` for an interface with how much its only method
 * takes, what it extends, and for each type of result the methods and `.fields` that give it.
 */
public class JavaLibrary {
    private static final String PACKAGES =
            "lang util io util.function util.stream util.concurrent util.concurrent.atomic"
                    + " util.concurrent.locks util.regex nio nio.file nio.file.attribute nio.channels"
                    + " nio.charset net math text time time.format time.temporal time.chrono time.zone"
                    + " lang.reflect lang.ref lang.annotation security util.zip";

    public static void main(String[] args) throws IOException {
        Map<String, Class<?>> types = new LinkedHashMap<>();
        for (String name : PACKAGES.split(" ")) {
            for (Class<?> type : findTypes("java." + name)) {
                types.putIfAbsent(type.getSimpleName(), type);
            }
        }
        types.values().forEach(type -> System.out.println(describe(type)));
    }

    private static List<Class<?>> findTypes(String name) throws IOException {
        Path folder = FileSystems.getFileSystem(URI.create("jrt:/"))
                .getPath("modules/java.base/" + name.replace('.', '/'));
        List<Class<?>> found = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String own = file.getFileName().toString();
                if (own.endsWith(".class") && !own.contains("-")) {
                    addType(name + "." + own.substring(0, own.length() - 6), found);
                }
            }
        }
        return found;
    }

    private static void addType(String name, List<Class<?>> found) {
        try {
            Class<?> type = Class.forName(name, false, null);
            boolean isNamed = !type.getSimpleName().isEmpty();
            for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
                isNamed &= Modifier.isPublic(at.getModifiers());
            }
            if (isNamed && !type.getSimpleName().startsWith("Unicode")) {
                found.add(type);
            }
        } catch (ClassNotFoundException | LinkageError e) {
            // Not there on this machine.
        }
    }

    private static String describe(Class<?> type) {
        StringBuilder text = new StringBuilder(type.getSimpleName());
        if (type.isInterface()) {
            text.append("*").append(countTaken(type));
        } else if (Modifier.isFinal(type.getModifiers()) && !type.isEnum()) {
            text.append("!");
        }
        List<String> above = findAbove(type);
        if (!above.isEmpty()) {
            text.append("<").append(String.join(",", above));
        }
        findResults(type).forEach(
                (result, names) -> text.append(" ").append(result).append("=").append(String.join(",", names)));
        return text.toString();
    }

    private static List<String> findAbove(Class<?> type) {
        List<String> above = new ArrayList<>();
        Class<?> parent = type.getSuperclass();
        while (parent != null && parent != Object.class && !Modifier.isPublic(parent.getModifiers())) {
            parent = parent.getSuperclass();
        }
        if (parent != null && parent != Object.class) {
            above.add(parent.getSimpleName());
        }
        for (Class<?> face : type.getInterfaces()) {
            if (Modifier.isPublic(face.getModifiers())) {
                above.add(face.getSimpleName());
            }
        }
        return above;
    }

    private static Map<String, List<String>> findResults(Class<?> type) {
        Map<String, List<String>> found = new TreeMap<>();
        Map<String, Map<Integer, Set<String>>> methods = new TreeMap<>();
        for (Method method : type.getDeclaredMethods()) {
            int words = method.getModifiers();
            boolean isSeen = Modifier.isPublic(words) || Modifier.isProtected(words);
            if (isSeen && !method.isSynthetic() && method.getReturnType() != void.class) {
                String result = nameOf(method.getGenericReturnType());
                methods.computeIfAbsent(method.getName(), k -> new TreeMap<>())
                        .computeIfAbsent(method.getParameterCount(), k -> new TreeSet<>())
                        .add(result == null ? "" : result);
            }
        }
        methods.forEach((name, counts) -> addResults(type, name, counts, found));
        for (Field field : type.getDeclaredFields()) {
            String result = nameOf(field.getGenericType());
            if (Modifier.isPublic(field.getModifiers()) && result != null) {
                found.computeIfAbsent(result, k -> new ArrayList<>()).add("." + field.getName());
            }
        }
        return found;
    }

    private static void addResults(
            Class<?> type, String name, Map<Integer, Set<String>> counts, Map<String, List<String>> found) {
        Set<String> all = new TreeSet<>();
        counts.values().forEach(all::addAll);
        if (all.size() == 1) {
            String result = all.iterator().next();
            if (!result.isEmpty() && !isInherited(type, name, result)) {
                found.computeIfAbsent(result, k -> new ArrayList<>()).add(name);
            }
            return;
        }
        counts.forEach((count, results) -> {
            String result = results.iterator().next();
            if (results.size() == 1 && !result.isEmpty()) {
                found.computeIfAbsent(result, k -> new ArrayList<>()).add(name + "(" + count + ")");
            }
        });
    }

    private static boolean isInherited(Class<?> type, String name, String result) {
        List<Class<?>> above = new ArrayList<>(List.of(type.getInterfaces()));
        if (type.getSuperclass() != null) {
            above.add(type.getSuperclass());
        }
        for (Class<?> other : above) {
            for (Method method : other.getDeclaredMethods()) {
                boolean isSame = method.getName().equals(name) && !method.isSynthetic();
                if (isSame && result.equals(nameOf(method.getGenericReturnType()))) {
                    return true;
                }
            }
            if (isInherited(other, name, result)) {
                return true;
            }
        }
        return false;
    }

    private static String countTaken(Class<?> type) {
        Set<String> seen = new TreeSet<>();
        int count = -1;
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers()) && !isOfObject(method)) {
                count = method.getParameterCount();
                seen.add(method.getName() + count);
            }
        }
        return seen.size() == 1 ? String.valueOf(count) : "";
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static String nameOf(Type type) {
        if (type instanceof Class<?> plain) {
            String inner = plain.isArray() ? nameOf(plain.getComponentType()) : null;
            return plain.isArray() ? inner + "[]" : plain.getSimpleName();
        }
        if (type instanceof ParameterizedType given) {
            return nameOf(given.getRawType());
        }
        if (type instanceof GenericArrayType many) {
            String inner = nameOf(many.getGenericComponentType());
            return inner == null ? null : inner + "[]";
        }
        return null;
    }
}
