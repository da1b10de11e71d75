import { noteRestore, queueJob } from '@carillon/service'
import { freshDatabase } from '@carillon/testkit'
import { expect } from 'chai'
import { startWhole, type Whole } from '../whole.ts'
import { copyDatabase } from './copy-database.ts'
import { type Restored, startRestored } from './restored.ts'

const publishes = 30
const later = 'Scheduled before the drill'

describe('restoring a backup that was made under load', function () {
  this.timeout(600_000)
  let whole: Whole
  let copy: Awaited<ReturnType<typeof freshDatabase>>
  let begun: Date
  let restored: Restored | undefined
  const sent: { platform: string; text: string }[] = []

  before(async () => {
    ;[whole, copy] = await Promise.all([startWhole({ networks: ['facebook', 'bluesky'] }), freshDatabase()])
    const bytes = await (await fetch(`${whole.sandbox.url}/samples/photo-300x300.png`)).arrayBuffer()
    const image = { contentType: 'image/png', base64: Buffer.from(bytes).toString('base64') }
    const accounts = new Map<string, string>()
    for (const [platform, body] of [
      ['facebook', {}],
      ['bluesky', { handle: 'ada.test' }],
    ] as const) {
      accounts.set(platform, await whole.connect(platform, { body }))
    }
    // Calls that take longer than the rest are open while the backup is made.
    await whole.sandboxCall('POST', '/faults', { network: 'facebook', fault: 'slow', delayMs: 400, probability: 0.5 })
    const publish = async (index: number) => {
      const platform = index % 2 === 0 ? 'facebook' : 'bluesky'
      const text = `Post ${index} of the drill`
      const body = platform === 'facebook' ? { image, message: text } : { text }
      const response = await whole.call('POST', '/posts', { platform, accountId: accounts.get(platform), ...body })
      expect(response.status, JSON.stringify(response.body)).to.be.oneOf([201, 202])
      sent.push({ platform, text })
    }
    const publishAt = new Date(Date.now() + 86_400_000).toISOString()
    const post = { platform: 'bluesky', accountId: accounts.get('bluesky'), text: later }
    const { body: schedule } = await whole.call('POST', '/schedules', { publishAt, post })
    const load = Array.from({ length: publishes }, (_, index) => publish(index))
    await Promise.race(load.slice(0, 4))
    begun = new Date()
    await copyDatabase(whole.context.config.databaseUrl, copy.url)
    await Promise.all(load)
    const { body: released } = await whole.call('POST', `/schedules/${schedule.scheduleId}/release`)
    await whole.ended(released.publishId)
  })
  after(async () => {
    await restored?.close()
    await whole.close()
    await copy.drop()
  })

  async function held(text: string): Promise<number> {
    const states = await Promise.all(
      ['facebook', 'bluesky'].map((network) => whole.sandboxCall('GET', `/state/${network}`)),
    )
    return states.flatMap(({ body }) => body.posts).filter((post) => post.text === text).length
  }

  it('catches writes that are open', async () => {
    restored = await startRestored(whole, copy.url)
    const { rows } = await restored.context.pool.query(
      'select count(*) filter (where wake_at is not null)::int as open, count(*)::int as all from external_write',
    )
    expect(rows[0].open).to.be.greaterThan(0)
  })

  it('sends nothing twice: publishes that are open in the copy are found', async () => {
    const before = new Map(await Promise.all(sent.map(async ({ text }) => [text, await held(text)] as const)))
    expect([...new Set(before.values())]).to.deep.equal([1])
    const { context } = restored ?? expect.fail('nothing was restored')
    const { writes } = await noteRestore(context, { since: begun.toISOString() })
    expect(writes).to.be.greaterThan(0)
    await restored?.startWorker()
    const open = async () =>
      (
        await context.pool.query<{ id: string; running: boolean }>(
          'select id, running_since is not null as running from external_write where wake_at is not null',
        )
      ).rows
    // At first all of them, as those that were running in the copy run nowhere. After that, a second job of a write that
    // is running would count as one whose process has died.
    for (let left = await open(), isFirst = true; left.length > 0; left = await open(), isFirst = false) {
      const waiting = left.filter(({ running }) => isFirst || !running)
      for (const { id } of waiting) await queueJob(context.db, 'write.run', { id })
      await new Promise((done) => setTimeout(done, 250))
    }
    for (const { text } of sent) expect(await held(text), text).to.equal(1)
    const { rows } = await context.pool.query<{ status: string }>(
      'select platform, status, crash_count, open_step, probes from external_write where restored_from is not null order by id',
    )
    expect(rows.length).to.be.greaterThan(0)
    // All of them were sent since, also those whose photos the copy does not know.
    expect(rows.filter(({ status }) => status !== 'succeeded')).to.deep.equal([])
  })

  it('finds the post of a schedule that was released after the copy, and is due in it', async () => {
    const { context } = restored ?? expect.fail('nothing was restored')
    const { rows } = await context.pool.query<{ id: string }>(
      "update schedule set due_at = clock_timestamp() + interval '3 seconds' where status = 'scheduled' returning id",
    )
    expect(rows).to.have.length(1)
    const status = async () =>
      (await context.pool.query<{ status: string }>('select status from schedule where id = $1', [rows[0]?.id])).rows[0]
        ?.status
    while (['scheduled', 'taken'].includes((await status()) ?? '')) await new Promise((done) => setTimeout(done, 250))
    expect([await status(), await held(later)]).to.deep.equal(['published', 1])
  })
})
