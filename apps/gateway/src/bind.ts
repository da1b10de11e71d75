import type { IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { isRead, missingScopes, type Operation, type OperationId, operationRow, waitsFor } from '@carillon/contract'
import { badBase64Code, isPlatform, type Platform, profilesOf, requireSupport } from '@carillon/domain'
import { asServiceError, ServiceError } from '@carillon/errors'
import type * as express from 'express'
import { authenticate, authenticateAgain } from './authenticate.ts'
import type { Backend } from './backend.ts'
import { routedFields } from './body/form-part.ts'
import { receiveBody } from './body/receive.ts'
import type { Received } from './body/received.ts'
import { type Checks, checksOf } from './checks.ts'
import { beginAudit, noteOutput, noteProfile, noteTargets } from './request-audit.ts'
import { addSignal, RequestSignal } from './request-signal.ts'
import { stateOf } from './request-state.ts'
import { sendResponse } from './send-response.ts'
import type { AnyOutput, Context, Grant, Request, Target } from './service.ts'
import { withIdsInOneForm } from './validate/ids.ts'
import { requireStorable } from './validate/storable.ts'
import { typedQuery } from './validate/text-values.ts'

type Fields = Readonly<Record<string, unknown>>

/** An operation and the compiled checks of its requests. */
interface Bound {
  row: Operation
  checks: Checks
}

interface Checked {
  params: Fields
  query: Fields
  headers: Fields
  body: unknown
}

/** A use case with a general input type. The schemas of the operation have checked the input before. */
type BoundUseCase = (context: Context, request: Omit<Request, 'input'> & { input: Checked }) => Promise<AnyOutput>

/** A request as sent. Only the routing fields of its body have been checked. */
interface Sent {
  params: Fields
  query: Fields
  headers: Fields
  body: Received | null
  /** The operation's own platform, otherwise the one in the request; undefined if there is neither. */
  platform: Platform | undefined
}

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

const asFields = (value: unknown): Fields => (isObject(value) ? value : {})

const none: Fields = {}

function searchOf({ url = '' }: IncomingMessage): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at + 1)
}

/** Returns a header by its name if it was sent. A repeated header gives a list, which the check rejects. */
function headerOf({ headersDistinct }: IncomingMessage, name: string): [name: string, value: unknown][] {
  const sent = headersDistinct[name]
  return sent === undefined ? [] : [[name, sent.length === 1 ? sent[0] : sent]]
}

function readRequest(req: express.Request, { row, checks, body }: Bound & { body: Received | null }): Sent {
  const search = searchOf(req)
  const query = search === '' ? none : typedQuery(checks.querySchema, search)
  const platform = row.platform ?? query['platform'] ?? asFields(routedFields(row, body?.head))['platform']
  return {
    params: req.params,
    query,
    headers:
      checks.headers.length === 0 ? none : Object.fromEntries(checks.headers.flatMap((name) => headerOf(req, name))),
    body,
    platform: isPlatform(platform) ? platform : undefined,
  }
}

/** Checks the fields that decide which rules apply (400). They are checked before everything else. */
function checkRoutingFields(checks: Checks, { params, query, headers, body }: Sent): void {
  for (const part of [params, query, headers, body?.head]) requireStorable(part)
  checks.checkParams(params, { whole: 'path' })
  checks.checkQueryRouting(query, { whole: 'query' })
  checks.checkBodyRouting?.(body?.head, { whole: 'body' })
}

/**
 * Checks that an API key has the scopes that an operation requires.
 * @throws ServiceError `insufficient_scope` (403)
 */
export function requireScope(row: Pick<Operation, 'scope' | 'furtherScope'>, { scopes }: Grant): void {
  const [requiredScope, ...others] = missingScopes(row, scopes)
  if (requiredScope === undefined) return
  const lacks =
    others.length === 0
      ? `does not have the scope ${requiredScope}, which the operation needs`
      : `has none of the scopes ${[requiredScope, ...others].join(', ')}, of which the operation needs one`
  throw new ServiceError('insufficient_scope', `This API key ${lacks}.`, { details: { requiredScope } })
}

/** Rejects a known platform that does not support this operation (422). */
function requirePlatform(row: Operation, platform: Platform | undefined, { body }: Sent): void {
  if (platform === undefined) return
  if (row.capability) requireSupport(row.capability, platform)
  if (row.multipart && body?.kind === 'form') requireSupport(row.multipart, platform)
}

