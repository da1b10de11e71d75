import { randomUUIDv7 } from 'node:crypto'
import { insertCharges, sumCharges } from '@carillon/database'
import { type BilledOperation, prices } from '@carillon/domain'
import { expect } from 'chai'
import fc from 'fast-check'
import { accountCall } from '../../src/call-account.ts'
import { createOrganization } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

/** Thousandths of a cent, read back from a decimal string. */
function amountOf(dollars: string): bigint {
  const [whole = '', fraction = ''] = dollars.split('.')
  return BigInt(whole) * 100_000n + BigInt(fraction.padEnd(5, '0'))
}

describe('usage', () => {
  let harness: Harness
  let organizationId: string
  let now = new Date('2026-11-20T12:00:00Z')
  const [one, two] = [randomUUIDv7(), randomUUIDv7()]
  before(async () => {
    harness = await startHarness({ now: () => now })
  })
  after(() => harness.close())
  beforeEach(async () => {
    now = new Date('2026-11-20T12:00:00Z')
    organizationId = (await createOrganization(harness.context, { name: 'Fresh' })).organizationId
  })

  interface Charge {
    at: string
    operation?: BilledOperation
    count?: number
    unitPrice?: number
    profileId?: string
    organization?: string
    platform?: 'x' | 'bluesky'
  }

  async function charge({ at, operation = 'post.create', count = 1, ...more }: Charge): Promise<void> {
    await insertCharges(harness.context.db, [
      {
        id: randomUUIDv7(),
        organizationId: more.organization ?? organizationId,
        profileId: more.profileId ?? one,
        accountId: one,
        platform: more.platform ?? 'x',
        operation,
        count,
        unitPrice: more.unitPrice ?? prices[operation],
        reference: null,
        at: new Date(at),
      },
    ])
  }

  const usage = (query: Record<string, string> = {}) =>
    ask(harness.context, 'usage.get', { scope: { organizationId, profileId: null }, query })

  it('is read in turn, as large lists of the organization are', async () => {
    const { lists } = harness.context.state
    const taken: string[] = []
    const take = lists.take.bind(lists)
    lists.take = (key, work) => {
      taken.push(key)
      return take(key, work)
    }
    await usage()
    lists.take = take
    expect(taken).to.deep.equal([organizationId])
  })

  it('is nothing when nothing was billed', async () => {
    expect(await usage()).to.deep.equal({
      status: 200,
      body: {
        platform: 'x',
        from: '2026-11-01',
        to: '2026-11-20',
        currency: 'USD',
        total: '0.00',
        operations: [],
        profiles: [],
        daily: [],
      },
    })
  })

  it('adds up by operation, profile and day', async () => {
    await charge({ at: '2026-11-01T00:00:00.000Z' })
    await charge({ at: '2026-11-02T10:00:00Z', operation: 'post.create.url' })
    await charge({ at: '2026-11-02T11:00:00Z', profileId: two, count: 2 })
    await charge({ at: '2026-11-20T23:59:59.999Z', operation: 'post.read', count: 100 })
    const body = bodyOf(await usage())
    expect(body.total).to.equal('0.745')
    expect(body.operations).to.have.deep.members([
      { operation: 'post.create', count: 3, unitPrice: '0.015', amount: '0.045' },
      { operation: 'post.create.url', count: 1, unitPrice: '0.20', amount: '0.20' },
      { operation: 'post.read', count: 100, unitPrice: '0.005', amount: '0.50' },
    ])
    expect(body.profiles).to.have.deep.members([
      { profileId: one, amount: '0.715' },
      { profileId: two, amount: '0.03' },
    ])
    expect(body.daily).to.deep.equal([
      { date: '2026-11-01', amount: '0.015' },
      { date: '2026-11-02', amount: '0.23' },
      { date: '2026-11-20', amount: '0.50' },
    ])
  })

  it('is added up by the database, as each profile can have several rows for each day', async () => {
    for (const profileId of [one, two]) {
      for (const day of ['01', '02', '03']) await charge({ at: `2026-11-${day}T12:00:00Z`, profileId, count: 2 })
    }
    const period = { organizationId, platform: 'x', from: '2026-11-01', to: '2026-11-30' } as const
    const { operations, profiles, days } = await sumCharges(harness.context.db, period)
    const unitPrice = prices['post.create']
    expect(operations).to.deep.equal([{ operation: 'post.create', unitPrice, count: 12 }])
    expect(profiles).to.have.deep.members([one, two].map((profileId) => ({ profileId, amount: 6 * unitPrice })))
    expect(days).to.deep.equal(['01', '02', '03'].map((day) => ({ day: `2026-11-${day}`, amount: 4 * unitPrice })))
  })

  it('tells prices apart that changed meanwhile', async () => {
    await charge({ at: '2026-11-01T00:00:00Z', unitPrice: 1_000 })
    await charge({ at: '2026-11-01T00:00:00Z', unitPrice: 1_500, count: 2 })
    expect(bodyOf(await usage()).operations).to.have.deep.members([
      { operation: 'post.create', count: 1, unitPrice: '0.01', amount: '0.01' },
      { operation: 'post.create', count: 2, unitPrice: '0.015', amount: '0.03' },
    ])
  })

  it('holds whole UTC days, the first and the last one too', async () => {
    for (const at of [
      '2026-10-09T23:59:59.999Z',
      '2026-10-10T00:00:00.000Z',
      '2026-10-11T23:59:59.999Z',
      '2026-10-12T00:00:00.000Z',
    ])
      await charge({ at })
    const body = bodyOf(await usage({ from: '2026-10-10', to: '2026-10-11' }))
    expect(body).to.include({ from: '2026-10-10', to: '2026-10-11', total: '0.03' })
    expect(bodyOf(await usage({ from: '2026-10-11', to: '2026-10-11' })).total).to.equal('0.015')
  })

  it('fills in the half of a period that was left out', async () => {
    const period = async (query: Record<string, string>) => {
      const { from, to } = bodyOf(await usage(query))
      return [from, to]
    }
    expect(await period({ from: '2026-09-05' })).to.deep.equal(['2026-09-05', '2026-11-20'])
    expect(await period({ to: '2026-11-10' })).to.deep.equal(['2026-11-01', '2026-11-10'])
    expect(await period({ to: '2026-09-05' })).to.deep.equal(['2026-09-01', '2026-09-05'])
    now = new Date('2026-12-01T00:00:00.000Z')
    expect(await period({})).to.deep.equal(['2026-12-01', '2026-12-01'])
  })

  it('rejects a period that ends before it begins', async () => {
    for (const query of [{ from: '2026-11-02', to: '2026-11-01' }, { from: '2026-11-21' }]) {
      const error = await rejection(usage(query as Record<string, string>))
      expect([error.code, error.status]).to.deep.equal(['invalid_request', 400])
      expect(error.details).to.have.nested.property('[0].path[0]', 'from')
    }
  })

  it('is that of one organization and one network', async () => {
    const other = await createOrganization(harness.context, { name: 'Other' })
    await charge({ at: '2026-11-02T00:00:00Z', organization: other.organizationId })
    await charge({ at: '2026-11-02T00:00:00Z', platform: 'bluesky' })
    expect(bodyOf(await usage()).total).to.equal('0.00')
  })

  it('counts what is billed under one reference once', async () => {
    const account = await harness.connect({ platform: 'x' })
    const options = { account, requestId: 'r', signal: new AbortController().signal }
    const call = accountCall(harness.context, options, { credentials: {}, generation: 1 })
    await Promise.all(Array.from({ length: 4 }, () => call.recordCharge('post.create', ['publish-1'])))
    await call.recordCharge('post.read', [])
    const read = (from: number) => Array.from({ length: 100 }, (_, at) => `x/read/2026-11-20/${from + at}`)
    // Pages that overlap, read at the same time in either order.
    await Promise.all(
      [read(0), read(50).toReversed(), read(0).toReversed(), read(50)].map((page) =>
        call.recordCharge('post.read', page),
      ),
    )
    const response = await ask(harness.context, 'usage.get', {
      scope: { organizationId: harness.organizationId, profileId: null },
    })
    expect(bodyOf(response).operations).to.have.deep.members([
      { operation: 'post.create', count: 1, unitPrice: '0.015', amount: '0.015' },
      { operation: 'post.read', count: 150, unitPrice: '0.005', amount: '0.75' },
    ])
    expect(bodyOf(response).profiles).to.deep.equal([{ profileId: harness.profileId, amount: '0.765' }])
  })

  it('has what an organization reads that another one has read on the same day', async () => {
    const account = await harness.connect({ platform: 'x' })
    const references = ['x/read/2026-11-20/shared']
    for (const reader of [account, { ...account, organizationId }, { ...account, organizationId }]) {
      const options = { account: reader, requestId: 'r', signal: new AbortController().signal }
      await accountCall(harness.context, options, { credentials: {}, generation: 1 }).recordCharge(
        'post.read',
        references,
      )
    }
    expect(bodyOf(await usage()).total).to.equal('0.005')
  })

  it('adds up to the thousandth of a cent, however it is cut', async () => {
    const operation = fc.constantFrom(...(Object.keys(prices) as BilledOperation[]))
    const charges = fc.array(
      fc.record({
        operation,
        count: fc.integer({ min: 1, max: 1_000_000 }),
        profileId: fc.constantFrom(one, two),
        at: fc
          .date({ min: new Date('2026-11-01T00:00:00Z'), max: new Date('2026-11-20T23:59:59Z'), noInvalidDate: true })
          .map((date) => date.toISOString()),
      }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(charges, async (list) => {
        organizationId = (await createOrganization(harness.context, { name: 'Property' })).organizationId
        for (const one of list) await charge(one)
        const total = list.reduce((sum, one) => sum + BigInt(one.count) * BigInt(prices[one.operation]), 0n)
        const body = bodyOf(await usage())
        const sum = (rows: { amount: string }[]) => rows.reduce((all, { amount }) => all + amountOf(amount), 0n)
        expect([amountOf(body.total), sum(body.operations), sum(body.profiles), sum(body.daily)]).to.deep.equal(
          Array(4).fill(total),
        )
      }),
      { numRuns: 20 },
    )
  })
})
