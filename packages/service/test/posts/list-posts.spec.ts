import { setAccountStatus } from '@carillon/database'
import { type AccountFailure, limits, noMetrics, type Platform, type ReadPost } from '@carillon/domain'
import { ServiceError } from '@carillon/errors'
import { type PostPage, type PostsPort, ProviderError } from '@carillon/providers'
import { expect } from 'chai'
import { setCard } from '../../src/index.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'
import { withPorts } from '../with-ports.ts'

const newest = Date.UTC(2026, 10, 20)

function post(name: string, publishedAt: string | null): ReadPost {
  return {
    providerId: name,
    text: name,
    mediaType: 'text',
    thumbnailUrl: null,
    permalink: `https://network.example/${name}`,
    publishedAt,
    metrics: { ...noMetrics, likes: 0 },
  }
}

/** A page of posts, each a minute older than the one before. */
function page(from: number, count: number, next: string | null): PostPage {
  const posts = Array.from({ length: count }, (_, index) =>
    post(`post-${from + index}`, new Date(newest - (from + index) * 60_000).toISOString()),
  )
  return { posts, next }
}

/** What each account's list does, by the account's id; an account without one has no posts. */
type Lists = Record<string, PostsPort['list']>

describe('lists of posts', () => {
  let harness: Harness
  let lists: Lists
  before(() => {
    lists = {}
  })
  beforeEach(async () => {
    lists = {}
    const port: PostsPort = {
      list: async (call, cursor) => (await lists[call.account.accountId]?.(call, cursor)) ?? { posts: [], next: null },
    }
    harness = await startHarness({
      registry: withPorts({ bluesky: { posts: port }, youtube: { posts: port }, x: { posts: port } }),
    })
  })
  afterEach(() => harness.close())

  const scope = () => ({ organizationId: harness.organizationId, profileId: null })
  const profile = () => ({ profileId: harness.profileId })
  const listed = (query: Record<string, string> = {}, named: object = profile(), signal?: AbortSignal) => {
    const asked = { scope: scope(), named: { ...named, ...query }, query }
    return ask(harness.context, 'posts.list', { ...asked, ...(signal && { signal }) })
  }

  async function account(list: PostsPort['list'], platform: Platform = 'bluesky'): Promise<string> {
    const { id } = await harness.connect({ platform })
    lists[id] = list
    return id
  }

  const failing = (error: Error) => async () => {
    throw error
  }

  it('have a post once that a network lists twice, by the same id or the same permalink', async () => {
    const pages: PostPage[] = [
      { posts: [post('a', null), post('b', null)], next: '2' },
      {
        posts: [post('b', null), { ...post('c', null), permalink: post('a', null).permalink }, post('d', null)],
        next: null,
      },
    ]
    await account(async (_, cursor) => pages[cursor === null ? 0 : 1] ?? { posts: [], next: null })
    const { posts } = bodyOf(await listed())
    expect(posts.map(({ id }: { id: string }) => id)).to.deep.equal(['a', 'b', 'd'])
  })

  it('are complete, newest first over all accounts, and name the account of each', async () => {
    const one = await account(async () => ({
      posts: [post('b', '2026-11-02T00:00:00.000Z'), post('d', '2026-11-01T23:59:59.999Z')],
      next: null,
    }))
    const two = await account(
      async () => ({
        posts: [post('a', '2026-11-03T00:00:00.000Z'), post('c', '2026-11-02T00:00:00.000Z'), post('undated', null)],
        next: null,
      }),
      'youtube',
    )
    const response = await listed()
    expect(response.status).to.equal(200)
    const { status, posts, errors } = bodyOf(response)
    expect([status, errors]).to.deep.equal(['complete', []])
    expect(posts.map(({ id }: { id: string }) => id)).to.deep.equal(['a', 'b', 'c', 'd', 'undated'])
    expect(posts[0]).to.deep.equal({
      id: 'a',
      ...post('a', '2026-11-03T00:00:00.000Z'),
      platform: 'youtube',
      accountId: two,
      profileId: harness.profileId,
    })
    expect(posts[3].accountId).to.equal(one)
  })

  it('are cut where the texts that are read for an organization would take the memory of a gateway', async () => {
    const others = Promise.withResolvers<void>()
    const long = (index: number) => ({ ...post(`post-${index}`, null), text: 'x'.repeat(100_000) })
    const endless: PostsPort['list'] = async (_, cursor) => {
      const from = Number(cursor ?? 0)
      if (from === 150) await others.promise
      return { posts: Array.from({ length: 10 }, (_each, at) => long(from + at)), next: String(from + 10) }
    }
    const one = await account(endless)
    const first = listed({ platform: 'bluesky' })
    const { postCharacters } = harness.context.state
    while ((postCharacters.get(harness.organizationId) ?? 0) < 15_000_000)
      await new Promise((done) => setImmediate(done))
    const found = [bodyOf(await listed({ platform: 'bluesky' }))]
    others.resolve()
    found.push(bodyOf(await first))
    const errors = found.map((body) => body.errors.map(({ accountId, code }: AccountFailure) => [accountId, code]))
    expect(errors).to.deep.equal(Array(2).fill([[one, 'result_limit']]))
    expect(found.map(({ posts }) => posts.length)).to.deep.equal([50, 200])
    expect(postCharacters.size).to.equal(0)
  })

  it('are empty and complete without accounts', async () => {
    expect(await listed()).to.deep.equal({ status: 200, body: { status: 'complete', posts: [], errors: [] } })
  })

  it('follow the pages of every account', async () => {
    const cursors: unknown[] = []
    await account(async (_call, cursor) => {
      cursors.push(cursor)
      const at = Number(cursor ?? 0)
      return page(at * 2, 2, at < 2 ? String(at + 1) : null)
    })
    expect(bodyOf(await listed()).posts).to.have.length(6)
    expect(cursors).to.deep.equal([null, '1', '2'])
  })

  it('leave out platforms that have none, and reject an account of one that is named', async () => {
    const { id } = await harness.connect({ platform: 'whatsapp' })
    await account(async () => page(0, 1, null))
    expect(bodyOf(await listed()).posts).to.have.length(1)
    const error = await rejection(listed({}, { accountId: id }))
    expect([error.code, error.status]).to.deep.equal(['unsupported_platform', 422])
  })

  it('hold the accounts that are asked for', async () => {
    await account(async () => page(0, 1, null))
    const wanted = await account(async () => page(1, 1, null))
    const video = await account(async () => page(2, 1, null), 'youtube')
    const ids = async (query: Record<string, string>, named?: object) =>
      bodyOf(await listed(query, named)).posts.map(({ accountId }: { accountId: string }) => accountId)
    expect(await ids({}, { accountId: wanted })).to.deep.equal([wanted])
    expect(await ids({ platform: 'youtube' })).to.deep.equal([video])
  })

  it('say nothing of a failure in the words of its network', async () => {
    await account(async () => page(0, 1, null))
    await account(failing(new ServiceError('provider_rejected', 'Could not find repo: did:plc:a')))
    await account(failing(new ServiceError('missing_permission', 'The connection lacks pages_read.')), 'youtube')
    const { errors } = bodyOf(await listed())
    expect(errors.map(({ code, message }: Record<string, string>) => [code, message])).to.deep.equal([
      ['provider_error', 'The platform returned an unexpected response.'],
      ['missing_permission', 'The connection lacks pages_read.'],
    ])
  })

  it('are 207 with what came when an account fails', async () => {
    await account(async () => page(0, 3, null))
    const failed = await account(failing(new ProviderError('rate_limited', 'Slowly.', 'rejected')))
    const response = await listed()
    expect(response.status).to.equal(207)
    const { status, posts, errors } = bodyOf(response)
    expect([status, posts.length]).to.deep.equal(['partial', 3])
    expect(errors).to.deep.equal([
      {
        accountId: failed,
        profileId: harness.profileId,
        platform: 'bluesky',
        code: 'rate_limited',
        message: 'Slowly.',
      },
    ])
  })

  it('keep the pages that came before one that failed', async () => {
    const id = await account(async (_call, cursor) => {
      if (cursor) throw new ProviderError('provider_error', 'No response.', 'indeterminate')
      return page(0, 2, 'more')
    })
    const response = await listed()
    expect(response.status).to.equal(207)
    expect(bodyOf(response).posts).to.have.length(2)
    expect(bodyOf(response).errors).to.have.length(1)
    expect(bodyOf(response).errors[0]).to.include({ accountId: id, code: 'provider_error' })
  })

  it('name an account that has to be connected again', async () => {
    await account(async () => page(0, 1, null))
    const expired = await account(async () => page(1, 1, null))
    await setAccountStatus(harness.context.db, expired, { status: 'expired', at: new Date() })
    const { posts, errors } = bodyOf(await listed())
    expect(posts).to.have.length(1)
    expect(errors[0]).to.include({ accountId: expired, code: 'connection_unavailable' })
  })

  it('say nothing of a fault that nobody foresaw', async () => {
    await account(async () => page(0, 1, null))
    await account(failing(new TypeError('cannot read secret of undefined')))
    const { errors } = bodyOf(await listed())
    expect(errors[0].code).to.equal('provider_error')
    expect(errors[0].message).to.not.match(/secret|undefined/)
  })

  describe('when every account fails', () => {
    it('are a provider_error where all say so', async () => {
      const ids = []
      for (let index = 0; index < 2; index++) {
        ids.push(await account(failing(new ProviderError('provider_error', 'No response.', 'indeterminate'))))
      }
      const error = await rejection(listed())
      expect([error.code, error.status]).to.deep.equal(['provider_error', 502])
      expect(error.details).to.deep.equal(
        ids.map((accountId) => ({
          accountId,
          profileId: harness.profileId,
          platform: 'bluesky',
          code: 'provider_error',
          message: 'No response.',
        })),
      )
    })

    it('are a provider_unavailable with the reason of each where they differ', async () => {
      await account(failing(new ProviderError('provider_error', 'No response.', 'indeterminate')))
      await account(failing(new ProviderError('rate_limited', 'Slowly.', 'rejected')))
      await account(failing(new ServiceError('connection_expired', 'Expired.')))
      const error = await rejection(listed())
      expect([error.code, error.status]).to.deep.equal(['provider_unavailable', 502])
      const codes = (error.details as { code: string }[]).map(({ code }) => code)
      expect(codes).to.deep.equal(['provider_error', 'rate_limited', 'connection_unavailable'])
      expect(error.retryAfter).to.equal(undefined)
    })

    it('say when to retry where each network does: after the shortest of the times', async () => {
      const limited = (retryAfter?: number) =>
        failing(new ProviderError('rate_limited', 'Slowly.', 'rejected', retryAfter ? { retryAfter } : {}))
      const one = await account(limited(1140))
      expect((await rejection(listed({}, { accountId: one }))).retryAfter).to.equal(1140)
      await account(limited(300))
      expect((await rejection(listed())).retryAfter).to.equal(300)
      await account(limited())
      expect((await rejection(listed())).retryAfter).to.equal(undefined)
    })
  })

  describe('of very many posts', () => {
    const maxRecords = limits.aggregateRecords
    /** An endless account. */
    const endless = (size: number) => async (_call: unknown, cursor: string | null) => {
      const at = Number(cursor ?? 0)
      return page(at, size, String(at + size))
    }

    it(`end at ${maxRecords}, which does not count as cut if no more exist`, async () => {
      await account(async () => page(0, maxRecords, null))
      const response = await listed()
      expect([response.status, bodyOf(response).posts.length]).to.deep.equal([200, maxRecords])
    })

    it('are cut with one result_limit for an account that goes on', async () => {
      for (const size of [100, 300, 9_999]) {
        lists = {}
        const id = await account(endless(size))
        const response = await listed({}, { accountId: id })
        const { status, posts, errors } = bodyOf(response)
        expect([response.status, status, posts.length]).to.deep.equal([207, 'partial', maxRecords])
        expect(errors).to.have.length(1)
        expect(errors[0]).to.include({ accountId: id, platform: 'bluesky', code: 'result_limit' })
        expect(posts.at(-1).id).to.equal(`post-${maxRecords - 1}`)
      }
    })

    it('are cut once for each of several accounts, keeping the newest', async () => {
      const ids = [await account(endless(3_000)), await account(endless(3_000), 'youtube')]
      const { posts, errors } = bodyOf(await listed())
      expect(posts).to.have.length(maxRecords)
      expect(errors.map(({ accountId }: { accountId: string }) => accountId)).to.have.members(ids)
      expect(errors.every(({ code }: { code: string }) => code === 'result_limit')).to.equal(true)
    })

    it('are cut for the account that was beyond, not for one that is whole', async () => {
      await account(async () => page(0, 10, null))
      const id = await account(async () => page(20, maxRecords, null))
      const { posts, errors } = bodyOf(await listed())
      expect(posts).to.have.length(maxRecords)
      expect(errors.map(({ accountId }: { accountId: string }) => accountId)).to.deep.equal([id])
    })
  })

  it('are not read without an end from a network whose pages lead back to one that was read', async () => {
    let calls = 0
    const id = await account(async (_call, cursor) => {
      // It has recovered after a while, so that the test ends in any case.
      if (++calls > 20) return page(Number(cursor ?? 0), 1, null)
      return page(Number(cursor ?? 0), 1, cursor === '1' ? '2' : '1')
    })
    const response = await listed()
    expect(calls).to.equal(3)
    expect([response.status, bodyOf(response).posts.length]).to.deep.equal([207, 3])
    expect(bodyOf(response).errors[0]).to.include({ accountId: id, code: 'provider_error' })
  })

  describe('at the deadline', () => {
    /** The deadline, which passes once `quick` has been read to its end and the other account has reached `other`. */
    function deadline() {
      const controller = new AbortController()
      const read = Promise.withResolvers<void>()
      const other = Promise.withResolvers<void>()
      void Promise.all([read.promise, other.promise]).then(() => controller.abort())
      const quick = async () => ({
        ...page(0, 2, null),
        // This is checked once the posts of the page have been taken.
        get next() {
          read.resolve()
          return null
        },
      })
      return { signal: controller.signal, quick, other }
    }

    it('hold what came until then', async () => {
      const { signal, quick, other } = deadline()
      await account(quick)
      const slow = await account((call, cursor) => {
        if (cursor === null) return Promise.resolve(page(2, 2, 'more'))
        other.resolve()
        return new Promise((_, fail) => call.signal.addEventListener('abort', () => fail(call.signal.reason)))
      })
      const response = await listed({}, profile(), signal)
      expect([response.status, bodyOf(response).posts.length]).to.deep.equal([207, 4])
      expect(bodyOf(response).errors).to.have.length(1)
      expect(bodyOf(response).errors[0]).to.include({ accountId: slow, code: 'provider_error' })
    })

    it('do not wait for an adapter that does not hear of it', async () => {
      const { signal, quick, other } = deadline()
      await account(quick)
      const deaf = await account(() => {
        other.resolve()
        return new Promise(() => {})
      })
      const response = await listed({}, profile(), signal)
      expect([response.status, bodyOf(response).posts.length]).to.deep.equal([207, 2])
      expect(bodyOf(response).errors[0]).to.deep.include({
        accountId: deaf,
        code: 'provider_error',
        message: 'The platform did not respond in time. Try again.',
      })
    })

    it('ask for no further page', async () => {
      const { signal, quick, other } = deadline()
      await account(quick)
      let pages = 0
      await account(async (_call, cursor) => {
        pages++
        other.resolve()
        await new Promise((done) => setTimeout(done, 5))
        return page(Number(cursor ?? 0), 1, String(pages))
      })
      await listed({}, profile(), signal)
      const asked = pages
      await new Promise((done) => setTimeout(done, 50))
      expect(pages).to.equal(asked)
    })

    it('that is configured, an account whose network never responds is left', async () => {
      harness.context.config.gateway.readDeadlineMs = 50
      await account(() => new Promise(() => {}))
      expect((await rejection(listed())).code).to.equal('provider_error')
    })
  })

  describe('of a network that bills every call', () => {
    it('are rejected without a card, when it is meant alone', async () => {
      const id = await account(async () => page(0, 1, null), 'x')
      for (const named of [profile(), { accountId: id }]) {
        const error = await rejection(listed({}, named))
        expect([error.code, error.status]).to.deep.equal(['x_billing_required', 402])
        expect(error.details).to.deep.equal({ billingUrl: 'http://127.0.0.1:8080/billing' })
      }
    })

    it('are missing without a card, beside others', async () => {
      const id = await account(async () => page(0, 1, null), 'x')
      await account(async () => page(1, 1, null))
      const response = await listed()
      expect([response.status, bodyOf(response).posts.length]).to.deep.equal([207, 1])
      expect(bodyOf(response).errors[0]).to.include({ accountId: id, platform: 'x', code: 'x_billing_required' })
      expect((await rejection(listed({ platform: 'x' }))).code).to.equal('x_billing_required')
    })

    it('are read with a card', async () => {
      await setCard(harness.context, { organizationId: harness.organizationId, onFile: true })
      await account(async () => page(0, 1, null), 'x')
      expect((await listed()).status).to.equal(200)
    })
  })
})
