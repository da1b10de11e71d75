import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const hour = 3_600_000

describe('a gateway on a machine whose clock is three hours behind that of the database', () => {
  let own: TestGateway
  let gateway: TestGateway
  const now = () => new Date(Date.now() + 3 * hour)
  before(async () => {
    own = await startGateway({ real: true })
    const { installation } = own
    gateway = await startGateway({
      real: true,
      installation: { ...installation, context: { ...installation.context, now } },
    })
  })
  after(async () => {
    await gateway.close()
    await own.close()
  })

  const errorOf = (time: string | null | undefined) => Math.abs(Date.parse(time ?? '') - now().getTime())

  it('responds with the time of the database, by which clients tell whether a write can still be stored', async () => {
    for (const path of ['/api/v1/profiles', '/api/v1/nothing', '/api/v1/profiles/%E0%A4%A', '/readyz', '/docs']) {
      const { headers } = await gateway.ask('GET', path)
      expect(errorOf(headers.get('date')), path).to.be.below(5_000)
    }
    const raw = openRaw(gateway.url)
    raw.send('GET http://a:b HTTP/1.1\r\nHost: a\r\n\r\n')
    const { status, head } = parseRaw(await raw.all())
    expect(status).to.equal(400)
    expect(errorOf(/^date: (.*)$/im.exec(head)?.[1])).to.be.below(5_000)
  })

  it('lists its requests among those of their time', async () => {
    await gateway.ask('GET', '/api/v1/profiles', { headers: { 'x-request-id': 'by-another-clock' } })
    const period = { from: new Date(now().getTime() - hour / 2).toISOString(), to: now().toISOString() }
    for (;;) {
      const path = `/api/v1/requests?${new URLSearchParams({ requestId: 'by-another-clock' })}`
      const { body } = await gateway.ask('GET', path)
      if (Array.isArray(body['requests']) && body['requests'].length > 0) break
      await sleep(100)
    }
    const { body } = await gateway.ask('GET', `/api/v1/requests?${new URLSearchParams(period)}`)
    expect(JSON.stringify(body['requests'])).to.contain('by-another-clock')
  })
})
