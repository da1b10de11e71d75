import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { failNextImport } from '@carillon/testkit'
import { expect } from 'chai'
import type { OutboundError } from '../src/index.ts'
import { collectingOutbound, failure, onEachRequest, type Peer, reply, startPeer } from './peer.ts'

const LABELS = { network: 'example', operation: 'posts.list' }

describe('request', () => {
  let peer: Peer | undefined
  const { outbound, records, lines } = collectingOutbound()

  afterEach(() => peer?.close())
  after(() => outbound.close())

  async function listening(response: string | Buffer): Promise<string> {
    peer = await startPeer((socket) => onEachRequest(socket, () => socket.write(response)))
    return peer.origin
  }

  it('gives status, headers and body, as often as asked', async () => {
    const url = await listening(
      reply('{"a":[1]}', '418 Teapot', 'X-Thing: one\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n'),
    )
    const response = await outbound.request({ ...LABELS, method: 'GET', url })
    expect(response.status).to.equal(418)
    expect(response.headers.get('x-thing')).to.equal('one')
    expect(response.headers.getSetCookie()).to.deep.equal(['a=1', 'b=2'])
    expect(response.json()).to.deep.equal({ a: [1] })
    expect(response.text()).to.equal('{"a":[1]}')
    expect(response.bytes()).to.deep.equal(Buffer.from('{"a":[1]}'))
  })

  it('loads its modules again that could not be loaded', async () => {
    const url = await listening(reply('"hello"', '200 OK'))
    const unused = collectingOutbound().outbound
    const call = () => unused.request({ ...LABELS, method: 'GET', url })
    failNextImport('./open-outbound.ts')
    expect((await failure(call())).message).to.include('EMFILE')
    expect((await call()).json()).to.equal('hello')
    await unused.close()
  })

  it('connects to no host after it was closed, also if it had made no call before', async () => {
    const url = await listening(reply('"hello"', '200 OK'))
    for (const before of [0, 1]) {
      const closed = collectingOutbound().outbound
      const call = () => closed.request({ ...LABELS, method: 'GET', url })
      if (before > 0) await call()
      const received = peer?.received()
      await closed.close()
      expect(await failure(call())).to.include({ kind: 'network' })
      expect(peer?.received()).to.equal(received)
    }
  })

  it('leaves a body as it is whose encoding is unknown', async () => {
    const url = await listening(reply('"hello"', '200 OK', 'content-encoding: constructor\r\n'))
    expect((await outbound.request({ ...LABELS, method: 'GET', url })).json()).to.equal('hello')
  })

  it('follows no redirect', async () => {
    const url = await listening(reply('', '302 Found', 'location: /elsewhere\r\n'))
    const response = await outbound.request({ ...LABELS, method: 'GET', url })
    expect([response.status, response.headers.get('location')]).to.deep.equal([302, '/elsewhere'])
    expect(peer?.received()).not.to.contain('elsewhere')
  })

  it('says of what is not JSON that it is damaged, without repeating it', async () => {
    const response = await outbound.request({ ...LABELS, method: 'GET', url: await listening(reply('<secret>')) })
    expect(() => response.json())
      .to.throw(/not JSON/)
      .with.property('kind', 'bad_body')
    expect(() => response.json()).not.to.throw(/secret/)
  })

  for (const [encoding, compress] of Object.entries({ gzip: gzipSync, br: brotliCompressSync })) {
    it(`decodes ${encoding}`, async () => {
      const body = compress('"hello"')
      const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`
      const url = await listening(Buffer.concat([Buffer.from(head), body]))
      expect((await outbound.request({ ...LABELS, method: 'GET', url })).json()).to.equal('hello')
    })
  }

  for (const encoding of ['gzip', 'deflate', 'br'])
    it(`takes a response without a body that is said to be ${encoding}`, async () => {
      for (const status of ['204 No Content', '200 OK']) {
        const url = await listening(reply('', status, `content-encoding: ${encoding}\r\n`))
        expect((await outbound.request({ ...LABELS, method: 'DELETE', url })).text()).to.equal('')
        peer?.close()
      }
    })

  for (const [what, response, kind] of [
    [
      'a body of more bytes than allowed',
      `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${'x'.repeat(5000)}`,
      'too_large',
    ],
    ['a length of more bytes than allowed', 'HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n', 'too_large'],
    ['what only claims to be gzip', reply('plainly not', '200 OK', 'content-encoding: gzip\r\n'), 'bad_body'],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const url = await listening(response)
      const error = await failure(outbound.request({ ...LABELS, method: 'GET', url, maxBytes: 1000 }))
      expect(error).to.include({ kind, sent: true })
    })
  }

  it('rejects a small body that is larger once it is decoded', async () => {
    const body = gzipSync('x'.repeat(5000))
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`
    const url = await listening(Buffer.concat([Buffer.from(head), body]))
    const error = await failure(outbound.request({ ...LABELS, method: 'GET', url, maxBytes: 1000 }))
    expect(error).to.include({ kind: 'too_large', sent: true })
  })

  it('rejects a large body that is small once it is decoded', async () => {
    const body = Buffer.concat(Array.from({ length: 200 }, () => gzipSync('')))
    const url = await listening(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'), body]))
    const error = await failure(outbound.request({ ...LABELS, method: 'GET', url, maxBytes: 1000 }))
    expect(error).to.include({ kind: 'too_large', sent: true })
  })

  it('rejects an encoded body that ends too early', async () => {
    const body = gzipSync('x'.repeat(500)).subarray(0, -10)
    const url = await listening(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`),
        body,
      ]),
    )
    const error = await failure(outbound.request({ ...LABELS, method: 'GET', url }))
    expect(error).to.include({ kind: 'bad_body', sent: true })
  })

  it('reads a body that comes in pieces, after interim responses', async () => {
    peer = await startPeer((socket) =>
      onEachRequest(socket, () => {
        socket.write('HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n')
        socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{"\r\n')
        setImmediate(() => socket.write('5\r\na":1}\r\n0\r\n\r\n'))
      }),
    )
    const response = await outbound.request({ ...LABELS, method: 'GET', url: peer.origin })
    expect([response.status, response.json()]).to.deep.equal([200, { a: 1 }])
  })

  it('says what a host did that sends 100 Continue although no request expects it', async () => {
    const closed = Promise.withResolvers<void>()
    peer = await startPeer((socket) => {
      socket.once('close', () => closed.resolve())
      onEachRequest(socket, () => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${reply('{"id": 1}', '201 Created')}`))
    })
    const error = await failure(outbound.request({ ...LABELS, method: 'POST', url: peer.origin, body: 'text' }))
    expect(error).to.include({
      kind: 'network',
      sent: true,
      problem: `127.0.0.1:${peer.port} sent 100 Continue, which no request expects`,
    })
    await closed.promise
  })

  it('closes the connection of a body that is too large', async () => {
    const closed = Promise.withResolvers<void>()
    peer = await startPeer((socket) => {
      socket.once('close', () => closed.resolve())
      onEachRequest(socket, () => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(5000)}`))
    })
    const error = await failure(outbound.request({ ...LABELS, method: 'GET', url: peer.origin, maxBytes: 1000 }))
    expect(error).to.include({ kind: 'too_large', sent: true })
    await closed.promise
  })

  it('stops in the middle of a body at the deadline', async () => {
    const url = await listening('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
    const error = await failure(outbound.request({ ...LABELS, method: 'GET', url, timeoutMs: 1_000 }))
    expect(error).to.include({ kind: 'timeout', sent: true })
  })

  it('rejects a header with a line break before anything is sent', async () => {
    const url = await listening(reply(''))
    const headers = { 'x-name': 'a\r\nx-injected: b' }
    expect(await failure(outbound.request({ ...LABELS, method: 'GET', url, headers }))).to.be.instanceOf(TypeError)
    expect(peer?.received()).to.equal('')
  })

  describe('bodies', () => {
    async function receivedFor(body: Parameters<typeof outbound.request>[0]['body'], contentLength?: number) {
      peer = await startPeer((socket, received) =>
        socket.on('data', () => {
          const [head = '', rest = ''] = received().split(/\r\n\r\n([\s\S]*)/)
          const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
          if (rest.length >= length || rest.endsWith('0\r\n\r\n')) socket.end(reply('{}'))
        }),
      )
      const length = contentLength === undefined ? {} : { contentLength }
      await outbound.request({ ...LABELS, method: 'POST', url: peer.origin, body, ...length })
      return peer.received()
    }

    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (const piece of ['one ', 'two ', 'three']) yield Buffer.from(piece)
    }

    it('sends text and bytes', async () => {
      expect(await receivedFor('text')).to.match(/content-length: 4\r\n\r\ntext$/)
      peer?.close()
      expect(await receivedFor(Buffer.from('bytes'))).to.match(/content-length: 5\r\n\r\nbytes$/)
    })

    it('sends a form', async () => {
      const sent = await receivedFor(new URLSearchParams({ a: '1 2', b: '&' }))
      expect(sent).to.match(/content-type: application\/x-www-form-urlencoded[\s\S]*\r\n\r\na=1\+2&b=%26$/)
    })

    it('streams an async iterable with the length that is known', async () => {
      const sent = await receivedFor(pieces(), 13)
      expect(sent)
        .to.match(/content-length: 13\r\n/)
        .and.match(/\r\n\r\none two three$/)
      expect(sent).not.to.match(/transfer-encoding/i)
    })

    it('streams a Readable in chunks when the length is not known', async () => {
      expect(await receivedFor(Readable.from(pieces()))).to.match(/transfer-encoding: chunked/i)
    })

    it('does not take a stream of another length than announced for sent', async () => {
      const error = await failure(receivedFor(pieces(), 20))
      expect(error).to.include({ kind: 'network', sent: true })
    })

    it('sends form data with files', async () => {
      const form = new FormData()
      form.append('caption', 'hé')
      form.append('file', new Blob(['VIDEO'], { type: 'video/mp4' }), 'a.mp4')
      const sent = await receivedFor(form)
      expect(sent)
        .to.match(/content-type: multipart\/form-data; boundary=/i)
        .and.match(/content-length: \d+/i)
      expect(sent).to.contain('filename="a.mp4"').and.contain('Content-Type: video/mp4').and.contain('VIDEO')
    })
  })

  it('holds a hundred calls to one origin at once', async () => {
    const waiting: (() => void)[] = []
    peer = await startPeer((socket) =>
      onEachRequest(socket, () => {
        waiting.push(() => socket.write(reply('{}')))
        // No response is sent before all requests have arrived, which takes a connection for each.
        if (waiting.length === 100) for (const response of waiting) response()
      }),
    )
    const { origin: url } = peer
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => outbound.request({ ...LABELS, method: 'GET', url })),
    )
    expect(responses.every(({ status }) => status === 200)).to.equal(true)
    expect(peer.connections()).to.equal(100)
  })

  it('records each call once, without path, query and headers', async () => {
    const url = `${await listening(reply('{}'))}/me?access_token=canary`
    records.length = 0
    lines.length = 0
    await outbound.request({ ...LABELS, method: 'GET', url, headers: { authorization: 'Bearer canary' } })
    peer?.close()
    await failure(outbound.request({ ...LABELS, method: 'GET', url }))
    expect(records).to.have.length(2)
    expect(records[0]).to.include({ ...LABELS, status: 200, attempts: 1, host: new URL(url).host })
    expect(records[1]).to.include({ ...LABELS, kind: 'network', sent: false })
    expect(records[0]?.durationMs).to.be.at.least(0)
    expect(lines).to.have.length(2)
    expect(lines.join()).not.to.match(/canary|access_token|\/me/)
  })

  describe('the policy "read"', () => {
    function scripted(...responses: (string | null)[]) {
      return startPeer((socket) =>
        onEachRequest(socket, () => {
          const next = responses.shift() ?? null
          if (next === null) socket.resetAndDestroy()
          else socket.write(next)
        }),
      )
    }

    // No pauses: `random` is their factor.
    const eager = collectingOutbound({ random: () => 0 })
    after(() => eager.outbound.close())
    const read = (url: string, more: object = {}) =>
      eager.outbound.request({ ...LABELS, method: 'GET', url, retry: 'read', ...more })

    it('repeats after a broken connection and after 503, and reports the attempts', async () => {
      peer = await scripted(null, reply('', '503 Busy'), reply('"done"'))
      expect((await read(peer.origin)).json()).to.equal('done')
      expect(eager.records.at(-1)).to.include({ attempts: 3, status: 200 })
    })

    it('returns the last response after three', async () => {
      peer = await scripted(reply('', '502 Bad'), reply('', '503 Busy'), reply('', '504 Late'), reply('"never"'))
      expect((await read(peer.origin)).status).to.equal(504)
    })

    it('honours Retry-After, unless it asks for too long', async () => {
      peer = await scripted(reply('', '503 Busy', 'retry-after: 0\r\n'), reply('', '503 Busy', 'retry-after: 3600\r\n'))
      const response = await read(peer.origin)
      expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '3600'])
    })

    it('calls beforeRetry before each further attempt, and makes none once it rejects', async () => {
      let calls = 0
      const beforeRetry = async () => {
        calls += 1
        if (calls === 2) throw new Error('the quota is used up')
      }
      peer = await scripted(reply('', '502 Bad'), reply('', '503 Busy'), reply('"never"'))
      expect((await read(peer.origin, { beforeRetry })).status).to.equal(503)
      expect([calls, eager.records.at(-1)?.attempts]).to.deep.equal([2, 2])
    })

    it('does not repeat other responses', async () => {
      peer = await scripted(reply('', '429 Slow down'), reply('"never"'))
      expect((await read(peer.origin)).status).to.equal(429)
    })

    it('stops at the deadline', async () => {
      peer = await scripted(reply('', '503 Busy', 'retry-after: 5\r\n'), reply('"never"'))
      expect((await read(peer.origin, { timeoutMs: 1_000 })).status).to.equal(503)
    })

    it('is not for writes', async () => {
      expect(await failure(read('http://127.0.0.1:1', { method: 'POST' }))).to.be.instanceOf(TypeError)
    })

    it('is not the default', async () => {
      peer = await scripted(null, reply('"never"'))
      const error = (await failure(
        eager.outbound.request({ ...LABELS, method: 'GET', url: peer.origin }),
      )) as OutboundError
      expect(error.kind).to.equal('network')
      expect(peer.connections()).to.equal(1)
    })
  })
})
