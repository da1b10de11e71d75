import { expect } from 'chai'
import nock from 'nock'
import type { OpenCommit } from '../../src/ports/publish.ts'
import { tiktokPublish } from '../../src/tiktok/publish.ts'
import { begin } from '../../src/tiktok/publish-state.ts'
import { failureOf, intercept, now } from '../fake-call.ts'
import { api, type CallOptions, type Post, photoPost, publishCall, v13, videoPost } from './network.ts'
import { rejected, video, videos } from './responses.ts'

const state = { ...begin(), checked: true }
const later = new Date(now.getTime() + 5 * 60_000)

function settle(over: Partial<OpenCommit> = {}, post: Post = videoPost(), consent: CallOptions = {}) {
  const open = { step: 'publish', startedAt: now, claimed: new Set<string>(), linksFetched: true, ...over }
  return tiktokPublish.reconcile(publishCall(post, consent), state, open)
}

function expectList(list: object[], more: object = {}) {
  nock(api).get(`${v13}/business/video/list/`).query(true).reply(200, videos(list, more))
}

describe('a post on TikTok whose response was lost', () => {
  intercept()

  for (const linksFetched of [false, null]) {
    it(`is not there when its links were ${linksFetched === null ? 'never made' : 'not fetched'}`, async () => {
      expect(await settle({ linksFetched })).to.deep.equal({ kind: 'absent' })
    })
  }

  it('is found by what it says', async () => {
    expectList([video('72', { caption: 'Evening' }), video('71', { caption: ' Morning ' })])
    const found = { ...state, postIds: ['71'] }
    expect(await settle()).to.deep.equal({ kind: 'done', state: found })
    const accepted = { kind: 'wait', seconds: 1, accepted: true, state: { ...found, polls: 1 } }
    expect(await tiktokPublish.advance(publishCall(), found)).to.deep.equal(accepted)
  })

  it('is found while TikTok does not know its duration yet', async () => {
    expectList([video('71', { video_duration: 0 })])
    expect(await settle()).to.include({ kind: 'done' })
  })

  it('is found although TikTok composes its characters and joins its spaces', async () => {
    expectList([video('71', { caption: 'Caf\u00e9 at nine' })])
    const found = await settle({}, videoPost({ tiktok_title: 'Cafe\u0301  at', tiktok_description: 'nine' }))
    expect(found).to.have.nested.property('state.postIds').that.deep.equals(['71'])
  })

  const others: [string, object][] = [
    ['is older', { create_time: '1795175000' }],
    ['has another text', { caption: 'Morning!' }],
    ['is of another kind', { media_type: 'PHOTO' }],
    ['is longer', { video_duration: 12 }],
  ]
  for (const [what, over] of others) {
    it(`is not taken for one that ${what}`, async () => {
      expectList([video('71', over)])
      expect(await settle({}, videoPost(), { now: later })).to.include({ kind: 'undecidable' })
    })
  }

  it('is not taken for one that another publish made', async () => {
    expectList([video('71')])
    expect(await settle({ claimed: new Set(['71']) }, videoPost(), { now: later })).to.include({ kind: 'undecidable' })
  })

  it('is looked for later while what is listed may be the post of another publish', async () => {
    expectList([video('71')])
    expect(await failureOf(settle({ mayBeOthers: true }))).to.include({ outcome: 'indeterminate' })
  })

  it('is found once although a page repeats it', async () => {
    expectList([video('71')], { cursor: 1795176000000, has_more: true })
    expectList([video('71')], { cursor: 1795170000000, has_more: true })
    expect(await settle()).to.deep.equal({ kind: 'done', state: { ...state, postIds: ['71'] } })
  })

  it('cannot be distinguished from another with the same text', async () => {
    expectList([video('72'), video('71')])
    expect(await settle()).to.include({ kind: 'undecidable' })
  })

  it('is looked for on further pages, as long as they are young enough', async () => {
    expectList([video('73', { caption: 'Noon' })], { cursor: 1795176000000, has_more: true })
    expectList([video('71')], { cursor: 1795170000000, has_more: true })
    expect(await settle()).to.include({ kind: 'done' })
  })

  it('is searched only up to the time at which it can have been sent, if its changes may be lost', async () => {
    const until = new Date(now.getTime() + 60_000)
    const recover = () => {
      const open = { step: 'lookup', startedAt: now, claimed: new Set<string>(), linksFetched: null, until }
      return tiktokPublish.recover?.(publishCall(), begin(), open)
    }
    const ends = { create_time: String(until.getTime() / 1000 + 61) }
    nock(api)
      .get(`${v13}/business/video/list/`)
      .query(({ cursor }) => Number(cursor) === until.getTime() + 60_000)
      .times(3)
      .reply(200, () => videos(lists.shift() ?? []))
    const lists = [[video('71', ends)], [video('71')], [video('71'), video('72')]]
    expect(await recover()).to.deep.include({ kind: 'undecidable', isSeen: false })
    expect(await recover()).to.deep.include({ kind: 'done' })
    expect(await recover()).to.deep.include({ kind: 'undecidable', isSeen: true })
  })

  it('may be listed later', async () => {
    expectList([])
    const early = await failureOf(settle({}, videoPost(), { now: new Date(later.getTime() - 1) }))
    expect(early).to.include({ code: 'provider_error', outcome: 'indeterminate' })
    expectList([])
    expect(await settle({}, videoPost(), { now: later })).to.include({ kind: 'undecidable' })
  })

  const unlisted: [string, Post, CallOptions][] = [
    ['a draft', videoPost({ post_mode: 'MEDIA_UPLOAD' }), {}],
    ['photos for few', photoPost({ privacy_level: 'SELF_ONLY' }), {}],
    ['a post of an account that may not be listed', videoPost(), { scopes: ['video.publish'] }],
  ]
  for (const [what, post, consent] of unlisted) {
    it(`cannot be determined for ${what}`, async () => {
      expect(await settle({}, post, consent)).to.include({ kind: 'undecidable' })
    })
  }

  it('is asked for again when the list cannot be read', async () => {
    nock(api).get(`${v13}/business/video/list/`).query(true).reply(200, rejected(40105))
    expect(await failureOf(settle())).to.include({ tokenRejected: true })
  })
})
