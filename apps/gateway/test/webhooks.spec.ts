import { createHmac } from 'node:crypto'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'
import { startGateway, type TestGateway } from './test-gateway.ts'

const secret = 'app-secret'
const previous = 'previous-secret'
const path = '/webhooks/whatsapp'

function sign(body: string | Buffer, key = secret, algorithm = 'sha256'): string {
  return createHmac(algorithm, key).update(body).digest('hex')
}

/** @see https://developers.facebook.com/docs/graph-api/webhooks/getting-started (read 2026-11-20) */
const event = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [] }] })

describe('the webhook', () => {
  let gateway: TestGateway
  let failure: unknown

  before(async () => {
    gateway = await startGateway({
      real: true,
      env: {
        WHATSAPP_CLIENT_SECRET: secret,
        WHATSAPP_PREVIOUS_CLIENT_SECRET: previous,
        WHATSAPP_VERIFY_TOKEN: 'verify-me',
      },
      replace: (own) => ({
        async receiveWebhook(context, request) {
          if (failure !== undefined) throw failure
          return own.receiveWebhook(context, request)
        },
      }),
    })
  })
  after(() => gateway.close())
  beforeEach(async () => {
    failure = undefined
    await gateway.installation.context.pool.query('delete from webhook_event')
    await gateway.installation.context.pool.query('delete from graphile_worker._private_jobs')
  })

  async function stored(): Promise<Buffer[]> {
    const { rows } = await gateway.installation.context.pool.query('select body from webhook_event order by id')
    return rows.map(({ body }) => body)
  }

  async function jobs(): Promise<number> {
    const { rows } =
      await gateway.installation.context.pool.query(`select count(*)::int as count from graphile_worker.jobs
      where task_identifier = 'webhook.normalize'`)
    return rows[0].count
  }

  const post = (body: string | Buffer, headers: Record<string, string> = {}) =>
    gateway.ask('POST', path, {
      authorization: null,
      body: typeof body === 'string' ? body : new Uint8Array(body),
      headers: { 'content-type': 'application/json', ...headers },
    })

  const signed = (body: string | Buffer, key = secret) =>
    post(body, { 'x-hub-signature-256': `sha256=${sign(body, key)}` })

  describe('GET, the verification', () => {
    const ask = (query: string) => gateway.ask('GET', `${path}?${query}`, { authorization: null })

    it('200: repeats the challenge as text if the token is the configured one', async () => {
      const reply = await ask('hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=verify-me')
      expect([reply.status, reply.text]).to.deep.equal([200, '1158201444'])
      expect(reply.headers.get('content-type')).to.match(/^text\/plain/)
    })

    for (const query of [
      'hub.mode=subscribe&hub.challenge=1&hub.verify_token=wrong',
      'hub.mode=subscribe&hub.challenge=1',
      'hub.mode=other&hub.challenge=1&hub.verify_token=verify-me',
      'hub.mode=subscribe&hub.verify_token=verify-me',
      '',
    ]) {
      it(`403: for "${query}"`, async () => {
        const reply = await ask(query)
        expect(reply.status).to.equal(403)
        expect(reply.text).to.not.include('verify-me')
      })
    }
  })

  describe('POST, the events', () => {
    it('200: after the event and one job are committed, as the bytes arrived', async () => {
      const reply = await signed(event)
      expect([reply.status, reply.text]).to.deep.equal([200, ''])
      expect((await stored()).map(String)).to.deep.equal([event])
      expect(await jobs()).to.equal(1)
    })

    it('200: with the signature of the secret before the last rotation', async () => {
      expect((await signed(event, previous)).status).to.equal(200)
    })

    it('200: for events that arrive at the same time, which share transactions and jobs', async () => {
      const bodies = Array.from({ length: 60 }, (_, index) => JSON.stringify({ object: 'x', index }))
      const replies = await Promise.all(bodies.map((body) => signed(body)))
      expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([200]))
      expect((await stored()).map(String).sort()).to.deep.equal([...bodies].sort())
      expect(await jobs()).to.be.lessThan(60)
    })

    for (const [name, body] of [
      ['escaped unicode', '{"text":"\\u00e9\\u20ac \\/ \\ud83d\\ude00"}'],
      ['emoji', '{"text":"ü😀\u{1f469}\u{200d}\u{1f680}"}'],
      ['white space', ' {\n  "text" : "a"\t}\r\n'],
      ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
      ['NUL and half a surrogate pair, escaped', '{"text":"\\u0000 \\ud800"}'],
      ['JSON that is not an event', '[1, 2, 3]'],
    ] as const) {
      it(`200: signed over the raw bytes: ${name}`, async () => {
        expect((await signed(body)).status).to.equal(200)
        expect((await stored()).map((each) => each.toString('hex'))).to.deep.equal([Buffer.from(body).toString('hex')])
      })
    }

    const own = sign(event)
    const flipped = Buffer.from(own, 'hex')
    flipped[7] = (flipped[7] ?? 0) ^ 1
    const forged: Record<string, Record<string, string>> = {
      absent: {},
      forged: { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      'of another app': { 'x-hub-signature-256': `sha256=${sign(event, 'another-secret')}` },
      'sha1 only': { 'x-hub-signature': `sha1=${sign(event, secret, 'sha1')}` },
      'sha1 in the place of sha256': { 'x-hub-signature-256': `sha1=${sign(event, secret, 'sha1')}` },
      'of the re-encoded body': {
        'x-hub-signature-256': `sha256=${sign(JSON.stringify(JSON.parse(event), null, 2))}`,
      },
      'with one bit flipped': { 'x-hub-signature-256': `sha256=${flipped.toString('hex')}` },
      'too short': { 'x-hub-signature-256': `sha256=${own.slice(0, 62)}` },
      'too long': { 'x-hub-signature-256': `sha256=${own}00` },
      'in upper case': { 'x-hub-signature-256': `sha256=${own.toUpperCase()}` },
      'without its algorithm': { 'x-hub-signature-256': own },
      'as base64': { 'x-hub-signature-256': `sha256=${Buffer.from(own, 'hex').toString('base64')}` },
      empty: { 'x-hub-signature-256': '' },
    }
    for (const [name, headers] of Object.entries(forged)) {
      it(`401: a signature that is ${name}; nothing is stored`, async () => {
        const reply = await post(event, headers)
        expect([reply.status, reply.body.error.code]).to.deep.equal([401, 'unauthorized'])
        expect(await stored()).to.deep.equal([])
        expect(await jobs()).to.equal(0)
      })
    }

    it('401: a body of which one byte was changed', async () => {
      const reply = await post(event.replace('"1"', '"2"'), { 'x-hub-signature-256': `sha256=${own}` })
      expect(reply.status).to.equal(401)
      expect(await stored()).to.deep.equal([])
    })

    for (const body of ['', '{"object":', 'object=1', '\u{feff}{}']) {
      it(`400: rightly signed, but no JSON: ${JSON.stringify(body)}`, async () => {
        const reply = await signed(body)
        expect([reply.status, reply.body.error.code]).to.deep.equal([400, 'invalid_request'])
        expect(await stored()).to.deep.equal([])
      })
    }

    it('413: more than 3 MiB; 3 MiB are taken', async () => {
      const bodyOf = (bytes: number) => JSON.stringify('a'.repeat(bytes - 2))
      expect((await signed(bodyOf(3 * 1024 * 1024))).status).to.equal(200)
      const reply = await signed(bodyOf(3 * 1024 * 1024 + 1))
      expect([reply.status, reply.body.error.code]).to.deep.equal([413, 'invalid_request'])
      expect(await stored()).to.have.length(1)
    })

    it('415: a compressed body', async () => {
      const reply = await post(event, { 'content-encoding': 'gzip', 'x-hub-signature-256': `sha256=${own}` })
      expect([reply.status, reply.body.error.code]).to.deep.equal([415, 'unsupported_media_type'])
    })

    it('503: while the store cannot be used', async () => {
      const { context } = gateway.installation
      const { store } = context.intake
      context.intake.store = async () => {
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      }
      const reply = await signed(event)
      context.intake.store = store
      expect([reply.status, reply.body.error.code]).to.deep.equal([503, 'temporarily_unavailable'])
      expect(reply.headers.get('retry-after')).to.equal('1')
      expect((await signed(event)).status).to.equal(200)
      expect(await stored()).to.have.length(1)
    })

    it('tells nothing of a failure that nobody foresaw', async () => {
      failure = new ServiceError('internal_error')
      expect((await signed(event)).status).to.equal(500)
    })
  })

  it('404: networks that post no events', async () => {
    for (const platform of ['youtube', 'nobody']) {
      const get = await gateway.ask('GET', `/webhooks/${platform}?hub.mode=subscribe`, { authorization: null })
      expect([get.status, get.body.error.code]).to.deep.equal([404, 'route_not_found'])
    }
    const { status } = await gateway.ask('POST', '/webhooks/bluesky', { authorization: null, body: event })
    expect(status).to.equal(404)
  })

  it('405: other methods', async () => {
    const reply = await gateway.ask('PUT', path, { authorization: null, body: event })
    expect([reply.status, reply.headers.get('allow')]).to.deep.equal([405, 'GET, POST, HEAD'])
  })
})
