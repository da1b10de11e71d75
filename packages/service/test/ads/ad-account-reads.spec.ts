import { forgetAdAccountList } from '@carillon/database'
import type { AdAccount } from '@carillon/domain'
import { type Registry, registry as real } from '@carillon/providers'
import { expect } from 'chai'
import { ask, bodyOf } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

function adAccount(id: string): AdAccount {
  return {
    ...{ id, name: `Account ${id}`, status: 'active', disableReason: null, currency: 'EUR', timezone: 'Europe/Berlin' },
    ...{ timezoneId: 47, amountSpent: 0, balance: null, spendCap: null, minDailyBudget: 100, business: null },
  }
}

describe('reads of the list of ad accounts', () => {
  let harness: Harness
  let accountId: string
  /** The reads that the network has not responded to. */
  let pending: { respond(adAccounts: AdAccount[]): void }[]
  let calls: number

  beforeEach(async () => {
    pending = []
    calls = 0
    const listAdAccounts = () =>
      new Promise<AdAccount[]>((respond) => {
        calls++
        pending.push({ respond })
      })
    const registry: Registry = {
      async adapter(platform) {
        const adapter = await real.adapter(platform)
        const ads = { missingScopes: () => [], listAdAccounts }
        return { ...adapter, credentials: { parse: (stored: object) => stored }, ads } as unknown as typeof adapter
      },
    }
    harness = await startHarness({ registry })
    accountId = (await harness.connect({ platform: 'facebook' })).id
  })
  afterEach(() => harness.close())

  const list = async () => {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const reply = await ask(harness.context, 'ads.accounts.list', {
      scope,
      query: { accountId },
    })
    return bodyOf(reply).adAccounts.map(({ id }: AdAccount) => id)
  }
  const untilCalled = async (count: number) => {
    while (calls < count) await new Promise(setImmediate)
  }

  it('share one call while it is in flight, and its result for later', async () => {
    const reads = Array.from({ length: 6 }, () => list())
    await untilCalled(1)
    pending[0]?.respond([adAccount('act_1')])
    expect(await Promise.all(reads)).to.deep.equal(Array.from({ length: 6 }, () => ['act_1']))
    expect(await list()).to.deep.equal(['act_1'])
    expect(calls).to.equal(1)
  })

  it('do not share a call that began before the list was changed', async () => {
    const before = list()
    await untilCalled(1)
    await forgetAdAccountList(harness.context.db, accountId, harness.context.now())
    const after = list()
    await untilCalled(2)
    pending[1]?.respond([adAccount('act_1'), adAccount('act_2')])
    pending[0]?.respond([adAccount('act_1')])
    expect(await before).to.deep.equal(['act_1'])
    expect(await after).to.deep.equal(['act_1', 'act_2'])
    expect(await list()).to.deep.equal(['act_1', 'act_2'])
  })
})
