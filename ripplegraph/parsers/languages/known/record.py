"""Languages of which files and definitions are known: a line here, and a query beside it."""

from __future__ import annotations

from ripplegraph.parsers.tagged.registration import known_language

LANGUAGES = (
    known_language("ada", ".adb .ads", layout="free"),
    known_language("clojure", ".clj .cljs .cljc"),
    known_language("cmake", ".cmake", files="CMakeLists.txt"),
    known_language("commonlisp", ".lisp .cl .lsp .asd"),
    known_language("cuda", ".cu .cuh", layout="free", separators="::"),
    known_language("elisp", ".el"),
    known_language("elm", ".elm", layout="indented"),
    known_language("erlang", ".erl .hrl", clauses=True),
    known_language("fortran", ".f90 .f95 .f03 .f08 .f .for .f77"),
    known_language("fsharp", ".fs .fsx", layout="indented"),
    known_language("gdscript", ".gd", layout="indented"),
    known_language("haskell", ".hs", layout="indented", clauses=True),
    known_language("julia", ".jl"),
    known_language("make", ".mk .mak", files="Makefile makefile GNUmakefile"),
    known_language("objc", ".m .mm", layout="free"),
    known_language("ocaml", ".ml", layout="free"),
    known_language("pascal", ".pas .dpr .lpr .pp", layout="free"),
    known_language("perl", ".pl .pm .t", layout="free", separators="::"),
    known_language("powershell", ".ps1 .psm1"),
    known_language("r", ".r"),
    known_language("scheme", ".scm .ss .sld"),
    known_language("solidity", ".sol", layout="free"),
    known_language("starlark", ".bzl .star", files="BUILD.bazel WORKSPACE", layout="indented"),
    known_language("verilog", ".v .sv .svh .vh", layout="free"),
    known_language("vim", ".vim", files=".vimrc", separators="#"),
)
