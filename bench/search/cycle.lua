-- For wrk: asks for the paths of a file, one after the other, and says in the end as one line of JSON how it went.
-- Arguments: the file; "gzip" for compressed answers.
local paths = {}
local position = 0
local headers = {}

function init(arguments)
  for line in io.lines(arguments[1]) do paths[#paths + 1] = line end
  if arguments[2] == "gzip" then headers["Accept-Encoding"] = "gzip" end
end

function request()
  position = position % #paths + 1
  return wrk.format("GET", paths[position], headers)
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"p50":%d,"p99":%d,"max":%d}',
    summary.requests, summary.duration, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
