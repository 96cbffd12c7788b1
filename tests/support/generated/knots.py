"""Tiny projects tied in knots: star imports, re-exports, bases, aliases and types in circles.

A language is a list of chunks. `{m}` stands for a file of the project, `{A}`, `{B}` and `{C}` for
types, `{f}` and `{g}` for functions or methods, `{x}` for a variable. There are so few names that
most chunks lead to each other, and often back to themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

_TYPES = ("A", "B", "C", "D")
_FUNCTIONS = ("f", "g", "h")
_VARIABLES = ("x", "y")


@dataclass(frozen=True)
class Knot:
    """How tiny files of one language are made up."""

    ending: str
    imports: Sequence[str]
    """Chunks that a file begins with."""
    chunks: Sequence[str]
    head: str = ""
    """What each file begins with."""
    tail: str = ""
    settings: Mapping[str, str] | None = None
    folder: str = ""
    first: str = ""
    """The name of the first file, where one has to have it."""

    def write(self, random: Random) -> dict[str, bytes]:
        """Return the files of a project."""
        count = random.randrange(2, 6)
        modules = [f"m{number}" for number in range(count)]
        if self.first:
            modules[0] = self.first
        files = {
            f"{self.folder}{name}{self.ending}": self._write_file(random, modules).encode()
            for name in modules
        }
        return files | {path: text.encode() for path, text in (self.settings or {}).items()}

    def _write_file(self, random: Random, modules: Sequence[str]) -> str:
        parts = random.choices(self.imports, k=random.randrange(1, 4)) if self.imports else []
        parts += random.choices(self.chunks, k=random.randrange(3, 9))
        text = "\n".join(_fill(part, random, modules) for part in parts)
        return f"{_fill(self.head, random, modules)}{text}\n{self.tail}"


def _fill(part: str, random: Random, modules: Sequence[str]) -> str:
    types = random.sample(_TYPES, 3)
    functions = random.sample(_FUNCTIONS, 2)
    variables = random.sample(_VARIABLES, 2)
    words = dict(zip(("{A}", "{B}", "{C}"), types, strict=True))
    words |= dict(zip(("{f}", "{g}"), functions, strict=True))
    words |= dict(zip(("{x}", "{y}"), variables, strict=True))
    words["{m}"] = random.choice(modules)
    words["{n}"] = random.choice(modules)
    for word, text in words.items():
        part = part.replace(word, text)
    return part


_PYTHON = Knot(
    ".py",
    (
        "from {m} import *",
        "from {m} import *\nfrom {n} import *",
        "from {m} import {A}, {f}",
        "from {m} import {A} as {B}",
        "from {m} import {f} as {g}, {x}",
        "import {m}",
        "import {m} as {n}",
        "import {m}\n__all__ = ['{A}', *{m}.__all__]",
        "import {m}\n__all__ = ['{f}', '{A}'] + {m}.__all__",
        "try:\n    from {m} import {A}\nexcept ImportError:\n    from {n} import {A}",
    ),
    (
        "class {A}({B}):\n    def {f}(self): return self.{g}()",
        "class {A}({B}, {C}):\n    {x}: {A}\n    def {f}(self) -> '{C}': return super().{f}()",
        "class {A}({m}.{B}):\n    class {B}({C}): pass\n    {f} = {g}",
        "class {A}:\n    def __init__(self, {x}): self.{x} = {x}\n"
        "    def {g}(self): self.{x}.{f}()",
        "class {A}:\n    @property\n    def {x}(self): return self.{y}\n    {y} = {x}",
        "class {A}(Generic[T]):\n    def {f}(self) -> T: return self\n"
        "    def {g}(self: T) -> T: ...",
        "{A} = {B}",
        "{A} = Union[{B}, list['{C}']]",
        "{A} = {B} or {C}",
        "{A} = {m}.{A}",
        "{f} = {g}",
        "{f} = lambda {x}: {g}({x}).{f}()",
        "{x} = {y}",
        "{x} = {A}().{f}()",
        "{x} = {'a': {y}, **{x}}",
        "{x} = [{A}(), *{y}]\nfor {y} in {x}: {y}.{f}()",
        "{x} = {f}({g})\n{x}.{g}()",
        "{x}.append({y})\n{x}.{f} = {g}",
        "def {f}({x}: '{A}') -> '{B}':\n    return {x}.{g}()",
        "def {f}({x}):\n    if isinstance({x}, {A}): {x}.{f}()\n    return {g}({x})",
        "def {f}({x}, {y}={g}):\n    {x}()\n    return {y}({x})",
        "@overload\ndef {f}({x}: {A}) -> {B}: ...\n@overload\ndef {f}({x}: {B}) -> {C}: ...\n"
        "def {f}({x}): return {x}",
        "@{g}\ndef {f}({x}): return {A}()",
        "{f}({A}()).{g}()",
        "{g}({f}, {x})",
    ),
)

_TYPESCRIPT = Knot(
    ".ts",
    (
        "export * from './{m}'",
        "export * from './{m}'\nexport * from './{n}'",
        "export { {A}, {f} } from './{m}'",
        "export { {A} as {B}, {f} as {g} } from './{m}'",
        "export * as {x} from './{m}'",
        "export { default as {A} } from './{m}'",
        "export { {A} as default } from './{m}'",
        "import { {A}, {f}, {x} } from './{m}'\nexport { {A}, {x} }",
        "import {A} from './{m}'",
        "import * as {x} from './{m}'\nexport default {x}",
        "import { {f} as {g} } from './{m}'",
    ),
    (
        "export class {A} extends {B} {\n  {f}() { return this.{g}() }\n}",
        "export class {A}<T> extends {B}<T> implements {C} {\n  {x}: T\n"
        "  {f}(): T { return this.{x} }\n}",
        "export interface {A} extends {B}, {C} { {f}(): {A}; {x}: {B} }",
        "export interface {A}<T> { {f}(v: T): {B}<T>; {g}: {C}['{x}'] }",
        "export type {A} = {B}",
        "export type {A} = {B} | {C}",
        "export type {A}<T> = {B}<T> | { {x}: T }",
        "export type {A} = { {x}: {B}; {f}(): {A} } & {C}",
        "export const {x} = { ...{y}, {f}: {g} }",
        "export let {x} = { {f}: {x} }\n{x} = { ...{x}, {g}: {y} }",
        "export const {f} = {g}",
        "export const {x} = {y}.{x}",
        "export const {A} = {B}",
        "export default {x}",
        "export default class extends {A} {}",
        "export function {f}({x}: {A}): {B} { return {x}.{g}() }",
        "export function {f}({x}) { {x}.{g}(); return {g}({x}) }",
        "export function {f}({x}: {A}): {B}\nexport function {f}({x}: {B}): {C}\n"
        "export function {f}({x}) { return {x} }",
        "export const {f} = ({x}: (v: {A}) => {B}) => {x}(new {A}()).{g}()",
        "{f}((v) => v.{g}())",
        "{g}(new {A}()).{f}()",
        "for (const v of [{x}, ...{y}]) { v.{f}() }",
        "export namespace {A} { export const {f} = {g}; export class {B} extends {A} {} }",
    ),
)

_JAVASCRIPT = Knot(
    ".js",
    (
        "const {x} = require('./{m}')",
        "const { {A}, {f} } = require('./{m}')",
        "module.exports = require('./{m}')",
        "module.exports = { ...require('./{m}'), ...require('./{n}') }",
        "exports.{f} = require('./{m}').{g}",
        "export * from './{m}'",
        "import {x} from './{m}'",
    ),
    (
        "class {A} extends {B} { {f}() { return this.{g}() } }",
        "class {A} extends {f}({B}) { constructor() { super(); this.{x} = new {A}() } }",
        "const {f} = (base) => class extends base { {g}() { return super.{g}() } }",
        "function {A}() { this.{x} = {y} }\n{A}.prototype.{f} = {B}.prototype.{g}",
        "{A}.prototype = { ...{B}.prototype, {f}: {g} }",
        "let {x} = { ...{x}, {f}: {y}.{f} }",
        "var {f} = {g} || {f}",
        "Object.assign({x}, {y})",
        "exports.{f} = {f}",
        "exports.{A} = {A}",
        "module.exports = {x}",
        "module.exports = { {A}, {f}, {x} }",
        "{x}.{f} = function (v) { return v.{g}() }",
        "{x}.{f}(new {A}())",
        "const {y} = {f}({x}).{g}()",
        "function {f}(v) { return {g}(v) || v }",
    ),
)

_GO = Knot(
    ".go",
    ('import . "app/{n}"', 'import {x} "app/lib"', ""),
    (
        "type {A} struct {\n\t{B}\n\t*{C}\n}",
        "type {A} struct {\n\tnext *{B}\n\tfn func({C}) {A}\n}",
        "type {A} interface {\n\t{B}\n\t{f}({C}) {A}\n}",
        "type {A} = {B}",
        "type {A} {B}",
        "type {A} []{B}",
        "type {A} map[string]{B}",
        "type {A}[T any] struct { {x} T }\n\nfunc (a {A}[T]) {f}() T { return a.{x} }",
        "func (a {A}) {f}() {B} { return a.{g}() }",
        "func (a *{A}) {g}(b {B}) *{C} { return b.{f}().next }",
        "func {f}({x} {A}) {B} { return {x}.{g}() }",
        "func {f}({x} func({A}) {B}) { {x}({g}()).{f}() }",
        "var {x} = {y}",
        "var {x} = {f}({y}).{g}()",
        "var {x} = {A}{}",
        "func {g}() (a {A}, b {B}) {\n\tfor _, v := range a { v.{f}() }\n\treturn\n}",
    ),
    head="package app\n\n",
    settings={"go.mod": "module app\n"},
)

_JAVA = Knot(
    ".java",
    (
        "import app.*;",
        "import static app.{A}.*;",
        "import static app.{A}.{f};",
        "import app.{A}.{B};",
        "import app.{A};",
    ),
    (
        "class {A} extends {B} implements {C} {\n  {A} {f}({B} v) { return {g}(v); }\n}",
        "class {A}<T extends {B}> extends {C} {\n  T {x};\n  T {f}() { return {x}; }\n"
        "  void {g}() { {f}().{g}(); }\n}",
        "class {A} extends {A}.{B} {\n  static class {B} extends {C} {\n"
        "    {A} {f}() { return null; }\n  }\n}",
        "interface {A} extends {B}, {C} {\n  default {B} {f}() { return {g}().{f}(); }\n}",
        "class {A} {\n  {B} {x} = {y}.{f}();\n  {C} {y} = {x}.{g}();\n}",
        "class {A} extends {B} {\n  void {f}({A} a) { {f}({x}); }\n"
        "  void {f}({B} a) { {f}(this); }\n  void {f}(Object a) { {g}(a); }\n}",
        "class {A} {\n  static {B} {f}({C} v) { return v.{g}({f}(null)); }\n"
        "  static {C} {g}({B} v) { return {f}({g}(v)).{x}; }\n}",
        "enum {A} implements {B} { ONE, TWO; {C} {f}() { return {g}(); } }",
        "record {A}({B} {x}, {C} {y}) { {A} {f}() { return {x}.{g}().{y}(); } }",
    ),
    head="package app;\n",
    folder="app/",
)

_RUST = Knot(
    ".rs",
    (
        "pub use crate::{m}::*;",
        "pub use super::{m}::*;\npub use crate::{n}::*;",
        "pub use crate::{m}::{A};",
        "pub use crate::{m}::{A} as {B};",
        "pub use crate::{m}::{{f} as {g}, {A}};",
        "use self::{m}::*;",
        "pub mod {m};",
        "pub mod {m};\npub use {m}::{m};",
        "pub use {A}::*;",
    ),
    (
        "pub struct {A} { pub {x}: {B} }",
        "pub struct {A}<T>(T, {B});\nimpl<T> {A}<T> { pub fn {f}(&self) -> T { self.0 } }",
        "pub enum {A} { {B}({C}), {C} }",
        "pub trait {A}: {B} { fn {f}(&self) -> {C}; fn {g}(&self) { self.{f}().{g}() } }",
        "impl {A} for {B} { fn {f}(&self) -> {C} { self.{x}.{g}() } }",
        "impl {A} { pub fn {f}() -> Self { {g}() }\n pub fn {g}(&self) -> {B} { self.{f}() } }",
        "impl<T: {A}> {B} for T { fn {f}(&self) -> {C} { todo!() } }",
        "impl Deref for {A} { type Target = {B}; fn deref(&self) -> &{B} { &self.{x} } }",
        "impl Iterator for {A} { type Item = {B}; fn next(&mut self) -> Option<{B}> { None } }",
        "pub type {A} = {B};",
        "pub type {A}<T> = {B}<T>;",
        "pub type {A} = Box<{B}>;",
        "pub fn {f}({x}: {A}) -> {B} { {x}.{g}() }",
        "pub fn {f}<T: {A}>({x}: T) -> T { {x}.{g}(); {f}({x}) }",
        "pub fn {f}({x}: impl Fn({A}) -> {B}) { {x}({g}()).{f}() }",
        "pub mod {m} { pub use super::*; pub use crate::{n}::*; pub fn {f}() { {g}() } }",
        "pub const {x}: {A} = {y};",
        "macro_rules! {f} { () => { {g}!() } }",
        "fn test() { let {x} = {f}({A}::{g}()); {x}.{f}(); for v in {x} { v.{g}() } }",
    ),
    settings={"Cargo.toml": '[package]\nname = "app"\n'},
    folder="src/",
    first="lib",
)

_C = Knot(
    ".h",
    ('#include "{m}.h"', '#include "{m}.h"\n#include "{n}.h"'),
    (
        "typedef struct {A} {B};",
        "typedef {A} {B};",
        "struct {A} { struct {B} *{x}; {C} (*{f})({A} *); };",
        "static inline {A} *{f}({B} *v) { return {g}(v)->{x}; }",
        "int {f}({A} *v);",
        "int {f}({A} *v) { return v->{g}({x}); }",
        "#define {f}(v) {g}(v)",
        "#define {x} {y}",
        "static {A} {x} = { .{f} = {g} };",
        "extern {A} *{x};",
        "void {g}(void) { {x}.{f}(&{y}); {f}({x}.{y}); }",
    ),
)

_CPP = Knot(
    ".hpp",
    ('#include "{m}.hpp"', '#include "{m}.hpp"\nusing namespace {n};'),
    (
        "struct {A} : {B} { {A} {f}({C} v) { return {g}(v); } };",
        "struct {A} : {B}, {C} { using {B}::{f}; {B} {x}; void {g}() { {x}.{f}(); } };",
        "template <class T> struct {A} : {B}<T> { T {x}; T {f}() { return this->{x}; } };",
        "template <> struct {A}<int> : {B}<{A}<int>> { int {f}(); };",
        "namespace {m} { using namespace {n}; struct {A} : {n}::{B} { {A} {f}(); }; }",
        "namespace {m} { using {n}::{f}; using {A} = {n}::{B}; }",
        "using {A} = {B};",
        "typedef {A} {B};",
        "inline {A} {f}({B} v) { return v.{g}(); }\ninline {A} {f}({C} v) { return {f}(v.{x}); }",
        "template <class T> T {f}(T v) { return {g}(v); }",
        "auto {f}({A} v) { return {g}(v); }",
        "{A} {m}::{f}() { return {g}({x}); }",
        "{B} {A}::{f}() { return {x}.{g}(); }",
        "static auto {x} = {f}({y});",
        "inline auto {g} = []({A} v) { return v.{f}(); };",
        "{A} operator->({B} v);",
    ),
)

_CSHARP = Knot(
    ".cs",
    (
        "using App;",
        "using static App.{A};",
        "using {A} = App.{B};",
        "using {A} = App.{B}.{C};",
        "using App.{m};",
    ),
    (
        "class {A} : {B}, {C} { public {A} {f}({B} v) { return {g}(v); } }",
        "partial class {A} : {B} { {C} {x}; public virtual {B} {f}() => {x}.{g}(); }",
        "partial class {A} { public {C} {y} => {x}.{f}(); }",
        "class {A}<T> : {B}<T> where T : {C} { public T {x}; public T {f}() => {x}.{g}(); }",
        "interface {A} : {B}, {C} { {A} {f}({B} v); }",
        "static class {A} { public static {B} {f}(this {C} v) => v.{g}();\n"
        " public static {C} {f}(this {B} v) => {f}(v.{g}()); }",
        "class {A} { public static {B} {f}({A} v) => {f}({g}(v));\n"
        " public static {C} {f}({B} v) => {g}({f}(v)); public static {A} {g}(object v) => null; }",
        "class {A} : {A}.{B} { public class {B} : {C} { public {A} {f}() => {g}(); } }",
        "delegate {A} {B}({C} v);",
        "class {A} { System.Func<{B}, {C}> {x}; void {f}() { {x}(null).{g}(); {g}(v => "
        "v.{f}()); } }",
        "namespace {m} { class {A} : {B} { } }",
    ),
    head="namespace App;\n",
)

_KOTLIN = Knot(
    ".kt",
    ("import app.{m}.*", "import app.{m}.{A}", "import app.{m}.{f} as {g}", "import app.{A}.*"),
    (
        "open class {A} : {B}(), {C} { fun {f}(v: {B}): {A} = {g}(v) }",
        "class {A}<T : {B}>(val {x}: T) : {C}<T>() { fun {f}(): T = {x}.{g}() }",
        "interface {A} : {B}, {C} { fun {f}(): {A} = {g}().{f}() }",
        "object {A} : {B}() { val {x} = {y}.{f}() }",
        "class {A} { companion object : {B}() { fun {f}() = {A}() }\n"
        " val {x} by lazy { {y}.{g}() } }",
        "typealias {A} = {B}",
        "typealias {A} = ({B}) -> {C}",
        "fun {A}.{f}(): {B} = {g}()",
        "fun {A}.{f}(v: {B}.() -> {C}) = v().{g}()",
        "fun <T : {A}> T.{f}(v: T): T = {g}(v).{f}(v)",
        "fun {f}(v: {A}) = v.{g}()\nfun {f}(v: {B}) = {f}(v.{x})",
        "val {x} = {y}",
        "val {x} = {f}({y}).{g}()",
        "val {A}.{x}: {B} get() = {y}.{f}()",
        "fun {g}() { {x}.{f} { it.{g}() }; {A}().apply { {f}() } }",
    ),
    head="package app.{m}\n",
)

_SCALA = Knot(
    ".scala",
    (
        "import app.{m}._",
        "import {A}._",
        "import app.{m}.{A}._",
        "import app.{m}.{{A} => {B}}",
        "import app._",
    ),
    (
        "class {A} extends {B} with {C} { def {f}(v: {B}): {A} = {g}(v) }",
        "trait {A}[T] extends {B}[T] { val {x}: T; def {f}: T = {x}.{g} }",
        "trait {A} { self: {B} => def {f}: {C} = {g}.{f} }",
        "object {A} extends {B} { import {C}._; val {x} = {y}.{f}; def {g} = {A}.{x} }",
        "case class {A}({x}: {B}, {y}: {C}) { def {f} = copy({x}).{y} }",
        "package object {m} { type {A} = {B}; val {x} = {y}; export {C}._ }",
        "object {m} { type {A} = {n}.{B}; import {n}._; def {f} = {g} }",
        "implicit class {A}(v: {B}) { def {f}: {C} = v.{g} }",
        "extension (v: {A}) def {f}: {B} = v.{g}",
        "given {A} = {f}(new {B})",
        "object {A} { def apply(v: {B}): {C} = {f}({A}(v)); def {f}(v: {C}) = v.{g} }",
        "class {A} extends {m}.{B} { override def {f} = super.{f}.{g} }",
    ),
    head="package app\n",
)

_PHP = Knot(
    ".php",
    (
        "use App\\{A};",
        "use App\\{A} as {B};",
        "require_once '{m}.php';",
        "use function App\\{f};",
        "use function App\\{f} as {g};",
    ),
    (
        "class {A} extends {B} implements {C} { function {f}({B} $v): {A} { return "
        "$this->{g}($v); } }",
        "class {A} { use {B}, {C}; private {A} $x; function {f}() { return $this->x->{g}(); } }",
        "trait {A} { use {B}; abstract function {f}(): {C}; function {g}() { return "
        "$this->{f}()->{g}(); } }",
        "interface {A} extends {B}, {C} { function {f}(): static; }",
        "abstract class {A} extends {B} { static function {f}() { return new static; }\n"
        " function {g}() { return parent::{f}()->{g}(); } }",
        "function {f}({A} $v): {B} { return {g}($v)->{f}(); }",
        "function {f}($v) { return $v->{g}({f}($v)); }",
        "${x} = {f}(${y});\n${y} = ${x}->{g}();",
        "class_alias({A}::class, '{B}');",
        "${x} = [{A}::{f}(), ...${y}];\nforeach (${x} as $v) { $v->{g}(); }",
    ),
    head="<?php\nnamespace App;\n",
)

_RUBY = Knot(
    ".rb",
    ("require_relative '{m}'", "require_relative '{m}'\ninclude {A}"),
    (
        "class {A} < {B}\n  include {C}\n  def {f}(v) = {g}(v)\nend",
        "class {A}\n  extend {B}\n  prepend {C}\n  def self.{f} = new.{g}\n  def {g} = @{x}.{f}\n"
        "  def initialize = @{x} = {B}.new\nend",
        "module {A}\n  include {B}\n  def {f} = {g}.{f}\n  class {C} < {A}::{B}\n  end\nend",
        "module {A}\n  {B} = {C}\n  {x} = {y}\nend",
        "class {A} < {A}::{B}\n  def {f} = super\nend",
        "{A} = {B}",
        "{A} = Class.new({B}) do\n  def {f} = {g}\nend",
        "{A} = Struct.new(:{x}, :{y})",
        "class {A}\n  attr_accessor :{x}\n  alias {f} {g}\n  def {g} = {x}.{f}\nend",
        "def {f}(v) = v.{g}({f}(v))",
        "{x} = {A}.{f}\n{x}.{g}",
        "{A}.{f}({B}.new) { |v| v.{g} }",
    ),
)

_SWIFT = Knot(
    ".swift",
    (),
    (
        "class {A}: {B}, {C} { func {f}(_ v: {B}) -> {A} { {g}(v) } }",
        "struct {A}<T: {B}>: {C} { var {x}: T; func {f}() -> T { {x}.{g}() } }",
        "protocol {A}: {B}, {C} { associatedtype {C}; func {f}() -> {A} }",
        "extension {A}: {B} { func {f}() -> {C} { {g}().{f}() }; var {x}: {B} { {y}.{g}() } }",
        "extension {A} { typealias {B} = {C}; class {C}: {A} {} }",
        "extension {A} where Self: {B} { func {g}() -> {C} { {f}().{g}() } }",
        "typealias {A} = {B}",
        "typealias {A}<T> = {B}<T>",
        "func {f}(_ v: {A}) -> {B} { v.{g}() }\nfunc {f}(_ v: {B}) -> {C} { {f}(v.{x}) }",
        "func {f}<T: {A}>(_ v: T) -> T { {g}(v) }",
        "let {x} = {y}",
        "let {x} = {f}({y}).{g}()",
        "enum {A}: {B} { case one({C}); func {f}() -> {A} { .one({g}()) } }",
    ),
)

_LUA = Knot(
    ".lua",
    (
        "local {A} = require('{m}')",
        "local {x} = require('{m}').{f}",
        "local {B} = setmetatable({}, { __index = require('{m}') })",
    ),
    (
        "local {A} = {}\n{A}.__index = {B}\nfunction {A}:{f}(v) return self:{g}(v) end",
        "setmetatable({A}, { __index = {B} })",
        "function {A}.{f}(v) return v:{g}({f}(v)) end",
        "{A}.{f} = {B}.{g}",
        "local {x} = {f}({y})\n{x}:{g}()",
        "local function {f}(v) return {g}(v) or v end",
        "{A}.{x} = {y}",
        "for _, v in pairs({x}) do v:{f}() end",
    ),
    tail="return A\n",
)

_ELIXIR = Knot(
    ".ex",
    (),
    (
        "defmodule {A} do\n  use {B}\n  import {C}\n  def {f}(v), do: {g}(v)\nend",
        "defmodule {A} do\n  alias {B}, as: {C}\n  defdelegate {f}(v), to: {B}\n"
        "  def {g}(v), do: {C}.{f}(v)\nend",
        "defmodule {A} do\n  @behaviour {B}\n  defmacro __using__(_) do\n    quote do\n"
        "      import {C}\n      def {f}(v), do: {g}(v)\n    end\n  end\nend",
        "defmodule {A} do\n  defmodule {B} do\n    alias {A}.{C}\n"
        "    def {f}(v), do: {C}.{g}(v)\n  end\nend",
        "defprotocol {A} do\n  def {f}(v)\nend\ndefimpl {A}, for: {B} do\n"
        "  def {f}(v), do: {C}.{g}(v)\nend",
    ),
)

_ZIG = Knot(
    ".zig",
    (
        'pub const {A} = @import("{m}.zig").{B};',
        'pub const {A} = @import("{m}.zig");',
        'pub usingnamespace @import("{m}.zig");',
        'const {x} = @import("{m}.zig").{y};',
    ),
    (
        "pub const {A} = struct {\n    {x}: {B},\n"
        "    pub fn {f}(self: {A}) {C} { return self.{x}.{g}(); }\n};",
        "pub const {A} = {B};",
        "pub const {A} = {B}.{C};",
        "pub fn {f}(v: {A}) {B} { return v.{g}(); }",
        "pub fn {A}(comptime T: type) type { return struct { {x}: T, pub const {B} = {C}(T); }; }",
        "pub const {A} = {B}({C});",
        "pub const {f} = {g};",
        "pub const {x} = {f}({y});",
    ),
)

_DART = Knot(
    ".dart",
    (
        "import '{m}.dart';",
        "export '{m}.dart';",
        "export '{m}.dart' show {A}, {f};",
        "import '{m}.dart' as {x};",
        "import '{m}.dart' hide {A};",
    ),
    (
        "class {A} extends {B} with {C} { {A} {f}({B} v) => {g}(v); }",
        "mixin {A} on {B} implements {C} { {B} {f}() => {g}().{f}(); }",
        "class {A}<T extends {B}> extends {C}<T> { T {x}; T {f}() => {x}.{g}(); }",
        "extension on {A} { {B} {f}() => {g}(); }",
        "typedef {A} = {B};",
        "{A} {f}({B} v) => v.{g}();",
        "var {x} = {y};",
        "final {x} = {f}({y}).{g}();",
    ),
)

_BASH = Knot(
    ".sh",
    ("source ./{m}.sh", ". ./{m}.sh\n. ./{n}.sh"),
    ('{f}() { {g} "$1"; }', "{f}() { {f} | {g}; }", "alias {f}={g}", "{x}={f}\n$({x})", "{f}"),
)

KNOTS: Mapping[str, Knot] = {
    "bash": _BASH,
    "c": _C,
    "cpp": _CPP,
    "csharp": _CSHARP,
    "dart": _DART,
    "elixir": _ELIXIR,
    "go": _GO,
    "java": _JAVA,
    "javascript": _JAVASCRIPT,
    "kotlin": _KOTLIN,
    "lua": _LUA,
    "php": _PHP,
    "python": _PYTHON,
    "ruby": _RUBY,
    "rust": _RUST,
    "scala": _SCALA,
    "swift": _SWIFT,
    "typescript": _TYPESCRIPT,
    "zig": _ZIG,
}
