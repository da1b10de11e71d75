import { once } from 'node:events'
import { statSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { currentBundle } from '@carillon/dashboard'
import { expect } from 'chai'
import { type Reply, startGateway, type TestGateway } from './test-gateway.ts'

describe('dashboard', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())
  const get = (path: string) => gateway.ask('GET', path, { authorization: null })

  /** The page once the app has been bundled, which the first request begins. */
  async function page(path = '/dashboard'): Promise<Reply> {
    for (;;) {
      const reply = await get(path)
      if (reply.status !== 503) return reply
      expect(reply.headers.get('retry-after')).to.equal('1')
      expect(reply.text).to.contain('http-equiv="refresh"')
    }
  }

  const namesIn = (text: string) =>
    [...text.matchAll(/(?:src|href)="(\/dashboard\/[^"]+)"/g)].map(([, name = '']) => name)

  /** The bytes as they are sent; fetch would decompress them. */
  async function sent(path: string, encoding: string) {
    const request = httpGet(`${gateway.url}${path}`, { headers: { 'accept-encoding': encoding } })
    const [response] = await once(request, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { headers: response.headers, bytes: Buffer.concat(chunks) }
  }

  it('is one page at every path of the app, made of files of this host alone, all of them there', async () => {
    const { status, headers, text } = await page()
    expect(status).to.equal(200)
    expect(headers.get('cache-control')).to.equal('no-store')
    const names = namesIn(text)
    expect(names.filter((name) => name.endsWith('.js'))).not.to.deep.equal([])
    for (const name of names) {
      const file = await get(name)
      expect([file.status, file.headers.get('cache-control')], name).to.deep.equal([
        200,
        'public, max-age=31536000, immutable',
      ])
    }
    for (const path of ['/dashboard/', '/dashboard/profiles', '/dashboard/publishes/7?tab=1']) {
      const other = await page(path)
      expect(namesIn(other.text), path).to.deep.equal(names)
    }
  })

  it('runs no script but its own files, and no style but those and those with the nonce of the response', async () => {
    const { headers, text } = await page()
    const [, nonce = ''] = /<meta name="style-nonce" content="([^"]{20,})">/.exec(text) ?? []
    expect(headers.get('content-security-policy')?.split(';')).to.have.members([
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
      'trusted-types default',
    ])
    expect((await page()).text).not.to.contain(nonce)
    expect(text)
      .not.to.match(/<script(?![^>]*\ssrc=)/)
      .and.not.to.match(/<style|\sstyle=|\son[a-z]+=/)
  })

  it('sends its files compressed as the browser can take them', async () => {
    const name = namesIn((await page()).text).find((path) => path.endsWith('.js')) ?? ''
    const plain = await sent(name, 'identity')
    expect(plain.headers).to.include({ vary: 'Accept-Encoding', 'content-type': 'text/javascript; charset=utf-8' })
    expect(plain.headers).not.to.have.property('content-encoding')
    const brotli = await sent(name, 'gzip, deflate, br')
    expect(brotli.headers['content-encoding']).to.equal('br')
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).to.equal(true)
    const gzip = await sent(name, 'gzip')
    expect(gzip.headers['content-encoding']).to.equal('gzip')
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).to.equal(true)
  })

  it('loads at most 200 KB of script before the first page', async () => {
    const names = namesIn((await page()).text).filter((name) => name.endsWith('.js'))
    const sizes = await Promise.all(names.map(async (name) => (await sent(name, 'br')).bytes.length))
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.at.most(200 * 1024)
  })

  it('can be served by a user other than the one that has bundled it, as in the image', async () => {
    await page()
    const bundle = await currentBundle()
    expect((statSync(bundle?.folder ?? '').mode & 0o055).toString(8)).to.equal('55')
  })

  it('says what each social network can do, and which of them are configured', async () => {
    const { body } = await get('/dashboard/facts.json')
    const facts = body as unknown as { capabilities: Record<string, { cells: object }>; configured: string[] }
    expect(facts.capabilities['connect']?.cells).to.deep.include({ bluesky: { handle: true }, whatsapp: false })
    expect(facts.configured).to.include('bluesky')
  })

  it('serves nothing but what it was bundled to', async () => {
    await page()
    for (const path of ['nothing.js', 'manifest.json', '..%2fcurrent', '%2e%2e%2f%2e%2e%2fpackage.json']) {
      expect((await get(`/dashboard/files/${path}`)).status, path).to.equal(404)
    }
  })
})
