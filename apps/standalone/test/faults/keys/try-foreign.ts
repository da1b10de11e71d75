import { pick } from '../random.ts'
import type { Tried } from './attempt.ts'
import { type Attempt, makeKey, removeKeys } from './made-key.ts'
import { network, type Owner } from './misused.ts'
import type { Sent } from './sender.ts'

/** Ids of objects that a key does not reach. */
type Ids = Record<'profile' | 'account' | 'schedule' | 'endpoint' | 'link' | 'upload' | 'key', string>

const idsOf = (owner: Owner): Ids => ({
  profile: owner.profileIds[0] ?? '',
  account: owner.accountIds[0] ?? '',
  schedule: owner.scheduleId,
  endpoint: owner.endpointId,
  link: owner.connectLinkId,
  upload: owner.uploadId,
  key: owner.keyId,
})

type Request = Pick<Sent, 'method' | 'path' | 'json'>

const get = (path: string): Request => ({ method: 'GET', path })
const remove = (path: string): Request => ({ method: 'DELETE', path })
const with_ = (method: string, path: string, json: object = {}): Request => ({ method, path, json })
const { platform } = network
const day = new Date(Date.now() + 100 * 86_400_000).toISOString()
const post = (accountId: string) => ({ platform, accountId, text: 'Mine now' })

/** Requests about objects that a key of one profile may name, if it reaches them. */
const byProfile: readonly ((ids: Ids) => Request)[] = [
  ({ profile }) => get(`/profiles/${profile}`),
  ({ profile }) => with_('PUT', `/profiles/${profile}`, { name: 'Mine now' }),
  ({ profile }) => get(`/profiles/${profile}/accounts`),
  ({ profile, account }) => get(`/profiles/${profile}/accounts/${account}`),
  ({ profile, account }) => remove(`/profiles/${profile}/accounts/${account}`),
  ({ profile }) => with_('POST', `/profiles/${profile}/accounts/refresh`),
  ({ profile }) => with_('POST', `/profiles/${profile}/connect`, { platform }),
  ({ profile }) => get(`/profiles/${profile}/connect-links`),
  ({ profile }) => with_('POST', `/profiles/${profile}/connect-links`),
  ({ profile, link }) => remove(`/profiles/${profile}/connect-links/${link}`),
  ({ profile }) => get(`/profiles/${profile}/slots`),
  ({ profile }) => with_('PUT', `/profiles/${profile}/slots`, { timeZone: 'UTC', slots: [] }),
  ({ account }) => get(`/posts?accountId=${account}`),
  ({ account }) => with_('POST', '/posts', post(account)),
  ({ account }) => with_('POST', '/posts/validate', post(account)),
  ({ account }) => with_('POST', '/schedules', { publishAt: day, post: post(account) }),
  ({ profile }) => get(`/schedules?profileId=${profile}`),
  ({ account }) => get(`/schedules?accountId=${account}`),
  ({ schedule }) => get(`/schedules/${schedule}`),
  ({ schedule }) => remove(`/schedules/${schedule}`),
  ({ schedule }) => with_('PATCH', `/schedules/${schedule}`, { publishAt: day }),
  ({ schedule }) => with_('POST', `/schedules/${schedule}/release`),
  ({ profile }) => get(`/events?profileId=${profile}`),
  ({ account }) => get(`/events?accountId=${account}`),
  ({ account }) => get(`/comments/recent?accountId=${account}`),
  ({ profile }) =>
    with_('POST', '/webhook-endpoints', { url: 'https://hooks.example.com/', types: ['*'], profileId: profile }),
]

/** Requests about objects of a whole organization. */
const byOrganization: readonly ((ids: Ids) => Request)[] = [
  ({ profile }) => remove(`/profiles/${profile}`),
  ({ endpoint }) => get(`/webhook-endpoints/${endpoint}`),
  ({ endpoint }) => remove(`/webhook-endpoints/${endpoint}`),
  ({ endpoint }) => with_('PATCH', `/webhook-endpoints/${endpoint}`, { description: 'Mine now' }),
  ({ endpoint }) => with_('POST', `/webhook-endpoints/${endpoint}/secret`),
  ({ endpoint }) => with_('POST', `/webhook-endpoints/${endpoint}/test`),
  ({ endpoint }) => with_('POST', `/webhook-endpoints/${endpoint}/replay`, { since: '2026-01-01T00:00:00.000Z' }),
  ({ endpoint }) => get(`/webhook-endpoints/${endpoint}/deliveries`),
  ({ upload }) => get(`/uploads/${upload}`),
  ({ key }) => remove(`/keys/${key}`),
  ({ key }) => with_('PATCH', `/keys/${key}`, { name: 'Mine now' }),
  ({ key }) => with_('POST', `/keys/${key}/check`, { scopes: ['posts:read'] }),
  ({ profile }) => with_('POST', '/keys', { name: 'Mine', profileId: profile }),
  ({ profile }) => with_('POST', '/keys', { name: 'Mine', profileIds: [profile] }),
]

const notFound = [
  ...['profile', 'account', 'schedule', 'key', 'connect_link', 'webhook_endpoint', 'upload'].map(
    (thing) => `${thing}_not_found`,
  ),
  // The protocol of uploads has responses of its own.
  '404',
]

/** A key names objects of another organization. */
export async function tryForeign({ random, own, foreign, send }: Attempt): Promise<Tried[]> {
  const request = pick(random, [...byProfile, ...byOrganization])({ ...idsOf(foreign) })
  const got = await send({ ...request, as: own.key })
  const what = `${request.method} ${request.path} ${JSON.stringify(request.json ?? {})}`
  return [{ kind: 'foreign organizations', what, codes: notFound, got }]
}

/** A key that is bound to profiles names objects of another profile, of its organization or of another one. */
export async function tryUnreached(attempt: Attempt): Promise<Tried[]> {
  const { random, own, foreign, send, isSparing } = attempt
  const [unreached, ...reached] = own.profileIds
  const bound = random() < 0.5 ? reached.slice(0, 1) : reached
  const key = await makeKey(attempt, own.key, { profileIds: bound })
  const ids = random() < 0.7 ? { ...idsOf(own), profile: unreached ?? '' } : idsOf(foreign)
  const isWhole = random() < 0.25
  const requests = (isWhole ? byOrganization : byProfile)
    .map((make) => make(ids))
    // Uploads have no profile: they are those of every key of their organization.
    .filter(({ method, path }) => (isSparing ? method === 'GET' : true) && !path.startsWith('/uploads/'))
  const request = pick(random, requests)
  const got = await send({ ...request, as: key.apiKey })
  await removeKeys(attempt, [key])
  const what = `${request.method} ${request.path} ${JSON.stringify(request.json ?? {})} with a key of ${bound.length}`
  return [{ kind: 'foreign profiles', what, codes: [...notFound, 'profile_scope_violation'], got }]
}

/** What the other organization has, as its own key sees it. */
export async function foreignState({ send, foreign }: Pick<Attempt, 'send' | 'foreign'>): Promise<string> {
  const ids = idsOf(foreign)
  const paths = [
    ...[
      '/profiles',
      `/profiles/${ids.profile}/accounts`,
      `/schedules/${ids.schedule}`,
      `/webhook-endpoints/${ids.endpoint}`,
    ],
    ...[`/profiles/${ids.profile}/connect-links`, `/profiles/${ids.profile}/slots`, `/uploads/${ids.upload}`],
  ]
  const read = await Promise.all(paths.map((path) => send({ method: 'GET', path, as: foreign.key })))
  return read.map(({ status, text }) => `${status} ${text}`).join('\n')
}
