import type { Scope } from '@carillon/domain'
import { expect } from 'chai'
import { createOrganization, jobs } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

const hour = 3_600_000

describe('idempotency keys', () => {
  let harness: Harness
  let scope: Scope
  let clockMs = 0
  before(async () => {
    harness = await startHarness({ now: () => new Date(Date.now() + clockMs) })
  })
  after(() => harness.close())
  beforeEach(async () => {
    clockMs = 0
    const { organizationId } = await createOrganization(harness.context, { name: 'Fresh' })
    scope = { organizationId, profileId: null }
  })

  const create = (key: string, body: object, { within = scope, context = harness.context } = {}) =>
    ask(context, 'profiles.create', { scope: within, headers: { 'idempotency-key': key }, body })

  async function names(): Promise<string[]> {
    const { profiles } = bodyOf(await ask(harness.context, 'profiles.list', { scope }))
    return profiles.map(({ name }: { name: string }) => name)
  }

  it('make one profile of ten requests at the same time, in two processes, all with the same response', async () => {
    const contexts = [harness.context, await harness.another()]
    const body = { name: 'Bakery', metadata: { zebra: 1, a: { y: 2, b: 3 } } }
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create('k', body, { context: contexts[index % 2] ?? harness.context })),
    )
    const [first, ...rest] = responses.map((response) => JSON.stringify(response))
    expect(rest).to.deep.equal(Array(9).fill(first))
    expect(responses[0]?.status).to.equal(201)
    expect(await names()).to.deep.equal(['Default', 'Bakery'])
  })

  it('respond as the first time, also when the profile was changed since', async () => {
    const first = await create('k', { name: 'Bakery' })
    const params = { profileId: bodyOf(first).id }
    await ask(harness.context, 'profiles.replace', { scope, params, body: { name: 'Renamed' } })
    expect(bodyOf(await create('k', { name: 'Bakery' }))).to.deep.equal(bodyOf(first))
    await ask(harness.context, 'profiles.delete', { scope, params })
    expect(bodyOf(await create('k', { name: 'Bakery' }))).to.deep.equal(bodyOf(first))
  })

  it('take a body in another order of keys for the same', async () => {
    const first = await create('k', { name: 'Bakery', metadata: { a: 1, b: { c: 2, d: 3 } } })
    const second = await create('k', { metadata: { b: { d: 3, c: 2 }, a: 1 }, name: 'Bakery' })
    expect(bodyOf(second)).to.deep.equal(bodyOf(first))
  })

  it('reject another body, whatever became of the first', async () => {
    await create('k', { name: 'Bakery' })
    for (const body of [{ name: 'Other' }, { name: 'Bakery', externalId: null }, { name: 'Bakery', metadata: [] }]) {
      const error = await rejection(create('k', body))
      expect([error.code, error.status]).to.deep.equal(['idempotency_conflict', 409])
    }
    expect(await names()).to.deep.equal(['Default', 'Bakery'])
  })

  it('of two bodies at the same time let one through', async () => {
    const sent = await Promise.allSettled(['A', 'B', 'C'].map((name) => create('k', { name })))
    expect(sent.filter(({ status }) => status === 'fulfilled')).to.have.length(1)
    const codes = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(codes).to.deep.equal(['idempotency_conflict', 'idempotency_conflict'])
    expect(await names()).to.have.length(2)
  })

  it('stay free after a rejection', async () => {
    const tooLarge = { name: 'Bakery', metadata: { a: 'x'.repeat(17_000) } }
    expect((await rejection(create('k', tooLarge))).code).to.equal('invalid_profile')
    expect((await rejection(create('k', { name: 'Default' }))).code).to.equal('profile_name_conflict')
    expect((await create('k', { name: 'Bakery' })).status).to.equal(201)
  })

  it('hold for 24 hours and no longer', async () => {
    const first = await create('k', { name: 'Bakery' })
    clockMs = 24 * hour - 10 * 60_000
    expect(bodyOf(await create('k', { name: 'Bakery' }))).to.deep.equal(bodyOf(first))
    await jobs['retention.run'].run(harness.context, {}, new AbortController().signal)
    expect((await rejection(create('k', { name: 'Other' }))).code).to.equal('idempotency_conflict')
    clockMs = 24 * hour + 5_000
    expect((await rejection(create('k', { name: 'Bakery' }))).code).to.equal('profile_name_conflict')
    expect(bodyOf(await create('k', { name: 'Other' })).name).to.equal('Other')
    expect((await rejection(create('k', { name: 'Third' }))).code).to.equal('idempotency_conflict')
  })

  it('belong to one organization each', async () => {
    const { organizationId } = await createOrganization(harness.context, { name: 'Other' })
    const mine = bodyOf(await create('k', { name: 'Bakery' }))
    const theirs = bodyOf(await create('k', { name: 'Another body' }, { within: { organizationId, profileId: null } }))
    expect(theirs.id).to.not.equal(mine.id)
  })
})
