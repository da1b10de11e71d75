import type { WriteOptions } from '@carillon/service'
import { expect } from 'chai'
import type { Whole } from '../whole.ts'

interface Login {
  platform: string
  name: string
  body?: Record<string, unknown>
}

/** One way to log in to each network. */
export const logins: readonly Login[] = [
  { platform: 'facebook', name: 'facebook' },
  { platform: 'instagram', name: 'instagram', body: { authMethod: 'instagram_login' } },
  { platform: 'instagram', name: 'instagram through facebook', body: { authMethod: 'facebook_login' } },
  { platform: 'tiktok', name: 'tiktok' },
  { platform: 'youtube', name: 'youtube' },
  { platform: 'x', name: 'x' },
  { platform: 'bluesky', name: 'bluesky', body: { handle: 'ada.test' } },
  { platform: 'whatsapp', name: 'whatsapp' },
]

const recipient = '+14155550199'
const template = { name: 'order_update', language: 'en_US', bodyParameters: ['Ada', '#123'] }
const theirs = 'Somebody says this'

/** What an operator does before and after `verify`, at the sandbox in the place of the networks. */
export function operatorOf(whole: Whole) {
  /** Both logins of a network may reach the same account, so that it is connected again each time. */
  async function connect(name: string): Promise<string> {
    const { platform, body = {} } = logins.find((login) => login.name === name) ?? expect.fail(name)
    return platform === 'whatsapp' ? signUp() : whole.connect(platform, { body })
  }

  /** A profile has one number, which the first sign-up connects. */
  async function signUp(): Promise<string> {
    const { accounts } = (await whole.call('GET', `/accounts?profileId=${whole.profileId}`)).body
    const known = accounts.find((account: { platform: string }) => account.platform === 'whatsapp')
    if (known) return known.accountId
    await whole.sandboxCall('POST', '/whatsapp/app', { webhookUrl: `${whole.gatewayUrl}/webhooks/whatsapp` })
    const started = await whole.call('POST', `/profiles/${whole.profileId}/whatsapp-signup`, {})
    const { authorizationUrl, connectionSessionId } = started.body
    await whole.sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'approve' })
    const session = await whole.call('GET', `/profiles/${whole.profileId}/connect/${connectionSessionId}`)
    return session.body.accountIds[0]
  }

  async function person(what: string, body: object) {
    const { status, body: told } = await whole.sandboxCall('POST', `/person/${what}`, body)
    expect(status, JSON.stringify(told)).to.be.below(300)
    return told
  }

  /** What the sandbox calls the account: a Page's name, a handle. */
  const ownerOf = (platform: string, account: Record<string, string>) =>
    platform === 'facebook' ? account['displayName'] : account['displayIdentifier']?.replace('@', '')

  /** What an operator names so that everything is tried: somebody who has written, somebody's comment, an ad account. */
  async function everything(name: string, accountId: string): Promise<WriteOptions> {
    const { platform } = logins.find((login) => login.name === name) ?? expect.fail(name)
    const nothing = { message: null, commentId: null, postId: null, adAccountId: null }
    const options: WriteOptions = { lasting: true, video: null, ...nothing }
    const { body: account } = await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`)
    if (platform === 'whatsapp') return { ...options, message: { recipient, template } }
    if (platform === 'facebook' || platform === 'instagram') {
      const to = ownerOf(platform, account)
      const { sender } = await person('message', { network: platform, to, text: 'Hello' })
      options.message = { recipient: sender, template: null }
    }
    if (platform === 'facebook') {
      const { body } = await whole.call('GET', `/ads/accounts?accountId=${accountId}`)
      options.adAccountId = body.adAccounts[0].id
    }
    if (platform !== 'x' && platform !== 'bluesky') {
      const { id: on } = await person('post', { network: platform, as: ownerOf(platform, account), text: 'A post' })
      const { ids } = await person('comment', { network: platform, on, text: theirs })
      options.commentId = ids[0]
      // Elsewhere the account comments on a test post, and the network finds the post of a comment on its own.
      if (platform === 'tiktok' || platform === 'youtube') options.postId = on
    }
    return options
  }

  /** What is left at the network of what was written to try it. */
  async function leftovers(platform: string): Promise<unknown[]> {
    const { body } = await whole.sandboxCall('GET', `/state/${platform}`)
    const comments = (body.comments ?? []) as { text: string; deleted: boolean; hidden: boolean }[]
    const campaigns = (body.ads?.campaigns ?? []) as { name: string; status: string }[]
    return [
      ...comments.filter(({ text, deleted }) => text === 'A test comment of Carillon.' && !deleted),
      ...comments.filter(({ text, hidden }) => text === theirs && hidden),
      ...campaigns.filter(({ name, status }) => name.startsWith('Test of Carillon') && status !== 'DELETED'),
    ]
  }

  return { connect, everything, leftovers }
}
