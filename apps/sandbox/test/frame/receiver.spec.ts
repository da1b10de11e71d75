import { expect } from 'chai'
import { startSandbox } from '../../src/sandbox.ts'
import { allTests } from '../fixture.ts'
import { testNetwork } from './test-network.ts'

interface Arrived {
  path: string
  headers: Record<string, string>
  body: string
  status: number
}

describe('the receiver of webhooks', () => {
  const sandbox = allTests(() => startSandbox({ networks: [testNetwork] }))

  const deliver = (path: string, body: string) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': 'one', 'x-own': 'theirs' },
      body,
    })
  const arrived = async () => {
    const response = await fetch(`${sandbox.url}/receiver/deliveries`)
    return ((await response.json()) as { deliveries: Arrived[] }).deliveries
  }
  beforeEach(() => fetch(`${sandbox.url}/receiver/deliveries`, { method: 'DELETE' }))

  it('keeps what arrived as it arrived, oldest first', async () => {
    const body = '{"type":"ping", "text":"ä 🔔"}'
    expect((await deliver('/receiver', body)).status).to.equal(204)
    await deliver('/receiver/second?a=b', 'no JSON')
    const [first, second] = await arrived()
    expect(first).to.deep.include({ path: '/receiver', body, status: 204 })
    expect(first?.headers).to.deep.include({ 'webhook-id': 'one', 'x-own': 'theirs' })
    expect(second).to.deep.include({ path: '/receiver/second?a=b', body: 'no JSON' })
  })

  it('responds as the URL says', async () => {
    expect((await deliver('/receiver?status=503', '{}')).status).to.equal(503)
    expect((await deliver('/receiver?delayMs=1', '{}')).status).to.equal(204)
    expect((await deliver('/receiver?status=99', '{}')).status).to.equal(400)
    expect((await deliver('/receiver?delayMs=never', '{}')).status).to.equal(400)
    expect((await arrived()).map(({ status }) => status)).to.deep.equal([503, 204])
  })

  it('keeps the last 200, and takes no body that is larger than any event', async () => {
    for (let number = 0; number < 205; number++) await deliver('/receiver', String(number))
    const kept = await arrived()
    expect([kept.length, kept[0]?.body, kept.at(-1)?.body]).to.deep.equal([200, '5', '204'])
    expect((await deliver('/receiver', 'x'.repeat(300 * 1024))).status).to.be.at.least(400)
  })

  it('shows them on a page that runs nothing of what arrived', async () => {
    const empty = await (await fetch(`${sandbox.url}/receiver`)).text()
    expect(empty).to.contain('Nothing has arrived yet')
    await deliver('/receiver', '{"type":"<script>alert(1)</script>"}')
    const response = await fetch(`${sandbox.url}/receiver`)
    const page = await response.text()
    expect(page).to.contain('&lt;script&gt;alert(1)').and.not.contain('<script>alert')
    expect(response.headers.get('content-security-policy')).to.contain("script-src 'self'")
  })
})
