import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import { rejectRaw } from '../../src/connection/raw-rejection.ts'

describe('a client that is rejected and keeps its side of the connection open', () => {
  it('loses the connection', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.on('connection', (socket) => rejectRaw(socket, 'ERR_HTTP_REQUEST_TIMEOUT', 'http://127.0.0.1'))
    const { port } = server.address() as AddressInfo
    const accepted = once(server, 'connection')
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
    client.resume()
    const [socket] = await accepted
    await once(socket, 'close')
    expect(socket.destroyed).to.equal(true)
    client.destroy()
    server.close()
    await once(server, 'close')
  })
})
