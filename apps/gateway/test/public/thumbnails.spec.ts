import { expect } from 'chai'
import { startGateway, type TestGateway } from '../test-gateway.ts'

describe('GET /media/thumbnails/{token}', () => {
  let gateway: TestGateway
  const seen: string[] = []
  before(async () => {
    async function* open() {
      yield Buffer.from('bytes')
    }
    gateway = await startGateway({
      replace: () => ({
        async openThumbnail(_context, token) {
          seen.push(token)
          return token === 'known' ? { contentType: 'image/webp', bytes: 5, sha256: 'abc', open } : null
        },
      }),
    })
  })
  after(() => gateway.close())

  it('200: the image, which browsers of this origin keep for an hour and run nothing of', async () => {
    const { status, headers, text } = await gateway.ask('GET', '/media/thumbnails/known', { authorization: null })
    expect([status, text]).to.deep.equal([200, 'bytes'])
    expect(Object.fromEntries(headers)).to.include({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=3600',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.get('content-security-policy')).to.contain('sandbox')
    expect(seen).to.deep.equal(['known'])
  })

  for (const method of ['GET', 'HEAD'] as const) {
    it(`304 to ${method}: the image is the one whose ETag the client sent, whatever range it wants`, async () => {
      for (const tag of ['"abc"', 'W/"abc"', '"other", "abc"', '*']) {
        for (const range of ['bytes=1-2', 'bytes=99-']) {
          const sent = { authorization: null, headers: { 'if-none-match': tag, range } }
          const { status, headers, text } = await gateway.ask(method, '/media/thumbnails/known', sent)
          expect([status, text], tag).to.deep.equal([304, ''])
          expect(Object.fromEntries(headers)).to.include({ etag: '"abc"', 'cache-control': 'private, max-age=3600' })
          expect(headers.has('content-range'), range).to.equal(false)
        }
      }
    })
  }

  it('200: the image is not the one of the ETag', async () => {
    const sent = { authorization: null, headers: { 'if-none-match': '"other"' } }
    const { status, text } = await gateway.ask('GET', '/media/thumbnails/known', sent)
    expect([status, text]).to.deep.equal([200, 'bytes'])
  })

  it('404: a link that has expired or never was, whatever the client has', async () => {
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      const reply = await gateway.ask('GET', '/media/thumbnails/other', { authorization: null, headers })
      expect([reply.status, reply.body.error.code]).to.deep.equal([404, 'route_not_found'])
    }
  })
})
