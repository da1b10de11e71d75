import type { Account, Schedule } from '@carillon/client'
import { expect } from 'chai'
import { newDraft } from '../../app/pages/compose/draft/draft.ts'
import { findSent, keepSent, keepUntilDue } from '../../app/pages/compose/draft/sent-drafts.ts'
import type { When } from '../../app/pages/compose/draft/when.ts'
import { fakeDatabase } from './fake-database.ts'

const dayMs = 86_400_000
const account = { accountId: 'account', platform: 'bluesky', profileId: 'profile' } as Account
const at = Date.parse('2026-11-22T12:00:00Z')

describe('what was sent', () => {
  let restore: () => void
  before(() => {
    restore = fakeDatabase().restore
  })
  after(() => restore())

  const send = (requestId: string, when: When, sentAt: number) =>
    keepSent(newDraft('draft', ['account'], when), account, {
      accountId: 'account',
      requestId,
      at: sentAt,
      isScheduling: true,
    })
  const due = (requestId: string, days: number) => {
    const instant = new Date(at + days * dayMs).toISOString()
    return keepUntilDue({ requestId, publishAt: { instant } as Schedule['publishAt'] })
  }
  const isKept = async (requestId: string) => (await findSent(requestId)) !== undefined

  it('is kept until its free slot, also one that is days ahead', async () => {
    await send('slot', { kind: 'slot' }, at)
    await due('slot', 5)
    await send('second', { kind: 'now' }, at + 4 * dayMs)
    expect(await isKept('slot')).to.equal(true)
    await send('third', { kind: 'now' }, at + 7 * dayMs)
    expect([await isKept('slot'), await isKept('second')]).to.deep.equal([false, false])
  })

  it('is kept until the time to which its schedule is moved, but not for less time than before', async () => {
    await send('moved', { kind: 'time', local: '2026-11-24T12:00', timeZone: 'UTC' }, at)
    await due('moved', 9)
    await due('moved', 1)
    await send('later', { kind: 'now' }, at + 8 * dayMs)
    expect(await isKept('moved')).to.equal(true)
  })

  it('is not asked for by a schedule of another browser', async () => {
    await due('unknown', 9)
    expect(await isKept('unknown')).to.equal(false)
  })
})
