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

/** Days at the edges of what the calendar has, and some that it lacks. */
const days = ['0000-01-01', '0000-02-29', '0001-01-01', '1900-02-29', '9999-12-31']

const daysIn = (schema: JSONSchema | undefined) =>
  Object.entries(propertiesOf(schema)).flatMap(([name, part]) =>
    typeof part === 'object' && part.format === 'date' ? [name] : [],
  )

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
  for (const id of operationIds) {
    const names = daysIn(operationRow(id).query)
    if (names.length === 0) continue
    it(`and days at the edges of the calendar are no fault of the service as ${names.join(' and ')} of ${id}`, async () => {
      const { profileId, accounts } = gateway.installation
      const { method, path } = leastRequest(id, { profileId, accounts })
      for (const day of days) {
        const sent = new URLSearchParams(names.map((name) => [name, day]))
        const reply = await gateway.ask(method, `${path}${path.includes('?') ? '&' : '?'}${sent}`)
        // Networks, which may be called, are not there.
        expect(reply.status, `${day}: ${reply.text}`).not.to.equal(500)
        if (day.startsWith('0000')) expect(reply.status, reply.text).to.equal(400)
      }
    })
  }
})
