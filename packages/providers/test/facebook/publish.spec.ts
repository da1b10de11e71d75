import { expect } from 'chai'
import nock from 'nock'
import { facebookPublish } from '../../src/facebook/publish.ts'
import type { PublishState, VideoState } from '../../src/facebook/publish-state.ts'
import { readVideoStatus } from '../../src/facebook/video-status.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { accountCall, graph, pageId, publishCall, source, upload, withoutPage } from './network.ts'

const begun = facebookPublish.begin({ writeId: 'p', items: 1, now, random: () => new Uint8Array() })
const image = { source: source(Buffer.from('image one')) }
const second = { source: source(Buffer.from('image two'), 'image/png') }
const bytes = Buffer.from('abcdefghij')
const videoFile = { source: source(bytes, 'video/mp4') }

const reelState: VideoState = {
  videoId: '980000000000000001',
  uploadUrl: `${upload}/video-upload/v25.0/980000000000000001`,
  sessionId: null,
  start: 0,
  end: 10,
  phase: 'upload',
  stalls: 0,
  polls: 0,
}
const videoState: VideoState = { ...reelState, uploadUrl: null, sessionId: '87', start: 4, end: 8 }

function withVideo(state: VideoState, over: Partial<VideoState> = {}): PublishState {
  return { ...begun, video: { ...state, ...over } }
}

/** @see https://developers.facebook.com/documentation/video-api/guides/reels-publishing (read 2026-11-20) */
function mockStatus(status: Record<string, unknown>, more: Record<string, unknown> = {}): void {
  nock(graph)
    .get(`/v25.0/${reelState.videoId}`)
    .query((query) => query['fields'] === 'status,permalink_url,post_id,published')
    .reply(200, { id: reelState.videoId, status, ...more })
}

/** Responds to a POST to an edge of the Page; returns the list of the fields of the bodies sent. */
function mockPost(edge: string, response: nock.Body): unknown[] {
  const sent: unknown[] = []
  nock(graph)
    .post(`/v25.0/${pageId}/${edge}`, (body) => {
      sent.push(typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body)
      return true
    })
    .query(true)
    .reply(200, response)
  return sent
}

