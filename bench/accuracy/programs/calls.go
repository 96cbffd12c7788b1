// Prints the calls of a project as the type checker of Go's own library resolves them.
//
// Each line is JSON. A function that is declared has a place and nothing else; a call has the function
// it stands in, the one it calls, and how: "static", "interface" for a method of an interface,
// "value" for a function that is passed on and not called.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

type place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

type line struct {
	Caller place  `json:"caller"`
	Callee *place `json:"callee,omitempty"`
	How    string `json:"how,omitempty"`
}

type project struct {
	root     string
	files    *token.FileSet
	importer types.ImporterFrom
	output   *json.Encoder
	errors   int
}

// within imports one package as its tests see it, and all others as they are.
type within struct {
	types.ImporterFrom
	path string
	own  *types.Package
}

func (w within) ImportFrom(path, folder string, mode types.ImportMode) (*types.Package, error) {
	if path == w.path && w.own != nil {
		return w.own, nil
	}
	return w.ImporterFrom.ImportFrom(path, folder, mode)
}

func (w within) Import(path string) (*types.Package, error) {
	return w.ImportFrom(path, "", 0)
}

func main() {
	root, err := filepath.EvalSymlinks(os.Args[1])
	if err != nil {
		panic(err)
	}
	files := token.NewFileSet()
	source := importer.ForCompiler(files, "source", nil).(types.ImporterFrom)
	p := &project{root, files, source, json.NewEncoder(os.Stdout), 0}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name := entry.Name()
		if path != root && (name == "vendor" || name == "testdata" || strings.HasPrefix(name, "_") ||
			strings.HasPrefix(name, ".")) {
			return filepath.SkipDir
		}
		p.checkFolder(path)
		return nil
	})
	if err != nil {
		panic(err)
	}
	fmt.Fprintf(os.Stderr, "%d errors of the type checker\n", p.errors)
}

func (p *project) checkFolder(folder string) {
	found, err := build.ImportDir(folder, 0)
	if err != nil && found.Name == "" {
		return
	}
	own := p.check(found.ImportPath, folder, nil, found.GoFiles, found.TestGoFiles)
	if len(found.XTestGoFiles) > 0 {
		p.check(found.ImportPath+"_test", folder, own, found.XTestGoFiles)
	}
}

func (p *project) check(path, folder string, tested *types.Package, names ...[]string) *types.Package {
	var files []*ast.File
	for _, some := range names {
		for _, name := range some {
			file, _ := parser.ParseFile(p.files, filepath.Join(folder, name), nil, 0)
			if file != nil {
				files = append(files, file)
			}
		}
	}
	info := &types.Info{
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	config := types.Config{
		Importer:    within{p.importer, strings.TrimSuffix(path, "_test"), tested},
		FakeImportC: true,
		Error:       func(error) { p.errors++ },
	}
	found, _ := config.Check(path, p.files, files, info)
	for _, file := range files {
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				p.write(function, info)
			}
		}
	}
	return found
}

func (p *project) write(function *ast.FuncDecl, info *types.Info) {
	caller, ok := p.locate(function.Name.Pos())
	if !ok {
		return
	}
	p.output.Encode(line{Caller: caller})
	if function.Body == nil {
		return
	}
	called := map[*ast.Ident]bool{}
	ast.Inspect(function, func(node ast.Node) bool {
		if call, ok := node.(*ast.CallExpr); ok {
			if name := findName(call.Fun); name != nil {
				called[name] = true
			}
		}
		return true
	})
	ast.Inspect(function.Body, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		target, ok := info.Uses[name].(*types.Func)
		if !ok {
			return true
		}
		callee, ok := p.locate(target.Origin().Pos())
		if ok {
			p.output.Encode(line{caller, &callee, tellHow(target, called[name])})
		}
		return true
	})
}

func tellHow(target *types.Func, called bool) string {
	receiver := target.Type().(*types.Signature).Recv()
	if receiver != nil && types.IsInterface(receiver.Type()) {
		return "interface"
	}
	if called {
		return "static"
	}
	return "value"
}

func findName(expression ast.Expr) *ast.Ident {
	switch expression := expression.(type) {
	case *ast.Ident:
		return expression
	case *ast.SelectorExpr:
		return expression.Sel
	case *ast.ParenExpr:
		return findName(expression.X)
	case *ast.IndexExpr:
		return findName(expression.X)
	case *ast.IndexListExpr:
		return findName(expression.X)
	}
	return nil
}

func (p *project) locate(at token.Pos) (place, bool) {
	position := p.files.Position(at)
	path, err := filepath.Rel(p.root, position.Filename)
	if err != nil || position.Line == 0 || strings.HasPrefix(path, "..") {
		return place{}, false
	}
	return place{filepath.ToSlash(path), position.Line}, true
}
