import type { IncomingMessage, ServerResponse } from 'node:http'
import { isRead, operationRow } from '@carillon/contract'
import { auditResources, auditTargets } from '@carillon/domain'
import { redactText } from '@carillon/log'
import type { Backend } from './backend.ts'
import { callerAddress } from './connection/caller-address.ts'
import { isFromDashboard } from './dashboard/session-requests.ts'
import { stateOf } from './request-state.ts'
import type { AuditEntry, Grant } from './service.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/**
 * Ids of objects on the social networks, among them AT URIs. A client can send anything instead: phone numbers, e-mail
 * addresses and secrets of Carillon are not taken for ids.
 */
const anyId = /^(?!\+)(?!.*(?:carillon_|whsec_))[\w.:/+=-]{1,256}$/
const maxUserAgent = 200

type Fields = Readonly<Record<string, unknown>>
type Target = AuditEntry['targets'][number]

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {})

/** The objects whose ids are in the fields of a request or a response. */
function targetsIn(fields: Fields, id: RegExp): Target[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const type = auditTargets[name]
    return type !== undefined && typeof value === 'string' && id.test(value) ? [{ type, id: value }] : []
  })
}

const distinct = (targets: readonly Target[]): Target[] => [
  ...new Map(targets.map((target) => [`${target.type} ${target.id}`, target])).values(),
]

interface AuditedRequest {
  grant: Grant
  /** The id of the operation. */
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
 * Begins the entry of a request that may change something. Resolves once the entry is as durable as any change that
 * follows; that takes place while the request is read and checked.
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

/** Adds what is known once a request is checked: its objects. */
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

/** Adds what is known once a request has had its effect: its status, and the objects that it created or named. */
export function noteOutput(
  req: IncomingMessage,
  { input, status, body }: { input: { params: unknown; body: unknown }; status: number; body: unknown },
): void {
  const { audit, operation } = stateOf(req)
  if (audit === null) return
  const fields = asFields(body)
  const ownType = auditResources[operation?.split('.')[0] ?? '']
  const { id } = fields
  const own = ownType !== undefined && typeof id === 'string' && anyId.test(id) ? [{ type: ownType, id }] : []
  const parts = [input.params, input.body, fields].flatMap((part) => targetsIn(asFields(part), anyId))
  const targets = distinct([...audit.targets, ...own, ...parts])
  const profile = own.find(({ type }) => type === 'profile')
  stateOf(req).audit = { ...audit, targets, status, profileId: audit.profileId ?? profile?.id ?? null }
}

/** Whether a request has an entry although it did not begin one: every rejection for reasons of access. */
function isRefused(status: number, code: string | null): boolean {
  return status === 401 || status === 403 || code === 'budget_exhausted'
}

/** Ends the entry of a request, once its response was sent or could not be. Requests without a known key have none. */
export function endAudit(req: IncomingMessage, res: ServerResponse, backend: Backend): void {
  const { audit, action, operation, grant, rejectedGrant, code } = stateOf(req)
  const known = grant ?? rejectedGrant
  const name = action ?? operation
  if (known === null || name === null) return
  const status = res.headersSent ? res.statusCode : (audit?.status ?? null)
  const isWrite = operation === null ? action !== null : !isRead(operationRow(operation))
  if (!isWrite && !isRefused(res.statusCode, code)) return
  const entry = audit ?? entryOf(req, backend, { grant: known, action: name })
  backend.context.audit.end({ ...entry, status, code })
}
