import { type Cluster, type Json, startCluster } from '../cluster.ts'
import { actAs, untilServed } from '../journaled/replies.ts'
import { type NetworkRow, networksNamed } from '../networks.ts'
import { pick, seeded } from '../random.ts'
import { type RunOptions, type RunResult, stormThenCalm } from '../storm-and-calm.ts'
import { type CampaignVerdict, judgeCampaigns } from './check-campaigns.ts'

/** The calls that make an object, and the others of a campaign, as the sandbox's journal names them. */
const commits = ['campaign', 'adset', 'creative', 'ad'].map((kind) => `ads.${kind}.create`)
const others = [
  ...['ads.account.get', 'posts.get', 'ads.campaign.update', 'ads.campaign.delete'],
  ...['ads.creative.get', 'ads.creative.delete'],
  ...['campaign', 'adset', 'creative', 'ad'].map((kind) => `ads.${kind}.list`),
]

/** One request to create a campaign, sent once. */
export interface Creation {
  /** Its request id, and the name of its campaign. */
  mark: string
  adAccountId: string
  posts: number
  /** What the customer was told: `created`, an outcome, a code, or nothing at all. */
  response: string
  /** The id that a 201 named. */
  campaignId: string | null
}

export interface CampaignOptions extends RunOptions {
  campaigns: number
}

const timeoutMs = 90_000
const maxPosts = 12

export interface Advertiser {
  accountId: string
  adAccountIds: string[]
}

/** Connects the user with two ad accounts and the first of the user's Pages. */
async function connectAdvertiser(cluster: Cluster, { platform }: NetworkRow): Promise<string> {
  const profile = await cluster.call('POST', '/profiles', { name: 'Ferrer' })
  const path = `/profiles/${profile.body.id}/connect`
  const { authorizationUrl, connectionSessionId } = (await cluster.call('POST', path, { platform })).body
  const consent = { authorizationUrl, decision: 'approve', as: 'tomas.ferrer' }
  const { finalUrl } = (await cluster.sandbox('POST', '/person/consent', consent)).body
  const [, chosen = ''] = /name="chosen" value="([^"]+)"/.exec(await (await fetch(finalUrl)).text()) ?? []
  await fetch(finalUrl, { method: 'POST', body: new URLSearchParams({ chosen }) })
  const { body } = await cluster.call('GET', `${path}/${connectionSessionId}`)
  if (body.status !== 'completed') throw new Error(`connect: ${JSON.stringify(body)}`)
  return body.accountIds[0]
}

/** The user with their ad accounts. */
export async function startAdvertiser(cluster: Cluster, network: NetworkRow): Promise<Advertiser> {
  const accountId = await connectAdvertiser(cluster, network)
  const { body } = await cluster.call('GET', `/ads/accounts?accountId=${accountId}`)
  return { accountId, adAccountIds: body.adAccounts.map(({ id }: Json) => id) }
}

/** New posts for each campaign: for a post that was promoted before, the network returns the creative of then. */
async function addPosts(cluster: Cluster, { mark, posts }: Creation): Promise<string[]> {
  const added = await Promise.all(
    Array.from({ length: posts }, (_, at) =>
      actAs(cluster, 'post', { network: 'facebook', as: 'Ferrer Cycling', text: `Post ${at} of ${mark}` }),
    ),
  )
  return added.map(({ id }) => id)
}

/** Creates one campaign as a customer does, and notes what the customer was told. */
export async function createCampaign(cluster: Cluster, { accountId }: Advertiser, creation: Creation): Promise<void> {
  const { mark, adAccountId } = creation
  await untilServed(cluster)
  const postIds = await addPosts(cluster, creation)
  const campaign = { name: mark, dailyBudget: 5_000, countries: ['US'], postIds }
  const body = { accountId, adAccountId, ...campaign }
  const headers = { 'x-request-id': mark }
  const response = await cluster.call('POST', '/ads/campaigns', body, { headers, timeoutMs }).catch(() => null)
  const error = response?.body?.error
  creation.response = response?.status === 201 ? 'created' : (error?.details?.outcome ?? error?.code ?? 'no response')
  creation.campaignId = response?.status === 201 ? response.body.campaign.id : null
}

export interface CampaignsResult extends RunResult {
  verdict: CampaignVerdict
  dir: string
}

/** Creates campaigns while everything around fails, waits until it is calm, and judges the outcome. */
export async function runCampaigns(options: CampaignOptions): Promise<CampaignsResult> {
  const { seed, gateways, workers, keep = false } = options
  const random = seeded(seed)
  const networks = networksNamed(['facebook']).map((network) => ({ ...network, commits, others }))
  const [network] = networks
  if (!network) throw new Error('there is no network with ads')
  const cluster = await startCluster({ seed, gateways, workers, networks, keep })
  try {
    const advertiser = await startAdvertiser(cluster, network)
    const tasks = Array.from({ length: options.campaigns }, (_, index): Creation => {
      const adAccountId = pick(random, advertiser.adAccountIds)
      const posts = 1 + Math.floor(random() * (index % 10 === 0 ? maxPosts : 3))
      return { mark: `no${index}z`, adAccountId, posts, response: 'not sent', campaignId: null }
    })
    const perform = (creation: Creation) => createCampaign(cluster, advertiser, creation)
    const result = await stormThenCalm(cluster, options, { networks, tasks, perform })
    return { ...result, verdict: await judgeCampaigns(cluster, tasks), dir: cluster.dir }
  } finally {
    await cluster.close()
  }
}