describe('publishing photos on Facebook', () => {
  intercept()

  it('uploads each unpublished, one a step, keeping its id', async () => {
    const bodies: string[] = []
    for (const id of ['11', '12']) {
      nock(graph, { reqheaders: { authorization: 'Bearer page-token' } })
        .post(`/v25.0/${pageId}/photos`, (body) => bodies.push(body) > 0)
        .query(true)
        .reply(200, { id })
    }
    const call = publishCall({ images: [image, second] })
    const first = await facebookPublish.advance(call, begun)
    expect(first).to.deep.equal({ kind: 'next', state: { ...begun, photoIds: ['11'] } })
    const state = { ...begun, photoIds: ['11'] }
    expect(await facebookPublish.advance(call, state)).to.deep.equal({
      kind: 'next',
      state: { ...begun, photoIds: ['11', '12'] },
    })
    expect(bodies[0]).to.match(/name="published"\r\n\r\nfalse\r\n/)
    expect(bodies[0]).to.match(/name="source"; filename="source"\r\ncontent-type: image\/jpeg\r\n\r\nimage one\r\n--/)
    expect(bodies[1]).to.match(/content-type: image\/png\r\n\r\nimage two\r\n--/)
    expect(await facebookPublish.advance(call, { ...begun, photoIds: ['11', '12'] })).to.deep.equal({
      kind: 'commit',
      step: 'feed',
    })
  })

  it('shows them in one post with the message, in their order', async () => {
    const sent = mockPost('feed', { id: `${pageId}_5` })
    const state = { ...begun, photoIds: ['12', '11'] }
    const committed = await facebookPublish.commit(
      publishCall({ message: 'Hi & höj', images: [image, second] }),
      state,
      'feed',
    )
    expect(committed).to.deep.equal({ ...state, postId: `${pageId}_5` })
    expect(sent.at(-1)).to.deep.equal({
      message: 'Hi & höj',
      attached_media: '[{"media_fbid":"12"},{"media_fbid":"11"}]',
    })
  })

  it('sends no message where there is none', async () => {
    const sent = mockPost('feed', { id: `${pageId}_5` })
    await facebookPublish.commit(publishCall({ image }), { ...begun, photoIds: ['11'] }, 'feed')
    expect(sent.at(-1)).to.have.all.keys('attached_media')
  })

  it('is published even when its address cannot be read', async () => {
    const state = { ...begun, photoIds: ['11'], postId: `${pageId}_5` }
    nock(graph)
      .get(`/v25.0/${pageId}_5`)
      .query(true)
      .reply(200, { permalink_url: 'https://www.facebook.com/1/posts/5' })
      .get(`/v25.0/${pageId}_5`)
      .query(true)
      .reply(400, { error: { code: 190 } })
    const read = await facebookPublish.advance(publishCall({ image }), state)
    expect(read).to.deep.nested.include({ kind: 'done', 'result.permalink': 'https://www.facebook.com/1/posts/5' })
    expect(await facebookPublish.advance(publishCall({ image }), state)).to.deep.equal({
      kind: 'done',
      result: { postIds: [`${pageId}_5`], permalink: null },
    })
  })

  it('removes the photos when the post is rejected, and keeps them when it may be sent again', async () => {
    const state = { ...begun, photoIds: ['11', '12'] }
    const call = publishCall({ images: [image, second] })
    const responses: [number, unknown][] = [
      [401, { error: { code: 190 } }],
      [500, { error: { code: 1 } }],
    ]
    for (const [status, body] of responses) {
      nock(graph).post(`/v25.0/${pageId}/feed`).query(true).reply(status, body)
      await failureOf(facebookPublish.commit(call, state, 'feed'))
    }
    nock(graph)
      .post(`/v25.0/${pageId}/feed`)
      .query(true)
      .reply(400, { error: { code: 506, error_user_msg: 'Identical.' } })
    nock(graph).delete('/v25.0/11').query(true).reply(200, { success: true }).delete('/v25.0/12').query(true).reply(500)
    expect(await failureOf(facebookPublish.commit(call, state, 'feed'))).to.include({
      code: 'provider_rejected',
      message: 'Identical. Facebook rejected the post.',
    })
  })

  it('keeps the photos while a rate limit is reached, since a scheduled publish waits and then goes on with them', async () => {
    const state = { ...begun, photoIds: ['11'] }
    const call = publishCall({ images: [image, second] })
    for (const [edge, run] of [
      ['photos', () => facebookPublish.advance(call, state)],
      ['feed', () => facebookPublish.commit(call, state, 'feed')],
    ] as const) {
      const removal = nock(graph).delete('/v25.0/11').query(true).reply(200, { success: true })
      nock(graph)
        .post(`/v25.0/${pageId}/${edge}`)
        .query(true)
        .reply(400, { error: { code: 32 } })
      expect(await failureOf(run())).to.include({ code: 'rate_limited', outcome: 'rejected' })
      expect(removal.isDone(), edge).to.equal(false)
      nock.cleanAll()
    }
  })

  it('removes earlier photos when a later one is rejected', async () => {
    nock(graph)
      .post(`/v25.0/${pageId}/photos`)
      .query(true)
      .reply(400, { error: { code: 324 } })
    nock(graph).delete('/v25.0/11').query(true).reply(200, { success: true })
    const state = { ...begun, photoIds: ['11'] }
    expect(await failureOf(facebookPublish.advance(publishCall({ images: [image, second] }), state))).to.include({
      code: 'invalid_image',
    })
  })

  it('does nothing without a Page or the permission to publish', async () => {
    const person = publishCall({ image }, accountCall(withoutPage))
    expect(await failureOf(facebookPublish.advance(person, begun))).to.include({
      code: 'page_not_selected',
      status: 409,
    })
    const reader = publishCall({ image }, accountCall({ scopes: ['pages_show_list', 'pages_read_engagement'] }))
    expect(await failureOf(facebookPublish.advance(reader, begun))).to.deep.include({
      code: 'missing_permission',
      status: 403,
      details: { missingScopes: ['pages_manage_posts'] },
    })
  })
})

