import type { OperationId } from '@carillon/contract'
import { ok } from '../../contracts/tour/ok.ts'
import { bareAccount, campaignBody, pagePost, type Targets } from './targets.ts'

/** A request without its method and path, which the operation's row has. */
export interface Sent {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object
}

type MakeRequest = (targets: Targets) => Sent | Promise<Sent>

const facebook = ({ accounts }: Targets) => ({ platform: 'facebook', accountId: accounts.facebook })
const ofProfile: MakeRequest = ({ profileId }) => ({ path: { profileId } })
const ofAdvertiser: MakeRequest = ({ accounts }) => ({ query: { accountId: accounts.facebook } })
const ofAdAccount: MakeRequest = ({ accounts, adAccountId }) => ({
  query: { accountId: accounts.facebook, adAccountId },
})
const post: MakeRequest = (targets) => ({
  body: { ...facebook(targets), message: `Post ${targets.next()}`, image: targets.image },
})
const report =
  (network: keyof Targets['accounts']): MakeRequest =>
  ({ accounts }) => ({ query: { accountId: accounts[network] } })

async function freshProfile({ whole, next }: Targets): Promise<Sent> {
  const profile = await whole.call('POST', '/profiles', { name: `Short-lived ${next()}` })
  return { path: { profileId: ok(profile, 'profile').id } }
}

async function freshReply(targets: Targets): Promise<string> {
  const { whole, postId, commentId, next } = targets
  const body = { ...facebook(targets), postId, parentId: commentId, message: `Reply ${next()}` }
  return ok(await whole.call('POST', '/comments', body), 'reply').comment.id
}

async function unknownPublish({ whole, publishId }: Targets): Promise<Sent> {
  await whole.context.pool.query(`update external_write set status = 'unknown' where id = $1`, [publishId])
  return { path: { publishId }, body: { outcome: 'failed' } }
}

async function freshCampaign(targets: Targets): Promise<Sent> {
  const { whole, accounts, adAccountId } = targets
  const { campaign } = ok(await whole.call('POST', '/ads/campaigns', await campaignBody(targets)), 'campaign')
  return { path: { campaignId: campaign.id }, query: { accountId: accounts.facebook, adAccountId } }
}

async function freshUpload({ whole }: Targets): Promise<Sent> {
  const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5' }
  const { status, headers: sent } = await whole.call('POST', '/uploads', undefined, headers)
  if (status !== 201) throw new Error(`upload: ${status}`)
  return { path: { uploadId: sent.get('location')?.split('/').at(-1) ?? '' } }
}

/** A schedule that is due tomorrow. */
const scheduled: MakeRequest = (targets) => ({
  body: {
    publishAt: new Date(Date.now() + 86_400_000).toISOString(),
    post: { ...facebook(targets), message: `Post ${targets.next()}`, image: targets.image },
  },
})

const freshSchedule =
  (body?: object): MakeRequest =>
  async (targets) => {
    const { body: sent } = await scheduled(targets)
    const { scheduleId } = ok(await targets.whole.call('POST', '/schedules', sent), 'schedule')
    return { path: { scheduleId }, ...(body && { body }) }
  }

async function freshOrigin({ whole, next }: Targets): Promise<Sent> {
  const origin = `https://origin-${next()}.example.com`
  ok(await whole.call('POST', '/origins', { origin }), 'origin')
  return { query: { origin } }
}

const newEndpoint = (number: number) => ({ url: `https://hooks-${number}.example.com/`, types: ['ping'] })

/** An endpoint in the place of the one before, since an organization has few of them. */
async function freshEndpoint({ whole, next }: Targets): Promise<Sent & { path: { endpointId: string } }> {
  const { webhookEndpoints } = ok(await whole.call('GET', '/webhook-endpoints'), 'endpoints')
  for (const { id } of webhookEndpoints) await whole.call('DELETE', `/webhook-endpoints/${id}`)
  const { id } = ok(await whole.call('POST', '/webhook-endpoints', newEndpoint(next())), 'endpoint')
  return { path: { endpointId: id } }
}

