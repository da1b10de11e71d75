import type { OperationId } from '@carillon/contract'
import { ok } from '../../contracts/tour/ok.ts'
import { bareAccount, campaignBody, pagePost, type World } from './world.ts'

/** A request without its method and path, which the operation's row has. */
export interface Sent {
  path?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object
}

type MakeRequest = (world: World) => Sent | Promise<Sent>

const facebook = ({ accounts }: World) => ({ platform: 'facebook', accountId: accounts.facebook })
const ofProfile: MakeRequest = ({ profileId }) => ({ path: { profileId } })
const ofAdvertiser: MakeRequest = ({ accounts }) => ({ query: { accountId: accounts.facebook } })
const ofAdAccount: MakeRequest = ({ accounts, adAccountId }) => ({
  query: { accountId: accounts.facebook, adAccountId },
})
const post: MakeRequest = (world) => ({
  body: { ...facebook(world), message: `Post ${world.next()}`, image: world.image },
})
const report =
  (network: keyof World['accounts']): MakeRequest =>
  ({ accounts }) => ({ query: { accountId: accounts[network] } })

async function freshProfile({ whole, next }: World): Promise<Sent> {
  const profile = await whole.call('POST', '/profiles', { name: `Short-lived ${next()}` })
  return { path: { profileId: ok(profile, 'profile').id } }
}

async function freshReply(world: World): Promise<string> {
  const { whole, postId, commentId, next } = world
  const body = { ...facebook(world), postId, parentId: commentId, message: `Reply ${next()}` }
  return ok(await whole.call('POST', '/comments', body), 'reply').comment.id
}

async function unknownPublish({ whole, publishId }: World): Promise<Sent> {
  await whole.context.pool.query(`update external_write set status = 'unknown' where id = $1`, [publishId])
  return { path: { publishId }, body: { outcome: 'failed' } }
}

async function freshCampaign(world: World): Promise<Sent> {
  const { whole, accounts, adAccountId } = world
  const { campaign } = ok(await whole.call('POST', '/ads/campaigns', await campaignBody(world)), 'campaign')
  return { path: { campaignId: campaign.id }, query: { accountId: accounts.facebook, adAccountId } }
}

async function freshOrigin({ whole, next }: World): Promise<Sent> {
  const origin = `https://origin-${next()}.example.com`
  ok(await whole.call('POST', '/origins', { origin }), 'origin')
  return { query: { origin } }
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
  'accounts.update': async (world) => ({ path: await bareAccount(world, 'x'), body: { xCapabilities: {} } }),
  'accounts.disconnect': async (world) => ({ path: await bareAccount(world, 'facebook') }),
  'accounts.refresh': ofProfile,
  'posts.list': ({ profileId }) => ({ query: { profileId } }),
  'posts.publish': post,
  'posts.validate': post,
  'posts.delete': async (world) => ({
    path: { postId: await pagePost(world.whole, `Short-lived ${world.next()}`) },
    query: facebook(world),
  }),
  'publishes.list': () => ({}),
  'publishes.get': ({ publishId }) => ({ path: { publishId } }),
  'publishes.resolve': unknownPublish,
  'messages.list': ofAdvertiser,
  'messages.send': (world) => ({
    body: { ...facebook(world), recipient: world.recipient, text: `Message ${world.next()}` },
  }),
  'analytics.instagram.account-insights': report('instagram'),
  'analytics.tiktok.account-analytics': report('tiktok'),
  'analytics.tiktok.account-insights': report('tiktok'),
  'analytics.tiktok.video-insights': report('tiktok'),
  'analytics.facebook.page-metrics': report('facebook'),
  'analytics.youtube.channel-insights': report('youtube'),
  'analytics.youtube.video-insights': report('youtube'),
  'comments.list': (world) => ({ query: { ...facebook(world), postId: world.postId } }),
  'comments.create': (world) => ({
    body: { ...facebook(world), postId: world.postId, parentId: world.commentId, message: `Reply ${world.next()}` },
  }),
  'comments.update': (world) => ({
    path: { commentId: world.commentId },
    body: { ...facebook(world), postId: world.postId, hidden: world.next() % 2 === 0 },
  }),
  'comments.delete': async (world) => ({ path: { commentId: await freshReply(world) }, query: facebook(world) }),
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
  'ads.campaigns.create': async (world) => ({ body: await campaignBody(world) }),
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
  'keys.delete': async ({ whole }) => ({
    path: { keyId: ok(await whole.call('POST', '/keys', { name: 'Short-lived' }), 'key').keyId },
  }),
  'origins.list': () => ({}),
  'origins.create': ({ next }) => ({ body: { origin: `https://origin-${next()}.example.com` } }),
  'origins.delete': freshOrigin,
}