describe('publishing a reel on Facebook', () => {
  intercept()
  const call = publishCall({ message: 'about', reel: videoFile })

  it('opens an upload and keeps where it goes', async () => {
    nock(graph)
      .post(`/v25.0/${pageId}/video_reels`, { upload_phase: 'start' })
      .query(true)
      .reply(200, `{"video_id":980000000000000001,"upload_url":"${reelState.uploadUrl}"}`)
    expect(await facebookPublish.advance(call, begun)).to.deep.equal({ kind: 'next', state: withVideo(reelState) })
  })

  it('sends what has not arrived yet', async () => {
    mockStatus({ video_status: 'uploading', uploading_phase: { status: 'in_progress', bytes_transfered: 4 } })
    let body: unknown
    nock(upload, {
      reqheaders: { authorization: 'OAuth page-token', offset: '4', file_size: '10', 'content-length': '6' },
    })
      .post('/video-upload/v25.0/980000000000000001', (sent) => {
        body = sent
        return true
      })
      .reply(200, { success: true })
    const step = await facebookPublish.advance(call, withVideo(reelState))
    expect(step).to.deep.equal({ kind: 'next', state: withVideo(reelState, { phase: 'ready', start: 10 }) })
    expect(body).to.equal('efghij')
  })

  it('sends everything of a video that Facebook does not show before it has bytes of it', async () => {
    nock(graph)
      .get(`/v25.0/${reelState.videoId}`)
      .query(true)
      .reply(400, { error: { code: 100, error_subcode: 33 } })
    nock(upload, { reqheaders: { offset: '0' } })
      .post('/video-upload/v25.0/980000000000000001')
      .reply(200, { success: true })
    const step = await facebookPublish.advance(call, withVideo(reelState))
    expect(step).to.have.nested.property('state.video.phase', 'ready')
  })

  it('sends everything if Facebook does not name a number of bytes', async () => {
    mockStatus({ uploading_phase: { status: 'in_progress', bytes_transferred: 'unknown' } })
    nock(upload, { reqheaders: { offset: '0', 'content-length': '10' } })
      .post('/video-upload/v25.0/980000000000000001')
      .reply(200, { success: true })
    const step = await facebookPublish.advance(call, withVideo(reelState))
    expect(step).to.have.nested.property('state.video.phase', 'ready')
  })

  it('sends nothing that is there already', async () => {
    mockStatus({ video_status: 'upload_complete', uploading_phase: { status: 'complete', bytes_transferred: 10 } })
    const step = await facebookPublish.advance(call, withVideo(reelState))
    expect(step).to.have.nested.property('state.video.phase', 'ready')
    expect(await facebookPublish.advance(call, withVideo(reelState, { phase: 'ready' }))).to.deep.equal({
      kind: 'commit',
      step: 'finish',
    })
  })

  it('reads a status that it does not know as none', async () => {
    mockStatus({ video_status: 'ready', publishing_phase: { status: 'constructor' } }, { published: false })
    const status = await readVideoStatus(call, { videoId: reelState.videoId, pageId })
    expect(status).to.include({ publishing: 'none', draft: true, failure: null })
  })

  it('sends again what is called retriable, but not for ever', async () => {
    const body = { debug_info: { retriable: true, type: 'PartialRequestError', message: 'x' } }
    for (const stalls of [0, 4]) {
      mockStatus({ uploading_phase: { status: 'in_progress', bytes_transferred: 0 } })
      nock(upload).post('/video-upload/v25.0/980000000000000001').reply(400, body)
      const step = facebookPublish.advance(call, withVideo(reelState, { stalls }))
      if (stalls === 0) expect(await step).to.deep.include({ kind: 'wait', accepted: false })
      else expect(await failureOf(step)).to.include({ code: 'provider_error', outcome: 'rejected' })
    }
  })

  it('gives the token to no other host', async () => {
    for (const uploadUrl of [
      'https://evil.example/video-upload/1',
      'http://rupload.facebook.com/video-upload/1',
      'x',
    ]) {
      mockStatus({ uploading_phase: { status: 'not_started' } })
      const state = withVideo(reelState, { uploadUrl })
      expect(await failureOf(facebookPublish.advance(call, state))).to.include({ code: 'provider_error' })
    }
  })

  it('finishes with the message, and is accepted before anything else is asked', async () => {
    const sent = mockPost('video_reels', { success: true })
    const committed = await facebookPublish.commit(call, withVideo(reelState, { phase: 'ready' }), 'finish')
    expect(sent.at(-1)).to.deep.equal({
      upload_phase: 'finish',
      video_id: reelState.videoId,
      video_state: 'PUBLISHED',
      description: 'about',
    })
    expect(await facebookPublish.advance(call, committed)).to.deep.include({ kind: 'wait', accepted: true })
  })

  it('does not accept a response without success as one', async () => {
    nock(graph).post(`/v25.0/${pageId}/video_reels`).query(true).reply(200, {})
    const state = withVideo(reelState, { phase: 'ready' })
    expect(await failureOf(facebookPublish.commit(call, state, 'finish'))).to.include({ outcome: 'indeterminate' })
  })
})

