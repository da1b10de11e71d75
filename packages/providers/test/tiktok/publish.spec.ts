import type { PostBodies } from '@carillon/domain'
import { expect } from 'chai'
import nock from 'nock'
import { tiktokPublish } from '../../src/tiktok/publish.ts'
import { begin, type State } from '../../src/tiktok/publish-state.ts'
import { failureOf, intercept, now, placeOf } from '../fake-call.ts'
import { api, type CallOptions, type Post, photoPost, publishCall, v13, videoPost } from './network.ts'
import { ok, rejected, settings, shareId, status, submitted, video, videos } from './responses.ts'

const checked: State = { ...begin(), checked: true }
const handed: State = { ...checked, shareId }
const accepted: State = { ...handed, polls: 1 }
const header = { reqheaders: { 'access-token': 'act.first' } }

function expectSettings(over: object = {}) {
  nock(api, header).get(`${v13}/business/video/settings/`).query({ business_id: 'open-1' }).reply(200, settings(over))
}

function expectStatus(response: object) {
  nock(api, header)
    .get(`${v13}/business/publish/status/`)
    .query({ business_id: 'open-1', publish_id: shareId })
    .reply(200, response)
}

/** @see https://business-api.tiktok.com/portal/docs?id=1769324038780930 (read 2026-11-20) */
function property(property_type: number, url: string, property_status = 1) {
  return { property_type, url, property_status, signature: 'tiktok-…', file_name: 'tiktok1.txt' }
}

const listed = (...list: object[]) => ok({ url_property_info_list: list })
const unverified = 'media_url_unverified'
/** What the app has verified, and what becomes of a publish that failed over its media's address. */
const propertyLists: [what: string, response: object, code: string][] = [
  ['none', listed(), unverified],
  ['its prefix', listed(property(2, 'https://carillon.example/media/')), 'provider_error'],
  ['its domain', listed(property(1, 'carillon.example')), 'provider_error'],
  ['a domain above it', listed(property(1, 'example')), 'provider_error'],
  ['a domain that only ends like it', listed(property(1, 'lon.example')), unverified],
  ['another prefix', listed(property(2, 'https://carillon.example/files/')), unverified],
  ['its prefix, not proven yet', listed(property(2, 'https://carillon.example/media/', 0)), unverified],
  ['its domain, proven in vain', listed(property(1, 'carillon.example', 2)), unverified],
  ['nobody knows', rejected(40001), 'provider_error'],
  ['a response without a list', ok(), 'provider_error'],
]

function expectProperties(response: object) {
  nock(api).get(`${v13}/business/property/list/`).query({ app_id: 'app-1', secret: 'secret-1' }).reply(200, response)
}

async function sentFor(post: Post, path: string): Promise<unknown> {
  let sent: unknown
  nock(api, header)
    .post(`${v13}${path}`, (body) => {
      sent = body
      return true
    })
    .reply(200, submitted)
  expect(await tiktokPublish.commit(publishCall(post), checked, 'publish')).to.deep.equal(handed)
  return sent
}

function checking(post: Post, consent: CallOptions = {}) {
  return tiktokPublish.advance(publishCall(post, consent), begin())
}

