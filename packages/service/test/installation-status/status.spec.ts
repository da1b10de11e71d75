import { expect } from 'chai'
import { countPublishes } from '../../src/installation-status/count-publishes.ts'
import { networkState } from '../../src/installation-status/network-state.ts'
import { currentStatus } from '../../src/installation-status/read-status.ts'
import { type Harness, startHarness } from '../harness.ts'

const hourMs = 3_600_000
const { signal } = new AbortController()

describe('the status of an installation', () => {
  let harness: Harness
  let now = new Date('2026-11-20T12:30:00Z')
  before(async () => {
    harness = await startHarness({ now: () => now }, { X_CLIENT_ID: 'id' })
  })
  after(() => harness.close())

  /** A publish that was created some hours ago. */
  async function addPublish(status: string, { hoursAgo = 0, code = '' } = {}): Promise<string> {
    const { id: accountId } = await harness.connect({ platform: 'bluesky' })
    const at = (now.getTime() - hoursAgo * hourMs).toString(16).padStart(12, '0')
    const random = Math.random().toString(16).slice(2, 14).padEnd(12, '0')
    const id = `${at.slice(0, 8)}-${at.slice(8)}-7000-8000-${random}`
    await harness.context.pool.query(
      `insert into external_write (kind, id, organization_id, profile_id, account_id, platform, request_id, status,
        payload, state, error, created_at, updated_at)
      values ('publish', $1, $2, $3, $4, 'bluesky', 'r', $5, '{}', '{}', $6, now(), now())`,
      [
        id,
        harness.organizationId,
        harness.profileId,
        accountId,
        status,
        code === '' ? null : JSON.stringify({ code, message: 'No.', status: 422 }),
      ],
    )
    return id
  }

  const setStatus = (id: string, status: string) =>
    harness.context.pool.query('update external_write set status = $2 where id = $1', [id, status])

  /** What a process that has read nothing yet reports. */
  const fresh = async () => currentStatus(await harness.another())

  it('is read from the calls of all processes in the last ten minutes', async () => {
    const [one, two] = [await harness.another(), await harness.another()]
    const call = { network: 'x', operation: 'post', host: 'h', attempts: 1, durationMs: 100 }
    // The client of this call has left.
    one.callCounter.add({ ...call, kind: 'aborted' })
    for (const { callCounter } of [one, two]) {
      callCounter.add({ ...call, status: 200 })
      callCounter.add(call)
      callCounter.add({ ...call, status: 503, durationMs: 11_000 })
      callCounter.add({ ...call, network: 'media', status: 200 })
      // These call hosts of clients, hosts of profile images, and the web servers of users' handles.
      for (const operation of ['media.fetch', 'picture.fetch', 'identity.well-known'])
        callCounter.add({ ...call, operation })
      await callCounter.close()
    }
    const { networks } = await fresh()
    expect(networks.find(({ platform }) => platform === 'x')).to.deep.equal({
      platform: 'x',
      state: 'down',
      calls: 7,
      failed: 4,
      slow: 2,
    })
    now = new Date(now.getTime() + 12 * 60_000)
    const later = (await fresh()).networks.find(({ platform }) => platform === 'x')
    expect(later).to.include({ state: 'quiet', calls: 0 })
  })

  describe('of a network on which users choose their servers', () => {
    const common = { network: 'bluesky', operation: 'posts.list', host: 'good', durationMs: 100 }
    const good = { ...common, status: 200 }
    const bad = { ...common, durationMs: 11_000 }

    /** Counts calls of one process, an hour after those before, and returns the state of the network. */
    async function stateAfter(calls: readonly (typeof common)[]) {
      now = new Date(now.getTime() + hourMs)
      const { callCounter } = await harness.another()
      for (const call of calls) callCounter.add(call)
      await callCounter.close()
      const { state, calls: counted } = (await fresh()).networks.find(({ platform }) => platform === 'bluesky') ?? {}
      return [state, counted]
    }
    const both = ['gone', 'gone, too'].map((host) => ({ ...bad, host }))
    const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

    it('is not that of a single server that is gone, however often it is called', async () => {
      const gone = times(40, { ...bad, host: 'gone' })
      expect(await stateAfter(gone)).to.deep.equal(['quiet', 0])
      expect(await stateAfter([...gone, ...times(3, good)])).to.deep.equal(['up', 3])
    })

    it('is up while one call in ten to these servers gets a response, and down below', async () => {
      const gone = times(9, both).flat()
      expect(await stateAfter([...gone, ...times(3, good)])).to.deep.equal(['slow', 20])
      expect(await stateAfter([...gone, good])).to.deep.equal(['down', 18])
    })

    it('is down while its own services respond, and only these', async () => {
      const gone = times(4, both).flat()
      const own = ['identity.did-document', 'com.atproto.identity.resolveHandle', 'app.bsky.video.uploadVideo']
      const responding = own.flatMap((operation) => times(5, { ...good, operation }))
      expect(await stateAfter([...gone, ...responding])).to.deep.equal(['down', 7])
    })
  })

  it('says how a network is by the shares of calls that failed or were slow', () => {
    const states = [
      { calls: 2, failed: 2, slow: 2, state: 'quiet' },
      { calls: 10, failed: 6, slow: 0, state: 'down' },
      { calls: 10, failed: 5, slow: 3, state: 'slow' },
      { calls: 10, failed: 5, slow: 2, state: 'up' },
    ]
    for (const { state, ...counts } of states)
      expect(networkState({ network: 'x', ...counts }), JSON.stringify(counts)).to.equal(state)
  })

  it('counts publishes by outcome, and by whose doing they failed', async () => {
    await addPublish('succeeded')
    await addPublish('succeeded', { hoursAgo: 1 })
    for (const code of [
      'invalid_media',
      'reconnect_required',
      'provider_unavailable',
      'internal_error',
      'no_such_code',
    ]) {
      await addPublish('failed', { code })
    }
    const unknown = await addPublish('unknown')
    await addPublish('processing')
    await countPublishes(harness.context, signal)
    const failed = { post: 1, account: 1, network: 1, carillon: 2 }
    const counts = { published: 2, failed, unknown: 1, open: 1 }
    const { publishes } = await fresh()
    expect(publishes.total).to.deep.equal(counts)
    expect(publishes.networks).to.deep.equal([{ platform: 'bluesky', ...counts }])
    expect(publishes.daily).to.deep.equal([{ day: '2026-11-20', ...counts }])

    // An outcome that is found out a week later counts as what it is.
    now = new Date(now.getTime() + 168 * hourMs)
    await setStatus(unknown, 'succeeded')
    await countPublishes(harness.context, signal)
    expect((await fresh()).publishes.total).to.deep.equal({ ...counts, published: 3, unknown: 0 })
  })

  it('is read once for many visitors', async () => {
    const context = await harness.another()
    const [one, two] = await Promise.all([currentStatus(context), currentStatus(context)])
    expect(two).to.equal(one)
    expect(await currentStatus(context)).to.equal(one)
    now = new Date(now.getTime() + 16_000)
    expect(await currentStatus(context)).not.to.equal(one)
  })
})
