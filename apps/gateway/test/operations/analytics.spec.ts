import { analyticsOperations, type OperationId, operationRow } from '@carillon/contract'
import { type ErrorCode, ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import type { Installation } from '../installation.ts'
import { rejected, startGateway, type TestGateway } from '../test-gateway.ts'

type ReportId = keyof typeof analyticsOperations

const ids = Object.keys(analyticsOperations) as ReportId[]
const absent = '0199d1b2-ffff-7000-8000-000000000000'

describe('reports, with the service behind them', () => {
  let gateway: TestGateway
  let accounts: Installation['accounts']
  before(async () => {
    gateway = await startGateway({ real: true })
    accounts = gateway.installation.accounts
  })
  after(() => gateway.close())

  for (const id of ids) {
    const { path, platform } = analyticsOperations[id]
    const needsAccount = id !== 'analytics.facebook.page-metrics'
    const ask = (query: Record<string, string> = {}, options = {}) =>
      gateway.ask('GET', `/api/v1${path}?${new URLSearchParams(query)}`, options)

    describe(`GET ${path}`, () => {
      it('401 without a key', async () => {
        rejected(await ask({ accountId: absent }, { authorization: null }), 401, 'unauthorized')
      })

      it('400 for an id that is not a UUID, a parameter that there is not, and one that is repeated', async () => {
        rejected(await ask({ accountId: '42' }), 400, 'invalid_request', 'accountId')
        rejected(await ask({ accountId: absent, colour: 'red' }), 400, 'invalid_request', 'colour')
        const twice = `/api/v1${path}?accountId=${absent}&accountId=${absent}`
        rejected(await gateway.ask('GET', twice), 400, 'invalid_request')
      })

      it(`400 ${needsAccount ? 'invalid_request' : 'profile_required'} without an account`, async () => {
        if (needsAccount) rejected(await ask(), 400, 'invalid_request', 'accountId')
        else rejected(await ask(), 400, 'profile_required')
      })

      it('404 for an account of nobody, of another platform, and of another profile', async () => {
        rejected(await ask({ accountId: absent }), 404, 'account_not_found')
        rejected(await ask({ accountId: accounts.bluesky }), 404, 'account_not_found')
        rejected(await ask({ accountId: accounts[platform], profileId: absent }), 404, 'account_not_found')
      })

      it('405 for another method', async () => {
        const reply = await gateway.ask('POST', `/api/v1${path}`)
        rejected(reply, 405, 'method_not_allowed')
        expect(reply.headers.get('allow')).to.equal('GET, HEAD')
      })

      it('422 connection_expired for an account whose credentials are gone', async () => {
        rejected(await ask({ accountId: accounts[platform] }), 422, 'connection_expired')
      })
    })
  }

  it('404 profile_not_found and account_not_found for the account of a profile', async () => {
    const page = `/api/v1${analyticsOperations['analytics.facebook.page-metrics'].path}`
    rejected(await gateway.ask('GET', `${page}?profileId=${absent}`), 404, 'profile_not_found')
    const { foreign } = gateway.installation
    const options = { authorization: `Bearer ${foreign.key}` }
    rejected(await gateway.ask('GET', `${page}?profileId=${foreign.profileId}`, options), 404, 'account_not_found')
  })

  const days = `/api/v1${analyticsOperations['analytics.tiktok.account-insights'].path}`
  const videos = `/api/v1${analyticsOperations['analytics.tiktok.video-insights'].path}`
  const rules: [title: string, path: string, query: Record<string, string>, field: string][] = [
    ['one day without the other', days, { startDate: '2026-11-01' }, 'endDate'],
    ['a day that there is not', days, { startDate: '2026-02-30', endDate: '2026-03-01' }, 'startDate'],
    ['a time instead of a day', days, { startDate: '2026-02-01T00:00:00Z', endDate: '2026-03-01' }, 'startDate'],
    ['a range that ends before it starts', days, { startDate: '2026-11-02', endDate: '2026-11-01' }, 'startDate'],
    ['a range that starts too early', days, { startDate: '2020-01-01', endDate: '2020-01-02' }, 'startDate'],
    ['a range that is not over', days, { startDate: '2026-11-01', endDate: '2126-11-01' }, 'endDate'],
    ['an empty id', videos, { videoIds: '7,,8' }, 'videoIds'],
    ['no ids at all', videos, { videoIds: '' }, 'videoIds'],
    ['too many ids', videos, { videoIds: Array.from({ length: 21 }, (_, at) => `7${at}`).join() }, 'videoIds'],
  ]
  for (const [title, path, query, field] of rules) {
    it(`400 for ${title}, with the field`, async () => {
      const search = new URLSearchParams({ accountId: accounts.tiktok, ...query })
      rejected(await gateway.ask('GET', `${path}?${search}`), 400, 'invalid_request', field)
    })

    it(`400 for ${title}, before the account is looked for`, async () => {
      const search = new URLSearchParams({ accountId: absent, ...query })
      rejected(await gateway.ask('GET', `${path}?${search}`), 400, 'invalid_request', field)
    })
  }
})

describe('what reports respond with, by what the use case ends in', () => {
  let gateway: TestGateway
  let ending: () => Promise<{ status: number; body: object }>
  before(async () => {
    const useCases = Object.fromEntries(ids.map((id) => [id, () => ending()]))
    gateway = await startGateway({
      replace: (own) => ({ useCases: { ...own.useCases, ...useCases } as typeof own.useCases }),
    })
  })
  after(() => gateway.close())

  const failures: [code: ErrorCode, status: number, retryAfter?: number][] = [
    ['connection_expired', 422],
    ['provider_not_configured', 422],
    ['provider_error', 502],
    ['provider_error', 502, 300],
    ['rate_limited', 429, 9],
    ['quota_exhausted', 429, 3600],
    ['page_not_selected', 409],
  ]
  const own = (id: OperationId) => operationRow(id).errors
  for (const id of ids) {
    const { path, platform } = analyticsOperations[id]
    const ask = () => gateway.ask('GET', `/api/v1${path}?accountId=${gateway.installation.accounts[platform]}`)
    for (const [code, status, retryAfter] of failures) {
      const promised = own(id).includes(code) || code === 'rate_limited'
      if (!promised) continue
      it(`${id}: ${status} ${code}${retryAfter === undefined ? '' : ' with Retry-After'}`, async () => {
        ending = async () => {
          throw new ServiceError(code, undefined, retryAfter === undefined ? {} : { retryAfter })
        }
        const reply = await ask()
        rejected(reply, status, code)
        expect(reply.headers.get('retry-after')).to.equal(retryAfter === undefined ? null : String(retryAfter))
      })
    }
    it(`${id}: 200`, async () => {
      ending = async () => ({ status: 200, body: { platform } })
      const reply = await ask()
      expect([reply.status, reply.body]).to.deep.equal([200, { platform }])
    })
  }
})
