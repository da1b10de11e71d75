import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { bodyOf, refusal } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('comments that are written through the API', () => {
  let house: CommentHarness
  beforeEach(async () => {
    house = await startCommentHarness()
  })
  afterEach(() => house.close())

  const ids = async () => (await house.list()).body.comments.map(({ id }) => id)
  const one = async (id: string) => (await house.list()).body.comments.find((comment) => comment.id === id)

  it('are in the very next read, and stay there when an older page arrives afterwards', async () => {
    const { network } = house
    const top = network.add()
    await house.list()
    house.wait(minute)
    await house.list()
    let reply = ''
    network.before.push(() => {})
    network.after.push(async () => {
      const { body } = await house.create({ postId: 'post-1', parentId: top, message: 'Own' })
      reply = bodyOf({ status: 201, body }).comment.id
      await house.update(top, { postId: 'post-1', hidden: true, liked: true })
    })
    await house.work({ max: 2 })
    expect(await ids()).to.include(reply)
    expect(await one(top)).to.include({ isHidden: true, liked: true })
    house.wait(minute)
    await house.list()
    await house.work()
    expect((await house.list()).body.comments).to.deep.equal(network.truth())
  })

  it('that are deleted do not come back with an older page', async () => {
    const { network } = house
    const own = network.add({ own: true })
    await house.list()
    house.wait(minute)
    await house.list()
    network.before.push(() => {})
    network.after.push(
      () => {},
      () => house.remove(own),
    )
    await house.work()
    expect(await ids()).to.not.include(own)
    expect((await house.remove(own)).status).to.equal(204)
    expect(network.calls.filter((name) => name === 'delete')).to.have.length(1)
  })

  it('go into the thread of the reply that they answer', async () => {
    const { network } = house
    const top = network.add()
    const reply = network.add({ parentId: top })
    await house.list()
    const { body } = await house.create({ postId: 'post-1', parentId: reply, message: 'Own' })
    expect(bodyOf({ status: 201, body }).comment).to.include({ parentId: top, body: 'Own', isCreator: true })
  })

  it('are written once when the response was lost, and found by reading', async () => {
    house.network.moods.push('lost-after')
    const { body } = await house.beside(house.create({ postId: 'post-1', message: 'Once' }))
    expect(bodyOf({ status: 201, body }).comment.body).to.equal('Once')
    expect(house.network.written).to.deep.equal(['Once'])
  })

  it('are never sent again when they are not found', async () => {
    house.network.moods.push('lost-before')
    const error = await refusal(house.beside(house.create({ postId: 'post-1', message: 'Lost' })))
    expect(error).to.include({ code: 'provider_error', status: 502 })
    expect(error.details).to.deep.equal({ outcome: 'not_posted' })
    expect(house.network.calls.filter((name) => name === 'reply')).to.have.length(1)
  })

  it('need a post of the account, and a comment on it that exists', async () => {
    const { network } = house
    network.posts.push('post-2')
    const top = network.add()
    await house.list()
    const code = async (body: Record<string, string>) => (await refusal(house.create({ message: 'x', ...body }))).code
    expect(await code({ postId: 'foreign' })).to.equal('post_not_found')
    expect(await code({ postId: 'post-2', parentId: top })).to.equal('comment_not_found')
    expect(await code({ postId: 'post-1', parentId: 'none' })).to.equal('comment_not_found')
  })

  it('keep the first of two changes when the second fails', async () => {
    const { network } = house
    const top = network.add()
    await house.list()
    network.before.push(
      () => {},
      () => {
        throw new ProviderError('provider_error', undefined, 'indeterminate')
      },
    )
    const error = await refusal(house.update(top, { postId: 'post-1', hidden: true, liked: true }))
    expect(error.code).to.equal('provider_error')
    expect(await one(top)).to.include({ isHidden: true, liked: false })
  })

  it('go with the comment that they reply to, also where the copy does not hold it', async () => {
    const { network } = house
    const known = network.add()
    await house.list()
    const late = network.add({ own: true })
    const { body } = await house.create({ postId: 'post-1', parentId: late, message: 'Own' })
    const reply = bodyOf({ status: 201, body }).comment.id
    expect(await ids()).to.have.members([known, reply])
    expect((await house.remove(late)).status).to.equal(204)
    expect(await ids()).to.deep.equal([known])
  })

  it('of others cannot be deleted here, nor unknown ones', async () => {
    const { network } = house
    const theirs = network.add()
    const own = network.add({ own: true })
    await house.list()
    expect((await refusal(house.remove(theirs))).code).to.equal('comment_not_owned')
    expect(network.calls).to.not.include('delete')
    expect((await refusal(house.remove(own, { banAuthor: true }))).code).to.equal('invalid_request')
    expect((await refusal(house.remove('none'))).code).to.equal('comment_not_found')
    expect((await refusal(house.update('none', { postId: 'post-1', hidden: true }))).code).to.equal('comment_not_found')
    expect((await refusal(house.update('none', { liked: true }))).code).to.equal('comment_not_found')
    network.remove(own)
    expect((await house.remove(own)).status).to.equal(204)
    expect(await ids()).to.deep.equal([theirs])
  })
})

