import { expect } from 'chai'
import { bodyOf } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

describe('an own reply without a post, to a comment that no copy contains', () => {
  let harness: CommentHarness
  let parentId: string
  beforeEach(async () => {
    harness = await startCommentHarness('facebook')
    harness.network.returnsIdOnly = true
  })
  afterEach(() => harness.close())

  async function reply(): Promise<string> {
    const { body } = await harness.create({ parentId, message: 'Own' })
    return bodyOf({ status: 201, body }).comment.id
  }
  /** The post and the parent in each event of a comment. */
  async function raised(id: string) {
    const { rows } = await harness.harness.context.pool.query(
      `select type, data->>'mediaId' as post, data->>'parentId' as parent
       from (select type, object_id, data from event_outbox union all select type, object_id, data from event) as raised
       where object_id = $1`,
      [id],
    )
    return rows
  }

  it('has an event with the post and the thread that the network has looked up', async () => {
    parentId = harness.network.add()
    harness.network.place = { postId: 'post-9', threadId: 'thread' }
    const id = await reply()
    expect(await raised(id)).to.deep.equal([{ type: 'comment.created', post: 'post-9', parent: 'thread' }])
  })

  it('is in the copy of the post that the network has looked up', async () => {
    await harness.list()
    parentId = harness.network.add()
    harness.network.place = { postId: 'post-1', threadId: parentId }
    const id = await reply()
    const [comment] = (await harness.list()).body.comments
    expect(comment).to.include({ id, mediaId: 'post-1', parentId })
    expect(await raised(id)).to.deep.equal([{ type: 'comment.created', post: 'post-1', parent: parentId }])
  })
})
