import { expect } from 'chai'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('a network that lists no comments of a post, although it counts some,', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness('instagram')
  })
  afterEach(() => harness.close())

  const events = async () => {
    const { rows } = await harness.harness.context.pool.query(
      `select type from event where type like 'comment.%'
       union all select type from event_outbox where type like 'comment.%'`,
    )
    return rows.map(({ type }: { type: string }) => type)
  }

  async function refresh(): Promise<void> {
    harness.wait(minute)
    await harness.list()
    await harness.work()
  }

  it('deletes none of those that are stored, and the list is not complete until it lists them again', async () => {
    const top = harness.network.add()
    const reply = harness.network.add({ parentId: top })
    expect((await harness.list()).body.complete).to.equal(true)
    harness.network.withholds = true
    await refresh()
    const { body } = await harness.list()
    expect(body.comments.map(({ id }) => id)).to.have.members([top, reply])
    expect(body.complete).to.equal(false)
    expect(await events()).to.deep.equal([])
    harness.network.withholds = false
    harness.network.remove(top)
    await refresh()
    expect((await harness.list()).body)
      .to.include({ complete: true })
      .and.to.have.property('comments').that.is.empty
    expect(await events()).to.deep.equal(['comment.deleted', 'comment.deleted'])
  })

  it('has a first response without comments, which is not complete; older ones raise no event later', async () => {
    harness.network.withholds = true
    harness.network.add()
    const { body } = await harness.list()
    expect(body).to.include({ complete: false }).and.to.have.property('comments').that.is.empty
    expect(body.syncedAt).to.be.a('string')
    harness.network.withholds = false
    await refresh()
    expect((await harness.list()).body.comments).to.deep.equal(harness.network.truth())
    expect(await events()).to.deep.equal([])
  })
})
