import { operationIds, operationRow, propertiesOf } from '@carillon/contract'
import type { JSONSchema } from '@carillon/domain'
import { expect } from 'chai'
import { leastRequest } from '../keys/least-requests.ts'
import { startGateway, type TestGateway } from '../test-gateway.ts'

/** Times that RFC 3339 allows and that a `Date` does not have, or that are at its edges. */
const times = [
  '2031-06-30T23:59:60Z',
  '2031-06-30t23:59:60.999z',
  '2031-06-30T23:59:59.123456789+23:59',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+23:59',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59.999-23:59',
]

const isTime = (schema: JSONSchema | undefined) => typeof schema === 'object' && schema.format === 'date-time'
const timesIn = (schema: JSONSchema | undefined) =>
  Object.entries(propertiesOf(schema)).flatMap(([name, part]) => (isTime(part) ? [name] : []))

describe('times at the edges of what RFC 3339 allows', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { REQUESTS_PER_MINUTE: '100000' } })
  })
  after(() => gateway.close())

  const places = operationIds.flatMap((id) => {
    const { query, body } = operationRow(id)
    return [
      ...timesIn(query).map((name) => ({ id, part: 'query' as const, name })),
      ...timesIn(body).map((name) => ({ id, part: 'body' as const, name })),
    ]
  })

  it('are in queries and bodies of several operations', () => {
    expect(places.length).to.be.above(8)
  })

  for (const { id, part, name } of places) {
    it(`are no failure of the service as ${name} of ${id}`, async () => {
      const { profileId, accounts } = gateway.installation
      const { method, path, json } = leastRequest(id, { profileId, accounts })
      for (const time of times) {
        const search = `${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(time)}`
        const reply = await gateway.ask(method, part === 'query' ? `${path}${search}` : path, {
          ...(json && { json: part === 'body' ? { ...json, [name]: time } : json }),
        })
        expect(reply.status, `${time}: ${reply.text}`).to.be.below(500)
      }
    })
  }
})
