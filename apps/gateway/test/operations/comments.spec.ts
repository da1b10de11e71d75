import { type Capability, capabilities, type Platform, platforms, platformsWith, supports } from '@carillon/domain'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import type { Installation } from '../installation.ts'
import { type Ask, type Reply, rejected, startGateway, type TestGateway } from '../test-gateway.ts'

const absent = '0199d1b2-ffff-7000-8000-000000000000'
const able = platformsWith('comments.list')
const answering = platformsWith('comments.reply')
const capabilityOf: Readonly<Record<string, Capability>> = {
  'GET /comments': 'comments.list',
  'POST /comments': 'comments.reply',
  'PATCH /comments/{commentId}': 'comments.hide',
  'DELETE /comments/{commentId}': 'comments.delete',
}
const isAble = (title: string) => (platform: Platform) => supports(capabilityOf[title] ?? 'comments.list', platform)

describe('comments, with the service behind them', () => {
  let gateway: TestGateway
  let accounts: Installation['accounts']
  before(async () => {
    gateway = await startGateway({ real: true })
    accounts = gateway.installation.accounts
  })
  after(() => gateway.close())

  interface Sent {
    platform: string
    accountId?: string
    [field: string]: unknown
  }
  /** The least that each operation takes, with other fields added. */
  const operations: Record<string, (sent: Sent, options?: Ask) => Promise<Reply>> = {
    'GET /comments': (sent, options) =>
      gateway.ask('GET', `/api/v1/comments?${new URLSearchParams(sent as unknown as Record<string, string>)}`, options),
    'POST /comments': (sent, options) =>
      gateway.ask('POST', '/api/v1/comments', {
        json: { message: 'Hi', postId: '1', parentId: '2', ...sent },
        ...options,
      }),
    'PATCH /comments/{commentId}': (sent, options) =>
      gateway.ask('PATCH', '/api/v1/comments/1', { json: { hidden: true, postId: '1', ...sent }, ...options }),
    'DELETE /comments/{commentId}': (sent, options) =>
      gateway.ask(
        'DELETE',
        `/api/v1/comments/1?${new URLSearchParams(sent as unknown as Record<string, string>)}`,
        options,
      ),
  }

  for (const [title, send] of Object.entries(operations)) {
    describe(title, () => {
      it('401 without a key', async () => {
        rejected(await send({ platform: 'tiktok', accountId: absent }, { authorization: null }), 401, 'unauthorized')
      })

      it('400 for an unknown platform, an id that is not a UUID, a missing account and an unknown field', async () => {
        rejected(await send({ platform: 'myspace', accountId: absent }), 400, 'invalid_request')
        rejected(await send({ platform: 'tiktok', accountId: '42' }), 400, 'invalid_request')
        rejected(await send({ platform: 'tiktok' }), 400, 'invalid_request')
        rejected(await send({ platform: 'tiktok', accountId: absent, colour: 'red' }), 400, 'invalid_request')
      })

      for (const platform of platforms.filter((each) => !isAble(title)(each))) {
        it(`422 unsupported_platform on ${platform}`, async () => {
          rejected(await send({ platform, accountId: absent }), 422, 'unsupported_platform')
        })
      }

      for (const platform of able.filter(isAble(title))) {
        it(`404 on ${platform} for an account of nobody, of another platform, and of another profile`, async () => {
          rejected(await send({ platform, accountId: absent }), 404, 'account_not_found')
          rejected(await send({ platform, accountId: accounts.bluesky }), 404, 'account_not_found')
          rejected(await send({ platform, accountId: accounts[platform], profileId: absent }), 404, 'account_not_found')
        })

        it(`422 connection_expired on ${platform} for an account whose credentials are gone`, async () => {
          rejected(await send({ platform, accountId: accounts[platform] }), 422, 'connection_expired')
        })
      }
    })
  }

  describe('fields that only some platforms have', () => {
    const only = [
      ['GET /comments', 'cursor', 'comments.cursor'],
      ['PATCH /comments/{commentId}', 'liked', 'comments.like'],
      ['DELETE /comments/{commentId}', 'banAuthor', 'comments.banAuthor'],
    ] as const
    for (const [title, field, capability] of only) {
      for (const platform of able.filter(isAble(title))) {
        const can = capabilities[capability].cells[platform] !== false
        it(`${field}: ${can ? 'accepted' : '422 not_supported whatever its value'} on ${platform}`, async () => {
          for (const value of ['true', 'nonsense', '']) {
            const reply = await operations[title]?.({ platform, accountId: absent, [field]: value })
            if (!reply) throw new Error('there is no such operation')
            if (can) expect(reply.body.error.code).to.not.equal('not_supported')
            else rejected(reply, 422, 'not_supported')
          }
        })
      }
    }
  })

  describe('the body of POST /comments', () => {
    const post = (json: object) => gateway.ask('POST', '/api/v1/comments', { json: { accountId: absent, ...json } })

    for (const platform of answering) {
      const { maxLength } = capabilities['comments.reply'].cells[platform]
      it(`takes 1 to ${maxLength} code points on ${platform}`, async () => {
        const place = { platform, postId: '1', parentId: '2' }
        rejected(await post({ ...place, message: '🍞'.repeat(maxLength) }), 404, 'account_not_found')
        rejected(await post({ ...place, message: '🍞'.repeat(maxLength + 1) }), 400, 'invalid_request')
        rejected(await post({ ...place, message: '' }), 400, 'invalid_request')
        rejected(await post(place), 400, 'invalid_request')
      })
    }

    it('names its place as the platform needs it', async () => {
      const message = 'Hi'
      rejected(await post({ platform: 'instagram', postId: '1', message }), 400, 'invalid_request')
      rejected(await post({ platform: 'instagram', parentId: '2', message }), 404, 'account_not_found')
      rejected(await post({ platform: 'facebook', message }), 400, 'invalid_request')
      rejected(await post({ platform: 'facebook', parentId: '2', message }), 404, 'account_not_found')
      rejected(await post({ platform: 'facebook', postId: '2', message }), 404, 'account_not_found')
      for (const platform of ['tiktok', 'youtube']) {
        rejected(await post({ platform, parentId: '2', message }), 400, 'invalid_request')
        rejected(await post({ platform, postId: '1', message }), 404, 'account_not_found')
      }
    })
  })

  it('PATCH takes at least one change, and on tiktok the post of what it hides', async () => {
    const patch = (json: object) => gateway.ask('PATCH', '/api/v1/comments/1', { json: { accountId: absent, ...json } })
    for (const platform of platformsWith('comments.hide')) rejected(await patch({ platform }), 400, 'invalid_request')
    const withoutPost = await patch({ platform: 'tiktok', hidden: true })
    rejected(withoutPost, 400, 'invalid_request')
    expect(withoutPost.body.error).to.have.nested.property('details[0].path').that.deep.equals(['postId'])
    expect(withoutPost.body.error.message).to.include('With hidden, postId is required')
    rejected(await patch({ platform: 'tiktok', liked: true }), 404, 'account_not_found')
    rejected(await patch({ platform: 'tiktok', hidden: true, postId: '1' }), 404, 'account_not_found')
    rejected(await patch({ platform: 'youtube', hidden: 'yes' }), 400, 'invalid_request')
  })

  it('405 for other methods', async () => {
    const list = await gateway.ask('PUT', '/api/v1/comments')
    expect([list.status, list.headers.get('allow')]).to.deep.equal([405, 'GET, POST, HEAD'])
    const one = await gateway.ask('GET', '/api/v1/comments/1')
    expect([one.status, one.headers.get('allow')]).to.deep.equal([405, 'PATCH, DELETE'])
  })
})

