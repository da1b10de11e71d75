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

  it('404: a link that has expired or never was', async () => {
    const reply = await gateway.ask('GET', '/media/thumbnails/other', { authorization: null })
    expect([reply.status, reply.body.error.code]).to.deep.equal([404, 'route_not_found'])
  })
})
