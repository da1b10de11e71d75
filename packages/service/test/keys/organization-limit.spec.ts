import { expect } from 'chai'
import { authenticate, createKey, createOrganization, readConfig, takeRequest } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('the requests of an organization', () => {
  let harness: Harness
  let now = Date.UTC(2026, 10, 20, 12, 0, 10)
  before(async () => {
    const settings = { REQUESTS_PER_MINUTE: '100', REQUESTS_PER_MINUTE_ORGANIZATION: '150' }
    harness = await startHarness({ now: () => new Date(now) }, settings)
  })
  after(() => harness.close())

  const grantOf = async (organizationId = harness.organizationId) => {
    const { apiKey } = await createKey(harness.context, { organizationId })
    return authenticate(harness.context, `Bearer ${apiKey}`)
  }

  it('end at its limit whatever its number of keys, and another organization goes on', async () => {
    const [first, second] = [await grantOf(), await grantOf()]
    for (let request = 0; request < 100; request++)
      expect((await takeRequest(harness.context, first)).allowed).to.equal(true)
    expect(await takeRequest(harness.context, first)).to.deep.equal({
      allowed: false,
      policy: 'key',
      limit: 100,
      remaining: 0,
      resetSeconds: 50,
    })
    const states = []
    for (let request = 0; request < 51; request++) states.push(await takeRequest(harness.context, second))
    // 50 are left to the organization, 100 to the key: the smaller number is shown.
    expect(states[0]).to.deep.equal({
      allowed: true,
      policy: 'organization',
      limit: 150,
      remaining: 49,
      resetSeconds: 50,
    })
    expect(states[49]).to.deep.include({ allowed: true, policy: 'organization', remaining: 0 })
    expect(states[50]).to.deep.include({ allowed: false, policy: 'organization', limit: 150, remaining: 0 })
    const third = await takeRequest(harness.context, await grantOf())
    expect(third).to.deep.include({ allowed: false, policy: 'organization' })

    const { organizationId } = await createOrganization(harness.context, { name: 'Neighbour' })
    expect(await takeRequest(harness.context, await grantOf(organizationId))).to.deep.include({
      allowed: true,
      policy: 'key',
    })
    now += 50_000
    expect(await takeRequest(harness.context, second)).to.deep.include({ allowed: true, policy: 'key', remaining: 99 })
  })

  it('are ten times those of a key unless a setting says otherwise', () => {
    const needed = {
      DATABASE_URL: 'postgres://localhost/x',
      ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString('base64')}`,
    }
    const of = (env: object) => readConfig({ ...needed, ...env }).gateway.requestsPerMinuteOfOrganization
    expect(of({})).to.equal(6_000)
    expect(of({ REQUESTS_PER_MINUTE: '50' })).to.equal(500)
    expect(of({ REQUESTS_PER_MINUTE: '900000000' })).to.equal(1_000_000_000)
    expect(of({ REQUESTS_PER_MINUTE_ORGANIZATION: '70' })).to.equal(70)
  })
})
