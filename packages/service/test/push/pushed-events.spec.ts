import { expect } from 'chai'
import fc from 'fast-check'
import { normalizeBatch } from '../../src/webhooks/normalize.ts'
import { type CommentHarness, startCommentHarness } from '../comments/comment-harness.ts'
import { batched, begin, delivered, echo, feed, type PageBody, pageId, postId, read, text } from './page-events.ts'

const runs = Number(process.env['FUZZ_RUNS'] ?? 12)

/** What happens on a Page in the course of time: its comments and their threads, and a conversation. */
const history: PageBody[] = [
  feed('add', '1_1', 1),
  feed('add', '1_2', 2),
  feed('add', '1_3', 3, { parent_id: '1_1' }),
  feed('edited', '1_1', 10, { message: 'edited once' }),
  feed('edited', '1_1', 20, { message: 'edited twice' }),
  // The same second: neither order is right, but every order has to end alike.
  feed('edited', '1_2', 30, { message: 'a' }),
  feed('edited', '1_2', 30, { message: 'b' }),
  feed('hide', '1_2', 40),
  feed('unhide', '1_2', 50),
  feed('hide', '1_2', 60),
  feed('hide', '1_1', 41),
  feed('unhide', '1_1', 42),
  feed('add', '1_4', 4),
  feed('remove', '1_4', 70),
  feed('add', '1_5', 5),
  feed('add', '1_6', 6, { parent_id: '1_5' }),
  feed('remove', '1_5', 71),
  feed('hide', '1_6', 61),
  echo('m_1', 100),
  text('m_2', 200),
  echo('m_3', 300),
  delivered(310, ['m_3']),
  read(150),
  delivered(120),
  echo('m_4', 400),
]

