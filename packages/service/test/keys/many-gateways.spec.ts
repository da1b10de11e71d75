import { expect } from 'chai'
import { authenticate, type Context, createKey, type Grant, takeRequest } from '../../src/index.ts'
import { createProcessState } from '../../src/process-state/process-state.ts'
import { type Harness, startHarness } from '../harness.ts'

const limit = 600
const ofOrganization = 900
const now = new Date('2026-11-20T12:00:10Z')

/** Sends each request to the gateway that `next` names, up to twice the limit; when the first was rejected, and how many were allowed. */
async function send(contexts: Context[], grants: Grant[], next: (request: number) => number) {
  let allowed = 0
  let firstRejected = Number.POSITIVE_INFINITY
  for (let request = 0; request < 2 * ofOrganization; request++) {
    const context = contexts[next(request) % contexts.length]
    const grant = grants[request % grants.length]
    if (!context || !grant) throw new Error('no gateway or no key')
    if ((await takeRequest(context, grant)).allowed) allowed++
    else firstRejected = Math.min(firstRejected, request + 1)
  }
  return { allowed, firstRejected }
}

describe('the limits of requests over many gateways', () => {
  let harness: Harness
  before(async () => {
    const settings = { REQUESTS_PER_MINUTE: String(limit), REQUESTS_PER_MINUTE_ORGANIZATION: String(ofOrganization) }
    harness = await startHarness({ now: () => now }, settings)
  })
  after(() => harness.close())
  beforeEach(async () => {
    await harness.context.pool.query('delete from organization_request_window')
  })

  const newGrant = async () => {
    const { apiKey } = await createKey(harness.context, { organizationId: harness.organizationId })
    return authenticate(harness.context, `Bearer ${apiKey}`)
  }
  // What a gateway holds of a limit belongs to its context.
  const gateways = (count: number): Context[] =>
    Array.from({ length: count }, () => ({ ...harness.context, state: createProcessState() }))

  const orders: Readonly<Record<string, (count: number) => (request: number) => number>> = {
    'by turns': () => (request) => request,
    'one after another': (count) => (request) => Math.floor((request * count) / limit),
    'first one alone, then all': () => (request) => (request < limit / 4 ? 0 : request),
  }
  for (const count of [1, 3, 10, 20, 40]) {
    for (const [order, nextOf] of Object.entries(orders)) {
      it(`reject nothing below 90 % and allow nothing above 100 %: ${count} gateways, ${order}`, async () => {
        const { allowed, firstRejected } = await send(gateways(count), [await newGrant()], nextOf(count))
        expect(firstRejected).to.be.above(0.9 * limit)
        expect(allowed).to.be.within(0.9 * limit, limit)
        if (order === 'by turns') expect(allowed).to.equal(limit)
      })
    }
    it(`hold for all keys of an organization together: ${count} gateways`, async () => {
      const grants = await Promise.all([newGrant(), newGrant(), newGrant()])
      const { allowed, firstRejected } = await send(gateways(count), grants, (request) => Math.floor(request / 3))
      expect(firstRejected).to.be.above(0.9 * ofOrganization)
      expect(allowed).to.equal(ofOrganization)
    })
  }

  it('are never exceeded by gateways that race, with more requests at once than are left', async () => {
    const contexts = gateways(20)
    const grant = await newGrant()
    const states = await Promise.all(
      Array.from({ length: 2 * limit }, (_, request) => takeRequest(contexts[request % 20] ?? harness.context, grant)),
    )
    const rest = await Promise.all(
      contexts.flatMap((context) => Array.from({ length: 60 }, () => takeRequest(context, grant))),
    )
    expect([...states, ...rest].filter(({ allowed }) => allowed)).to.have.lengthOf(limit)
  })

  it('take few queries: a minute of one gateway at its limit, and of ten', async () => {
    for (const [count, max] of [
      [1, 80],
      [10, 300],
    ] as const) {
      let queries = 0
      const acquired = () => queries++
      harness.context.pool.on('acquire', acquired)
      const grant = await newGrant()
      queries = 0
      const contexts = gateways(count)
      for (let request = 0; request < limit; request++)
        await takeRequest(contexts[request % count] ?? harness.context, grant)
      harness.context.pool.off('acquire', acquired)

      expect(queries).to.be.at.most(max)
      await harness.context.pool.query('delete from organization_request_window')
    }
  })
})
