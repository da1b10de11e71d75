import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  addCommentPost,
  findAccountForWorker,
  findCommentPost,
  lockCommentPost,
  lockCommentPushes,
  lockMessages,
  mergeMessages,
  noteCommentChange,
  type Tx,
  transaction,
} from '@carillon/database'
import { expect } from 'chai'
import { withComments } from '../../src/comments/comments-port.ts'
import { readRecentPosts } from '../../src/comments/recent-posts.ts'
import { ask } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

describe('comments and messages that are stored', () => {
  let own: CommentHarness
  beforeEach(async () => {
    own = await startCommentHarness()
  })
  afterEach(() => own.close())

  async function untilBlocked(): Promise<void> {
    const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await own.harness.context.pool.query(blocked)).rowCount === 0) await sleep(20)
  }

  /** The id of the copy of a post, which is stored if it is not yet. */
  async function copyOf(postId: string): Promise<string> {
    const { account, harness } = own
    const { db } = harness.context
    const row = { id: randomUUIDv7(), accountId: account.id, postId, rank: null, summary: '{}', readAt: new Date() }
    await addCommentPost(db, row)
    return (await findCommentPost(db, { accountId: account.id, postId }))?.id ?? ''
  }

  const note = (tx: Tx, commentId: string) =>
    noteCommentChange(tx, {
      ...{ accountId: own.account.id, commentId, isHidden: true, liked: null, deleted: false },
      changedAt: new Date(),
    })

  const message = (tx: Tx, providerId: string, status: 'sent' | 'read') =>
    mergeMessages(tx, [
      {
        ...{ id: randomUUIDv7(), accountId: own.account.id, providerId, direction: 'outbound', type: 'text', status },
        ...{ sender: null, recipient: 'user', body: 'Hello', occurredAt: new Date(), createdAt: new Date() },
      },
    ])

  const cases: { what: string; begin(tx: Tx): Promise<unknown>; next(tx: Tx): Promise<unknown> }[] = [
    {
      what: 'the comments of a post',
      begin: async (tx) => lockCommentPost(tx, await copyOf('post-1')),
      next: (tx) => note(tx, 'new'),
    },
    {
      what: 'the comments of several posts',
      async begin(tx) {
        await note(own.harness.context.db as Tx, 'known')
        await lockCommentPushes(tx, own.account.id)
        await note(tx, 'known')
      },
      next: (tx) => note(tx, 'new'),
    },
    {
      what: 'messages',
      async begin(tx) {
        await message(own.harness.context.db as Tx, 'first', 'sent')
        await lockMessages(tx, [own.account.id])
        await message(tx, 'first', 'read')
      },
      next: (tx) => message(tx, 'second', 'sent'),
    },
  ]
  for (const { what, begin, next } of cases) {
    it(`while their account is disconnected, as ${what}, are stored first, and neither fails`, async () => {
      const { context, organizationId, profileId } = own.harness
      const { id: accountId } = own.account
      const stored = await transaction(context.db, async (tx) => {
        await begin(tx)
        const scope = { organizationId, profileId: null }
        const ended = ask(context, 'accounts.disconnect', { scope, params: { profileId, accountId } })
        const disconnected = ended.then(({ status }) => status, String)
        await untilBlocked()
        await next(tx)
        return { disconnected }
      })
      expect(await stored.disconnected).to.equal(200)
      expect(await findAccountForWorker(context.db, accountId)).to.equal(undefined)
    })
  }

  it('in several posts, while the list of posts is read, wait for none that the reading has taken', async () => {
    const { context } = own.harness
    own.network.posts = ['a', 'b']
    const [a, b] = [await copyOf('a'), await copyOf('b')]
    const account = withComments(own.account)
    const caller = { account, requestId: 'test', signal: new AbortController().signal, use: 'background' } as const
    const stored = await transaction(context.db, async (tx) => {
      await lockCommentPushes(tx, account.id)
      await lockCommentPost(tx, b)
      const read = readRecentPosts(context, caller).then(() => 'read', String)
      await untilBlocked()
      await lockCommentPost(tx, a)
      return { read }
    })
    expect(await stored.read).to.equal('read')
  })
})
