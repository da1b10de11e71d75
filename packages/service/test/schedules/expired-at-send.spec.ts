import { findAccountForWorker, replaceCredential, setAccountStatus } from '@carillon/database'
import type { Schedule } from '@carillon/domain'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { encryptCredentials } from '../../src/credentials/encrypted-credentials.ts'
import { runWrite } from '../../src/journal/run-write.ts'
import { FakeConnect } from '../fake-connect.ts'
import { FakeNetwork } from '../fake-network.ts'
import { withPorts } from '../with-ports.ts'
import { minute, type Scheduling, startScheduling } from './scheduling.ts'

const expired = () => new ProviderError('connection_expired', undefined, 'rejected', { tokenRejected: true })

describe('a schedule whose account turns out to have expired when it is sent', () => {
  let own: Scheduling
  let network: FakeNetwork
  /** What refreshing tokens does. */
  let refresh: () => Promise<void>
  beforeEach(async () => {
    network = new FakeNetwork()
    refresh = async () => {}
    const connect = {
      ...new FakeConnect().port,
      refresh: async () => {
        await refresh()
        return { credentials: {}, tokenExpiresAt: null }
      },
    }
    const publish = new Proxy(network.port, { get: (_target, name) => Reflect.get(network.port, name) })
    const registry = withPorts({ bluesky: { publish, connect } })
    own = await startScheduling(Date.parse('2026-03-01T12:00:00Z'), { registry })
  })
  afterEach(() => own.close())

  const at = () => new Date(own.clock.at)
  const setStatus = (status: 'connected' | 'expired') =>
    setAccountStatus(own.harness.context.db, own.account.id, { status, at: at() })

  async function taken(more: object = {}): Promise<Schedule> {
    const { scheduleId } = await own.create(10 * minute, more)
    own.clock.at += 10 * minute
    await own.take()
    return own.get(scheduleId)
  }
  const run = ({ publishId }: Schedule) =>
    runWrite(own.harness.context, { writeId: String(publishId), signal: new AbortController().signal })

  async function expectHeld({ scheduleId }: Schedule): Promise<void> {
    const held = await own.get(scheduleId)
    expect(held).to.include({ status: 'held', publishId: null })
    expect(held.problem).to.include({ code: 'connection_expired' })
    const types = (await own.events()).filter(({ objectId }) => objectId === scheduleId).map(({ type }) => type)
    expect(types).to.deep.equal(['schedule.held'])
  }

  async function expectSentAfterReconnect({ scheduleId }: Schedule): Promise<void> {
    const { context } = own.harness
    const ciphertext = encryptCredentials(context.encryption, own.account.id, {})
    await replaceCredential(context.db, { accountId: own.account.id, ciphertext, expiresAt: null, refreshedAt: at() })
    await setStatus('connected')
    own.clock.at += minute
    await own.look()
    expect(await own.run(await own.get(scheduleId))).to.include({ status: 'succeeded' })
    expect(network.posts).to.have.length(1)
  }

  it('is held if it expired after it had been taken, and goes out after a reconnect', async () => {
    const schedule = await taken()
    await setStatus('expired')
    await run(schedule)
    await expectHeld(schedule)
    await own.look()
    await expectHeld(schedule)
    await expectSentAfterReconnect(schedule)
  })

  it('is held if the refresh of its token finds the grant ended', async () => {
    const { context } = own.harness
    const ciphertext = encryptCredentials(context.encryption, own.account.id, {})
    const expiresAt = new Date(own.clock.at + 11 * minute)
    await replaceCredential(context.db, { accountId: own.account.id, ciphertext, expiresAt, refreshedAt: at() })
    refresh = () => Promise.reject(expired())
    const schedule = await taken()
    await run(schedule)
    expect(await findAccountForWorker(context.db, own.account.id)).to.include({ status: 'expired' })
    await expectHeld(schedule)
    refresh = async () => {}
    await expectSentAfterReconnect(schedule)
  })

  it('is held if the call itself finds it', async () => {
    const { commit } = network.port
    network.port.commit = () => Promise.reject(expired())
    refresh = () => Promise.reject(expired())
    const schedule = await taken()
    await run(schedule)
    await expectHeld(schedule)
    network.port.commit = commit
    await expectSentAfterReconnect(schedule)
  })

  it('is held although it was reconnected and expired again, each time', async () => {
    const schedule = await taken()
    for (let turn = 0; turn < 2; turn++) {
      await setStatus('expired')
      await run(await own.get(schedule.scheduleId))
      expect(await own.get(schedule.scheduleId)).to.include({ status: 'held' })
      await setStatus('connected')
      await own.look()
    }
    expect(await own.run(await own.get(schedule.scheduleId))).to.include({ status: 'succeeded' })
    expect(network.posts).to.have.length(1)
  })

  it('goes out if it was reconnected before it was held', async () => {
    const schedule = await taken()
    await setStatus('expired')
    await own.harness.context.pool.query('alter table account disable trigger account_schedules')
    await run(schedule)
    await setStatus('connected')
    await own.harness.context.pool.query('alter table account enable trigger account_schedules')
    await own.look()
    expect(await own.run(await own.get(schedule.scheduleId))).to.include({ status: 'succeeded' })
  })

  it('fails if the account lacks a permission instead, as it would each time', async () => {
    network.port.commit = () => Promise.reject(new ProviderError('connection_expired', undefined, 'rejected'))
    const schedule = await taken()
    await run(schedule)
    expect(await own.get(schedule.scheduleId)).to.include({ status: 'failed', publishId: schedule.publishId })
  })

  it('fails if a user has released it, who learns of it', async () => {
    const { scheduleId } = await own.create(10 * minute)
    const released = await own.ask('schedules.release', { params: { scheduleId } })
    await setStatus('expired')
    await run(released)
    expect(await own.get(scheduleId)).to.include({ status: 'failed', publishId: released.publishId })
  })

  it('is not held if a call may have taken effect', async () => {
    network.moods = ['accept-then-drop']
    const schedule = await taken()
    await run(schedule)
    await setStatus('expired')
    own.clock.at += 5 * minute
    await run(schedule)
    expect(await own.get(schedule.scheduleId)).to.include({ status: 'taken', publishId: schedule.publishId })
  })
})
