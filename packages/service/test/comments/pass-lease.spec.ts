import { randomUUID } from 'node:crypto'
import { claimPass, extendPass, readCommentPost, releasePass } from '@carillon/database'
import type { CommentChange } from '@carillon/providers'
import { expect } from 'chai'
import { storePushedComments } from '../../src/comments/pushed-comments.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

describe('the lease on the comments of a post', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness('facebook', { COMMENTS_STALE_AFTER_SECONDS: '86400' })
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

  it('keeps the request of an event that came while they were read', async () => {
    const { network, account } = harness
    for (let n = 0; n < 8; n++) network.add()
    const [newest] = (await harness.list()).body.comments
    const about = { accountProviderId: account.providerId, commentId: newest?.id ?? '', kind: 'hidden' as const }
    const at = new Date().toISOString()
    // In the same moment: the events do not show which of them was last.
    const changes: CommentChange[] = [false, true].map((isHidden) => ({ ...about, at, isHidden }))
    const accounts = new Map([[account.providerId, [account.id]]])
    network.before.push(() => storePushedComments(harness.harness.context, accounts, changes))
    await harness.work()
    expect((await harness.list()).body).to.have.nested.property('comments[0].isHidden', true)
    harness.wait(3_000)
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })
})
