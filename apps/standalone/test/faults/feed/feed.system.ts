import { expect } from 'chai'
import { expectedOf, judgeFeed } from './check-feed.ts'
import { followFeed, type Seen } from './followed.ts'
import { runFeed } from './run-feed.ts'

const committed: readonly Seen[] = [
  { id: 'a', objectId: 'one', sequence: 1 },
  { id: 'b', objectId: 'two', sequence: 1 },
  { id: 'c', objectId: 'one', sequence: 2 },
  { id: 'd', objectId: 'one', sequence: 3 },
]

function judged(seen: readonly Seen[]) {
  const feed = followFeed()
  for (const event of seen) feed.see(event)
  return judgeFeed(feed.result(), expectedOf(committed.map(({ id, objectId }) => ({ objectId, eventId: id }))))
}

const none = { skipped: 0, twice: 0, disordered: 0 }
const [a, b, c, d] = committed as [Seen, Seen, Seen, Seen]

describe('the feed of events', () => {
  const cases: Record<string, { seen: readonly Seen[]; faults: object }> = {
    'all events': { seen: committed, faults: none },
    'objects in another order': { seen: [b, a, c, d], faults: none },
    'one event less in the middle': { seen: [a, b, d], faults: { ...none, skipped: 1 } },
    'one event less at the end': { seen: [a, b, c], faults: { ...none, skipped: 1 } },
    'an object less': { seen: [a, c, d], faults: { ...none, skipped: 1 } },
    'two events of another number': {
      seen: [a, b, { ...d, sequence: 2 }, { ...c, sequence: 3 }],
      faults: { ...none, disordered: 1 },
    },
  }
  for (const [name, { seen, faults }] of Object.entries(cases)) {
    it(`is judged: ${name}`, () => expect(judged(seen)).to.deep.equal(faults))
  }

  it('is judged: an event twice', () => expect(judged([a, b, c, c, d]).twice).to.be.greaterThan(0))
  it('is judged: an event too late', () => expect(judged([a, b, d, c]).twice).to.be.greaterThan(0))

  // The short version with a fixed seed; `npm run test:faults -- --only feed` is the long one.
  it('skips nothing and repeats nothing while writers die and connections to the database end', async () => {
    const result = await runFeed({
      ...{ seed: 3, events: 1_500, organizations: 2 },
      ...{ writers: 4, writerProcesses: 2, readers: 6, readerProcesses: 1 },
      ...{ kills: 1, terminations: 2, pgRestarts: 0, maxMs: 120_000 },
    })
    expect(result.committed, JSON.stringify(result)).to.be.at.least(1_000)
    expect(result.seen, JSON.stringify(result)).to.equal(3 * result.committed)
    expect(result, JSON.stringify(result)).to.include(none)
  })
})
