import { expect } from 'chai'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('a network whose cursors do not lead to an end', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness()
  })
  afterEach(() => harness.close())

  /** Works until nothing is due, with at most `max` calls, and then with a network that has recovered. */
  async function expectEnd(max: number): Promise<void> {
    const { network } = harness
    network.before = [...Array.from({ length: max }, () => () => {}), () => expect.fail('it is read without an end')]
    await harness.work()
    expect(network.before).to.have.length.above(1)
    Object.assign(network, { cursors: 'end', before: [] })
    harness.wait(minute)
    await harness.list()
    await harness.work()
    const { body } = await harness.list()
    expect(body.comments).to.deep.equal(network.truth())
    expect(body.complete).to.equal(true)
  }

  it('is not read without one if its pages alternate', async () => {
    for (let n = 0; n < 8; n++) harness.network.add()
    harness.network.cursors = 'alternate'
    await harness.list()
    await expectEnd(40)
  })

  it('is not read without one if the pages of a thread alternate', async () => {
    const top = harness.network.add()
    for (let n = 0; n < 9; n++) harness.network.add({ parentId: top })
    harness.network.cursors = 'alternate'
    await harness.list()
    await expectEnd(40)
  })

  it('is not read without one if empty pages follow', async () => {
    for (let n = 0; n < 8; n++) harness.network.add()
    harness.network.cursors = 'go on'
    await harness.list()
    await expectEnd(600)
  })
})
