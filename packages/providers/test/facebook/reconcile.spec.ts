import { expect } from 'chai'
import nock from 'nock'
import { facebookPublish } from '../../src/facebook/publish.ts'
import type { PublishState } from '../../src/facebook/publish-state.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { graph, pageId, publishCall, source } from './network.ts'

const image = { source: source(Buffer.from('image')) }
const open = { step: 'feed', startedAt: now, claimed: new Set<string>(), linksFetched: null }
const photos: PublishState = { photoIds: ['11', '12'], postId: null, video: null }

function mockPosts(data: unknown[], paging?: unknown): void {
  nock(graph)
    .get(`/v25.0/${pageId}/published_posts`)
    .query((query) => query['since'] === String(now.getTime() / 1000 - 300) && query['limit'] === '100')
    .reply(200, { data, ...(paging !== undefined && { paging }) })
}

const stranger = { id: `${pageId}_1`, attachments: { data: [{ target: { id: '99' } }] } }
const album = {
  id: `${pageId}_2`,
  attachments: {
    data: [{ target: { id: '500' }, subattachments: { data: [{ target: { id: '12' } }, { target: { id: '11' } }] } }],
  },
}

describe('what became of a Facebook post whose response was lost', () => {
  intercept()
  const call = publishCall({ images: [image, image] })

  it('is known by the photos that it shows', async () => {
    mockPosts([{ id: `${pageId}_0` }, stranger, album])
    expect(await facebookPublish.reconcile(call, photos, open)).to.deep.equal({
      kind: 'done',
      state: { ...photos, postId: `${pageId}_2` },
    })
    mockPosts([{ id: `${pageId}_3`, attachments: { data: [{ target: { id: '11' } }] } }])
    expect(await facebookPublish.reconcile(call, photos, open)).to.have.nested.property('state.postId', `${pageId}_3`)
  })

  it('is searched for since the first call if the call was repeated', async () => {
    mockPosts([album])
    const repeated = { ...open, latestAt: new Date(now.getTime() + 3_600_000) }
    expect(await facebookPublish.reconcile(call, photos, repeated)).to.include({ kind: 'done' })
  })

  it('is looked for on every page', async () => {
    mockPosts([stranger], { cursors: { after: 'a1' }, next: 'https://graph.facebook.com/x' })
    mockPosts([album])
    expect(await facebookPublish.reconcile(call, photos, open)).to.include({ kind: 'done' })
  })

  it('is not absent as long as there is a next page, also one without a cursor', async () => {
    mockPosts([stranger], { next: `${graph}/v25.0/${pageId}/published_posts?access_token=t&after=a1` })
    mockPosts([album])
    expect(await facebookPublish.reconcile(call, photos, open)).to.include({ kind: 'done' })
    mockPosts([stranger], { next: `${graph}/v25.0/${pageId}/published_posts?access_token=t&until=1` })
    const failure = await failureOf(facebookPublish.reconcile(call, photos, open))
    expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    mockPosts([], { next: `${graph}/v25.0/${pageId}/published_posts?access_token=t&until=1` })
    expect(await facebookPublish.reconcile(call, photos, open)).to.include({ kind: 'absent' })
  })

  it('is looked for in smaller pages when a page is too much data', async () => {
    const page = (limit: number) =>
      nock(graph)
        .get(`/v25.0/${pageId}/published_posts`)
        .query((query) => query['limit'] === String(limit))
    page(100).reply(400, { error: { code: 1 } })
    page(50).reply(200, { data: [album] })
    expect(await facebookPublish.reconcile(call, photos, open)).to.include({ kind: 'done' })
  })

  it('is absent when nothing shows our photos', async () => {
    mockPosts([stranger])
    const absent = { kind: 'absent', state: { ...photos, lostAt: now.toISOString() } }
    expect(await facebookPublish.reconcile(call, photos, open)).to.deep.equal(absent)
    const later = { ...open, startedAt: new Date(now.getTime() + 60_000) }
    nock(graph).get(`/v25.0/${pageId}/published_posts`).query(true).reply(200, { data: [] })
    expect(await facebookPublish.reconcile(call, absent.state, later)).to.deep.equal(absent)
  })

  describe('if the call is repeated and rejected', () => {
    const lost = { ...photos, lostAt: now.toISOString() }
    const rejection = { error: { code: 100, error_user_msg: 'The photo cannot be attached.' } }
    let deleted: string[]

    beforeEach(() => {
      deleted = []
      nock(graph).post(`/v25.0/${pageId}/feed`).query(true).reply(400, rejection)
      nock(graph)
        .delete(/.*/)
        .optionally()
        .times(2)
        .query(true)
        .reply((request: Request) => {
          deleted.push(request.url)
          return [200, { success: true }]
        })
    })

    it('is known by the photos, which are not deleted', async () => {
      mockPosts([stranger, album])
      const state = await facebookPublish.commit(call, lost, 'feed')
      expect(state).to.deep.equal({ ...lost, postId: `${pageId}_2` })
      expect(deleted).to.deep.equal([])
    })

    it('is a failure where nothing shows the photos, which are kept', async () => {
      mockPosts([stranger])
      const error = await failureOf(facebookPublish.commit(call, lost, 'feed'))
      expect(error).to.include({ code: 'provider_rejected', outcome: 'rejected' })
      expect(deleted).to.deep.equal([])
    })

    it('stays open while Facebook cannot be read', async () => {
      nock(graph)
        .get(`/v25.0/${pageId}/published_posts`)
        .query(true)
        .reply(403, { error: { code: 10 } })
      const error = await failureOf(facebookPublish.commit(call, lost, 'feed'))
      expect(error).to.include({ code: 'provider_error', outcome: 'indeterminate' })
      expect(deleted).to.deep.equal([])
    })
  })

  it('cannot be determined without the permission to read', async () => {
    nock(graph)
      .get(`/v25.0/${pageId}/published_posts`)
      .query(true)
      .reply(403, { error: { code: 10 } })
    expect(await facebookPublish.reconcile(call, photos, open)).to.include({ kind: 'undecidable' })
  })

  it('stays open while Facebook cannot be asked or does not take the token', async () => {
    for (const [status, code, rejected] of [
      [500, 1, false],
      [401, 190, true],
    ] as const) {
      nock(graph).get(`/v25.0/${pageId}/published_posts`).query(true).reply(status, { error: { code } })
      expect(await failureOf(facebookPublish.reconcile(call, photos, open))).to.include({ tokenRejected: rejected })
    }
  })

  const videoFile = {
    videoId: '98',
    uploadUrl: null,
    sessionId: '87',
    start: 10,
    end: 10,
    phase: 'ready',
    stalls: 0,
    polls: 0,
  } as const
  const state: PublishState = { photoIds: [], postId: null, video: videoFile }
  /** After the upload alone. @see https://github.com/fbsamples/reels_publishing_apis/issues/47 (read 2026-11-22) */
  const uploaded = {
    video_status: 'processing',
    uploading_phase: { status: 'complete' },
    processing_phase: { status: 'not_started' },
    publishing_phase: { status: 'not_started' },
  }
  const verdicts: [Record<string, unknown>, string, { published?: boolean }?][] = [
    [uploaded, 'absent'],
    [{ video_status: 'upload_complete', processing_phase: { status: 'not_started' } }, 'absent'],
    [{ video_status: 'uploading' }, 'absent'],
    [{ video_status: 'processing', processing_phase: { status: 'in_progress' } }, 'done'],
    [{ video_status: 'ready', publishing_phase: { status: 'completed' } }, 'done'],
    [{ video_status: 'error', processing_phase: { status: 'error' } }, 'done'],
    [{ video_status: 'ready' }, 'done', { published: true }],
    [{ video_status: 'ready' }, 'absent', { published: false }],
  ]
  for (const [status, kind, more = {}] of verdicts) {
    it(`is ${kind} for a video at ${JSON.stringify({ ...status, ...more })}`, async () => {
      nock(graph)
        .get('/v25.0/98')
        .query(true)
        .reply(200, { id: '98', status, ...more })
      const verdict = await facebookPublish.reconcile(publishCall({ video: image }), state, { ...open, step: 'finish' })
      expect(verdict.kind).to.equal(kind)
      if (verdict.kind === 'done') expect(verdict.state.video?.phase).to.equal('accepted')
    })
  }

  it('is known by its status if a repeated call is rejected', async () => {
    const rejection = { error: { code: 6000 } }
    const lost: PublishState = { ...state, lostAt: now.toISOString() }
    for (const processing of ['in_progress', 'not_started']) {
      nock(graph).post(`/v25.0/${pageId}/videos`).query(true).reply(400, rejection)
      const status = { ...uploaded, processing_phase: { status: processing } }
      nock(graph).get('/v25.0/98').query(true).reply(200, { id: '98', status })
      const committed = facebookPublish.commit(publishCall({ video: image }), lost, 'finish')
      if (processing === 'in_progress') expect(await committed).to.have.nested.property('video.phase', 'accepted')
      else expect(await failureOf(committed)).to.include({ code: 'invalid_video', outcome: 'rejected' })
    }
  })
})
