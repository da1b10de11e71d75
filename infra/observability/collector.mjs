// Takes traces as OpenTelemetry posts them (OTLP over HTTP, as JSON) and appends each span to a file, as one line of JSON
// that grep finds: `node infra/observability/collector.mjs spans.jsonl`. For one machine; in production, run a collector.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , file = 'spans.jsonl', port = '4318'] = process.argv

/** Attributes as an object; OTLP has each value under the name of its type. */
const attributesOf = (list = []) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]))

function linesOf({ resourceSpans }) {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, startTimeUnixNano, endTimeUnixNano, attributes, status }) => ({
        ...{ traceId, spanId, parentSpanId, process: attributesOf(resource.attributes)['service.name'], name },
        start: new Date(Number(startTimeUnixNano) / 1e6).toISOString(),
        durationMs: (Number(endTimeUnixNano) - Number(startTimeUnixNano)) / 1e6,
        failed: status?.code === 2,
        ...attributesOf(attributes),
      })),
    ),
  )
}

const server = createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end()
  try {
    const lines = linesOf(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  } catch (error) {
    process.stderr.write(`A request was not understood: ${error}\n`)
    response.writeHead(400).end()
  }
})
server.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(
    `Spans are appended to ${file}; OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${server.address().port}\n`,
  )
})
