import type { Platform } from '@carillon/domain'
import { accountRow } from '@carillon/testkit'
import { ok } from '../../contracts/tour/ok.ts'
import type { Whole } from '../../whole.ts'

/** The networks whose operations are called: each report is of one of these, and one of them can do everything else. */
export const networks = ['facebook', 'instagram', 'tiktok', 'youtube', 'whatsapp'] as const

/** What requests refer to. Nothing of it is removed by a request. */
export interface Targets {
  whole: Whole
  profileId: string
  /** An account of each network, by its code. */
  accounts: Readonly<Record<'facebook' | 'instagram' | 'tiktok' | 'youtube', string>>
  /** An account of a number, which has templates. */
  numberAccountId: string
  connectionSessionId: string
  postId: string
  commentId: string
  /** The user of Facebook who has written to the account. */
  recipient: string
  publishId: string
  /** An image as a post takes it. */
  image: { contentType: string; base64: string }
  adAccountId: string
  businessId: string
  campaignId: string
  /** A number that no other call has returned. */
  next(): number
}

/** Connects the user who has Pages and ads. */
async function connectAdvertiser({ call, sandboxCall, profileId }: Whole) {
  const path = `/profiles/${profileId}/connect`
  const { authorizationUrl, connectionSessionId } = ok(await call('POST', path, { platform: 'facebook' }), 'connect')
  const consent = { authorizationUrl, decision: 'approve', as: 'tomas.ferrer' }
  const { finalUrl } = ok(await sandboxCall('POST', '/person/consent', consent), 'consent')
  const page = await (await fetch(finalUrl)).text()
  const [, chosen = ''] = /name="chosen" value="([^"]+)"/.exec(page) ?? []
  if (chosen !== '') await fetch(finalUrl, { method: 'POST', body: new URLSearchParams({ chosen }) })
  const session = ok(await call('GET', `${path}/${connectionSessionId}`), 'session')
  return { accountId: String(session.accountIds[0]), connectionSessionId: String(connectionSessionId) }
}

/** Signs a business with a number up. */
async function connectNumber({ call, sandboxCall, profileId }: Whole): Promise<string> {
  const { authorizationUrl, connectionSessionId } = ok(
    await call('POST', `/profiles/${profileId}/whatsapp-signup`, {}),
    'sign-up',
  )
  ok(await sandboxCall('POST', '/person/consent', { authorizationUrl, decision: 'approve' }), 'consent')
  const session = ok(await call('GET', `/profiles/${profileId}/connect/${connectionSessionId}`), 'session')
  return String(session.accountIds[0])
}

/** A post of the Page that the network has, without a publish. */
export async function pagePost({ sandboxCall }: Whole, text: string): Promise<string> {
  const body = { network: 'facebook', as: 'Ferrer Cycling', text }
  return ok(await sandboxCall('POST', '/person/post', body), 'post').id
}

/** A connected account of a new profile, without credentials. */
export async function bareAccount({ whole, next }: Targets, platform: Platform) {
  const { id: profileId } = ok(await whole.call('POST', '/profiles', { name: `Short-lived ${next()}` }), 'profile')
  const row = accountRow({ organizationId: whole.organizationId, profileId, platform, now: new Date() })
  await whole.context.db.kysely.insertInto('account').values(row).execute()
  return { profileId, accountId: row.id }
}

/** The body of a new campaign, for a post of its own. */
export async function campaignBody({ whole, accounts, adAccountId, next }: Omit<Targets, 'campaignId'>) {
  const postIds = [await pagePost(whole, `Ad ${next()}`)]
  return { accountId: accounts.facebook, adAccountId, name: 'Sale', postIds, dailyBudget: 1_500, countries: ['US'] }
}

/** Connects the accounts, and makes one of everything that requests refer to. */
export async function makeTargets(whole: Whole): Promise<Targets> {
  const { call, sandboxCall, profileId } = whole
  const { accountId, connectionSessionId } = await connectAdvertiser(whole)
  const accounts = {
    facebook: accountId,
    instagram: await whole.connect('instagram'),
    tiktok: await whole.connect('tiktok'),
    youtube: await whole.connect('youtube'),
  }
  const postId = await pagePost(whole, 'What do you think?')
  const comment = { network: 'facebook', on: postId, text: 'Do you open on Sunday?' }
  const commentId = ok(await sandboxCall('POST', '/person/comment', comment), 'comment').ids[0]
  const message = { network: 'facebook', to: 'Ferrer Cycling', text: 'Hi' }
  const { sender } = ok(await sandboxCall('POST', '/person/message', message), 'message')
  const photo = await fetch(`${whole.sandbox.url}/samples/photo-300x300.png`)
  const image = { contentType: 'image/png', base64: Buffer.from(await photo.arrayBuffer()).toString('base64') }
  const post = { platform: 'facebook', accountId, message: 'First', image }
  const { publishId } = ok(await call('POST', '/posts', post), 'publish')
  await whole.ended(publishId)
  const { adAccounts } = ok(await call('GET', `/ads/accounts?accountId=${accountId}`), 'ad accounts')
  const { businesses } = ok(await call('GET', `/ads/businesses?accountId=${accountId}`), 'businesses')
  let count = 0
  const made = {
    numberAccountId: await connectNumber(whole),
    ...{ whole, profileId, accounts, connectionSessionId, postId, commentId, recipient: sender, publishId, image },
    adAccountId: adAccounts.find(({ currency }: { currency: string }) => currency === 'USD').id,
    businessId: businesses[0].id,
    next: () => ++count,
  }
  const { campaign } = ok(await call('POST', '/ads/campaigns', await campaignBody(made)), 'campaign')
  return { ...made, campaignId: campaign.id }
}
