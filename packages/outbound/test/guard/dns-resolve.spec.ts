import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIP, isIPv4 } from 'node:net'
import { expect } from 'chai'
import { resolveByDns } from '../../src/guard/dns-resolve.ts'
import { createGuardedConnector } from '../../src/guard/guarded-connector.ts'

const A = 1
const AAAA = 28
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

/** A record for the name of the question; an IPv6 address has to have all its eight groups. */
function recordOf(address: string): Buffer {
  const isFour = isIP(address) === 4
  const bytes = isFour
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16)]))
  return Buffer.from([0xc0, 12, 0, isFour ? A : AAAA, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes])
}

/** A response as RFC 1035 lays it out: the query's header and question, then one record for each address. */
function responseTo(query: Buffer, { end, reply }: { end: number; reply: Exclude<Reply, 'silent'> }): Buffer {
  const addresses = 'addresses' in reply ? reply.addresses : []
  const head = Buffer.from(query.subarray(0, end))
  head.writeUInt16BE(0x8180 | ('code' in reply ? reply.code : 0), 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...addresses.map(recordOf)])
}

async function startNameServer(replyTo: (name: string, type: number) => Reply): Promise<NameServer> {
  const socket: Socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionOf(query)
    const reply = replyTo(name, type)
    if (reply !== 'silent') socket.send(responseTo(query, { end, reply }), port, address)
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

const none: Reply = { addresses: [] }
const four: Reply = { addresses: ['93.184.215.14', '93.184.215.15'] }
const six: Reply = { addresses: ['2606:4700:4700:0:0:0:0:1111'] }
const broken: Reply = { code: SERVFAIL }
const missing: Reply = { code: NXDOMAIN }

/** The responses to queries for addresses of version 4 and of version 6. */
const zone: Readonly<Record<string, readonly [Reply, Reply]>> = {
  'cdn.example.com': [four, none],
  'both.example.com': [four, six],
  'new.example.com': [none, six],
  'mail.example.com': [none, none],
  'broken.example.com': [broken, broken],
  'missing.example.com': [missing, missing],
  'broken4.example.com': [broken, none],
  'broken6.example.com': [none, broken],
  'old.example.com': [four, broken],
  'late.example.com': [broken, six],
}

describe('resolveByDns', () => {
  let server: NameServer
  before(async () => {
    server = await startNameServer((name, type) => zone[name.toLowerCase()]?.[type === A ? 0 : 1] ?? 'silent')
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

  it('returns the addresses of both versions, and those of one if the query for the other one fails', async () => {
    const plain = (address: string) => URL.parse(`http://[${address}]`)?.hostname
    const found = async (name: string) =>
      (await resolve(name)).map(({ address, family }) => [family, family === 6 ? plain(address) : address])
    const [old, late] = [['93.184.215.14', '93.184.215.15'].map((ip) => [4, ip]), [[6, '[2606:4700:4700::1111]']]]
    expect(await found('both.example.com')).to.have.deep.members([...old, ...late])
    for (const name of ['new.example.com', 'late.example.com']) expect(await found(name), name).to.deep.equal(late)
    expect(await found('old.example.com')).to.have.deep.members(old)
  })

  it('fails if one query fails and the other one finds nothing', async () => {
    for (const name of ['broken4.example.com', 'broken6.example.com'])
      expect(await codeOf(name), name).to.equal('ESERVFAIL')
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
