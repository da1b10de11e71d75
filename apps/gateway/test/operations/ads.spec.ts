import { type Operation, type OperationId, operationIds, operationRow } from '@carillon/contract'
import { catalogueRow, type ErrorCode, ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import type { Installation } from '../installation.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

type AdsId = Extract<OperationId, `ads.${string}`>
type Fields = Record<string, unknown>

const ids = operationIds.filter((id): id is AdsId => id.startsWith('ads.'))
const absent = '0199d1b2-ffff-7000-8000-000000000000'
const long = 'x'.repeat(201)
const huge = 1_000_000_000_001

/** The least that each operation takes besides the account, and what it rejects: fields with values that are wrong for them. */
const operations: Readonly<Record<AdsId, { sent: Fields; wrong: [field: string, value: unknown][] }>> = {
  'ads.accounts.list': { sent: {}, wrong: [] },
  'ads.accounts.create': {
    sent: { businessId: '33', name: 'Spring', currency: 'USD', timezoneId: 1 },
    wrong: [
      ...[
        ['businessId', '33/adaccount'],
        ['businessId', undefined],
        ['name', ''],
        ['name', long],
        ['name', 'a\0b'],
      ],
      ...[
        ['currency', 'usd'],
        ['currency', 'US'],
        ['timezoneId', 1.5],
        ['timezoneId', -1],
        ['partner', 'nobody'],
      ],
    ] as [string, unknown][],
  },
  'ads.businesses.list': { sent: {}, wrong: [] },
  'ads.accounts.get': {
    sent: { adAccountId: '981' },
    wrong: [
      ['adAccountId', 'act_981x'],
      ['adAccountId', 'act_'],
    ],
  },
  'ads.accounts.update': {
    sent: { adAccountId: '981', name: 'Spring' },
    wrong: [
      ...[
        ['name', undefined],
        ['name', ''],
        ['spendCap', 0],
        ['spendCap', -5],
        ['spendCap', 10.5],
        ['spendCap', huge],
      ],
      ...[
        ['spendCap', '100'],
        ['resetSpend', false],
        ['endAdvertiser', 'me'],
        ['dsaPayor', ''],
      ],
    ] as [string, unknown][],
  },
  'ads.tree.get': {
    sent: { adAccountId: '981' },
    wrong: [
      ...[
        ['adAccountId', undefined],
        ['adAccountId', 'abc'],
        ['campaignId', '1 or 1'],
        ['effectiveStatus', 'ACTIVE'],
      ],
      ...[
        ['effectiveStatus', 'active,'],
        ['effectiveStatus', ''],
      ],
    ] as [string, unknown][],
  },
  'ads.insights.get': {
    sent: { adAccountId: '981' },
    wrong: [
      ...[
        ['adAccountId', undefined],
        ['level', 'page'],
        ['startDate', '2026-02-30'],
        ['endDate', 'yesterday'],
      ],
      ...[['campaignId', '../me']],
    ] as [string, unknown][],
  },
  'ads.campaigns.create': {
    sent: { adAccountId: '981', name: 'Spring', postIds: ['1_2'], dailyBudget: 1_000, countries: ['US'] },
    wrong: [
      ...[
        ['name', long],
        ['postIds', []],
        ['postIds', ['1_2', '1_2']],
        ['postIds', '1_2'],
        ['countries', ['us']],
      ],
      ...[
        ['postIds', Array.from({ length: 51 }, (_, at) => `1_${at}`)],
        ['countries', []],
        ['countries', ['USA']],
      ],
      ...[
        ['dailyBudget', 0],
        ['dailyBudget', 9.99],
        ['dailyBudget', huge],
        ['dailyBudget', '1000'],
        ['ageMin', 17],
      ],
      ...[
        ['dailyBudget', undefined],
        ['ageMax', 66],
        ['startTime', 'soon'],
        ['specialAdCategories', ['pets']],
      ],
      ...[
        ['regionalIdentities', { MY: { beneficiaryId: '1', payorId: '1' } }],
        ['regionalIdentities', { SG: { beneficiaryId: '1' } }],
        ['regionalIdentities', { TW: { beneficiaryId: 'Nora', payorId: '1' } }],
        ['regionalIdentities', [{ beneficiaryId: '1', payorId: '1' }]],
      ],
      ...[
        ['status', 'archived'],
        ['lifetimeBudget', 5],
        ['dsaBeneficiary', ''],
      ],
    ] as [string, unknown][],
  },
  'ads.campaigns.delete': {
    sent: { campaignId: '12', adAccountId: '981' },
    wrong: [
      ['adAccountId', undefined],
      ['campaignId', 'act_981'],
      ['campaignId', '1'.repeat(31)],
    ],
  },
  'ads.status.update': {
    sent: { adAccountId: '981', id: '12', status: 'paused' },
    wrong: [
      ['status', 'deleted'],
      ['status', 'PAUSED'],
      ['id', '12?fields=x'],
      ['id', 12],
      ['adAccountId', undefined],
    ],
  },
  'ads.leads.list': {
    sent: {},
    wrong: [
      ['formId', 'form'],
      ['since', 'yesterday'],
      ['cursor', ''],
      ['cursor', 'x'.repeat(8_193)],
    ],
  },
}

function expectRejection(reply: Reply, status: number, code: string, told = ''): void {
  expect({ status: reply.status, code: reply.body?.error?.code }, `${told} ${reply.text}`).to.deep.equal({
    status,
    code,
  })
}

/** Sends an operation's fields where its row has them. */
function sender(gateway: () => TestGateway, id: AdsId) {
  const { method, path, params, body } = operationRow(id)
  return (fields: Fields, options: Ask = {}): Promise<Reply> => {
    const inPath = Object.keys((typeof params === 'object' && params.properties) || {})
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])))
    const rest = Object.entries(fields).filter(([name, value]) => !inPath.includes(name) && value !== undefined)
    const query = body ? '' : `?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}`
    const json = body ? { json: Object.fromEntries(rest) } : {}
    return gateway().ask(method.toUpperCase(), `/api/v1${filled}${query}`, { ...json, ...options })
  }
}

