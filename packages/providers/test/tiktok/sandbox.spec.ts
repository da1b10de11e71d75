import { expect } from 'chai'
import { parseTokenPair } from '../../src/credentials.ts'
import type { Identity } from '../../src/ports/connect.ts'
import { tiktokConnect } from '../../src/tiktok/connect.ts'
import { tiktokPosts } from '../../src/tiktok/posts.ts'
import { failureOf } from '../fake-call.ts'
import { Harness } from './harness.ts'
import { wantedScopes } from './responses.ts'

describe('tiktok, on the double of the sandbox', function () {
  this.timeout(900_000)
  let harness: Harness
  let lena: Identity

  before(async () => {
    harness = await Harness.start()
    lena = await harness.login()
  })
  after(() => harness.close())
  afterEach(() => harness.ask('/faults', undefined, 'DELETE').catch(() => undefined))

  async function newest(identity = lena): Promise<Record<string, unknown> | undefined> {
    return (await harness.posts(identity)).at(-1)
  }

  describe('connecting', () => {
    it('tells who was connected', () => {
      const { displayIdentifier, displayName, scopes, missingScopes } = lena
      expect({ displayIdentifier, displayName, missingScopes }).to.deep.equal({
        displayIdentifier: 'lena.bakes',
        displayName: 'Lena Bakes',
        missingScopes: [],
      })
      expect(scopes).to.have.members([...wantedScopes])
    })

    it('tells what was withheld, and rejects what needs it', async () => {
      const quiet = await harness.login({ as: 'quiet.corner', withhold: ['video.list', 'video.publish'] })
      expect(quiet.missingScopes).to.have.members(['video.list', 'video.publish'])
      expect(await failureOf(tiktokPosts.list(harness.as(quiet), null))).to.include({ code: 'connection_expired' })
      const publishing = harness.publish(quiet, await harness.video())
      expect(await failureOf(publishing)).to.include({ code: 'connection_expired' })
    })

    it('ends when the person declines', async () => {
      expect(await failureOf(harness.login({ decision: 'deny' }))).to.include({ code: 'missing_scope' })
    })

    it('refreshes, rotation included, and revokes', async () => {
      const one = await harness.login({ as: 'new.here' })
      let { credentials } = one
      for (let round = 0; round < 3; round++) {
        credentials = (await tiktokConnect.refresh(harness.call(), parseTokenPair(credentials))).credentials
        const { posts } = await tiktokPosts.list(harness.as({ ...one, credentials }), null)
        expect(posts).to.be.an('array')
      }
      await tiktokConnect.revoke?.(harness.call(), parseTokenPair(credentials))
      const failure = await failureOf(tiktokPosts.list(harness.as({ ...one, credentials }), null))
      expect(failure).to.include({ code: 'connection_expired', tokenRejected: true })
      expect(await failureOf(tiktokConnect.refresh(harness.call(), parseTokenPair(credentials)))).to.include({
        code: 'connection_expired',
      })
      await tiktokConnect.revoke?.(harness.call(), parseTokenPair(credentials))
    })

    it('tells an outdated token from one that does not help', async () => {
      const one = await harness.login({ as: 'new.here' })
      await harness.move(25 * 3_600_000)
      const failure = await failureOf(tiktokPosts.list(harness.as(one), null))
      expect(failure).to.include({ code: 'connection_expired', tokenRejected: true })
      const { credentials } = await tiktokConnect.refresh(harness.call(), parseTokenPair(one.credentials))
      await tiktokPosts.list(harness.as({ ...one, credentials }), null)
      lena = await harness.login()
    })
  })

  describe('publishing', () => {
    it('publishes a video with its settings, and lists it', async () => {
      const settings = { disable_duet: true, is_aigc: true, brand_organic_toggle: true, cover_timestamp: 2000 }
      const post = await harness.video({ tiktok_title: 'Sourdough at six', ...settings })
      const { postIds, permalink, attempts, accepted } = await harness.publish(lena, post)
      const held = await newest()
      expect([postIds, attempts, accepted]).to.deep.equal([[held?.['id']], 1, true])
      expect(permalink).to.equal(`https://www.tiktok.com/@lena.bakes/video/${postIds[0]}`)
      expect(held).to.include({
        text: 'Sourdough at six',
        disableDuet: true,
        disableStitch: false,
        isAigc: true,
        isBrandOrganic: true,
        coverTimestamp: 2000,
        draft: false,
      })
      const { posts } = await tiktokPosts.list(harness.as(lena), null)
      expect(posts[0]).to.deep.include({
        providerId: postIds[0],
        text: 'Sourdough at six',
        mediaType: 'video',
        permalink,
      })
    })

    it('publishes photos with their settings', async () => {
      const settings = { photo_cover_index: 1, auto_add_music: true, disable_comment: true }
      const post = await harness.photos({ tiktok_title: 'Cakes', tiktok_description: 'Two of them.', ...settings })
      const { postIds } = await harness.publish(lena, post)
      const held = await newest()
      expect(postIds).to.deep.equal([held?.['id']])
      expect(held).to.include({ title: 'Cakes', text: 'Two of them.', photoCoverIndex: 1, autoAddMusic: true })
      expect(held).to.include({ disableComment: true, privacyLevel: 'PUBLIC_TO_EVERYONE' })
      expect(held?.['media']).to.have.length(2)
    })

    it('publishes photos for few without ids', async () => {
      const post = await harness.photos({ privacy_level: 'SELF_ONLY', tiktok_description: 'Just me.' })
      const { postIds, permalink } = await harness.publish(lena, post)
      expect([postIds, permalink]).to.deep.equal([[], null])
      expect(await newest()).to.include({ text: 'Just me.', privacyLevel: 'SELF_ONLY' })
    })

    it('leaves drafts in the inbox', async () => {
      const post_mode = 'MEDIA_UPLOAD'
      for (const post of [await harness.video({ post_mode }), await harness.photos({ post_mode })]) {
        expect((await harness.publish(lena, post)).postIds).to.deep.equal([])
        expect(await newest()).to.include({ draft: true, mediaType: post.video ? 'VIDEO' : 'PHOTO' })
      }
    })

    const rejections: [string, string, (harness: Harness) => Promise<unknown>, RegExp][] = [
      ['quiet.corner', 'invalid_post_settings', (at) => at.video(), /PUBLIC_TO_EVERYONE/],
      ['solo.dancer', 'invalid_post_settings', (at) => at.video(), /duet/],
      [
        'short.clips',
        'invalid_video',
        (at) => at.video({}, { name: 'video-360x640-16s.mp4', seconds: 16 }),
        /16 s.*15 s/,
      ],
      ['new.here', 'invalid_post_settings', (at) => at.photos(), /comment/],
    ]
    for (const [handle, code, make, message] of rejections) {
      it(`minds the limits of ${handle}`, async () => {
        const person = await harness.login({ as: handle })
        const before = (await harness.posts(person)).length
        const post = (await make(harness)) as Awaited<ReturnType<Harness['video']>>
        const failure = await failureOf(harness.publish(person, post))
        expect(failure).to.include({ code })
        expect(failure).to.have.property('message').that.matches(message)
        expect(await harness.posts(person)).to.have.length(before)
      })
    }

    it('tells that the media address is not verified', async () => {
      await harness.person('url-ownership', { verified: false })
      const failure = await failureOf(harness.publish(lena, await harness.photos()))
      await harness.person('url-ownership', { verified: true })
      expect(failure).to.include({ code: 'media_url_unverified', outcome: 'rejected' })
    })

    it('tells why moderation rejected it', async () => {
      await harness.person('moderate', { reason: 'spam_risk_text' })
      const failure = await failureOf(harness.publish(lena, await harness.video()))
      expect(failure).to.include({ code: 'provider_rejected', final: true })
    })

    it('tells that the day is full', async () => {
      await harness.person('limits', { postsPerDay: 0 })
      const failure = await failureOf(harness.publish(lena, await harness.video()))
      await harness.person('limits', { postsPerDay: 1000 })
      expect(failure).to.include({ code: 'rate_limited', status: 429, retryAfter: 86_400 })
    })

    it('reports an invalid video', async () => {
      const failure = await failureOf(harness.publish(lena, await harness.video({}, { name: 'photo.jpg' })))
      expect(failure).to.include({ code: 'invalid_video' })
    })

    it('reports throttling before anything is posted', async () => {
      await harness.fault('posts.create', 'throttle')
      expect(await failureOf(harness.publish(lena, await harness.video()))).to.include({ code: 'rate_limited' })
    })
  })

  describe('when the response is lost', () => {
    const cases: [string, number][] = [
      ['accept-then-drop', 1],
      ['accept-then-500', 1],
      ['truncate', 1],
      ['drop-before', 2],
      ['unavailable', 2],
    ]
    for (const [fault, attempts] of cases) {
      it(`posts once after ${fault}`, async () => {
        const text = `After ${fault}`
        await harness.fault('posts.create', fault)
        const driven = await harness.publish(lena, await harness.video({ tiktok_title: text }))
        const made = (await harness.posts(lena)).filter((post) => post['text'] === text)
        expect(made).to.have.length(1)
        expect([driven.postIds, driven.attempts]).to.deep.equal([[made[0]?.['id']], attempts])
      })
    }
  })

  it('pages through many posts', async () => {
    await harness.person('limits', { requestsPerMinute: 1000, postsPerDay: 1000 })
    for (let index = 0; index < 18; index++) {
      await harness.publish(lena, await harness.photos({ tiktok_description: `Photo ${index}` }, ['photo.jpg']))
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await tiktokPosts.list(harness.as(lena), cursor)
      seen.push(...page.posts.map(({ providerId }) => providerId))
      cursor = page.next
    } while (cursor !== null)
    const listed = (await harness.posts(lena)).filter((post) => post['listed']).map(({ id }) => id)
    expect(seen).to.have.length.greaterThan(20)
    expect(seen).to.deep.equal(listed.toSorted().toReversed())
  })
})
