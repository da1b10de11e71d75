import { type Platform, platforms } from '@carillon/domain'
import { expect } from 'chai'
import nock from 'nock'
import { blueskyDeletePost } from '../src/bluesky/delete-post.ts'
import { xConnect } from '../src/x/connect.ts'
import { xPublish } from '../src/x/publish.ts'
import { hideComment } from '../src/youtube/comments/changes.ts'
import { youtubeDeletePost } from '../src/youtube/posts.ts'
import { youtubeReports } from '../src/youtube/reports.ts'
import { appCall, accountCall as blueskyAccountCall, server } from './bluesky/account.ts'
import { simulateHosts } from './bluesky/simulated.ts'
import { callOf, failureOf, intercept } from './fake-call.ts'
import { publishCall, source, account as xAccount, api as xApi, app as xApp } from './x/network.ts'
import { accountCall, api } from './youtube/network.ts'
import { analytics, channels, video, videos } from './youtube/responses.ts'

/** What a proxy or captive portal responds with in place of a network, whose success would have no body or JSON. */
const page = '\ufeff\n<!DOCTYPE html><html><head><title>Log in</title></head><body></body></html>'
const html = { 'content-type': 'text/html; charset=utf-8' }
const unreadable = { code: 'provider_error', outcome: 'indeterminate' }

/**
 * The tests of each network with calls whose success has no body, or a body of which nothing is read. Null for a network
 * whose successes are all JSON with a sign of success, as the tests of its errors have it.
 */
const tests: Readonly<Record<Platform, (() => void) | null>> = {
  instagram: null,
  tiktok: null,
  facebook: null,
  whatsapp: null,
  youtube() {
    intercept()

    it('does not delete a video', async () => {
      nock(api)
        .get('/youtube/v3/videos')
        .query(true)
        .reply(200, videos(video('vid-a')))
      nock(api).delete('/youtube/v3/videos').query({ id: 'vid-a' }).reply(200, page, html)
      expect(await failureOf(youtubeDeletePost.delete(accountCall(), 'vid-a'))).to.include(unreadable)
    })

    it('does not hide a comment', async () => {
      nock(api).post('/youtube/v3/comments/setModerationStatus').query(true).reply(200, page, html)
      const hiding = hideComment(accountCall(), { commentId: 'Ugx1', postId: null, hidden: true })
      expect(await failureOf(hiding)).to.include(unreadable)
    })

    for (const [what, body] of [
      ['a page', page],
      ['a table that is cut off', '{"kind":"youtubeAnalytics#resultTable","columnHeaders":[{"name":"da'],
    ] as const) {
      it(`is not a report without figures: ${what}`, async () => {
        const call = accountCall()
        const analyticsHost = 'https://youtubeanalytics.googleapis.com'
        const app = { ...call.app, hosts: { ...call.app.hosts, analytics: analyticsHost } }
        nock(api).get('/youtube/v3/channels').query(true).reply(200, channels)
        nock(analyticsHost).get('/v2/reports').query(true).times(4).reply(200, body, html)
        const window = { startDate: '2026-10-21', endDate: '2026-11-17' }
        const scoped = { ...call, app, account: { ...call.account, scopes: [analytics] } }
        const reading = youtubeReports['channel-insights'](scoped, { window, videoIds: null })
        expect(await failureOf(reading)).to.include(unreadable)
      })
    }
  },
  x() {
    intercept()

    it('is not a chunk that X has taken', async () => {
      const call = publishCall({ text: 'a', media: [{ source: source('image/png', 300).source }] })
      const upload = { id: '31', mediaKey: '3_31', chunks: 0, phase: 'sending' } as const
      nock(xApi).post('/2/media/upload/31/append').reply(200, page, html)
      const appending = Promise.resolve(xPublish.advance(call, { uploads: [upload], postIds: [] }))
      expect(await failureOf(appending)).to.include(unreadable)
    })

    it('does not revoke a grant', async () => {
      nock(xApi).post('/2/oauth2/revoke').times(2).reply(200, page, html)
      const revoking = Promise.resolve(xConnect.revoke?.(callOf(xApp), xAccount.credentials))
      expect(await failureOf(revoking)).to.include(unreadable)
    })
  },
  bluesky() {
    const { outbound } = simulateHosts()

    it('does not delete a post', async () => {
      nock(server).get('/xrpc/com.atproto.repo.getRecord').query(true).reply(200, { uri: 'at://a', value: {} })
      nock(server).post('/xrpc/com.atproto.repo.deleteRecord').reply(200, page, html)
      const call = blueskyAccountCall(appCall(outbound()))
      expect(await failureOf(blueskyDeletePost.delete(call, '3kabc'))).to.include(unreadable)
    })
  },
}

describe('a page of an intermediary with a status of success', () => {
  for (const platform of platforms) {
    const tested = tests[platform]
    if (tested !== null) describe(`in place of ${platform}`, tested)
  }
})
