import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { collectingOutbound, failure, onEachRequest, startPeer } from '../peer.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('a response of a guarded call whose body nobody reads', () => {
  for (const [how, drop] of Object.entries({
    'dropped before its first piece': async (body: AsyncIterator<Uint8Array>) => {
      await body.return?.()
    },
    'dropped twice': async (body: AsyncIterator<Uint8Array>) => {
      await body.return?.()
      await body.return?.()
    },
    'dropped after its first piece': async (body: AsyncIterator<Uint8Array>) => {
      await body.next()
      await body.return?.()
    },
  })) {
    it(`leaves neither its connection nor its deadline behind: ${how}`, async () => {
      const sockets: Socket[] = []
      const peer = await startPeer((socket) => {
        sockets.push(socket)
        onEachRequest(socket, () => socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 1000\r\n\r\nnot all of it'))
      })
      const { outbound } = collectingOutbound({ allowedOrigins: [peer.origin] })
      try {
        const before = timers()
        const response = await outbound.guarded({
          network: 'example',
          operation: 'media.fetch',
          url: `${peer.origin}/absent`,
          timeoutMs: 600_000,
        })
        expect(timers()).to.be.greaterThan(before)
        const [socket] = sockets
        const closed = socket && once(socket, 'close')
        const body = response.body[Symbol.asyncIterator]()
        await drop(body)
        await closed
        expect(timers()).to.equal(before)
        expect(await body.next()).to.deep.equal({ done: true, value: undefined })
      } finally {
        await outbound.close()
        peer.close()
      }
    })
  }
})

describe('a response of a guarded call that announces more than the call takes', () => {
  it('is not read', async () => {
    const peer = await startPeer((socket) =>
      onEachRequest(socket, () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\nnot all of it')),
    )
    const { outbound } = collectingOutbound({ allowedOrigins: [peer.origin] })
    const labels = { network: 'example', operation: 'media.fetch' }
    const response = await outbound.guarded({ ...labels, url: peer.origin, maxBytes: 1000, timeoutMs: 5_000 })
    expect(await failure(response.bytes())).to.include({ kind: 'too_large' })
    await outbound.close()
    peer.close()
  })
})