describe('publishing a video on Facebook', () => {
  intercept()
  const call = publishCall({ message: 'about', title: 'A title', video: videoFile })

  it('opens a session for its size', async () => {
    nock(graph)
      .post(`/v25.0/${pageId}/videos`, { upload_phase: 'start', file_size: '10' })
      .query(true)
      .reply(200, { video_id: reelState.videoId, upload_session_id: '87', start_offset: '0', end_offset: '4' })
    expect(await facebookPublish.advance(call, begun)).to.deep.equal({
      kind: 'next',
      state: withVideo(videoState, { start: 0, end: 4 }),
    })
  })

  it('sends the piece that was asked for and keeps which is next', async () => {
    let body = ''
    nock(graph)
      .post(`/v25.0/${pageId}/videos`, (sent) => {
        body = String(sent)
        return true
      })
      .query(true)
      .reply(200, { start_offset: '8', end_offset: '10' })
    expect(await facebookPublish.advance(call, withVideo(videoState))).to.deep.equal({
      kind: 'next',
      state: withVideo(videoState, { start: 8, end: 10 }),
    })
    expect(body).to.match(/name="upload_phase"\r\n\r\ntransfer\r\n/)
    expect(body).to.match(/name="upload_session_id"\r\n\r\n87\r\n/)
    expect(body).to.match(/name="start_offset"\r\n\r\n4\r\n/)
    expect(body).to.match(/name="video_file_chunk"; [^\n]+\r\ncontent-type: video\/mp4\r\n\r\nefgh\r\n--/)
  })

  it('goes on where it is told to when a piece had arrived before', async () => {
    for (const error_data of [{ start_offset: '8', end_offset: '10' }, '{"start_offset":"8","end_offset":"10"}']) {
      nock(graph)
        .post(`/v25.0/${pageId}/videos`)
        .query(true)
        .reply(400, { error: { code: 6001, error_subcode: 1363037, is_transient: true, error_data } })
      const step = await facebookPublish.advance(call, withVideo(videoState))
      expect(step).to.deep.equal({ kind: 'next', state: withVideo(videoState, { start: 8, end: 10 }) })
    }
  })

  it('is ready when nothing is left to send, and finishes with title and description', async () => {
    const sent = withVideo(videoState, { start: 10, end: 10 })
    expect(await facebookPublish.advance(call, sent)).to.have.nested.property('state.video.phase', 'ready')
    nock(graph)
      .post(`/v25.0/${pageId}/videos`, {
        upload_phase: 'finish',
        upload_session_id: '87',
        title: 'A title',
        description: 'about',
      })
      .query(true)
      .reply(200, { success: true })
    const committed = await facebookPublish.commit(call, withVideo(videoState, { phase: 'ready' }), 'finish')
    expect(committed.video?.phase).to.equal('accepted')
  })
})

