import { consumeDailyQuota } from '@carillon/database'
import { dailyQuotas, resetOf } from '@carillon/domain'
import { ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { bodyOf, rejection } from '../ask.ts'
import { type CommentHarness, startCommentHarness } from './comment-harness.ts'

const minute = 60_000

describe('comments that are written through the API', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness()
  })
  afterEach(() => harness.close())

  const ids = async () => (await harness.list()).body.comments.map(({ id }) => id)
  const one = async (id: string) => (await harness.list()).body.comments.find((comment) => comment.id === id)

  it('are in the very next read, and stay there when an older page arrives afterwards', async () => {
    const { network } = harness
    const top = network.add()
    await harness.list()
    harness.wait(minute)
    await harness.list()
    let reply = ''
    network.before.push(() => {})
    network.after.push(async () => {
      const { body } = await harness.create({ postId: 'post-1', parentId: top, message: 'Own' })
      reply = bodyOf({ status: 201, body }).comment.id
      await harness.update(top, { postId: 'post-1', hidden: true, liked: true })
    })
    await harness.work({ max: 2 })
    expect(await ids()).to.include(reply)
    expect(await one(top)).to.include({ isHidden: true, liked: true })
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('are not undone by an older page that brings their comment into the copy', async () => {
    const { network } = harness
    const top = network.add()
    const gone = network.add({ own: true })
    const reply = network.add({ parentId: gone })
    network.after.push(
      () => {},
      async () => {
        await harness.update(top, { postId: 'post-1', hidden: true, liked: true })
        await harness.remove(gone)
      },
    )
    const read = await harness.list()
    expect(read.body.comments.map(({ id }) => id)).to.deep.equal([top])
    expect(await one(top)).to.include({ isHidden: true, liked: true })
    expect(network.held.has(reply)).to.equal(false)
    Object.assign(network.held.get(top) ?? {}, { hidden: false })
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
    expect(await one(top)).to.include({ isHidden: false, liked: true })
  })

  describe('are counted by their thread', () => {
    let top: string
    const count = async () => (await one(top))?.replyCount
    const reply = async (parentId = top) => {
      const { body } = await harness.create({ postId: 'post-1', parentId, message: 'Own' })
      return bodyOf({ status: 201, body }).comment.id as string
    }
    beforeEach(() => {
      top = harness.network.add()
    })

    it('in the very next read, and no longer after their deletion', async () => {
      harness.network.add({ parentId: top })
      await harness.list()
      const own = await reply()
      expect(await count()).to.equal(2)
      await reply(own)
      expect(await count(), 'a reply to a reply').to.equal(3)
      await harness.remove(own)
      expect(await count()).to.equal(2)
      await harness.remove(own)
      expect(await count(), 'deleted once').to.equal(2)
    })

    it('also when an older page arrives afterwards, until the next refresh', async () => {
      const { network } = harness
      await harness.list()
      const gone = await reply()
      harness.wait(minute)
      await harness.list()
      const afterReply = () => {}
      network.after.push(async () => void (await reply()), afterReply)
      await harness.work({ max: 1 })
      expect(await count()).to.equal(2)
      harness.wait(minute)
      await harness.list()
      network.after.push(
        () => harness.remove(gone),
        () => {},
      )
      await harness.work({ max: 1 })
      expect(await count()).to.equal(1)
      network.add({ parentId: top })
      harness.wait(minute)
      await harness.list()
      await harness.work()
      expect((await harness.list()).body.comments).to.deep.equal(network.truth())
    })

    it('also when an older page brings the thread into the copy', async () => {
      const { network } = harness
      await harness.list({ postId: 'post-1' })
      const late = network.add()
      harness.wait(minute)
      await harness.list()
      network.after.push(
        async () => void (await reply(late)),
        () => {},
      )
      await harness.work({ max: 1 })
      expect((await one(late))?.replyCount).to.equal(1)
    })
  })

  describe('keep a comment that a pass misses because the network moves it to another list', () => {
    let top: string
    const hide = () => harness.update(top, { postId: 'post-1', hidden: true })
    const leave = () => void network.held.delete(top)
    let arrive: () => void
    let network: CommentHarness['network']
    beforeEach(async () => {
      network = harness.network
      top = network.add()
      const held = network.held.get(top)
      arrive = () => void (held && network.held.set(top, held))
      await harness.list()
      harness.wait(minute)
      await harness.list()
    })
    afterEach(async () => expect(await one(top)).to.include({ isHidden: true }))

    it('and the change is stored during the pass', async () => {
      network.before.push(async () => {
        await hide()
        leave()
      })
      const afterHide = () => {}
      network.after.push(afterHide, arrive)
      await harness.work({ max: 1 })
      expect(network.calls.slice(-2)).to.deep.equal(['page', 'hide'])
    })

    it('and the change is stored after the pass', async () => {
      network.after.push(async () => {
        leave()
        await harness.work()
        expect(await ids(), 'in between').to.deep.equal([])
        arrive()
      })
      await hide()
    })

    it('together with its replies', async () => {
      const reply = network.add({ parentId: top })
      await harness.work()
      harness.wait(minute)
      await harness.list()
      network.after.push(async () => {
        leave()
        await harness.work()
        arrive()
      })
      await hide()
      expect(await ids()).to.deep.equal([reply, top])
    })
  })

  it('that delete a thread keep its replies away, too, that an older page brings', async () => {
    const { network } = harness
    const gone = network.add({ own: true })
    await harness.list()
    const reply = network.add({ parentId: gone })
    harness.wait(minute)
    await harness.list()
    network.before.push(() => {})
    network.after.push(
      () => {},
      () => harness.remove(gone),
    )
    await harness.work()
    expect((await ids()).filter((id) => id === gone || id === reply)).to.deep.equal([])
  })

  it('have their author at once, also where the network returns nothing but an id', async () => {
    const { network } = harness
    network.returnsIdOnly = true
    const top = network.add()
    await harness.list()
    const created = await harness.create({ postId: 'post-1', parentId: top, message: 'Own' })
    const { id } = bodyOf({ status: 201, body: created.body }).comment
    expect(await one(id)).to.include({
      mediaId: 'post-1',
      parentId: top,
      authorName: 'Person of the network',
      authorHandle: 'Person',
      profileUrl: 'https://network.example/person',
      body: 'Own',
      isCreator: true,
    })
  })

  it('that are deleted do not come back with an older page', async () => {
    const { network } = harness
    const own = network.add({ own: true })
    await harness.list()
    harness.wait(minute)
    await harness.list()
    network.before.push(() => {})
    network.after.push(
      () => {},
      () => harness.remove(own),
    )
    await harness.work()
    expect(await ids()).to.not.include(own)
    expect((await harness.remove(own)).status).to.equal(204)
    expect(network.calls.filter((name) => name === 'delete')).to.have.length(1)
  })

  it('stay in a thread that has more replies than are read', async () => {
    const { network } = harness
    network.maxReplies = 1
    const top = network.add()
    network.add({ parentId: top })
    await harness.list()
    const { body } = await harness.create({ postId: 'post-1', parentId: top, message: 'Own' })
    const reply = bodyOf({ status: 201, body }).comment.id
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect(await ids()).to.include(reply)
  })

  it('that delete a thread while its replies are read do not shorten the next one', async () => {
    const { network } = harness
    const tops = [network.add(), network.add({ own: true })]
    for (let n = 0; n < 14; n++) network.add({ parentId: tops[n % 2] ?? '' })
    await harness.list()
    network.after.push(() => harness.remove(tops[1] ?? ''))
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('tell the network of which comments the copy of the post has', async () => {
    const known = harness.network.add()
    await harness.list()
    const late = harness.network.add()
    for (const parentId of [known, late]) await harness.create({ postId: 'post-1', parentId, message: 'Own' })
    for (const id of [known, late]) await harness.update(id, { postId: 'post-1', hidden: true })
    await harness.create({ parentId: known, message: 'Own' })
    expect(harness.network.placed).to.deep.equal([known, known])
  })

  it('go into the thread of the reply that they reply to', async () => {
    const { network } = harness
    const top = network.add()
    const reply = network.add({ parentId: top })
    await harness.list()
    const { body } = await harness.create({ postId: 'post-1', parentId: reply, message: 'Own' })
    expect(bodyOf({ status: 201, body }).comment).to.include({ parentId: top, body: 'Own', isCreator: true })
  })

  it('are written once when the response was lost, and found by reading', async () => {
    harness.network.moods.push('lost-after')
    const { body } = await harness.beside(harness.create({ postId: 'post-1', message: 'Once' }))
    expect(bodyOf({ status: 201, body }).comment.body).to.equal('Once')
    expect(harness.network.written).to.deep.equal(['Once'])
  })

  it('are never sent again when they are not found', async () => {
    harness.network.moods.push('lost-before')
    const error = await rejection(harness.beside(harness.create({ postId: 'post-1', message: 'Lost' })))
    expect(error).to.include({ code: 'provider_error', status: 502 })
    expect(error.details).to.deep.equal({ outcome: 'not_posted' })
    expect(harness.network.calls.filter((name) => name === 'reply')).to.have.length(1)
  })

  it('need a post of the account, and a comment on it that exists', async () => {
    const { network } = harness
    network.posts.push('post-2')
    const top = network.add()
    await harness.list()
    const code = async (body: Record<string, string>) =>
      (await rejection(harness.create({ message: 'x', ...body }))).code
    expect(await code({ postId: 'foreign' })).to.equal('post_not_found')
    expect(await code({ postId: 'post-2', parentId: top })).to.equal('comment_not_found')
    expect(await code({ postId: 'post-1', parentId: 'none' })).to.equal('comment_not_found')
  })

  it('may read their post with the part of the daily quota that reads of comments leave to writes', async () => {
    const { network } = harness
    const { db, now } = harness.harness.context
    const { post } = network.port
    network.port.post = async (call, id) => {
      await call.consumeQuota('youtube.units', 1)
      return post(call, id)
    }
    const { day } = resetOf(now(), dailyQuotas['youtube.units'].timeZone)
    await consumeDailyQuota(db, { bucket: 'youtube.units', day, cost: 7_000, limit: 10_000 })
    await harness.list()
    network.posts.push('post-2')
    const { code, message } = await rejection(harness.list({ postId: 'post-2' }))
    expect([code, message.includes('part for reads of comments')]).to.deep.equal(['quota_exhausted', true])
    const { body } = await harness.create({ postId: 'post-2', message: 'First' })
    expect(bodyOf({ status: 201, body }).comment.body).to.equal('First')
  })

  it('keep the first of two changes when the second fails', async () => {
    const { network } = harness
    const top = network.add()
    await harness.list()
    network.before.push(
      () => {},
      () => {
        throw new ProviderError('provider_error', undefined, 'indeterminate')
      },
    )
    const error = await rejection(harness.update(top, { postId: 'post-1', hidden: true, liked: true }))
    expect(error.code).to.equal('provider_error')
    expect(await one(top)).to.include({ isHidden: true, liked: false })
  })

  it('go with the comment that they reply to, also where the copy does not hold it', async () => {
    const { network } = harness
    const known = network.add()
    await harness.list()
    const late = network.add({ own: true })
    const { body } = await harness.create({ postId: 'post-1', parentId: late, message: 'Own' })
    const reply = bodyOf({ status: 201, body }).comment.id
    expect(await ids()).to.have.members([known, reply])
    expect((await harness.remove(late)).status).to.equal(204)
    expect(await ids()).to.deep.equal([known])
  })

  it('come back if the network only did not show them when they were to be deleted', async () => {
    const { network } = harness
    const own = network.add({ own: true })
    await harness.list()
    network.before.push(() => {
      throw new ProviderError('comment_not_found', undefined, 'rejected')
    })
    expect((await harness.remove(own)).status).to.equal(204)
    expect(await ids()).to.deep.equal([])
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect(await ids()).to.deep.equal([own])
    expect((await harness.remove(own)).status).to.equal(204)
    expect(network.held.has(own)).to.equal(false)
  })

  it('that a pass has missed are deleted at the network, which may still hold them', async () => {
    const { network } = harness
    const own = network.add({ own: true })
    await harness.list()
    const held = network.held.get(own)
    network.remove(own)
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect(await ids()).to.deep.equal([])
    if (held) network.held.set(own, held)
    expect((await harness.remove(own)).status).to.equal(204)
    expect(network.held.has(own)).to.equal(false)
    network.calls = []
    expect((await harness.remove(own)).status).to.equal(204)
    expect(network.calls).to.deep.equal([])
  })

  it('of others cannot be deleted here, nor unknown ones', async () => {
    const { network } = harness
    const theirs = network.add()
    const own = network.add({ own: true })
    await harness.list()
    expect((await rejection(harness.remove(theirs))).code).to.equal('comment_not_owned')
    expect(network.calls).to.not.include('delete')
    expect((await rejection(harness.remove(own, { banAuthor: true }))).code).to.equal('invalid_request')
    expect((await rejection(harness.remove('none'))).code).to.equal('comment_not_found')
    expect((await rejection(harness.update('none', { postId: 'post-1', hidden: true }))).code).to.equal(
      'comment_not_found',
    )
    expect((await rejection(harness.update('none', { liked: true }))).code).to.equal('comment_not_found')
    network.remove(own)
    expect((await harness.remove(own)).status).to.equal(204)
    expect(await ids()).to.deep.equal([theirs])
  })
})

describe('a network that fails', () => {
  let harness: CommentHarness
  beforeEach(async () => {
    harness = await startCommentHarness()
    for (let n = 0; n < 8; n++) harness.network.add()
  })
  afterEach(() => harness.close())

  const fail =
    (code: 'rate_limited' | 'quota_exhausted' | 'provider_error' | 'connection_expired', retryAfter?: number) => () => {
      const outcome = code === 'provider_error' ? ('indeterminate' as const) : ('rejected' as const)
      throw new ProviderError(code, undefined, outcome, retryAfter === undefined ? {} : { retryAfter })
    }

  it('is what a first read tells, and a later one is not', async () => {
    harness.network.before.push(() => {}, fail('rate_limited', 60))
    expect(await rejection(harness.list())).to.include({ code: 'rate_limited', retryAfter: 60 })
    await harness.list()
    harness.wait(6 * minute)
    await harness.work()
    const { syncedAt } = (await harness.list()).body
    for (const code of ['rate_limited', 'quota_exhausted', 'provider_error'] as const) {
      harness.wait(2 * 60 * minute)
      harness.network.before.push(fail(code, 60), fail(code, 60))
      await harness.list()
      await harness.work({ max: 2 })
      expect((await harness.list()).body).to.deep.include({ syncedAt, complete: true })
    }
  })

  it('during a first read, which the background then completes', async () => {
    const { network } = harness
    network.before.push(() => {}, fail('provider_error'))
    expect(await rejection(harness.list())).to.include({ code: 'provider_error' })
    expect(await harness.queued()).to.deep.equal(['comments.sync'])
    await harness.work()
    network.calls = []
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
    expect(network.calls).to.deep.equal([])
  })

  it('for good during a first read is not called again', async () => {
    harness.network.before.push(() => {}, fail('connection_expired'))
    expect(await rejection(harness.list())).to.include({ code: 'connection_expired' })
    expect(await harness.queued()).to.deep.equal([])
  })

  it('that throttles the account keeps background work away for five minutes', async () => {
    const { network } = harness
    await harness.list()
    network.before.push(fail('rate_limited', 60))
    await harness.work({ max: 1 })
    const { length } = network.calls
    harness.wait(4 * minute)
    await harness.list()
    await harness.work({ max: 5 })
    expect(network.calls).to.have.length(length)
    harness.wait(minute + 1000)
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
    await harness.work()
    expect(network.calls.slice(length)).to.include('recentPosts')
  })

  it('goes on from the stored cursor after a failure', async () => {
    const { network } = harness
    await harness.list()
    network.before.push(fail('provider_error'))
    await harness.work({ max: 1 })
    harness.wait(minute)
    await harness.list()
    network.calls = []
    await harness.work()
    expect(network.calls.filter((name) => name === 'page')).to.have.length(2)
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('starts again when a cursor is dead', async () => {
    const { network } = harness
    await harness.list()
    network.before.push(() => {
      throw new ProviderError('provider_error', undefined, 'rejected')
    })
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('starts again later when cursors die again and again', async () => {
    const { network } = harness
    await harness.list()
    const dead = () => {
      throw new ProviderError('provider_error', undefined, 'rejected')
    }
    network.before.push(dead, ...Array.from({ length: 3 }, () => [() => {}, dead]).flat())
    await harness.work()
    network.before.push(async () => {
      const { rows } = await harness.harness.context.pool.query('select pass_cursor from comment_post')
      if (rows[0].pass_cursor !== null) dead()
    })
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect((await harness.list()).body.comments).to.deep.equal(network.truth())
  })

  it('and a connection that has expired is told whatever the copy holds', async () => {
    await harness.list()
    await harness.work()
    harness.wait(minute)
    await harness.list()
    harness.network.before.push(fail('connection_expired'), fail('connection_expired'))
    await harness.work()
    expect((await rejection(harness.list())).code).to.equal('connection_expired')
  })

  it('and an expired connection is reported before a comment that no copy holds', async () => {
    const { account } = harness
    expect(await rejection(harness.update('none', { liked: true }))).to.include({ code: 'comment_not_found' })
    await harness.harness.context.pool.query("update account set status = 'expired' where id = $1", [account.id])
    for (const change of [{ liked: true }, { hidden: true }, { hidden: true, liked: true }]) {
      const { code } = await rejection(harness.update('none', change))
      expect(code, JSON.stringify(change)).to.equal('connection_expired')
    }
  })

  it('and a connection that is renewed while a pass finds it expired is not told as expired', async () => {
    const { network, account } = harness
    const { context } = harness.harness
    await harness.list()
    await harness.work()
    harness.wait(minute)
    await harness.list()
    const renewed = async () => {
      harness.wait(1)
      await context.pool.query('update account set updated_at = $2 where id = $1', [account.id, context.now()])
      return fail('connection_expired')()
    }
    // Two jobs call the network, in either order.
    network.before.push(renewed, renewed)
    await harness.work()
    expect((await harness.list()).status).to.equal(200)
  })

  it('and a connection that is renewed soon after jobs found it expired is read again at once', async () => {
    const { account } = harness
    const { context } = harness.harness
    const setStatus = (status: string) =>
      context.pool.query('update account set status = $2, updated_at = $3 where id = $1', [
        account.id,
        status,
        context.now(),
      ])
    await harness.list()
    await harness.work()
    harness.wait(minute)
    await harness.list()
    await setStatus('expired')
    await harness.work()
    await setStatus('connected')
    await harness.list()
    expect(await harness.queued()).to.have.members(['comments.posts', 'comments.sync'])
  })

  it('and a post that is gone is not known any more', async () => {
    harness.network.posts.push('post-2')
    await harness.list()
    await harness.work()
    harness.network.posts = ['post-2']
    harness.wait(minute)
    await harness.list()
    await harness.work()
    expect((await rejection(harness.list({ postId: 'post-1' }))).code).to.equal('post_not_found')
  })
})

describe('comments of all posts at once', () => {
  it('are asked for at most every two minutes', async () => {
    const harness = await startCommentHarness('youtube')
    try {
      const { network } = harness
      network.add()
      await harness.list()
      await harness.work()
      network.add()
      for (let n = 0; n < 5; n++) {
        await harness.list()
        await harness.work()
      }
      expect(network.calls.filter((name) => name === 'newest')).to.have.length(1)
      harness.wait(2 * minute)
      await harness.list()
      await harness.work()
      expect(network.calls.filter((name) => name === 'newest')).to.have.length(2)
      expect((await harness.list()).body.comments).to.have.length(2)
      expect(network.calls.filter((name) => name === 'page')).to.have.length(1)
    } finally {
      await harness.close()
    }
  })

  it('are not asked for while the network throttles the account', async () => {
    const harness = await startCommentHarness('youtube')
    try {
      const { network } = harness
      network.add()
      network.before.push(
        () => {},
        () => {},
        () => {
          throw new ProviderError('rate_limited', undefined, 'rejected', { retryAfter: 60 })
        },
      )
      await harness.list()
      await harness.work()
      for (const calls of [1, 1, 2]) {
        expect(network.calls.filter((name) => name === 'newest')).to.have.length(calls)
        harness.wait(2 * minute + 40_000)
        await harness.list()
        await harness.work()
      }
    } finally {
      await harness.close()
    }
  })
})
