import { expect } from 'chai'
import { authenticate, createKey } from '../../src/index.ts'
import { makeApiKey } from '../../src/keys/api-key.ts'
import { createRejectedKeys } from '../../src/process-state/rejected-keys.ts'
import { rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('wrong keys from one address', () => {
  let harness: Harness
  let clock: Date
  beforeEach(async () => {
    clock = new Date('2026-03-01T12:00:20.000Z')
    harness = await startHarness({ now: () => clock }, { WRONG_KEYS_PER_MINUTE: '3' })
  })
  afterEach(() => harness.close())

  const bearer = (key: string) => `Bearer ${key}`
  const reject = (header: string | undefined, from: string) => rejection(authenticate(harness.context, header, from))
  const codesOf = async (headers: (string | undefined)[], from = '198.51.100.7') => {
    const codes: string[] = []
    for (const header of headers) codes.push((await reject(header, from)).code)
    return codes
  }

  /** What is asked of the table of keys while `work` runs. */
  async function lookUpsOf(work: () => Promise<unknown>): Promise<number> {
    const { db } = harness.context
    const query = db.query.bind(db)
    let count = 0
    const counted = (text: string, values: readonly unknown[]) => {
      if (text.includes('api_key where hash')) count++
      return query(text, values)
    }
    Object.assign(db, { query: counted })
    await work().finally(() => Object.assign(db, { query }))
    return count
  }

  it('are rejected with 429 and the time until the counter is reset, once there are too many', async () => {
    const wrong = [undefined, 'Bearer nonsense', bearer(makeApiKey()), bearer(makeApiKey()), undefined]
    expect(await codesOf(wrong)).to.deep.equal([
      ...['unauthorized', 'unauthorized', 'unauthorized'],
      ...['rate_limited', 'rate_limited'],
    ])
    const rejected = await reject(bearer(makeApiKey()), '198.51.100.7')
    expect([rejected.status, rejected.retryAfter]).to.deep.equal([429, 40])
    expect(rejected.message).to.contain('more than 3 requests')
    expect(await codesOf([undefined], '198.51.100.8')).to.deep.equal(['unauthorized'])
    clock = new Date('2026-03-01T12:01:00.000Z')
    expect(await codesOf([undefined])).to.deep.equal(['unauthorized'])
  })

  it('query the database once for many of them', async () => {
    await codesOf(Array.from({ length: 3 }, () => undefined))
    const lookUps = await lookUpsOf(() =>
      Promise.all(Array.from({ length: 200 }, () => reject(bearer(makeApiKey()), '198.51.100.7'))),
    )
    expect(lookUps).to.equal(1)
  })

  it('do no harm to right ones from there, remembered or new', async () => {
    const { organizationId } = harness
    const [known, fresh] = [
      await createKey(harness.context, { organizationId }),
      await createKey(harness.context, { organizationId }),
    ]
    const enter = (apiKey: string) => authenticate(harness.context, bearer(apiKey), '198.51.100.7')
    await enter(known.apiKey)
    await codesOf(Array.from({ length: 5 }, () => bearer(makeApiKey())))
    expect(await lookUpsOf(() => enter(known.apiKey))).to.equal(0)
    const flood = Array.from({ length: 50 }, () => reject(bearer(makeApiKey()), '198.51.100.7'))
    expect((await enter(fresh.apiKey)).keyId).to.equal(fresh.keyId)
    expect(new Set((await Promise.all(flood)).map(({ code }) => code))).to.deep.equal(new Set(['rate_limited']))
    // What was held for a few seconds only is found again, too.
    clock = new Date(clock.getTime() + 10_000)
    expect((await enter(known.apiKey)).keyId).to.equal(known.keyId)
  })

  it('are not counted where the key was right', async () => {
    const keys = await Promise.all(
      Array.from({ length: 10 }, () => createKey(harness.context, { organizationId: harness.organizationId })),
    )
    for (const { apiKey } of keys) await authenticate(harness.context, bearer(apiKey), '198.51.100.7')
    expect(await codesOf([undefined, undefined, undefined, undefined])).to.deep.equal([
      ...['unauthorized', 'unauthorized', 'unauthorized'],
      'rate_limited',
    ])
  })

  it('are counted together for the IPv6 addresses of a network', () => {
    const rejectedKeys = createRejectedKeys({ perMinute: 2, now: () => clock })
    const take = (addresses: readonly string[]) => addresses.map((address) => rejectedKeys.take(address))
    expect(take(['2001:db8::1', '2001:db8:0:0:9::2', '2001:DB8:0:0:1:2:3:4'])).to.deep.equal([true, true, false])
    expect(take(['2001:db8:0:1::1', '::1', '2001:db8::', '203.0.113.1'])).to.deep.equal([true, true, false, true])
  })

  it('are counted together for addresses beyond those that can be distinguished', () => {
    const rejectedKeys = createRejectedKeys({ perMinute: 1, now: () => clock })
    for (let n = 0; n < 50_000; n++) expect(rejectedKeys.take(`address-${n}`)).to.equal(true)
    expect([rejectedKeys.take('new'), rejectedKeys.take('newer'), rejectedKeys.take('address-0')]).to.deep.equal([
      ...[true, false],
      false,
    ])
  })
})
