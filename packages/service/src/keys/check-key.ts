import { missingScopes, operationIds, operationRow } from '@carillon/contract'
import { findProfile, groupRequestsOfKey, type RequestGroup, readKey } from '@carillon/database'
import { type KeyCheck, type KeyPreset, type KeyScope, keyPresets } from '@carillon/domain'
import { fieldError, ServiceError } from '@carillon/errors'
import type { Context } from '../context.ts'
import type { Grant, UseCase } from '../request.ts'
import { profileNotFound } from '../scope.ts'
import { isAllowedFrom } from './grant-of-key.ts'
import { requireNetworks } from './key-access.ts'

const dayMs = 86_400_000
/** The maximum number of days whose requests are checked. */
const maxDays = 7

/** The access to check in place of that of the key; null in a field for which the key keeps its access. */
interface NarrowAccess {
  scopes: readonly KeyScope[] | null
  profileIds: readonly string[] | null
  allowedIps: readonly string[] | null
}

interface Wanted {
  scopes?: readonly KeyScope[]
  preset?: KeyPreset
  profileId?: string
  profileIds?: readonly string[]
  allowedIps?: readonly string[]
}

type Rejection = KeyCheck['rejections'][number]
type Reason = Pick<Rejection, 'code' | 'requiredScope'>

const rows = new Map<string, ReturnType<typeof operationRow>>(operationIds.map((id) => [id, operationRow(id)]))

/** The API key scope of requests of the resumable upload protocol, which are not operations. */
const uploads = { scope: 'posts:write' } as const

/**
 * Returns whether a group of requests called an operation or the upload protocol. Calls of MCP tools are left out,
 * because the operations that they call are counted.
 */
const isOfApi = ({ operation }: RequestGroup): boolean => rows.has(operation) || operation.startsWith('uploads.')

/**
 * Returns why a request would have been rejected if the key were bound to the profiles; null if it would not. Keys that
 * are bound to profiles do not find webhook endpoints of the whole organization, whose requests have no profile.
 */
function profileReason(
  { operation, profileId }: RequestGroup,
  profileIds: readonly string[],
): Rejection['code'] | null {
  const row = rows.get(operation)
  if (row?.wholeOrganization) return 'profile_scope_violation'
  if (profileId !== null) return profileIds.includes(profileId) ? null : 'profile_not_found'
  if (row?.path.includes('{endpointId}')) return 'webhook_endpoint_not_found'
  return operation === 'webhookEndpoints.create' && profileIds.length > 1 ? 'profile_required' : null
}

/**
 * Returns why a request would have been rejected; null if it would not. The order of the checks is that of real
 * requests.
 */
function reasonOf(group: RequestGroup, access: NarrowAccess): Reason | null {
  if (!isAllowedFrom(access.allowedIps, group.ip ?? '')) return { code: 'unauthorized', requiredScope: null }
  const row = rows.get(group.operation) ?? uploads
  const [missing] = access.scopes === null ? [] : missingScopes(row, access.scopes)
  if (missing !== undefined) return { code: 'insufficient_scope', requiredScope: missing }
  const code = access.profileIds === null ? null : profileReason(group, access.profileIds)
  return code === null ? null : { code, requiredScope: null }
}

function requireOne(wanted: Wanted, one: keyof Wanted, other: keyof Wanted): void {
  if (wanted[one] !== undefined && wanted[other] !== undefined)
    throw fieldError({ path: [other], message: `send ${one} or ${other}, not both` })
}

/**
 * Checks the requested narrower access, and returns it with the scopes of a preset and with ids in lower case.
 * @throws ServiceError `invalid_request`, `profile_not_found`
 */
async function accessOf(context: Context, grant: Grant, wanted: Wanted): Promise<NarrowAccess> {
  requireOne(wanted, 'scopes', 'preset')
  requireOne(wanted, 'profileId', 'profileIds')
  requireNetworks(wanted.allowedIps ?? [])
  const one = wanted.profileId === undefined ? null : [wanted.profileId]
  const profileIds = wanted.profileIds?.map((id) => id.toLowerCase()) ?? one
  for (const id of wanted.profileIds ?? [])
    if (!(await findProfile(context.db, { scope: grant.scope, id: id.toLowerCase() }))) throw profileNotFound()
  const scopes = wanted.preset === undefined ? (wanted.scopes ?? null) : keyPresets[wanted.preset]
  return { scopes, profileIds, allowedIps: wanted.allowedIps ?? null }
}

function addTo(found: Map<string, Rejection>, { operation, count, lastAt }: RequestGroup, reason: Reason): void {
  const name = [operation, reason.code, reason.requiredScope].join(' ')
  const before = found.get(name)
  const at = lastAt.toISOString()
  found.set(name, {
    ...{ operation, ...reason, count: (before?.count ?? 0) + count },
    lastAt: before?.lastAt && before.lastAt > at ? before.lastAt : at,
  })
}

/**
 * Counts by operation and error the requests of an API key that would have been rejected if the key had the narrower
 * access that `input` describes. Checks the requests of the last 7 days that are still kept, without those that were
 * rejected with 401 or 403 and without calls of MCP tools. Changes nothing.
 * @throws ServiceError `key_not_found`, `profile_not_found`, `invalid_request`
 */
export const checkKey: UseCase<'keys.check'> = async (context, { grant, target, input }) => {
  const { keyId } = input.params
  const { organizationId } = grant.scope
  const key = await readKey(context.db, keyId)
  if (key?.organizationId !== organizationId) throw new ServiceError('key_not_found')
  const { profileId: _named, ...wanted } = input.body
  const access = await accessOf(context, grant, { ...wanted, ...(target && { profileId: target.profileId }) })
  const to = context.now()
  const from = new Date(to.getTime() - Math.min(maxDays, context.config.requests.keptDays) * dayMs)
  const groups = (await groupRequestsOfKey(context.db, { organizationId, keyId, from })).filter(isOfApi)
  const found = new Map<string, Rejection>()
  for (const group of groups) {
    const reason = reasonOf(group, access)
    if (reason !== null) addTo(found, group, reason)
  }
  const rejections = [...found.values()].toSorted((a, b) => b.count - a.count)
  const sum = (counts: readonly { count: number }[]) => counts.reduce((total, { count }) => total + count, 0)
  const counted = { requests: sum(groups), rejected: sum(rejections), rejections }
  return { status: 200, body: { keyId, from: from.toISOString(), to: to.toISOString(), ...counted } }
}
