import { randomUUID } from 'node:crypto'
import { raiseEvents } from '@carillon/database'
import { expect } from 'chai'
import pg from 'pg'
import { newEvent } from '../../src/events/new-event.ts'
import { ask } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

describe('many requests that wait for events of one organization', () => {
  let harness: Harness
  before(async () => {
    harness = await startHarness({}, { DATABASE_CONNECTIONS: '4' })
  })
  after(() => harness.close())

  const list = async (query: object) => {
    const scope = { organizationId: harness.organizationId, profileId: null }
    const response = await ask(harness.context, 'events.list', { scope, query: query as never, named: {} })
    return response.body as { cursor: string; events: { id: string }[] }
  }

  /** Sends requests, and resolves once each has read the feed and waits. */
  async function waitingRequests(count: number, query: object) {
    const { feeds } = harness.context
    const changed = feeds.changed.bind(feeds)
    const allWait = Promise.withResolvers<void>()
    let waiting = 0
    const counted: typeof changed = (...args) => {
      const watch = changed(...args)
      const wait = () => {
        if (++waiting === count) allWait.resolve()
        return watch.wait()
      }
      return { ...watch, wait }
    }
    Object.assign(feeds, { changed: counted })
    const requests = Array.from({ length: count }, () => list(query))
    await allWait.promise.finally(() => Object.assign(feeds, { changed }))
    return requests
  }

  it('take one connection of the process together while they read again', async () => {
    const { context, organizationId } = harness
    const { cursor } = await list({ cursor: 'now' })
    const requests = await waitingRequests(20, { cursor, wait: 30 })
    const blocker = new pg.Client(context.config.databaseUrl)
    await blocker.connect()
    await blocker.query('begin; lock table event_feed in access exclusive mode')
    const woken = Promise.withResolvers<unknown>()
    context.feeds.changed(organizationId, 30_000).wait().then(woken.resolve, woken.reject)
    await context.db.query(`select pg_notify('event', $1)`, [organizationId])
    await woken.promise
    // Every request has been woken, and whatever reads is blocked.
    await new Promise((done) => setImmediate(done))
    try {
      for (let count = 0; count < 20; count++) await context.db.query('select 1', [])
    } finally {
      await blocker.query('rollback')
      await blocker.end()
    }
    const owner = { organizationId, profileId: null, accountId: null, platform: null }
    const event = newEvent(owner, { type: 'ping', id: randomUUID(), at: new Date(), data: { message: 'x' } })
    await raiseEvents(context.db, [event])
    for (const { events } of await Promise.all(requests)) expect(events.map(({ id }) => id)).to.deep.equal([event.id])
  })

  it('leave connections of the process to others when they read for the first time', async () => {
    const { context, organizationId } = harness
    const scope = { organizationId, profileId: null }
    // Storing events would wait for the lock as well.
    const reading = { ...context, events: { ...context.events, now: async () => {} } }
    const blocker = new pg.Client(context.config.databaseUrl)
    await blocker.connect()
    await blocker.query('begin; lock table event_feed in access exclusive mode')
    const requests = Array.from({ length: 20 }, () => ask(reading, 'events.list', { scope }))
    const ended = Promise.allSettled(requests)
    try {
      for (let count = 0; count < 20; count++) await context.db.query('select 1', [])
    } finally {
      await blocker.query('rollback')
      await blocker.end()
    }
    expect((await ended).map(({ status }) => status)).to.deep.equal(Array(20).fill('fulfilled'))
  })
})
