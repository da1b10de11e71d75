import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'

import { openRaw, parseRaw } from './raw.ts'
import { startGateway, type TestGateway } from './test-gateway.ts'

function head(lines: readonly string[], start = 'POST /api/v1/profiles HTTP/1.1'): string {
  return [start, 'Host: a', ...lines, '', ''].join('\r\n')
}

describe('on the wire', () => {
  let gateway: TestGateway
  let auth = ''
  before(async () => {
    gateway = await startGateway()
    auth = `Authorization: Bearer ${gateway.installation.key}`
  })
  after(() => gateway.close())

  async function errorOf(request: string): Promise<{ status: number; code: string }> {
    const raw = openRaw(gateway.url)
    raw.send(request)
    const text = await raw.until(/"error":\{.*\}\}/s)
    raw.socket.destroy()
    const { status, body } = parseRaw(text)
    return { status, code: JSON.parse(body).error.code }
  }

  it('responds to bytes that are not HTTP with the envelope', async () => {
    expect(await errorOf('HELO mail\r\n\r\n')).to.deep.equal({ status: 400, code: 'invalid_request' })
    expect(await errorOf('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n')).to.deep.equal({
      status: 400,
      code: 'invalid_request',
    })
    const smuggled = head([auth, 'Content-Length: 5', 'Transfer-Encoding: chunked'])
    expect(await errorOf(`${smuggled}0\r\n\r\n`)).to.deep.equal({ status: 400, code: 'invalid_request' })
  })

  it('responds to an absolute URL that is not valid with the envelope, and closes the connection', async () => {
    const raw = openRaw(gateway.url)
    raw.send(`GET http://[bad/api/v1/profiles HTTP/1.1\r\nHost: a\r\n${auth}\r\n\r\n`)
    const { status, head: headers, body } = parseRaw(await raw.all())
    expect([status, JSON.parse(body).error.code]).to.deep.equal([400, 'invalid_request'])
    expect(headers).to.match(/X-Request-Id: [0-9a-f-]{36}/)
  })

  it('takes no two idempotency keys for one request', async () => {
    const body = '{"name":"Twice"}'
    const lines = [auth, 'Content-Type: application/json', `Content-Length: ${body.length}`]
    const keys = ['Idempotency-Key: one', 'Idempotency-Key: two']
    expect(await errorOf(head([...lines, ...keys]) + body)).to.deep.equal({ status: 400, code: 'invalid_request' })
  })

  it('responds to headers that are too large with the envelope', async () => {
    const raw = openRaw(gateway.url)
    raw.send(head([auth, `X-Long: ${'x'.repeat(20_000)}`]))
    const text = await raw.all()
    expect(parseRaw(text).status).to.equal(400)
    expect(text)
      .to.contain('the maximum is 16 KiB')
      .and.to.match(/X-Request-Id: [0-9a-f-]{36}/)
  })

  it('responds to a request without a host with the envelope and an id', async () => {
    const raw = openRaw(gateway.url)
    raw.send(`GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`)
    const text = await raw.all()
    expect(parseRaw(text).status).to.equal(400)
    expect(JSON.parse(parseRaw(text).body).error.code).to.equal('invalid_request')
    expect(text).to.match(/X-Request-Id: [0-9a-f-]{36}/)
  })

  it('rejects a request with two hosts', async () => {
    const two = head(['Host: b'], 'GET /healthz HTTP/1.1')
    expect(await errorOf(two)).to.deep.equal({ status: 400, code: 'invalid_request' })
  })

  it('looks at the key before an address that cannot be decoded', async () => {
    const get = (lines: string[]) => errorOf(head(lines, 'GET /api/v1/profiles/%zz HTTP/1.1'))
    expect(await get([])).to.deep.equal({ status: 401, code: 'unauthorized' })
    expect(await get([auth])).to.deep.equal({ status: 400, code: 'invalid_request' })
    const reply = await gateway.ask('GET', '/api/v1/profiles/%zz')
    expect(reply.headers.get('ratelimit')).to.match(/^"key";r=\d+;t=\d+$/)
  })

  it('does not take two keys, nor a long one', async () => {
    const profiles = (lines: string[]) => errorOf(head(lines, 'GET /api/v1/profiles HTTP/1.1'))
    expect(await profiles([auth, auth])).to.deep.equal({ status: 401, code: 'unauthorized' })
    expect(await profiles([`Authorization: Bearer ${'x'.repeat(10_000)}`])).to.deep.equal({
      status: 401,
      code: 'unauthorized',
    })
  })

  describe('Expect: 100-continue', () => {
    const expecting = ['Expect: 100-continue', 'Content-Type: application/json']

    it('lets the body come once its head was accepted', async () => {
      const raw = openRaw(gateway.url)
      raw.send(head([...expecting, auth, 'Content-Length: 12']))
      await raw.until(/100 Continue/)
      raw.send('{"name":"A"}')
      expect(await raw.until(/"done":"profiles.create"/)).to.contain('HTTP/1.1 200 OK')
      raw.socket.destroy()
    })

    it('passes over expectations of another kind', async () => {
      const raw = openRaw(gateway.url)
      raw.send(head([auth, 'Expect: 200-ok', 'Connection: close'], 'GET /api/v1/profiles HTTP/1.1'))
      expect(parseRaw(await raw.all()).status).to.equal(200)
    })

    it('does not, when the head is rejected', async () => {
      const rejections: [string[], number][] = [
        [['Content-Length: 12'], 401],
        [[auth, 'Content-Length: 1048577'], 413],
        [[auth, 'Content-Encoding: gzip', 'Content-Length: 12'], 415],
      ]
      for (const [lines, status] of rejections) {
        const raw = openRaw(gateway.url)
        raw.send(head([...expecting, ...lines]))
        const text = await raw.until(/"error"/)
        expect(text).not.to.contain('100 Continue')
        expect(parseRaw(text).status).to.equal(status)
        raw.socket.destroy()
      }
    })
  })

  it('rejects before a large body has arrived', async () => {
    const raw = openRaw(gateway.url)
    raw.send(
      head([`Content-Length: ${100 * 1024 * 1024}`, 'Content-Type: application/json'], 'POST /api/v1/posts HTTP/1.1'),
    )
    expect(parseRaw(await raw.until(/unauthorized/)).status).to.equal(401)
    raw.socket.destroy()
  })

  it('rejects by its announcement alone a publish that is larger than any, JSON or form', async () => {
    for (const [type, bytes] of [
      ['application/json', 5_000_000_000],
      ['multipart/form-data; boundary=B', 800_000_000],
    ] as const) {
      const raw = openRaw(gateway.url)
      raw.send(head([auth, `Content-Length: ${bytes}`, `Content-Type: ${type}`], 'POST /api/v1/posts HTTP/1.1'))
      const { status, body } = parseRaw(await raw.until(/"error".*\}\}/s))
      expect(status).to.equal(413)
      expect(body).to.contain('"invalid_request"').and.contain(`${bytes} bytes, at most `).and.contain('by their URL')
      raw.socket.destroy()
    }
  })

  it('gives up a body that arrives too slowly, JSON or form', async () => {
    const strict = await startGateway({ installation: gateway.installation, pace: { bytes: 1000, everyMs: 20 } })
    for (const type of ['application/json', 'multipart/form-data; boundary=B']) {
      const raw = openRaw(strict.url)
      raw.send(head([auth, 'Content-Length: 2000000', `Content-Type: ${type}`], 'POST /api/v1/posts HTTP/1.1'))
      const { status, body } = parseRaw(await raw.until(/too slowly.*\}\}/s))
      expect(status).to.equal(400)
      expect(JSON.parse(body).error.code).to.equal('invalid_request')
      raw.socket.destroy()
    }
    expect(strict.slots).to.deep.equal({ open: 0, taken: 2 })
    await strict.close()
  })

  it('throws away what a caller had sent before going', async () => {
    const counting = await startGateway({ installation: gateway.installation })
    const raw = openRaw(counting.url)
    const file = [
      '--B',
      'Content-Disposition: form-data; name="video"; filename="a"',
      'Content-Type: video/mp4',
      '',
      'x',
      '--B',
      'Content-Disposition: form-data; name="video"; filename="b"',
      '',
      '',
    ].join('\r\n')
    raw.send(
      head(
        [auth, 'Content-Length: 5000', 'Content-Type: multipart/form-data; boundary=B'],
        'POST /api/v1/posts HTTP/1.1',
      ),
    )
    raw.send(file)
    await poll(async () => (await gateway.installation.files()).length > 0)
    raw.socket.destroy()
    await poll(async () => (await gateway.installation.files()).length === 0 && counting.slots.open === 0)
    await poll(() => counting.lines.some(({ outcome }) => outcome === 'gone'))
    expect(counting.lines.filter(({ level }) => level === 'error')).to.deep.equal([])
    await counting.close()
  })
})

