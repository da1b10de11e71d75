import { expect } from 'chai'
import { startGateway, type TestGateway } from './test-gateway.ts'

describe('dashboard', () => {
  let gateway: TestGateway
  before(async () => {
    gateway = await startGateway()
  })
  after(() => gateway.close())
  const get = (path: string) => gateway.ask('GET', path, { authorization: null })

  it('is made of files of this host alone, all of them there', async () => {
    const seen = new Set<string>()
    const read = async (path: string): Promise<void> => {
      if (seen.has(path)) return
      seen.add(path)
      const { status, text } = await get(path)
      expect(status, path).to.equal(200)
      const named = [...text.matchAll(/(?:src|href)="([^"#]+)"|from '([^']+)'/g)].map(([, a, b]) => a ?? b ?? '')
      for (const name of named) {
        expect(name, `${path} names ${name}`).to.match(/^(?:\/dashboard\/|\.\/)[a-z-]+\.[a-z]+$/)
        await read(name.replace(/^\.\//, '/dashboard/'))
      }
    }
    await read('/dashboard')
    expect([...seen]).to.include.members(['/dashboard/main.js', '/dashboard/style.css', '/dashboard/connect.js'])
  })

  it('runs no script and no style but its own files, and sends nothing elsewhere', async () => {
    const { headers, text } = await get('/dashboard')
    expect(headers.get('content-security-policy')?.split(';')).to.have.members([
      "default-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "require-trusted-types-for 'script'",
    ])
    expect(text)
      .not.to.match(/<script(?![^>]*\ssrc=)/)
      .and.not.to.match(/<style|\sstyle=|\son[a-z]+=/)
  })

  it('asks which networks can be connected, and what they need, of the matrix', async () => {
    const { body } = await get('/dashboard/facts.json')
    const rows = body['connect'] as { platform: string; handle?: boolean; authMethods?: string[] }[]
    expect(rows.filter(({ handle }) => handle).map(({ platform }) => platform)).to.deep.equal(['bluesky'])
    expect(rows.find(({ platform }) => platform === 'instagram')?.authMethods).to.deep.equal([
      'instagram_login',
      'facebook_login',
    ])
    expect(rows.map(({ platform }) => platform)).not.to.include('whatsapp')
  })

  it('is found with a slash at its end too, and nowhere else', async () => {
    expect((await get('/dashboard/')).status).to.equal(200)
    for (const path of ['/dashboard/index.html', '/dashboard/..%2fpackage.json', '/dashboard/nothing.js']) {
      expect((await get(path)).status, path).to.equal(404)
    }
  })
})