describe('a network that fails', () => {
  let house: CommentHarness
  beforeEach(async () => {
    house = await startCommentHarness()
    for (let n = 0; n < 8; n++) house.network.add()
  })
  afterEach(() => house.close())

  const fail =
    (code: 'rate_limited' | 'quota_exhausted' | 'provider_error' | 'connection_expired', retryAfter?: number) => () => {
      const outcome = code === 'provider_error' ? ('indeterminate' as const) : ('rejected' as const)
      throw new ProviderError(code, undefined, outcome, retryAfter === undefined ? {} : { retryAfter })
    }

  it('is what a first read tells, and a later one is not', async () => {
    house.network.before.push(() => {}, fail('rate_limited', 60))
    expect(await refusal(house.list())).to.include({ code: 'rate_limited', retryAfter: 60 })
    await house.list()
    house.wait(6 * minute)
    await house.work()
    const { syncedAt } = (await house.list()).body
    for (const code of ['rate_limited', 'quota_exhausted', 'provider_error'] as const) {
      house.wait(2 * 60 * minute)
      house.network.before.push(fail(code, 60), fail(code, 60))
      await house.list()
      await house.work({ max: 2 })
      expect((await house.list()).body).to.deep.include({ syncedAt, complete: true })
    }
  })

  it('that throttles the account keeps background work away for five minutes', async () => {
    const { network } = house
    await house.list()
    network.before.push(fail('rate_limited', 60))
    await house.work({ max: 1 })
    const { length } = network.calls
    house.wait(4 * minute)
    await house.work({ max: 5 })
    expect(network.calls).to.have.length(length)
    house.wait(minute + 1000)
    await house.work()
    expect((await house.list()).body.comments).to.deep.equal(network.truth())
  })

  it('goes on from the stored cursor after a failure', async () => {
    const { network } = house
    await house.list()
    network.before.push(fail('provider_error'))
    await house.work({ max: 1 })
    house.wait(minute)
    await house.list()
    network.calls = []
    await house.work()
    expect(network.calls.filter((name) => name === 'page')).to.have.length(2)
    expect((await house.list()).body.comments).to.deep.equal(network.truth())
  })

  it('begins anew when a cursor is dead', async () => {
    const { network } = house
    await house.list()
    network.before.push(() => {
      throw new ProviderError('provider_error', undefined, 'rejected')
    })
    await house.work()
    expect((await house.list()).body.comments).to.deep.equal(network.truth())
  })

  it('and a connection that has expired is told whatever the copy holds', async () => {
    await house.list()
    await house.work()
    house.wait(minute)
    await house.list()
    house.network.before.push(fail('connection_expired'), fail('connection_expired'))
    await house.work()
    expect((await refusal(house.list())).code).to.equal('connection_expired')
  })

  it('and a post that is gone is not known any more', async () => {
    house.network.posts.push('post-2')
    await house.list()
    await house.work()
    house.network.posts = ['post-2']
    house.wait(minute)
    await house.list()
    await house.work()
    expect((await refusal(house.list({ postId: 'post-1' }))).code).to.equal('post_not_found')
  })
})

describe('comments of all posts at once', () => {
  it('are asked for at most every two minutes', async () => {
    const house = await startCommentHarness('youtube')
    try {
      const { network } = house
      network.add()
      await house.list()
      await house.work()
      network.add()
      for (let n = 0; n < 5; n++) {
        await house.list()
        await house.work()
      }
      expect(network.calls.filter((name) => name === 'newest')).to.have.length(1)
      house.wait(2 * minute)
      await house.list()
      await house.work()
      expect(network.calls.filter((name) => name === 'newest')).to.have.length(2)
      expect((await house.list()).body.comments).to.have.length(2)
      expect(network.calls.filter((name) => name === 'page')).to.have.length(1)
    } finally {
      await house.close()
    }
  })
})
