import { setTimeout as sleep } from 'node:timers/promises'
import { consumeDailyQuota, setAccountStatus } from '@carillon/database'
import { dailyQuotas, postQuotas, rates } from '@carillon/domain'
import { type CallContext, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { lookAtSchedules } from '../../src/schedules/look-at.ts'
import { FakeNetwork } from '../fake-network.ts'
import { withPorts } from '../with-ports.ts'
import { hour, type Scheduling, startScheduling } from './scheduling.ts'

const day = 24 * hour
const minute = 60_000

describe('a schedule is looked at', () => {
  let own: Scheduling
  let validate: ((call: CallContext) => Promise<void>) | undefined
  beforeEach(async () => {
    const { port } = new FakeNetwork()
    validate = undefined
    const publish = {
      ...port,
      get validate() {
        return validate
      },
    }
    const registry = withPorts({ bluesky: { publish }, instagram: { publish }, youtube: { publish } })
    own = await startScheduling(Date.parse('2026-03-01T12:00:00Z'), { registry })
  })
  afterEach(() => own.close())

  const query = (text: string, values: unknown[] = []) => own.harness.context.db.query(text, values)
  const setStatus = (status: 'connected' | 'expired') =>
    setAccountStatus(own.harness.context.db, own.account.id, { status, at: new Date(own.clock.at) })
  const blocked = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const problemOf = async (id: string) => (await own.get(id)).problem?.code ?? null
  const risksOf = async (id: string) =>
    (await own.events()).filter(({ type, objectId }) => type === 'schedule.at_risk' && objectId === id).length

  /** Copies of a schedule, one a minute before it. */
  const copy = (id: string, count: number) =>
    query(
      `insert into schedule select (jsonb_populate_record(schedule, jsonb_build_object(
          'id', gen_random_uuid(), 'due_at', due_at - n * interval '1 minute', 'look_at', null))).*
        from schedule, generate_series(1, $2::int) as n where id = $1`,
      [id, count],
    )
  /** Makes the account and its schedules those of another network. */
  async function moveTo(platform: 'instagram' | 'youtube') {
    await query('update account set platform = $1', [platform])
    await query(`update schedule set platform = $1, payload = '{}'`, [platform])
  }
  async function postsOf(platform: 'instagram' | 'youtube', count: number) {
    const { scheduleId } = await own.create(3 * day)
    await moveTo(platform)
    await copy(scheduleId, count)
    return scheduleId
  }
  const lookBefore = async (id: string, before: number) => {
    own.clock.at = Date.parse((await own.get(id)).publishAt.instant) - before
    await own.look()
  }

  for (const [name, before] of [
    ['a day', day],
    ['an hour', hour],
  ] as const) {
    describe(`${name} before`, () => {
      it('reports that the posts before it use up the quota of its account, and not the posts before that', async () => {
        const max = postQuotas.instagram ?? 0
        const id = await postsOf('instagram', max)
        own.clock.at = Date.parse((await own.get(id)).publishAt.instant) - before - 1
        await query("update schedule set look_at = due_at - $1 * interval '1 hour' where id = $2", [before / hour, id])
        await own.look()
        expect(await problemOf(id)).to.equal(null)
        await lookBefore(id, before)
        expect(await problemOf(id)).to.equal('quota_exhausted')
        expect(await risksOf(id)).to.equal(1)
        await query(`update schedule set look_at = 'epoch'`)
        await own.look()
        const { rows } = await own.harness.context.pool.query(
          `select count(*)::int as count from schedule where problem is not null`,
        )
        expect(rows).to.deep.equal([{ count: 1 }])
      })

      it('reports media that are no longer allowed', async () => {
        const { scheduleId } = await own.create(3 * day)
        const facts = { contentType: 'image/png', bytes: 10, width: 10, height: 10, durationSeconds: null }
        const setMedia = (media: object) =>
          query(`update schedule set payload = $1::jsonb, media = $2::jsonb`, [
            JSON.stringify({ text: 'Hello', images: [{ source: { mediaId: 'one' } }] }),
            JSON.stringify({ one: media }),
          ])
        await setMedia(facts)
        await lookBefore(scheduleId, before + minute)
        await query(`update schedule set look_at = due_at - $1 * interval '1 hour'`, [before / hour])
        await lookBefore(scheduleId, before)
        expect(await problemOf(scheduleId)).to.equal(null)
        // As if the network allowed less than when the post was scheduled.
        await setMedia({ ...facts, width: 10_000, height: 10_000 })
        await query(`update schedule set look_at = due_at - $1 * interval '1 hour'`, [before / hour])
        await own.look()
        expect(await problemOf(scheduleId)).to.equal('invalid_image')
        expect(await risksOf(scheduleId)).to.equal(1)
      })
    })
  }

  it('by calls that leave a part of rate limits to those for which a client waits', async () => {
    const { scheduleId } = await own.create(3 * day)
    const { requests, reserved } = rates['tiktok.endpoint']
    let taken = 0
    validate = async (call) => {
      for (; taken < requests; taken++) await call.acquireRateSlot('tiktok.endpoint', 'key')
    }
    await lookBefore(scheduleId, day)
    expect(taken).to.equal(requests - reserved)
  })

  it('with what was published meanwhile, and is well again when a post before it is cancelled', async () => {
    const max = postQuotas.instagram ?? 0
    const { scheduleId: sent } = await own.create(4 * day)
    const id = await postsOf('instagram', max - 1)
    await lookBefore(id, day)
    expect(await problemOf(id)).to.equal(null)
    own.clock.at += hour
    await own.ask('schedules.release', { params: { scheduleId: sent } })
    await lookBefore(id, hour)
    expect(await problemOf(id)).to.equal('quota_exhausted')
    await query(
      `update schedule set status = 'cancelled' where id in (
      select id from schedule where status = 'scheduled' and id <> $1 limit 1)`,
      [id],
    )
    await query(`update schedule set look_at = 'epoch' where id = $1`, [id])
    await own.look()
    expect(await problemOf(id)).to.equal(null)
  })

  it('with the quota of the app for its day, of all accounts', async () => {
    const { units } = dailyQuotas['youtube.uploads']
    const id = await postsOf('youtube', 3)
    await lookBefore(id, day)
    expect(await problemOf(id)).to.equal(null)
    const due = new Date((await own.get(id)).publishAt.instant)
    const today = { bucket: 'youtube.uploads', day: due.toISOString().slice(0, 10), limit: units }
    await consumeDailyQuota(own.harness.context.db, { ...today, cost: units - 4 })
    await lookBefore(id, hour)
    expect(await problemOf(id)).to.equal(null)
    await consumeDailyQuota(own.harness.context.db, { ...today, cost: 1 })
    await query(`update schedule set look_at = 'epoch' where id = $1`, [id])
    await own.look()
    expect(await problemOf(id)).to.equal('quota_exhausted')
  })

  it('with a limit that the account has reached now, which does not stop a later post', async () => {
    let reached: ProviderError | null = new ProviderError('provider_rejected', 'Limit.', 'not_sent', {
      retryAfter: 3600,
    })
    async function validate(): Promise<void> {
      if (reached) throw reached
    }
    const registry = withPorts({ bluesky: { publish: { ...new FakeNetwork().port, validate } } })
    const limited = await startScheduling(own.clock.at, { registry })
    try {
      const { scheduleId, publishAt } = await limited.create(3 * day)
      const problem = async (before: number) => {
        limited.clock.at = Date.parse(publishAt.instant) - before
        await limited.look()
        return (await limited.get(scheduleId)).problem?.code ?? null
      }
      expect(await problem(day)).to.equal(null)
      expect(await problem(hour - 1)).to.equal('provider_rejected')
      reached = null
      await limited.harness.context.db.query(`update schedule set look_at = 'epoch'`, [])
      expect(await problem(hour - 2)).to.equal(null)
    } finally {
      await limited.close()
    }
  })

  it('again when its account changes while it is looked at', async () => {
    const { scheduleId } = await own.create(3 * day)
    const { context, another } = own.harness
    let changes = 1
    async function validate(): Promise<void> {
      if (changes-- > 0) await setStatus('expired')
    }
    const registry = withPorts({ bluesky: { publish: { ...new FakeNetwork().port, validate } } })
    const changing = await another({ now: context.now, registry })
    await query(`update schedule set look_at = 'epoch'`)
    await lookAtSchedules(changing, new AbortController().signal)
    await lookAtSchedules(changing, new AbortController().signal)
    expect(await problemOf(scheduleId)).to.equal('connection_expired')
  })

  it('again when its account changes once more while the last change is looked at', async () => {
    const { scheduleId } = await own.create(minute)
    await setStatus('expired')
    own.clock.at += minute
    await own.take()
    expect(await own.get(scheduleId)).to.include({ status: 'held' })
    await query(`update schedule set look_at = 'epoch'`)
    const client = await own.harness.context.pool.connect()
    await client.query('begin')
    await client.query('lock table account')
    const looking = own.look()
    while ((await query(blocked)).length === 0) await sleep(5)
    await client.query(`update account set status = 'connected'`)
    await client.query('commit')
    client.release()
    await looking
    await own.look()
    expect(await own.get(scheduleId)).to.include({ status: 'taken' })
  })

  it('without waiting for another that is locked, as this could end in a deadlock, and that one later', async () => {
    const [{ scheduleId: locked }, { scheduleId: free }] = [await own.create(3 * day), await own.create(4 * day)]
    await setStatus('expired')
    const client = await own.harness.context.pool.connect()
    await client.query('begin')
    await client.query('select from schedule where id = $1 for update', [locked])
    let hasLooked = false
    const looking = own.look().finally(() => {
      hasLooked = true
    })
    looking.catch(() => {})
    while (!hasLooked) {
      expect(await query(blocked)).to.deep.equal([])
      await sleep(5)
    }
    await looking
    await client.query('commit')
    client.release()
    expect([await problemOf(locked), await problemOf(free)]).to.deep.equal([null, 'connection_expired'])
    await own.look()
    expect(await problemOf(locked)).to.equal('connection_expired')
  })

  it('at once when its account expires, and is well again when it is connected', async () => {
    const { scheduleId } = await own.create(3 * day)
    await setStatus('expired')
    await own.look()
    expect(await problemOf(scheduleId)).to.equal('connection_expired')
    await setStatus('connected')
    await own.look()
    expect(await problemOf(scheduleId)).to.equal(null)
    expect(await risksOf(scheduleId)).to.equal(1)
  })
})
