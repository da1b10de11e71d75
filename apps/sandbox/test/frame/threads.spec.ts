import { expect } from 'chai'
import { createThreads } from '../../src/start-page/threads.ts'

describe('the start page: comments', () => {
  const post = { id: 'p' }
  const comment = (id: string, more: Record<string, unknown> = {}) => ({
    id,
    postId: 'p',
    parentId: null,
    authorHandle: 'kim',
    text: `text of ${id}`,
    ...more,
  })
  const show = (...comments: Record<string, unknown>[]) => createThreads(comments, new Map())(post)

  it('stand in threads, newest first, under their post', () => {
    const html = show(comment('a'), comment('r', { parentId: 'a' }), comment('b'), comment('x', { postId: 'other' }))
    expect(html.indexOf('text of b')).to.be.below(html.indexOf('text of a'))
    expect(html.indexOf('text of a')).to.be.below(html.indexOf('text of r'))
    expect(html.match(/<article>/g)).to.have.length(3)
    expect(html).to.match(/<article>(?:(?!<\/article>)[\s\S])*text of a(?:(?!<\/article>)[\s\S])*<article>/)
  })

  it('are marked when hidden, and gone when deleted', () => {
    const html = show(comment('a', { hidden: true }), comment('b', { deleted: true }))
    expect(html).to.include('<small>hidden</small>').and.to.not.include('text of b')
  })

  it('are shown by the newest twenty threads and five replies each', () => {
    const many = Array.from({ length: 30 }, (_, index) => comment(`c${index}`))
    const replies = Array.from({ length: 8 }, (_, index) => comment(`r${index}`, { parentId: 'c29' }))
    const html = show(...many, ...replies)
    expect(html.match(/<article>/g)).to.have.length(25)
    expect(html).to.include('and 10 older').and.to.include('and 3 older')
  })
})
