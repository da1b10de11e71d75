import type { LookupAddress } from 'node:dns'
import { connect, type LookupFunction, Socket } from 'node:net'
import { expect } from 'chai'
import fc from 'fast-check'
import { buildConnector } from 'undici'
import type { Resolve } from '../../src/guard/dns-resolve.ts'
import { createGuardedConnector } from '../../src/guard/guarded-connector.ts'
import { freePort, type Peer, startPeer } from '../peer.ts'

const PUBLIC = { address: '93.184.215.14', family: 4 }
const LOOPBACK = { address: '127.0.0.1', family: 4 }
const TARGET = { hostname: 'videos.test', protocol: 'https:', port: '443' }

type Addresses = { address: string; family: number }[]

/** Stands for the making of a connection: notes what the lookup gives, and yields a socket to `peer`, whatever that was. */
function detouring(peer: Peer, remoteAddress: string, noted: Addresses[]): typeof buildConnector {
  return (options) => (_target, callback) => {
    const lookup = (options as { lookup: LookupFunction }).lookup
    lookup('videos.test', { all: true }, (_error, addresses) => noted.push(addresses as LookupAddress[]))
    const socket = connect(peer.port, '127.0.0.1', () => {
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
      callback(null, socket)
    })
  }
}

function connectThrough(resolve: Resolve, build: typeof buildConnector): Promise<Socket | Error> {
  const connector = createGuardedConnector({ resolve, connectTimeoutMs: 1000, build })
  return new Promise((done) => connector(TARGET, (error, socket) => done(error ?? socket)))
}