describe('a video that Facebook has', () => {
  intercept()
  const call = publishCall({ reel: videoFile })
  const processing = withVideo(reelState, { phase: 'processing' })
  const out = { status: 'complete', publish_status: 'published' }

  const waiting: Record<string, unknown>[] = [
    {
      video_status: 'processing',
      processing_phase: { status: 'in_progress' },
      publishing_phase: { status: 'not_started', publish_status: 'published' },
    },
    { video_status: 'ready', processing_phase: { status: 'complete' }, publishing_phase: { status: 'in_progress' } },
    { video_status: 'ready', publishing_phase: { status: 'complete', publish_status: 'scheduled' } },
    { video_status: 'ready' },
    {},
  ]
  for (const status of waiting) {
    it(`is waited for at ${JSON.stringify(status)}`, async () => {
      mockStatus(status)
      const step = await facebookPublish.advance(call, processing)
      expect(step).to.deep.equal({
        kind: 'wait',
        state: withVideo(reelState, { phase: 'processing', polls: 1 }),
        seconds: 2,
        accepted: true,
      })
    })
  }

  const published: [Record<string, unknown>, Record<string, unknown>][] = [
    [{ video_status: 'ready', publishing_phase: out }, {}],
    [{ video_status: 'ready', publishing_phase: { ...out, status: 'completed' } }, {}],
    [{ video_status: 'ready' }, { published: true }],
  ]
  for (const [status, more] of published) {
    it(`is published at ${JSON.stringify({ status, ...more })}`, async () => {
      mockStatus(status, { post_id: `${pageId}_7`, permalink_url: '/reel/98/', ...more })
      expect(await facebookPublish.advance(call, processing)).to.deep.equal({
        kind: 'done',
        result: { postIds: [`${pageId}_7`], permalink: 'https://www.facebook.com/reel/98/' },
      })
    })
  }

  it('is a draft when it stays unpublished long after it was processed, and not before', async () => {
    const draft = { video_status: 'ready', processing_phase: { status: 'complete' } }
    for (const polls of [23, 24]) {
      mockStatus(draft, { published: false })
      const step = facebookPublish.advance(call, withVideo(reelState, { phase: 'processing', polls }))
      if (polls === 23) expect(await step).to.include({ kind: 'wait' })
      else expect(await failureOf(step)).to.include({ code: 'provider_rejected', outcome: 'rejected' })
    }
  })

  it('is given up when the check of copyrights failed and processing has not begun long after it', async () => {
    const stuck = { video_status: 'processing', copyright_check_status: { status: 'error' } }
    for (const polls of [23, 24]) {
      mockStatus({ ...stuck, processing_phase: { status: 'not_started' } }, { published: false })
      const step = facebookPublish.advance(call, withVideo(reelState, { phase: 'processing', polls }))
      if (polls === 23) expect(await step).to.include({ kind: 'wait' })
      else expect(await failureOf(step)).to.include({ code: 'provider_rejected', outcome: 'rejected' })
    }
    mockStatus({ ...stuck, processing_phase: { status: 'in_progress' } }, { published: false })
    const working = facebookPublish.advance(call, withVideo(reelState, { phase: 'processing', polls: 24 }))
    expect(await working).to.include({ kind: 'wait' })
  })

  it("makes a post's bare number a whole id, and does not wait for ever for one", async () => {
    mockStatus({ publishing_phase: out }, { post_id: '7' })
    expect(await facebookPublish.advance(call, processing)).to.deep.nested.include({
      'result.postIds': [`${pageId}_7`],
    })
    mockStatus({ publishing_phase: out })
    expect(await facebookPublish.advance(call, processing)).to.include({ kind: 'wait' })
    mockStatus({ publishing_phase: out })
    const late = withVideo(reelState, { phase: 'processing', polls: 5 })
    expect(await facebookPublish.advance(call, late)).to.deep.nested.include({ 'result.postIds': [reelState.videoId] })
  })

  const failures: [Record<string, unknown>, string][] = [
    [
      { video_status: 'error', processing_phase: { status: 'error', error: { code: 1363128, message: 'x' } } },
      'invalid_video',
    ],
    [
      { video_status: 'error', processing_phase: { status: 'error', errors: [{ code: 1363040, message: 'x' }] } },
      'invalid_video',
    ],
    [{ processing_phase: { status: 'error', error: { message: 'x' } } }, 'invalid_video'],
    [{ video_status: 'upload_failed' }, 'invalid_video'],
    [{ video_status: 'expired' }, 'provider_rejected'],
    [{ publishing_phase: { status: 'error', errors: [{ code: 1, message: 'x' }] } }, 'provider_rejected'],
  ]
  for (const [status, code] of failures) {
    it(`failed with ${code} at ${JSON.stringify(status)}`, async () => {
      mockStatus(status)
      const failure = await failureOf(facebookPublish.advance(call, processing))
      expect(failure).to.include({ code, outcome: 'rejected', final: true })
    })
  }
})
