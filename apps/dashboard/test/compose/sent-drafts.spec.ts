import type { Account, Schedule } from '@carillon/client'
import { expect } from 'chai'
import { newDraft } from '../../app/pages/compose/draft/draft.ts'
import { findSent, keepChange, keepSent, keepUntilDue, purgeSent } from '../../app/pages/compose/draft/sent-drafts.ts'
import type { When } from '../../app/pages/compose/draft/when.ts'
import { fakeDatabase } from './fake-database.ts'

const dayMs = 86_400_000
const account = { accountId: 'account', platform: 'bluesky', profileId: 'profile' } as Account
const at = Date.parse('2026-11-22T12:00:00Z')

describe('what was sent', () => {
  let database: ReturnType<typeof fakeDatabase>
  before(() => {
    database = fakeDatabase()
  })
  after(() => database.restore())
  beforeEach(() => database.drafts.clear())

  const keep = (requestId: string, when: When, sentAt: number, owner = account) =>
    keepSent(newDraft('draft', ['account'], when), owner, {
      accountId: 'account',
      requestId,
      at: sentAt,
      isScheduling: true,
    })
  const ended = async () => false
  const send = async (requestId: string, when: When, sentAt: number) => {
    await keep(requestId, when, sentAt)
    await purgeSent('profile', sentAt, ended)
  }
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

  describe('long after it was due', () => {
    const slot: When = { kind: 'slot' }
    const later = at + 10 * dayMs

    it('is kept while its schedule is held, and looked up once a day', async () => {
      await keep('held', slot, at)
      const lookedUp: string[] = []
      const isOpen = async (requestId: string) => lookedUp.push(requestId) > 0
      await purgeSent('profile', later, isOpen)
      await purgeSent('profile', later + dayMs / 2, isOpen)
      expect([await isKept('held'), lookedUp]).to.deep.equal([true, ['held']])
      await purgeSent('profile', later + 2 * dayMs, isOpen)
      expect(lookedUp).to.deep.equal(['held', 'held'])
      await purgeSent('profile', later + 4 * dayMs, ended)
      expect(await isKept('held')).to.equal(false)
    })

    it('is kept if it cannot be looked up, but not for ever', async () => {
      await keep('unclear', slot, at)
      const fail = () => Promise.reject(new TypeError('no response'))
      await purgeSent('profile', later, fail)
      expect(await isKept('unclear')).to.equal(true)
      await purgeSent('profile', at + 91 * dayMs, fail)
      expect(await isKept('unclear')).to.equal(false)
    })

    it('is not looked up if it was published at once', async () => {
      await keep('published', { kind: 'now' }, at)
      await purgeSent('profile', later, () => Promise.reject(new Error('looked up')))
      expect(await isKept('published')).to.equal(false)
    })

    it('is not looked up with the session of another profile, which may not find it', async () => {
      await keep('foreign', slot, at, { ...account, profileId: 'another' })
      await purgeSent('profile', later, ended)
      expect(await isKept('foreign')).to.equal(true)
      await purgeSent('profile', at + 91 * dayMs, ended)
      expect(await isKept('foreign')).to.equal(false)
    })

    it('is looked up in order, with a limit', async () => {
      for (let index = 0; index < 60; index++) await keep(`many ${index}`, slot, at + 60 - index)
      const lookedUp: string[] = []
      await purgeSent('profile', later, async (requestId) => lookedUp.push(requestId) < 0)
      expect([lookedUp.length, lookedUp[0]]).to.deep.equal([50, 'many 59'])
      await purgeSent('profile', later, ended)
      expect(await isKept('many 0')).to.equal(false)
    })
  })

  describe('for a schedule that is changed', () => {
    const draftOf = (title: string) => ({ ...newDraft('draft', ['account']), title })
    const sending = { accountId: 'account', requestId: 'changed', at, isScheduling: true }
    const keptTitle = async () => (await findSent('changed'))?.title
    const change = (title: string, send: () => Promise<void>) =>
      keepChange(draftOf(title), account, { sending, change: send, isRejected: (error) => error === 'rejected' }).catch(
        () => {},
      )
    beforeEach(() => keepSent(draftOf('before'), account, sending))

    it('is the change, once it is made', async () => {
      await change('after', async () => {})
      expect(await keptTitle()).to.equal('after')
    })

    it('stays as it was if the change is rejected', async () => {
      await change('after', () => Promise.reject('rejected'))
      expect(await keptTitle()).to.equal('before')
    })

    it('is nothing while the outcome of the change is not known', async () => {
      let meanwhile: string | undefined = 'not read'
      await change('after', async () => {
        meanwhile = await keptTitle()
        throw new TypeError('no response')
      })
      expect([meanwhile, await keptTitle()]).to.deep.equal([undefined, undefined])
    })
  })

  it('is not asked for by a schedule of another browser', async () => {
    await due('unknown', 9)
    expect(await isKept('unknown')).to.equal(false)
  })
})
