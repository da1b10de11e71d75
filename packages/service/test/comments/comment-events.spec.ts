import { expect } from 'chai'
import { storePushedComments } from '../../src/webhooks/pushed-comments.ts'
import { bodyOf } from '../ask.ts'
import { noteRows } from '../note-rows.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('the events of comments', () => {
  let harness: CommentHarness
  afterEach(() => harness.close())

  /** The ids of the comments with an event of a type, one for each event. */
  async function raised(type: string): Promise<string[]> {
    const { rows } = await harness.harness.context.pool.query<{ object_id: string }>(
      `select object_id from (select type, object_id from event_outbox union all select type, object_id from event)
         as raised where type = $1 order by object_id`,
      [type],
    )
    return rows.map(({ object_id }) => object_id)
  }
  const created = () => raised('comment.created')

  async function refresh(): Promise<void> {
    harness.wait(minute)
    await harness.list()
    await harness.work()
  }

  describe('about an own reply whose parent is in no copy', () => {
    let parentId: string
    beforeEach(async () => {
      harness = await startCommentHarness('facebook')
      harness.network.returnsIdOnly = true
      parentId = harness.network.add()
    })

    const reply = async (): Promise<string> => {
      const { body } = await harness.create({ parentId, message: 'Own' })
      return bodyOf({ status: 201, body }).comment.id
    }
    /** Stores the reply as the network's webhook reports it. */
    async function push(id: string): Promise<void> {
      const { network, account } = harness
      const held = network.held.get(id)
      if (!held) throw new Error(`${id} was not written`)
      const comment = network.view(held)
      const about = { accountProviderId: account.providerId, commentId: id, at: comment.createdAt }
      const accounts = new Map([[account.providerId, [account.id]]])
      const change = { ...about, kind: 'written' as const, comment, isEdit: false, permalink: null }
      await storePushedComments(harness.harness.context, accounts, [change])
    }
    async function stored(): Promise<string[]> {
      const { rows } = await harness.harness.context.pool.query<{ id: string }>('select id from comment')
      return rows.map(({ id }) => id)
    }
    const newest = () => [...harness.network.held.keys()].at(-1) ?? ''

    it('are raised once if the reply is pushed afterwards', async () => {
      const id = await reply()
      await push(id)
      expect(await stored()).to.deep.equal([id])
      expect(await created()).to.deep.equal([id])
    })

    it('are raised once if the reply is pushed before its response arrives', async () => {
      harness.network.after.push(() => push(newest()))
      const id = await reply()
      expect(await stored()).to.deep.equal([id])
      expect(await created()).to.deep.equal([id])
    })

    it('are raised once if a later read finds the reply', async () => {
      const { network } = harness
      network.held.delete(parentId)
      await harness.list()
      parentId = network.add()
      const id = await reply()
      Object.assign(network.held.get(id) ?? {}, { createdAt: harness.harness.context.now().getTime() })
      await refresh()
      expect((await harness.list()).body.comments.map((comment) => comment.id)).to.deep.equal([id, parentId])
      expect(await created()).to.deep.equal([id])
    })
  })

  it('are raised for a comment of the second in which the first read began, as networks give whole seconds', async () => {
    harness = await startCommentHarness()
    const { network } = harness
    network.add()
    await harness.list()
    await harness.work()
    const { rows } = await harness.harness.context.pool.query<{ began: Date }>(
      `update comment_post set first_full_at = date_trunc('second', first_full_at) + interval '700 ms'
        returning first_full_at as began`,
    )
    const began = rows[0]?.began.getTime() ?? 0
    network.add({ createdAt: began - 700 - 1_000 })
    const id = network.add({ createdAt: began - 700 })
    await refresh()
    expect(await created()).to.deep.equal([id])
  })

  it('are raised for the comments of a post that the network no longer has', async () => {
    harness = await startCommentHarness()
    const { network } = harness
    const [first, second] = [network.add(), network.add()]
    const reply = network.add({ parentId: first })
    const gone = network.add()
    await refresh()
    network.remove(gone)
    await refresh()
    expect(await raised('comment.deleted')).to.deep.equal([gone])
    network.posts = []
    await refresh()
    expect(await raised('comment.deleted')).to.deep.equal([first, second, reply, gone])
    const { rows } = await harness.harness.context.pool.query('select id from comment')
    expect(rows).to.deep.equal([])
  })

  it('are raised although a post that is gone has any number of comments that are marked as deleted', async () => {
    harness = await startCommentHarness()
    const { pool } = harness.harness.context
    const listed = harness.network.add()
    await refresh()
    await pool.query(
      `insert into comment (account_id, id, copy_id, created_at, content, created_version, deleted_at)
         select account_id, 'marked ' || number, id, now(), '{}', 1, now()
         from comment_post, generate_series(1, 10001) as number`,
    )
    const deleted = await noteRows(pool, 'comment', 'delete')
    harness.network.posts = []
    await refresh()
    expect(await deleted()).to.deep.equal([10_000, 1, 1])
    const { rows } = await pool.query(
      'select sum(number)::int as comments from rows_of_delete_comment group by xmin::text order by 1',
    )
    expect(rows, 'by transaction').to.deep.equal([{ comments: 2 }, { comments: 10_000 }])
    expect(await raised('comment.deleted')).to.deep.equal([listed])
  })

  it('are raised once for comments beyond the limit of the copy', async () => {
    harness = await startCommentHarness('tiktok', { COMMENTS_PER_POST: '6' })
    const { network } = harness
    network.pageSize = 4
    network.add()
    await harness.list()
    const now = harness.harness.context.now().getTime()
    const ids = Array.from({ length: 8 }, (_, n) => network.add({ createdAt: now + (n + 1) * 1000 }))
    await refresh()
    await refresh()
    expect((await harness.list()).body.comments).to.have.length(6)
    expect(await created()).to.deep.equal(ids)
  })
})
