import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLogger } from '@carillon/log'
import { createContext, createKey, createOrganization, readConfig, setCard } from '@carillon/service'
import type { Cluster, Json } from '../cluster.ts'
import { type NetworkRow, networksNamed } from '../networks.ts'
import { foreignMark } from './attempt.ts'
import type { Described } from './scope-model.ts'
import type { Sender } from './sender.ts'

export const [network] = networksNamed(['x']) as [NetworkRow]

/** An organization with a key that may do everything, and its objects. */
export interface Owner {
  organizationId: string
  key: string
  keyId: string
  /** Profiles with one account each. */
  profileIds: string[]
  accountIds: string[]
  scheduleId: string
  endpointId: string
  connectLinkId: string
  uploadId: string
  /** Cursors of its lists, by path. */
  cursors: Readonly<Record<string, string>>
}

/** An installation with an organization whose keys are misused, and another one that they must not reach. */
export interface Misused {
  own: Owner
  foreign: Owner
  /** Every operation of the published document. */
  operations: readonly Described[]
}

async function done(sending: ReturnType<Sender>): Promise<Json> {
  const { status, body, text } = await sending
  if (status >= 300) throw new Error(`the installation could not be prepared: ${status} ${text}`)
  return body
}

/** Connects a user of the network to a profile with the key of an organization. */
async function connect(cluster: Cluster, send: Sender, { key, profileId, as }: Record<string, string>) {
  const path = `/profiles/${profileId}/connect`
  const started = await done(send({ method: 'POST', path, as: key ?? '', json: { platform: network.platform } }))
  const { authorizationUrl, connectionSessionId } = started
  await cluster.sandbox('POST', '/person/consent', { authorizationUrl, decision: 'approve', as })
  const session = await done(send({ method: 'GET', path: `${path}/${connectionSessionId}`, as: key ?? '' }))
  return String(session.accountIds[0])
}

/** A time at which nothing is due while the run lasts. */
const later = () => new Date(Date.now() + 200 * 86_400_000).toISOString()

interface NewOwner {
  organizationId: string
  key: string
  users: readonly string[]
  mark: string
}

async function own(cluster: Cluster, send: Sender, { organizationId, key, users, mark }: NewOwner): Promise<Owner> {
  const ask = (method: string, path: string, json?: unknown) => done(send({ method, path, as: key, json }))
  const profileIds: string[] = []
  const accountIds: string[] = []
  for (const as of users) {
    const { id } = await ask('POST', '/profiles', { name: `${mark} ${as}` })
    profileIds.push(id)
    accountIds.push(await connect(cluster, send, { key, profileId: id, as }))
  }
  const post = { platform: network.platform, accountId: accountIds[0], text: mark }
  const schedules = await Promise.all([1, 2].map(() => ask('POST', '/schedules', { publishAt: later(), post })))
  const endpoint = await ask('POST', '/webhook-endpoints', {
    url: 'https://hooks.example.com/x',
    types: ['ping'],
    description: mark,
  })
  const link = await ask('POST', `/profiles/${profileIds[0]}/connect-links`, {})
  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
  const upload = await send({ method: 'POST', path: '/uploads', as: key, headers: tus })
  const { keyId } = await ask('GET', '/keys/current')
  const pages = ['/schedules?limit=1', '/audit-log?limit=1', '/requests?limit=1']
  const cursors = await Promise.all(pages.map(async (path) => [path, (await ask('GET', path)).nextCursor]))
  const { cursor } = await ask('GET', '/events?limit=1')
  return {
    ...{ organizationId, key, keyId, profileIds, accountIds, scheduleId: schedules[0].scheduleId },
    ...{ endpointId: endpoint.id, connectLinkId: link.id },
    uploadId: String(upload.headers.location).split('/').at(-1) ?? '',
    cursors: { ...Object.fromEntries(cursors), '/events?limit=1': cursor },
  }
}

async function newOrganization(cluster: Cluster): Promise<{ organizationId: string; key: string }> {
  const log = createLogger({ name: 'keys', level: 'error', destination: process.stderr })
  const context = await createContext(readConfig(cluster.env), { log, notified: false })
  try {
    const { organizationId } = await createOrganization(context, { name: `${foreignMark} organization` })
    await setCard(context, { organizationId, onFile: true })
    const { apiKey } = await createKey(context, { organizationId, name: foreignMark })
    return { organizationId, key: apiKey }
  } finally {
    await context.close()
  }
}

/** Prepares an installation for its misuse. */
export async function prepareMisuse(cluster: Cluster, send: Sender): Promise<Misused> {
  const first = JSON.parse(await readFile(join(cluster.dir, 'organization.json'), 'utf8'))
  const users = network.users.map(({ as }) => as)
  const mine = { organizationId: first.organizationId, key: first.apiKey, users: users.slice(0, 3), mark: 'own' }
  const theirs = { ...(await newOrganization(cluster)), users: users.slice(3, 4), mark: foreignMark }
  const document = await done(send({ method: 'GET', path: '/openapi.json' }))
  const operations = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
      .map((method) => ({ method: method.toUpperCase(), path: path.replace(/^\/api\/v1/, '') })),
  )
  return { own: await own(cluster, send, mine), foreign: await own(cluster, send, theirs), operations }
}