describe('responses about comments', () => {
  const failures: Record<string, ErrorCode[]> = {
    'GET /comments': ['post_not_found', 'page_not_selected', 'rate_limited', 'quota_exhausted', 'provider_error'],
    'POST /comments': [
      'post_not_found',
      'comment_not_found',
      'provider_rejected',
      'page_not_selected',
      'provider_error',
    ],
    'PATCH /comments/1': ['comment_not_found', 'rate_limited', 'provider_rejected', 'provider_error'],
    'DELETE /comments/1': [
      'comment_not_found',
      'comment_not_owned',
      'rate_limited',
      'quota_exhausted',
      'provider_error',
    ],
  }
  const names = {
    'GET /comments': 'comments.list',
    'POST /comments': 'comments.create',
    'PATCH /comments/1': 'comments.update',
    'DELETE /comments/1': 'comments.delete',
  } as const

  for (const [request, name] of Object.entries(names)) {
    it(`carry the errors of the use case: ${request}`, async () => {
      let code: ErrorCode = 'provider_error'
      const useCase = async () => {
        throw new ServiceError(code, undefined, { retryAfter: 7 })
      }
      const gateway = await startGateway({
        replace: ({ useCases }) => ({ useCases: { ...useCases, [name]: useCase } }),
      })
      try {
        for (const each of failures[request] ?? []) {
          code = each
          const [method = '', path = ''] = request.split(' ')
          const about = { platform: 'facebook', accountId: gateway.installation.accounts.facebook }
          const inQuery = method === 'GET' || method === 'DELETE'
          const json = { ...about, ...(method === 'POST' ? { postId: '1', message: 'Hi' } : { hidden: true }) }
          const search = inQuery ? `?${new URLSearchParams(about)}` : ''
          const reply = await gateway.ask(method, `/api/v1${path}${search}`, inQuery ? {} : { json })
          expect(reply.body.error.code).to.equal(code)
          if (reply.status === 429) expect(reply.headers.get('retry-after')).to.equal('7')
        }
      } finally {
        await gateway.close()
      }
    })
  }

  it('send JSON that was made before, its ETag and 304', async () => {
    const responses = [
      { status: 200, json: [Buffer.from('{"a":'), Buffer.from('"🍞"}')], headers: { ETag: '"1"' } },
      { status: 304, headers: { ETag: '"1"' } },
    ]
    const sent: unknown[] = []
    const gateway = await startGateway({
      replace: ({ useCases }) => ({
        useCases: {
          ...useCases,
          'comments.list': (async (_context: unknown, { input }: { input: { headers: unknown } }) => {
            sent.push(input.headers)
            return responses.shift()
          }) as unknown as (typeof useCases)['comments.list'],
        },
      }),
    })
    try {
      const path = `/api/v1/comments?platform=facebook&accountId=${gateway.installation.accounts.facebook}`
      const first = await gateway.ask('GET', path)
      expect([first.status, first.text, first.headers.get('etag')]).to.deep.equal([200, '{"a":"🍞"}', '"1"'])
      const second = await gateway.ask('GET', path, { headers: { 'if-none-match': '"1"' } })
      expect([second.status, second.text, second.headers.get('etag')]).to.deep.equal([304, '', '"1"'])
      expect(sent).to.deep.equal([{}, { 'if-none-match': '"1"' }])
    } finally {
      await gateway.close()
    }
  })
})
