import { once } from 'node:events'
import { expect } from 'chai'
import { createLogger, type RequestLine } from '../src/index.ts'

const line: RequestLine = {
  level: 'info',
  method: 'GET',
  route: 'profiles.get',
  operation: 'profiles.get',
  status: 200,
  durationMs: 3,
  requestId: 'order_17.a-B',
  organizationId: '0199d1b2-ffff-7000-8000-000000000000',
  keyId: '0199d1b2-ffff-7000-8000-000000000001',
}

function collect(level: 'info' | 'warn' = 'info') {
  const written: string[] = []
  const log = createLogger({ name: 'gateway', level, destination: { write: (lines) => void written.push(lines) } })
  const parsed = () => written.flatMap((lines) => lines.trimEnd().split('\n')).map((text) => JSON.parse(text))
  return { log, written, parsed }
}

describe('the lines of requests', () => {
  it('are those that the logger would write, field for field', () => {
    const { log, parsed } = collect()
    const { level: _, ...fields } = line
    log.request(line)
    log.info(fields, 'request')
    const [own, usual] = parsed()
    expect(Object.keys(own)).to.deep.equal(Object.keys(usual))
    expect({ ...own, time: usual.time }).to.deep.equal(usual)
    expect(own.time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  it('are held to the forms of their fields', () => {
    const { log, parsed } = collect()
    log.request({ ...line, requestId: 'a b', keyId: 'secret', route: '/media/4fK9mQ2xV7bN8cR1tY6wZ' })
    log.flush()
    expect(parsed()[0]).to.include({ requestId: '[unfit]', keyId: '[unfit]', route: '/media/[redacted]' })
  })

  it('name the operation of each request, also where two have the same method and route', () => {
    const { log, parsed } = collect()
    const operations = ['profiles.get', null, 'profiles.list'] as const
    for (const operation of operations) log.request({ ...line, operation })
    log.flush()
    expect(parsed().map((each) => each.operation ?? null)).to.deep.equal(operations)
  })

  it('have the longest request id that the gateway takes', () => {
    const { log, parsed } = collect()
    const requestId = 'order-'.padEnd(128, '0')
    log.request({ ...line, requestId })
    log.info({ requestId }, 'found')
    log.flush()
    expect(parsed().map((each) => each.requestId)).to.deep.equal([requestId, requestId])
  })

  it('wait for each other, and are written together', async () => {
    const { log, written, parsed } = collect()
    log.request(line)
    log.request({ ...line, status: 404 })
    expect(written).to.deep.equal([])
    log.flush()
    expect(written).to.have.length(1)
    expect(parsed().map(({ status }) => status)).to.deep.equal([200, 404])
  })

  it('are written by themselves after a moment', async () => {
    const arrived = new EventTarget()
    const destination = {
      write: (lines: string) => void arrived.dispatchEvent(new MessageEvent('lines', { data: lines })),
    }
    const log = createLogger({ name: 'gateway', level: 'info', destination })
    // The logger's own timer keeps no process alive.
    const alive = setInterval(() => {}, 1_000)
    try {
      const lines = once(arrived, 'lines')
      log.request(line)
      expect((await lines)[0].data).to.contain('"requestId":"order_17.a-B"')
    } finally {
      clearInterval(alive)
    }
  })

  it('never let another line, or a warning, wait or overtake them', () => {
    const { log, parsed } = collect()
    log.request(line)
    log.error({}, 'something else')
    log.request({ ...line, status: 201 })
    log.request({ ...line, level: 'warn', status: 500 })
    expect(parsed().map(({ level, status }) => status ?? level)).to.deep.equal([200, 'error', 201, 500])
  })

  it('do not collect without an end', () => {
    const { log, written } = collect()
    for (let sent = 0; sent < 1_000; sent++) log.request(line)
    expect(written.length).to.be.greaterThan(4)
  })

  it('are left out below the level of the logger', () => {
    const { log, parsed } = collect('warn')
    log.request(line)
    log.request({ ...line, level: 'warn', status: 503 })
    expect(parsed().map(({ status }) => status)).to.deep.equal([503])
  })
})
