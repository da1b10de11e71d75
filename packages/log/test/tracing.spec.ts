import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { expect } from 'chai'
import { createLogger } from '../src/index.ts'
import { openTracer } from '../src/tracing/open-tracer.ts'
import { beginSpan, currentTraceparent, endTracing, inSpan, isTracing, useTracer } from '../src/tracing/spans.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const sampled = `00-${traceId}-b7ad6b7169203331-01`
const unsampled = `00-${traceId}-b7ad6b7169203331-00`

describe('tracing', () => {
  let exporter: InMemorySpanExporter
  const start = (ratio: number) => {
    exporter = new InMemorySpanExporter()
    const processor = new SimpleSpanProcessor({ exporter })
    useTracer(openTracer({ name: 'test', version: '1.2.3', ratio, processor }))
  }
  afterEach(() => endTracing())
  const names = () => exporter.getFinishedSpans().map(({ name }) => name)

  it('runs only the work while nothing is traced', async () => {
    expect(isTracing()).to.equal(false)
    expect(beginSpan('request')).to.equal(null)
    expect(await inSpan('job', async (span) => [span, currentTraceparent()])).to.deep.equal([null, null])
  })

  it('makes spans children of those within which they begin, over waits', async () => {
    start(1)
    await inSpan('job', async () => {
      await new Promise(setImmediate)
      await inSpan('write', () => inSpan('network call', async () => {}))
    })
    const [call, write, job] = exporter.getFinishedSpans()
    expect(names()).to.deep.equal(['network call', 'write', 'job'])
    expect(call?.parentSpanContext?.spanId).to.equal(write?.spanContext().spanId)
    expect(write?.parentSpanContext?.spanId).to.equal(job?.spanContext().spanId)
    expect(job?.parentSpanContext).to.equal(undefined)
    expect(job?.resource.attributes).to.include({ 'service.name': 'carillon-test', 'service.version': '1.2.3' })
  })

  it('continues the trace of a caller, and passes it on', async () => {
    start(0)
    const passed = await inSpan('request', async () => currentTraceparent(), { traceparent: sampled })
    expect(passed).to.match(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`))
    expect(names()).to.deep.equal(['request'])
  })

  for (const text of [
    '',
    'x',
    `${sampled}-`,
    sampled.toUpperCase(),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `01${sampled.slice(2)}`,
  ]) {
    it(`begins a trace of its own for the traceparent ${JSON.stringify(text)}`, async () => {
      start(1)
      await inSpan('request', async () => {}, { traceparent: text })
      expect(exporter.getFinishedSpans()[0]?.spanContext().traceId).to.not.equal(traceId)
    })
  }

  it('exports of traces that are not sampled the spans that failed, and no other', async () => {
    start(1)
    const failure = new Error('no')
    const failing = inSpan('job', () => inSpan('write', () => Promise.reject(failure)), { traceparent: unsampled })
    expect(await failing.catch((error: unknown) => error)).to.equal(failure)
    await inSpan('job', async () => {}, { traceparent: unsampled })
    expect(names()).to.deep.equal(['write', 'job'])
    expect(exporter.getFinishedSpans().map((span) => span.spanContext().traceFlags)).to.deep.equal([1, 1])
  })

  it('holds attributes to the format of log lines', async () => {
    start(1)
    const fields = { requestId: 'r-1', network: 'youtube', secret: 'x', organizationId: 'no uuid' } as object
    await inSpan('network call', async (span) => span?.note({ status: 200 }), { fields })
    expect(exporter.getFinishedSpans()[0]?.attributes).to.deep.equal({
      'carillon.requestId': 'r-1',
      'carillon.network': 'youtube',
      'carillon.organizationId': '[unfit]',
      'carillon.dropped': 1,
      'carillon.status': 200,
    })
  })

  it('names the trace in log lines, of every kind', async () => {
    start(1)
    const lines: string[] = []
    const log = createLogger({ name: 'test', level: 'info', destination: { write: (text) => void lines.push(text) } })
    log.info({}, 'outside')
    await inSpan(
      'request',
      async () => {
        log.info({}, 'inside')
        log.child({ requestId: 'r' }).warn({}, 'a child')
        log.infoSoon({}, 'soon')
      },
      { traceparent: sampled },
    )
    log.flush()
    const logged = lines
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(logged.map(({ message, traceId: of }) => [message, of])).to.have.deep.members([
      ['outside', undefined],
      ['inside', traceId],
      ['a child', traceId],
      ['soon', traceId],
    ])
  })
})
