import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { startWhole, type Whole } from './whole.ts'

describe('bluesky, from connecting to deleting', () => {
  let whole: Whole
  let accountId: string

  before(async function () {
    this.timeout(600_000)
    whole = await startWhole({ networks: ['bluesky'] })
    accountId = await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })
  })
  after(() => whole.close())
  afterEach(() => whole.sandboxCall('DELETE', '/faults'))

  async function sample(name: string): Promise<{ content_type: string; base64: string }> {
    const response = await fetch(`${whole.sandbox.url}/samples/${name}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { content_type: String(response.headers.get('content-type')), base64: bytes.toString('base64') }
  }

  async function held(text: string) {
    const { body } = await whole.sandboxCall('GET', '/state/bluesky')
    return body.posts.filter((post: { text: string }) => post.text === text)
  }

  const publish = (body: object, headers?: Record<string, string>) =>
    whole.call('POST', '/posts', { platform: 'bluesky', accountId, ...body }, headers)

  it('publishes text with links, mentions, tags and images as the server then holds it', async () => {
    const text = 'Grüße @grace.test 🎉 https://example.com/ä #carillon'
    const image = await sample('photo-1200x800-located.jpg')
    const response = await publish({ text, langs: ['de', 'en-GB'], images: [{ ...image, altText: 'Two towers' }] })
    expect(response.status).to.equal(201)
    expect(response.body).to.include({
      platform: 'bluesky',
      accountId,
      profileId: whole.profileId,
      status: 'published',
    })
    const [post] = await held(text)
    expect(response.body.postIds).to.deep.equal([post.id])
    expect(post.langs).to.deep.equal(['de', 'en-GB'])
    const cut = (facet: { index: { byteStart: number; byteEnd: number } }) =>
      Buffer.from(text).subarray(facet.index.byteStart, facet.index.byteEnd).toString()
    expect(post.facets.map(cut)).to.have.members(['@grace.test', 'https://example.com/ä', '#carillon'])
    expect(post.media).to.have.length(1)
    expect(post.media[0]).to.include({ altText: 'Two towers', width: 1200, height: 800, contentType: 'image/jpeg' })
  })

  it('brings large images under the limit of the server, every format', async function () {
    this.timeout(600_000)
    const images = await Promise.all(['photo-1800x1440.png', 'photo-800x800.webp', 'photo-300x900.jpg'].map(sample))
    const response = await publish({ text: 'three images', images })
    expect(response.status, JSON.stringify(response.body)).to.equal(201)
    const [post] = await held('three images')
    expect(post.media).to.have.length(3)
    for (const media of post.media) expect(media.bytes).to.be.at.most(1_000_000)
    expect(post.media[0].width / post.media[0].height).to.be.closeTo(5 / 4, 0.01)
  })

  it('publishes a thread whole, each post below the one before', async () => {
    const response = await publish({ text: 'one', thread: [{ text: 'two' }, { text: 'three' }] })
    expect(response.status).to.equal(201)
    const [[one], [two], [three]] = await Promise.all(['one', 'two', 'three'].map(held))
    expect(response.body.postIds).to.deep.equal([one.id, two.id, three.id])
    expect(two.reply).to.deep.include({ root: { uri: one.id, cid: one.cid }, parent: { uri: one.id, cid: one.cid } })
    expect(three.reply.parent.uri).to.equal(two.id)
  })

  it('rejects 301 graphemes with the count and the limit, sending nothing', async () => {
    const { body: before } = await whole.sandboxCall('GET', '/journal?network=bluesky')
    const response = await publish({ text: '👩‍👩‍👧'.repeat(301) })
    expect([response.status, response.body.error.code]).to.deep.equal([422, 'provider_rejected'])
    expect(response.body.error.message).to.match(/301.*300/)
    const { body: after } = await whole.sandboxCall('GET', '/journal?network=bluesky')
    const writes = (journal: { operation: string }[]) =>
      journal.filter(({ operation }) => /putRecord|createRecord|applyWrites|uploadBlob/.test(operation)).length
    expect(writes(after)).to.equal(writes(before))
  })

  it('rejects what is not an image, naming the item', async () => {
    const text = Buffer.from('this is not an image').toString('base64')
    const response = await publish({ text: 'x', images: [{ content_type: 'image/jpeg', base64: text }] })
    expect([response.status, response.body.error.code]).to.deep.equal([422, 'invalid_image'])
    expect(response.body.error.message).to.contain('images[0]').and.to.contain('image/webp').and.not.to.contain('video')
  })

  it('publishes a video from an address', async function () {
    this.timeout(600_000)
    const video = { url: `${whole.sandbox.url}/samples/video-320x240-2s.mp4`, altText: 'A short video' }
    const response = await publish({ text: 'a video', video })
    expect(response.status).to.be.oneOf([201, 202])
    const id = response.body.publishId
    let status = response.body
    for (; status.status === 'processing'; await sleep(50)) {
      status = (await whole.call('GET', `/posts/publishes/${id}`)).body
    }
    expect(status.status, JSON.stringify(status.error)).to.equal('published')
    const [post] = await held('a video')
    expect(post.media[0]).to.include({ contentType: 'video/mp4', altText: 'A short video' })
  })

  it('lists the posts of the account, newest first', async () => {
    const response = await whole.call('GET', `/posts?platform=bluesky&accountId=${accountId}`)
    expect(response.status).to.equal(200)
    const times = response.body.posts.map((post: { publishedAt: string }) => post.publishedAt)
    expect(times).to.deep.equal([...times].sort().reverse())
    expect(response.body.posts.length).to.be.at.least(5)
  })

  it('tells by the request id what became of a publish', async () => {
    await publish({ text: 'by request' }, { 'x-request-id': 'my-own-id' })
    const response = await whole.call('GET', '/posts/publishes?requestId=my-own-id')
    expect(response.body.publishes).to.have.length(1)
    expect(response.body.publishes[0].status).to.equal('published')
  })

  for (const fault of ['drop-before', 'accept-then-drop', 'accept-then-500', 'unavailable'] as const) {
    it(`leaves exactly one post when the server responds to the write with ${fault}`, async function () {
      this.timeout(600_000)
      const text = `once through ${fault}`
      for (const operation of ['com.atproto.repo.putRecord', 'com.atproto.repo.applyWrites']) {
        await whole.sandboxCall('POST', '/faults', { network: 'bluesky', operation, fault, times: 1 })
      }
      const response = await publish({ text })
      expect(response.status, JSON.stringify(response.body)).to.equal(201)
      expect(await held(text)).to.have.length(1)
    })
  }

  it('deletes a post, and finds nothing the second time', async () => {
    const { body } = await publish({ text: 'to be deleted' })
    const path = `/posts/${encodeURIComponent(body.postIds[0])}?platform=bluesky&accountId=${accountId}`
    expect((await whole.call('DELETE', path)).status).to.equal(204)
    expect(await held('to be deleted')).to.have.length(0)
    const again = await whole.call('DELETE', path)
    expect([again.status, again.body.error.code]).to.deep.equal([404, 'post_not_found'])
  })

  it('asks for a reconnect once the server has revoked the grant, and works again afterwards under the same id', async () => {
    await whole.sandboxCall('POST', '/faults', { network: 'bluesky', fault: 'revoke-token', as: 'ada.test' })
    const rejected = await publish({ text: 'after revocation' })
    expect([rejected.status, rejected.body.error.code]).to.deep.equal([422, 'connection_expired'])
    const listed = await whole.call('GET', `/accounts?accountId=${accountId}`)
    expect(listed.status).to.equal(207)
    expect(listed.body.errors[0]).to.include({ accountId, code: 'connection_unavailable' })
    expect(await whole.connect('bluesky', { as: 'ada.test', body: { handle: 'ada.test' } })).to.equal(accountId)
    expect((await publish({ text: 'after reconnect' })).status).to.equal(201)
  })

  it('leaves a session failed when the person says no', async () => {
    const started = await whole.call('POST', `/profiles/${whole.profileId}/connect`, {
      platform: 'bluesky',
      handle: 'grace.test',
      redirectUrl: 'https://app.example.com/done?x=1',
    })
    const { authorizationUrl, connectionSessionId } = started.body
    const consent = await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'deny' })
    const finalUrl = new URL(consent.body.chain.at(-1) ?? consent.body.finalUrl)
    expect(finalUrl.origin).to.equal('https://app.example.com')
    expect(Object.fromEntries(finalUrl.searchParams)).to.deep.equal({ x: '1', connectionSessionId, status: 'failed' })
    const session = await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)
    expect(session.body.status).to.equal('failed')
    expect(session.body.error.code).to.equal('missing_scope')
  })

  it('rejects a handle that leads nowhere', async () => {
    const body = { platform: 'bluesky', handle: 'nobody.test' }
    const response = await whole.call('POST', `/profiles/${whole.profileId}/connect`, body)
    expect([response.status, response.body.error.code]).to.deep.equal([400, 'invalid_handle'])
  })
})
