import { type OperationId, operationIds, operationRow, propertiesOf } from '@carillon/contract'
import type { JSONSchema } from '@carillon/domain'
import { expect } from 'chai'
import { insertAccount } from '../installation.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'
import { absent, leastRequest } from './least-requests.ts'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether any text fits a schema. */
function takesText(schema: JSONSchema | undefined): boolean {
  if (!isObject(schema)) return false
  const { type, format, pattern, enum: values, const: value } = schema as Record<string, unknown>
  return [type].flat().includes('string') && [format, pattern, values, value].every((one) => one === undefined)
}

/** The body of a request with a text in each field that takes any, and the fields below them. */
function plantedIn(schema: JSONSchema | undefined, sent: unknown, text: string): unknown {
  const fields = Object.entries(propertiesOf(schema)).flatMap(([name, part]) => {
    const own = isObject(sent) ? sent[name] : undefined
    if (takesText(part)) return [[name, text]]
    return own === undefined ? [] : [[name, plantedIn(part, own, text)]]
  })
  return isObject(sent) && !Array.isArray(sent) ? { ...sent, ...Object.fromEntries(fields) } : sent
}

/** Names of the parts of a path that are ids of the social networks. */
const namedByNetworks = /\/(?:posts|comments|ads\/accounts|ads\/campaigns)\/[^/?]+/

/** From the contract: every text of every write, and what its response says of it. */
describe('what is planted in requests and responses', () => {
  let gateway: TestGateway
  let accounts: Readonly<Record<string, string>> = {}
  const planted: Record<string, string> = {
    text: 'Planted words of a customer',
    address: 'ada.lovelace@example.com',
    number: '+491700000017',
    bytes: Buffer.from('planted media bytes, of an image '.repeat(9)).toString('base64'),
  }

  before(async () => {
    gateway = await startGateway({
      env: { REQUESTS_PER_MINUTE: '1000000', REQUESTS_PER_MINUTE_ORGANIZATION: '1000000' },
      replace: ({ useCases }) => ({
        useCases: Object.fromEntries(
          Object.entries(useCases).map(([id, useCase]) => [
            id,
            async (...given: Parameters<typeof useCase>) => {
              await (useCase as (...all: unknown[]) => Promise<unknown>)(...given)
              const values = Object.values(planted)
              return { status: 200, body: { id: absent, apiKey: planted['token'], name: values[0], texts: values } }
            },
          ]),
        ) as unknown as typeof useCases,
      }),
    })
    const { context, organizationId, profileId, key } = gateway.installation
    const whatsapp = await insertAccount(context, { organizationId, profileId, platform: 'whatsapp' })
    accounts = { ...gateway.installation.accounts, whatsapp }
    planted['token'] = key
  })
  after(() => gateway.close())

  /** The requests of an operation with each text wherever one fits. Those without a place for it are all the same. */
  function requestsOf(id: OperationId): { path: string; json: unknown }[] {
    const { path, json } = leastRequest(id, { profileId: gateway.installation.profileId, accounts })
    const { body, variants = {} } = operationRow(id)
    const schemas = [body, ...Object.values(variants)]
    const platform = isObject(json) ? String(json['platform'] ?? 'bluesky') : ''
    const schema = Object.entries(variants).find(([name]) => name === platform)?.[1] ?? schemas.find(Boolean)
    const requests = Object.values(planted).flatMap((text) => [
      { path, json: plantedIn(schema, json, text) },
      { path: path.replace(namedByNetworks, (part) => part.replace(/[^/]+$/, encodeURIComponent(text))), json },
    ])
    return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()]
  }

  /** Every entry, once that of the last request is stored. */
  async function stored(): Promise<string[]> {
    await gateway.ask('DELETE', `/api/v1/keys/${absent}`, { headers: { 'x-request-id': 'last' } })
    for (;;) {
      const { rows } = await gateway.installation.context.pool.query<{ row: string; id: string; ended: boolean }>(
        `select t::text as row, request_id as id, status is not null as ended from audit_outbox t
         union all select t::text, request_id, false from audit_open t`,
      )
      if (rows.some(({ id, ended }) => ended && id === 'last')) return rows.map(({ row }) => row)
    }
  }

  it('is in no entry of any operation', async () => {
    let carriedOut = 0
    let sent = 0
    for (const id of operationIds) {
      for (const { path, json } of requestsOf(id)) {
        const headers = { 'x-request-id': `${id}.${sent++}`, 'user-agent': `Shop ${planted['token']}` }
        const { status } = await gateway.ask(operationRow(id).method.toUpperCase(), path, { json, headers })
        if (status < 300) carriedOut++
      }
    }
    expect(carriedOut, 'requests that were carried out').to.be.above(sent / 2)
    const rows = await stored()
    const writes = operationIds.filter((id) => operationRow(id).method !== 'get').length
    expect(rows.length).to.be.above(writes)
    for (const [what, value] of Object.entries(planted)) {
      const found = rows.filter((row) => row.includes(value))
      expect(found, `${what} is in ${found.length} entries`).to.deep.equal([])
    }
  })
})