async function freshDelivery(targets: Targets): Promise<Sent> {
  const { path } = await freshEndpoint(targets)
  const tested = await targets.whole.call('POST', `/webhook-endpoints/${path.endpointId}/test`, {})
  return { path: { ...path, deliveryId: ok(tested, 'test').deliveryId } }
}

async function freshKey({ whole }: Targets): Promise<{ keyId: string }> {
  return { keyId: ok(await whole.call('POST', '/keys', { name: 'Short-lived' }), 'key').keyId }
}

/** A request of each operation that succeeds. One that removes something makes it before. */
export const requests: Readonly<Record<OperationId, MakeRequest>> = {
  'profiles.list': () => ({}),
  'profiles.create': ({ next }) => ({ body: { name: `Short-lived ${next()}` } }),
  'profiles.get': ofProfile,
  'profiles.replace': ({ profileId }) => ({ path: { profileId }, body: { name: 'Renamed' } }),
  'profiles.delete': freshProfile,
  'connections.start': ({ profileId }) => ({ path: { profileId }, body: { platform: 'facebook' } }),
  'connections.signup': ({ profileId }) => ({ path: { profileId }, body: {} }),
  'connections.get': ({ profileId, connectionSessionId }) => ({ path: { profileId, connectionSessionId } }),
  'accounts.list': ({ profileId }) => ({ query: { profileId } }),
  'accounts.listOfProfile': ofProfile,
  'accounts.get': ({ profileId, accounts }) => ({ path: { profileId, accountId: accounts.facebook } }),
  'accounts.update': async (targets) => ({ path: await bareAccount(targets, 'x'), body: { xCapabilities: {} } }),
  'accounts.disconnect': async (targets) => ({ path: await bareAccount(targets, 'facebook') }),
  'accounts.refresh': ofProfile,
  'posts.list': ({ profileId }) => ({ query: { profileId } }),
  'posts.publish': post,
  'posts.validate': post,
  'posts.delete': async (targets) => ({
    path: { postId: await pagePost(targets.whole, `Short-lived ${targets.next()}`) },
    query: facebook(targets),
  }),
  'publishes.list': () => ({}),
  'writes.list': () => ({ query: { requestId: 'lost' } }),
  'auditLog.list': () => ({}),
  'connectLinks.list': ofProfile,
  'connectLinks.create': ({ profileId }) => ({ path: { profileId }, body: {} }),
  'connectLinks.delete': async ({ whole, profileId }) => {
    const created = await whole.call('POST', `/profiles/${profileId}/connect-links`, {})
    return { path: { profileId, connectLinkId: ok(created, 'link').id } }
  },
  'organization.get': () => ({}),
  'organization.update': ({ next }) => ({ body: { name: `Renamed ${next()}` } }),
  'requests.list': () => ({}),
  'keys.check': async (targets) => ({ path: await freshKey(targets), body: { scopes: ['posts:read'] } }),
  'events.list': () => ({}),
  'keys.current': () => ({}),
  'uploads.get': freshUpload,
  'schedules.list': () => ({}),
  'schedules.create': scheduled,
  'schedules.get': freshSchedule(),
  'schedules.update': freshSchedule({ onLate: { afterMinutes: 5 } }),
  'schedules.cancel': freshSchedule(),
  'schedules.release': freshSchedule(),
  'slots.get': ofProfile,
  'slots.replace': ({ profileId }) => ({
    path: { profileId },
    body: { timeZone: 'Europe/Berlin', slots: [{ weekday: 'monday', time: '18:00' }] },
  }),
  'publishes.get': ({ publishId }) => ({ path: { publishId } }),
  'publishes.resolve': unknownPublish,
  'messages.list': ofAdvertiser,
  'messages.templates.list': ({ numberAccountId: accountId }) => ({ query: { platform: 'whatsapp', accountId } }),
  'messages.send': (targets) => ({
    body: { ...facebook(targets), recipient: targets.recipient, text: `Message ${targets.next()}` },
  }),
  'analytics.instagram.account-insights': report('instagram'),
  'analytics.tiktok.account-analytics': report('tiktok'),
  'analytics.tiktok.account-insights': report('tiktok'),
  'analytics.tiktok.video-insights': report('tiktok'),
  'analytics.facebook.page-metrics': report('facebook'),
  'analytics.youtube.channel-insights': report('youtube'),
  'analytics.youtube.video-insights': report('youtube'),
  'comments.list': (targets) => ({ query: { ...facebook(targets), postId: targets.postId } }),
  'comments.recent': ({ profileId }) => ({ query: { profileId, unanswered: 'true' } }),
  'comments.create': (targets) => ({
    body: {
      ...facebook(targets),
      postId: targets.postId,
      parentId: targets.commentId,
      message: `Reply ${targets.next()}`,
    },
  }),
  'comments.update': (targets) => ({
    path: { commentId: targets.commentId },
    body: { ...facebook(targets), postId: targets.postId, hidden: targets.next() % 2 === 0 },
  }),
  'comments.delete': async (targets) => ({ path: { commentId: await freshReply(targets) }, query: facebook(targets) }),
  'ads.accounts.list': ofAdvertiser,
  'ads.accounts.create': ({ accounts, businessId }) => ({
    body: { accountId: accounts.facebook, businessId, name: 'New', currency: 'EUR', timezoneId: 58 },
  }),
  'ads.businesses.list': ofAdvertiser,
  'ads.accounts.get': ({ accounts, adAccountId }) => ({
    path: { adAccountId },
    query: { accountId: accounts.facebook },
  }),
  'ads.accounts.update': ({ accounts, adAccountId, next }) => ({
    path: { adAccountId },
    body: { accountId: accounts.facebook, name: `Renamed ${next()}` },
  }),
  'ads.tree.get': ofAdAccount,
  'ads.insights.get': ofAdAccount,
  'ads.campaigns.create': async (targets) => ({ body: await campaignBody(targets) }),
  'ads.campaigns.delete': freshCampaign,
  'ads.status.update': ({ accounts, adAccountId, campaignId, next }) => ({
    body: {
      ...{ accountId: accounts.facebook, adAccountId, id: campaignId },
      status: next() % 2 === 0 ? 'active' : 'paused',
    },
  }),
  'ads.leads.list': ofAdvertiser,
  'usage.get': () => ({}),
  'quotas.list': () => ({}),
  'platforms.list': () => ({}),
  'keys.list': () => ({}),
  'keys.create': () => ({ body: { name: 'Short-lived' } }),
  'keys.update': async (targets) => ({ path: await freshKey(targets), body: { name: `Renamed ${targets.next()}` } }),
  'keys.delete': async (targets) => ({ path: await freshKey(targets) }),
  'origins.list': () => ({}),
  'origins.create': ({ next }) => ({ body: { origin: `https://origin-${next()}.example.com` } }),
  'origins.delete': freshOrigin,
  'webhookEndpoints.list': () => ({}),
  'webhookEndpoints.create': async (targets) => {
    await freshEndpoint(targets)
    return { body: newEndpoint(targets.next()) }
  },
  'webhookEndpoints.get': freshEndpoint,
  'webhookEndpoints.update': async (targets) => ({ ...(await freshEndpoint(targets)), body: { types: ['publish.*'] } }),
  'webhookEndpoints.delete': freshEndpoint,
  'webhookEndpoints.secret.renew': async (targets) => ({ ...(await freshEndpoint(targets)), body: {} }),
  'webhookEndpoints.test': async (targets) => ({ ...(await freshEndpoint(targets)), body: {} }),
  'webhookEndpoints.replay': async (targets) => ({
    ...(await freshEndpoint(targets)),
    body: { since: new Date().toISOString() },
  }),
  'webhookEndpoints.deliveries.list': freshEndpoint,
  'webhookEndpoints.deliveries.get': freshDelivery,
  'webhookEndpoints.deliveries.retry': freshDelivery,
}