/** Rejects the fields that were sent and that a known platform does not support (422). */
function requireFields(row: Operation, platform: Platform | undefined, { query, body }: Sent): void {
  if (platform === undefined) return
  const sentBody = asFields(routedFields(row, body?.head))
  for (const [field, capability] of Object.entries(row.fieldCapabilities ?? {})) {
    if (Object.hasOwn(query, field)) requireSupport(capability, platform, [field])
    if (Object.hasOwn(sentBody, field)) requireSupport(capability, platform, [...routeTo(row), field])
  }
}

/** Returns the path of the object in the body that has the routing fields; empty if it is the body itself. */
const routeTo = ({ routedBy }: Operation): string[] => (routedBy === undefined ? [] : [routedBy])

/** Checks all rules of the schemas, then those between fields that schemas cannot express (400). */
function checkWhole({ row, checks }: Bound, sent: Sent, now: Date): Checked {
  const { params, query, headers, platform } = sent
  checks.checkQuery(query, { whole: 'query' })
  checks.checkHeaders(headers, { whole: 'headers' })
  const body = sent.body?.complete(platform)
  const badBase64 = row.capability && platform ? badBase64Code(row.capability, platform) : 'invalid_request'
  if (sent.body || checks.takesBody) checks.bodyCheck(platform)(body, { whole: 'body', badBase64 })
  row.rules?.({ query, body }, now)
  return {
    params: withIdsInOneForm(params, checks.ids.params),
    query: withIdsInOneForm(query, checks.ids.query),
    headers,
    body: withBodyIds(row, body, checks),
  }
}

/** Returns the body with its ids in lower case, wherever its routing fields are. */
function withBodyIds({ routedBy }: Operation, body: unknown, { ids }: Checks): unknown {
  if (routedBy === undefined) return withIdsInOneForm(body, ids.body)
  const { [routedBy]: routed, ...others } = asFields(body)
  return routed === undefined ? body : { ...others, [routedBy]: withIdsInOneForm(routed, ids.body) }
}

/**
 * Checks what can be checked before the account is known. For operations that report rejections themselves, an invalid
 * body, or one with fields that the platform does not support, is returned as `rejection` if the request names an
 * account.
 */
function checkRequest(bound: Bound, sent: Sent, now: Date): { input: Checked; rejection: ServiceError | null } {
  requirePlatform(bound.row, sent.platform, sent)
  try {
    requireFields(bound.row, sent.platform, sent)
    return { input: checkWhole(bound, sent, now), rejection: null }
  } catch (thrown) {
    const { platform, accountId, profileId } = asFields(sent.body?.head)
    const reported = bound.row.reportsRejections && typeof accountId === 'string' && thrown instanceof ServiceError
    if (!reported) throw thrown
    const body = withIdsInOneForm({ platform, accountId, profileId }, bound.checks.ids.body)
    return { input: { params: {}, query: {}, headers: {}, body }, rejection: thrown }
  }
}

function named(row: Operation, input: Checked, field: string): string | undefined {
  const value = [input.params, input.query, routedFields(row, input.body)]
    .map((part) => asFields(part)[field])
    .find((each) => each !== undefined)
  return typeof value === 'string' ? value : undefined
}

/**
 * Finds the profile and account of a request; null if it is about the whole organization. Rejects a missing profile
 * (400) and ids that the key does not reach (404), then operations on the whole organization for keys bound to profiles
 * (403): what belongs to another organization is never reported with 403.
 */
async function findTarget(
  { context, service }: Backend,
  row: Operation,
  { grant, input, platform }: { grant: Grant; input: Checked; platform: Platform | undefined },
): Promise<Target | null> {
  const ids = { profileId: named(row, input, 'profileId'), accountId: named(row, input, 'accountId'), platform }
  const target = await service.resolveTarget(context, grant, ids, row.profile)
  if (row.wholeOrganization && profilesOf(grant.scope) !== null) {
    throw new ServiceError(
      'profile_scope_violation',
      'This API key is restricted to profiles. Use a key of the whole organization for this operation.',
    )
  }
  return target
}

