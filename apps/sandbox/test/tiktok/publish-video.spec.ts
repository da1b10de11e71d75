import { expect } from 'chai'
import { eachTest } from '../fixture.ts'
import { lena, startDouble, type Tokens } from './double.ts'
import { newestPost, outcome, photo, publishVideo, video, videoUrl } from './publishing.ts'

describe('tiktok: publishing a video', () => {
  const double = eachTest(startDouble)
  let tokens: Tokens

  beforeEach(async () => {
    double.web.set(videoUrl, video())
    tokens = await double.connect()
  })

  it('pulls the video and holds every setting', async () => {
    const accepted = await publishVideo(double, tokens, {
      info: {
        caption: 'Hello @dependencies',
        is_brand_organic: true,
        is_branded_content: false,
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        thumbnail_offset: 1500,
        is_ai_generated: true,
        location_name: 'Lyon',
      },
    })
    expect(accepted.code).to.equal(0)
    expect(accepted.data.share_id).to.match(/^v_pub_url~v1\.\d+$/)
    expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'PUBLISH_COMPLETE' })
    const post = await newestPost(double)
    expect(post).to.include({
      accountId: lena,
      text: 'Hello @dependencies',
      mediaType: 'VIDEO',
      privacyLevel: 'PUBLIC_TO_EVERYONE',
      disableComment: true,
      disableDuet: true,
      disableStitch: true,
      coverTimestamp: 1500,
      isAigc: true,
      isBrandOrganic: true,
      isBrandedContent: false,
      draft: false,
      duration: 6,
      shareId: accepted.data.share_id,
    })
    expect(post.extra).to.include({ location_name: 'Lyon' })
    expect(post.media[0].bytes).to.equal(video().length)
  })

  it('takes an empty post_info, but not a missing one', async () => {
    expect((await publishVideo(double, tokens)).code).to.equal(0)
    expect((await publishVideo(double, tokens, { body: { post_info: undefined } })).code).to.equal(40002)
  })

  it('lets branded content win over brand organic', async () => {
    await publishVideo(double, tokens, { info: { is_brand_organic: true, is_branded_content: true } })
    expect(await newestPost(double)).to.include({ isBrandOrganic: false, isBrandedContent: true })
  })

  it('puts a draft into the inbox without its settings', async () => {
    const accepted = await publishVideo(double, tokens, {
      info: { upload_to_draft: true, caption: 'x', disable_duet: true },
    })
    expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'SEND_TO_USER_INBOX' })
    expect(await newestPost(double)).to.include({ draft: true, text: '', disableDuet: false })
  })

  it('needs video.publish, and video.upload for a draft', async () => {
    const publisher = await double.connect('lena.bakes', ['video.publish'])
    expect((await publishVideo(double, publisher)).code).to.equal(0)
    expect((await publishVideo(double, publisher, { info: { upload_to_draft: true } })).code).to.equal(40130)
    const drafter = await double.connect('lena.bakes', ['video.upload'])
    expect((await publishVideo(double, drafter)).code).to.equal(40130)
    expect((await publishVideo(double, drafter, { info: { upload_to_draft: true } })).code).to.equal(0)
  })

  it('takes a cover of its own, PNG too', async () => {
    const cover = 'http://127.0.0.1:8080/m/cover.png'
    double.web.set(cover, await photo('png'))
    const ask = { body: { custom_thumbnail_url: cover }, info: { thumbnail_offset: 2000 } }
    expect(await outcome(double, tokens, await publishVideo(double, tokens, ask))).to.include({
      status: 'PUBLISH_COMPLETE',
    })
    const post = await newestPost(double)
    expect(post).to.include({ coverTimestamp: null }).and.to.have.property('media').with.length(1)
    expect(post.coverUrl).to.not.equal(post.media[0].url)
  })

  for (const [name, ask] of Object.entries({
    'a privacy level': { info: { privacy_level: 'PUBLIC_TO_EVERYONE' } },
    'the draft flag of photos': { info: { is_draft: true } },
    'a cover offset outside post_info': { body: { thumbnail_offset: 1000 } },
    'a cover offset below zero': { info: { thumbnail_offset: -1 } },
    'a cover offset that is text': { info: { thumbnail_offset: '1000' } },
    'a flag that is text': { info: { disable_duet: 'false' } },
    'a caption of 2201 units': { info: { caption: 'x'.repeat(2201) } },
    'a caption of 1101 emoji': { info: { caption: '🎂'.repeat(1101) } },
    '31 mentions': { info: { caption: Array.from({ length: 31 }, (_, index) => `@user${index}`).join(' ') } },
    'music louder than 100': { info: { music_sound_info: { music_sound_id: '1', music_sound_volume: 101 } } },
    'no link': { body: { video_url: undefined } },
    'an invalid link': { body: { video_url: 'video.mp4' } },
    'a plain http link elsewhere': { body: { video_url: 'http://media.example.com/video.mp4' } },
    'a link of nobody known': { body: { video_url: 'https://media.example.com/video.mp4' } },
    'a cover of nobody known': { body: { custom_thumbnail_url: 'https://media.example.com/cover.jpg' } },
  }))
    it(`rejects ${name} at once`, async () => {
      expect((await publishVideo(double, tokens, ask)).code).to.equal(40002)
      expect((await double.settled()).publishes).to.deep.equal([])
    })

  it('takes a caption of 2200 units with 30 mentions', async () => {
    const mentions = Array.from({ length: 30 }, (_, index) => `@user${index}`).join(' ')
    expect((await publishVideo(double, tokens, { info: { caption: mentions.padEnd(2200) } })).code).to.equal(0)
  })

  it('insists on what the creator has turned off', async () => {
    const dancer = await double.connect('solo.dancer')
    const off = { disable_duet: true, disable_stitch: true }
    expect((await publishVideo(double, dancer)).message).to.match(/^post_info\.disable_duet/)
    expect((await publishVideo(double, dancer, { info: { ...off, disable_stitch: false } })).code).to.equal(40002)
    expect((await publishVideo(double, dancer, { info: off })).code).to.equal(0)
    const quiet = await double.connect('new.here')
    expect((await publishVideo(double, quiet)).message).to.match(/^post_info\.disable_comment/)
  })

  it('publishes no video from a private account, but takes its draft', async () => {
    const quiet = await double.connect('quiet.corner')
    expect((await publishVideo(double, quiet)).code).to.equal(40002)
    expect((await publishVideo(double, quiet, { info: { upload_to_draft: true } })).code).to.equal(0)
  })

  it('follows no redirect to the video', async () => {
    double.redirecting.add(videoUrl)
    expect(await outcome(double, tokens, await publishVideo(double, tokens))).to.deep.equal({
      status: 'FAILED',
      reason: 'video_pull_failed',
    })
  })

  for (const [name, bytes, reason] of [
    ['nothing at the link', undefined, 'video_pull_failed'],
    ['no video', Buffer.from('<html></html>'), 'file_format_check_failed'],
    ['a broken video', video().subarray(0, 200), 'file_format_check_failed'],
    ['a video of two seconds', video({ seconds: 2 }), 'duration_check_failed'],
    ['a video too small', video({ width: 180, height: 320 }), 'file_format_check_failed'],
  ] as const)
    it(`fails afterwards for ${name}`, async () => {
      if (bytes) double.web.set(videoUrl, bytes)
      else double.web.delete(videoUrl)
      const accepted = await publishVideo(double, tokens)
      expect(accepted.code).to.equal(0)
      expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'FAILED', reason })
    })

  it("fails for a video beyond the creator's own maximum", async () => {
    double.web.set(videoUrl, video({ seconds: 16 }))
    const short = await double.connect('short.clips')
    const tooLong = await outcome(double, short, await publishVideo(double, short))
    expect(tooLong).to.deep.equal({ status: 'FAILED', reason: 'duration_check_failed' })
    expect(await outcome(double, tokens, await publishVideo(double, tokens))).to.include({ status: 'PUBLISH_COMPLETE' })
  })

  it('fails for a cover offset beyond the end', async () => {
    const accepted = await publishVideo(double, tokens, { info: { thumbnail_offset: 6001 } })
    expect(await outcome(double, tokens, accepted)).to.deep.equal({ status: 'FAILED', reason: 'internal' })
  })
})
