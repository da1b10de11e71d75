import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import { expect } from 'chai'
import { resolveByDns } from '../../src/guard/dns-resolve.ts'
import { createGuardedConnector } from '../../src/guard/guarded-connector.ts'

const A = 1
const SERVFAIL = 2
const NXDOMAIN = 3

type Reply = { addresses: readonly string[] } | { code: number } | 'silent'

interface NameServer {
  address: string
  close(): Promise<void>
}

/** The name and the type that a query is about, and where its question ends. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A response as RFC 1035 lays it out: the query's header and question, then one record for each address. */
function responseTo(query: Buffer, { end, reply }: { end: number; reply: Exclude<Reply, 'silent'> }): Buffer {
  const addresses = 'addresses' in reply ? reply.addresses : []
  const head = Buffer.from(query.subarray(0, end))
  head.writeUInt16BE(0x8180 | ('code' in reply ? reply.code : 0), 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, A, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, ...records])
}

async function startNameServer(replyTo: (name: string) => Reply): Promise<NameServer> {
  const socket: Socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    const reply = replyTo(name)
    if (reply === 'silent') return
    const ofType = 'addresses' in reply && type !== A ? { addresses: [] } : reply
    socket.send(responseTo(query, { end, reply: ofType }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async close() {
      const closed = once(socket, 'close')
      socket.close()
      await closed
    },
  }
}

const zone: Readonly<Record<string, Reply>> = {
  'cdn.example.com': { addresses: ['93.184.215.14', '93.184.215.15'] },
  'mail.example.com': { addresses: [] },
  'broken.example.com': { code: SERVFAIL },
  'missing.example.com': { code: NXDOMAIN },
}

describe('resolveByDns', () => {
  let server: NameServer
  before(async () => {
    server = await startNameServer((name) => zone[name.toLowerCase()] ?? 'silent')
  })
  after(() => server.close())

  const never = new AbortController().signal
  const resolve = (name: string, timeoutMs = 600_000) =>
    resolveByDns({ servers: [server.address], timeoutMs, tries: 1 })(name, never)
  const codeOf = (name: string, timeoutMs?: number) =>
    resolve(name, timeoutMs).then(
      () => undefined,
      (error: Error & { code?: string }) => error.code,
    )

  it('returns every address of a name', async () => {
    const found = await resolve('cdn.example.com')
    expect(found.map(({ address }) => address)).to.have.members(['93.184.215.14', '93.184.215.15'])
    expect(found.every(({ address, family }) => isIPv4(address) && family === 4)).to.equal(true)
  })

  it('returns nothing for a name without addresses', async () => {
    expect(await resolve('mail.example.com')).to.deep.equal([])
  })

  it('fails with the code of what the name server reports', async () => {
    expect(await codeOf('missing.example.com')).to.equal('ENOTFOUND')
    expect(await codeOf('broken.example.com')).to.equal('ESERVFAIL')
    expect(await codeOf('silent.example.com', 200)).to.equal('ETIMEOUT')
  })

  it('fails as DNS, and not as a host that accepts no connections, if no name server can be contacted', async () => {
    const closed = await startNameServer(() => 'silent')
    await closed.close()
    const failing = resolveByDns({ servers: [closed.address], timeoutMs: 600_000, tries: 1 })('cdn.example.com', never)
    const error = await failing.catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'EAI_AGAIN' })
  })

  it('ends its queries when the caller stops waiting', async () => {
    const leaving = new AbortController()
    const patient = resolveByDns({ servers: [server.address], timeoutMs: 600_000, tries: 1 })
    const ending = patient('silent.example.com', leaving.signal).catch((error: Error & { code?: string }) => error.code)
    leaving.abort()
    expect(await ending).to.equal('ECANCELLED')
  })

  it('uses none of the threads that other lookups of the process need, however many names get no response', async () => {
    const connector = createGuardedConnector({
      resolve: resolveByDns({ servers: [server.address], timeoutMs: 600_000, tries: 1 }),
      connectTimeoutMs: 300,
    })
    const failures = Array.from(
      { length: 100 },
      (_, n) =>
        new Promise<unknown>((done) => {
          const target = { hostname: `n${n}.silent.example.com`, protocol: 'https:', port: '443' }
          connector(target, (...[error]) => done(error))
        }),
    )
    expect(process.getActiveResourcesInfo()).to.not.include('GetAddrInfoReqWrap')
    for (const failure of await Promise.all(failures)) expect(failure).to.include({ kind: 'timeout', sent: false })
  })
})
