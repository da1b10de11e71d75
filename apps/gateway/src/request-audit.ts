import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRead, operationRow } from '@carillon/contract'
import { auditKinds, auditObjects, auditResources, auditTargets } from '@carillon/domain'
import { redactText } from '@carillon/log'
import type { Backend } from './backend.ts'
import { callerAddress } from './connection/caller-address.ts'
import { isFromDashboard } from './dashboard/session-requests.ts'
import { stateOf } from './request-state.ts'
import type { AuditEntry, Grant } from './service.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/**
 * Matches ids of objects on the networks, including AT URIs. Clients may send anything here, so phone numbers, e-mail
 * addresses and Carillon's secrets are excluded.
 */
const anyId = /^(?!\+)(?!.*(?:carillon_|whsec_))[\w.:/+=-]{1,256}$/
const maxUserAgent = 200

type Fields = Readonly<Record<string, unknown>>
type Target = AuditEntry['targets'][number]

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

/** Returns the objects whose ids are in the fields of a request or response, alone or in a list. */
function targetsIn(fields: Fields, id: RegExp): Target[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const type = auditTargets[name]
    if (type === undefined) return []
    const values: unknown[] = Array.isArray(value) ? value : [value]
    return values.flatMap((one) => (typeof one === 'string' && id.test(one) ? [{ type, id: one }] : []))
  })
}

/** Returns the object of this type whose id is in the field `id` of a response, as a list. */
function ownTarget({ id }: Fields, type: string | undefined): Target[] {
  return type !== undefined && typeof id === 'string' && anyId.test(id) ? [{ type, id }] : []
}

/** Returns the objects that a response contains with their ids, such as a new campaign. */
const containedTargets = (fields: Fields): Target[] =>
  Object.entries(auditObjects).flatMap(([name, type]) => ownTarget(asFields(fields[name]), type))

const kinds: Readonly<Record<string, string>> = auditKinds

const distinct = (targets: readonly Target[]): Target[] => [
  ...new Map(targets.map((target) => [`${target.type} ${target.id}`, target])).values(),
]

interface AuditedRequest {
  grant: Grant
  /** The id of the operation, or the action's name in the audit log. */
  action: string
}

function entryOf(req: IncomingMessage, backend: Backend, { grant, action }: AuditedRequest): AuditEntry {
  const { context, service } = backend
  const { requestId } = stateOf(req)
  return service.newAuditEntry({
    ...{ organizationId: grant.scope.organizationId, profileId: grant.scope.profileId, at: context.now(), action },
    ...{ actorType: isFromDashboard(req) ? 'session' : 'key', actorId: grant.keyId, requestId },
    ip: callerAddress(req, backend) || null,
    userAgent: userAgentOf(req),
  })
}

function userAgentOf({ headers }: IncomingMessage): string | null {
  const sent = headers['user-agent']
  return sent === undefined ? null : redactText(sent.slice(0, maxUserAgent)).replaceAll('\0', '')
}

/**
 * Begins the audit entry of a request that may change something. Resolves when the entry is stored, or after a second
 * at the latest, and never rejects. Changes have to wait for that. The request can be read and checked meanwhile.
 */
export function beginAudit(
  req: IncomingMessage,
  backend: Backend,
  { params, ...audited }: AuditedRequest & { params: unknown },
): Promise<void> {
  const entry = { ...entryOf(req, backend, audited), targets: targetsIn(asFields(params), uuid) }
  stateOf(req).audit = entry
  return backend.context.audit.begin(entry)
}

/**
 * Adds the profile of a checked request to its audit entry, and the objects (accounts, schedules and others) whose
 * Carillon ids its path, query and body contain. With `profileId` null, the entry keeps the profile of the API key.
 * Does nothing for requests without an entry.
 */
export function noteTargets(
  req: IncomingMessage,
  input: { params: unknown; query: unknown; body: unknown },
  profileId: string | null,
): void {
  const { audit } = stateOf(req)
  if (audit === null) return
  const named = [input.params, input.query, input.body].flatMap((part) => targetsIn(asFields(part), uuid))
  stateOf(req).audit = {
    ...audit,
    profileId: profileId ?? audit.profileId,
    targets: distinct([...audit.targets, ...named]),
  }
}

/**
 * Adds the profile of the object that a request names only by its id to the request's audit entry, and to its record in
 * the list of requests. A profile that is known already is kept.
 */
export function noteProfile(req: IncomingMessage, profileId: string | null): void {
  const state = stateOf(req)
  state.profileId ??= profileId
  if (state.audit !== null) state.audit = { ...state.audit, profileId: state.audit.profileId ?? profileId }
}

/**
 * Adds the result of a request to its audit entry: the HTTP status, and the objects whose ids (Carillon's or a
 * network's) are in the path, the request body (both in `input`) or the response body (`body`). If the response is a
 * profile, an entry without a profile gets it. Call it before the response is sent. Does nothing without an entry.
 */
export function noteOutput(
  req: IncomingMessage,
  { input, status, body }: { input: { params: unknown; body: unknown }; status: number; body: unknown },
): void {
  const { audit, operation } = stateOf(req)
  if (audit === null) return
  const fields = asFields(body)
  const own = ownTarget(fields, auditResources[operation?.split('.')[0] ?? ''] ?? kinds[String(fields['kind'])])
  const parts = [input.params, input.body, fields].flatMap((part) => targetsIn(asFields(part), anyId))
  const targets = distinct([...audit.targets, ...own, ...parts, ...containedTargets(fields)])
  const profile = own.find(({ type }) => type === 'profile')
  stateOf(req).audit = { ...audit, targets, status, profileId: audit.profileId ?? profile?.id ?? null }
}

/** Whether a request gets an audit entry although it did not begin one: if it was rejected for reasons of access. */
function isAccessRejected(status: number, code: string | null): boolean {
  return status === 401 || status === 403 || code === 'budget_exhausted'
}

/**
 * Stores the audit entry of a request with its outcome. Returns at once; storing is retried if it fails. Call it at the
 * event `close` of the response. A read has an entry only if it was rejected for reasons of access, a request without a
 * known key never. A read that is not an operation is named after its route.
 */
export function endAudit(req: IncomingMessage, res: ServerResponse, backend: Backend): void {
  const { audit, action, operation, route, grant, rejectedGrant, code } = stateOf(req)
  const known = grant ?? rejectedGrant
  if (known === null) return
  const status = res.headersSent ? res.statusCode : (audit?.status ?? null)
  const isWrite = operation === null ? action !== null : !isRead(operationRow(operation))
  if (!isWrite && !isAccessRejected(res.statusCode, code)) return
  const entry = audit ?? entryOf(req, backend, { grant: known, action: action ?? operation ?? route })
  backend.context.audit.end({ ...entry, status, code })
}
