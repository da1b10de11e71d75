import { expect } from 'chai'
import { blueskyDeletePost } from '../../src/bluesky/delete-post.ts'
import { blueskyPosts } from '../../src/bluesky/posts.ts'
import { blueskyPublish } from '../../src/bluesky/publish.ts'
import type { BlueskyCall } from '../../src/bluesky/session.ts'
import type { Identity, JsonObject } from '../../src/index.ts'
import { failureOf } from '../fake-call.ts'
import { type Post, publishCall, source } from './account.ts'
import { begin, drive } from './drive.ts'
import { type Harness, startHarness } from './sandbox.ts'

const open = { step: 'record', startedAt: new Date(0), claimed: new Set<string>(), linksFetched: null }

function tokens(credentials: JsonObject): Record<string, string> {
  return (credentials['session'] as { tokenSet: Record<string, string> }).tokenSet
}

describe('bluesky, on its reference servers', function () {
  this.timeout(900_000)
  let harness: Harness
  let ada: Identity
  let call: BlueskyCall
  const publish = (post: Partial<Post>, isRepeated = false) =>
    drive(publishCall(call, post, new Date()), begin(new Date()), { isRepeated })

  before(async () => {
    harness = await startHarness()
    ada = await harness.login('@Ada.test')
    call = harness.as(ada, ada.credentials)
  })
  after(() => harness.close())

  describe('connecting', () => {
    it('tells who was connected, and until when', () => {
      const { providerId, displayIdentifier, displayName, scopes, missingScopes, tokenExpiresAt } = ada
      expect(providerId).to.match(/^did:plc:[a-z2-7]{24}$/)
      expect({ displayIdentifier, displayName, scopes, missingScopes }).to.deep.equal({
        displayIdentifier: 'ada.test',
        displayName: 'Ada Lovelace',
        scopes: ['atproto', 'transition:generic'],
        missingScopes: [],
      })
      expect(tokenExpiresAt).to.be.greaterThan(new Date())
    })

    it('gives the state that the callback will carry', async () => {
      const { state, authorizationUrl, kept } = await harness.authorize('ada.test')
      expect(state).to.match(/^[\w-]{20,}$/)
      expect(new URL(authorizationUrl).origin).to.equal(harness.sandbox.bluesky.pdsUrl)
      expect(JSON.stringify(kept)).to.contain('verifier')
    })

    it('takes a DID for a handle, and no other form', async () => {
      expect((await harness.login(ada.providerId)).displayIdentifier).to.equal('ada.test')
      expect((await harness.login(undefined, { as: 'grace.test' })).displayIdentifier).to.equal('grace.test')
    })

    it('keeps sessions of one account apart', async () => {
      const second = await harness.login('ada.test')
      const [one, two] = [tokens(ada.credentials), tokens(second.credentials)]
      expect(one['access_token']).not.to.equal(two['access_token'])
      const posts = await blueskyPosts.list(harness.as(second, second.credentials), null)
      expect(posts.posts).not.to.be.empty
      await blueskyPosts.list(call, null)
    })

    for (const handle of [
      'nobody.test',
      'no handle',
      'ada.onion',
      'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa',
      'did:web:10.0.0.1',
    ]) {
      it(`rejects ${handle}`, async () => {
        expect(await failureOf(harness.authorize(handle))).to.include({ code: 'invalid_handle', status: 400 })
      })
    }

    it('is told of a rejection and of a withheld permission', async () => {
      expect(await failureOf(harness.login('ada.test', { decision: 'deny' }))).to.include({ code: 'missing_scope' })
      const withheld = harness.login('ada.test', { withhold: ['transition:generic'] })
      expect(await failureOf(withheld)).to.include({ code: 'missing_scope' })
    })

    it('does not blame the handle for a server that fails', async () => {
      await harness.fault('oauth.par', 'unavailable')
      expect(await failureOf(harness.authorize('ada.test'))).to.include({ code: 'provider_error' })
      await harness.fault('com.atproto.identity.resolveHandle', 'unavailable')
      expect(await failureOf(harness.authorize('ada.test'))).to.include({ code: 'provider_error' })
    })
  })

  describe('publishing', () => {
    it('posts text with its links, tags, mentions and languages', async () => {
      const text = 'é 👩‍👩‍👧 @grace.test @nobody.test https://example.com/x. #tag'
      const { postIds, permalink, commits } = await publish({ text, langs: ['en', 'pt-BR'] })
      const post = (await harness.posts()).find(({ id }) => id === postIds[0])
      const bytes = Buffer.from(text)
      const facets = post?.['facets'] as { index: { byteStart: number; byteEnd: number }; features: JsonObject[] }[]
      const shown = facets.map(({ index, features }) => [
        bytes.subarray(index.byteStart, index.byteEnd).toString(),
        String(features[0]?.['$type']).split('#')[1],
      ])
      expect(shown).to.deep.equal([
        ['@grace.test', 'mention'],
        ['https://example.com/x', 'link'],
        ['#tag', 'tag'],
      ])
      expect(post).to.deep.include({ text, langs: ['en', 'pt-BR'] })
      const key = postIds[0]?.split('/').at(-1)
      expect(permalink).to.equal(`https://bsky.app/profile/${ada.providerId}/post/${key}`)
      expect(commits).to.deep.equal(['record'])
    })

    it('posts images with their texts and sizes', async () => {
      const [jpeg, png] = await Promise.all(['photo.jpg', 'photo.png'].map((name) => harness.sample(name)))
      const images = [
        { altText: 'A tower', source: source(jpeg ?? Buffer.of(), { width: 1080, height: 1350 }) },
        { source: source(png ?? Buffer.of(), { contentType: 'image/png', width: 800, height: 600 }) },
      ]
      const { postIds } = await publish({ images })
      const post = (await harness.posts()).find(({ id }) => id === postIds[0])
      const media = post?.media.map(({ altText, sha256 }) => ({ altText, sha256 }))
      expect(media).to.deep.equal(images.map(({ altText = '', source: { sha256 } }) => ({ altText, sha256 })))
      const embedded = post?.['embed'] as { images: JsonObject[] } | undefined
      expect(embedded?.images.map(({ aspectRatio }) => aspectRatio)).to.deep.equal([
        { width: 1080, height: 1350 },
        { width: 800, height: 600 },
      ])
    })

    it('posts a thread at once whose posts name each other by the hashes that the server gave them', async () => {
      const image = { source: source(await harness.sample('photo.jpg')) }
      const thread = [{ text: 'two @grace.test' }, { text: 'three', images: [image] }]
      const { postIds, commits } = await publish({ text: 'one', images: [image], langs: ['en'], thread })
      expect([postIds.length, commits.length]).to.deep.equal([3, 1])
      const stored = await harness.posts()
      const [one, two, three] = postIds.map((uri) => stored.find(({ id }) => id === uri))
      const strong = (post: typeof one) => ({ uri: post?.id, cid: post?.cid })
      expect(two?.['reply']).to.deep.equal({ root: strong(one), parent: strong(one) })
      expect(three?.['reply']).to.deep.equal({ root: strong(one), parent: strong(two) })
      expect([one, two, three].map((post) => post?.['langs'])).to.deep.equal([['en'], ['en'], ['en']])
    })

    it('posts a video that the video service works on', async () => {
      await harness.person('video-job', { polls: 3 })
      const videoFile = source(await harness.sample('video.mp4'), {
        contentType: 'video/mp4',
        width: 720,
        height: 1280,
      })
      const { postIds, waits } = await publish({ text: 'video', video: { altText: 'A street', source: videoFile } })
      expect(waits).to.equal(3)
      const post = (await harness.posts()).find(({ id }) => id === postIds[0])
      expect(post?.media[0]).to.include({ altText: 'A street', sha256: videoFile.sha256 })
      expect(post?.['embed']).to.deep.include({ aspectRatio: { width: 720, height: 1280 } })
      const again = await publish({ text: 'video again', video: { source: videoFile } })
      expect(again.postIds).to.have.length(1)
      expect((await harness.journal('app.bsky.video.uploadVideo')).map(({ status }) => status)).to.include(409)
    })

    it('posts a video of more than 100 MB, which the video service takes in parts only', async () => {
      const sample = await harness.sample('video.mp4')
      // A box of MP4 that players skip.
      const free = Buffer.alloc(100_000_001 - sample.length)
      free.writeUInt32BE(free.length)
      free.write('free', 4)
      const file = Buffer.concat([sample, free])
      const large = source(file, {
        contentType: 'video/mp4',
        width: 720,
        height: 1280,
        durationSeconds: 2,
        async *open({ start, end } = { start: 0, end: file.length - 1 }) {
          yield file.subarray(start, end + 1)
        },
      })
      for (const method of ['uploadPart', 'finishUpload']) {
        await harness.fault(`app.bsky.video.${method}`, 'accept-then-drop')
      }
      const { postIds } = await publish({ text: 'large', video: { altText: 'A street', source: large } }, true)
      const post = (await harness.posts()).find(({ id }) => id === postIds[0])
      expect(post?.media[0]).to.include({ altText: 'A street' })
      const calls = async (method: string) => (await harness.journal(`app.bsky.video.${method}`)).length
      expect([await calls('startUpload'), await calls('uploadPart'), await calls('finishUpload')]).to.deep.equal([
        1, 13, 2,
      ])
    })

    it('rejects a text that is too long before anything is sent', async () => {
      const before = (await harness.journal('com.atproto.repo.uploadBlob')).length
      const image = { source: source(await harness.sample('photo.jpg')) }
      const failure = await failureOf(publish({ images: [image], thread: [{ text: 'e\u0301'.repeat(301) }] }))
      expect(failure).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      expect(failure['message']).to.match(/Post 2 of the thread.*301.*300/)
      expect((await harness.journal('com.atproto.repo.uploadBlob')).length).to.equal(before)
    })

    for (const fault of ['drop-before', 'accept-then-drop', 'accept-then-500', 'truncate', 'unavailable']) {
      it(`is posted once, whatever happens to the response: ${fault}`, async () => {
        const count = (await harness.posts()).length
        await harness.fault('com.atproto.repo.putRecord', fault)
        await publish({ text: `single ${fault}` })
        await harness.fault('com.atproto.repo.applyWrites', fault)
        await publish({ text: `first ${fault}`, thread: [{ text: `second ${fault}` }] })
        expect((await harness.posts()).length).to.equal(count + 3)
      })
    }

    it('says how long to wait when the network throttles', async () => {
      await harness.fault('com.atproto.repo.putRecord', 'throttle')
      const failure = await failureOf(publish({ text: 'too fast' }))
      expect(failure).to.include({ code: 'rate_limited', outcome: 'rejected' })
      expect(failure['retryAfter']).to.be.within(1, 300)
    })
  })

  describe('listing and deleting', () => {
    it("lists the account's posts with counts, newest first, and no replies to others", async () => {
      const { postIds } = await publish({ text: 'liked' })
      await harness.person('like', { on: postIds[0] })
      const grace = (await harness.posts()).find(({ accountId, reply }) => accountId !== ada.providerId && !reply)
      await harness.person('comment', { on: grace?.id, text: 'a reply', as: 'ada.test' })
      const { posts, next } = await blueskyPosts.list(call, null)
      // The server ends a list with an empty page.
      expect(await blueskyPosts.list(call, next)).to.deep.equal({ posts: [], next: null })
      expect(posts.map(({ text }) => text)).not.to.include('a reply')
      const times = posts.map(({ publishedAt }) => publishedAt ?? '')
      expect(times).to.deep.equal([...times].sort().reverse())
      expect(posts[0]).to.deep.include({ providerId: postIds[0], text: 'liked', mediaType: 'text', thumbnailUrl: null })
      expect(posts[0]?.metrics).to.deep.include({ likes: 1, comments: 0, views: null })
    })

    it('lists without counts while the index is away', async () => {
      await harness.fault('app.bsky.feed.getPosts', 'unavailable', 2)
      const { posts } = await blueskyPosts.list(call, null)
      expect(posts[0]?.metrics.likes).to.equal(null)
      const imaged = posts.find(({ mediaType }) => mediaType === 'image')
      expect((await fetch(imaged?.thumbnailUrl ?? '')).headers.get('content-type')).to.equal('image/jpeg')
    })

    it('deletes by address and by key, once', async () => {
      const { postIds: one } = await publish({ text: 'to go' })
      const { postIds: two } = await publish({ text: 'to go, too' })
      await blueskyDeletePost.delete(call, one[0] ?? '')
      await blueskyDeletePost.delete(call, two[0]?.split('/').at(-1) ?? '')
      const left = (await harness.posts()).map(({ id }) => id)
      expect(left).not.to.include.oneOf([one[0], two[0]])
      expect(await failureOf(blueskyDeletePost.delete(call, one[0] ?? ''))).to.include({ code: 'post_not_found' })
    })

    it("finds none of another's posts", async () => {
      const other = (await harness.posts()).find(({ accountId }) => accountId !== ada.providerId)
      expect(await failureOf(blueskyDeletePost.delete(call, other?.id ?? ''))).to.include({ code: 'post_not_found' })
      for (const id of ['a b', '..', 'at://', other?.id.split('/').at(-1) ?? '']) {
        expect(await failureOf(blueskyDeletePost.delete(call, id))).to.include({ code: 'post_not_found' })
      }
    })
  })

  describe('a call that is repeated after the first one took effect', () => {
    it('creates neither a post nor a thread again', async () => {
      const count = (await harness.posts()).length
      for (const post of [{ text: 'again' }, { text: 'again 1', thread: [{ text: 'again 2' }] }]) {
        const [written, state] = [publishCall(call, post, new Date()), { ...begin(new Date()), mentions: {} }]
        const { uris } = await blueskyPublish.commit(written, state, 'record')
        const second = blueskyPublish.commit(written, { ...state, isRepeated: true }, 'record')
        // The reference server responds with 500 to a thread that exists.
        const { kind } = await second.then(
          () => ({ kind: 'done' }),
          () => blueskyPublish.reconcile(written, state, open),
        )
        expect([kind, uris?.length]).to.deep.equal(['done', 'thread' in post ? 2 : 1])
      }
      expect((await harness.posts()).length).to.equal(count + 3)
    })
  })

  describe('tokens', () => {
    it('are renewed only by a refresh, and the old ones are then rejected as tokens', async () => {
      const alan = await harness.login('alan.test')
      const renewed = await harness.connect.refresh(harness.call, alan.credentials)
      expect(renewed.names).to.deep.equal({ displayIdentifier: 'alan.test', displayName: null })
      expect(tokens(renewed.credentials)['refresh_token']).not.to.equal(tokens(alan.credentials)['refresh_token'])
      expect(renewed.tokenExpiresAt).to.be.greaterThan(new Date())
      const outdated = drive(publishCall(harness.as(alan, alan.credentials), { text: 'old' }))
      expect(await failureOf(outdated)).to.include({
        code: 'connection_expired',
        tokenRejected: true,
        outcome: 'rejected',
      })
      await drive(publishCall(harness.as(alan, renewed.credentials), { text: 'new' }), begin(new Date()))
    })

    it('stay as they are when the server cannot be queried', async () => {
      const alan = await harness.login('alan.test')
      await harness.fault('oauth.token', 'unavailable')
      expect(await failureOf(harness.connect.refresh(harness.call, alan.credentials))).to.include({
        code: 'provider_error',
      })
      await harness.connect.refresh(harness.call, alan.credentials)
    })

    it('are kept although the server fails right after giving them', async () => {
      const alan = await harness.login('alan.test')
      const guarded: typeof harness.outbound.guarded = async (input) => {
        const response = await harness.outbound.guarded(input)
        if (input.operation === 'oauth.token') await harness.fault('oauth.authorization-server', 'unavailable', 5)
        return response
      }
      const call = { ...harness.call, outbound: { ...harness.outbound, guarded } }
      const renewed = await harness.connect.refresh(call, alan.credentials)
      await harness.clearFaults()
      expect(tokens(renewed.credentials)['access_token']).not.to.equal(tokens(alan.credentials)['access_token'])
    })

    it('end with a refresh token that was used before, and with a revocation', async () => {
      const alan = await harness.login('alan.test')
      await harness.connect.refresh(harness.call, alan.credentials)
      expect(await failureOf(harness.connect.refresh(harness.call, alan.credentials))).to.include({
        code: 'connection_expired',
      })
      const again = await harness.login('alan.test')
      await harness.connect.revoke?.(harness.call, again.credentials)
      expect(await failureOf(harness.connect.refresh(harness.call, again.credentials))).to.include({
        code: 'connection_expired',
      })
      const list = blueskyPosts.list(harness.as(again, again.credentials), null)
      expect(await failureOf(list)).to.include({ code: 'connection_expired', tokenRejected: true })
    })
  })
})
