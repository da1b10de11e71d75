import { expect } from 'chai'
import nock from 'nock'
import { recordUri } from '../../src/bluesky/post-record.ts'
import { blueskyPublish } from '../../src/bluesky/publish.ts'
import { begin as beginPublish } from '../../src/bluesky/publish-state.ts'
import { recordKey } from '../../src/bluesky/record-key.ts'
import { accountCall, appCall, createdAt, did, publishCall, server } from './account.ts'
import { simulateHosts } from './simulated.ts'

const minute = 60_000
/** The time of a failover, weeks before the schedule is due. */
const failover = new Date(createdAt.getTime() - 21 * 24 * 60 * minute)

function begun(now: Date, random = [7, 8, 9, 10]) {
  return beginPublish({ writeId: 'w', items: 1, now, random: () => Uint8Array.from(random) })
}

/** The key of a post that was published so many minutes after the failover. */
const keyAt = (minutes: number, random?: number[]) =>
  recordKey(begun(new Date(failover.getTime() + minutes * minute), random).seed, 0)

/** @see https://docs.bsky.app/docs/api/com-atproto-repo-list-records (read 2026-11-20) */
function mockList(keys: string[], { next, cursor }: { next?: string; cursor?: string } = {}): void {
  const records = keys.map((key) => ({ uri: recordUri(did, key), cid: 'c', value: { text: 'edited since' } }))
  nock(server)
    .get('/xrpc/com.atproto.repo.listRecords')
    .query((query) => query['cursor'] === cursor)
    .reply(200, { records, ...(next !== undefined && { cursor: next }) })
}

describe('a post of Bluesky whose schedule may have been released early', () => {
  const { outbound } = simulateHosts()
  const state = begun(createdAt)
  const startedAt = new Date(failover.getTime() - minute)
  const open = { step: 'lookup', startedAt, claimed: new Set<string>(), linksFetched: null }
  const until = new Date(failover.getTime() + minute)
  const recover = (more: { until?: Date } = { until }, from = state) =>
    blueskyPublish.recover?.(publishCall(accountCall(appCall(outbound())), { text: 'one' }), from, {
      ...open,
      ...more,
    })

  it('is found by the random bits of its key, whatever its text', async () => {
    mockList([keyAt(90, [1, 2, 3, 4])], { next: 'more' })
    mockList([keyAt(0, [1, 2, 3, 4]), keyAt(-0.5)], { cursor: 'more' })
    const uris = [recordUri(did, keyAt(-0.5))]
    expect(await recover())
      .to.have.nested.property('state.uris')
      .that.deep.equals(uris)
  })

  for (const [what, keys] of [
    ['of another publish', [keyAt(0, [7, 8, 9, 11])]],
    ['with its bits from a later time', [keyAt(5)]],
    ['with its bits from before', [keyAt(-5)]],
    ['with a key that is not a time', ['self']],
  ] as const) {
    it(`is absent if the account has only a post ${what}`, async () => {
      mockList([...keys])
      expect(await recover()).to.deep.equal({ kind: 'absent' })
    })
  }

  it('is found if it was released when it was due, before a restore', async () => {
    mockList([keyAt(0)])
    const found = await recover({ until }, begun(new Date(failover.getTime() - 2 * minute)))
    expect(found)
      .to.have.nested.property('state.uris')
      .that.deep.equals([recordUri(did, keyAt(0))])
  })

  it('is undecidable, and not seen, if there are too many posts', async () => {
    for (let page = 0; page < 5; page++) {
      mockList([keyAt(90, [1, 2, 3, 4])], { next: `${page + 1}`, ...(page > 0 && { cursor: `${page}` }) })
    }
    const found = await recover()
    expect(found).to.include({ kind: 'undecidable' }).and.not.to.have.property('isSeen')
  })

  it('is searched for by its own key first if it was due by the failover', async () => {
    nock(server)
      .get('/xrpc/com.atproto.repo.getRecord')
      .query(({ rkey }) => rkey === recordKey(state.seed, 0))
      .reply(400, { error: 'RecordNotFound' })
    mockList([keyAt(0)])
    expect(await recover({}))
      .to.have.nested.property('state.uris')
      .that.deep.equals([recordUri(did, keyAt(0))])
  })
})
