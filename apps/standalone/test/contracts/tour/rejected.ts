import { setTimeout } from 'node:timers/promises'
import { verifyAccount } from '@carillon/service'
import { expect } from 'chai'
import type { Samples } from '../../flows/flow.ts'
import type { Whole } from '../../whole.ts'
import type { Exchange } from '../exchange.ts'
import { ok } from './ok.ts'

const rejection = { status: 400, body: { error: { code: 100, type: 'OAuthException', message: 'Invalid parameter' } } }

/** How many calls of an operation the network has responded to. */
async function answered(whole: Whole, operation: string): Promise<number> {
  const { body } = await whole.sandboxCall('GET', '/journal?network=facebook')
  return body.filter((call: Exchange) => call.operation === operation && call.status !== null).length
}

/** What is deleted, or looked for, after a call of several was rejected or its response was lost. */
export async function rejected(whole: Whole, { camel }: Samples): Promise<void> {
  const platform = 'facebook'
  const fault = async (operation: string, how: object) =>
    ok(await whole.sandboxCall('POST', '/faults', { network: platform, operation, times: 1, ...how }), operation)
  const accountId = await whole.connect(platform)
  const account = ok(await whole.call('GET', `/profiles/${whole.profileId}/accounts/${accountId}`), 'account')
  const { adAccounts } = ok(await whole.call('GET', `/ads/accounts?accountId=${accountId}`), 'ad accounts')
  const [{ id: adAccountId }] = adAccounts
  /** A campaign for a post of its own: of a post that an ad shows already, the network would take the earlier creative. */
  const campaignFor = async (name: string) => {
    const made = { network: platform, as: account.displayName, text: name }
    const { id } = ok(await whole.sandboxCall('POST', '/person/post', made), 'post')
    return { accountId, adAccountId, name, postIds: [id], dailyBudget: 1_500, countries: ['US'] }
  }
  // The rehearsal before it returns no id, so that the response of the call itself is lost.
  await fault('ads.creative.create', { fault: 'deviate', field: 'id' })
  await whole.call('POST', '/ads/campaigns', await campaignFor('Lost'))
  await whole.sandboxCall('DELETE', '/faults')
  // Ads are rehearsed before creatives are made, which takes long enough here to spoil the ad that comes after them.
  const earlier = await answered(whole, 'ads.ad.create')
  await fault('ads.creative.create', { fault: 'slow', delayMs: 2_000, times: 2 })
  const began = whole.call('POST', '/ads/campaigns', await campaignFor('Rejected'))
  while ((await answered(whole, 'ads.ad.create')) === earlier) await setTimeout(50)
  await fault('ads.ad.create', { fault: 'deviate', respond: rejection })
  await began
  await fault('posts.create', { fault: 'deviate', respond: rejection })
  const images = await Promise.all(['photo-640x480.jpg', 'photo-300x300.png'].map(camel))
  const { body } = await whole.call('POST', '/posts', { platform, accountId, message: 'Rejected', images })
  if (body.publishId) await whole.ended(body.publishId)
  await whole.sandboxCall('DELETE', '/faults')
}

/** Gives up the upload of a video in parts after a part was rejected. */
export async function abandoned(whole: Whole, { url }: Samples): Promise<void> {
  const platform = 'bluesky'
  const accountId = await whole.connect(platform, { as: 'ada.test', body: { handle: 'ada.test' } })
  const respond = { status: 400, body: { error: 'PartSizeMismatch', message: 'The part has another size' } }
  const operation = 'app.bsky.video.uploadPart'
  const fault = { network: platform, operation, fault: 'deviate', respond, times: 1 }
  ok(await whole.sandboxCall('POST', '/faults', fault), 'fault')
  const video = { url: url('video-640x360-4s-101mb.mp4') }
  const { body } = await whole.call('POST', '/posts', { platform, accountId, text: 'late', video })
  if (body.publishId) expect((await whole.ended(body.publishId)).status).to.equal('failed')
}

const days = 2

/** Refreshes a token that is older than a day, which is when the network refreshes it. */
export async function refreshed(whole: Whole): Promise<void> {
  const accountId = await whole.connect('instagram')
  ok(await whole.sandboxCall('POST', '/clock', { advanceMs: days * 86_400_000 }), 'clock')
  const later = () => new Date(Date.now() + days * 86_400_000)
  await verifyAccount({ ...whole.context, now: later }, { accountId, publish: null })
}
