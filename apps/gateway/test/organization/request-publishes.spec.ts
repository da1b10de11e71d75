import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { skipNetworkChecks } from '../installation.ts'
import { connectClient } from '../mcp/mcp-client.ts'
import { type Ask, startGateway, type TestGateway } from '../test-gateway.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Listed {
  path: string
  operation: string | null
  status: number | null
  publishId: string | null
}

describe('the publish of a listed request', () => {
  let gateway: TestGateway
  before(async () => {
    const body = {
      ...{ valid: true, problems: [], media: [], unchecked: [], charges: [] },
      preview: { text: null, facets: [] },
    }
    gateway = await startGateway({
      real: true,
      env: { PUBLISH_WAIT_MS: '1', REQUESTS_PER_MINUTE: '100000' },
      replace: ({ useCases }) => ({
        useCases: { ...useCases, 'posts.validate': async () => ({ status: 200, body }) },
      }),
    })
    skipNetworkChecks(gateway.installation.context)
  })
  after(() => gateway.close())

  const post = (text: string) => ({ platform: 'bluesky', accountId: gateway.installation.accounts.bluesky, text })
  const send = (requestId: string, path: string, options: Ask = {}) =>
    gateway.ask('POST', `/api/v1${path}`, {
      ...options,
      headers: { 'x-request-id': requestId, ...Object(options.headers) },
    })
  const query = async (text: string, values: unknown[] = []) =>
    (await gateway.installation.context.pool.query(text, values)).rows

  /** The requests with an X-Request-Id, newest first, once this many are listed. */
  async function listed(requestId: string, count = 1): Promise<Listed[]> {
    for (; ; await sleep(50)) {
      const { body } = await gateway.ask('GET', `/api/v1/requests?requestId=${requestId}`)
      const requests = body['requests'] as Listed[]
      if (requests.length >= count) return requests
    }
  }
  const publishesIn = async (requestId: string, count = 1) =>
    (await listed(requestId, count)).map(({ publishId }) => publishId)
  const stored = async (requestId: string): Promise<string[]> =>
    (await query('select id from external_write where request_id = $1', [requestId])).map(({ id }) => id)

  it('is that of a form', async () => {
    const form = new FormData()
    const accountId = gateway.installation.accounts.facebook
    const fields = { platform: 'facebook', accountId, message: 'Form' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('image', new Blob([Buffer.from(png, 'base64')], { type: 'image/png' }), 'dot.png')
    const { status, text, body } = await send('form', '/posts', { body: form })
    expect(status, text).to.equal(202)
    expect(await publishesIn('form')).to.deep.equal([body['publishId']])
  })

  it('is that of the schedule that it released, and none if the schedule was released before', async () => {
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    const created = await send('scheduled', '/schedules', { json: { publishAt, post: post('Later') } })
    const path = `/schedules/${created.body['scheduleId']}/release`
    const released = await send('released', path)
    expect([released.status, (await send('late', path)).status], released.text).to.deep.equal([200, 409])
    expect(released.body['publishId']).to.be.a('string')
    expect(await publishesIn('released')).to.deep.equal([released.body['publishId']])
    expect(await publishesIn('late')).to.deep.equal([null])
    expect(await publishesIn('scheduled')).to.deep.equal([null])
  })

  it('is none if the publish was not stored', async () => {
    const headers = { 'x-publish-before': new Date(Date.now() - 1_000).toISOString() }
    const { body } = await send('too-late', '/posts', { json: post('Too late'), headers })
    expect(body.error.code).to.equal('deadline_passed')
    expect(await publishesIn('too-late')).to.deep.equal([null])
  })

  it('is that of the operation that an MCP tool called', async () => {
    const client = await connectClient(gateway)
    try {
      const { platform, accountId, text } = post('Tool')
      const { facts } = await client.call('check_post', { platform, accountId, post: { text } })
      const { requestId, confirm } = facts
      await client.call('publish_post', { requestId, confirm })
      const requests = (await listed(String(requestId))).filter(({ operation }) => operation === 'posts.publish')
      expect(requests.map(({ publishId }) => publishId)).to.deep.equal(await stored(String(requestId)))
      expect(requests).to.have.length(1)
    } finally {
      await client.close()
    }
  })

  it('is listed if the client disconnected before the publish was stored', async () => {
    const { pool } = gateway.installation.context
    const client = await pool.connect()
    const requestId = `gone-${randomUUID()}`
    try {
      await client.query('begin; lock table account in access exclusive mode')
      const leaving = new AbortController()
      const sent = send(requestId, '/posts', { json: post('Gone'), signal: leaving.signal })
      const waiting = `select 1 from pg_locks where not granted and relation = 'account'::regclass`
      while ((await query(waiting)).length === 0) await sleep(10)
      leaving.abort()
      await sent.catch(() => {})
      while (!gateway.lines.some((line) => line['requestId'] === requestId)) await sleep(10)
    } finally {
      await client.query('rollback')
      client.release()
    }
    let found: string[] = []
    for (; found.length === 0; await sleep(20)) found = await stored(requestId)
    const requests = await listed(requestId)
    expect(requests.map(({ status, publishId }) => ({ status, publishId }))).to.deep.equal([
      { status: null, publishId: found[0] },
    ])
  })
})
