# Compiles the Elixir sources of a project and writes each call that the compiler saw.
#
#     elixir calls.exs OUTPUT ROOT FOLDER_OF_DEPENDENCY... -- FILE...
#
# Each line has tabs between: file and line of the caller, name, file and line of the callee. The
# line of code outside functions is negative.

defmodule CallTracer do
  def start, do: Enum.each([:calls, :places], &:ets.new(&1, [:named_table, :public, :bag]))

  def trace({kind, meta, module, name, arity}, env)
      when kind in [:remote_function, :remote_macro, :imported_function, :imported_macro],
      do: note(meta, {module, name, arity}, env)

  def trace({kind, meta, name, arity}, env) when kind in [:local_function, :local_macro],
    do: note(meta, {env.module, name, arity}, env)

  def trace({:on_module, bytecode, _}, env) do
    with {:ok, {_, [debug_info: {:debug_info_v1, backend, data}]}} <-
           :beam_lib.chunks(bytecode, [:debug_info]),
         {:ok, %{definitions: definitions, file: file, module: module}} <-
           backend.debug_info(:elixir_v1, env.module, data, []) do
      for {{name, arity}, kind, meta, _} <- definitions do
        :ets.insert(:places, {{module, name, arity}, file, meta[:line], kind})
      end
    end

    :ok
  end

  def trace(_, _), do: :ok

  defp note(meta, callee, env) do
    caller = if env.function, do: Tuple.insert_at(env.function, 0, env.module)
    :ets.insert(:calls, {caller, env.file, meta[:line] || env.line, callee})
    :ok
  end

  # What macros quote is called where they are used: their calls are not all that they write.
  def write(output, root) do
    lines =
      for {caller, file, line, callee} <- :ets.tab2list(:calls),
          {from_file, from_line, kind} <- [if(caller, do: place(caller), else: {file, -line, :def})],
          kind in [:def, :defp] do
        {to_file, to_line, _} = place(callee) || {"", 0, nil}
        {_, name, _} = callee
        from = Path.relative_to(to_string(from_file), root)
        to = Path.relative_to(to_string(to_file), root)
        "#{from}\t#{from_line}\t#{name}\t#{to}\t#{to_line}\n"
      end

    File.write!(output, lines |> Enum.uniq() |> Enum.sort())
  end

  defp place(nil), do: nil

  defp place(key) do
    case :ets.lookup(:places, key) do
      [{_, file, line, kind} | _] when is_integer(line) -> {file, line, kind}
      _ -> nil
    end
  end
end

[output, root | rest] = System.argv()
{folders, ["--" | files]} = Enum.split_while(rest, &(&1 != "--"))
Code.put_compiler_option(:ignore_module_conflict, true)
Code.put_compiler_option(:debug_info, true)

for folder <- folders do
  {:ok, _, _} = Kernel.ParallelCompiler.compile(Path.wildcard(Path.join(folder, "lib/**/*.ex")))
end

ExUnit.start(autorun: false)
CallTracer.start()
Code.put_compiler_option(:tracers, [CallTracer])
{scripts, sources} = Enum.split_with(files, &String.ends_with?(&1, ".exs"))
{:ok, _, _} = Kernel.ParallelCompiler.compile(sources)
unless scripts == [], do: {:ok, _, _} = Kernel.ParallelCompiler.require(scripts)
CallTracer.write(output, root)
