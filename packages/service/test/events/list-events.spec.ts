import { randomUUID } from 'node:crypto'
import { type NewEvent, raiseEvents } from '@carillon/database'
import type { EventType, KeyScope } from '@carillon/domain'
import { expect } from 'chai'
import { newEvent } from '../../src/events/new-event.ts'
import { createOrganization } from '../../src/index.ts'
import { ask, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

interface Feed {
  events: { id: string; type: EventType; sequence: number; object: { type: string; id: string } }[]
  cursor: string
  hasMore: boolean
}

describe('the feed of an organization', () => {
  let harness: Harness
  let clockMs = 0
  before(async () => {
    harness = await startHarness({ now: () => new Date(Date.now() + clockMs) }, { EVENTS_KEPT_DAYS: '2' })
  })
  after(() => harness.close())
  beforeEach(() => {
    clockMs = 0
  })

  const scope = () => ({ organizationId: harness.organizationId, profileId: null as string | null })
  const owner = (ids: { profileId?: string; accountId?: string } = {}) => ({
    organizationId: harness.organizationId,
    profileId: ids.profileId ?? null,
    accountId: ids.accountId ?? null,
    platform: null,
  })
  const eventOf = (type: EventType, ids: { profileId?: string; accountId?: string } = {}): NewEvent =>
    newEvent(owner(ids), { type, id: randomUUID(), at: new Date(), data: { text: 'x' } })
  const raise = (...events: NewEvent[]) => raiseEvents(harness.context.db, events)
  const list = async (query: Record<string, unknown>, of = scope(), named = {}, scopes: KeyScope[] = ['*']) => {
    const asked = { scope: of, query: query as never, named, grant: { scopes } }
    const response = await ask(harness.context, 'events.list', asked)
    expect(response.status).to.equal(200)
    return response.body as unknown as Feed
  }
  const idsOf = ({ events }: Feed) => events.map(({ id }) => id)

  it('is read in pages, each event once, until there is nothing more', async () => {
    const { cursor: start } = await list({ cursor: 'now' })
    const raised = Array.from({ length: 5 }, () => eventOf('publish.published'))
    await raise(...raised)
    const first = await list({ cursor: start, limit: 2 })
    const second = await list({ cursor: first.cursor, limit: 2 })
    const third = await list({ cursor: second.cursor, limit: 2 })
    expect([first.hasMore, second.hasMore, third.hasMore]).to.deep.equal([true, true, false])
    expect([first, second, third].flatMap(idsOf)).to.deep.equal(raised.map(({ id }) => id))
    const empty = await list({ cursor: third.cursor })
    expect([empty.events, empty.hasMore]).to.deep.equal([[], false])
    await raise(eventOf('ping'))
    expect((await list({ cursor: empty.cursor })).events).to.have.length(1)
  })

  it('begins with the oldest event without a cursor', async () => {
    const event = eventOf('publish.failed')
    await raise(event)
    const { cursor } = await list({ limit: 1 })
    expect(cursor).to.be.a('string')
    expect((await list({ limit: 200 })).events.map(({ id }) => id)).to.contain(event.id)
  })

  it('begins with the newest events that match, and continues from there', async () => {
    const raised = [1, 2, 3].map(() => eventOf('publish.published'))
    await raise(...raised, eventOf('ping'))
    const newest = await list({ cursor: 'latest', limit: 2, types: 'publish.*' })
    expect(idsOf(newest)).to.deep.equal(raised.slice(1).map(({ id }) => id))
    expect(newest.hasMore).to.equal(false)
    const next = eventOf('publish.failed')
    await raise(next)
    expect(idsOf(await list({ cursor: newest.cursor, types: 'publish.*' }))).to.deep.equal([next.id])
  })

  it('waits for the first event if there is no newest one', async () => {
    const types = 'schedule.at_risk'
    const reading = list({ cursor: 'latest', types, wait: 20 })
    const event = eventOf('schedule.at_risk')
    await raise(event)
    expect(idsOf(await reading)).to.deep.equal([event.id])
  })

  it('has the types that were chosen', async () => {
    const { cursor } = await list({ cursor: 'now' })
    await raise(eventOf('publish.failed'), eventOf('comment.created'), eventOf('message.sent'))
    const read = await list({ cursor, types: 'publish.*,message.sent' })
    expect(read.events.map(({ type }) => type)).to.deep.equal(['publish.failed', 'message.sent'])
    expect(idsOf(await list({ cursor: read.cursor }))).to.deep.equal([])
  })

  it('has the events of objects that the key may read', async () => {
    const { cursor } = await list({ cursor: 'now' })
    await raise(eventOf('comment.created'), eventOf('message.received'), eventOf('publish.failed'), eventOf('ping'))
    const typesFor = async (scopes: KeyScope[], types?: string) => {
      const { events } = await list({ cursor, ...(types && { types }) }, scope(), {}, scopes)
      return events.map(({ type }) => type)
    }
    expect(await typesFor(['events:read'])).to.deep.equal(['ping'])
    expect(await typesFor(['events:read', 'comments:read'])).to.deep.equal(['comment.created', 'ping'])
    expect(await typesFor(['events:read', 'posts:write'], '*')).to.deep.equal(['publish.failed'])
    expect(await typesFor(['events:read', 'posts:write'], 'message.*')).to.deep.equal([])
  })

  it('has the events of the profile of a bound key only', async () => {
    const { cursor } = await list({ cursor: 'now' })
    const own = eventOf('comment.created', { profileId: harness.profileId })
    await raise(eventOf('publish.failed'), own, eventOf('comment.created', { profileId: randomUUID() }))
    const bound = { organizationId: harness.organizationId, profileId: harness.profileId }
    expect(idsOf(await list({ cursor }, bound))).to.deep.equal([own.id])
    expect(idsOf(await list({ cursor }, scope(), { profileId: harness.profileId }))).to.deep.equal([own.id])
  })

  it('has the events of an account', async () => {
    const account = await harness.connect({ platform: 'bluesky' })
    const { cursor } = await list({ cursor: 'now' })
    const own = eventOf('comment.created', { profileId: harness.profileId, accountId: account.id })
    await raise(eventOf('comment.created', { profileId: harness.profileId, accountId: randomUUID() }), own)
    expect(idsOf(await list({ cursor }, scope(), { accountId: account.id }))).to.deep.equal([own.id])
  })

  it('waits for the first event', async () => {
    const { cursor } = await list({ cursor: 'now' })
    const waiting = list({ cursor, wait: 30 })
    const event = eventOf('ping')
    const other = await harness.another()
    await raiseEvents(other.db, [event])
    expect(idsOf(await waiting)).to.deep.equal([event.id])
  })

  it('reads no event twice while it waits', async () => {
    const { feeds, pool } = harness.context
    const changed = feeds.changed.bind(feeds)
    const firstRead = Promise.withResolvers<void>()
    const watched: typeof changed = (...args) => {
      const watch = changed(...args)
      const wait = () => {
        firstRead.resolve()
        return watch.wait()
      }
      return { ...watch, wait }
    }
    const { cursor } = await list({ cursor: 'now' })
    const [read, raised] = [eventOf('publish.failed'), eventOf('message.sent')]
    await raise(read)
    Object.assign(feeds, { changed: watched })
    const waiting = list({ cursor, types: 'message.sent', wait: 30 })
    await firstRead.promise.finally(() => Object.assign(feeds, { changed }))
    // An event that was read does not change. Here it shows whether it is read again.
    await pool.query(`update event set type = 'message.sent' where id = $1`, [read.id])
    await raise(raised)
    expect(idsOf(await waiting)).to.deep.equal([raised.id])
  })

  it('ends its wait without an event after the time that was asked for', async () => {
    const { cursor } = await list({ cursor: 'now' })
    expect(await list({ cursor, wait: 0.01 })).to.include({ hasMore: false })
  })

  it('takes its own cursors only', async () => {
    const { cursor } = await list({ cursor: 'now' })
    const { organizationId } = await createOrganization(harness.context, { name: 'Other' })
    const foreign = { organizationId, profileId: null }
    const changed = `${cursor.slice(0, -2)}${cursor.endsWith('A') ? 'BB' : 'AA'}`
    for (const [text, of] of [
      // Characters that a decoder skips.
      [`${cursor}A`, scope()],
      [`${cursor}!`, scope()],
      [cursor, foreign],
      [changed, scope()],
      ['x', scope()],
      [Buffer.from('[1,2]').toString('base64url'), scope()],
    ] as const) {
      const error = await rejection(list({ cursor: text }, of))
      expect([error.code, error.status]).to.deep.equal(['invalid_request', 400])
    }
  })

  it('rejects a cursor whose following events are no longer kept', async () => {
    const { cursor } = await list({ cursor: 'now' })
    clockMs = 3 * 86_400_000
    const error = await rejection(list({ cursor }))
    expect([error.code, error.status]).to.deep.equal(['event_cursor_expired', 410])
    expect((await list({})).events).to.be.an('array')
  })

  for (const types of ['publish', 'publish.*,nothing', '*.created', ','])
    it(`rejects the types ${JSON.stringify(types)}`, async () => {
      expect((await rejection(list({ types }))).code).to.equal('invalid_request')
    })
})
