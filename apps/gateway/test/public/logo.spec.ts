import { expect } from 'chai'
import { type Reply, startGateway, type TestGateway } from '../test-gateway.ts'

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Files that are not images, or not of a type that a logo can have. */
const rejected: Readonly<Record<string, Buffer>> = {
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
  GIF: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'a cut-off PNG': pixel.subarray(0, 50),
  nothing: Buffer.from('not an image at all'),
}

/** A PNG header that announces an image of these dimensions, followed by no pixels. */
function pngHeader(width: number, height: number): Buffer {
  const png = Buffer.from(pixel)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

describe('the logo of an organization', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway({ real: true, env: { X_CLIENT_ID: 'client', X_CLIENT_SECRET: 'secret' } })
  })
  after(() => gateway.close())

  const set = (logo: object | null): Promise<Reply> => gateway.ask('PATCH', '/api/v1/organization', { json: { logo } })
  const pathOf = ({ body }: Reply) => new URL(String(body['logoUrl'])).pathname
  const logo = { base64: pixel.toString('base64') }

  it('is encoded again, and served under a path of its own, as an image alone', async () => {
    const reply = await set(logo)
    expect(reply.status, reply.text).to.equal(200)
    const response = await fetch(`${gateway.url}${pathOf(reply)}`)
    expect(response.status).to.equal(200)
    expect(Object.fromEntries(response.headers)).to.include({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(response.headers.get('content-security-policy')).to.include("default-src 'none'").and.include('sandbox')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(8, 12).toString()).to.equal('WEBP')
    expect(await gateway.installation.files(), 'nothing stays in the media store').to.deep.equal([])
    expect((await gateway.ask('GET', '/api/v1/organization')).body['logoUrl']).to.equal(reply.body['logoUrl'])
  })

  it('is on the page of a connect link, and gone from it when it is removed', async () => {
    const { profileId } = gateway.installation
    const path = pathOf(await set(logo))
    const { body } = await gateway.ask('POST', `/api/v1/profiles/${profileId}/connect-links`, { json: {} })
    const page = async () => (await fetch(`${gateway.url}${new URL(String(body['url'])).pathname}`)).text()
    expect(await page()).to.include(`<img class="logo" src="${path}" alt="Acme">`)
    expect((await set(null)).body['logoUrl']).to.equal(null)
    expect(await page()).not.to.include('<img')
    expect((await fetch(`${gateway.url}${path}`)).status).to.equal(404)
  })

  it('stays as it is when other things change, and belongs to its organization', async () => {
    const path = pathOf(await set(logo))
    const renamed = await gateway.ask('PATCH', '/api/v1/organization', { json: { name: 'Acme' } })
    expect(pathOf(renamed)).to.equal(path)
    const theirs = await gateway.ask('GET', '/api/v1/organization', {
      authorization: `Bearer ${gateway.installation.foreign.key}`,
    })
    expect(theirs.body['logoUrl']).to.equal(null)
    const bound = { authorization: `Bearer ${gateway.installation.boundKey}` }
    expect((await gateway.ask('PATCH', '/api/v1/organization', { json: { logo: null }, ...bound })).status).to.equal(
      403,
    )
  })

  for (const [what, bytes] of Object.entries(rejected)) {
    it(`cannot be ${what}`, async () => {
      const before = (await gateway.ask('GET', '/api/v1/organization')).body['logoUrl']
      const reply = await set({ base64: bytes.toString('base64') })
      expect([reply.status, reply.body.error.code], reply.text).to.deep.equal([422, 'invalid_image'])
      expect((await gateway.ask('GET', '/api/v1/organization')).body['logoUrl']).to.equal(before)
      expect(await gateway.installation.files()).to.deep.equal([])
    })
  }

  it('has limits: of bytes, and of pixels before they are decoded', async () => {
    const large = await set({ base64: Buffer.alloc(513 * 1024, 1).toString('base64') })
    expect([large.status, large.body.error.code]).to.deep.equal([413, 'invalid_request'])
    for (const [width, height] of [
      [4_097, 1],
      [60_000, 60_000],
    ] as const) {
      const reply = await set({ base64: pngHeader(width, height).toString('base64') })
      expect([reply.status, reply.body.error.code], reply.text).to.deep.equal([422, 'invalid_image'])
    }
    for (const json of [{}, { url: 'https://example.com/a.png' }, { base64: '%%%%' }, { base64: 5 }])
      expect((await set(json)).status, JSON.stringify(json)).to.be.oneOf([400, 422])
    expect(await gateway.installation.files()).to.deep.equal([])
  })
})
