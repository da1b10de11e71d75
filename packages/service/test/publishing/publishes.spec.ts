import { randomUUIDv7 } from 'node:crypto'
import { type AccountRow, insertExternalWrite, insertProfile, listExternalWrites } from '@carillon/database'
import { type PublishPlatform, type PublishStatus, platformsWith, textFields } from '@carillon/domain'
import { expect } from 'chai'
import { createOrganization } from '../../src/index.ts'
import { writeStatusOf } from '../../src/publishing/view/publish-view.ts'
import { ask, bodyOf, rejection } from '../ask.ts'
import { type Harness, startHarness } from '../harness.ts'

interface Stored {
  account?: AccountRow
  organizationId?: string
  profileId?: string
  platform?: PublishPlatform
  status?: PublishStatus
  requestId?: string
  payload?: object
}

const isOver = (status: PublishStatus) => !['accepted', 'processing'].includes(status)

describe('the list of publishes', () => {
  let harness: Harness
  let account: AccountRow
  let stored = 0
  beforeEach(async () => {
    harness = await startHarness()
    account = await harness.connect({ platform: 'bluesky' })
  })
  afterEach(() => harness.close())

  async function store(options: Stored = {}): Promise<string> {
    const { db } = harness.context
    // Ids of one millisecond are in no order; each of these has its own.
    const id = `0199d1b2-${(++stored).toString(16).padStart(4, '0')}${randomUUIDv7().slice(13)}`
    const of = options.account ?? account
    const now = new Date('2026-11-20T12:00:00Z')
    await insertExternalWrite(db, {
      id,
      kind: 'publish',
      organizationId: options.organizationId ?? harness.organizationId,
      profileId: options.profileId ?? of.profileId,
      accountId: of.id,
      platform: options.platform ?? 'bluesky',
      requestId: options.requestId ?? 'some-request',
      createdAt: now,
      wakeAt: now,
      payload: JSON.stringify(options.payload ?? {}),
      state: '{}',
    })
    if (options.status) {
      await db.kysely
        .updateTable('externalWrite')
        .set({ status: writeStatusOf(options.status), ...(isOver(options.status) && { wakeAt: null }) })
        .where('id', '=', id)
        .execute()
    }
    return id
  }

  const scope = (profileId: string | null = null) => ({ organizationId: harness.organizationId, profileId })
  const list = async (query: Record<string, string | number> = {}, profileId: string | null = null) =>
    bodyOf(await ask(harness.context, 'publishes.list', { scope: scope(profileId), query }))
  const idsIn = ({ publishes }: { publishes: { publishId: string }[] }) => publishes.map(({ publishId }) => publishId)

  it('comes newest first, fifty at a time, each one once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 101; n++) ids.push(await store())
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: { publishes: { publishId: string }[]; nextCursor: string | null } = await list(
        cursor ? { cursor } : {},
      )
      pages.push(idsIn(page))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(pages.map(({ length }) => length)).to.deep.equal([50, 50, 1])
    expect(pages.flat()).to.deep.equal(ids.toReversed())
  })

  it('comes as many at a time as `limit` says', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await store())
    const page = await list({ limit: 3 })
    const rest = await list({ limit: 3, cursor: page.nextCursor })
    expect([idsIn(page), idsIn(rest)]).to.deep.equal([ids.toReversed().slice(0, 3), ids.toReversed().slice(3)])
    expect(rest.nextCursor).to.equal(null)
  })

  it('comes in shorter pages where texts are long, which together have each publish once', async () => {
    const ids: string[] = []
    const thread = [{ text: 'x'.repeat(150_000) }]
    for (let n = 0; n < 9; n++) ids.push(await store({ payload: { text: 'x'.repeat(100_000), thread } }))
    for (let n = 0; n < 60; n++) ids.push(await store({ payload: { text: 'short' } }))
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: { publishes: { publishId: string }[]; nextCursor: string | null } = await list({
        limit: 200,
        ...(cursor && { cursor }),
      })
      pages.push(idsIn(page))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(pages.map(({ length }) => length)).to.deep.equal([63, 4, 2])
    expect(pages.flat()).to.deep.equal(ids.toReversed())
  })

  it('has at least one publish, however long its text is', async () => {
    const ids: string[] = []
    for (let n = 0; n < 2; n++) ids.push(await store({ payload: { text: 'x'.repeat(1_500_000) } }))
    const page = await list()
    expect(idsIn(page)).to.deep.equal(ids.slice(1))
    expect(await list({ cursor: page.nextCursor })).to.have.property('nextCursor', null)
  })

  it('ends with the page that is just full', async () => {
    for (let n = 0; n < 50; n++) await store()
    const page = await list()
    expect([page.publishes.length, page.nextCursor]).to.deep.equal([50, null])
  })

  it('is narrowed by status, platform and request, all of them at once', async () => {
    const wanted = await store({ status: 'failed', requestId: 'lost', platform: 'x' })
    await store({ status: 'failed', requestId: 'lost' })
    await store({ status: 'failed', platform: 'x' })
    const other = await store({ requestId: 'lost', platform: 'x' })
    expect(idsIn(await list({ requestId: 'lost', platform: 'x' }))).to.deep.equal([other, wanted])
    expect(idsIn(await list({ requestId: 'lost', platform: 'x', status: 'failed' }))).to.deep.equal([wanted])
    expect(await list({ requestId: 'never' })).to.deep.equal({ publishes: [], nextCursor: null })
  })

  it('is narrowed by the account and the profile that were named', async () => {
    const second = await harness.connect({ platform: 'bluesky' })
    const [first, ours] = [await store(), await store({ account: second })]
    const listOf = async (named: { profileId: string; accountId?: string }) =>
      idsIn(bodyOf(await ask(harness.context, 'publishes.list', { scope: scope(), named })))
    expect(await listOf({ profileId: harness.profileId, accountId: second.id })).to.deep.equal([ours])
    expect(await listOf({ profileId: harness.profileId })).to.deep.equal([ours, first])
  })

  it('holds nothing of other organizations, nor of other profiles for a key bound to one', async () => {
    const own = await store()
    const other = await createOrganization(harness.context, { name: 'Other' })
    await store({ organizationId: other.organizationId, profileId: other.defaultProfileId })
    const { id: second } = await insertProfile(harness.context.db, {
      id: randomUUIDv7(),
      organizationId: harness.organizationId,
      name: 'Second',
      externalId: null,
      metadata: null,
      createdAt: new Date('2026-11-20T12:00:00Z'),
    })
    const elsewhere = await store({ profileId: second })
    expect(idsIn(await list())).to.deep.equal([elsewhere, own])
    expect(idsIn(await list({}, second))).to.deep.equal([elsewhere])
    const status = ask(harness.context, 'publishes.get', { scope: scope(second), params: { publishId: own } })
    expect((await rejection(status)).code).to.equal('post_not_found')
  })

  describe('is searched by the words of the texts', () => {
    const search = async (text: string, query: Record<string, string> = {}, profileId: string | null = null) =>
      idsIn(await list({ search: text, ...query }, profileId))

    it('whether they have ended or not, newest first, in any order and case, from the beginning of each word', async () => {
      const first = await store({ status: 'published', payload: { text: 'Summer launch of the Carillon' } })
      await store({ status: 'published', payload: { text: 'Winter launch' } })
      const open = await store({ payload: { text: 'carillon: summer, again!' } })
      const failed = await store({ status: 'failed', payload: { text: '#Summer at https://example.com/carillon' } })
      expect(await search('summer')).to.deep.equal([failed, open, first])
      expect(await search('CARIL sum')).to.deep.equal([open, first])
      expect(await search('summer', { status: 'failed' })).to.deep.equal([failed])
      expect(await search('ummer')).to.deep.equal([])
      expect(await search('summer autumn')).to.deep.equal([])
    })

    it('a page at a time', async () => {
      const ids: string[] = []
      for (let n = 0; n < 60; n++) {
        ids.push(await store({ payload: { text: 'same words' }, ...(n % 2 === 0 && { status: 'published' }) }))
      }
      const page = await list({ search: 'words' })
      const rest = await list({ search: 'words', cursor: page.nextCursor })
      expect([...idsIn(page), ...idsIn(rest)]).to.deep.equal(ids.toReversed())
      expect(rest.nextCursor).to.equal(null)
    })

    it('also far behind the newest ones, and by words of which many have one', async () => {
      const oldest = await store({ status: 'published', payload: { text: 'often rarely' } })
      const open = await store({ payload: { text: 'rarely, and often' } })
      for (let n = 0; n < 210; n++) await store({ status: 'published', payload: { text: 'often' } })
      expect(await search('rare')).to.deep.equal([open, oldest])
      expect(await search('often rarely')).to.deep.equal([open, oldest])
      expect(await search('------------ rarely often')).to.deep.equal([open, oldest])
    })

    for (const platform of platformsWith('posts.publish')) {
      for (const field of textFields[platform]) {
        it(`of ${platform}: ${field}`, async () => {
          const id = await store({ status: 'published', platform, payload: { [field]: `said in ${field}` } })
          expect(await search('said')).to.deep.equal([id])
        })
      }
    }

    it('in one statement after that for the newest: one that ends between two would be missed, or found twice', async () => {
      const { db } = harness.context
      const id = await store({ payload: { text: 'ends meanwhile' } })
      let statements = 0
      const counted = db.kysely.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          statements += 1
          return result
        },
      })
      const filter = { kind: 'publish', search: 'meanwhile', max: 5 }
      const found = await listExternalWrites({ ...db, kysely: counted }, scope(), filter)
      expect(found.map((row) => row.id)).to.deep.equal([id])
      expect(statements).to.equal(2)
    })

    it('of the posts of a thread too', async () => {
      const thread = [{ text: 'second' }, { text: 'third' }]
      const id = await store({ status: 'published', payload: { text: 'first', thread } })
      expect(await search('third first')).to.deep.equal([id])
    })

    it('and holds nothing of other owners', async () => {
      const other = await createOrganization(harness.context, { name: 'Other' })
      const payload = { text: 'shared word' }
      const second = await harness.connect({ platform: 'bluesky' })
      await store({
        status: 'published',
        payload,
        organizationId: other.organizationId,
        profileId: other.defaultProfileId,
      })
      const own = await store({ status: 'published', payload })
      const ofSecond = await store({ status: 'published', payload, account: second })
      expect(await search('shared')).to.deep.equal([ofSecond, own])
      const named = { accountId: second.id }
      const narrowed = await ask(harness.context, 'publishes.list', {
        scope: scope(),
        named,
        query: { search: 'word' },
      })
      expect(idsIn(bodyOf(narrowed))).to.deep.equal([ofSecond])
      expect(await search('shared', {}, other.defaultProfileId)).to.deep.equal([])
      expect(await search(`organization:${harness.organizationId}`)).to.deep.equal([])
    })

    it('whatever is asked for is text: nothing of it is an operator', async () => {
      const id = await store({ status: 'published', payload: { text: `don't | stop & "go" ! now \\ C:\\new` } })
      for (const text of ["don't", 'stop', '"go"', 'C:\\new', '  now  '])
        expect(await search(text), text).to.deep.equal([id])
      for (const text of ['stop | absent', '!absent', '<->', "'", '\\', ':*', '&', '🎉', "x'y"]) {
        expect(await search(text), text).to.deep.equal([])
      }
    })

    it('a text of any length is stored and found by its beginning', async () => {
      const words = Array.from({ length: 40_000 }, (_, n) => `wörd${n}`).join(' ')
      const id = await store({ status: 'published', payload: { text: words, thread: [{ text: words }] } })
      expect(await search('wörd7 wörd19')).to.deep.equal([id])
    })
  })

  it('tells what was published, and how long it took', async () => {
    const image = (mediaId: string, bytes: number) => ({
      source: { mediaId, ready: true, contentType: 'image/png', bytes },
    })
    const id = await store({
      platform: 'bluesky',
      payload: {
        text: 'root',
        images: [{ altText: 'a', ...image(randomUUIDv7(), 10) }],
        thread: [{ text: 'next', video: { source: { url: 'https://example.com/video.mp4' } } }],
      },
    })
    const [publish] = (await list()).publishes
    expect(publish).to.deep.include({ publishId: id, text: 'root', thread: ['next'], durationMs: null })
    const [{ thumbnailUrl, ...shown }, video] = publish.media
    expect(shown).to.deep.equal({ path: ['images', '0'], kind: 'image', bytes: 10 })
    expect(thumbnailUrl).to.match(/^http:\/\/127\.0\.0\.1:8080\/media\/thumbnails\//)
    expect(video).to.deep.equal({ path: ['thread', '0', 'video'], kind: 'video', bytes: null, thumbnailUrl: null })
    await harness.context.pool.query(
      `update external_write set wake_at = null, status = 'succeeded', updated_at = created_at + interval '1.5 s'`,
    )
    const [ended] = (await list()).publishes
    // Its files were purged long ago.
    expect(ended).to.deep.include({ durationMs: 1_500 })
    expect(ended.media[0]).to.deep.equal({ ...shown, thumbnailUrl: null })
  })

  it('reports the known facts of rows from before sizes were recorded', async () => {
    const source = { mediaId: randomUUIDv7(), ready: true }
    await store({ platform: 'x', payload: { text: '', media: [{ source }] }, status: 'published' })
    await store({ platform: 'instagram', payload: { image: { source } }, status: 'published' })
    const [instagram, x] = (await list()).publishes
    expect(x).to.deep.include({ text: '' })
    expect(x.media).to.deep.equal([{ path: ['media', '0'], kind: null, bytes: null, thumbnailUrl: null }])
    expect(instagram).to.deep.include({ text: null, thread: [] })
    expect(instagram.media).to.deep.equal([{ path: ['image'], kind: 'image', bytes: null, thumbnailUrl: null }])
  })

  it('takes no cursor that it did not give', async () => {
    for (const cursor of ['abc', '!!', Buffer.from('not an id').toString('base64url')]) {
      const { code, status, details } = await rejection(list({ cursor }))
      expect([code, status], cursor).to.deep.equal(['invalid_request', 400])
      expect(details).to.deep.equal([{ path: ['cursor'], message: 'a nextCursor of this list is expected' }])
    }
  })
})
