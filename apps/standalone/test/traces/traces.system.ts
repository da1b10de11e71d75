import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endTracing, startTracing } from '@carillon/log'
import { expect } from 'chai'
import { startWhole, type Whole } from '../whole.ts'

interface ExportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status?: { code?: number }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** A collector that takes traces as OpenTelemetry posts them, and a receiver of webhooks on the same port. */
async function startCollector() {
  const spans: ExportedSpan[] = []
  const deliveries: { traceparent: string | undefined; type: string }[] = []
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    if (request.url === '/v1/traces') {
      for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
    } else {
      const traceparent = request.headers['traceparent']
      deliveries.push({ traceparent: traceparent?.toString(), type: JSON.parse(text).type })
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, spans, deliveries, close: () => server.close() }
}

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('the trace of a publish', () => {
  let whole: Whole
  let collector: Awaited<ReturnType<typeof startCollector>>

  before(async function () {
    this.timeout(120_000)
    collector = await startCollector()
    process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url
    await startTracing({ name: 'whole', version: '0.0.0', ratio: 0 })
    whole = await startWhole({ networks: ['bluesky'], env: { WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*' } })
  })
  after(async () => {
    await whole.close()
    await endTracing()
    collector.close()
    delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT']
  })

  it("leads from the client's span over the row and the job to the calls and the delivery", async function () {
    this.timeout(120_000)
    const accountId = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
    await whole.call('POST', '/webhook-endpoints', { url: `${collector.url}/hook`, types: ['publish.published'] })
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
    const post = { platform: 'bluesky', accountId, text: 'Fresh bread.' }
    const { status } = await whole.call('POST', '/posts', post, { traceparent })
    expect(status).to.be.oneOf([201, 202])
    while (collector.deliveries.length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    await whole.close()
    await endTracing()

    const own = collector.spans.filter((span) => span.traceId === traceId)
    const named = (name: string) => own.filter((span) => span.name === name)
    const parentOf = (span: ExportedSpan | undefined) => own.find(({ spanId }) => spanId === span?.parentSpanId)?.name
    const [request] = named('request')
    expect(request?.parentSpanId).to.equal('00f067aa0ba902b7')
    expect(parentOf(named('wait for the outcome')[0])).to.equal('request')
    expect(parentOf(named('write')[0])).to.equal('request')
    expect(parentOf(named('write attempt')[0])).to.equal('write')
    expect(named('network call').map(parentOf)).to.include('call of an account')
    expect(parentOf(named('webhook delivery')[0])).to.equal('request')
    expect(collector.deliveries[0]?.traceparent).to.match(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
    // Nothing else was sampled.
    expect(
      new Set(collector.spans.filter(({ status: end }) => end?.code !== 2).map((span) => span.traceId)),
    ).to.deep.equal(new Set([traceId]))
  })
})
