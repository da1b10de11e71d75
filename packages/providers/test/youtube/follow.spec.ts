import { expect } from 'chai'
import { youtubePublish } from '../../src/youtube/publish.ts'
import type { PublishState } from '../../src/youtube/publish-state.ts'
import { secondsBeforePoll } from '../../src/youtube/video-progress.ts'
import { failureOf, intercept } from '../fake-call.ts'
import { publishCall, type VideoPost, videoPost } from './network.ts'
import { mockStatus, opened, stateOf } from './upload-mocks.ts'

describe('following a video on YouTube', () => {
  intercept()

  const uploaded: PublishState = { ...opened, videoId: 'vid-1' }
  const asked: PublishState = { ...uploaded, polls: 1 }
  const follow = (state = asked, call = publishCall()) => youtubePublish.advance(call, state)

  it('is accepted without another call, so that a spent quota cannot undo it', async () => {
    const call = publishCall(videoPost(), 'youtube.units')
    expect(await follow(uploaded, call)).to.deep.equal({ kind: 'wait', state: asked, seconds: 10, accepted: true })
  })

  it('waits while it is processed, for a unit a look', async () => {
    const call = publishCall()
    mockStatus({ status: { uploadStatus: 'uploaded' }, processingDetails: { processingStatus: 'processing' } })
    expect(await follow({ ...asked, missing: 3 }, call)).to.deep.equal({
      kind: 'wait',
      state: { ...asked, polls: 2 },
      seconds: 15,
      accepted: true,
    })
    expect(call.taken).to.deep.equal(['youtube.units 1'])
  })

  it('asks ever less often', () => {
    expect([1, 2, 3, 4, 5, 6, 60, 61, 500].map(secondsBeforePoll)).to.deep.equal([10, 15, 23, 34, 51, 60, 60, 300, 300])
  })

  const ready: Record<string, unknown>[] = [
    { status: { uploadStatus: 'processed', privacyStatus: 'public' } },
    { status: { uploadStatus: 'uploaded' }, processingDetails: { processingStatus: 'succeeded' } },
  ]
  for (const parts of ready) {
    it(`is published once it is ${JSON.stringify(parts)}`, async () => {
      mockStatus(parts)
      expect(await follow()).to.deep.equal({
        kind: 'done',
        result: { postIds: ['vid-1'], permalink: 'https://www.youtube.com/watch?v=vid-1' },
      })
    })
  }

  it('carries a warning when YouTube made a public video private', async () => {
    const processed = (privacyStatus: string) => ({ status: { uploadStatus: 'processed', privacyStatus } })
    const publish = (post: Partial<VideoPost>) => publishCall(videoPost(post))
    mockStatus(processed('private'))
    const locked = await follow(asked, publish({ privacy_status: 'public' }))
    expect(locked).to.have.nested.property('result.warning.code', 'invalid_post_settings')
    expect(locked).to.have.nested.property('result.postIds[0]', 'vid-1')
    const asWanted: [string, Partial<VideoPost>][] = [
      ['public', { privacy_status: 'public' }],
      ['private', { privacy_status: 'private' }],
    ]
    for (const [found, post] of asWanted) {
      mockStatus(processed(found))
      expect(await follow(asked, publish(post))).not.to.have.nested.property('result.warning')
    }
  })

  it('carries a warning when YouTube does not keep the time of a scheduled video', async () => {
    const post = publishCall(videoPost({ privacy_status: 'private', publish_at: '2027-01-01T00:00:00Z' }))
    const processed = { uploadStatus: 'processed', privacyStatus: 'private' }
    mockStatus({ status: { ...processed, publishAt: '2027-01-01T00:00:00Z' } })
    expect(await follow(asked, post)).not.to.have.nested.property('result.warning')
    mockStatus({ status: processed })
    const locked = await follow(asked, post)
    expect(locked).to.have.nested.property('result.warning.code', 'invalid_post_settings')
    expect(locked).to.have.nested.property('result.warning.message').that.contains('publish_at')
  })

  const ends: [Record<string, unknown>, string, string][] = [
    [{ status: { uploadStatus: 'failed', failureReason: 'codec' } }, 'invalid_video', 'codec is not supported (codec)'],
    [{ status: { uploadStatus: 'failed', failureReason: 'newReason' } }, 'invalid_video', 'could not use the video.'],
    [{ status: { uploadStatus: 'failed', failureReason: 'constructor' } }, 'invalid_video', 'could not use the video.'],
    [
      { status: { uploadStatus: 'uploaded' }, processingDetails: { processingStatus: 'failed' } },
      'invalid_video',
      'could not use the video.',
    ],
    [{ status: { uploadStatus: 'rejected', rejectionReason: 'length' } }, 'provider_rejected', 'too long'],
    [{ status: { uploadStatus: 'rejected', rejectionReason: 'copyright' } }, 'provider_rejected', '(copyright)'],
    [{ status: { uploadStatus: 'deleted' } }, 'provider_rejected', 'no longer has the video'],
  ]
  for (const [parts, code, words] of ends) {
    it(`ends with ${code} on ${JSON.stringify(parts)}`, async () => {
      mockStatus(parts)
      const error = await failureOf(follow())
      expect(error).to.have.property('code', code)
      expect(error).to.have.property('message').that.contains(words)
      expect(error).to.include({ outcome: 'rejected', final: true })
    })
  }

  it('bears with a video that is not listed yet, but not for ever', async () => {
    mockStatus(null)
    expect(stateOf(await follow())).to.include({ missing: 1, polls: 2 })
    mockStatus(null)
    expect(await failureOf(follow({ ...asked, missing: 9 }))).to.include({ code: 'provider_rejected', final: true })
  })
})
