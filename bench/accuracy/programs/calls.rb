# frozen_string_literal: true

# Writes the calls that a Ruby program makes: `CALLS_OUTPUT=file CALLS_ROOT=folder ruby -r./calls.rb ...`
#
# Each line has tabs between: file and line of the caller, name, file and line of the callee. What is
# not written in Ruby, or outside the folder, has no place.

module CallTracer
  ROOT = File.join(File.realpath(ENV.fetch("CALLS_ROOT")), "")
  SEEN = {}

  PLACES = {}
  FIND = Module.instance_method(:instance_method)

  # What is written in C has no frame when it is called: the point itself is at the caller.
  def self.note(point)
    inner = point.event == :c_call
    caller = inner ? point : caller_locations(3, 1)&.first
    from = caller&.path
    return unless from&.start_with?(ROOT)

    path, line = inner ? place(point) : [point.path, point.lineno]
    SEEN[[from, caller.lineno, point.method_id, path, line]] = true
  end

  # Readers that a class asks for run in C, and yet have a place.
  def self.place(point)
    PLACES[[point.defined_class.__id__, point.method_id]] ||=
      FIND.bind_call(point.defined_class, point.method_id).source_location || [nil, 0]
  end

  def self.write
    lines = SEEN.keys.map do |from, line, name, path, at|
      own = path&.start_with?(ROOT)
      [from.delete_prefix(ROOT), line, name, own ? path.delete_prefix(ROOT) : "", own ? at : 0].join("\t")
    end
    File.open(ENV.fetch("CALLS_OUTPUT"), "a") { |file| file.puts(lines) }
  end
end

calls = TracePoint.new(:call, :c_call) { |point| CallTracer.note(point) }
at_exit do
  calls.disable
  CallTracer.write
end
calls.enable
