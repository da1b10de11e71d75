import { expect } from 'chai'
import { openRaw, parseRaw, type Raw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const ask = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'

const head = (key: string) =>
  [
    'POST /api/v1/profiles HTTP/1.1',
    'Host: a',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    '',
    '',
  ].join('\r\n')

/** Opens a connection that is certainly there: it has had a response. */
async function opened(gateway: TestGateway): Promise<Raw> {
  const raw = openRaw(gateway.url)
  raw.send(ask)
  await raw.until(/"ok"/)
  return raw
}

describe('connections', () => {
  it('of one IP address are limited, and those that end free a slot', async () => {
    const gateway = await startGateway({ connections: { perAddress: 2, total: 10 } })
    const [first, second] = [await opened(gateway), await opened(gateway)]
    const third = parseRaw(await openRaw(gateway.url).all())
    expect([third.status, JSON.parse(third.body).error.code]).to.deep.equal([429, 'rate_limited'])
    expect(third.head).to.match(/^Retry-After: 1$/m)
    first.socket.destroy()
    for (let accepted = false; !accepted; ) {
      const raw = openRaw(gateway.url)
      raw.send(ask)
      accepted = (await raw.until(/ (200|429) /)).includes(' 200 ')
      raw.socket.destroy()
    }
    second.socket.destroy()
    await gateway.close()
  })

  it('of a trusted proxy are not limited, as it speaks for many', async () => {
    const connections = { perAddress: 1, total: 10 }
    const gateway = await startGateway({ env: { TRUSTED_PROXIES: '127.0.0.1' }, connections })
    const all = [await opened(gateway), await opened(gateway)]
    for (const { socket } of all) socket.destroy()
    await gateway.close()
  })

  it('are limited in all, trusted or not', async () => {
    const connections = { perAddress: 10, total: 1 }
    const gateway = await startGateway({ env: { TRUSTED_PROXIES: '127.0.0.1' }, connections })
    const first = await opened(gateway)
    const { status, body } = parseRaw(await openRaw(gateway.url).all())
    expect([status, JSON.parse(body).error.code]).to.deep.equal([503, 'temporarily_unavailable'])
    first.socket.destroy()
    await gateway.close()
  })

  it('that break off are not taken for failures of the store', async () => {
    const noting = await startGateway()
    const raw = openRaw(noting.url)
    raw.send(`${head(noting.installation.key)}5\r\n{"nam\r\n`)
    raw.send('not a chunk\r\n')
    await raw.until(/ 400 /)
    raw.socket.destroy()
    while (!noting.lines.some(({ route }) => route === 'profiles.create'))
      await new Promise((done) => setImmediate(done))
    expect(noting.lines.filter(({ level }) => level === 'error')).to.deep.equal([])
    await noting.close()
  })
})
