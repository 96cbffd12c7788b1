// Prints the calls that C#'s compiler finds in sources, one on a line, with tabs between the parts:
//
//     call  FILE LINE NAME  FILE LINE NAME    from the definition around a call to what it calls
//     part  FILE LINE NAME  FILE LINE NAME    a declaration of a type, and the first one of it
//     unknown FILE LINE                       a call that the compiler cannot resolve
//     left  FILE LINE LINE                    lines that conditions leave out, the last not included
//
// Arguments: the folder with reference assemblies, the names to define ("A;B"), a list of files.

using System;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

static class RoslynCalls
{
    static void Main(string[] args)
    {
        var references = Directory.GetFiles(args[0], "*.dll")
            .Select(file => MetadataReference.CreateFromFile(file));
        var options = new CSharpParseOptions(LanguageVersion.Preview)
            .WithPreprocessorSymbols(args[1].Split(new[] { ';' }, StringSplitOptions.RemoveEmptyEntries));
        var trees = File.ReadAllLines(args[2])
            .Select(file => CSharpSyntaxTree.ParseText(File.ReadAllText(file), options, file)).ToList();
        var settings = new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, allowUnsafe: true);
        var compilation = CSharpCompilation.Create("measured", trees, references, settings);
        foreach (var tree in trees)
        {
            foreach (var item in tree.GetRoot().DescendantTrivia(descendIntoTrivia: true))
                if (item.IsKind(SyntaxKind.DisabledTextTrivia))
                    Console.WriteLine($"left\t{Place(tree, item.SpanStart)}\t{Line(tree, item.Span.End)}");
            var model = compilation.GetSemanticModel(tree);
            foreach (var node in tree.GetRoot().DescendantNodes())
            {
                if (node is BaseTypeDeclarationSyntax || node is DelegateDeclarationSyntax)
                    PrintPart(node, model.GetDeclaredSymbol(node));
                else if (node is InvocationExpressionSyntax || node is ObjectCreationExpressionSyntax
                    || node is ConstructorInitializerSyntax)
                    PrintCall(node, FindCalled(node, model));
            }
        }
    }

    static void PrintPart(SyntaxNode node, ISymbol symbol)
    {
        var first = symbol.DeclaringSyntaxReferences.Select(item => item.GetSyntax())
            .OrderBy(item => item.SyntaxTree.FilePath, StringComparer.Ordinal)
            .ThenBy(item => item.SpanStart).First();
        if (first != node)
            Console.WriteLine($"part\t{Describe(node)}\t{Describe(first)}");
    }

    // Making a delegate calls no constructor that anybody wrote: it is a call of its type.
    static ISymbol FindCalled(SyntaxNode node, SemanticModel model)
    {
        var made = node is ObjectCreationExpressionSyntax ? model.GetTypeInfo(node).Type : null;
        return made?.TypeKind == TypeKind.Delegate ? made : model.GetSymbolInfo(node).Symbol;
    }

    static void PrintCall(SyntaxNode node, ISymbol symbol)
    {
        if (symbol == null)
        {
            if (!node.ToString().StartsWith("nameof", StringComparison.Ordinal))
                Console.WriteLine($"unknown\t{Place(node.SyntaxTree, node.SpanStart)}");
            return;
        }
        var called = symbol.OriginalDefinition;
        if (symbol is IMethodSymbol method)
        {
            if (method.MethodKind == MethodKind.DelegateInvoke)
                return;
            called = (method.ReducedFrom ?? method).OriginalDefinition;
            if (method.MethodKind == MethodKind.Constructor)
                called = called.ContainingType;
        }
        else if (!(symbol is INamedTypeSymbol))
            return;
        var target = called.DeclaringSyntaxReferences.Select(item => item.GetSyntax())
            .OrderBy(item => item.SyntaxTree.FilePath, StringComparer.Ordinal)
            .ThenBy(item => item.SpanStart).FirstOrDefault();
        if (target != null)
            Console.WriteLine($"call\t{Describe(FindAround(node))}\t{Describe(target)}");
    }

    // The innermost definition with a name of its own that a call stands in.
    static SyntaxNode FindAround(SyntaxNode node)
    {
        for (var at = node.Parent; at != null; at = at.Parent)
            if (Name(at).RawKind != 0)
                return at;
        return node;
    }

    static SyntaxToken Name(SyntaxNode node) => node switch
    {
        LocalFunctionStatementSyntax local => local.Identifier,
        MethodDeclarationSyntax method => method.Identifier,
        ConstructorDeclarationSyntax constructor => constructor.Identifier,
        PropertyDeclarationSyntax property => property.Identifier,
        BaseTypeDeclarationSyntax type => type.Identifier,
        DelegateDeclarationSyntax type => type.Identifier,
        _ => default,
    };

    static string Describe(SyntaxNode node)
    {
        var name = Name(node);
        return $"{Place(node.SyntaxTree, name.SpanStart)}\t{name.ValueText}";
    }

    static string Place(SyntaxTree tree, int offset) => $"{tree.FilePath}\t{Line(tree, offset)}";

    static int Line(SyntaxTree tree, int offset) => tree.GetText().Lines.GetLinePosition(offset).Line + 1;
}
