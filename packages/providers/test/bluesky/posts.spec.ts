import { expect } from 'chai'
import nock from 'nock'
import { blueskyPosts } from '../../src/bluesky/posts.ts'
import { failureOf } from '../fake-call.ts'
import { accountCall, appCall, createdAt, did, server } from './account.ts'
import { simulateHosts } from './simulated.ts'

const image = { $type: 'blob', ref: { $link: 'bafkreia' }, mimeType: 'image/jpeg', size: 5 }
const uriOf = (rkey: string) => `at://${did}/app.bsky.feed.post/${rkey}`
const blobAt = `${server}/xrpc/com.atproto.sync.getBlob?did=${encodeURIComponent(did)}&cid=bafkreia`

function record(rkey: string, value: object = {}) {
  return { uri: uriOf(rkey), cid: 'c', value: { text: rkey, createdAt: createdAt.toISOString(), ...value } }
}

/** Responses written from the lexicons com.atproto.repo.listRecords and app.bsky.feed.getPosts (read 2026-11-20). */
describe('bluesky posts', () => {
  const { outbound } = simulateHosts()
  const list = (cursor: string | null = null) => blueskyPosts.list(accountCall(appCall(outbound())), cursor)
  const stored = (records: object[], cursor?: string, query: object = {}) =>
    nock(server)
      .get('/xrpc/com.atproto.repo.listRecords')
      .query({ repo: did, collection: 'app.bsky.feed.post', limit: 100, ...query })
      .reply(200, { records, ...(cursor && { cursor }) })
  const views = (posts: object[]) =>
    nock(server, { reqheaders: { 'atproto-proxy': 'did:web:api.bsky.app#bsky_appview' } })
      .get('/xrpc/app.bsky.feed.getPosts')
      .query(true)
      .reply(200, { posts })

  const kinds: [string, object, string | null][] = [
    ['text', {}, null],
    ['image', { $type: 'app.bsky.embed.images', images: [{ alt: '', image }] }, blobAt],
    ['carousel', { $type: 'app.bsky.embed.images', images: [{ image }, { image }] }, blobAt],
    ['carousel', { $type: 'app.bsky.embed.gallery', items: [{ image }, { image }] }, blobAt],
    ['video', { $type: 'app.bsky.embed.video', video: image }, null],
    ['link', { $type: 'app.bsky.embed.external', external: { uri: 'https://example.com', thumb: image } }, blobAt],
    ['text', { $type: 'app.bsky.embed.record', record: {} }, null],
    ['text', { $type: 'constructor' }, null],
    [
      'image',
      { $type: 'app.bsky.embed.recordWithMedia', media: { $type: 'app.bsky.embed.images', images: [{ image }] } },
      blobAt,
    ],
  ]
  for (const [mediaType, embed, thumbnailUrl] of kinds) {
    it(`are ${mediaType} with ${JSON.stringify(embed).slice(0, 60)}`, async () => {
      stored([record('a', { embed })])
      views([])
      const { posts } = await list()
      expect(posts[0]).to.include({ mediaType, thumbnailUrl })
    })
  }

  it('are not none where the server responds with a page of its proxy', async () => {
    nock(server)
      .get(/listRecords/)
      .reply(200, '<html>Maintenance</html>')
    expect(await failureOf(list())).to.have.property('code', 'provider_error')
  })

  it('have the counts that are told, and null for the others', async () => {
    stored([record('a')])
    views([{ uri: uriOf('a'), likeCount: 3, replyCount: 0, repostCount: 2, quoteCount: 1, bookmarkCount: 4 }])
    expect((await list()).posts).to.deep.equal([
      {
        providerId: uriOf('a'),
        text: 'a',
        mediaType: 'text',
        thumbnailUrl: null,
        permalink: `https://bsky.app/profile/${did}/post/a`,
        publishedAt: createdAt.toISOString(),
        metrics: { likes: 3, comments: 0, shares: 2, quotes: 1, saves: 4, views: null },
      },
    ])
  })

  it('have the counts of as many views as were requested: a server could send any number', async () => {
    stored([record('a')])
    views([
      { uri: uriOf('b'), likeCount: 2 },
      { uri: uriOf('a'), likeCount: 3 },
    ])
    expect((await list()).posts[0]?.metrics.likes).to.equal(null)
  })

  it('are read from pages of up to 3 MiB, with views of up to 1 MiB', async () => {
    const junk = (mebibytes: number) => 'x'.repeat(mebibytes * 1024 * 1024)
    stored([record('a', { junk: junk(2.9) })])
    views([{ uri: uriOf('a'), likeCount: 3, junk: junk(0.9) }])
    expect((await list()).posts[0]?.metrics.likes).to.equal(3)
    stored([record('a')])
    views([{ uri: uriOf('a'), likeCount: 3, junk: junk(1) }])
    expect((await list()).posts[0]?.metrics.likes).to.equal(null)
    stored([record('a', { junk: junk(3) })])
    expect(await failureOf(list())).to.have.property('code', 'provider_error')
  })

  it('bring the name of the account, which its user may have changed', async () => {
    const noted: object[] = []
    const call = { ...accountCall(appCall(outbound())), noteNames: async (names: object) => void noted.push(names) }
    for (const authors of [
      [
        { did: 'did:plc:other', displayName: 'Other' },
        { did, handle: 'ada.test', displayName: 'Countess' },
      ],
      [],
    ]) {
      stored([record('a'), record('b')])
      views(authors.map((author, at) => ({ uri: uriOf('ab'.charAt(at)), author })))
      await blueskyPosts.list(call, null)
    }
    expect(noted).to.deep.equal([
      { displayIdentifier: null, displayName: 'Countess' },
      { displayIdentifier: null, displayName: null },
    ])
  })

  it("show the index's small images where it has them", async () => {
    const thumb = 'https://cdn.example.com/thumb.jpg'
    stored([record('a', { embed: { $type: 'app.bsky.embed.video', video: image } })])
    views([{ uri: uriOf('a'), embed: { $type: 'app.bsky.embed.video#view', thumbnail: thumb } }])
    expect((await list()).posts[0]?.thumbnailUrl).to.equal(thumb)
    stored([record('a', { embed: { $type: 'app.bsky.embed.images', images: [{ image }] } })])
    views([{ uri: uriOf('a'), embed: { $type: 'app.bsky.embed.images#view', images: [{ thumb }] } }])
    expect((await list()).posts[0]?.thumbnailUrl).to.equal(thumb)
  })

  it("contain no replies to others, but the account's own threads", async () => {
    const strong = (uri: string) => ({ uri, cid: 'c' })
    const own = strong(uriOf('a'))
    const other = strong('at://did:plc:other/app.bsky.feed.post/x')
    stored([
      record('d', { reply: { root: other, parent: own } }),
      record('c', { reply: { root: own, parent: other } }),
      record('b', { reply: { root: own, parent: own } }),
      record('a'),
    ])
    views([])
    expect((await list()).posts.map(({ text }) => text)).to.deep.equal(['b', 'a'])
  })

  it('come in pages, with their counts asked for 25 at a time', async () => {
    const full = Array.from({ length: 100 }, (_, index) => record(`r${index}`))
    stored(full, 'r99')
    for (let chunk = 0; chunk < 4; chunk++) views([{ uri: uriOf(`r${chunk * 25}`), likeCount: chunk }])
    const first = await list()
    expect(first.next).to.equal('r99')
    expect(first.posts.filter(({ metrics }) => metrics.likes !== null)).to.have.length(4)
    stored([], undefined, { cursor: 'r99' })
    expect(await list('r99')).to.deep.equal({ posts: [], next: null })
  })

  it('come in smaller pages from a server that sends them, until one is empty or its cursor does not advance', async () => {
    stored([record('a')], 'a')
    views([])
    expect((await list()).next).to.equal('a')
    stored([], 'b', { cursor: 'a' })
    expect((await list('a')).next).to.equal(null)
    stored([record('a')], 'a', { cursor: 'a' })
    views([])
    expect((await list('a')).next).to.equal(null)
  })

  it('outlive records that others wrote badly', async () => {
    const badly = record('a', { text: 5, createdAt: 'yesterday', embed: null, reply: 7 })
    stored([badly, { uri: uriOf('b') }, record('c', { text: 'a\0b\ud83d' })])
    views([])
    const { posts } = await list()
    expect(posts[0]).to.include({ text: null, publishedAt: null, mediaType: 'text' })
    expect(posts[2]).to.include({ text: 'a\ufffdb\ufffd' })
  })

  it('are no more and no longer than the network allows, whatever the server sends', async () => {
    const long = 'x'.repeat(10_000)
    const badly = [record('long', { text: long }), record(long), { ...record('c'), uri: 'at://did:plc:other/d/e' }]
    stored([record('a'), ...badly, ...Array.from({ length: 99 }, (_, index) => record(`r${index}`))], 'r95')
    for (let chunk = 0; chunk < 4; chunk++) views([])
    const { posts, next } = await list()
    expect(posts).to.have.length(97)
    expect(posts.every(({ providerId, text }) => providerId.length < 600 && (text ?? '').length < 600)).to.equal(true)
    expect(next).to.equal('r95')
    stored([record('a', { embed: { $type: 'app.bsky.embed.images', images: [{ image }] } })])
    views([{ uri: uriOf('a'), embed: { $type: 'app.bsky.embed.images#view', images: [{ thumb: long }] } }])
    expect((await list()).posts[0]).to.have.property('thumbnailUrl', blobAt)
  })

  it('say that the token was rejected, though the records themselves need none', async () => {
    stored([record('a')])
    nock(server).get('/xrpc/app.bsky.feed.getPosts').query(true).reply(401, { error: 'invalid_token' })
    expect(await failureOf(list())).to.include({ code: 'connection_expired', tokenRejected: true })
  })
})
