import { operationIds, operationRow, propertiesOf } from '@carillon/contract'
import { expect } from 'chai'
import { rejected, startGateway, type TestGateway } from '../test-gateway.ts'

const max = 200

/** Every list that has a `limit`. */
const lists = operationIds.filter((id) => Object.hasOwn(propertiesOf(operationRow(id).query), 'limit'))

describe('the limit of a list', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ env: { REQUESTS_PER_MINUTE: '100000' } })
  })
  after(() => gateway.close())

  it('is one of each list in pages', () => {
    expect(lists).to.have.members([
      ...['profiles.list', 'accounts.list', 'accounts.listOfProfile', 'publishes.list', 'schedules.list'],
      ...['comments.recent', 'events.list', 'webhookEndpoints.deliveries.list', 'auditLog.list', 'requests.list'],
    ])
  })

  for (const id of lists) {
    it(`is an integer from 1 to ${max} for ${id}`, async () => {
      const { profileId } = gateway.installation
      const { path, profile } = operationRow(id)
      const filled = path.replace('{profileId}', profileId).replace(/\{\w+\}/g, profileId)
      const named: Record<string, string> = profile === 'none' || path !== filled ? {} : { profileId }
      const read = (limit: string) => gateway.ask('GET', `/api/v1${filled}?${new URLSearchParams({ ...named, limit })}`)
      for (const limit of ['1', '50', String(max)]) {
        const { status, text } = await read(limit)
        expect(status, `${limit}: ${text}`).to.equal(200)
        expect(gateway.calls.at(-1)?.input.query, limit).to.include({ limit: Number(limit) })
      }
      const wrong = [
        String(max + 1),
        '1000',
        '1001',
        '9007199254740993',
        '0',
        '-1',
        '1.5',
        '',
        'abc',
        '1e2',
        '0x10',
        ' 5',
      ]
      for (const limit of wrong) rejected(await read(limit), 400, 'invalid_request', 'limit')
    })

    it(`is sent once at most for ${id}`, async () => {
      const { profileId } = gateway.installation
      const path = operationRow(id).path.replace(/\{\w+\}/g, profileId)
      rejected(await gateway.ask('GET', `/api/v1${path}?limit=2&limit=2`), 400, 'invalid_request', 'limit')
    })
  }

  it('is rejected by all other lists, as a field that they do not have', async () => {
    for (const path of ['/keys', '/origins', '/webhook-endpoints', '/posts', '/messages', '/ads/accounts']) {
      const reply = await gateway.ask('GET', `/api/v1${path}?limit=2`)
      rejected(reply, 400, 'invalid_request', 'limit')
    }
  })
})
