import { type AccountRow, type ExternalWriteRow, readExternalWrite } from '@carillon/database'
import { expect } from 'chai'
import { jobs } from '../../src/index.ts'
import { sweepWrites } from '../../src/journal/sweep-writes.ts'
import { ask, bodyOf } from '../ask.ts'
import { FakeNetwork } from '../fake-network.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'
import { type FileServer, serveFiles } from './file-server.ts'
import { grey } from './image.ts'

describe('media of a publish that have to be fetched', () => {
  let harness: Harness
  let files: FileServer
  let account: AccountRow
  let network: FakeNetwork
  let clockMs = 0

  beforeEach(async () => {
    clockMs = 0
    network = new FakeNetwork()
    files = await serveFiles({ '/small.png': grey({ width: 40, height: 30 }) })
    harness = await startHarness(
      { registry: withPorts({ bluesky: { publish: network.port } }), now: () => new Date(Date.now() + clockMs) },
      { MEDIA_ALLOWED_ORIGINS: files.origin, PUBLISH_WAIT_MS: '0' },
    )
    account = await harness.connect({ platform: 'bluesky' })
  })
  afterEach(async () => {
    await harness.close()
    await files.close()
  })

  async function publish(media: object[]): Promise<string> {
    const response = await ask(harness.context, 'posts.publish', {
      scope: { organizationId: harness.organizationId, profileId: null },
      body: { platform: 'bluesky', accountId: account.id, text: 'look', ...(media.length > 0 && { images: media }) },
    })
    return bodyOf(response).publishId
  }

  async function queued(): Promise<{ task: string; flags: string[] }[]> {
    const { rows } = await harness.context.pool.query<{ task: string; flags: Record<string, true> }>(
      'select task_identifier as task, flags from graphile_worker.jobs',
    )
    return rows.map(({ task, flags }) => ({ task, flags: Object.keys(flags).sort() }))
  }

  const run = (name: 'write.run' | 'write.fetch', writeId: string) =>
    jobs[name].run(harness.context, { writeId }, new AbortController().signal)
  const row = async (id: string) => (await readExternalWrite(harness.context.db, id)) as ExternalWriteRow
  const flagsOf = (name: string) => [name, `${name}:network:bluesky`, `${name}:organization:${harness.organizationId}`]

  it('are fetched in a job of their own, which then queues the job for calls', async () => {
    const id = await publish([{ url: `${files.origin}/small.png`, alt: '' }])
    expect(await queued()).to.deep.equal([{ task: 'write.fetch', flags: flagsOf('fetch') }])
    await run('write.fetch', id)
    expect([(await row(id)).status, network.uploads, files.asked]).to.deep.equal(['processing', 0, ['/small.png']])
    expect(await queued()).to.deep.equal([{ task: 'write.run', flags: flagsOf('call') }])
    await run('write.run', id)
    expect([(await row(id)).status, network.commits, files.asked]).to.deep.equal(['succeeded', 1, ['/small.png']])
  })

  it('are left to that job by the one that the sweep queues', async () => {
    const id = await publish([{ url: `${files.origin}/small.png`, alt: '' }])
    clockMs = 60_000
    await sweepWrites(harness.context)
    expect(await queued()).to.deep.equal([{ task: 'write.fetch', flags: flagsOf('fetch') }])
    await harness.context.pool.query('delete from graphile_worker._private_jobs')
    await sweepWrites(harness.context)
    expect((await queued()).map(({ task }) => task)).to.deep.equal(['write.run'])
    await run('write.run', id)
    expect(files.asked).to.deep.equal([])
    expect(await queued()).to.deep.equal([{ task: 'write.fetch', flags: flagsOf('fetch') }])
  })

  /** Runs both jobs until the publish has ended, or a day has passed. */
  async function toEnd(id: string): Promise<ExternalWriteRow> {
    for (let found = await row(id); found.wakeAt !== null && clockMs < 86_400_000; found = await row(id)) {
      clockMs += Math.max(0, found.wakeAt.getTime() - harness.context.now().getTime())
      await run('write.fetch', id)
      await run('write.run', id)
    }
    return row(id)
  }

  it('are fetched before the network is queried after a failover or a restore', async () => {
    const [failedOver, restored, gone] = [
      await publish([{ url: `${files.origin}/small.png`, alt: '' }]),
      await publish([{ url: `${files.origin}/small.png`, alt: 'restored' }]),
      await publish([{ url: `${files.origin}/gone.png`, alt: '' }]),
    ]
    await harness.context.pool.query('update external_write set changes_lost_at = now()')
    await harness.context.pool.query('update external_write set restored_from = now() where id = $1', [restored])
    network.posts.push({ id: 'post-1', key: restored })
    const ended = [await toEnd(failedOver), await toEnd(restored), await toEnd(gone)]
    expect(ended.map(({ status }) => status)).to.deep.equal(['succeeded', 'succeeded', 'unknown'])
    expect([ended[1]?.providerIds, network.commits]).to.deep.equal([['post-1'], 1])
    expect(clockMs).to.be.below(3_600_000)
  })

  it('take no part in a publish without any', async () => {
    const id = await publish([])
    expect(await queued()).to.deep.equal([{ task: 'write.run', flags: flagsOf('call') }])
    await run('write.run', id)
    expect((await row(id)).status).to.equal('succeeded')
  })
})
