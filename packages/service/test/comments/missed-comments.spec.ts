import { expect } from 'chai'
import { bodyOf, rejection } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('comments that a pass has missed, although the network has them,', () => {
  let harness: CommentHarness
  let top: string
  let reply: string
  beforeEach(async () => {
    harness = await startCommentHarness()
    const { network } = harness
    top = network.add()
    reply = network.add({ parentId: top })
    await harness.list()
    const held = [top, reply].flatMap((id) => network.held.get(id) ?? [])
    network.remove(top)
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect(await ids()).to.deep.equal([])
    for (const one of held) network.held.set(one.id, one)
  })
  afterEach(() => harness.close())

  const ids = async () => (await harness.list()).body.comments.map(({ id }) => id)

  it('are hidden and liked, and are listed again', async () => {
    await harness.update(top, { hidden: true, liked: true })
    expect(harness.network.held.get(top)).to.include({ hidden: true, liked: true })
    expect((await harness.list()).body.comments).to.deep.equal(harness.network.truth())
  })

  it('are replied to, and are listed again with their replies', async () => {
    const { body } = await harness.create({ postId: 'post-1', parentId: top, message: 'Own' })
    expect(await ids()).to.have.members([top, reply, bodyOf({ status: 201, body }).comment.id])
    expect((await harness.list()).body.comments).to.deep.equal(harness.network.truth())
  })

  it('are replied to in a reply to one of their replies', async () => {
    await harness.create({ postId: 'post-1', parentId: reply, message: 'Own' })
    expect((await harness.list()).body.comments).to.deep.equal(harness.network.truth())
  })

  it('are not known if the network has lost them, nor once they were deleted through the API', async () => {
    harness.network.remove(top)
    const code = async (request: Promise<unknown>) => (await rejection(harness.beside(request))).code
    expect(await code(harness.update(top, { hidden: true }))).to.equal('comment_not_found')
    expect(await code(harness.create({ postId: 'post-1', parentId: top, message: 'Own' }))).to.equal(
      'comment_not_found',
    )
    const { body } = await harness.create({ postId: 'post-1', message: 'Own' })
    const own = bodyOf({ status: 201, body }).comment.id
    await harness.remove(own)
    harness.network.calls = []
    expect(await code(harness.update(own, { postId: 'post-1', hidden: true }))).to.equal('comment_not_found')
    expect(await code(harness.create({ postId: 'post-1', parentId: own, message: 'x' }))).to.equal('comment_not_found')
    expect(harness.network.calls).to.deep.equal([])
  })
})
