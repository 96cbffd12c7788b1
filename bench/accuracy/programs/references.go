// Prints what every name in a Go project means, as the type checker of Go's own library resolves it.
//
// Each line is JSON: a name with its place and, where that is in the project, the place of what it
// means. A declaration has the last line of what it declares in place of that.
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
	place
	Name   string `json:"name"`
	Target *place `json:"target,omitempty"`
	Last   int    `json:"last,omitempty"`
	Member bool   `json:"member,omitempty"`
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
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{
		Importer:    within{p.importer, strings.TrimSuffix(path, "_test"), tested},
		FakeImportC: true,
		Error:       func(error) { p.errors++ },
	}
	found, _ := config.Check(path, p.files, files, info)
	for _, file := range files {
		p.writeDeclarations(file)
	}
	for name, object := range info.Uses {
		p.writeUse(name, object)
	}
	return found
}

func (p *project) writeUse(name *ast.Ident, object types.Object) {
	at, ok := p.locate(name.Pos())
	if !ok {
		return
	}
	switch found := object.(type) {
	case *types.Func:
		object = found.Origin()
	case *types.Var:
		object = found.Origin()
	}
	target, ok := p.locate(object.Pos())
	if !ok {
		target = place{}
	}
	p.output.Encode(line{place: at, Name: name.Name, Target: &target})
}

func (p *project) writeDeclarations(file *ast.File) {
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			p.writeDeclaration(declaration.Name, declaration.End(), declaration.Recv != nil)
		case *ast.GenDecl:
			for _, spec := range declaration.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.writeDeclaration(spec.Name, spec.End(), false)
					p.writeMembers(spec.Type)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						p.writeDeclaration(name, spec.End(), false)
					}
				}
			}
		}
	}
}

// writeMembers writes the methods that an interface asks for.
func (p *project) writeMembers(expression ast.Expr) {
	if found, ok := expression.(*ast.InterfaceType); ok {
		for _, method := range found.Methods.List {
			for _, name := range method.Names {
				p.writeDeclaration(name, method.End(), true)
			}
		}
	}
}

func (p *project) writeDeclaration(name *ast.Ident, end token.Pos, isMember bool) {
	at, ok := p.locate(name.Pos())
	if ok && name.Name != "_" {
		p.output.Encode(line{place: at, Name: name.Name, Last: p.files.Position(end).Line, Member: isMember})
	}
}

func (p *project) locate(at token.Pos) (place, bool) {
	position := p.files.Position(at)
	path, err := filepath.Rel(p.root, position.Filename)
	if err != nil || position.Line == 0 || strings.HasPrefix(path, "..") {
		return place{}, false
	}
	return place{filepath.ToSlash(path), position.Line}, true
}
