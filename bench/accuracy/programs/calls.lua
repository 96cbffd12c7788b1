-- Writes the calls that a Lua program makes: CALLS_OUTPUT=file CALLS_ROOT=folder LUA_INIT=@calls.lua lua ...
--
-- Each line has tabs between: file and line of the caller, name, file and line of the callee. What is
-- not written in Lua, or outside the folder, has no place.

local getinfo = debug.getinfo
local root = os.getenv("CALLS_ROOT") .. "/"
local output = os.getenv("CALLS_OUTPUT")
local seen = {}
local write = io.open

-- A path below the folder, whether it is written from the root or from the folder.
local function place(source)
  local path = source:match("^@(.*)")
  if not path then return nil end
  if path:sub(1, #root) == root then return path:sub(#root + 1) end
  if path:sub(1, 1) == "/" then return nil end
  return (path:gsub("^%./", ""))
end

local function note(event)
  if event ~= "call" then return end
  local callee, caller = getinfo(2, "Sn"), getinfo(3, "Sl")
  if not caller or not callee.name or caller.currentline < 0 then return end
  local from = place(caller.source)
  if not from then return end
  local to = callee.what == "Lua" and place(callee.source) or ""
  local line = to ~= "" and callee.linedefined or 0
  seen[table.concat({ from, caller.currentline, callee.name, to, line }, "\t")] = true
end

local function finish()
  debug.sethook()
  local file = write(output, "a")
  for line in pairs(seen) do file:write(line, "\n") end
  file:close()
end

local create, wrap = coroutine.create, coroutine.wrap
coroutine.create = function(f)
  local made = create(f)
  debug.sethook(made, note, "c")
  return made
end
coroutine.wrap = function(f)
  return wrap(function(...)
    debug.sethook(note, "c")
    return f(...)
  end)
end

local leave = os.exit
os.exit = function(...)
  finish()
  leave(...)
end
CALLS_END = setmetatable({}, { __gc = finish })
debug.sethook(note, "c")
