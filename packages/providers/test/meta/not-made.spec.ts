import { expect } from 'chai'
import { setStatus } from '../../src/facebook/ads/objects.ts'
import { facebookComments } from '../../src/facebook/comments/port.ts'
import { facebookDeletePost } from '../../src/facebook/delete-post.ts'
import { facebookPush } from '../../src/facebook/push.ts'
import { instagramComments } from '../../src/instagram/comments/port.ts'
import { whatsappSignup } from '../../src/whatsapp/signup/port.ts'
import * as facebook from '../facebook/network.ts'
import { failureOf } from '../fake-call.ts'
import { outboundOver } from '../fake-response.ts'
import * as instagram from '../instagram/network.ts'
import * as whatsapp from '../whatsapp/network.ts'

const { pageId } = facebook
const pageScopes = [
  ...['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_read_user_content'],
  ...['pages_manage_engagement', 'ads_management', 'pages_manage_metadata'],
]

/** What is read before a change: a post, a comment or an ad object that can be changed. */
const found = { id: '1', from: { id: '991' }, can_hide: true, is_hidden: false, account_id: '981', status: 'PAUSED' }

/** Responds to every change with a success that reports that nothing was changed. */
function outboundOf(body: unknown, read: object = found) {
  return outboundOver(({ method }) => ({ status: 200, body: method === 'GET' ? read : body }))
}

const pageCall = (body: unknown, read?: object) => ({
  ...facebook.accountCall({ scopes: pageScopes }, facebook.appCall({ outbound: outboundOf(body, read) })),
  pausedLimit: async () => null,
  pauseLimit: async () => undefined,
})

const instagramCall = (body: unknown) => {
  const call = instagram.accountCall()
  const account = { ...call.account, scopes: ['instagram_business_manage_comments'] }
  return { ...call, account, outbound: outboundOf(body) }
}

const whatsappCall = (body: unknown) => whatsapp.appCall({ outbound: outboundOf(body) })
const target = { commentId: '1', postId: null, isOwn: false, banAuthor: false }
const number = { ...whatsapp.credentials, numberId: '7', pin: '123456' }

const changes: Readonly<Record<string, (body: unknown) => Promise<unknown>>> = {
  'deleting a Facebook post': (body) =>
    facebookDeletePost.delete(pageCall(body, { from: { id: pageId } }), `${pageId}_1`),
  'deleting a Facebook comment': (body) => facebookComments.delete(pageCall(body), target),
  'hiding a Facebook comment': (body) => facebookComments.hide(pageCall(body), { ...target, hidden: true }),
  'changing the status of a campaign': (body) =>
    setStatus(pageCall(body), { adAccountId: 'act_981', id: '1', status: 'active' }),
  'deleting an Instagram comment': (body) => instagramComments.delete(instagramCall(body), target),
  'hiding an Instagram comment': (body) => instagramComments.hide(instagramCall(body), { ...target, hidden: true }),
  'subscribing to a WhatsApp account': (body) => whatsappSignup.subscribe(whatsappCall(body), whatsapp.credentials),
  'registering a WhatsApp number': (body) => whatsappSignup.register(whatsappCall(body), number),
}

/** @see https://developers.facebook.com/docs/graph-api/reference/comment (read 2026-11-20) */
describe('a change that Meta reports as not made, with status 200', () => {
  for (const [name, change] of Object.entries(changes)) {
    it(`${name} does not count as done`, async () => {
      for (const body of [{ success: false }, false]) {
        const failure = await failureOf(change(body))
        expect(failure).to.include({ code: 'provider_error', outcome: 'indeterminate', status: 502 })
        expect(failure['message']).to.contain('not made')
      }
      await change({ success: true })
    })
  }

  it('is final for the end of a subscription, so that the grant is revoked all the same', async () => {
    const stored = { providerId: pageId, credentials: facebook.credentials }
    const end = (body: unknown) => facebookPush.unsubscribe(facebook.appCall({ outbound: outboundOf(body) }), stored)
    expect(await failureOf(end({ success: false }))).to.include({ code: 'provider_error', outcome: 'rejected' })
    await end({ success: true })
  })
})
