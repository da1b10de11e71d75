import { endingLogins } from '@carillon/domain'
import { expect } from 'chai'
import { warnOfExpiry } from '../../src/account-changes/warn-of-expiry.ts'
import { type Harness, startHarness } from '../harness.ts'

const dayMs = 86_400_000

describe('accounts whose users have to log in again', () => {
  let harness: Harness
  let clockMs = 0
  before(async () => {
    harness = await startHarness({ now: () => new Date(Date.now() + clockMs) })
  })
  after(() => harness.close())
  beforeEach(async () => {
    clockMs = 0
    await harness.context.pool.query('delete from account; delete from event_outbox; delete from event')
  })

  /** Connects an account that ends after some days. */
  const connect = (days: number, platform: 'facebook' | 'whatsapp' | 'x' = 'facebook') =>
    harness.connect({ platform, expiresAt: new Date(Date.now() + days * dayMs) })
  async function raised() {
    await harness.context.events.now()
    const { rows } = await harness.context.pool.query('select type, object_id, data from event order by position')
    return rows.map(({ type, object_id, data }) => ({ type, id: object_id, endsAt: data.tokenExpiresAt }))
  }
  const warnAfter = async (days: number) => {
    clockMs = days * dayMs
    await warnOfExpiry(harness.context)
  }

  it('are told of 14 days and 3 days before, once each, with the time', async () => {
    const { id } = await connect(60)
    const counts: number[] = []
    for (const day of [0, 45, 46.5, 47, 50, 56, 57.5, 58, 59]) {
      await warnAfter(day)
      await warnAfter(day)
      counts.push((await raised()).length)
    }
    expect(counts).to.deep.equal([0, 0, 1, 1, 1, 1, 2, 2, 2])
    for (const event of await raised()) {
      expect(event).to.include({ type: 'account.expiring', id })
      expect(Date.parse(event.endsAt)).to.be.greaterThan(Date.now() + 59 * dayMs)
    }
  })

  it('are told again where the network has moved the end, as it does if the user logs in for another account', async () => {
    const { id } = await connect(60)
    for (const day of [46.5, 57.5]) await warnAfter(day)
    const end = new Date(Date.now() + 140 * dayMs)
    await harness.context.pool.query('update credential set expires_at = $2 where account_id = $1', [id, end])
    const counts: number[] = []
    for (const day of [60, 125, 126.5, 130, 137.5, 139]) {
      await warnAfter(day)
      counts.push((await raised()).length)
    }
    expect(counts).to.deep.equal([2, 2, 3, 3, 4, 4])
  })

  it('are told of once where fewer than 3 days are left', async () => {
    await connect(2)
    await warnAfter(0)
    await warnAfter(0.5)
    expect(await raised()).to.have.length(1)
  })

  it('are told of where the token of a sign-up ends, as their health is', async () => {
    const { id } = await connect(5, 'whatsapp')
    await warnAfter(0)
    expect((await raised()).map((event) => event.id)).to.deep.equal([id])
  })

  it('are not told of where Carillon renews the access by itself, or the account has expired', async () => {
    await connect(2, 'x')
    const { id } = await connect(2)
    await harness.context.pool.query("update account set status = 'expired' where id = $1", [id])
    await warnAfter(0)
    expect(await raised()).to.deep.equal([])
  })

  it('are at least those of Facebook', () => {
    expect(endingLogins().map(({ platform }) => platform)).to.include('facebook')
  })
})
