import type { Comment } from '@carillon/domain'
import { expect } from 'chai'
import { commentOf, mergeComment } from '../../src/comments/merge-comment.ts'
import { FakeComments } from './fake-comments.ts'

describe('a comment that is read again', () => {
  const network = new FakeComments()
  const id = network.add({ own: true })
  const ids = { accountId: '01900000-0000-7000-8000-000000000001', copyId: '01900000-0000-7000-8000-000000000002' }
  const comment = (changed: Partial<Comment> = {}): Comment => {
    const [held] = network.truth().filter((one) => one.id === id)
    if (!held) throw new Error('the network lost it')
    return { ...held, ...changed }
  }
  const read = (start: number, changed: Partial<Comment> = {}) => {
    return { ...ids, comment: comment(changed), pass: 1, start, version: start + 1 }
  }
  const first = mergeComment(undefined, read(1))

  it('stays deleted after a deletion through the API, also when a later page still lists it', () => {
    const deleted = { ...first, deletedAt: new Date(), deletedVersion: 5, deletedHere: true }
    for (const start of [1, 5, 9]) expect(mergeComment(deleted, read(start)).deletedAt).to.equal(deleted.deletedAt)
  })

  it('stays deleted when a page lists it that was read before a pass had missed it', () => {
    const missed = { ...first, deletedAt: new Date(), deletedVersion: 5 }
    expect(mergeComment(missed, read(4)).deletedAt).to.equal(missed.deletedAt)
  })

  it('comes back when it is seen after a pass had missed it', () => {
    const missed = { ...first, deletedAt: new Date(), deletedVersion: 5 }
    expect(mergeComment(missed, read(5)).deletedAt).to.equal(null)
  })

  it('keeps what a newer read found', () => {
    const newer = mergeComment(first, read(6, { body: 'Edited' }))
    expect(commentOf(mergeComment(newer, read(3, { body: 'As it was' }))).body).to.equal('Edited')
  })

  it('stays hidden and liked when a page was read before it was hidden and liked', () => {
    const changed = { ...mergeComment(first, read(2, { isHidden: true, liked: true })), fetchVersion: 1 }
    const local = { ...changed, hiddenVersion: 7, likedVersion: 7 }
    expect(commentOf(mergeComment(local, read(4, { isHidden: false, liked: false })))).to.include({
      isHidden: true,
      liked: true,
    })
    expect(commentOf(mergeComment(local, read(8, { isHidden: false, liked: false })))).to.include({
      isHidden: false,
      liked: false,
    })
  })
})
