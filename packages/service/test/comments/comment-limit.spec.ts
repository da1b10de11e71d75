import { expect } from 'chai'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 61_000
const hour = 60 * minute

describe('a list of comments that the limit of a copy cuts off', () => {
  let harness: CommentHarness

  beforeEach(async () => {
    harness = await startCommentHarness('tiktok', { COMMENTS_PER_POST: '6' })
  })
  afterEach(() => harness.close())

  async function listed() {
    await harness.list()
    await harness.work()
    harness.wait(minute)
    await harness.list()
    await harness.work()
    return (await harness.list()).body
  }

  it('is complete up to the limit', async () => {
    const { network } = harness
    const top = network.add()
    for (let reply = 0; reply < 5; reply++) network.add({ parentId: top })
    const { comments, complete } = await listed()
    expect(comments).to.deep.equal(network.truth())
    expect(complete).to.equal(true)
  })

  it('is not complete if the replies of a thread exceed the limit', async () => {
    const { network } = harness
    network.add()
    const top = network.add()
    for (let reply = 0; reply < 5; reply++) network.add({ parentId: top })
    const { comments, complete, nextCursor } = await listed()
    expect(comments).to.deep.equal(network.truth().slice(0, 6))
    expect({ complete, nextCursor }).to.deep.equal({ complete: false, nextCursor: null })
  })

  it('is not complete if new comments exceed the limit after a complete read', async () => {
    const { network } = harness
    for (let n = 0; n < 6; n++) network.add()
    expect((await listed()).complete).to.equal(true)
    await harness.create({ message: 'The seventh' })
    const { body } = await harness.list()
    expect(body.comments).to.deep.equal(network.truth().slice(0, 6))
    expect(body.complete).to.equal(false)
  })

  for (const [kind, age] of [
    ['newest comments', minute],
    ['comments', hour],
  ] as const) {
    it(`has the cursor of the comments that it lacks also when the ${kind} are read again`, async () => {
      const { network } = harness
      network.pageSize = 1
      for (let n = 0; n < 9; n++) network.add()
      await listed()
      for (let n = 0; n < 2; n++) network.add()
      harness.wait(age)
      const { nextCursor: before } = (await harness.list()).body
      const read: Record<string, unknown>[] = []
      const listAgain = async () => read.push((await harness.list()).body)
      network.before = [() => {}, listAgain, listAgain]
      await harness.work()
      await listAgain()
      expect(read.map(({ nextCursor }) => nextCursor)).to.deep.equal([before, before, before])
      const { body } = await harness.list({ cursor: before ?? '' })
      expect(body.comments).to.deep.equal(network.truth().slice(6, 7))
    })
  }
})
