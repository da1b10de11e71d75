import type { Event } from '@carillon/client'
import { expect } from 'chai'
import { type FeedChange, follow } from '../../app/pages/events/follow-feed.ts'

const event = (id: string) => ({ id, type: 'ping' }) as Event
const filters = { types: null, profileId: null, accountId: null }

interface Feed {
  events: readonly Event[]
  cursor: string
  hasMore: boolean
}

describe('following the feed of events', () => {
  const real = globalThis.fetch
  afterEach(() => {
    globalThis.fetch = real
  })

  /** What is passed on while these responses arrive, and the cursors that were sent. */
  async function followed(responses: readonly Feed[], options: { isNewOnly?: boolean } = {}) {
    const cursors: (string | null)[] = []
    const changes: FeedChange[] = []
    const controller = new AbortController()
    globalThis.fetch = async (url) => {
      cursors.push(new URL(String(url), 'http://carillon').searchParams.get('cursor'))
      const body = responses[cursors.length - 1]
      if (body) return Response.json(body)
      controller.abort()
      throw controller.signal.reason
    }
    await follow({ ...filters, ...options }, (change) => changes.push(change), controller.signal)
    return { cursors, changes }
  }

  const quiet = (count: number): Feed[] =>
    Array.from({ length: count }, (_, index) => ({ events: [], cursor: `${index}`, hasMore: false }))

  it('begins with the newest events, and says if there may be earlier ones', async () => {
    const events = Array.from({ length: 200 }, (_, index) => event(`${index}`))
    const { cursors, changes } = await followed([
      { events, cursor: 'a', hasMore: false },
      { events: [event('new')], cursor: 'b', hasMore: false },
    ])
    expect(cursors).to.deep.equal(['latest', 'a', 'b'])
    expect(changes).to.deep.equal([
      { kind: 'events', events, isLive: true, isCut: true },
      { kind: 'events', events: [event('new')], isLive: true, isCut: false },
    ])
  })

  it('passes over no event of a burst, however long it has waited before', async () => {
    const burst = Array.from({ length: 200 }, (_, index) => event(`${index}`))
    const { cursors, changes } = await followed(
      [
        ...quiet(24),
        { events: burst, cursor: 'burst', hasMore: true },
        { events: [event('last')], cursor: 'end', hasMore: false },
      ],
      { isNewOnly: true },
    )
    expect(cursors.slice(0, 2)).to.deep.equal(['now', '0'])
    expect(cursors.slice(-2)).to.deep.equal(['burst', 'end'])
    expect(changes.slice(24).flatMap((change) => (change.kind === 'events' ? change.events : []))).to.have.length(201)
  })
})