describe('publishing on TikTok', () => {
  intercept()

  it('rejects by the body alone what its media cannot change', async () => {
    const body = { platform: 'tiktok', accountId: 'a', music_usage_confirmed: true } as PostBodies['tiktok']
    const url = 'https://example.com/video.mp4'
    const check = async (over: object) => tiktokPublish.check?.({ ...body, video: { url }, ...over })
    expect(await failureOf(check({ privacy_level: 'SELF_ONLY' }))).to.include({ code: 'privacy_level_unsupported' })
    await check({})
    await check({ post_mode: 'MEDIA_UPLOAD', privacy_level: 'SELF_ONLY' })
  })

  describe('before anything is asked of the network', () => {
    const long = (length: number) => 'é'.repeat(length)
    const cases: [string, Post, string, RegExp][] = [
      ['a video that is not public', videoPost({ privacy_level: 'SELF_ONLY' }), 'privacy_level_unsupported', /draft/],
      [
        'branded content for few, as photos',
        photoPost({ privacy_level: 'MUTUAL_FOLLOW_FRIENDS', brand_content_toggle: true }),
        'invalid_post_settings',
        /everybody/,
      ],
      ['a cover beyond the photos', photoPost({ photo_cover_index: 2 }), 'invalid_post_settings', /index 1/],
      ['a cover beyond the video', videoPost({ cover_timestamp: 6001 }), 'invalid_post_settings', /6000 ms/],
      ['a label that photos cannot carry', photoPost({ is_aigc: true }), 'invalid_post_settings', /AI/],
      ['a caption that is too long', videoPost({ tiktok_title: long(2201) }), 'provider_rejected', /2201.*2200/],
      [
        'a caption with too many mentions',
        videoPost({ tiktok_title: '@rye '.repeat(31) }),
        'provider_rejected',
        /31.*30/,
      ],
      [
        'a description of photos with too many mentions',
        photoPost({ tiktok_description: '@rye '.repeat(31) }),
        'provider_rejected',
        /31.*30/,
      ],
      ['a title of photos that is too long', photoPost({ tiktok_title: long(91) }), 'provider_rejected', /91.*90/],
      [
        'a text of photos that is too long in UTF-16',
        photoPost({ tiktok_description: '👋'.repeat(2001) }),
        'provider_rejected',
        /4002.*4000/,
      ],
    ]
    for (const [what, post, code, message] of cases) {
      it(`rejects ${what}`, async () => {
        const failure = await failureOf(checking(post))
        expect(failure).to.include({ code, outcome: 'rejected' })
        expect(failure).to.have.property('message').that.matches(message)
      })
    }

    it('names the field, with the limit and the value', async () => {
      const place = async (post: Post) => placeOf(await failureOf(checking(post)))
      expect(await place(videoPost({ privacy_level: 'SELF_ONLY' }))).to.deep.equal({
        path: 'privacy_level',
        bound: null,
      })
      expect(await place(photoPost({ photo_cover_index: 2 }))).to.deep.equal({
        path: 'photo_cover_index',
        bound: { limit: 1, actual: 2 },
      })
      expect(await place(videoPost({ cover_timestamp: 6001 }))).to.deep.equal({
        path: 'cover_timestamp',
        bound: { limit: 6000, actual: 6001 },
      })
      expect(await place(photoPost({ tiktok_title: long(91) }))).to.deep.equal({
        path: 'tiktok_title',
        bound: { limit: 90, actual: 91 },
      })
      expect(await place(videoPost({ tiktok_description: `@rye ${'@rye '.repeat(30)}` }))).to.deep.equal({
        path: 'tiktok_description',
        bound: { limit: 30, actual: 31 },
      })
      const mentions = '@rye '.repeat(31)
      expect(await place(photoPost({ tiktok_title: long(200), tiktok_description: mentions }))).to.deep.equal({
        path: 'tiktok_description',
        bound: { limit: 30, actual: 31 },
      })
      const bound = { limit: 2200, actual: 2201 }
      const only = { tiktok_title: long(2201), tiktok_description: '' }
      expect(await place(videoPost(only))).to.deep.equal({ path: 'tiktok_title', bound })
      // Title and description are one caption, with a blank line between them; the description is the longer part.
      const both = { tiktok_title: long(199), tiktok_description: long(2000) }
      expect(await place(videoPost(both))).to.deep.equal({ path: 'tiktok_description', bound })
    })

    it('rejects what the connection may not do', async () => {
      const without = (post: Post, scopes: string[]) => failureOf(checking(post, { scopes }))
      expect(await without(videoPost(), ['video.upload'])).to.include({ code: 'connection_expired' })
      expect(await without(videoPost({ post_mode: 'MEDIA_UPLOAD' }), ['video.publish'])).to.include({
        code: 'connection_expired',
        tokenRejected: false,
      })
    })

    it('asks nothing when the minute is full', async () => {
      const failure = await failureOf(checking(videoPost(), { full: '/business/video/settings/' }))
      expect(failure).to.include({ code: 'rate_limited', retryAfter: 9 })
    })
  })

  describe("the creator's own limits", () => {
    const cases: [string, Post, object, string, RegExp][] = [
      [
        'a privacy that the creator cannot choose',
        photoPost({ privacy_level: 'FOLLOWER_OF_CREATOR' }),
        {},
        'invalid_post_settings',
        /PUBLIC_TO_EVERYONE, MUTUAL_FOLLOW_FRIENDS, SELF_ONLY/,
      ],
      [
        'a video of a private account',
        videoPost(),
        { privacy_level_options: ['FOLLOWER_OF_CREATOR', 'SELF_ONLY'] },
        'invalid_post_settings',
        /FOLLOWER_OF_CREATOR/,
      ],
      ['comments', videoPost(), { comment_disabled: true }, 'invalid_post_settings', /disable_comment/],
      ['comments on photos', photoPost(), { comment_disabled: true }, 'invalid_post_settings', /disable_comment/],
      ['duets', videoPost(), { duet_disabled: true }, 'invalid_post_settings', /disable_duet/],
      ['stitches', videoPost(), { stitch_disabled: true }, 'invalid_post_settings', /disable_stitch/],
      ['a video that is too long', videoPost(), { max_video_post_duration_sec: 5 }, 'invalid_video', /6 s.*5 s/],
      [
        'a draft that is too long',
        videoPost({ post_mode: 'MEDIA_UPLOAD' }),
        { max_video_post_duration_sec: 5 },
        'invalid_video',
        /6 s.*5 s/,
      ],
    ]
    it('are named with the field that exceeds them', async () => {
      expectSettings({ max_video_post_duration_sec: 5 })
      const tooLong = placeOf(await failureOf(checking(videoPost())))
      expect(tooLong).to.deep.equal({ path: 'video', bound: { limit: 5, actual: 6 } })
      expectSettings({ duet_disabled: true })
      expect(placeOf(await failureOf(checking(videoPost())))).to.deep.equal({ path: 'disable_duet', bound: null })
    })

    for (const [what, post, over, code, message] of cases) {
      it(`reject ${what}`, async () => {
        expectSettings(over)
        const failure = await failureOf(checking(post))
        expect(failure).to.include({ code, outcome: 'rejected' })
        expect(failure).to.have.property('message').that.matches(message)
      })
    }

    const allowed: [string, Post, object][] = [
      ['a video as it comes', videoPost(), {}],
      ['what is switched off on both sides', videoPost({ disable_duet: true }), { duet_disabled: true }],
      ['photos, which know neither duets nor stitches', photoPost(), { duet_disabled: true, stitch_disabled: true }],
      ['photos for few', photoPost({ privacy_level: 'SELF_ONLY' }), {}],
      ['a video as long as may be', videoPost(), { max_video_post_duration_sec: 6 }],
      ['a video of unknown length', videoPost({}, { durationSeconds: null }), { max_video_post_duration_sec: 5 }],
      [
        'a draft, whatever its settings',
        videoPost({ post_mode: 'MEDIA_UPLOAD', privacy_level: 'SELF_ONLY', brand_content_toggle: true }),
        { comment_disabled: true, privacy_level_options: ['SELF_ONLY'] },
      ],
    ]
    for (const [what, post, over] of allowed) {
      it(`allow ${what}`, async () => {
        expectSettings(over)
        expect(await checking(post)).to.deep.equal({ kind: 'next', state: checked })
      })
    }

    it('are not read for a draft of a connection that cannot read them', async () => {
      const step = await checking(videoPost({ post_mode: 'MEDIA_UPLOAD' }), { scopes: ['video.upload'] })
      expect(step.kind).to.equal('next')
    })
  })

  describe('submitting', () => {
    it('is what comes after the checks', async () => {
      expect(await tiktokPublish.advance(publishCall(), checked)).to.deep.equal({ kind: 'commit', step: 'publish' })
    })

    it('submits a video with its settings', async () => {
      const post = videoPost({
        tiktok_title: 'Morning',
        tiktok_description: 'At sea.',
        privacy_level: 'PUBLIC_TO_EVERYONE',
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        cover_timestamp: 2500,
        is_aigc: true,
        brand_content_toggle: true,
        brand_organic_toggle: true,
      })
      expect(await sentFor(post, '/business/video/publish/')).to.deep.equal({
        business_id: 'open-1',
        video_url: 'https://carillon.example/media/video.mp4',
        post_info: {
          caption: 'Morning\n\nAt sea.',
          is_brand_organic: true,
          is_branded_content: true,
          disable_comment: true,
          disable_duet: true,
          disable_stitch: true,
          thumbnail_offset: 2500,
          is_ai_generated: true,
        },
      })
    })

    it('fills in what the sender left out', async () => {
      const [videoFile, photos] = [videoPost(), photoPost()]
      const { platform, accountId, music_usage_confirmed } = videoFile
      const bare = { platform, accountId, music_usage_confirmed }
      const post = (media: Pick<Post, 'video'> | Pick<Post, 'photos'>) => ({ ...bare, ...media }) as Post
      const video = await sentFor(
        post({ ...(videoFile.video && { video: videoFile.video }) }),
        '/business/video/publish/',
      )
      expect(video).to.have.deep.property('post_info', {
        caption: '',
        is_brand_organic: false,
        is_branded_content: false,
        disable_comment: false,
        disable_duet: false,
        disable_stitch: false,
        thumbnail_offset: 1000,
        is_ai_generated: false,
      })
      expect(await sentFor(post({ photos: photos.photos ?? [] }), '/business/photo/publish/')).to.deep.include({
        photo_cover_index: 0,
        post_info: {
          privacy_level: 'PUBLIC_TO_EVERYONE',
          caption: '',
          auto_add_music: false,
          is_brand_organic: false,
          is_branded_content: false,
          disable_comment: false,
        },
      })
    })

    it('submits photos with their settings', async () => {
      const post = photoPost({
        tiktok_title: 'Morning',
        tiktok_description: 'At sea.',
        privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
        disable_comment: true,
        photo_cover_index: 1,
        auto_add_music: true,
        brand_organic_toggle: true,
      })
      expect(await sentFor(post, '/business/photo/publish/')).to.deep.equal({
        business_id: 'open-1',
        photo_images: ['https://carillon.example/media/photo-0.jpg', 'https://carillon.example/media/photo-1.jpg'],
        photo_cover_index: 1,
        post_info: {
          privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
          title: 'Morning',
          caption: 'At sea.',
          auto_add_music: true,
          is_brand_organic: true,
          is_branded_content: false,
          disable_comment: true,
        },
      })
    })

    it('submits drafts as such', async () => {
      const post_mode = 'MEDIA_UPLOAD'
      const videoFile = await sentFor(videoPost({ post_mode }), '/business/video/publish/')
      expect(videoFile).to.have.nested.property('post_info.upload_to_draft', true)
      const photos = await sentFor(photoPost({ post_mode }), '/business/photo/publish/')
      expect(photos).to.have.nested.property('post_info.is_draft', true)
    })

    const rejections: [string, object, string, string][] = [
      [
        'an address that is not verified',
        rejected(40002, 'video_url: URL ownership is not verified.'),
        'media_url_unverified',
        'rejected',
      ],
      ['a setting', rejected(40002, 'post_info.disable_duet: Must be true.'), 'invalid_post_settings', 'rejected'],
      ['throttling', rejected(40100), 'rate_limited', 'rejected'],
      ['the token', rejected(40105), 'connection_expired', 'rejected'],
      ['a failure inside the network', rejected(50000), 'provider_error', 'indeterminate'],
      ['a response without an id', { code: 0, message: 'OK', data: {} }, 'provider_error', 'indeterminate'],
    ]
    for (const [what, response, code, outcome] of rejections) {
      it(`reports ${what}`, async () => {
        nock(api).post(`${v13}/business/video/publish/`).reply(200, response)
        const failure = await failureOf(tiktokPublish.commit(publishCall(), checked, 'publish'))
        expect(failure).to.include({ code, outcome })
      })
    }

    const vague = rejected(40002, 'video_url: Not acceptable.')
    for (const [what, list, code] of propertyLists) {
      it(`asks which addresses are verified when the rejection does not say: ${what}`, async () => {
        nock(api).post(`${v13}/business/video/publish/`).reply(200, vague)
        expectProperties(list)
        const failure = await failureOf(tiktokPublish.commit(publishCall(), checked, 'publish'))
        expect(failure).to.include({
          code: code === 'media_url_unverified' ? code : 'provider_rejected',
          outcome: 'rejected',
        })
      })
    }

    it('reports a rejection as one when the app has no credentials with which to read the verified addresses', async () => {
      nock(api).post(`${v13}/business/video/publish/`).reply(200, vague)
      const { app, ...call } = publishCall()
      const commit = tiktokPublish.commit({ ...call, app: { ...app, secrets: {} } }, checked, 'publish')
      expect(await failureOf(commit)).to.include({ code: 'provider_rejected', outcome: 'rejected' })
    })

    it('shows its words for the text', async () => {
      const words = 'post_info.caption: Too many mentions.'
      nock(api).post(`${v13}/business/video/publish/`).reply(200, rejected(40002, words))
      expectProperties(listed(property(1, 'carillon.example')))
      const failure = await failureOf(tiktokPublish.commit(publishCall(), checked, 'publish'))
      expect(failure).to.include({ code: 'provider_rejected', message: `${words} TikTok rejected the post.` })
    })

    it('asks nothing more when the rejection says what it is about', async () => {
      const about = rejected(40002, 'post_info.disable_duet: Must be true.')
      nock(api).post(`${v13}/business/video/publish/`).reply(200, about)
      expect(await failureOf(tiktokPublish.commit(publishCall(), checked, 'publish'))).to.include({
        code: 'invalid_post_settings',
      })
    })

    it('hands nothing in when the minute is full', async () => {
      const call = publishCall(videoPost(), { full: '/business/video/publish/' })
      const failure = await failureOf(tiktokPublish.commit(call, checked, 'publish'))
      expect(failure).to.include({ code: 'rate_limited', outcome: 'not_sent' })
    })
  })

  describe('waiting for it', () => {
    it('looks again, more and more seldom', async () => {
      const pauses: number[] = []
      let state = handed
      for (let look = 0; look < 10; look++) {
        expectStatus(status('PROCESSING_DOWNLOAD'))
        const step = await tiktokPublish.advance(publishCall(), state)
        if (step.kind !== 'wait') throw new Error(step.kind)
        expect(step.accepted).to.equal(true)
        pauses.push(step.seconds)
        state = step.state
      }
      expect(pauses).to.deep.equal([...pauses].sort((one, other) => one - other))
      expect([pauses[0], pauses.at(-1)]).to.deep.equal([2, 60])
    })

    it('is accepted before it is published, however quick the network is', async () => {
      const ends = [status('PUBLISH_COMPLETE', { post_ids: ['7'] }), status('SEND_TO_USER_INBOX')]
      for (const end of ends) {
        expectStatus(end)
        const step = await tiktokPublish.advance(publishCall(), handed)
        expect(step).to.deep.equal({ kind: 'wait', accepted: true, seconds: 2, state: accepted })
      }
    })

    it('takes the ids, then the address', async () => {
      expectStatus(status('PUBLISH_COMPLETE', { post_ids: ['7301234567890123456'] }))
      const step = await tiktokPublish.advance(publishCall(), accepted)
      if (step.kind !== 'next') throw new Error(step.kind)
      expect(step.state.postIds).to.deep.equal(['7301234567890123456'])
      nock(api, header)
        .get(`${v13}/business/video/list/`)
        .query({
          business_id: 'open-1',
          fields: '["item_id","share_url"]',
          max_count: '20',
          filters: '{"video_ids":["7301234567890123456"]}',
        })
        .reply(200, videos([video('7301234567890123456')]))
      expect(await tiktokPublish.advance(publishCall(), step.state)).to.deep.equal({
        kind: 'done',
        result: {
          postIds: ['7301234567890123456'],
          permalink: 'https://www.tiktok.com/@acme/video/7301234567890123456',
        },
      })
    })

    it('is published without an address when it is not listed, may not be, or cannot be read', async () => {
      const told = { ...accepted, postIds: ['7'] }
      const published = { kind: 'done', result: { postIds: ['7'], permalink: null } }
      nock(api).get(`${v13}/business/video/list/`).query(true).reply(200, videos([]))
      expect(await tiktokPublish.advance(publishCall(), told)).to.deep.equal(published)
      nock(api).get(`${v13}/business/video/list/`).query(true).reply(200, rejected(40100))
      expect(await tiktokPublish.advance(publishCall(), told)).to.deep.equal(published)
      const call = publishCall(videoPost(), { scopes: ['video.publish'] })
      expect(await tiktokPublish.advance(call, told)).to.deep.equal(published)
    })

    it('waits for the ids of a public post, but not for ever', async () => {
      expectStatus(status('PUBLISH_COMPLETE'))
      const step = await tiktokPublish.advance(publishCall(), { ...handed, polls: 3 })
      if (step.kind !== 'wait') throw new Error(step.kind)
      expect(step.state).to.include({ completeAt: now.toISOString(), polls: 4 })
      expectStatus(status('PUBLISH_COMPLETE'))
      const later = publishCall(videoPost(), { now: new Date(now.getTime() + 10 * 60_000) })
      expect(await tiktokPublish.advance(later, step.state)).to.have.nested.property('state.postIds').that.is.empty
    })

    it('does not wait for ids of photos that not everybody sees, nor of drafts', async () => {
      expectStatus(status('PUBLISH_COMPLETE'))
      const few = await tiktokPublish.advance(publishCall(photoPost({ privacy_level: 'SELF_ONLY' })), accepted)
      expectStatus(status('SEND_TO_USER_INBOX'))
      const draft = await tiktokPublish.advance(publishCall(videoPost({ post_mode: 'MEDIA_UPLOAD' })), accepted)
      for (const step of [few, draft]) {
        if (step.kind !== 'next') throw new Error(step.kind)
        const published = { kind: 'done', result: { postIds: [], permalink: null } }
        expect(await tiktokPublish.advance(publishCall(), step.state)).to.deep.equal(published)
      }
    })

    it('fails for good when the network gives it up, at the first look too', async () => {
      for (const polls of [0, 4]) {
        expectStatus(status('FAILED', { reason: 'spam_risk_too_many_posts' }))
        const failure = await failureOf(tiktokPublish.advance(publishCall(), { ...handed, polls }))
        expect(failure).to.include({ code: 'rate_limited', final: true, retryAfter: 86_400 })
      }
    })

    for (const [what, list, code] of propertyLists) {
      it(`asks which addresses are verified when the media could not be fetched: ${what}`, async () => {
        expectStatus(status('FAILED', { reason: 'video_pull_failed' }))
        expectProperties(list)
        const failure = await failureOf(tiktokPublish.advance(publishCall(), { ...accepted, renewals: 2 }))
        expect(failure).to.include({ code, outcome: 'rejected', final: true })
      })
    }

    it('is resubmitted, twice, when its media could not be fetched from an address that is verified', async () => {
      let state = accepted
      for (const [renewals, seconds] of [
        [1, 10],
        [2, 60],
      ] as const) {
        expectStatus(status('FAILED', { reason: 'video_pull_failed' }))
        expectProperties(listed(property(1, 'carillon.example')))
        const step = await tiktokPublish.advance(publishCall(), state)
        const restarted = { ...checked, renewals }
        expect(step).to.deep.equal({ kind: 'wait', seconds, accepted: true, state: restarted })
        expect(await tiktokPublish.advance(publishCall(), restarted)).to.deep.equal({ kind: 'commit', step: 'publish' })
        state = { ...accepted, renewals }
      }
    })

    it('is not resubmitted when its media could not be fetched from an address that is not verified', async () => {
      expectStatus(status('FAILED', { reason: 'photo_pull_failed' }))
      expectProperties(listed())
      const failure = await failureOf(tiktokPublish.advance(publishCall(), accepted))
      expect(failure).to.include({ code: 'media_url_unverified', outcome: 'rejected', final: true })
    })

    it('is not given up because the first look fails', async () => {
      for (const code of [40007, 40100, 40105, 50000]) {
        expectStatus(rejected(code))
        const step = await tiktokPublish.advance(publishCall(), handed)
        expect(step).to.deep.include({ kind: 'wait', accepted: true, state: { ...handed, polls: 1 } })
      }
      expectStatus(rejected(40105))
      const failure = await failureOf(tiktokPublish.advance(publishCall(), { ...handed, polls: 1 }))
      expect(failure).to.include({ tokenRejected: true, final: false })
    })
  })
})
