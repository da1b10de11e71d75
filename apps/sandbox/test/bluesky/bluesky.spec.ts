import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { ConsentOutcome } from '../../src/consent/walk.ts'
import type { JournalEntry } from '../../src/journal.ts'
import { NETWORKS } from '../../src/networks.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { createTestApp, type TestApp, type Tokens } from './oauth-client.ts'

interface State {
  accounts: { handle: string; did: string }[]
  posts: {
    id: string
    rkey: string
    accountId: string
    text: string
    media: Record<string, unknown>[]
    reply?: unknown
  }[]
  likes: unknown[]
}

describe('bluesky: the reference server in the sandbox', () => {
  let sandbox: Sandbox
  let callback: Server
  let app: TestApp
  let redirectUri: string

  before(async () => {
    sandbox = await startSandbox({ networks: NETWORKS.filter(({ name }) => name === 'bluesky') })
    callback = createServer((_request, response) => void response.end('connected'))
    await new Promise<void>((done) => callback.listen(0, '127.0.0.1', done))
    redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
    app = await createTestApp(sandbox.bluesky.pdsUrl, redirectUri)
  })
  after(async () => {
    callback.close()
    await sandbox.close()
  })
  afterEach(() => fetch(`${sandbox.url}/faults`, { method: 'DELETE' }))

  const post = async <Result>(path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, json: (await response.json()) as Result }
  }
  const consent = async (more: Record<string, unknown> = {}, selection: Parameters<TestApp['begin']>[0] = {}) => {
    const walk = { authorizationUrl: await app.begin(selection), decision: 'approve', ...more }
    return (await post<ConsentOutcome>('/person/consent', walk)).json
  }
  const connect = async (as = 'ada.test') => app.finish((await consent({ as })).finalUrl)
  let ada: Promise<Tokens> | undefined
  /** A connection of the default person that lasts as long as no test ends it. */
  const connected = () => {
    ada ??= connect()
    return ada
  }
  const plan = (rule: Record<string, unknown>) => post('/faults', { network: 'bluesky', ...rule })
  const state = async () => (await (await fetch(`${sandbox.url}/state/bluesky`)).json()) as State
  const journal = async () => (await (await fetch(`${sandbox.url}/journal?network=bluesky`)).json()) as JournalEntry[]
  const put = (tokens: Tokens, rkey: string, record: Record<string, unknown> = {}) => {
    const written = { $type: 'app.bsky.feed.post', text: rkey, createdAt: '2026-11-20T10:00:00.000Z', ...record }
    return app.call('com.atproto.repo.putRecord', tokens, {
      repo: tokens.sub,
      collection: 'app.bsky.feed.post',
      rkey,
      record: written,
    })
  }

  it('calls itself by the watched origin everywhere', async () => {
    const { pdsUrl, plcUrl, handleResolverUrl } = sandbox.bluesky
    const read = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>
    const { did } = await read(`${handleResolverUrl}/xrpc/com.atproto.identity.resolveHandle?handle=ada.test`)
    const document = await read(`${plcUrl}/${did}`)
    expect(document['alsoKnownAs']).to.deep.equal(['at://ada.test'])
    expect((document['service'] as { serviceEndpoint: string }[])[0]?.serviceEndpoint).to.equal(pdsUrl)
    expect(await read(`${pdsUrl}/.well-known/oauth-protected-resource`)).to.deep.include({
      resource: pdsUrl,
      authorization_servers: [pdsUrl],
    })
    expect(await read(`${pdsUrl}/.well-known/oauth-authorization-server`)).to.include({ issuer: pdsUrl })
  })

  it('lets a person approve on the real pages, and the token works', async () => {
    const { status, finalUrl, chain } = await consent()
    expect(status).to.equal(200)
    expect(finalUrl.startsWith(`${redirectUri}?`)).to.equal(true)
    expect(new URL(finalUrl).searchParams.get('iss')).to.equal(sandbox.bluesky.pdsUrl)
    expect(chain).to.have.length(3)
    const tokens = await app.finish(finalUrl)
    const session = await app.call('com.atproto.server.getSession', tokens)
    expect(await session.json()).to.include({ handle: 'ada.test', did: tokens.sub })
    const { json, status: refreshed } = await app.refresh(tokens)
    expect([refreshed, json.sub]).to.deep.equal([200, tokens.sub])
  })

  it('has another person approve: the one named, else the one the app expects', async () => {
    const { accounts } = await state()
    const didOf = (wanted: string) => accounts.find(({ handle }) => handle === wanted)?.did
    expect((await connect('alan.test')).sub).to.equal(didOf('alan.test'))
    const hinted = await app.finish((await consent({}, { loginHint: 'grace.test' })).finalUrl)
    expect(hinted.sub).to.equal(didOf('grace.test'))
    const walk = { authorizationUrl: await app.begin(), decision: 'approve', as: 'nobody.test' }
    expect((await post('/person/consent', walk)).status).to.equal(400)
  })

  it('brings the rejection to the callback, and grants less when a scope is withheld', async () => {
    const rejected = new URL((await consent({ decision: 'deny' })).finalUrl).searchParams
    expect([rejected.get('error'), rejected.get('code')]).to.deep.equal(['access_denied', null])
    const tokens = await app.finish((await consent({ withhold: ['transition:generic'] })).finalUrl)
    expect(tokens.scope).to.equal('atproto')
    expect((await put(tokens, '3kwithheld22z')).status).to.equal(403)
  })

  it('shows what was published, with the bytes and texts of its images', async () => {
    const tokens = await connected()
    const imageFile = Buffer.from(await (await fetch(`${sandbox.url}/samples/photo-200x100.jpg`)).arrayBuffer())
    const uploaded = await app.call('com.atproto.repo.uploadBlob', tokens, imageFile, 'image/jpeg')
    const { blob } = (await uploaded.json()) as { blob: unknown }
    const embed = { $type: 'app.bsky.embed.images', images: [{ alt: 'hills', image: blob }] }
    expect((await put(tokens, '3kimage44222z', { embed, langs: ['en', 'de'] })).status).to.equal(200)
    const shown = (await state()).posts.find(({ rkey }) => rkey === '3kimage44222z')
    expect(shown).to.deep.include({ accountId: tokens.sub, text: '3kimage44222z', langs: ['en', 'de'] })
    expect(shown?.media[0]).to.include({
      contentType: 'image/jpeg',
      bytes: imageFile.length,
      width: 200,
      height: 100,
      altText: 'hills',
    })
    const bytes = await (await fetch(String(shown?.media[0]?.['url']))).arrayBuffer()
    expect(Buffer.from(bytes).equals(imageFile)).to.equal(true)
  })

  it('is seeded with posts of several people, the default one first', async () => {
    const { accounts, posts, likes } = await state()
    expect(accounts.map(({ handle }) => handle)).to.deep.equal(['ada.test', 'grace.test', 'alan.test'])
    const authors = new Set(posts.map(({ accountId }) => accountId))
    expect([...authors]).to.have.members(accounts.map(({ did }) => did))
    expect(likes).to.have.length(1)
  })

  it('lets people post, reply and like', async () => {
    const { json } = await post<{ id: string }>('/person/post', { network: 'bluesky', text: 'hello' })
    const reply = await post<{ id: string }>('/person/comment', {
      network: 'bluesky',
      on: json.id,
      text: 'hi',
      as: 'alan.test',
    })
    await post('/person/like', { network: 'bluesky', on: json.id })
    const { posts, likes } = await state()
    const [shown] = posts.filter(({ id }) => id === reply.json.id)
    expect(shown?.reply).to.have.nested.property('parent.uri', json.id)
    expect(likes).to.have.length(2)
    expect((await post('/person/comment', { network: 'bluesky', text: 'to nothing' })).status).to.equal(400)
  })

  it('accept-then-drop: the record is there although nobody was told', async () => {
    const tokens = await connected()
    await plan({ fault: 'accept-then-drop', operation: 'com.atproto.repo.putRecord', times: 1 })
    const broken = await put(tokens, '3kdropped222z').then(
      () => false,
      () => true,
    )
    expect(broken).to.equal(true)
    expect((await state()).posts.some(({ rkey }) => rkey === '3kdropped222z')).to.equal(true)
    expect((await journal()).at(-1)).to.include({
      operation: 'com.atproto.repo.putRecord',
      fault: 'accept-then-drop',
      status: null,
    })
    expect((await put(tokens, '3kdropped222z')).status).to.equal(200)
  })

  it('accept-then-500 and truncate replace the response of the real server', async () => {
    const tokens = await connected()
    await plan({ fault: 'accept-then-500', operation: 'com.atproto.repo.putRecord', times: 1 })
    const response = await put(tokens, '3kspoiled222z')
    expect([response.status, await response.json()]).to.deep.equal([
      500,
      { error: 'InternalServerError', message: 'Internal Server Error' },
    ])
    expect((await state()).posts.some(({ rkey }) => rkey === '3kspoiled222z')).to.equal(true)
    await plan({ fault: 'truncate', operation: 'com.atproto.repo.listRecords', times: 1 })
    const list = await fetch(
      `${sandbox.bluesky.pdsUrl}/xrpc/com.atproto.repo.listRecords?repo=${tokens.sub}&collection=app.bsky.feed.post`,
    )
    const cut = await list.text().then(
      () => false,
      () => true,
    )
    expect(cut).to.equal(true)
  })

  it('throttle responds with 429 and the limit in headers', async () => {
    await plan({ fault: 'throttle', operation: 'com.atproto.identity.resolveHandle', times: 1 })
    const url = `${sandbox.bluesky.pdsUrl}/xrpc/com.atproto.identity.resolveHandle?handle=ada.test`
    const response = await fetch(url)
    expect(response.status).to.equal(429)
    expect(await response.json()).to.deep.equal({ error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' })
    expect(response.headers.get('ratelimit-policy')).to.equal('3000;w=300')
    expect(Number(response.headers.get('ratelimit-reset')) * 1000).to.be.greaterThan(Date.now())
    expect((await fetch(url)).status).to.equal(200)
  })

  it('revoke-token ends the sessions of one person, refreshing included', async () => {
    const [ada, alan] = [await connect(), await connect('alan.test')]
    await plan({ fault: 'revoke-token', as: 'ada.test' })
    expect((await app.call('com.atproto.server.getSession', ada)).status).to.equal(401)
    const { status, json } = await app.refresh(ada)
    expect([status, json.error]).to.deep.equal([400, 'invalid_grant'])
    expect((await app.call('com.atproto.server.getSession', alan)).status).to.equal(200)
    expect((await plan({ fault: 'revoke-token', as: 'nobody.test' })).status).to.equal(400)
  })

  it('ages tokens when the clock is moved: the access token first, then the session', async () => {
    const tokens = await connect()
    await post('/clock', { advanceMs: 3_600_001 })
    const expired = await app.call('com.atproto.server.getSession', tokens)
    expect(expired.status).to.equal(401)
    expect(expired.headers.get('www-authenticate')).to.include('error="invalid_token"')
    for (const claims of ['null', '{}']) {
      const authorization = `DPoP a.${Buffer.from(claims).toString('base64url')}.c`
      const url = `${sandbox.bluesky.pdsUrl}/xrpc/com.atproto.server.getSession`
      expect((await fetch(url, { headers: { authorization } })).status, claims).to.be.within(400, 401)
    }
    const { status, json: fresh } = await app.refresh(tokens)
    expect(status).to.equal(200)
    expect((await app.call('com.atproto.server.getSession', fresh)).status).to.equal(200)
    const used = await connect()
    await post('/clock', { advanceMs: 8 * 86_400_000 })
    const { json: renewed } = await app.refresh(used)
    await post('/clock', { advanceMs: 8 * 86_400_000 })
    for (const session of [fresh, renewed]) {
      const late = await app.refresh(session)
      expect([late.status, late.json.error]).to.deep.equal([400, 'invalid_grant'])
    }
    expect((await app.call('com.atproto.server.getSession', await connect())).status).to.equal(200)
  })

  it('has an app view with counts, through the data server and beside it', async () => {
    const tokens = await connect()
    const url = `app.bsky.feed.getAuthorFeed?actor=${tokens.sub}&limit=100`
    type Feed = { feed: { post: { uri: string; likeCount: number; replyCount: number; author: { handle: string } } }[] }
    const read = async (response: Response) => ((await response.json()) as Feed).feed.map(({ post: shown }) => shown)
    const beside = await read(await fetch(`${sandbox.bluesky.appViewUrl}/xrpc/${url}`))
    const liked = beside.find(({ likeCount }) => likeCount > 0)
    expect([liked?.author.handle, liked?.likeCount, liked?.replyCount]).to.deep.equal(['ada.test', 1, 1])
    const through = await read(await app.call(url, tokens))
    expect(through.map(({ uri }) => uri)).to.deep.equal(beside.map(({ uri }) => uri))
    const seen = (await journal()).filter(({ operation }) => operation === 'app.bsky.feed.getAuthorFeed')
    expect(seen).to.have.length(2)
    const unknown = await read(await fetch(`${sandbox.bluesky.appViewUrl}/xrpc/${url}&filter=hasOwnProperty`))
    expect(unknown).to.deep.equal(beside)
  })

  it('has an app view that shows 25 posts in a call', async () => {
    const uri = (await state()).posts[0]?.id ?? ''
    for (const [others, status] of [
      [24, 200],
      [25, 400],
    ] as const) {
      const uris = [uri, ...Array.from({ length: others }, (_, index) => `${uri}${index}`)].map((one) => ['uris', one])
      const url = `${sandbox.bluesky.appViewUrl}/xrpc/app.bsky.feed.getPosts?${new URLSearchParams(uris)}`
      expect((await fetch(url)).status).to.equal(status)
    }
  })

  it('passes on a call whose path is not a URL', async () => {
    expect((await fetch(`${sandbox.bluesky.appViewUrl}//`)).status).to.equal(501)
  })

  it('rejects a call to the video service whose body cannot be read', async () => {
    const url = `${sandbox.bluesky.videoServiceUrl}/xrpc/app.bsky.video.startUpload`
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(url, { method: 'POST', headers, body: '{' })).status).to.equal(400)
  })

  it('keeps its own traffic out of the journal', async () => {
    const before = (await journal()).length
    await state()
    await post('/person/post', { network: 'bluesky', text: 'unseen' })
    expect((await journal()).length).to.equal(before)
  })
})
