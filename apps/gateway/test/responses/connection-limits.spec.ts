import { createServer } from 'node:http'
import { duplexPair } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { limitConnections } from '../../src/connection/connection-limits.ts'

describe('the limit of connections of an IP address', () => {
  function opener() {
    const server = createServer()
    limitConnections(
      server,
      { perAddress: 2, total: 100 },
      { publicUrl: 'http://127.0.0.1', isTrusted: (address) => address === '10.0.0.1' },
    )
    /** Opens connections from these addresses, and returns the statuses with which they are rejected. */
    return async (...addresses: readonly string[]) => {
      const rejected: string[] = []
      for (const remoteAddress of addresses) {
        const [near, far] = duplexPair()
        let isRejected = false
        const destroySoon = () => {
          isRejected = true
        }
        server.emit('connection', Object.assign(far, { remoteAddress, destroySoon }))
        if (isRejected) rejected.push(`${remoteAddress} ${(await text(near)).slice(9, 12)}`)
      }
      return rejected
    }
  }

  it('counts each IPv4 address, however it is written', async () => {
    const open = opener()
    expect(await open('203.0.113.1', '::ffff:203.0.113.1', '203.0.113.2', '203.0.113.1')).to.deep.equal([
      '203.0.113.1 429',
    ])
  })

  it('counts the addresses of an IPv6 network together, as one client has all of them', async () => {
    const open = opener()
    const network = ['2001:db8::1', '2001:db8:0:0:9::2', '2001:db8::3']
    expect(await open(...network, '2001:db8:0:1::1')).to.deep.equal(['2001:db8::3 429'])
  })

  it('is not for trusted proxies', async () => {
    expect(await opener()('10.0.0.1', '10.0.0.1', '::1', '10.0.0.1')).to.deep.equal([])
  })
})
