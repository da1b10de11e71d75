import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Installation, openInstallation } from './installation.ts'
import { openRaw } from './raw.ts'
import { startGateway, type TestGateway, type TestOptions } from './test-gateway.ts'

const ask = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

const closedAfter = (gateway: TestGateway) => {
  let closed = false
  const closing = gateway.close().then(() => {
    closed = true
  })
  return { closing, isClosed: () => closed }
}

describe('draining', () => {
  let installation: Installation
  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())
  const start = (options: TestOptions = {}) => startGateway({ installation, ...options })

  it('responds to clients until readiness has been read, each time closing the connection', async () => {
    const gateway = await start({ drainMs: 5_000 })
    expect((await gateway.ask('GET', '/readyz')).body['status']).to.equal('ready')
    const kept = openRaw(gateway.url)
    kept.send(ask)
    await kept.until(/"ok"/)
    const { closing, isClosed } = closedAfter(gateway)
    const { status, headers, body } = await gateway.ask('GET', '/readyz')
    expect([status, body['stopping'], headers.get('connection')]).to.deep.equal([503, true, 'close'])
    const late = await Promise.all(Array.from({ length: 60 }, () => gateway.ask('GET', '/healthz')))
    expect(late.every((reply) => reply.status === 200 && reply.headers.get('connection') === 'close')).to.equal(true)
    expect(isClosed()).to.equal(false)
    kept.send(ask)
    expect((await kept.all()).match(/"ok"/g)).to.have.length(2)
    await closing
  })

  it('goes on until readiness has been read, however late', async () => {
    const gateway = await start({ drainMs: 1 })
    expect((await gateway.ask('GET', '/readyz')).status).to.equal(200)
    const { closing, isClosed } = closedAfter(gateway)
    for (let count = 0; count < 100; count++) expect((await gateway.ask('GET', '/healthz')).status).to.equal(200)
    expect(isClosed()).to.equal(false)
    expect((await gateway.ask('GET', '/readyz')).status).to.equal(503)
    await closing
  })

  it('goes on while requests come from somebody who has read readiness', async () => {
    const gateway = await start({ drainMs: 1 })
    expect((await gateway.ask('GET', '/readyz')).status).to.equal(200)
    const { closing, isClosed } = closedAfter(gateway)
    expect((await gateway.ask('GET', '/readyz')).status).to.equal(503)
    for (const began = performance.now(); performance.now() - began < 2_500; ) {
      expect((await gateway.ask('GET', '/elsewhere')).status).to.equal(404)
      await sleep(50)
    }
    expect(isClosed()).to.equal(false)
    expect((await gateway.ask('GET', '/readyz')).status).to.equal(503)
    await closing
  })

  it('is left out where nobody has asked for readiness', async () => {
    const gateway = await start({ drainMs: 1e8 })
    await gateway.ask('GET', '/healthz')
    await gateway.close()
  })

  it('responds to requests that have arrived, on idle connections and on new ones, before it closes', async () => {
    const gateway = await start()
    const kept = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const raw = openRaw(gateway.url)
        raw.send(ask)
        await raw.until(/"ok"/)
        return raw
      }),
    )
    for (const raw of kept) raw.send(ask)
    const fresh = Array.from({ length: 60 }, () => openRaw(gateway.url))
    await Promise.all(fresh.map(({ socket }) => once(socket, 'connect')))
    for (const raw of fresh) raw.send(ask)
    const texts = Promise.all([...kept, ...fresh].map((raw) => raw.all()))
    await Promise.all([texts, gateway.close()])
    const counts = (await texts).map((text) => text.match(/"ok"/g)?.length)
    expect(counts).to.deep.equal([...kept.map(() => 2), ...fresh.map(() => 1)])
  })

  it('responds on a connection that was made just before and whose request comes later', async () => {
    const gateway = await start()
    const late = openRaw(gateway.url)
    // The connections are accepted in their order.
    expect((await gateway.ask('GET', '/healthz')).status).to.equal(200)
    const { closing } = closedAfter(gateway)
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    late.send(ask)
    expect(await late.all()).to.contain('"ok"')
    await closing
  })

  it('responds on a connection that was made while its event loop was blocked', async () => {
    const gateway = await start()
    const port = new URL(gateway.url).port
    const folder = mkdtempSync(join(tmpdir(), 'carillon-drain-'))
    const received = join(folder, 'received')
    const connect =
      'exec 3<> "/dev/tcp/127.0.0.1/$1"; printf %s "$2" >&3; { cat <&3 > "$3.part"; mv "$3.part" "$3"; } &'
    const words = ['-c', connect, 'bash', port, ask, received]
    const blocked = Promise.withResolvers<void>()
    // In the second turn of the loop, after connections were accepted and before the server closes.
    setImmediate(() =>
      setImmediate(() => {
        spawnSync('bash', words, { stdio: 'ignore' })
        blocked.resolve()
      }),
    )
    const { closing } = closedAfter(gateway)
    await blocked.promise
    while (!existsSync(received)) await sleep(10)
    expect(readFileSync(received, 'utf8')).to.contain('"ok"')
    await closing
    rmSync(folder, { recursive: true })
  })
})
