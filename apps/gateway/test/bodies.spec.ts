import { expect } from 'chai'
import { accountId, profileId } from './fake-service.ts'
import { type Ask, type Reply, startGateway, type TestGateway } from './test-gateway.ts'

const json = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): Ask => ({
  body,
  headers: { 'content-type': 'application/json', ...headers },
})

describe('bodies', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  beforeEach(() => {
    Object.assign(gateway.seen, { calls: [], staged: 0, discarded: 0, slots: 0 })
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

    it('is not for an operation without a body, whatever is sent', async () => {
      const path = `/api/v1/profiles/${profileId}/accounts/refresh`
      expect(
        (await gateway.ask('POST', path, { body: 'x', headers: { 'content-type': 'text/plain' } })).status,
      ).to.equal(200)
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

    it('is not for a publish of that size', async () => {
      const post = {
        platform: 'tiktok',
        accountId,
        music_usage_confirmed: true,
        video: { content_type: 'video/mp4', base64: 'A'.repeat(2 * 1024 * 1024) },
      }
      expect((await publish({ json: post })).status).to.equal(200)
    })

    it('is for a publish over the bound that the operator set', async () => {
      const small = await startGateway(() => ({}), { maxBodyBytes: 2048 })
      expect(codeOf(await small.ask('POST', '/api/v1/posts', json('x'.repeat(2049))))).to.deep.equal([
        413,
        'invalid_request',
      ])
      expect(small.seen.slots).to.equal(0)
      await small.close()
    })
  })

  describe('400', () => {
    it('is for what is no object', async () => {
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

  describe('media', () => {
    const post = (base64: string) => ({
      platform: 'x',
      accountId,
      text: 'T',
      media: [{ content_type: 'image/png', base64 }],
    })

    it('stand in the body as files', async () => {
      expect((await publish({ json: post('AAAA') })).status).to.equal(200)
      const input = gateway.seen.calls[0]?.input as { body: { media: { base64: { encodedLength: number } }[] } }
      expect(input.body.media[0]?.base64.encodedLength).to.equal(4)
      expect(gateway.seen).to.include({ staged: 1, discarded: 0, slots: 0 })
    })

    it('are thrown away when the request is refused', async () => {
      expect(codeOf(await publish({ json: post('A*AA') }))).to.deep.equal([422, 'invalid_media'])
      expect(gateway.seen).to.include({ staged: 1, discarded: 1, slots: 0 })
      const bad = { platform: 'facebook', accountId, image: { contentType: 'image/png', base64: 'A*AA' } }
      expect(codeOf(await publish({ json: bad }))).to.deep.equal([400, 'invalid_request'])
      expect(codeOf(await publish({ json: { ...post('AAAA'), accountId: profileId } }))).to.deep.equal([
        404,
        'account_not_found',
      ])
      expect(gateway.seen).to.include({ staged: 3, discarded: 3 })
    })

    it('stay after a fault, when they may be in use', async () => {
      const failing = await startGateway(({ useCases }) => ({
        useCases: { ...useCases, 'posts.publish': () => Promise.reject(new Error('lost')) },
      }))
      expect(codeOf(await failing.ask('POST', '/api/v1/posts', { json: post('AAAA') }))).to.deep.equal([
        500,
        'internal_error',
      ])
      expect(failing.seen).to.include({ staged: 1, discarded: 0 })
      await failing.close()
    })

    it('take a place among the uploads only once the head was accepted', async () => {
      let admitted = 0
      const counting = await startGateway(({ admitUpload }) => ({
        admitUpload: (...args) => {
          admitted++
          return admitUpload(...args)
        },
      }))
      await counting.ask('POST', '/api/v1/posts', { json: {}, authorization: null })
      await counting.ask('POST', '/api/v1/posts', { body: 'x', headers: { 'content-type': 'text/plain' } })
      await counting.ask('POST', '/api/v1/profiles', { json: { name: 'A' } })
      expect(admitted).to.equal(0)
      await counting.ask('POST', '/api/v1/posts', { json: {} })
      expect(admitted).to.equal(1)
      expect(counting.seen.slots).to.equal(0)
      await counting.close()
    })
  })
})
