import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { pull } from '../../src/file-store.ts'

describe('fetching a file like a network', () => {
  let server: Server
  let url: string

  before(async () => {
    server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: '/file' }).end()
      else response.writeHead(200, { 'content-type': 'image/jpeg; x=y' }).end('bytes')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  it('follows redirects unless the network does not', async () => {
    const file = { bytes: Buffer.from('bytes'), contentType: 'image/jpeg' }
    expect(await pull(`${url}/moved`)).to.deep.equal(file)
    expect(await pull(`${url}/file`, { redirect: 'error' })).to.deep.equal(file)
    expect(await pull(`${url}/moved`, { redirect: 'error' }).catch((error: unknown) => error)).to.be.an('error')
  })
})
