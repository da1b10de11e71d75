import { deleteAccounts } from '@carillon/database'
import { expect } from 'chai'
import { createKey, deleteKey } from '../../src/index.ts'
import { ask } from '../ask.ts'
import { minute, type Scheduling, startScheduling } from './scheduling.ts'

describe('a schedule whose account and API key are deleted', () => {
  let own: Scheduling
  beforeEach(async () => {
    own = await startScheduling()
  })
  afterEach(() => own.close())

  const scope = () => ({ organizationId: own.harness.organizationId, profileId: null })

  /** Expects that the schedule has become a publish that fails because the account is gone. */
  async function expectFailed(scheduleId: string): Promise<void> {
    const taken = await own.get(scheduleId)
    expect(taken).to.include({ status: 'taken' })
    const { status, error } = await own.run(taken)
    expect([status, error?.code]).to.deep.equal(['failed', 'account_not_found'])
    expect(await own.get(scheduleId)).to.include({ status: 'failed' })
  }

  it('with their profile fails at once, as no key can release it any more', async () => {
    const { context, organizationId, profileId } = own.harness
    const bound = await createKey(context, { organizationId, profileId })
    const { scheduleId } = await own.create(10 * minute, {}, { grant: { keyId: bound.keyId } })
    const deleted = await ask(context, 'profiles.delete', { scope: scope(), params: { profileId } })
    expect(deleted.status).to.equal(200)
    await own.look()
    await expectFailed(scheduleId)
  })

  const removals = {
    'before it is due': () => own.look(),
    'when it is due': async () => {
      own.clock.at += 10 * minute
      await own.take()
    },
  }
  for (const [when, handle] of Object.entries(removals)) {
    it(`one after the other fails ${when}`, async () => {
      const { context } = own.harness
      const { scheduleId } = await own.create(10 * minute)
      await deleteAccounts(context.db, [own.account.id])
      await deleteKey(context, { keyId: own.grant.keyId })
      await handle()
      await expectFailed(scheduleId)
    })
  }
})