describe('ads, with the service behind them', () => {
  let gateway: TestGateway
  let accounts: Installation['accounts']
  before(async () => {
    gateway = await startGateway({ real: true })
    accounts = gateway.installation.accounts
    const all = ['ads_read', 'ads_management', 'business_management', 'leads_retrieval', 'pages_manage_ads']
    await gateway.installation.context.db.kysely
      .updateTable('account')
      .set({ scopes: all })
      .where('id', '=', accounts.facebook)
      .execute()
  })
  after(() => gateway.close())

  for (const id of ids) {
    const { sent, wrong } = operations[id]
    const row: Operation = operationRow(id)
    const send = sender(() => gateway, id)

    describe(`${row.method.toUpperCase()} ${row.path}`, () => {
      it('401 without a key', async () => {
        expectRejection(await send({ ...sent, accountId: absent }, { authorization: null }), 401, 'unauthorized')
      })

      it('400 profile_required without an account or a profile', async () => {
        expectRejection(await send(sent), 400, 'profile_required')
      })

      it('400 for an id that is not a UUID, and for a field that there is not', async () => {
        expectRejection(await send({ ...sent, accountId: '42' }), 400, 'invalid_request')
        expectRejection(await send({ ...sent, accountId: absent, colour: 'red' }), 400, 'invalid_request')
      })

      for (const [field, value] of wrong) {
        it(`400 for ${field} ${JSON.stringify(value)?.slice(0, 40) ?? 'left out'}`, async () => {
          const reply = await send({ ...sent, accountId: accounts.facebook, [field]: value })
          expectRejection(reply, 400, 'invalid_request')
        })
      }

      it('404 for an account of nobody, of another platform, and of another profile', async () => {
        expectRejection(await send({ ...sent, accountId: absent }), 404, 'account_not_found')
        expectRejection(await send({ ...sent, accountId: accounts.bluesky }), 404, 'account_not_found')
        expectRejection(
          await send({ ...sent, accountId: accounts.facebook, profileId: absent }),
          404,
          'account_not_found',
        )
      })

      it('404 for a profile of nobody, and for one without such an account', async () => {
        expectRejection(await send({ ...sent, profileId: absent }), 404, 'profile_not_found')
        const { foreign } = gateway.installation
        const options = { authorization: `Bearer ${foreign.key}` }
        expectRejection(await send({ ...sent, profileId: foreign.profileId }, options), 404, 'account_not_found')
      })

      it('the same 404 for an account of another organization as for one of nobody', async () => {
        const options = { authorization: `Bearer ${gateway.installation.foreign.key}` }
        const foreign = await send({ ...sent, accountId: accounts.facebook }, options)
        const nobody = await send({ ...sent, accountId: absent }, options)
        expectRejection(foreign, 404, 'account_not_found')
        // Only the ids of the requests differ.
        const requestId = null
        expect({ ...foreign.body.error, requestId }).to.deep.equal({ ...nobody.body.error, requestId })
      })

      it('422 connection_expired for an account whose credentials are gone', async () => {
        expectRejection(await send({ ...sent, accountId: accounts.facebook }), 422, 'connection_expired')
      })

      if (row.body) {
        it('400 for a body that is not JSON, and 415 for another type', async () => {
          const body = { json: undefined, headers: { 'content-type': 'application/json' }, body: '{' }
          expectRejection(await send(sent, body), 400, 'invalid_request')
          const text = { json: undefined, headers: { 'content-type': 'text/plain' }, body: '{}' }
          expectRejection(await send(sent, text), 415, 'unsupported_media_type')
        })
      }
    })
  }

  it('403 with the missing scopes of each operation, before the credentials are looked at', async () => {
    const { db } = gateway.installation.context
    const { scopes } = await db.kysely
      .selectFrom('account')
      .select('scopes')
      .where('id', '=', accounts.facebook)
      .executeTakeFirstOrThrow()
    await db.kysely
      .updateTable('account')
      .set({ scopes: ['pages_show_list'] })
      .where('id', '=', accounts.facebook)
      .execute()
    for (const id of ids) {
      const reply = await sender(() => gateway, id)({ ...operations[id].sent, accountId: accounts.facebook })
      expectRejection(reply, 403, 'ads_permission_required', id)
      expect(reply.body.error.details).to.have.property('missingScopes').that.is.an('array').with.length.above(0)
    }
    await db.kysely.updateTable('account').set({ scopes }).where('id', '=', accounts.facebook).execute()
  })

  const rules: [title: string, fields: Fields, field: string][] = [
    ['two budgets', { lifetimeBudget: 5_000, endTime: '2126-01-01T00:00:00Z' }, 'lifetimeBudget'],
    ['a lifetime budget without an end', { dailyBudget: undefined, lifetimeBudget: 5_000 }, 'endTime'],
    ['an end in the past', { endTime: '2020-01-01T00:00:00Z' }, 'endTime'],
    ['an end before the start', { startTime: '2126-01-02T00:00:00Z', endTime: '2126-01-01T00:00:00Z' }, 'endTime'],
    ['ages in the wrong order', { ageMin: 40, ageMax: 30 }, 'ageMin'],
    ['none beside another category', { specialAdCategories: ['none', 'housing'] }, 'specialAdCategories'],
  ]
  for (const [title, fields, field] of rules) {
    it(`400 for a campaign with ${title}, with the field`, async () => {
      const { sent } = operations['ads.campaigns.create']
      const send = sender(() => gateway, 'ads.campaigns.create')
      const reply = await send({ ...sent, accountId: accounts.facebook, ...fields })
      expectRejection(reply, 400, 'invalid_request')
      expect(reply.body.error.details).to.have.nested.property('[0].path').that.deep.equals([field])
    })

    it(`400 for a campaign with ${title}, before the account is looked for`, async () => {
      const { sent } = operations['ads.campaigns.create']
      const reply = await sender(() => gateway, 'ads.campaigns.create')({ ...sent, accountId: absent, ...fields })
      expectRejection(reply, 400, 'invalid_request')
    })
  }

  const early: [title: string, id: (typeof ids)[number], fields: Fields, field: string | null][] = [
    ['a campaign without a budget', 'ads.campaigns.create', { dailyBudget: undefined }, null],
    [
      'insights with their first day alone',
      'ads.insights.get',
      { startDate: '2026-01-01', endDate: undefined },
      'endDate',
    ],
    [
      'insights with their last day alone',
      'ads.insights.get',
      { startDate: undefined, endDate: '2026-01-01' },
      'startDate',
    ],
    [
      'insights of days in the wrong order',
      'ads.insights.get',
      { startDate: '2026-01-02', endDate: '2026-01-01' },
      'startDate',
    ],
    [
      'insights of more than 365 days',
      'ads.insights.get',
      { startDate: '2025-01-01', endDate: '2026-01-01' },
      'endDate',
    ],
    ['spending that is reset without a cap', 'ads.accounts.update', { resetSpend: true, spendCap: null }, 'resetSpend'],
  ]
  for (const [title, id, fields, field] of early) {
    it(`400 for ${title}, before the account is looked for`, async () => {
      const reply = await sender(() => gateway, id)({ ...operations[id].sent, accountId: absent, ...fields })
      expectRejection(reply, 400, 'invalid_request')
      const path = field === null ? [] : [field]
      expect(reply.body.error.details).to.have.nested.property('[0].path').that.deep.equals(path)
    })
  }

  it('400 for a state in capital letters, with the states that there are', async () => {
    const send = sender(() => gateway, 'ads.tree.get')
    const { sent } = operations['ads.tree.get']
    const reply = await send({ ...sent, accountId: accounts.facebook, effectiveStatus: 'PAUSED' })
    expectRejection(reply, 400, 'invalid_request')
    expect(reply.body.error.message).to.include('active, paused, deleted, archived, in_process, with_issues')
  })

  it('400 for a cursor of another list, and for one that was changed', async () => {
    const send = sender(() => gateway, 'ads.leads.list')
    const cursor = (...place: unknown[]) => Buffer.from(JSON.stringify(place)).toString('base64url')
    const own = [accounts.facebook, null, null]
    for (const wrong of [
      'abc',
      '!',
      cursor(absent, null, null, '1:2'),
      cursor(...own),
      cursor(...own, 7),
      `${cursor(...own, '1:2')}A`,
    ]) {
      expectRejection(await send({ accountId: accounts.facebook, cursor: wrong }), 400, 'invalid_request', wrong)
    }
    expectRejection(
      await send({ accountId: accounts.facebook, cursor: cursor(...own, '1:2') }),
      422,
      'connection_expired',
    )
  })
})

