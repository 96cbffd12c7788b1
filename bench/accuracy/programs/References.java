import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.nio.file.*;
import java.util.*;
import javax.lang.model.element.*;
import javax.tools.*;

/**
 * Prints what every name in Java sources means to their compiler: `java References.java ROOT CLASSPATH FILE...`.
 *
 * <p>A declaration is a line `D path line last name member`, a use `U path line name path line`, in
 * tabs; what is outside the sources has an empty path.
 */
public class References {
    private static final class Reader extends TreePathScanner<Void, Void> {
        private final Path root;
        private final Trees trees;
        private final SourcePositions positions;

        Reader(Path root, Trees trees) {
            this.root = root;
            this.trees = trees;
            this.positions = trees.getSourcePositions();
        }

        @Override
        public Void visitClass(ClassTree tree, Void unused) {
            declare(tree, tree.getSimpleName().toString(), false);
            return super.visitClass(tree, unused);
        }

        @Override
        public Void visitMethod(MethodTree tree, Void unused) {
            if (!tree.getName().contentEquals("<init>")) {
                declare(tree, tree.getName().toString(), true);
            }
            return super.visitMethod(tree, unused);
        }

        @Override
        public Void visitVariable(VariableTree tree, Void unused) {
            var element = trees.getElement(getCurrentPath());
            if (element instanceof VariableElement field
                    && field.getKind() == ElementKind.FIELD
                    && field.getModifiers().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL))) {
                declare(tree, tree.getName().toString(), true);
            }
            return super.visitVariable(tree, unused);
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void unused) {
            use(tree, tree.getName().toString());
            return super.visitIdentifier(tree, unused);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
            use(tree, tree.getIdentifier().toString());
            return super.visitMemberSelect(tree, unused);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
            use(tree, tree.getName().toString());
            return super.visitMemberReference(tree, unused);
        }

        private void declare(Tree tree, String name, boolean isMember) {
            if (!name.isEmpty() && positions.getStartPosition(unit(), tree) >= 0) {
                print("D", path(unit()), nameLine(getCurrentPath()), lastLine(tree), name, isMember);
            }
        }

        private void use(Tree tree, String name) {
            var element = trees.getElement(getCurrentPath());
            long end = positions.getEndPosition(unit(), tree);
            if (element == null || end < 0 || name.equals("this") || name.equals("super")) {
                return;
            }
            if (element.getKind() == ElementKind.CONSTRUCTOR) {
                element = element.getEnclosingElement();
            }
            var target = trees.getPath(element);
            // The name is the last part of what is written.
            long line = unit().getLineMap().getLineNumber(end - name.length());
            boolean isOwn = target != null && path(target.getCompilationUnit()) != null;
            print("U", path(unit()), line, name,
                isOwn ? path(target.getCompilationUnit()) : "", isOwn ? nameLine(target) : 0);
        }

        /** The line of a declared name: after annotations and modifiers. */
        private long nameLine(TreePath path) {
            var unit = path.getCompilationUnit();
            var tree = path.getLeaf();
            String name;
            long after = positions.getStartPosition(unit, tree);
            ModifiersTree modifiers;
            if (tree instanceof ClassTree type) {
                name = type.getSimpleName().toString();
                modifiers = type.getModifiers();
            } else if (tree instanceof MethodTree method) {
                name = method.getName().toString();
                modifiers = method.getModifiers();
                if (method.getReturnType() != null) {
                    after = positions.getEndPosition(unit, method.getReturnType());
                }
            } else if (tree instanceof VariableTree variable) {
                name = variable.getName().toString();
                modifiers = variable.getModifiers();
                if (variable.getType() != null) {
                    after = positions.getEndPosition(unit, variable.getType());
                }
            } else {
                return unit.getLineMap().getLineNumber(after);
            }
            after = Math.max(after, positions.getEndPosition(unit, modifiers));
            try {
                var text = unit.getSourceFile().getCharContent(true).toString();
                var matcher = java.util.regex.Pattern.compile("\\b" + java.util.regex.Pattern.quote(name) + "\\b").matcher(text);
                long at = after >= 0 && matcher.find((int) after) ? matcher.start() : after;
                return unit.getLineMap().getLineNumber(at);
            } catch (java.io.IOException error) {
                throw new java.io.UncheckedIOException(error);
            }
        }

        private long lastLine(Tree tree) {
            return unit().getLineMap().getLineNumber(positions.getEndPosition(unit(), tree));
        }

        private CompilationUnitTree unit() {
            return getCurrentPath().getCompilationUnit();
        }

        private String path(CompilationUnitTree unit) {
            return root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
        }

        private static void print(Object... parts) {
            System.out.println(String.join("\t", Arrays.stream(parts).map(String::valueOf).toList()));
        }
    }

    public static void main(String[] arguments) throws Exception {
        var root = Path.of(arguments[0]).toRealPath();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, null);
        var paths = Arrays.stream(arguments).skip(2).map(name -> root.resolve(name)).toList();
        var options = List.of("-proc:none", "-classpath", arguments[1]);
        var task = (JavacTask) compiler.getTask(
            null, files, problem -> {}, options, null, files.getJavaFileObjectsFromPaths(paths));
        var units = task.parse();
        task.analyze();
        var reader = new Reader(root, Trees.instance(task));
        for (var unit : units) {
            reader.scan(unit, null);
        }
    }
}
