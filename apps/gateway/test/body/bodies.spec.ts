import { rm } from 'node:fs/promises'
import { ServiceError } from '@carillon/errors'
import { expect } from 'chai'

import type { Installation } from '../installation.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

const json = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Ask => ({
  body,
  headers: { 'content-type': 'application/json', ...headers },
})

describe('bodies', () => {
  let gateway: TestGateway
  let profileId = ''
  let accounts: Installation['accounts']
  before(async () => {
    gateway = await startGateway()
    profileId = gateway.installation.profileId
    accounts = gateway.installation.accounts
  })
  after(() => gateway.close())

  const create = (options: Ask): Promise<Reply> => gateway.ask('POST', '/api/v1/profiles', options)
  const publish = (options: Ask): Promise<Reply> => gateway.ask('POST', '/api/v1/posts', options)
  const codeOf = ({ status, body }: Reply) => [status, body.error?.code]

  describe('415', () => {
    it("is for every type but the operation's own", async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/jsonp',
        'application/json5',
        'application/json; charset=latin1',
        'application/json; profile=a; charset=utf-16',
        'application/json, text/plain',
        'multipart/form-data; boundary=x',
      ]) {
        expect(codeOf(await create({ body: '{}', headers: { 'content-type': type } })), type).to.deep.equal([
          415,
          'unsupported_media_type',
        ])
      }
      expect(codeOf(await create({}))).to.deep.equal([415, 'unsupported_media_type'])
    })

    it('is not for UTF-8 in any notation', async () => {
      for (const type of [
        'application/json',
        'Application/JSON',
        'application/json; charset=utf-8',
        'application/json;charset="UTF-8"',
        'application/json; odata.metadata=minimal',
        'application/json; profile=a; charset=utf-8',
      ]) {
        expect((await create({ body: '{"name":"A"}', headers: { 'content-type': type } })).status, type).to.equal(200)
      }
    })

    it('is for a compressed body', async () => {
      expect(codeOf(await create(json('{"name":"A"}', { 'content-encoding': 'gzip' })))).to.deep.equal([
        415,
        'unsupported_media_type',
      ])
      expect((await create(json('{"name":"A"}', { 'content-encoding': 'identity' }))).status).to.equal(200)
    })

    it('is for any body in another format, also where the operation takes none', async () => {
      const refresh = ['POST', `/api/v1/profiles/${profileId}/accounts/refresh`] as const
      const disconnect = ['DELETE', `/api/v1/profiles/${profileId}/accounts/${accounts.bluesky}`] as const
      for (const [method, path] of [refresh, disconnect]) {
        const sent = (body: string, type: string) =>
          gateway.ask(method, path, { body, headers: { 'content-type': type } })
        expect(codeOf(await sent('x', 'text/plain')), method).to.deep.equal([415, 'unsupported_media_type'])
        for (const body of ['garbage{', '{"field":1}', '[]']) {
          expect(codeOf(await sent(body, 'application/json')), `${method} ${body}`).to.deep.equal([
            400,
            'invalid_request',
          ])
        }
        expect(codeOf(await sent(' '.repeat(1024 * 1024 + 1), 'application/json'))).to.deep.equal([
          413,
          'invalid_request',
        ])
        for (const [body, type] of [
          ['{}', 'application/json'],
          ['', 'text/plain'],
          ['', 'application/json'],
        ] as const) {
          expect((await sent(body, type)).status, `${method} "${body}" as ${type}`).to.equal(200)
        }
      }
    })
  })

  describe('413', () => {
    it('is for more than 1 MiB, announced or not', async () => {
      const body = `{"name":"${'x'.repeat(1024 * 1024)}"}`
      expect(codeOf(await create(json(body)))).to.deep.equal([413, 'invalid_request'])
      const stream = new Blob([body]).stream()
      const chunked = { ...json(''), body: stream, duplex: 'half' } as Ask
      expect(codeOf(await create(chunked))).to.deep.equal([413, 'invalid_request'])
    })

    it('is for more keys or list items than any request has', async () => {
      const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, key) => [key, 0]))
      const long = Array.from({ length: 10_001 }, () => 0)
      for (const metadata of [many, { long }]) {
        expect(codeOf(await create({ json: { name: 'A', metadata } }))).to.deep.equal([413, 'invalid_request'])
        expect(codeOf(await publish({ json: { platform: 'x', metadata } }))).to.deep.equal([413, 'invalid_request'])
      }
    })

    it('is not for a publish of that size', async () => {
      const post = {
        platform: 'tiktok',
        accountId: accounts.tiktok,
        music_usage_confirmed: true,
        video: { content_type: 'video/mp4', base64: 'A'.repeat(2 * 1024 * 1024) },
      }
      expect((await publish({ json: post })).status).to.equal(200)
    })

    it('is for a publish over the bound that the operator set', async () => {
      const small = await startGateway({ installation: gateway.installation, maxBodyBytes: 2048 })
      expect(codeOf(await small.ask('POST', '/api/v1/posts', json('x'.repeat(2049))))).to.deep.equal([
        413,
        'invalid_request',
      ])
      expect(small.slots).to.deep.equal({ open: 0, taken: 0 })
      await small.close()
    })
  })

  it('are hashed only where an Idempotency-Key is sent and read', async () => {
    const hashed: boolean[] = []
    const noting = await startGateway({
      installation: gateway.installation,
      replace: ({ receiveJson }) => ({
        receiveJson: async (...given) => {
          const received = await receiveJson(...given)
          hashed.push(received.bodyHash !== null)
          return received
        },
      }),
    })
    const headers = { 'idempotency-key': 'k-1' }
    await noting.ask('POST', '/api/v1/profiles', { json: { name: 'A' } })
    await noting.ask('POST', '/api/v1/profiles', { json: { name: 'A' }, headers })
    await noting.ask('POST', '/api/v1/posts', { json: { platform: 'x' }, headers })
    expect(hashed).to.deep.equal([false, true, false])
    await noting.close()
  })

  describe('400', () => {
    it('is for a number that would come back as null', async () => {
      const rejected = await create(json('{"name":"A","metadata":{"a":[1e400]}}'))
      expect(codeOf(rejected)).to.deep.equal([400, 'invalid_request'])
      expect(rejected.body.error.details).to.have.nested.property('[0].path').that.deep.equals(['metadata', 'a', '0'])
      expect((await create(json('{"name":"A","metadata":{"a":[-1e308]}}'))).status).to.equal(200)
    })

    it('is for what is not an object', async () => {
      for (const body of ['null', '[]', '"text"', '5']) {
        expect(codeOf(await create(json(body))), body).to.deep.equal([400, 'invalid_request'])
        expect(codeOf(await publish(json(body))), body).to.deep.equal([400, 'invalid_request'])
      }
    })

    it('is for names that a prototype has', async () => {
      for (const name of ['__proto__', 'constructor', 'toString']) {
        expect((await create(json(`{"name":"A","${name}":{}}`))).body.error.details, name).to.deep.equal([
          { path: [name], message: 'there is no such field' },
        ])
      }
    })

    it('does not repeat what was sent', async () => {
      const reply = await create(json('{"name": sk_live_51H8xJ2eZvKYlo2C}'))
      expect(reply.status).to.equal(400)
      expect(reply.text).not.to.contain('sk_live')
    })
  })

  describe('text', () => {
    it('may have every character that there is, and no other', async () => {
      const named = (name: string) => create(json(`{"name":${name}}`))
      expect((await named('"\u00e9\ud83d\ude00 \\u202e"')).status).to.equal(200)
      for (const name of ['"a\\u0000b"', '"\\ud800"', '"\\udc00x"']) {
        expect((await named(name)).body.error.message, name).to.match(/^name: it has characters/)
      }
      const deep = await create(json('{"name":"A","metadata":{"a":[{"b":"\\u0000"}]}}'))
      expect(deep.body.error.details).to.have.nested.property('[0].path').that.deep.equals(['metadata', 'a', '0', 'b'])
      expect(codeOf(await create(json('{"name":"A","metadata":{"\\u0000":1}}')))).to.deep.equal([
        400,
        'invalid_request',
      ])
      expect(codeOf(await gateway.ask('GET', '/api/v1/posts/publishes?requestId=%00'))).to.deep.equal([
        400,
        'invalid_request',
      ])
    })
  })

  describe('JSON', () => {
    it('that is invalid is rejected with the position of the error', async () => {
      const broken: [body: string, place: string][] = [
        ['', 'byte 0'],
        ['{', 'byte 1'],
        ['{"name":"A"}}', 'byte 12'],
        ['{"name":}', 'byte 8'],
        ["{'name':1}", 'byte 1'],
        ['\ufeff{"name":"A"}', 'byte 0'],
      ]
      for (const [body, place] of broken) {
        const reply = await create(json(body))
        expect(codeOf(reply), body).to.deep.equal([400, 'invalid_request'])
        expect(reply.body.error.message, body).to.contain(place)
      }
    })

    it('is UTF-8 and not nested too deep', async () => {
      expect(codeOf(await create(json(new Uint8Array([0x22, 0xff, 0x22]))))).to.deep.equal([400, 'invalid_request'])
      const deep = await create(json(`{"name":"A","metadata":${'{"a":'.repeat(100)}1${'}'.repeat(101)}`))
      expect(deep.body.error.message).to.contain('32 levels')
    })

    it('takes the last of repeated keys, and large numbers', async () => {
      gateway.calls.length = 0
      expect((await create(json('{"name":"A","name":"B","metadata":{"n":1e308,"base64":"AAAA"}}'))).status).to.equal(
        200,
      )
      expect(gateway.calls[0]?.input.body).to.deep.equal({
        name: 'B',
        metadata: { n: 1e308, base64: 'AAAA' },
      })
    })
  })

  describe('media', () => {
    const post = (base64: string) => ({
      platform: 'x',
      accountId: accounts.x,
      text: 'T',
      media: [{ content_type: 'image/png', base64 }],
    })
    const clear = async () => {
      gateway.calls.length = 0
      await rm(gateway.installation.context.config.media.dir, { recursive: true, force: true })
    }
    beforeEach(clear)

    it('are in the body as files', async () => {
      expect((await publish({ json: post('AAAA') })).status).to.equal(200)
      const { body } = (gateway.calls[0]?.input ?? {}) as { body: { media: { base64: { encodedLength: number } }[] } }
      expect(body.media[0]?.base64).to.deep.include({ encodedLength: 4, bytes: 3, validBase64: true })
      expect(await gateway.installation.files()).to.have.length(1)
      expect(gateway.slots.open).to.equal(0)
    })

    it('are thrown away when the request is rejected', async () => {
      const both = post('A*AA')
      both.media.push({ content_type: 'image/png', base64: 'AAAA' })
      expect(codeOf(await publish({ json: both }))).to.deep.equal([422, 'invalid_media'])
      const bad = {
        platform: 'facebook',
        accountId: accounts.facebook,
        image: { contentType: 'image/png', base64: 'A*AA' },
      }
      expect(codeOf(await publish({ json: bad }))).to.deep.equal([400, 'invalid_request'])
      expect(codeOf(await publish({ json: { ...post('AAAA'), accountId: profileId } }))).to.deep.equal([
        404,
        'account_not_found',
      ])
      expect(codeOf(await publish({ json: { ...post('AAAA'), platform: 'whatsapp' } }))).to.deep.equal([
        422,
        'unsupported_platform',
      ])
      expect(codeOf(await publish(json(`${JSON.stringify(post('AAAA'))}}`)))).to.deep.equal([400, 'invalid_request'])
      expect(await gateway.installation.files()).to.deep.equal([])
      expect(gateway.slots.open).to.equal(0)
    })

    it('are thrown away when the use case rejects, and stay after a fault, when they may be in use', async () => {
      const faults: unknown[] = [new ServiceError('invalid_image', 'No image.'), new Error('lost')]
      const failing = await startGateway({
        installation: gateway.installation,
        replace: ({ useCases }) => ({
          useCases: { ...useCases, 'posts.publish': () => Promise.reject(faults.shift()) },
        }),
      })
      expect(codeOf(await failing.ask('POST', '/api/v1/posts', { json: post('AAAA') }))).to.deep.equal([
        422,
        'invalid_image',
      ])
      expect(await gateway.installation.files()).to.have.length(0)
      expect(codeOf(await failing.ask('POST', '/api/v1/posts', { json: post('AAAA') }))).to.deep.equal([
        500,
        'internal_error',
      ])
      expect(await gateway.installation.files()).to.have.length(1)
      await failing.close()
    })

    it('take no place among the uploads if they are text: 40 at once with a place for one', async () => {
      const single = await startGateway({ env: { UPLOAD_SLOTS_PER_KEY: '1' } })
      const text = { platform: 'x', accountId: profileId, text: 'Fresh bread.' }
      const send = () => single.ask('POST', '/api/v1/posts', { json: text })
      const responses = await Promise.all(Array.from({ length: 40 }, send)).finally(() => single.close())
      expect(new Set(responses.map(({ status }) => status))).to.not.include(429)
    })

    it('take a place among the uploads only once the head was accepted', async () => {
      const before = gateway.slots.taken
      await publish({ json: {}, authorization: null })
      await publish({ body: 'x', headers: { 'content-type': 'text/plain' } })
      await create({ json: { name: 'A' } })
      expect(gateway.slots.taken).to.equal(before)
      await publish(json(' '.repeat(1024 * 1024 + 1)))
      expect(gateway.slots).to.deep.equal({ open: 0, taken: before + 1 })
    })
  })
})
