import { expect } from 'chai'
import nock from 'nock'
import { facebookPush } from '../../src/facebook/push.ts'
import { instagramPush } from '../../src/instagram/push.ts'
import * as facebook from '../facebook/network.ts'
import { callFor, failureOf, intercept } from '../fake-call.ts'
import * as instagram from '../instagram/network.ts'

const commentScopes = ['pages_manage_metadata', 'pages_read_engagement', 'pages_read_user_content']
const messageFields = ['messages', 'message_echoes', 'message_edits', 'message_deliveries', 'message_reads']
const appId = facebook.app.secrets['clientId']
const { pageId } = facebook
const page = facebook.accountCall({ scopes: [...commentScopes, 'pages_messaging'] })

const onInstagram = (scopes: string[], credentials = instagram.instagramCredentials as never) =>
  callFor(instagram.appCall(), {
    providerId: instagram.accountId,
    displayIdentifier: null,
    scopes,
    credentials: credentials as typeof instagram.instagramCredentials,
  })

describe('what is subscribed of a Page', () => {
  const fieldsOf = (scopes: string[]) => facebookPush.subscription(page, { ...page.account, scopes })?.fields

  it('is what the permissions allow', () => {
    expect(fieldsOf([...commentScopes, 'pages_messaging'])).to.deep.equal(['feed', ...messageFields])
    expect(fieldsOf(commentScopes)).to.deep.equal(['feed'])
    expect(fieldsOf(['pages_manage_metadata', 'pages_messaging'])).to.deep.equal(messageFields)
    expect(fieldsOf(['pages_read_engagement', 'pages_read_user_content', 'pages_messaging'])).to.deep.equal([])
    expect(fieldsOf(['pages_manage_metadata'])).to.deep.equal([])
  })

  it('is nothing without a Page', () => {
    const { credentials, ...rest } = page.account
    expect(facebookPush.subscription(page, { ...rest, credentials: { ...credentials, page: null } })).to.equal(null)
  })
})

describe('what is subscribed of an Instagram account', () => {
  it('is what the permissions of the login with Instagram allow', () => {
    const call = onInstagram(['instagram_business_manage_messages', 'instagram_business_manage_comments'])
    expect(instagramPush.subscription(call, call.account)).to.deep.equal({
      subject: `ig-app/account/${instagram.accountId}`,
      fields: ['comments', 'messages', 'messaging_seen'],
    })
    const basic = { ...call.account, scopes: ['instagram_business_basic'] }
    expect(instagramPush.subscription(call, basic)?.fields).to.deep.equal([])
  })

  it('is its Page with the login with Facebook, as the Page itself would be', () => {
    const call = onInstagram(
      ['pages_manage_metadata', 'instagram_manage_comments'],
      instagram.facebookCredentials as never,
    )
    const found = instagramPush.subscription(call, call.account)
    expect(found).to.deep.equal({ subject: `meta-app/page/${instagram.facebookCredentials.pageId}`, fields: ['feed'] })
    const without = { ...call.account, scopes: ['instagram_manage_comments'] }
    expect(instagramPush.subscription(call, without)).to.deep.equal({ ...found, fields: [] })
  })
})

describe('subscribing', () => {
  intercept()

  /** Written after https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps (read 2026-11-23). */
  function mockPage(before: object[], wanted: string): void {
    nock(facebook.graph, { reqheaders: { authorization: 'Bearer page-token' } })
      .get(`/v25.0/${pageId}/subscribed_apps`)
      .query(({ fields }) => fields === 'id,subscribed_fields')
      .reply(200, { data: before })
      .post(`/v25.0/${pageId}/subscribed_apps`, { subscribed_fields: wanted })
      .query(true)
      .reply(200, { success: true })
  }
  const subscription = { subject: 's', fields: ['feed', 'messages'] }

  it('of a Page keeps the fields that the app has already, and takes none of another app', async () => {
    const others = { id: '1', subscribed_fields: ['leadgen'] }
    mockPage([others, { id: appId, subscribed_fields: ['mention', 'feed'] }], 'mention,feed,messages')
    await facebookPush.subscribe(page, subscription)
    mockPage([others], 'feed,messages')
    await facebookPush.subscribe(page, subscription)
  })

  it('of a Page changes nothing if the app has the fields already: Meta may reject the others for this token', async () => {
    const all = { id: appId, subscribed_fields: ['feed', 'message_reads', 'messages'] }
    nock(facebook.graph)
      .get(`/v25.0/${pageId}/subscribed_apps`)
      .query(true)
      .reply(200, { data: [all] })
    await facebookPush.subscribe(page, subscription)
  })

  it('of a Page keeps the fields of an app that is listed after many others', async () => {
    const pages = nock(facebook.graph).get(`/v25.0/${pageId}/subscribed_apps`)
    pages
      .query(({ after }) => after === undefined)
      .reply(200, {
        data: [{ id: '1', subscribed_fields: ['leadgen'] }],
        paging: { cursors: { after: 'a1' }, next: 'https://graph.facebook.com/next' },
      })
    mockPage([{ id: appId, subscribed_fields: ['mention'] }], 'mention,feed,messages')
    await facebookPush.subscribe(page, subscription)
  })

  it('of a Page replaces no fields if the response does not list the apps', async () => {
    nock(facebook.graph).get(`/v25.0/${pageId}/subscribed_apps`).query(true).reply(200, {})
    expect(await failureOf(facebookPush.subscribe(page, subscription))).to.have.property('outcome', 'indeterminate')
  })

  it('of an account by the login with Instagram is one call to Instagram', async () => {
    nock(instagram.graph)
      .post(`/v25.0/${instagram.accountId}/subscribed_apps`, { subscribed_fields: 'comments' })
      .reply(200, { success: true })
    await instagramPush.subscribe(onInstagram([]), { subject: 's', fields: ['comments'] })
  })

  it('fails with the permission that is missing', async () => {
    const error = { message: '(#200) Requires pages_manage_metadata', type: 'OAuthException', code: 200 }
    nock(facebook.graph).get(`/v25.0/${pageId}/subscribed_apps`).query(true).reply(403, { error })
    const failure = await failureOf(facebookPush.subscribe(page, subscription))
    expect(failure).to.include({ code: 'missing_permission', outcome: 'rejected' })
  })

  it('ends for the Page or the account', async () => {
    nock(facebook.graph).delete(`/v25.0/${pageId}/subscribed_apps`).query(true).reply(200, { success: true })
    await facebookPush.unsubscribe(page, page.account)
    nock(instagram.graph).delete(`/v25.0/${instagram.accountId}/subscribed_apps`).reply(200, { success: true })
    const account = onInstagram([])
    await instagramPush.unsubscribe(account, account.account)
  })
})