/** Whether the response of a request may have waited for something new, as the request permits with `wait`. */
const hasWaited = (row: Operation, { query }: { query: unknown }): boolean =>
  waitsFor(row) === 'client' && Number(Object(query).wait ?? 0) > 0

/**
 * Checks that the access of a request's API key is still the same. Called for a response that has waited for something
 * new, which the key may no longer read.
 * @throws ServiceError `unauthorized` if the key was deleted meanwhile, `temporarily_unavailable` if it was changed, so
 *   that the client repeats the request with the present access
 */
async function requireSameAccess(req: IncomingMessage, backend: Backend, before: Grant): Promise<void> {
  const now = await authenticateAgain(req, backend)
  const accessOf = ({ scope, scopes }: Grant) => ({ scope, scopes: [...scopes] })
  if (isDeepStrictEqual(accessOf(now), accessOf(before))) return
  const message = 'The access of the API key has changed while the response waited. Send the request again.'
  throw new ServiceError('temporarily_unavailable', message, { retryAfter: 1 })
}

/**
 * Deletes the uploaded files of a rejected request. After a 5xx they may be in use, so they are left to the periodic
 * sweep.
 */
async function discardRejected(body: Received | null, row: Operation, thrown: unknown): Promise<void> {
  if (row.reportsRejections || asServiceError(thrown).status < 500) await body?.discard()
}

/**
 * Builds the Express handler of an operation, which checks the request and calls the use case. THE ORDER OF REJECTIONS,
 * the same for every operation: 401 and Carillon's own 429 → 403 scope of the key → 415 → 413 → 429 upload slots → 400
 * or 413 for a body that cannot be read → 401 and 403 if the key has changed meanwhile → 400 routing fields → 422
 * capability of the platform in the request → 400 schema → 400 and 404 profile and account, 403 key bound to profiles
 * → 422 capability of the account's platform, if the request has none → use case. `reportsRejections` of the operation
 * leaves the rejection of fields (422, 400) to the use case.
 */
export function bind(id: OperationId, backend: Backend) {
  const row = operationRow(id)
  // Compiling those of all operations would take up most of a gateway's start time.
  const useCase = backend.service.useCases[id] as BoundUseCase
  return async (req: express.Request, res: express.Response): Promise<void> => {
    const state = stateOf(req)
    state.params = req.params
    const first = await authenticate(req, res, backend)
    requireScope(row, first)
    const audited = isRead(row) ? undefined : beginAudit(req, backend, { grant: first, action: id, params: req.params })
    const checks = checksOf(row)
    const ending = new RequestSignal(res, backend.closing)
    const body = await receiveBody(req, res, { backend, row, grant: first, ending })
    try {
      const grant = body === null ? first : await authenticateAgain(req, backend)
      requireScope(row, grant)
      const sent = readRequest(req, { row, checks, body })
      checkRoutingFields(checks, sent)
      const { input, rejection } = checkRequest({ row, checks }, sent, backend.context.now())
      const target = await findTarget(backend, row, { grant, input, platform: sent.platform })
      state.profileId = target?.profileId ?? null
      noteTargets(req, { ...input, body: routedFields(row, input.body) }, state.profileId)
      const account = target?.account ?? null
      const platform = sent.platform ?? account?.platform
      if (sent.platform === undefined) {
        requirePlatform(row, platform, sent)
        requireFields(row, platform, sent)
      }
      ending.startDeadline(backend.deadlineMs)
      const { requestId } = state
      const bodyHash = body?.bodyHash ?? null
      const known = { grant, target, account, platform: platform ?? null, input, rejection }
      const reportProfile = (profileId: string | null) => noteProfile(req, profileId)
      const reportPublish = (publishId: string | null) => {
        state.publishId = publishId
      }
      const request = { ...known, requestId, bodyHash, ending, reportProfile, reportPublish }
      addSignal(request)
      const run = () => useCase(backend.context, request)
      const output = await (audited === undefined ? run() : backend.service.changesAfter(audited, run))
      if (hasWaited(row, input)) await requireSameAccess(req, backend, grant)
      noteOutput(req, { input, status: output.status, body: output.body })
      if (row.reportsRejections) await body?.discard()
      await sendResponse(res, output, { unread: backend.unread, owner: grant.scope.organizationId })
    } catch (thrown) {
      await discardRejected(body, row, thrown)
      throw thrown
    }
  }
}
