import { randomUUID } from 'node:crypto'
import { addJob } from '@carillon/database'
import { type Context, flagsOf, type Job, type JobClass, type JobOwner } from '@carillon/service'
import { expect } from 'chai'
import { startWorker, type Worker } from '../src/index.ts'
import { createShares } from '../src/shares.ts'
import { openTestContext, type TestContext } from './test-context.ts'

describe('the places of a worker are shared', () => {
  const flags = (organizationId: string, platform: JobOwner['platform'] = 'x', name: JobClass = 'call') =>
    flagsOf(name, { organizationId, platform })

  /** How many jobs with such flags may start one after the other. */
  function taken(shares: ReturnType<typeof createShares>, next: () => string[]): number {
    let count = 0
    while (shares.enter(next())) count++
    return count
  }

  it('so that one organization alone uses all of them but the reserved ones', () => {
    const shares = createShares(16)
    expect(taken(shares, () => flags('only one', 'x'))).to.equal(14)
    expect(shares.full()).to.include('call:organization:only one')
  })

  it('so that a newcomer gets the reserved ones at once, and those that become free up to an equal share', () => {
    const shares = createShares(16)
    const leave = Array.from({ length: 14 }, () => shares.enter(flags('first', 'x')))
    const newcomer = () => flags('second', 'tiktok')
    expect(taken(shares, newcomer)).to.equal(2)
    for (const [ended, end] of leave.slice(0, 5).entries()) {
      end?.()
      expect(shares.enter(flags('first', 'x')), `after ${ended + 1}`).to.equal(null)
      expect(shares.enter(newcomer()), `after ${ended + 1}`).to.not.equal(null)
    }
    expect(shares.full()).to.include.members(['call:organization:first', 'call:organization:second'])
  })

  it('so that any further organization finds a place while some are reserved', () => {
    const shares = createShares(16)
    taken(shares, () => flags('first', 'x'))
    expect(shares.enter(flags('second', 'tiktok'))).to.not.equal(null)
    expect(shares.enter(flags('third', 'youtube'))).to.not.equal(null)
  })

  it('so that a newcomer finds a place on the network that another one fills', () => {
    const shares = createShares(16)
    taken(shares, () => flags('first', 'x'))
    expect(shares.enter(flags('second', 'x'))).to.not.equal(null)
  })

  it('between networks in the same way', () => {
    const shares = createShares(16)
    expect(taken(shares, () => flags(randomUUID(), 'tiktok'))).to.equal(15)
    expect(taken(shares, () => flags(randomUUID(), 'x'))).to.equal(1)
  })

  it('in each class, and over all classes together', () => {
    const shares = createShares(32)
    expect(taken(shares, () => flags('a', 'x', 'fetch'))).to.equal(6)
    expect(taken(shares, () => flags('a', 'x', 'call'))).to.equal(22)
    expect(shares.full()).to.include('background:organization:a')
    expect(shares.enter(flags('b', 'tiktok', 'fetch'))).to.not.equal(null)
  })

  it('and each fetch in flight counts as a job of every organization and network', () => {
    const shares = createShares(16)
    for (let count = 0; count < 10; count++) shares.enter(flags('a'))
    expect(shares.full(3)).to.not.include('call:organization:a')
    expect(shares.full(4)).to.include('call:organization:a')
    expect(shares.full(4)).to.not.include('call:network:x')
    expect(shares.full(5)).to.include('call:network:x')
  })

  it('again when a job has ended, and a job without an owner uses none', () => {
    const shares = createShares(2)
    const leave = shares.enter(flags('a'))
    expect(shares.enter(flags('a'))).to.equal(null)
    expect(shares.full()).to.include('call:organization:a')
    expect(shares.enter(['call'])).to.not.equal(null)
    leave?.()
    expect(shares.enter(flags('b', 'tiktok'))).to.not.equal(null)
  })

  it('where there is a single one, in turn', () => {
    const shares = createShares(1)
    const leave = shares.enter(flags('a'))
    expect(shares.enter(flags('b'))).to.equal(null)
    leave?.()
    expect(shares.full()).to.deep.equal([])
    expect(shares.enter(flags('a'))).to.not.equal(null)
  })
})

describe('a worker whose jobs of one organization never end', () => {
  let test: TestContext
  let context: Context
  let worker: Worker
  const release = Promise.withResolvers<void>()
  const seen = new Map<string, number>()
  const waiting = new Map<string, () => void>()

  const job: Job = {
    class: 'call',
    async run(_context, payload) {
      const { owner } = payload as { owner: string }
      seen.set(owner, (seen.get(owner) ?? 0) + 1)
      waiting.get(owner)?.()
      if (owner === 'hog') await release.promise
    },
  }

  before(async () => {
    test = await openTestContext(() => ({ WORKER_CONCURRENCY: '8' }))
    context = test.context
  })
  after(async () => {
    release.resolve()
    await worker.close()
    await test.close()
  })

  const queue = (owner: string, n: number) =>
    addJob(
      context.db,
      'work',
      { owner },
      { key: `${owner}:${n}`, flags: flagsOf('call', { organizationId: owner, platform: 'x' }) },
    )

  it('runs those of others, and all of that organization in the end', async () => {
    for (let n = 0; n < 30; n++) await queue('hog', n)
    worker = await startWorker(context, { jobs: { work: job }, onLost: () => {} })
    const served = new Promise<void>((done) => waiting.set('victim', done))
    await queue('victim', 0)
    await served
    expect(seen.get('hog')).to.be.at.most(6)
    let left = 30 - (seen.get('hog') ?? 0)
    const all = new Promise<void>((done) => waiting.set('hog', () => --left === 0 && done()))
    release.resolve()
    await all
    expect(seen.get('hog')).to.equal(30)
  })
})