describe('createGuardedConnector', () => {
  let peer: Peer
  beforeEach(async () => {
    peer = await startPeer(() => undefined)
  })
  afterEach(() => peer.close())

  it('resolves the name once per connection and pins the connection to the result', async () => {
    let asked = 0
    const noted: Addresses[] = []
    const resolve: Resolve = async () => (asked++ === 0 ? [PUBLIC] : [LOOPBACK])
    const socket = await connectThrough(resolve, detouring(peer, PUBLIC.address, noted))
    expect(socket).not.to.be.instanceOf(Error)
    expect(asked).to.equal(1)
    expect(noted).to.deep.equal([[PUBLIC]])
  })

  it('rejects the second connection of a name that has turned to loopback', async () => {
    let asked = 0
    const resolve: Resolve = async () => (asked++ === 0 ? [PUBLIC] : [LOOPBACK])
    const connector = createGuardedConnector({
      resolve,
      connectTimeoutMs: 1000,
      build: detouring(peer, PUBLIC.address, []),
    })
    const open = () => new Promise<unknown>((done) => connector(TARGET, (error, socket) => done(error ?? socket)))
    expect(await open()).not.to.be.instanceOf(Error)
    const connections = peer.connections()
    expect(await open()).to.include({ kind: 'rejected_address', sent: false })
    expect(peer.connections()).to.equal(connections)
  })

  it('drops a connection that stands with another address than was judged', async () => {
    const result = await connectThrough(async () => [PUBLIC], detouring(peer, '127.0.0.1', []))
    expect(result).to.include({ kind: 'rejected_address', sent: false })
  })

  it('knows an address in another spelling', async () => {
    const resolve: Resolve = async () => [{ address: '2606:4700:0:0::1111', family: 6 }]
    const socket = await connectThrough(resolve, detouring(peer, '2606:4700::1111', []))
    expect(socket).not.to.be.instanceOf(Error)
  })

  it('gives the real connector its lookup, and compares the address of a real socket', async () => {
    const asked: string[] = []
    const build: typeof buildConnector = (options) => {
      const detour: LookupFunction = (hostname, wanted, done) => {
        asked.push(hostname)
        done(null, wanted.all ? [LOOPBACK] : LOOPBACK.address, LOOPBACK.family)
      }
      return buildConnector({ ...options, lookup: detour } as buildConnector.BuildOptions)
    }
    const connector = createGuardedConnector({ resolve: async () => [PUBLIC], connectTimeoutMs: 1000, build })
    const target = { ...TARGET, protocol: 'http:', port: String(peer.port) }
    const result = await new Promise<unknown>((done) => connector(target, (error, socket) => done(error ?? socket)))
    expect(asked).to.deep.equal([TARGET.hostname])
    expect(result).to.include({ kind: 'rejected_address', sent: false })
    expect(peer.received()).to.equal('')
  })

  it('opens no connection for a name that is resolved after the timeout', async () => {
    const late = Promise.withResolvers<Addresses>()
    let built = 0
    const build: typeof buildConnector = () => {
      built++
      return () => undefined
    }
    const connector = createGuardedConnector({ resolve: () => late.promise, connectTimeoutMs: 20, build })
    const error = await new Promise<unknown>((done) => connector(TARGET, (...[failure]) => done(failure)))
    expect(error).to.include({ kind: 'timeout', sent: false })
    late.resolve([PUBLIC])
    await new Promise((done) => setImmediate(done))
    expect(built).to.equal(0)
  })

  it('never offers HTTP/2, over which undici could repeat a request', async () => {
    const offered: unknown[] = []
    const build: typeof buildConnector = (options) => {
      offered.push(options?.allowH2)
      return detouring(peer, PUBLIC.address, [])(options)
    }
    expect(await connectThrough(async () => [PUBLIC], build)).not.to.be.instanceOf(Error)
    expect(offered).to.deep.equal([false])
  })

  describe('with the connections of the system, to a host that', () => {
    const cases = {
      'accepts no connections': { serve: undefined, code: 'ECONNREFUSED' },
      'resets the connection before TLS': { serve: (socket: Socket) => socket.resetAndDestroy(), code: 'ECONNRESET' },
      'closes the connection before TLS': { serve: (socket: Socket) => socket.end(), code: 'ECONNRESET' },
      'answers TLS with plain text': {
        serve: (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
        code: 'ERR_SSL_WRONG_VERSION_NUMBER',
      },
      'never answers TLS': { serve: () => undefined, code: 'UND_ERR_CONNECT_TIMEOUT' },
    }
    for (const [name, { serve, code }] of Object.entries(cases)) {
      it(`${name}, fails with an error and throws nothing`, async () => {
        const host = serve && (await startPeer(serve))
        const port = String(host?.port ?? (await freePort()))
        const resolve: Resolve = async () => [LOOPBACK]
        const connector = createGuardedConnector({ resolve, permits: () => true, connectTimeoutMs: 1000 })
        const results = await new Promise<unknown[]>((done) =>
          connector({ ...TARGET, port }, (...given) => done(given)),
        )
        host?.close()
        expect(results[0]).to.be.instanceOf(Error).and.to.include({ code })
        expect(results[1]).to.equal(null)
      })
    }
  })

  describe('whatever undici gives to its callback', () => {
    const failures = [undefined, null, new Error('lost'), new AggregateError([new Error('each')], 'all')]
    const sockets = [undefined, null, 'checked', 'foreign', 'closed'] as const
    const addresses = { checked: PUBLIC.address, foreign: '127.0.0.1', closed: undefined }

    /** A socket that is connected to such an address, without a connection. */
    function socketTo(kind: (typeof sockets)[number]): Socket | null | undefined {
      if (kind === undefined || kind === null) return kind
      const socket = new Socket()
      Object.defineProperty(socket, 'remoteAddress', { value: addresses[kind] })
      return socket
    }

    const shape = fc.record({
      error: fc.constantFrom(...failures),
      socket: fc.constantFrom(...sockets),
      length: fc.integer({ min: 0, max: 2 }),
    })
    const shapes = fc.array(shape, { minLength: 1, maxLength: 3 })

    it('calls back once, with an error or a checked connection, and closes every other one', () =>
      fc.assert(
        fc.asyncProperty(shapes, async (given) => {
          const made = given.map(({ error, socket, length }) => [error, socketTo(socket)].slice(0, length))
          const calls: unknown[][] = []
          const build: typeof buildConnector = () => (_target, callback) => {
            // The shapes are those that the types forbid, too.
            for (const result of made) Reflect.apply(callback, undefined, result)
          }
          const connector = createGuardedConnector({ resolve: async () => [PUBLIC], connectTimeoutMs: 1000, build })
          await new Promise<void>((done) =>
            connector(TARGET, (...result) => {
              calls.push(result)
              setImmediate(done)
            }),
          )
          const [[error, socket] = []] = calls
          expect(calls).to.have.lengthOf(1)
          if (error === null) expect(socket).to.include({ remoteAddress: PUBLIC.address, destroyed: false })
          else expect([error instanceof Error, socket]).to.deep.equal([true, null])
          for (const one of made.flat())
            if (one instanceof Socket && one !== socket) expect(one.destroyed).to.equal(true)
        }),
      ))

    it('turns anything that is thrown or rejected into an error', () =>
      fc.assert(
        fc.asyncProperty(fc.anything(), fc.boolean(), async (thrown, inBuild) => {
          const fail = () => {
            throw thrown
          }
          const result = await connectThrough(
            inBuild ? async () => [PUBLIC] : async () => fail(),
            inBuild ? fail : detouring(peer, PUBLIC.address, []),
          )
          expect(result).to.be.instanceOf(Error)
        }),
      ))
  })
})