describe('closing', () => {
  it('finishes what is in flight, and takes nothing new', async () => {
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    let begun = false
    const gateway = await startGateway({
      replace: ({ useCases }) => ({
        useCases: {
          ...useCases,
          'profiles.list': async () => {
            begun = true
            await held
            return { status: 200, body: { profiles: [] } }
          },
        },
      }),
    })
    const response = gateway.ask('GET', '/api/v1/profiles')
    await poll(() => begun)
    const closed = gateway.close()
    await poll(() => !gateway.gateway.server.listening)
    const rejected = await gateway.ask('GET', '/healthz').then(
      () => false,
      () => true,
    )
    expect(rejected).to.equal(true)
    finish()
    expect((await response).status).to.equal(200)
    await closed
  })

  it('ends what takes longer than the grace', async () => {
    let aborted = false
    let begun = false
    const gateway = await startGateway({
      graceMs: 20,
      replace: ({ useCases }) => ({
        useCases: {
          ...useCases,
          'profiles.list': (_context, { signal }) =>
            new Promise((_resolve, reject) => {
              begun = true
              signal.addEventListener('abort', () => {
                aborted = true
                reject(signal.reason)
              })
            }),
        },
      }),
    })
    const pending = gateway.ask('GET', '/api/v1/profiles')
    await poll(() => begun)
    const [response] = await Promise.all([pending, gateway.close()])
    const { status, body, headers } = response
    expect([status, body.error.code]).to.deep.equal([503, 'temporarily_unavailable'])
    expect([headers.get('connection'), headers.get('retry-after')]).to.deep.equal(['close', '1'])
    expect(aborted).to.equal(true)
  })

  it('cuts what does not listen to its end', async () => {
    let begun = false
    const gateway = await startGateway({
      graceMs: 20,
      replace: ({ useCases }) => ({
        useCases: {
          ...useCases,
          'profiles.list': () => {
            begun = true
            return new Promise(() => {})
          },
        },
      }),
    })
    const response = gateway.ask('GET', '/api/v1/profiles').catch(() => 'cut')
    await poll(() => begun)
    await gateway.close()
    expect(await response).to.equal('cut')
  })

  for (const type of ['application/json', 'multipart/form-data; boundary=B']) {
    it(`lets an upload go on for the grace, then tells it to come back: ${type}`, async () => {
      const closing = await startGateway({ graceMs: 20 })
      const auth = `Authorization: Bearer ${closing.installation.key}`
      const raw = openRaw(closing.url)
      raw.send(head([auth, 'Content-Length: 2000000', `Content-Type: ${type}`], 'POST /api/v1/posts HTTP/1.1'))
      raw.send(type === 'application/json' ? '{"platform":' : '--B\r\n')
      await poll(() => closing.slots.open === 1)
      await closing.close()
      const { status, head: said, body } = parseRaw(await raw.all())
      expect(status).to.equal(503)
      expect(said)
        .to.match(/^Connection: close$/im)
        .and.match(/^Retry-After: 1$/im)
      expect(JSON.parse(body).error.code).to.equal('temporarily_unavailable')
      expect(closing.slots.open).to.equal(0)
    })
  }
})

/** Until a condition holds; mocha's own limit ends what never comes. */
async function poll(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(5)
}
