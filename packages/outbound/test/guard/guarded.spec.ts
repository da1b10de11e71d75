import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { OutboundError, ResolvedAddress } from '../../src/index.ts'
import { collectingOutbound, failure, freePort, onEachRequest, type Peer, reply, startPeer } from '../peer.ts'

const LABELS = { network: 'example', operation: 'media.fetch' }

/** What names lead to here; the port of each URL is 443, so a canary is behind addresses only where it is named. */
const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1', '::1'],
  'loopback.test': ['127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'mixed-families.test': ['2606:4700::1111', '::1'],
  'only-v6.test': ['fd00::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'nat64.test': ['64:ff9b::7f00:1'],
  'scoped.test': ['fe80::1%lo'],
  'any.test': ['0.0.0.0'],
  'azure.test': ['168.63.129.16'],
}

async function resolve(hostname: string): Promise<ResolvedAddress[]> {
  const addresses = NAMES[hostname.replace(/\.$/, '')] ?? []
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

const REJECTED = [
  'http://93.184.215.14/',
  'http://example.com/',
  'ftp://example.com/a',
  'file:///etc/passwd',
  'data:text/plain,a',
  'javascript:alert(1)',
  'https://example.com:8443/',
  'https://example.com:80/',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1/',
  'https://127.0.0.1./',
  'https://127.1/',
  'https://127.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.0.0.1/',
  'https://0177.0.0.1/',
  'https://017700000001/',
  'https://0/',
  'https://0.0.0.0/',
  'https://１２７.０.０.１/',
  'https://①②⑦.⓪.⓪.①/',
  'https://127。0。0。1/',
  'https://%31%32%37.0.0.1/',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://168.63.129.16/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://172.16.0.1/',
  'https://192.168.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::]/',
  'https://[::1]/',
  'https://[0:0:0:0:0:0:0:1]/',
  'https://[::127.0.0.1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::127.0.0.1]/',
  'https://[64:ff9b:1::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:7f00:1::]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://localhost/',
  'https://localhost./',
  'https://LOCALHOST/',
  ...Object.keys(NAMES).map((name) => `https://${name}/`),
  'https://carillon.test/m/1',
  'https://CARILLON.test./m/1',
  'not an address',
  '',
  '//example.com/',
]

describe('guarded', () => {
  let canary: Peer
  let outbound: ReturnType<typeof collectingOutbound>['outbound']
  let peers: Peer[] = []

  beforeEach(async () => {
    canary = await startPeer((socket) => socket.end(reply('canary')))
    peers = [canary]
    allowing()
  })
  afterEach(async () => {
    await outbound.close()
    for (const peer of peers) peer.close()
  })

  function allowing(...allowedOrigins: string[]): void {
    outbound = collectingOutbound({ allowedOrigins, ownHosts: ['Carillon.test'], resolve }).outbound
  }

  async function peerThat(...serve: Parameters<typeof startPeer>): Promise<Peer> {
    const peer = await startPeer(...serve)
    peers.push(peer)
    allowing(peer.origin)
    return peer
  }

  const get = (url: string, more: object = {}) => outbound.guarded({ ...LABELS, url, ...more })

  it('knows at least 39 ways in', () => expect(new Set(REJECTED).size).to.be.at.least(39 + Object.keys(NAMES).length))

  for (const url of REJECTED) {
    it(`rejects ${JSON.stringify(url)}`, async () => {
      // The same destination with the canary's port: were the guard weaker, it would be reached.
      const atCanary = URL.parse(url)
      if (atCanary !== null) atCanary.port = String(canary.port)
      for (const address of [url, atCanary?.href ?? url, atCanary?.href.replace('https:', 'http:') ?? url]) {
        expect(await failure(get(address)), address).to.include({ kind: 'rejected_address', sent: false })
      }
      expect(canary.connections()).to.equal(0)
    })
  }

  it('reaches the canary when its origin is allowed, so that the table can fail', async () => {
    allowing(canary.origin)
    expect(await (await get(`${canary.origin}/x`)).text()).to.equal('canary')
    expect(canary.connections()).to.equal(1)
  })

  it('allows exactly that origin: no other port, scheme, name or credentials', async () => {
    const other = await startPeer(() => undefined)
    peers.push(other)
    allowing(other.origin)
    for (const url of [
      canary.origin,
      `http://localhost:${other.port}/`,
      `https://127.0.0.1:${other.port}/`,
      `http://a@127.0.0.1:${other.port}/`,
      `http://127.0.0.1.:${other.port}.test/`,
    ]) {
      expect(await failure(get(url)), url).to.include({ kind: 'rejected_address' })
    }
    expect(canary.connections() + other.connections()).to.equal(0)
  })

  it('takes only origins for its list', () => {
    for (const origin of ['http://localhost:1/', 'http://localhost:1/path', 'localhost', '*', 'HTTP://LOCALHOST:1']) {
      expect(() => collectingOutbound({ allowedOrigins: [origin] }), origin).to.throw(TypeError)
    }
  })

  describe('redirects', () => {
    for (const location of [
      'https://169.254.169.254/latest/meta-data/',
      'http://169.254.169.254/',
      'https://loopback.test/',
      'https://[::1]/',
      '//127.0.0.1/',
      'file:///etc/passwd',
      'https://carillon.test/',
      'CANARY',
    ]) {
      it(`are judged again: ${location}`, async () => {
        const target = location === 'CANARY' ? canary.origin : location
        const peer = await peerThat((socket) =>
          onEachRequest(socket, () => socket.write(reply('', '302 Found', `location: ${target}\r\n`))),
        )
        expect(await failure(get(peer.origin))).to.include({ kind: 'rejected_address', sent: true })
        expect(canary.connections()).to.equal(0)
      })
    }

    function hops(count: number) {
      return peerThat((socket) =>
        onEachRequest(socket, (head) => {
          const at = Number(/ \/(\d*)/.exec(head)?.[1] ?? 0)
          if (at === count) socket.write(reply('arrived'))
          else socket.write(reply('on', '302 Found', `location: /${at + 1}\r\n`))
        }),
      )
    }

    it('are followed three times', async () => {
      const peer = await hops(3)
      const response = await get(peer.origin)
      expect(await response.text()).to.equal('arrived')
      expect(response).to.include({ url: `${peer.origin}/3`, redirected: true })
    })

    it('are not followed a fourth time', async () => {
      const peer = await hops(4)
      expect(await failure(get(peer.origin))).to.include({ kind: 'bad_redirect', sent: true })
    })

    it('that fail are logged with the host that failed', async () => {
      const gone = `http://127.0.0.1:${await freePort()}`
      const peer = await peerThat((socket) =>
        onEachRequest(socket, () => socket.write(reply('', '302 Found', `location: ${gone}/\r\n`))),
      )
      const { outbound, records } = collectingOutbound({ allowedOrigins: [peer.origin, gone] })
      await failure(outbound.guarded({ ...LABELS, url: peer.origin }))
      await outbound.close()
      expect(records).to.have.lengthOf(1)
      expect(records[0]).to.include({ host: new URL(gone).host, kind: 'network', sent: true })
    })

    it('are errors or responses where the caller says so', async () => {
      const peer = await hops(1)
      expect(await failure(get(peer.origin, { redirect: 'error' }))).to.include({ kind: 'bad_redirect' })
      const response = await get(peer.origin, { redirect: 'manual' })
      expect(response.status).to.equal(302)
      await response.bytes()
    })
  })

  it('sends neither cookies nor credentials', async () => {
    const peer = await peerThat((socket) => onEachRequest(socket, () => socket.write(reply(''))))
    const headers = { Cookie: 'canary', Authorization: 'canary', DPoP: 'canary', accept: 'image/*' }
    await (await get(peer.origin, { headers })).bytes()
    expect(peer.received()).to.contain('image/*').and.not.contain('canary')
  })

  describe('the response', () => {
    it('may be endless, and is then cut off', async () => {
      const peer = await peerThat((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n')
          const pour = () => {
            while (!socket.destroyed && socket.write(Buffer.alloc(16_384)));
          }
          socket.on('drain', pour)
          pour()
        })
      })
      const response = await get(peer.origin, { maxBytes: 100_000 })
      expect(await failure(response.bytes())).to.include({ kind: 'too_large' })
    })

    it('may drip, and is then given up at the deadline', async () => {
      const peer = await peerThat((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n')
          const drip = setInterval(() => socket.write('.'), 5)
          socket.on('close', () => clearInterval(drip))
        })
      })
      const read = async () => (await get(peer.origin, { timeoutMs: 1_000 })).bytes()
      expect(await failure(read())).to.include({ kind: 'timeout', sent: true })
    })

    it('may drip its headers, and is then given up, too', async () => {
      const peer = await peerThat((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nx-a: ')
          const drip = setInterval(() => socket.write('.'), 5)
          socket.on('close', () => clearInterval(drip))
        })
      })
      expect(await failure(get(peer.origin, { timeoutMs: 1_000 }))).to.include({ kind: 'timeout', sent: true })
    })

    it('may be a gzip bomb, and is capped by what comes out of it', async () => {
      const bomb = gzipSync(Buffer.alloc(20_000_000))
      const peer = await peerThat((socket) =>
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
          socket.write(bomb)
        }),
      )
      expect(bomb.length).to.be.below(100_000)
      let received = 0
      const read = async () => {
        for await (const chunk of (await get(peer.origin, { maxBytes: 100_000 })).body) received += chunk.byteLength
      }
      expect(await failure(read())).to.include({ kind: 'too_large' })
      expect(received).to.be.at.most(100_000)
    })

    it('closes its connection when its reader stops early', async () => {
      let closed: () => void = () => undefined
      const gone = new Promise<void>((resolve) => {
        closed = resolve
      })
      const peer = await peerThat((socket) => {
        socket.on('close', closed)
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nfirst'))
      })
      for await (const _ of (await get(peer.origin)).body) break
      await gone
    })

    it('stops when the caller does', async () => {
      const stop = new AbortController()
      const peer = await peerThat((socket) =>
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nfirst')),
      )
      const response = await get(peer.origin, { signal: stop.signal })
      stop.abort()
      expect(await failure(response.bytes())).to.include({ kind: 'aborted' })
    })
  })

  it('gives up on a name that never resolves, without having sent anything', async () => {
    outbound = collectingOutbound({ resolve: () => new Promise(() => undefined) }).outbound
    expect(await failure(get('https://slow.test/', { timeoutMs: 50 }))).to.include({ kind: 'timeout', sent: false })
  })

  it('tells a name without address from a rejection', async () => {
    const error = (await failure(get('https://nobody.test/'))) as OutboundError
    expect(error).to.include({ kind: 'network', sent: false })
  })
})
