import { randomUUID } from 'node:crypto'
import { claimPass, extendPass, findCommentPost, readCommentPost, releasePass } from '@carillon/database'
import { type CommentChange, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { storePushedComments } from '../../src/webhooks/pushed-comments.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

describe('the lease on the comments of a post', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness('facebook', {
      COMMENTS_STALE_AFTER_SECONDS: '86400',
      FACEBOOK_VERIFY_TOKEN: 't',
    })
  })
  afterEach(() => harness.close())

  it('is not taken again by a process that stood still while others read them', async () => {
    const { db, pool } = harness.harness.context
    await harness.list()
    const { rows } = await pool.query<{ id: string }>('select id from comment_post')
    const [id = ''] = rows.map((row) => row.id)
    const [slow, other] = [randomUUID(), randomUUID()]
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, seconds))
    expect(await claimPass(db, id, { by: slow, now: at(0), until: at(60) })).to.include({ leaseBy: slow })
    await extendPass(db, id, { by: slow, until: at(80) })
    expect(await claimPass(db, id, { by: other, now: at(79), until: at(139) })).to.equal(undefined)
    expect(await claimPass(db, id, { by: other, now: at(81), until: at(141) })).to.include({ leaseBy: other })
    await extendPass(db, id, { by: slow, until: at(150) })
    expect((await readCommentPost(db, id))?.leaseUntil).to.deep.equal(at(141))
    await releasePass(db, id, { by: other, known: null, requestedAt: null })
    await extendPass(db, id, { by: slow, until: at(150) })
    expect(await readCommentPost(db, id)).to.include({ leaseBy: null, leaseUntil: null })
  })

  it('lets a client read beside its holder, and what changes during this read counts as later', async () => {
    const { account, network } = harness
    const { db, now } = harness.harness.context
    network.posts = ['post-1', 'post-2']
    await harness.list()
    const { id = '' } = (await findCommentPost(db, { accountId: account.id, postId: 'post-2' })) ?? {}
    const began = now().getTime()
    await claimPass(db, id, { by: randomUUID(), now: now(), until: new Date(began + 60_000) })
    network.after.push(() => harness.wait(20_000))
    const { body } = await harness.list({ postId: 'post-2' })
    expect(Date.parse(body.syncedAt ?? '')).to.be.within(began, began + 10_000)
  })

  describe('does not lose an event that has the comments read again', () => {
    beforeEach(async () => {
      for (let n = 0; n < 8; n++) harness.network.add()
      await harness.list()
    })
    afterEach(async () => {
      harness.wait(3_000)
      await harness.work()
      expect((await harness.list()).body.comments).to.deep.equal(harness.network.truth())
    })

    /** Two events of the same moment about the newest comment: they do not show which of them was last. */
    async function push(context = harness.harness.context): Promise<void> {
      const { account, network } = harness
      const commentId = network.tops('post-1')[0]?.id ?? ''
      const about = { accountProviderId: account.providerId, commentId, kind: 'hidden' as const }
      const at = context.now().toISOString()
      const changes: CommentChange[] = [false, true].map((isHidden) => ({ ...about, at, isHidden }))
      const accounts = new Map([[account.providerId, [account.id]]])
      await storePushedComments(context, accounts, changes)
      expect((await harness.list()).body).to.have.nested.property('comments[0].isHidden', true)
    }
    const fail = () => {
      throw new ProviderError('rate_limited', undefined, 'not_sent', { retryAfter: 1 })
    }

    it('while they are read', async () => {
      harness.network.before.push(() => push())
      await harness.work()
    })

    it('while they are read, before the reading is interrupted', async () => {
      harness.network.before.push(() => push(), fail)
      await harness.work()
    })

    it('while they are read, before the reading is resumed at once, when the network does not show it yet', async () => {
      const { registry, now } = harness.harness.context
      const at = now()
      const context = await harness.harness.another({ registry, now: () => at })
      const late = harness.network.tops('post-1')[0] ?? expect.fail('there is no comment')
      late.hidden = true
      harness.network.before.push(
        () => push(context),
        () => {
          throw new ProviderError('rate_limited', undefined, 'not_sent', { retryAfter: 0 })
        },
      )
      await harness.work({ context })
      late.hidden = false
    })

    it('between two jobs that read them', () => push())

    it('while the network fails', async () => {
      await harness.work()
      await push()
      const outage = () => {
        throw new ProviderError('provider_error', undefined, 'indeterminate')
      }
      harness.network.before.push(outage, outage, outage)
      for (const seconds of [3, 30, 60, 120]) {
        expect(await harness.queued()).to.deep.equal(['comments.sync'])
        harness.wait(seconds * 1000)
        await harness.work()
      }
      expect(await harness.queued()).to.deep.equal([])
    })

    it('while the network no longer accepts its cursors', async () => {
      await harness.work()
      await push()
      const dead = () => {
        throw new ProviderError('provider_error', undefined, 'rejected')
      }
      harness.network.before.push(...Array.from({ length: 5 }, () => [() => {}, dead]).flat())
      for (const seconds of [3, 30, 60]) {
        expect(await harness.queued()).to.deep.equal(['comments.sync'])
        harness.wait(seconds * 1000)
        await harness.work()
      }
      expect(await harness.queued()).to.deep.equal([])
    })

    it('after the process that read them has died', async () => {
      const { context } = harness.harness
      await context.pool.query('update comment_post set lease_by = $1, lease_until = $2', [
        randomUUID(),
        new Date(context.now().getTime() - 1),
      ])
      await push()
    })

    it('while they are read, before the process that reads them dies', async () => {
      const died = new Promise<void>((resolve) => {
        harness.network.death = resolve
      })
      harness.network.before.push(() => push())
      void harness.work()
      await died
      harness.wait(60_000)
      await harness.work()
    })
  })

  it('is not read without an end while the network fails', async () => {
    harness.network.add()
    await harness.list()
    await harness.work()
    const fail = () => {
      throw new ProviderError('provider_error', undefined, 'indeterminate')
    }
    harness.network.before.push(...Array.from({ length: 20 }, () => fail))
    harness.network.calls = []
    harness.wait(2 * 86_400_000)
    await harness.list()
    for (let minutes = 0; minutes < 120; minutes++) {
      await harness.work()
      harness.wait(60_000)
    }
    expect(harness.network.calls.filter((name) => name === 'page').length).to.be.within(5, 10)
    expect(await harness.queued()).to.deep.equal([])
  })

  it('is not counted as another request by the reads of clients', async () => {
    const { network } = harness
    for (let n = 0; n < 8; n++) network.add()
    await harness.list()
    network.before.push(async () => {
      await harness.harness.context.pool.query("update comment_post set requested_at = now() - interval '11 minutes'")
      await harness.list()
    })
    await harness.work({ max: 1 })
    expect(await harness.queued()).to.deep.equal([])
  })
})
