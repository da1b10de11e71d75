import { execFile } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Outbound, OutboundError, type OutboundErrorKind } from '../src/index.ts'
import { collectingOutbound, failure, freePort, onEachRequest, type Peer, reply, startPeer } from './peer.ts'

const LABELS = { network: 'example', operation: 'posts.create' }
const MARK = 'the only post'

describe('what an error says about the request', () => {
  let outbound: Outbound
  let peers: Peer[] = []

  beforeEach(() => {
    outbound = collectingOutbound().outbound
  })
  afterEach(async () => {
    await outbound.close()
    for (const peer of peers) peer.close()
    peers = []
  })

  async function peerThat(...serve: Parameters<typeof startPeer>): Promise<Peer> {
    const peer = await startPeer(...serve)
    peers.push(peer)
    return peer
  }

  async function post(url: string, more: { signal?: AbortSignal; timeoutMs?: number } = {}): Promise<OutboundError> {
    const error = await failure(outbound.request({ ...LABELS, method: 'POST', url, body: MARK, ...more }))
    expect(error).to.be.instanceOf(OutboundError)
    return error as OutboundError
  }

  function expectError(error: OutboundError, kind: OutboundErrorKind, sent: boolean): void {
    expect({ kind: error.kind, sent: error.sent }).to.deep.equal({ kind, sent })
    expect(error.cause, 'the cause is kept').not.to.equal(undefined)
  }

  describe('not sent, for certain', () => {
    it('when nobody listens', async () => {
      expectError(await post(`http://127.0.0.1:${await freePort()}/`), 'network', false)
    })

    it('when this process has no free descriptors, which is not the fault of the host', async () => {
      const script = fileURLToPath(new URL('./guard/no-descriptors.ts', import.meta.url))
      const started = ['-c', 'ulimit -n 120; exec "$0" "$1"', process.execPath, script]
      const { stdout } = await promisify(execFile)('sh', started)
      const errors: unknown[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(errors).to.deep.equal(Array(3).fill({ kind: 'network', sent: false, isLocal: true }))
    })

    it('when the name does not exist', async () => {
      expectError(await post('http://nobody.invalid/'), 'network', false)
    })

    it('when the peer hangs up during the TLS handshake', async () => {
      const peer = await peerThat((socket) => socket.once('data', () => socket.resetAndDestroy()))
      expectError(await post(`https://127.0.0.1:${peer.port}/`), 'network', false)
      expect(peer.received()).not.to.contain(MARK)
    })

    it('when the peer does not speak TLS', async () => {
      const peer = await peerThat((socket) => socket.write(reply('hello')))
      expectError(await post(`https://127.0.0.1:${peer.port}/`), 'network', false)
    })

    it('when the handshake outlasts the deadline', async () => {
      const peer = await peerThat(() => undefined)
      expectError(await post(`https://127.0.0.1:${peer.port}/`, { timeoutMs: 50 }), 'timeout', false)
      expect(peer.received()).not.to.contain(MARK)
    })

    it('when connecting takes longer than it may', async () => {
      const slow = collectingOutbound({ agentOptions: { connectTimeoutMs: 50 } }).outbound
      const peer = await peerThat(() => undefined)
      const url = `https://127.0.0.1:${peer.port}/`
      const error = await failure(slow.request({ ...LABELS, method: 'POST', url, body: MARK }))
      expectError(error as OutboundError, 'timeout', false)
      expect(error).to.have.nested.property('cause.message').that.contains('timeout: 50ms')
      await slow.close()
    })

    it('when the caller had stopped before', async () => {
      const peer = await peerThat((socket) => onEachRequest(socket, () => socket.write(reply('{}'))))
      expectError(await post(peer.origin, { signal: AbortSignal.abort() }), 'aborted', false)
      expect(peer.received()).to.equal('')
    })

    it('when the caller stops during the handshake', async () => {
      const stop = new AbortController()
      const peer = await peerThat((socket) => socket.once('data', () => stop.abort()))
      expectError(await post(`https://127.0.0.1:${peer.port}/`, { signal: stop.signal }), 'aborted', false)
      expect(peer.received()).not.to.contain(MARK)
    })
  })

  describe('perhaps sent', () => {
    it('when the peer resets the connection as soon as it stands', async () => {
      const peer = await peerThat((socket) => socket.resetAndDestroy())
      const error = await post(peer.origin)
      expect(error.kind).to.equal('network')
      // Which of both it is, is a race between the reset and the first write; what counts is that nothing arrived unsaid.
      expect(error.sent || peer.received() === '').to.equal(true)
    })

    it('when the peer resets the connection at the first byte', async () => {
      const peer = await peerThat((socket) => socket.once('data', () => socket.resetAndDestroy()))
      expectError(await post(peer.origin), 'network', true)
      expect(peer.connections()).to.equal(1)
    })

    it('when the peer takes the request and says nothing', async () => {
      const peer = await peerThat(() => undefined)
      expectError(await post(peer.origin, { timeoutMs: 1_000 }), 'timeout', true)
      expect(peer.received().split(MARK)).to.have.length(2)
    })

    it('when the caller stops after the request', async () => {
      const stop = new AbortController()
      const peer = await peerThat(() => undefined)
      const rejected = post(peer.origin, { signal: stop.signal })
      await peer.seen(MARK)
      stop.abort()
      expectError(await rejected, 'aborted', true)
    })

    it('when the peer closes the connection in the middle of its response', async () => {
      const peer = await peerThat((socket) =>
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf')),
      )
      expectError(await post(peer.origin), 'network', true)
      expect(peer.connections()).to.equal(1)
    })

    it('when the peer hangs up in the middle of its headers', async () => {
      const peer = await peerThat((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent')))
      expectError(await post(peer.origin), 'network', true)
      expect(peer.connections()).to.equal(1)
    })

    it('when the peer responds with bytes that are not HTTP', async () => {
      const peer = await peerThat((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.9\r\n')))
      expectError(await post(peer.origin), 'network', true)
    })

    it('when a kept connection turns out to be dead, and then sends nothing twice', async () => {
      const peer = await peerThat((socket, received) => {
        socket.on('data', () => {
          if (received().includes(MARK)) socket.resetAndDestroy()
          else if (received().includes('the first')) socket.write(reply('{}'))
        })
      })
      const single = collectingOutbound({ agentOptions: { connections: 1 } }).outbound
      const call = { ...LABELS, method: 'POST', url: peer.origin }
      expect((await single.request({ ...call, body: 'the first' })).status).to.equal(200)
      expectError((await failure(single.request({ ...call, body: MARK }))) as OutboundError, 'network', true)
      await single.close()
      expect(peer.received().split(MARK)).to.have.length(2)
      expect(peer.connections()).to.equal(1)
    })
  })

  for (const [how, hangUp] of [
    ['ends', (socket: Socket) => socket.end()],
    ['breaks', (socket: Socket) => setImmediate(() => socket.resetAndDestroy())],
  ] as const) {
    it(`reads a response that comes before the body has gone, though the connection ${how}`, async () => {
      const peer = await peerThat((socket) =>
        socket.once('data', () => {
          socket.write(reply('too large', '401 Unauthorized'))
          hangUp(socket)
        }),
      )
      const pieces = 512
      async function* body() {
        for (let sent = 0; sent < pieces; sent++) yield Buffer.alloc(64 * 1024)
      }
      const response = await outbound.request({
        ...LABELS,
        method: 'POST',
        url: peer.origin,
        body: body(),
        headers: { 'content-length': String(pieces * 64 * 1024) },
      })
      expect([response.status, response.text(), peer.connections()]).to.deep.equal([401, 'too large', 1])
    })
  }

  it('never says "not sent" of a request that arrived, whenever the caller stops', async () => {
    for (let turn = 0; turn < 60; turn++) {
      const peer = await peerThat((socket) => socket.on('data', () => undefined))
      const stop = new AbortController()
      const rejected = post(peer.origin, { signal: stop.signal })
      for (let tick = 0; tick < turn % 12; tick++) await new Promise((done) => setImmediate(done))
      stop.abort()
      const error = await rejected
      // Whatever was written arrives before the end of the connection does.
      await new Promise((done) => setImmediate(done))
      if (peer.received().includes(MARK)) expect(error.sent).to.equal(true)
    }
  })
})
