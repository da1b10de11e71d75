import { randomUUID } from 'node:crypto'
import type { Platform } from '@carillon/domain'
import { expect } from 'chai'
import { queueRefreshes } from '../../src/credentials/refresh-expiring.ts'
import { coolDownUntil, takeRefreshSlot } from '../../src/credentials/refresh-shares.ts'
import type { Context } from '../../src/index.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('token refreshes of several organizations', () => {
  let harness: Harness
  let worker: Context
  before(async () => {
    harness = await startHarness()
  })
  beforeEach(async () => {
    worker = await harness.another()
    worker.worker.name = 'pool'
    worker.config = { ...worker.config, worker: { ...worker.config.worker, concurrency: 16 } }
  })
  after(() => harness.close())

  const [one, other] = [randomUUID(), randomUUID()]
  const take = (platform: Platform, organizationId: string, background = false) =>
    takeRefreshSlot(worker, { platform, organizationId }, { background })

  it('do not wait for a server that a user of another organization chose', () => {
    for (let count = 0; count < 4; count++) take('bluesky', one)
    expect(() => take('bluesky', one)).to.throw('Too many connections')
    take('bluesky', other)
  })

  it('are not paused by the failure of such a server', () => {
    take('bluesky', one).failed()
    expect(() => take('bluesky', one, true)).to.throw('Too many connections')
    take('bluesky', other, true)
    const until = (organizationId: string) => coolDownUntil(worker, { platform: 'bluesky', organizationId })
    expect([until(one), until(other)].map((time) => time !== null)).to.deep.equal([true, false])
  })

  it('share the slots and the pauses of a network that runs its servers itself', () => {
    for (let count = 0; count < 4; count++) take('youtube', one)
    expect(() => take('youtube', other)).to.throw('Too many connections')
    take('x', one).failed()
    expect(() => take('x', other, true)).to.throw('Too many connections')
  })

  it('ahead of need count as jobs of their organizations', async () => {
    const { context, organizationId } = harness
    const { id } = await harness.connect({ platform: 'bluesky', expiresAt: new Date(Date.now() + 60_000) })
    await queueRefreshes(context)
    const { rows } = await context.pool.query('select flags from graphile_worker.jobs where key = $1', [`token:${id}`])
    expect(Object.keys(rows[0].flags)).to.have.members([
      'background',
      `background:organization:${organizationId}`,
      'background:network:bluesky',
    ])
  })
})
