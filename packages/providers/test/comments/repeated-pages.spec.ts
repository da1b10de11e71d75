import { expect } from 'chai'
import nock from 'nock'
import { tiktokComments } from '../../src/tiktok/comments/port.ts'
import { intercept, now } from '../fake-call.ts'
import { api as tiktokApi, accountCall as tiktokCall } from '../tiktok/network.ts'

describe('pages of comments that repeat', () => {
  intercept()

  it('show the comment of a lost call once', async () => {
    const own = { comment_id: '7301', create_time: String(now.getTime() / 1000), text: 'Thank you', owner: true }
    const page = (cursor: number, more: boolean) =>
      nock(tiktokApi)
        .get('/open_api/v1.3/business/comment/list/')
        .query(true)
        .reply(200, {
          code: 0,
          data: { comments: [{ ...own, comment_id: '7302', text: 'Else' }, own], cursor, has_more: more },
        })
    page(30, true)
    // Newer comments have moved these to the next page, and others before them were deleted.
    for (const cursor of [1, 2]) page(cursor, true)
    page(60, false)
    const input = { postId: '73', parentId: null, message: 'Thank you' }
    const call = { ...tiktokCall(), writeId: 'w', input, createdAt: now }
    const open = { step: 'comment', startedAt: now, claimed: new Set<string>(), linksFetched: null }
    const state = { place: { postId: '73', threadId: null }, sent: null }
    const verdict = await tiktokComments.reply.reconcile(call, state, open)
    expect(verdict).to.have.nested.property('state.sent.id', '7301')
  })
})
