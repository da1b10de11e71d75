import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { createGuardedFetch, findOutboundError } from '../../src/index.ts'
import { collectingOutbound, failure, onEachRequest, type Peer, reply, startPeer } from '../peer.ts'

const LABELS = { network: 'example', operation: 'oauth' }

describe('createGuardedFetch', () => {
  let opened: ReturnType<typeof collectingOutbound>['outbound'][] = []
  let peers: Peer[] = []
  let guardedFetch: typeof globalThis.fetch

  afterEach(async () => {
    await Promise.all(opened.map((outbound) => outbound.close()))
    for (const peer of peers) peer.close()
    opened = []
    peers = []
  })

  async function peerThat(...serve: Parameters<typeof startPeer>): Promise<Peer> {
    const peer = await startPeer(...serve)
    peers.push(peer)
    const { outbound } = collectingOutbound({ allowedOrigins: peers.map(({ origin }) => origin) })
    opened.push(outbound)
    guardedFetch = createGuardedFetch({ outbound, ...LABELS, maxBytes: 1000 })
    return peer
  }

  function echoing() {
    return peerThat((socket, received) =>
      socket.on('data', () => {
        const length = Number(/content-length: (\d+)/i.exec(received())?.[1] ?? 0)
        const body = received().split('\r\n\r\n').slice(1).join('\r\n\r\n')
        if (body.length === length) socket.end(reply('{"ok":true}', '201 Created', 'dpop-nonce: n1\r\n'))
      }),
    )
  }

  it('takes a URL and an init', async () => {
    const peer = await echoing()
    const response = await guardedFetch(`${peer.origin}/a?b=1`, {
      method: 'POST',
      headers: { dpop: 'proof' },
      body: new URLSearchParams({ grant: 'x' }),
    })
    expect(response).to.be.instanceOf(Response)
    expect(response).to.include({ status: 201, ok: true, url: `${peer.origin}/a?b=1`, redirected: false })
    expect(response.headers.get('dpop-nonce')).to.equal('n1')
    expect(await response.json()).to.deep.equal({ ok: true })
    expect(peer.received())
      .to.match(/^POST \/a\?b=1 HTTP/)
      .and.match(/dpop: proof/)
      .and.match(/\r\n\r\ngrant=x$/)
    expect(peer.received()).to.match(/content-type: application\/x-www-form-urlencoded/)
  })

  it('takes a Request, and sends its length and its credentials', async () => {
    const peer = await echoing()
    const headers = { authorization: 'DPoP token', cookie: 'canary' }
    const request = new Request(`${peer.origin}/x`, { method: 'PUT', body: '{"a":1}', headers })
    const response = await guardedFetch(request)
    expect(response.status).to.equal(201)
    await response.body?.cancel()
    expect(peer.received())
      .to.match(/content-length: 7\r\n/)
      .and.match(/authorization: DPoP token/)
      .and.not.match(/canary/)
  })

  it('sends a body of a megabyte with its length', async () => {
    const peer = await echoing()
    const response = await guardedFetch(`${peer.origin}/x`, { method: 'POST', body: 'x'.repeat(1_000_000) })
    expect(await response.json()).to.deep.equal({ ok: true })
    expect(peer.received()).to.match(/content-length: 1000000\r\n/)
  })

  it('sends a body too large to hold in chunks', async () => {
    let size = 0
    const peer = await peerThat((socket) => {
      socket.on('data', (data) => {
        size += data.length
        if (data.toString('latin1').endsWith('0\r\n\r\n')) socket.end(reply(''))
      })
    })
    const response = await guardedFetch(peer.origin, { method: 'POST', body: new Uint8Array(9_000_000) })
    await response.text()
    expect(peer.received().slice(0, 500)).to.match(/transfer-encoding: chunked/)
    expect(size).to.be.greaterThan(9_000_000)
  })

  it('gives a decoded body without the headers that spoke of its coding', async () => {
    const body = gzipSync('hello')
    const peer = await peerThat((socket) =>
      onEachRequest(socket, () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`)
        socket.write(body)
      }),
    )
    const response = await guardedFetch(peer.origin)
    expect(await response.text()).to.equal('hello')
    expect(response.headers.has('content-encoding') || response.headers.has('content-length')).to.equal(false)
  })

  it('returns responses without a body', async () => {
    const peer = await peerThat((socket) =>
      onEachRequest(socket, () => socket.write('HTTP/1.1 204 No Content\r\ncontent-encoding: gzip\r\n\r\n')),
    )
    expect((await guardedFetch(peer.origin)).body).to.equal(null)
  })

  it('keeps credentials to the first origin', async () => {
    const second = await peerThat((socket) => onEachRequest(socket, () => socket.write(reply('there'))))
    const location = `location: ${second.origin}/\r\n`
    const first = await peerThat((socket) =>
      onEachRequest(socket, () => socket.write(reply('', '307 Moved', location))),
    )
    const response = await guardedFetch(first.origin, { headers: { authorization: 'canary', accept: 'a/b' } })
    expect(await response.text()).to.equal('there')
    expect(response.redirected).to.equal(true)
    expect(first.received()).to.contain('canary')
    expect(second.received()).to.contain('a/b').and.not.contain('canary')
  })

  it('fails as fetch does, with the outbound error as the cause', async () => {
    const peer = await echoing()
    for (const url of ['https://127.0.0.1/', 'http://169.254.169.254/', `http://localhost:${peer.port}/`]) {
      const error = await failure(guardedFetch(url))
      expect(error).to.be.instanceOf(TypeError)
      expect(findOutboundError(error)).to.include({ kind: 'rejected_address', sent: false })
    }
    expect(peer.connections()).to.equal(0)
  })

  it('fails on a redirect when told to, and hands it over when told to', async () => {
    const peer = await peerThat((socket) =>
      onEachRequest(socket, () => socket.write(reply('', '302 Found', 'location: /\r\n'))),
    )
    expect(findOutboundError(await failure(guardedFetch(peer.origin, { redirect: 'error' })))).to.include({
      kind: 'bad_redirect',
    })
    const response = await guardedFetch(peer.origin, { redirect: 'manual' })
    expect(response.status).to.equal(302)
    await response.body?.cancel()
  })

  it('fails with the reason of its signal', async () => {
    const peer = await echoing()
    const reason = new Error('enough')
    expect(await failure(guardedFetch(peer.origin, { signal: AbortSignal.abort(reason) }))).to.equal(reason)
  })

  it('caps what it reads', async () => {
    const peer = await peerThat((socket) => onEachRequest(socket, () => socket.write(reply('x'.repeat(2000)))))
    const response = await guardedFetch(peer.origin)
    expect(findOutboundError(await failure(response.text()))).to.include({ kind: 'too_large' })
  })
})
