import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '@carillon/service'
import { expect } from 'chai'
import { skipNetworkChecks } from '../installation.ts'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

interface Listed {
  requestId: string
  profileId: string | null
}

/** Objects of a profile that a request names by their id alone: the profile is known once the object has been read. */
describe('requests that name an object by its id alone', () => {
  let gateway: TestGateway
  let key: { keyId: string; apiKey: string }
  before(async () => {
    gateway = await startGateway({
      real: true,
      env: { WEBHOOK_ALLOWED_ORIGINS: 'http://127.0.0.1:*', PUBLISH_WAIT_MS: '1' },
    })
    const { context, organizationId } = gateway.installation
    skipNetworkChecks(context)
    key = await createKey(context, { organizationId, name: 'Shop' })
  })
  after(() => gateway.close())

  const send = (requestId: string, method: string, path: string, options: Ask = {}) =>
    gateway.ask(method, `/api/v1${path}`, {
      authorization: `Bearer ${key.apiKey}`,
      ...options,
      headers: { 'x-request-id': requestId },
    })

  /** The entry of a request in a list that the key of its profile sees, once it is listed. */
  async function seen(list: 'audit-log' | 'requests', requestId: string): Promise<Listed> {
    const authorization = `Bearer ${gateway.installation.boundKey}`
    for (let times = 0; times < 50; times++, await sleep(100)) {
      const { body } = await gateway.ask('GET', `/api/v1/${list}?limit=200`, { authorization })
      const entries = (body['entries'] ?? body['requests'] ?? []) as Listed[]
      const found = entries.find((entry) => entry.requestId === requestId)
      if (found) return found
    }
    expect.fail(`${requestId} is not in ${list}`)
  }

  async function schedule(): Promise<string> {
    const post = { platform: 'bluesky', accountId: gateway.installation.accounts.bluesky, text: 'Hello' }
    const json = { publishAt: new Date(Date.now() + 3_600_000).toISOString(), post }
    const { body, status, text } = await send(randomUUIDv7(), 'POST', '/schedules', { json })
    expect(status, text).to.equal(201)
    return String(body['scheduleId'])
  }

  async function endpoint(): Promise<string> {
    const json = { url: 'http://127.0.0.1:9/', types: ['*'], profileId: gateway.installation.profileId }
    const { body, status, text } = await send(randomUUIDv7(), 'POST', '/webhook-endpoints', { json })
    expect(status, text).to.equal(201)
    return String(body['id'])
  }

  async function publish(): Promise<string> {
    const json = { platform: 'bluesky', accountId: gateway.installation.accounts.bluesky, text: 'Hello' }
    const { body, status, text } = await send(randomUUIDv7(), 'POST', '/posts', { json })
    expect(status, text).to.equal(202)
    return String(body['publishId'])
  }

  const isOfTheProfile = async (requestId: string, lists: readonly ('audit-log' | 'requests')[]) => {
    for (const list of lists)
      expect(await seen(list, requestId), list).to.include({ profileId: gateway.installation.profileId })
  }

  it('belong to the profile of the schedule', async () => {
    const id = await schedule()
    const onLate = { then: 'publish' }
    expect((await send('s-get', 'GET', `/schedules/${id}`)).status).to.equal(200)
    expect((await send('s-patch', 'PATCH', `/schedules/${id}`, { json: { onLate } })).status).to.equal(200)
    expect((await send('s-cancel', 'DELETE', `/schedules/${id}`)).status).to.equal(200)
    expect((await send('s-taken', 'POST', `/schedules/${id}/release`)).status).to.equal(409)
    await isOfTheProfile('s-get', ['requests'])
    for (const requestId of ['s-patch', 's-cancel', 's-taken'])
      await isOfTheProfile(requestId, ['audit-log', 'requests'])
  })

  it('belong to the profile of the webhook endpoint', async () => {
    const path = `/webhook-endpoints/${await endpoint()}`
    expect((await send('e-get', 'GET', path)).status).to.equal(200)
    expect((await send('e-patch', 'PATCH', path, { json: { enabled: false } })).status).to.equal(200)
    const replay = { json: { since: new Date().toISOString() } }
    expect((await send('e-replay', 'POST', `${path}/replay`, replay)).status).to.equal(400)
    expect((await send('e-secret', 'POST', `${path}/secret`, { json: {} })).status).to.equal(200)
    const { body } = await send('e-test', 'POST', `${path}/test`, { json: {} })
    expect((await send('e-list', 'GET', `${path}/deliveries`)).status).to.equal(200)
    const delivery = `${path}/deliveries/${body['deliveryId']}`
    expect((await send('e-delivery', 'GET', delivery)).status).to.equal(200)
    expect((await send('e-retry', 'POST', `${delivery}/retry`)).status).to.equal(400)
    expect((await send('e-delete', 'DELETE', path)).status).to.equal(200)
    for (const requestId of ['e-get', 'e-list', 'e-delivery']) await isOfTheProfile(requestId, ['requests'])
    for (const requestId of ['e-patch', 'e-replay', 'e-secret', 'e-test', 'e-retry', 'e-delete'])
      await isOfTheProfile(requestId, ['audit-log', 'requests'])
  })

  it('belong to the profile of the publish', async () => {
    const path = `/posts/publishes/${await publish()}`
    expect((await send('p-get', 'GET', path)).status).to.equal(200)
    const json = { outcome: 'failed' }
    expect((await send('p-resolve', 'POST', `${path}/resolution`, { json })).status).to.equal(409)
    await isOfTheProfile('p-get', ['requests'])
    await isOfTheProfile('p-resolve', ['audit-log', 'requests'])
  })

  it('count as rejected for access that lacks the profile', async () => {
    const other = String((await send('other', 'POST', '/profiles', { json: { name: 'Other' } })).body['id'])
    await seen('requests', 'p-resolve')
    const { body, text } = await gateway.ask('POST', `/api/v1/keys/${key.keyId}/check`, { json: { profileId: other } })
    const found = body['rejections'] as { operation: string }[] | undefined
    const operations = found?.map(({ operation }) => operation) ?? expect.fail(text)
    expect(operations).to.include.members(['schedules.cancel', 'publishes.get', 'webhookEndpoints.deliveries.list'])
  })
})
