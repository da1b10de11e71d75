import { expect } from 'chai'
import nock from 'nock'
import { facebookPublish } from '../../src/facebook/publish.ts'
import type { PublishState } from '../../src/facebook/publish-state.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { graph, pageId, publishCall, source } from './network.ts'

const image = { source: source(Buffer.from('image')) }
const open = { step: 'lookup', startedAt: now, claimed: new Set<string>(), linksFetched: null }
const nothing: PublishState = { photoIds: [], postId: null, video: null }

/** A post with a photo. @see https://developers.facebook.com/docs/graph-api/reference/page/feed (read 2026-11-20) */
function post(id: string, message: string | undefined, { at = now, photoId = '77' } = {}) {
  const attachments = { data: [{ target: { id: photoId } }] }
  return { id: `${pageId}_${id}`, message, created_time: at.toISOString().replace(/\.\d+Z$/, '+0000'), attachments }
}

function mockPosts(data: unknown[]): void {
  nock(graph)
    .get(`/v25.0/${pageId}/published_posts`)
    .query((query) => String(query['fields']).split(',').includes('message'))
    .reply(200, { data })
}

function recover(input: Parameters<typeof publishCall>[0], state = nothing, claimed: string[] = []) {
  return facebookPublish.recover?.(publishCall(input), state, { ...open, claimed: new Set(claimed) })
}

describe('a Facebook post whose photo ids are lost', () => {
  intercept()

  it('is found by its text and time', async () => {
    mockPosts([post('3', 'Bells'), post('2', 'Fresh bread,\nevery day'), post('1', undefined)])
    expect(await recover({ image, message: 'Fresh bread, every day ' })).to.deep.equal({
      kind: 'done',
      state: { ...nothing, postId: `${pageId}_2` },
    })
  })

  const hourAgo = new Date(now.getTime() - 3_600_000)
  const others: [string, ReturnType<typeof post>, string[]][] = [
    ['another text', post('1', 'Bells'), []],
    ['the same text from before', post('1', 'Fresh bread', { at: hourAgo }), []],
    ['the same text of another publish', post('1', 'Fresh bread'), [`${pageId}_1`]],
    ['the same text without a photo', { ...post('1', 'Fresh bread'), attachments: { data: [] } }, []],
  ]
  for (const [what, other, claimed] of others) {
    it(`is absent if the Page shows only ${what}`, async () => {
      mockPosts([other])
      expect(await recover({ image, message: 'Fresh bread' }, nothing, claimed)).to.deep.equal({ kind: 'absent' })
    })
  }

  it('is absent if the Page shows only the same text from after the time at which it can have been sent', async () => {
    const until = new Date(now.getTime() + 60_000)
    nock(graph)
      .get(`/v25.0/${pageId}/published_posts`)
      .query(({ until: end }) => Number(end) === (until.getTime() + 300_000) / 1000)
      .reply(200, { data: [post('1', 'Fresh bread', { at: new Date(until.getTime() + 3_600_000) })] })
    const call = publishCall({ image, message: 'Fresh bread' })
    expect(await facebookPublish.recover?.(call, nothing, { ...open, until })).to.deep.equal({ kind: 'absent' })
  })

  it('is not taken from another publish whose post may have no known id yet, unless it shows a known photo', async () => {
    const others = { ...open, mayBeOthers: true }
    mockPosts([post('1', 'Fresh bread', { photoId: '11' })])
    const call = publishCall({ image, message: 'Fresh bread' })
    const failure = await failureOf(Promise.resolve(facebookPublish.recover?.(call, nothing, others)))
    expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    mockPosts([post('1', 'Fresh bread', { photoId: '11' })])
    const known = { ...nothing, photoIds: ['11'] }
    expect(await facebookPublish.recover?.(call, known, others)).to.have.property('kind', 'done')
    mockPosts([post('1', 'Bells')])
    expect(await facebookPublish.recover?.(call, nothing, others)).to.have.property('kind', 'absent')
  })

  it('is found by the photos that are known', async () => {
    mockPosts([post('2', 'Fresh bread'), post('1', 'Fresh bread', { photoId: '11' })])
    const known = { ...nothing, photoIds: ['11'] }
    expect(await recover({ images: [image, image], message: 'Fresh bread' }, known)).to.deep.equal({
      kind: 'done',
      state: { ...known, postId: `${pageId}_1` },
    })
  })

  it('is not distinguished from another one with the same text, or without a text', async () => {
    mockPosts([post('2', 'Fresh bread'), post('1', 'Fresh bread')])
    expect(await recover({ image, message: 'Fresh bread' })).to.include({ kind: 'undecidable', isSeen: true })
    mockPosts([post('2', undefined)])
    expect(await recover({ image })).to.include({ kind: 'undecidable' })
  })

  it('without a text is absent if the Page shows no post without one', async () => {
    mockPosts([post('2', 'Fresh bread')])
    expect(await recover({ image })).to.deep.equal({ kind: 'absent' })
  })

  it('was published if its last known state says so', async () => {
    const published = { ...nothing, postId: `${pageId}_2` }
    expect(await recover({ image }, published)).to.deep.equal({ kind: 'done', state: published })
  })

  it('cannot be looked up if it is a video whose id is lost', async () => {
    expect(await recover({ video: image })).to.include({ kind: 'undecidable' })
  })
})
