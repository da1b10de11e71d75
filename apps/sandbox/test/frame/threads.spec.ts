import { expect } from 'chai'
import type { Comment } from '../../src/start-page/held.ts'
import { readHeld } from '../../src/start-page/held.ts'
import { createThreads } from '../../src/start-page/threads.ts'

describe('the start page: comments', () => {
  let minute = 0
  const comment = (id: string, more: Record<string, unknown> = {}) => ({
    id,
    postId: 'p',
    parentId: null,
    authorHandle: 'kim',
    text: `text of ${id}`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, minute++)).toISOString(),
    ...more,
  })
  const threadsOf = (...comments: Record<string, unknown>[]) => createThreads(readHeld({ comments }).comments)('p')
  const ids = (comments: readonly Comment[]) => comments.map(({ id }) => id)

  it('are threads of their post, newest first, with replies oldest first', () => {
    const { count, top, repliesTo } = threadsOf(
      comment('a'),
      comment('r', { parentId: 'a' }),
      comment('b'),
      comment('s', { parentId: 'a' }),
      comment('x', { postId: 'other' }),
    )
    expect([count, ids(top)]).to.deep.equal([4, ['b', 'a']])
    expect(top.map((one) => ids(repliesTo(one)))).to.deep.equal([[], ['r', 's']])
  })

  it('and posts of the same millisecond have the one first that was created last', () => {
    const createdAt = '2026-01-01T00:00:00.000Z'
    const { top } = threadsOf(...['a', 'b', 'c'].map((id) => comment(id, { createdAt })))
    expect(ids(top)).to.deep.equal(['c', 'b', 'a'])
    const { posts } = readHeld({ posts: ['a', 'b', 'c'].map((id) => ({ id, createdAt })) })
    expect(posts.map(({ id }) => id)).to.deep.equal(['c', 'b', 'a'])
  })

  it('are gone when deleted, and stay a thread of their own when their parent is gone', () => {
    const { top } = threadsOf(comment('a', { deleted: true }), comment('r', { parentId: 'a' }), comment('b'))
    expect(ids(top)).to.deep.equal(['b', 'r'])
  })

  it('are replies where a network keeps them as posts', () => {
    const at = '2026-01-01T00:00:00Z'
    const held = readHeld({
      posts: [
        { id: 'p', text: 'root', createdAt: at },
        { id: 'one', text: 'reply', createdAt: at, conversationId: 'p', inReplyToPostId: 'p' },
        { id: 'two', text: 'reply to it', createdAt: at, reply: { root: { uri: 'p' }, parent: { uri: 'one' } } },
      ],
    })
    expect(held.posts.map(({ id }) => id)).to.deep.equal(['p'])
    const { top, repliesTo } = createThreads(held.comments)('p')
    expect(ids(top)).to.deep.equal(['one'])
    expect(top.flatMap((one) => ids(repliesTo(one)))).to.deep.equal(['two'])
  })
})
