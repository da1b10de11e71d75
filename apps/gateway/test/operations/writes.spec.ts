import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { operationIds, operationRow, propertiesOf } from '@carillon/contract'
import { expect } from 'chai'
import { openRaw, parseRaw } from '../raw.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'
import { publishRelay } from './publish-relay.ts'

const past = '2020-01-01T00:00:00Z'
const future = '2100-01-01T00:00:00+01:00'
const adsScopes = ['ads_management', 'ads_read', 'pages_manage_ads', 'pages_read_engagement', 'pages_show_list']

interface Write {
  id: string
  kind: string
  status: string
}

describe('writes with a deadline, and looking them up', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { PUBLISH_WAIT_MS: '0', REQUESTS_PER_MINUTE: '100000' } })
    await gateway.installation.context.pool.query(`update account set scopes = $1 where platform = 'facebook'`, [
      adsScopes,
    ])
  })
  after(() => gateway.close())

  const accountId = (platform: 'bluesky' | 'facebook' | 'instagram') => gateway.installation.accounts[platform]
  /** The time of the clock by which deadlines go. */
  async function databaseTime(): Promise<Date> {
    const { rows } = await gateway.installation.context.pool.query('select clock_timestamp() as now')
    return rows[0].now
  }

  const publish = (requestId: string, headers: Record<string, string> = {}) =>
    gateway.ask('POST', '/api/v1/posts', {
      json: { platform: 'bluesky', accountId: accountId('bluesky'), text: 'Fresh bread at seven.' },
      headers: { 'x-request-id': requestId, ...headers },
    })
  const lookUp = (requestId: string, options: Ask = {}) =>
    gateway.ask('GET', `/api/v1/writes?requestId=${requestId}`, options)
  for (const requestId of ['gid://shop/Order/45', '#1042', 'a b', 'x'.repeat(129)]) {
    it(`does not respond that nothing was stored for an id that no request can have: ${requestId}`, async () => {
      expect((await publish(requestId)).headers.get('x-request-id')).to.not.equal(requestId)
      for (const path of ['writes', 'posts/publishes', 'schedules']) {
        const reply = await gateway.ask('GET', `/api/v1/${path}?requestId=${encodeURIComponent(requestId)}`)
        expect([reply.status, reply.body.error?.code], path).to.deep.equal([400, 'invalid_request'])
        expect(reply.body.error.message).to.match(/^requestId: 1 to 128 letters, digits, dots, hyphens and underscores/)
      }
    })
  }

  const writesIn = ({ body }: Reply) => body['writes'] as Write[]
  const keyWith = async (scopes: string[]) => {
    const created = await gateway.ask('POST', '/api/v1/keys', { json: { name: scopes.join(), scopes } })
    return `Bearer ${created.body['apiKey']}`
  }

  /** A body of each operation that takes the header. */
  const bodies = (): Record<string, object> => ({
    'posts.publish': { platform: 'bluesky', accountId: accountId('bluesky'), text: 'Fresh bread at seven.' },
    'comments.create': {
      platform: 'facebook',
      accountId: accountId('facebook'),
      parentId: '1_2',
      message: 'From eight.',
    },
    'messages.send': { platform: 'facebook', accountId: accountId('facebook'), recipient: '1', text: 'From eight.' },
    'ads.campaigns.create': {
      accountId: accountId('facebook'),
      adAccountId: '1',
      name: 'Rye week',
      postIds: ['1_2'],
      countries: ['SE'],
      dailyBudget: 1000,
    },
  })
  const requestOf = (requestId: string, deadline: Date) => {
    const body = JSON.stringify(bodies()['posts.publish'])
    return [
      'POST /api/v1/posts HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${gateway.installation.key}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      `X-Publish-Before: ${deadline.toISOString()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n')
  }
  const withDeadline = operationIds.filter((id) => 'x-publish-before' in propertiesOf(operationRow(id).headers))

  describe('200', () => {
    it('lists the publish of a request, with no more than the caller needs to decide', async () => {
      const requestId = randomUUID()
      const published = await publish(requestId, { 'x-publish-before': future })
      expect(published.status).to.equal(202)
      const { publishId, createdAt } = published.body
      const found = await lookUp(requestId)
      expect(found.status).to.equal(200)
      expect(writesIn(found)).to.have.length(1)
      expect(writesIn(found)[0]).to.deep.include({
        ...{ id: publishId, kind: 'publish', status: 'processing', platform: 'bluesky' },
        ...{ accountId: accountId('bluesky'), result: null, error: null, createdAt },
      })
    })

    it('is empty for a request that wrote nothing, and for one of another organization', async () => {
      expect((await lookUp(randomUUID())).body).to.deep.equal({ writes: [] })
      const requestId = randomUUID()
      await publish(requestId)
      const authorization = `Bearer ${gateway.installation.foreign.key}`
      expect((await lookUp(requestId, { authorization })).body).to.deep.equal({ writes: [] })
    })

    it('lists every kind, newest first, to keys that may read it', async () => {
      const { context, organizationId, profileId } = gateway.installation
      const requestId = randomUUID()
      const kinds = [
        ['publish', {}, 'publish'],
        ['post.delete', {}, 'deletion'],
        ['comment.create', { parentId: null }, 'comment'],
        ['comment.create', { parentId: '1' }, 'reply'],
        ['message.send', { text: 'Hi' }, 'message'],
        ['message.send', { template: {} }, 'template'],
        ['campaign.create', {}, 'campaign'],
        ['adAccount.create', {}, 'ad_account'],
      ] as const
      for (const [at, [kind, payload]] of kinds.entries()) {
        const id = `0199d1b2-000${at}-7000-8000-000000000000`
        await context.pool.query(
          `insert into external_write (id, kind, organization_id, profile_id, account_id, platform, request_id, status,
            payload, state, created_at, updated_at, wake_at)
          values ($1, $2, $3, $4, $5, 'facebook', $6, 'processing', $7, '{}', now(), now(), now())`,
          [id, kind, organizationId, profileId, accountId('facebook'), requestId, JSON.stringify(payload)],
        )
      }
      const expected = kinds.map(([, , name]) => name).toReversed()
      const listed = async (options?: Ask) => writesIn(await lookUp(requestId, options)).map(({ kind }) => kind)
      expect(await listed()).to.deep.equal(expected)
      expect(await listed({ authorization: await keyWith(['comments:read']) })).to.deep.equal(['reply', 'comment'])
      expect(await listed({ authorization: await keyWith(['messages:write']) })).to.deep.equal(['template', 'message'])
    })
  })

  describe('400', () => {
    it('rejects a lookup without a request id', async () => {
      expect((await gateway.ask('GET', '/api/v1/writes')).status).to.equal(400)
    })

    for (const [what, sent] of [
      ['not a time', 'tomorrow'],
      ['a time without an offset', '2100-01-01T00:00:00'],
      ['a day that does not exist', '2100-02-30T00:00:00Z'],
      ['empty', ''],
      ['a list', `${future}, ${future}`],
    ] as const) {
      it(`rejects X-Publish-Before that is ${what}`, async () => {
        const requestId = randomUUID()
        const reply = await publish(requestId, { 'x-publish-before': sent })
        expect([reply.status, reply.body.error.code]).to.deep.equal([400, 'invalid_request'])
        expect(reply.body.error.message).to.match(/^x-publish-before: /)
        expect(writesIn(await lookUp(requestId))).to.deep.equal([])
      })
    }

    it('rejects X-Publish-Before that is sent twice, even if both are the same', async () => {
      const raw = openRaw(gateway.url)
      const request = requestOf(randomUUID(), new Date(future))
      raw.send(request.replace(/(X-Publish-Before: .*\r\n)/, '$1$1'))
      const { status, body } = parseRaw(await raw.all())
      expect([status, JSON.parse(body).error.code]).to.deep.equal([400, 'invalid_request'])
    })
  })

  describe('403', () => {
    it('rejects a key that may read no kind of write, as an empty list would look like the answer', async () => {
      const reply = await lookUp(randomUUID(), { authorization: await keyWith(['usage:read']) })
      expect([reply.status, reply.body.error.code]).to.deep.equal([403, 'insufficient_scope'])
    })
  })

  describe('408', () => {
    it('is what the operations that write to a network can respond with', () => {
      // Schedules need an account with access: theirs is tested with the service.
      expect([...withDeadline].sort()).to.deep.equal([...Object.keys(bodies()), 'schedules.create'].sort())
      const promising = operationIds.filter((id) => operationRow(id).errors.includes('deadline_passed'))
      expect(promising).to.deep.equal(withDeadline)
    })

    for (const id of withDeadline.filter((each) => each !== 'schedules.create')) {
      it(`stores nothing after the deadline: ${id}`, async () => {
        const requestId = randomUUID()
        const headers = { 'x-request-id': requestId, 'x-publish-before': past }
        const reply = await gateway.ask('POST', `/api/v1${operationRow(id).path}`, { json: bodies()[id], headers })
        expect([reply.status, reply.body.error.code], reply.text).to.deep.equal([408, 'deadline_passed'])
        expect(reply.headers.get('x-should-retry')).to.equal('true')
        expect(writesIn(await lookUp(requestId))).to.deep.equal([])
      })
    }

    it('drops the media of the post', async () => {
      const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
      const reply = await gateway.ask('POST', '/api/v1/posts', {
        json: {
          ...bodies()['posts.publish'],
          images: [{ content_type: 'image/png', base64 }],
        },
        headers: { 'x-publish-before': past },
      })
      expect(reply.status, reply.text).to.equal(408)
      expect(await gateway.installation.files()).to.deep.equal([])
    })
  })

  describe('behind a relay that delays requests and loses responses', () => {
    const idsOf = async (requestId: string) => writesIn(await lookUp(requestId)).map(({ id }) => id)

    /** One lost exchange: what is found after the deadline, and what there is once the gateway has ended the request. */
    async function run(): Promise<number> {
      const relay = publishRelay(gateway.url)
      const requestId = randomUUID()
      // Some are so late that a busy machine stores them, too.
      const deadline = new Date((await databaseTime()).getTime() + randomInt(5, randomInt(4) > 0 ? 250 : 2_000))
      const request = requestOf(requestId, deadline)
      const ended = relay.send(request, { at: randomInt(1, request.length), ms: randomInt(0, 250) })
      for (let now = await databaseTime(); now < deadline; now = await databaseTime()) await sleep(+deadline - +now)
      const found = await idsOf(requestId)
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(await ended)?.[1])
      expect(status, await ended).to.be.oneOf([202, 408])
      expect(await idsOf(requestId), 'after the end').to.deep.equal(found)
      expect(found.length).to.equal(status === 202 ? 1 : 0)
      return status
    }

    it('is found after the deadline, or will never be: 200 requests', async () => {
      const statuses: number[] = []
      for (let round = 0; round < 10; round++) {
        statuses.push(...(await Promise.all(Array.from({ length: 20 }, run))))
      }
      expect(statuses).to.have.length(200)
      expect(new Set(statuses)).to.deep.equal(new Set([202, 408]))
    }).timeout(300_000)
  })
})
