import { type OperationId, operationRow, propertiesOf } from '@carillon/contract'
import { type JSONSchema, platforms } from '@carillon/domain'

/** An id that nothing has. */
export const absent = '0199d1b2-ffff-7000-8000-000000000000'

const isId = (schema: JSONSchema | undefined) => typeof schema === 'object' && schema.format === 'uuid'
/** The names of the ids in a schema. */
export const idsIn = (schema: JSONSchema | undefined) =>
  Object.entries(propertiesOf(schema)).flatMap(([name, part]) => (isId(part) ? [name] : []))

/** Ids that the query of an operation has to carry. */
export function requiredIds(id: OperationId): Record<string, string> {
  const { query } = operationRow(id)
  const required = typeof query === 'object' ? (query.required ?? []) : []
  return Object.fromEntries(idsIn(query).flatMap((name) => (required.includes(name) ? [[name, absent]] : [])))
}

/** The least that an operation takes besides the id in question. */
export const bodies: Readonly<Record<string, object>> = {
  'profiles.create': { name: 'One more' },
  'profiles.replace': { name: 'Mine now' },
  'connections.start': { platform: 'bluesky', handle: 'alice.example' },
  'connections.signup': {},
  'accounts.update': { xCapabilities: {} },
  'posts.publish': { platform: 'bluesky', text: 'Hi' },
  'slots.replace': { timeZone: 'UTC', slots: [] },
  'posts.validate': { platform: 'bluesky', text: 'Hi' },
  'schedules.create': { platform: 'bluesky', text: 'Hi' },
  'schedules.update': { platform: 'bluesky', text: 'Hi' },
  'messages.send': { platform: 'facebook', accountId: absent, recipient: '1', text: 'Hi' },
  'comments.create': { platform: 'facebook', accountId: absent, postId: '1', message: 'Hi' },
  'comments.update': { platform: 'facebook', accountId: absent, hidden: true },
  'ads.accounts.create': { businessId: '1', name: 'A', currency: 'EUR', timezoneId: 1 },
  'ads.accounts.update': { name: 'A' },
  'ads.campaigns.create': { adAccountId: '1', name: 'A', postIds: ['1_2'], countries: ['DE'], dailyBudget: 1000 },
  'publishes.resolve': { outcome: 'failed' },
  'connectLinks.create': {},
  'organization.update': { color: '#000000' },
  'keys.create': { name: 'Mine now' },
  'keys.update': { name: 'Mine now' },
  'keys.check': { scopes: ['posts:read'] },
  'origins.create': { origin: 'https://app.example.com' },
  'ads.status.update': { adAccountId: '1', id: '1', status: 'paused' },
  'webhookEndpoints.create': { url: 'https://hooks.example.com', types: ['*'] },
  'webhookEndpoints.update': { description: 'Mine now' },
  'webhookEndpoints.replay': { since: '2026-11-20T00:00:00.000Z' },
}
/** Parameters that an operation needs in its query. */
export const queries: Readonly<Record<string, Record<string, string>>> = {
  'slots.get': {},
  'writes.list': { requestId: 'r' },
  'origins.delete': { origin: 'https://app.example.com' },
  'posts.delete': { platform: 'bluesky', accountId: absent },
  'comments.list': { platform: 'facebook', accountId: absent },
  'comments.delete': { platform: 'facebook', accountId: absent },
  'messages.templates.list': { platform: 'whatsapp', accountId: absent },
  'ads.tree.get': { adAccountId: '1' },
  'ads.insights.get': { adAccountId: '1' },
  'ads.campaigns.delete': { adAccountId: '1' },
}

/** The body of an operation whose ids are in its post. */
export function withSchedule(id: OperationId, post: object): object {
  if (operationRow(id).routedBy === undefined) return post
  return { publishAt: new Date(Date.now() + 86_400_000).toISOString(), post }
}

/** A profile, and accounts of it by platform. */
interface Reach {
  profileId: string
  accounts: Readonly<Record<string, string>>
}

interface LeastRequest {
  method: string
  path: string
  json?: object
}

/** The platform of the account that a request is about. */
function platformFor(id: OperationId): string {
  const { platform } = { platform: undefined, ...queries[id], ...bodies[id] }
  const ofReport = id.startsWith('analytics.') ? platforms.find((name) => id.includes(name)) : undefined
  const ofFields = id === 'accounts.update' ? 'x' : undefined
  return String(platform ?? operationRow(id).platform ?? ofReport ?? ofFields ?? 'facebook')
}

/** A request that the schemas of an operation accept, about a profile and its accounts. */
export function leastRequest(id: OperationId, { profileId, accounts }: Reach): LeastRequest {
  const { path, query, body, variants = {}, profile, method } = operationRow(id)
  const accountId = accounts[platformFor(id)] ?? absent
  const own: Readonly<Record<string, string>> = { profileId, postId: 'p', adAccountId: '1', campaignId: '1' }
  const filled = path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => own[name] ?? (name === 'accountId' ? accountId : absent),
  )
  const takes = (schema: JSONSchema | undefined) => profile === 'required' && idsIn(schema).includes('accountId')
  const search = new URLSearchParams({ ...requiredIds(id), ...queries[id], ...(takes(query) && { accountId }) })
  const post = bodies[id]
  const named = post && takes(body ?? Object.values(variants)[0]) ? { ...post, accountId } : post
  const routed = named && 'publishAt' in withSchedule(id, named) ? withSchedule(id, { ...named, accountId }) : named
  return {
    method: method.toUpperCase(),
    path: `/api/v1${filled}${search.size > 0 ? `?${search}` : ''}`,
    ...(routed && { json: routed }),
  }
}