describe('what ads respond with, by what the use case ends in', () => {
  let gateway: TestGateway
  let ending: () => Promise<{ status: number; body?: object }>
  before(async () => {
    const useCases = Object.fromEntries(ids.map((id) => [id, () => ending()]))
    gateway = await startGateway({
      replace: (own) => ({ useCases: { ...own.useCases, ...useCases } as typeof own.useCases }),
    })
  })
  after(() => gateway.close())

  for (const id of ids) {
    const row: Operation = operationRow(id)
    const send = () =>
      sender(() => gateway, id)({ ...operations[id].sent, accountId: gateway.installation.accounts.facebook })
    const codes: ErrorCode[] = [...row.errors, 'rate_limited']

    describe(`${row.method.toUpperCase()} ${row.path}`, () => {
      for (const code of codes.filter((one) => one !== 'profile_required')) {
        const [status] = catalogueRow(code).statuses
        it(`${status} ${code}`, async () => {
          const retryAfter = code === 'rate_limited' ? 90 : undefined
          const details =
            code === 'rate_limited' ? { limit: 'app', retryAfterSeconds: 90 } : { missingScopes: ['ads_read'] }
          ending = async () => {
            throw new ServiceError(code, undefined, { details, ...(retryAfter && { retryAfter }) })
          }
          const reply = await send()
          expect([reply.status, reply.body.error.code]).to.deep.equal([status, code])
          expect(reply.body.error.details).to.deep.equal(details)
          expect(reply.headers.get('retry-after')).to.equal(retryAfter === undefined ? null : String(retryAfter))
        })
      }

      for (const [status, { schema }] of Object.entries(row.responses)) {
        it(status, async () => {
          const body = schema === null ? {} : { body: { done: id } }
          ending = async () => ({ status: Number(status), ...body })
          const reply = await send()
          expect(reply.status).to.equal(Number(status))
          expect(reply.text).to.equal(schema === null ? '' : JSON.stringify({ done: id }))
        })
      }
    })
  }
})
