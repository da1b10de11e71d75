import { expect } from 'chai'
import sharp from 'sharp'
import { startSandbox } from '../../src/sandbox.ts'
import { readVideoSize } from '../../src/video-size.ts'
import { allTests } from '../fixture.ts'
import { testNetwork } from './test-network.ts'

interface Entry {
  at: string
  operation: string
  status: number
}

describe("the sandbox's own endpoints", () => {
  const sandbox = allTests(() => startSandbox({ networks: [testNetwork] }))

  const get = async (path: string) => {
    const response = await fetch(`${sandbox.url}${path}`)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
  const getJson = async <Result>(path: string) => JSON.parse((await get(path)).bytes.toString()) as Result
  const post = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, json: (await response.json()) as Record<string, unknown> }
  }
  const consent = (query: string, more: Record<string, unknown> = {}) => {
    const url = `${sandbox.url}/notes/authorize?redirect_uri=${sandbox.url}/notes/done&scope=read+write${query}`
    return post('/person/consent', { authorizationUrl: url, decision: 'approve', ...more })
  }

  it('GET /healthz tells that it lives', async () => {
    expect(await getJson('/healthz')).to.deep.equal({ status: 'ok', networks: ['notes'] })
  })

  it('rejects a body that is too large', async () => {
    const { status, json } = await post('/faults', { network: 'notes', fault: 'x'.repeat(8 * 1024 * 1024) })
    expect([status, json['error']]).to.deep.equal([413, 'invalid_request'])
  })

  it('rejects a body of another charset, and a path that is not a URL, as errors of the caller', async () => {
    const headers = { 'content-type': 'application/json; charset=other' }
    const response = await fetch(`${sandbox.url}/faults`, { method: 'POST', headers, body: '{}' })
    expect(response.status).to.equal(400)
    expect((await get('/samples/%zz')).status).to.equal(400)
  })

  it('keeps a journal in order, by network and from a time on', async () => {
    const since = new Date().toISOString()
    await post('/notes/notes', { text: 'one' })
    await fetch(`${sandbox.url}/notes/notes?access_token=secret`)
    const entries = await getJson<Entry[]>(`/journal?network=notes&since=${since}`)
    expect(entries.map(({ at: _at, ...entry }) => entry)).to.deep.equal([
      { network: 'notes', operation: 'notes.create', method: 'POST', path: '/notes', status: 201, fault: null },
      { network: 'notes', operation: 'notes.list', method: 'GET', path: '/notes', status: 200, fault: null },
    ])
    expect(await getJson(`/journal?since=${Date.now() + 60_000}`)).to.deep.equal([])
    expect((await get('/journal?since=yesterday')).status).to.equal(400)
    expect((await get('/journal?network=fax')).status).to.equal(404)
  })

  it('shows what a network holds, with images measured and shown', async () => {
    await post('/notes/notes', { text: 'a <image>', image: `${sandbox.url}/samples/photo-320x200.png` })
    const { posts } = await getJson<{ posts: { media: Record<string, unknown>[] }[] }>('/state/notes')
    const [held] = posts.at(-1)?.media ?? []
    expect(held).to.include({ contentType: 'image/png', width: 320, height: 200, altText: 'alt' })
    const shown = await get(new URL(String(held?.['url'])).pathname)
    expect([shown.status, shown.type, shown.bytes.length]).to.deep.equal([200, 'image/png', held?.['bytes']])
    const page = (await get('/')).bytes.toString()
    expect(page).to.include('a &lt;image&gt;').and.to.include(`src="${held?.['url']}"`).and.to.include('/state/notes')
    expect((await get('/state/fax')).status).to.equal(404)
    expect((await get('/files/none')).status).to.equal(404)
  })

  it('moves the clock forward and never back', async () => {
    const before = Date.now()
    const { json } = await post('/clock', { advanceMs: 3_600_000 })
    const now = Date.parse(String(json['now']))
    expect(now >= before + 3_600_000 && now <= Date.now() + 3_600_000).to.equal(true)
    for (const advanceMs of [-1, null, '5', true])
      expect((await post('/clock', { advanceMs })).status, String(advanceMs)).to.equal(400)
    // Beyond the times that JavaScript has, every later call would fail.
    expect((await post('/clock', { advanceMs: Number.MAX_SAFE_INTEGER })).status).to.equal(400)
    await post('/notes/notes', { text: 'later' })
    const { posts } = await getJson<{ posts: { at: number }[] }>('/state/notes')
    expect(posts.at(-1)?.at).to.be.greaterThan(Date.now() + 3_500_000)
  })

  it('walks a consent page: approve with everything as the first person', async () => {
    const { status, json } = await consent('')
    expect(status).to.equal(200)
    const final = new URL(String(json['finalUrl']))
    expect(Object.fromEntries(final.searchParams)).to.deep.equal({
      decision: 'approve',
      as: 'first',
      kept: '"quoted"',
      scope: 'read write',
    })
    expect(json['status']).to.equal(202)
    expect(json['chain']).to.have.length(3)
  })

  it('walks a consent page: another person, a scope withheld, or a rejection', async () => {
    const other = new URL(String((await consent('', { as: 'second', withhold: ['write'] })).json['finalUrl']))
    expect([other.searchParams.get('as'), other.searchParams.get('scope')]).to.deep.equal(['second', 'read'])
    const no = new URL(String((await consent('', { decision: 'deny' })).json['finalUrl']))
    expect(no.searchParams.get('decision')).to.equal('deny')
    const stranger = await consent('', { as: 'third' })
    expect([stranger.status, stranger.json['message']]).to.deep.equal([400, 'as: this network knows first, second'])
  })

  it('follows redirects with cookies, and returns null when nothing responds at the end', async () => {
    const { json } = await consent('&hop=1')
    expect(new URL(String(json['finalUrl'])).searchParams.get('cookie')).to.equal('seen=yes')
    const url = `${sandbox.url}/notes/authorize?redirect_uri=http://127.0.0.1:1/nobody&scope=a`
    const lost = await post('/person/consent', { authorizationUrl: url, decision: 'approve' })
    expect([lost.status, lost.json['status']]).to.deep.equal([200, null])
  })

  it('lets people act, and says which acts there are', async () => {
    expect(await post('/person/wave', { network: 'notes', to: 'you' })).to.deep.equal({
      status: 201,
      json: { waved: 'you' },
    })
    expect((await post('/person/wave', { network: 'notes' })).status).to.equal(400)
    expect((await post('/person/sing', { network: 'notes' })).json['message']).to.equal('notes knows: consent, wave')
    expect((await post('/person/consent', { authorizationUrl: 'no', decision: 'approve' })).status).to.equal(400)
  })

  for (const [name, type, width, height] of [
    ['photo.jpg', 'image/jpeg', 1080, 1350],
    ['photo-33x20.webp', 'image/webp', 33, 20],
    ['photo-40x30.gif', 'image/gif', 40, 30],
  ] as const) {
    it(`draws ${name}`, async () => {
      const { bytes, type: contentType } = await get(`/samples/${name}`)
      expect(contentType).to.equal(type)
      expect(await sharp(bytes).metadata()).to.include({ width, height })
    })
  }

  it('puts a place into a located image', async () => {
    const { bytes } = await get('/samples/photo-64x64-located.jpg')
    expect((await sharp(bytes).metadata()).exif?.length).to.be.greaterThan(100)
  })

  it('makes videos of the wanted size and length', async () => {
    const { bytes, type } = await get('/samples/video-320x180-2s-1mb.mp4')
    expect([type, readVideoSize(bytes), bytes.length]).to.deep.equal([
      'video/mp4',
      { width: 320, height: 180, seconds: 2 },
      1_000_000,
    ])
    expect(readVideoSize((await get('/samples/video.mp4')).bytes)).to.deep.equal({
      width: 720,
      height: 1280,
      seconds: 6,
    })
    expect((await get('/samples/video-3x3-1s.mp4')).status).to.equal(404)
    expect((await get('/samples/')).bytes.toString()).to.include('video.mp4')
  })
})
