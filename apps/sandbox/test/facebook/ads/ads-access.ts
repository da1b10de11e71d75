import { type Form, PAGE_SCOPES, type Rig, type TestResponse, userToken } from '../../meta/rig.ts'

export const ADS_SCOPES = [
  ...PAGE_SCOPES,
  ...['ads_read', 'ads_management', 'business_management', 'leads_retrieval', 'pages_manage_ads'],
]

export interface AdsAccess {
  token: string
  /** The id (`act_…`) of the user's first ad account. */
  account: string
  get(path: string, query?: Record<string, unknown>): Promise<TestResponse>
  post(path: string, form?: Record<string, unknown>): Promise<TestResponse>
  remove(path: string): Promise<TestResponse>
}

function asText(values: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return Object.fromEntries(texts)
}

/** Returns a user's token with the permissions for ads, and functions that call the API with it. */
export async function adsAccess(rig: Rig, asked: { as?: string; withhold?: string[] } = {}): Promise<AdsAccess> {
  const token = await userToken(rig, { scopes: ADS_SCOPES, ...asked })
  const at = (path: string) => `${rig.urls.facebook}/v25.0/${path}`
  const get: AdsAccess['get'] = (path, query = {}) => rig.get(at(path), { access_token: token, ...asText(query) })
  const { body } = await get('me/adaccounts', { fields: 'id', limit: 200 })
  return {
    token,
    account: body.data?.[0]?.id,
    get,
    post: (path, form = {}) => rig.post(at(path), { access_token: token, ...asText(form) } satisfies Form),
    remove: (path) => rig.send(`${at(path)}?access_token=${token}`, { method: 'DELETE' }),
  }
}

/** The parameters of a valid campaign; `AD_SET` has those of an ad set. */
export const CAMPAIGN = {
  name: 'Summer',
  objective: 'OUTCOME_ENGAGEMENT',
  status: 'PAUSED',
  special_ad_categories: [],
  is_adset_budget_sharing_enabled: false,
}

export const AD_SET = {
  name: 'People',
  billing_event: 'IMPRESSIONS',
  optimization_goal: 'POST_ENGAGEMENT',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  destination_type: 'ON_POST',
  promoted_object: { page_id: '104512345678901' },
  daily_budget: 1_000,
  targeting: {
    geo_locations: { countries: ['US'] },
    age_min: 18,
    targeting_automation: { advantage_audience: 0 },
  },
  status: 'PAUSED',
}

/** Returns the id of a post on a Page. Throws an `Error` if it has none. */
export async function pagePost(rig: Rig, pageId: string): Promise<string> {
  const state = await rig.facebook.state()
  const posts = state['posts'] as { id: string; accountId: string }[]
  const post = posts.find(({ accountId }) => accountId === pageId)
  if (post === undefined) throw new Error(`No post on ${pageId}`)
  return post.id
}

/** Creates a campaign, an ad set with `times`, a creative and an ad, by default active, and returns their ids. */
export async function makeTree(
  rig: Rig,
  { post, account }: AdsAccess,
  {
    status = 'ACTIVE',
    pageId = '104512345678901',
    times = {},
  }: { status?: string; pageId?: string; times?: Record<string, string> } = {},
): Promise<{ campaign: string; adSet: string; creative: string; ad: string }> {
  const made = async (edge: string, form: Record<string, unknown>) => {
    const { body } = await post(`${account}/${edge}`, form)
    if (body.error !== undefined) throw new Error(JSON.stringify(body.error))
    return String(body.id)
  }
  const campaign = await made('campaigns', { ...CAMPAIGN, status })
  const promoted = { promoted_object: { page_id: pageId }, campaign_id: campaign }
  const adSet = await made('adsets', { ...AD_SET, ...promoted, ...times, status })
  const creative = await made('adcreatives', { name: 'C', object_story_id: await pagePost(rig, pageId) })
  const ad = await made('ads', { name: 'Ad', adset_id: adSet, creative: { creative_id: creative }, status })
  return { campaign, adSet, creative, ad }
}

/** Returns the code and subcode of a rejection; undefined where the response has none. */
export function codes({ body }: TestResponse): (number | undefined)[] {
  return [body.error?.code, body.error?.error_subcode]
}
