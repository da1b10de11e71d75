import { deleteAccounts, setAccountStatus } from '@carillon/database'
import { expect } from 'chai'
import { createKey, deleteKey } from '../../src/index.ts'
import { ask, rejection } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { withPorts } from '../with-ports.ts'
import { hour, minute, type Scheduling, startScheduling } from './scheduling.ts'

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

describe('a schedule whose account changes while its post is checked', () => {
  let own: Scheduling
  /** What happens during the check by the network, the first time. */
  let meanwhile: () => Promise<unknown>
  beforeEach(async () => {
    const validate = async () => {
      const happening = meanwhile
      meanwhile = async () => {}
      await happening()
    }
    const registry = withPorts({ bluesky: { publish: { ...new FakeNetwork().port, validate } } })
    own = await startScheduling(Date.parse('2026-03-01T12:00:00Z'), { registry })
  })
  afterEach(() => own.close())

  it('is not stored if the account is disconnected, as it could never be published', async () => {
    meanwhile = () => deleteAccounts(own.harness.context.db, [own.account.id])
    expect(await rejection(own.create(10 * minute))).to.include({ code: 'account_not_found' })
    expect(Object(await own.ask('schedules.list', { query: {} })).schedules).to.deep.equal([])
  })

  it('has the problem at once if the account expires', async () => {
    const at = new Date(own.clock.at)
    meanwhile = () => setAccountStatus(own.harness.context.db, own.account.id, { status: 'expired', at })
    const { scheduleId } = await own.create(100 * hour)
    await own.look()
    expect((await own.get(scheduleId)).problem).to.include({ code: 'connection_expired' })
  })
})
