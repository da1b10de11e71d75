import { expect } from 'chai'
import { youtubePublish } from '../../src/youtube/publish.ts'
import { initialState } from '../../src/youtube/publish-state.ts'
import { failureOf, intercept, placeOf } from '../fake-call.ts'
import { publishCall, type VideoPost, videoPost } from './network.ts'
import { rejection } from './responses.ts'
import { bearer, mockOpening, opened, stateOf } from './upload-mocks.ts'

describe('opening an upload to YouTube', () => {
  intercept()

  const open = (over: Partial<VideoPost>, call = publishCall(videoPost(over, 4096))) =>
    youtubePublish.advance(call, initialState)

  it('carries every field of a post to its place, for one of the uploads of the day', async () => {
    const sent = mockOpening()
    const call = publishCall(
      videoPost(
        {
          title: 'Morning',
          description: 'One take.',
          tags: ['sea', 'slow video'],
          category_id: '22',
          privacy_status: 'private',
          made_for_kids: true,
          contains_synthetic_media: true,
          publish_at: '2026-12-01T12:00:00+02:00',
          notify_subscribers: false,
        },
        4096,
      ),
    )
    const step = await youtubePublish.advance(call, initialState)
    expect(step).to.deep.equal({ kind: 'next', state: opened })
    expect(call.taken).to.deep.equal(['youtube.uploads 1'])
    const [request] = sent
    expect(request?.query).to.deep.equal({
      uploadType: 'resumable',
      part: 'snippet,status',
      notifySubscribers: 'false',
    })
    expect(request?.headers).to.include({
      ...bearer,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': '4096',
      'x-upload-content-type': 'video/mp4',
    })
    expect(request?.body).to.deep.equal({
      snippet: { title: 'Morning', description: 'One take.', tags: ['sea', 'slow video'], categoryId: '22' },
      status: {
        privacyStatus: 'private',
        publishAt: '2026-12-01T10:00:00.000Z',
        selfDeclaredMadeForKids: true,
        containsSyntheticMedia: true,
      },
    })
  })

  it('leaves out what the post leaves out', async () => {
    const sent = mockOpening()
    await open({})
    expect(sent.map(({ query, body }) => [query, body])).to.deep.equal([
      [
        { uploadType: 'resumable', part: 'snippet,status' },
        { snippet: { title: 'Morning' }, status: { privacyStatus: 'public', selfDeclaredMadeForKids: false } },
      ],
    ])
  })

  it('passes on notify_subscribers: true as well as a publishing time that is over', async () => {
    const sent = mockOpening()
    await open({ notify_subscribers: true, privacy_status: 'private', publish_at: '2020-01-01T00:00:00Z' })
    expect(sent[0]?.query).to.include({ notifySubscribers: 'true' })
    expect(sent[0]?.body).to.have.nested.property('status.publishAt', '2020-01-01T00:00:00.000Z')
  })

  const rejections: [string, Partial<VideoPost>, string, string][] = [
    ['a title with <', { title: 'a < b' }, 'provider_rejected', 'title contains "<"'],
    ['a title with >', { title: 'a > b' }, 'provider_rejected', 'title contains ">"'],
    ['a description with >', { description: '->' }, 'provider_rejected', 'description contains ">"'],
    ['a tag with <', { tags: ['ok', '<3'] }, 'provider_rejected', 'tag contains "<"'],
    [
      'a long description',
      { description: 'é'.repeat(2501) },
      'provider_rejected',
      'at most 5000 bytes; this one has 5002',
    ],
    ['publish_at in public', { publish_at: '2026-12-01T10:00:00Z' }, 'invalid_post_settings', '"private"'],
    [
      'publish_at unlisted',
      { publish_at: '2026-12-01T10:00:00Z', privacy_status: 'unlisted' },
      'invalid_post_settings',
      '"private"',
    ],
  ]
  for (const [what, over, code, words] of rejections) {
    it(`rejects ${what} before it costs anything`, async () => {
      const call = publishCall(videoPost(over))
      const error = await failureOf(youtubePublish.advance(call, initialState))
      expect(error).to.have.property('code', code)
      expect(error).to.have.property('message').that.contains(words)
      expect(call.taken).to.deep.equal([])
    })

    it(`rejects ${what} before the video is looked at`, async () => {
      const { video: _, ...words } = videoPost(over)
      const body = { ...words, video: { url: 'https://example.com/video.mp4' } }
      expect(await failureOf((async () => youtubePublish.check?.(body))())).to.have.property('code', code)
    })
  }

  it('names the field of a rejected text, with the limit and the value', async () => {
    const place = async (over: Partial<VideoPost>) =>
      placeOf(await failureOf(youtubePublish.advance(publishCall(videoPost(over)), initialState)))
    expect(await place({ title: 'a < b' })).to.deep.equal({ path: 'title', bound: null })
    expect(await place({ tags: ['ok', '<3'] })).to.deep.equal({ path: 'tags.1', bound: null })
    const tags = ['a'.repeat(250), 'b'.repeat(250)]
    expect(await place({ tags })).to.deep.equal({ path: 'tags', bound: { limit: 500, actual: 501 } })
    const description = 'é'.repeat(2501)
    expect(await place({ description })).to.deep.equal({ path: 'description', bound: { limit: 5000, actual: 5002 } })
    expect(await place({ publish_at: '2026-12-01T10:00:00Z' })).to.deep.equal({ path: 'publish_at', bound: null })
  })

  it('takes a description of exactly 5000 bytes', async () => {
    mockOpening()
    expect(await open({ description: 'é'.repeat(2500) })).to.have.property('kind', 'next')
  })

  it('does not call when the uploads of the day are spent', async () => {
    const error = await failureOf(open({}, publishCall(videoPost(), 'youtube.uploads')))
    expect(error).to.have.property('code', 'quota_exhausted')
  })

  it('closes the bucket of uploads, not that of units, when YouTube says so', async () => {
    const limit = "Quota exceeded for quota metric 'Video Uploads' and limit 'Video Uploads per day' of service 'x'."
    for (const [status, body] of [
      [403, rejection(403, 'quotaExceeded')],
      [429, rejection(429, 'rateLimitExceeded', limit)],
    ] as const) {
      mockOpening(status, body)
      const call = publishCall()
      const error = await failureOf(youtubePublish.advance(call, initialState))
      expect(error).to.include({ code: 'quota_exhausted' })
      expect(error).to.have.property('message').that.contains('reset at 2026-11-2')
      expect(call.closed).to.deep.equal(['youtube.uploads'])
    }
  })

  it('tells that the channel has reached its limit', async () => {
    mockOpening(400, rejection(400, 'uploadLimitExceeded'))
    expect(await failureOf(open({}))).to.include({ code: 'upload_limit_exceeded', outcome: 'rejected' })
  })

  for (const location of ['https://elsewhere.example/upload', 'http://www.googleapis.com/upload', 'nonsense']) {
    it(`sends neither video nor token to ${location}`, async () => {
      mockOpening(200, '', { location })
      expect(await failureOf(open({}))).to.have.property('code', 'provider_error')
    })
  }

  it("takes another of Google's hosts", async () => {
    const location = 'https://youtube.googleapis.com/upload/youtube/v3/videos?upload_id=AD-2'
    mockOpening(200, '', { location })
    expect(stateOf(await open({}))).to.have.property('session', location)
  })
})
