-- For wrk: asks for the paths of a file, one after the other, and says in the end as one line of JSON how it went.
-- Arguments: the file, whose lines may carry a validator behind a tab, sent as If-None-Match; "gzip" for compressed answers.
local requests = {}
local position = 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, tag = line:match("^([^\t]*)\t?(.*)$")
    local headers = {}
    if arguments[2] == "gzip" then headers["Accept-Encoding"] = "gzip" end
    if tag ~= "" then headers["If-None-Match"] = tag end
    requests[#requests + 1] = wrk.format("GET", path, headers)
  end
end

function request()
  position = position % #requests + 1
  return requests[position]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"microseconds":%d,"bytes":%d,"failed":%d,"p50":%d,"p99":%d,"max":%d}',
    summary.requests, summary.duration, summary.bytes,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
