import { randomUUID } from 'node:crypto'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

const lost = () => new Error('Connection terminated unexpectedly')

/** An error with which the server has undone a statement. */
const undone = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })

/** The error of a pool whose connection could not be made. */
const unconnected = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })

describe('X-Should-Retry', () => {
  let gateway: TestGateway
  let thrown: unknown
  before(async () => {
    const failing = async () => {
      if (thrown !== undefined) throw thrown
      return { status: 200, body: {} }
    }
    gateway = await startGateway({
      replace: ({ useCases }) => ({
        changedNothing: (error) => error instanceof Error && 'code' in error,
        useCases: Object.fromEntries(Object.keys(useCases).map((id) => [id, failing])) as unknown as typeof useCases,
      }),
    })
  })
  after(() => gateway.close())
  beforeEach(() => {
    thrown = undefined
  })

  const requests = {
    read: () => gateway.ask('GET', '/api/v1/profiles'),
    publish: () =>
      gateway.ask('POST', '/api/v1/posts', {
        json: { platform: 'bluesky', accountId: gateway.installation.accounts.bluesky, text: 'Hi' },
      }),
    'read by POST': () =>
      gateway.ask('POST', `/api/v1/keys/${randomUUID()}/check`, { json: { scopes: ['posts:read'] } }),
    'other change': () => gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Hi' } }),
    'keyed change': () =>
      gateway.ask('POST', '/api/v1/profiles', { json: { name: 'Hi' }, headers: { 'idempotency-key': 'k-1' } }),
    'change that takes no key': () =>
      gateway.ask('PUT', `/api/v1/profiles/${gateway.installation.profileId}`, {
        json: { name: 'Hi' },
        headers: { 'idempotency-key': 'k-1' },
      }),
  } as const
  const replyTo = (request: keyof typeof requests, error?: unknown) => {
    thrown = error
    return requests[request]()
  }
  const headerOf = async (...of: Parameters<typeof replyTo>) => (await replyTo(...of)).headers.get('x-should-retry')

  it('is not on successes', async () => {
    for (const request of ['read', 'publish', 'other change'] as const) {
      expect(await headerOf(request), request).to.equal(null)
    }
  })

  for (const [request, what, error, expected] of [
    ['read', 'the database failed', lost, 'true'],
    ['read by POST', 'the database failed', lost, 'true'],
    ['publish', 'the database failed before the write was stored', lost, 'true'],
    ['publish', 'a stored write failed', () => new ServiceError('rate_limited', '', { mayBeStored: true }), 'false'],
    ['publish', 'the network limits its calls', () => new ServiceError('rate_limited'), 'true'],
    ['publish', 'the deadline has passed', () => new ServiceError('deadline_passed'), 'true'],
    ['publish', 'a budget is used up', () => new ServiceError('budget_exhausted'), 'false'],
    ['publish', 'the outcome is unknown', () => new ServiceError('provider_error'), 'false'],
    ['publish', 'an unexpected error occurs', () => new TypeError('x is not a function'), 'false'],
    ['other change', 'the confirmation of the database was lost', lost, 'false'],
    ['keyed change', 'the confirmation of the database was lost', lost, 'true'],
    ['change that takes no key', 'the confirmation of the database was lost', lost, 'false'],
    ['other change', 'the database has undone its statement', undone, 'true'],
    ['other change', 'the database could not be reached', unconnected, 'true'],
    ['other change', 'the service is busy', () => new ServiceError('temporarily_unavailable'), 'true'],
  ] as const) {
    it(`is ${expected} on: ${request}, if ${what}`, async () => {
      expect(await headerOf(request, error())).to.equal(expected)
    })
  }

  it('agrees with the message of a failed database', async () => {
    for (const [request, what] of [
      ['read', 'A retry is safe.'],
      ['other change', 'A change may have been made: read the state before a retry.'],
    ] as const) {
      const { body } = await replyTo(request, lost())
      expect(body.error.message).to.equal(`Carillon could not use its database. ${what}`)
    }
  })

  it('is on errors before an operation, and without a request that could be read', async () => {
    const { headers } = await gateway.ask('GET', '/api/v1/profiles', { authorization: null })
    expect(headers.get('x-should-retry')).to.equal('false')
    expect((await gateway.ask('GET', '/nothing')).headers.get('x-should-retry')).to.equal('false')
    const raw = openRaw(gateway.url)
    raw.send('this is not HTTP\r\n\r\n')
    expect(parseRaw(await raw.all()).head.toLowerCase()).to.contain('x-should-retry: false')
  })
})