describe('pushed events', function () {
  this.timeout(300_000)
  let harness: CommentHarness
  before(async () => {
    harness = await startCommentHarness('facebook', {
      FACEBOOK_VERIFY_TOKEN: 't',
      COMMENTS_STALE_AFTER_SECONDS: '86400',
    })
    const { context } = harness.harness
    await context.pool.query('update account set provider_id = $2 where id = $1', [harness.account.id, pageId])
    harness.network.posts = [postId]
  })
  after(() => harness.close())
  beforeEach(forget)

  async function forget(): Promise<void> {
    const { pool } = harness.harness.context
    for (const table of ['comment_account', 'comment_post', 'comment', 'comment_push', 'comment_change', 'message'])
      await pool.query(`delete from ${table}`)
    for (const table of ['message_status', 'message_receipt', 'webhook_event']) await pool.query(`delete from ${table}`)
    await pool.query('delete from graphile_worker._private_jobs')
    harness.network.held.clear()
    harness.network.calls = []
  }

  /** Stores requests as the gateway does, and processes their batches. */
  async function push(requests: readonly PageBody[]): Promise<void> {
    const { context } = harness.harness
    for (const body of requests) {
      await context.intake.store({ platform: 'facebook', body: Buffer.from(JSON.stringify(body)) })
      const { rows } = await context.pool.query(
        'select distinct batch_id from webhook_event where processed_at is null order by 1',
      )
      for (const { batch_id } of rows) await normalizeBatch(context, batch_id)
    }
  }

  async function messages() {
    const { rows } = await harness.harness.context.pool.query(
      `select provider_id, direction, sender, recipient, body, status, occurred_at from message order by provider_id`,
    )
    return rows
  }

  async function stateOf(requests: readonly PageBody[]) {
    await forget()
    await harness.list()
    await push(requests)
    return { comments: (await harness.list()).body.comments, messages: await messages() }
  }

  it('are in the copy of a post that was read, without another read', async () => {
    await harness.list()
    harness.network.calls = []
    await push([feed('add', '1_1', 1), feed('add', '1_2', 2, { parent_id: '1_1', message: 'a reply' })])
    const { body } = await harness.list()
    expect(body.comments.map(({ id, parentId, body: words }) => [id, parentId, words])).to.deep.equal([
      ['1_2', '1_1', 'a reply'],
      ['1_1', null, 'comment 1_1'],
    ])
    expect(body.comments[1]).to.include({ mediaId: postId, authorName: 'Robin Example', isCreator: false })
    expect(body.comments[1]?.createdAt).to.equal(new Date((begin + 1) * 1000).toISOString())
    expect(harness.network.calls).to.deep.equal([])
  })

  it('are stored of a post that nobody has read, and merged with what its first read brings', async () => {
    await push([feed('add', '1_7', 7)])
    const { rows } = await harness.harness.context.pool.query('select id, content from comment')
    expect(rows.map(({ id }) => id)).to.deep.equal(['1_7'])
    expect(harness.network.calls).to.deep.equal([])
    harness.network.add({ id: '1_8', postId, createdAt: (begin + 8) * 1000 })
    harness.network.add({ id: '1_7', postId, createdAt: (begin + 7) * 1000, text: 'comment 1_7' })
    const { body } = await harness.list({ postId })
    expect(body.comments.map(({ id }) => id)).to.deep.equal(['1_8', '1_7'])
  })

  it('end in what happened, whatever their order, their repetition and their batches', async () => {
    const expected = await stateOf(history)
    expect(expected.comments.map(({ id, body, isHidden }) => [id, body, isHidden])).to.deep.equal([
      ['1_3', 'comment 1_3', false],
      ['1_2', 'b', true],
      ['1_1', 'edited twice', false],
    ])
    expect(expected.messages.map(({ provider_id, status }) => [provider_id, status])).to.deep.equal([
      ['m_1', 'read'],
      ['m_2', 'received'],
      ['m_3', 'delivered'],
      ['m_4', 'sent'],
    ])
    const order = fc.shuffledSubarray([...history.keys()], { minLength: history.length })
    const again = fc.array(fc.nat(history.length - 1), { maxLength: 12 })
    const cuts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(order, again, cuts, async (first, repeated, sizes) => {
        const all = repeated.reduce((list, index, at) => list.toSpliced((at * 7) % (list.length + 1), 0, index), first)
        const requests: PageBody[] = []
        for (let at = 0, turn = 0; at < all.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          requests.push(batched(all.slice(at, at + size).map((index) => history[index] as PageBody)))
          at += size
        }
        expect(await stateOf(requests)).to.deep.equal(expected)
      }),
      { numRuns: runs },
    )
  })

  it('change nothing when they are repeated, not even the version of the response', async () => {
    await harness.list()
    await push(history)
    const etag = (await harness.list()).headers['ETag']
    await push([batched(history), ...history])
    expect((await harness.list()).headers['ETag']).to.equal(etag)
  })

  it('do not revert what a pass over all comments has read since', async () => {
    const at = Math.floor(Date.now() / 1000) - begin
    harness.network.add({ id: '1_1', postId, text: 'as it is now', createdAt: (begin + 1) * 1000 })
    await harness.list()
    await harness.work()
    await push([feed('edited', '1_1', at - 3600, { message: 'an hour ago' }), feed('hide', '1_1', at - 3600)])
    const [known] = (await harness.list()).body.comments
    expect(known).to.include({ body: 'as it is now', isHidden: false })
    await push([feed('edited', '1_1', at + 60, { message: 'newer' })])
    expect((await harness.list()).body.comments[0]).to.include({ body: 'newer' })
  })

  it('are not reverted by a page that was read before them', async () => {
    harness.network.add({ id: '1_1', postId, createdAt: (begin + 1) * 1000 })
    await harness.list()
    await harness.work()
    harness.wait(2 * 86_400_000)
    const { network } = harness
    const beforeThePageArrives = async (): Promise<void> => {
      if (network.calls.at(-1) !== 'page') return void network.after.push(beforeThePageArrives)
      const at = Math.floor(harness.harness.context.now().getTime() / 1000) - begin
      await push([feed('edited', '1_1', at, { message: 'pushed' }), feed('add', '1_9', at)])
    }
    network.after.push(beforeThePageArrives)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments.map(({ body }) => body)).to.have.members(['pushed', 'comment 1_9'])
  })

  it('of which two have the same time have the post read again', async () => {
    harness.network.add({ id: '1_1', postId, createdAt: (begin + 1) * 1000, text: 'comment 1_1' })
    await harness.list()
    await harness.work()
    const at = Math.floor(harness.harness.context.now().getTime() / 1000) - begin + 60
    const same = feed('edited', '1_1', at, { message: 'comment 1_1' })
    await push([feed('hide', '1_1', at), feed('hide', '1_1', at), same])
    expect(await harness.queued()).to.deep.equal([])
    await push([feed('unhide', '1_1', at)])
    expect(await harness.queued()).to.deep.equal(['comments.sync'])
    const { context, organizationId } = harness.harness
    const { rows } = await context.pool.query(
      `select flags from graphile_worker.jobs where task_identifier = 'comments.sync'`,
    )
    expect(Object.keys(rows[0].flags)).to.have.members([
      'fetch',
      'fetch:network:facebook',
      `fetch:organization:${organizationId}`,
    ])
    harness.wait(3_000)
    await harness.work()
    expect((await harness.list()).body.comments[0]).to.include({ isHidden: false })
  })

  it('of one second are unambiguous for a comment and its edit, which is later', async () => {
    await harness.list()
    await push([feed('edited', '1_1', 1, { message: 'a' }), feed('add', '1_1', 1, { message: 'b' })])
    expect((await harness.list({ postId })).body.comments.map(({ body }) => body)).to.deep.equal(['a'])
    expect(await harness.queued()).to.not.include('comments.sync')
  })

  it('give a message that the API has sent the time of the network, by which it was read', async () => {
    const { context } = harness.harness
    const sent = new Date((begin + 3600) * 1000)
    await context.pool.query(
      `insert into message (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
       values (gen_random_uuid(), $1, 'm_1', 'outbound', 'text', null, '77', 'text m_1', 'sent', $2, $2)`,
      [harness.account.id, sent],
    )
    await push([read(150)])
    expect((await messages()).map(({ status }) => status)).to.deep.equal(['sent'])
    await push([echo('m_1', 100)])
    expect((await messages()).map(({ status }) => status)).to.deep.equal(['read'])
  })

  it('give a message whose time was read in whole seconds its exact time, which orders it after the ones before', async () => {
    await harness.harness.context.pool.query(
      `insert into message (id, account_id, provider_id, direction, type, sender, recipient, body, status, occurred_at, created_at)
       values (gen_random_uuid(), $1, 'm_2', 'inbound', 'text', '77', null, 'text m_2', 'received', to_timestamp($2), now())`,
      [harness.account.id, begin],
    )
    await push([text('m_1', 200), text('m_2', 700)])
    const times = async () => (await messages()).map(({ occurred_at }) => occurred_at.getTime() - begin * 1000)
    expect(await times()).to.deep.equal([200, 700])
    await push([text('m_2', 1_800)])
    expect(await times()).to.deep.equal([200, 700])
  })

  it('that were missed are found by the next read', async () => {
    await harness.list()
    await push([feed('add', '1_1', 1)])
    harness.network.add({ id: '1_1', postId, createdAt: (begin + 1) * 1000, text: 'comment 1_1' })
    harness.network.add({ id: '1_2', postId, createdAt: (begin + 2) * 1000 })
    harness.wait(2 * 86_400_000)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments.map(({ id }) => id)).to.deep.equal(['1_2', '1_1'])
  })

  it('of a Page that nobody has connected are counted and dropped', async () => {
    const { counters } = harness.harness.context
    const of = () => counters.read('webhook_events').find(({ labels }) => labels[0] === 'unknown_account')?.count ?? 0
    const before = of()
    const foreign = feed('add', '1_1', 1)
    await push([{ ...foreign, entry: foreign.entry.map((entry) => ({ ...entry, id: '999' })) }])
    const { rows } = await harness.harness.context.pool.query('select from comment')
    expect([of() - before, rows.length]).to.deep.equal([1, 0])
  })

  it('are not stored for an account whose user did not grant the permission, or has withdrawn all of them', async () => {
    const { connect, context, organizationId } = harness.harness
    const { pool } = context
    const { rows: made } = await pool.query<{ id: string }>(
      `insert into profile (id, organization_id, name, created_at, updated_at)
        select gen_random_uuid(), $1, 'P' || n, now(), now() from generate_series(1, 3) as n returning id`,
      [organizationId],
    )
    const standings = [
      ['{pages_messaging}', null],
      ['{pages_read_user_content}', null],
      ['{}', 'deauthorized'],
    ] as const
    const others: string[] = []
    for (const [index, [missing, reason]] of standings.entries()) {
      const { id } = await connect({ platform: 'facebook' })
      await pool.query(
        'update account set profile_id = $2, provider_id = $3, missing_scopes = $4, expired_reason = $5 where id = $1',
        [id, made[index]?.id, pageId, missing, reason],
      )
      others.push(id)
    }
    await push([feed('add', '1_1', 1), text('m_1', 1)])
    const owners = async (table: string) => {
      const { rows } = await pool.query<{ id: string }>(`select account_id as id from ${table} order by 1`)
      return rows.map(({ id }) => id)
    }
    const [noMessages, noComments] = others
    expect(await owners('comment')).to.have.members([harness.account.id, noMessages])
    expect(await owners('message')).to.have.members([harness.account.id, noComments])
    await pool.query('delete from account where id = any($1)', [others])
  })

  it('are stored for each account that has connected the Page, and a deleted one needs nothing', async () => {
    const other = await harness.harness.connect({ platform: 'facebook' })
    const { pool } = harness.harness.context
    await pool.query('update account set provider_id = $2 where id = $1', [other.id, pageId]).catch(() => undefined)
    await push([feed('add', '1_1', 1), text('m_1', 1)])
    const { rows } = await pool.query('select count(*)::int as count from comment')
    const { rows: accounts } = await pool.query('select count(*)::int as count from account where provider_id = $1', [
      pageId,
    ])
    expect(rows[0].count).to.equal(accounts[0].count)
    await pool.query('delete from account where id = $1', [other.id])
  })
})
