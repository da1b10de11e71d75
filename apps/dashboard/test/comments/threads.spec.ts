import type { Comment } from '@carillon/client'
import { capabilities } from '@carillon/domain'
import { expect } from 'chai'
import { canDeleteComment, permissionsOf } from '../../app/pages/comments/permissions.ts'
import { isUnread, linesOf } from '../../app/pages/comments/threads.ts'

function comment(id: string, minute: number, more: Partial<Comment> = {}): Comment {
  const createdAt = new Date(Date.UTC(2026, 10, 22, 12, minute)).toISOString()
  return { id, createdAt, parentId: null, isCreator: false, body: id, ...more } as Comment
}

const idsOf = (comments: Comment[]) => linesOf(comments).map(({ comment: { id } }) => id)

describe('comments as threads', () => {
  it('are newest first, each followed by its replies, oldest first', () => {
    const comments = [
      comment('old', 1),
      comment('late reply', 9, { parentId: 'old' }),
      comment('new', 5),
      comment('early reply', 2, { parentId: 'old' }),
    ]
    expect(idsOf(comments)).to.deep.equal(['new', 'old', 'early reply', 'late reply'])
    expect(linesOf(comments).map(({ isReply }) => isReply)).to.deep.equal([false, false, true, true])
  })

  it('keep a reply whose thread has not been read', () => {
    const [line] = linesOf([comment('reply', 1, { parentId: 'elsewhere' })])
    expect(line).to.include({ isReply: true, threadId: 'elsewhere' })
  })

  it('are unread if others wrote them since the last visit', () => {
    const visit = comment('visit', 5).createdAt
    expect(isUnread(comment('later', 6), visit)).to.equal(true)
    expect(isUnread(comment('earlier', 4), visit)).to.equal(false)
    expect(isUnread(comment('own', 6, { isCreator: true }), visit)).to.equal(false)
    expect(isUnread(comment('first visit', 6), null)).to.equal(false)
  })
})

describe('what may be done with comments', () => {
  const facts = { capabilities: JSON.parse(JSON.stringify(capabilities)) }
  const own = comment('own', 1, { isCreator: true })
  const other = comment('other', 1)

  it('follows from the capabilities', () => {
    expect(permissionsOf(facts, { platform: 'tiktok', mayWrite: true })).to.deep.equal({
      maxReply: 1200,
      canComment: true,
      canHide: true,
      canLike: true,
      canDelete: true,
      canDeleteOthers: false,
      canBan: false,
    })
    expect(permissionsOf(facts, { platform: 'tiktok', mayWrite: false })).to.include({ maxReply: null, canHide: false })
    expect(permissionsOf(facts, { platform: 'youtube', mayWrite: true }).canBan).to.equal(true)
    expect(permissionsOf(facts, { platform: 'x', mayWrite: true }).maxReply).to.equal(null)
  })

  it('is to delete the own comments, and those of others where the network lets it', () => {
    expect(
      [own, other].map((one) => canDeleteComment(permissionsOf(facts, { platform: 'tiktok', mayWrite: true }), one)),
    ).to.deep.equal([true, false])
    expect(
      [own, other].map((one) => canDeleteComment(permissionsOf(facts, { platform: 'facebook', mayWrite: true }), one)),
    ).to.deep.equal([true, true])
    expect(
      canDeleteComment(permissionsOf(facts, { platform: 'youtube', mayWrite: true }), { ...other, deletable: false }),
    ).to.equal(false)
    expect(canDeleteComment(permissionsOf(facts, { platform: 'bluesky', mayWrite: true }), own)).to.equal(false)
  })
})
