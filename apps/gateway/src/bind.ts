import { type Operation, type OperationId, operationRow } from '@carillon/contract'
import { badBase64Code, isPlatform, type Platform, requireSupport } from '@carillon/domain'
import { asServiceError, ServiceError } from '@carillon/errors'
import type { Request as HttpRequest, RequestHandler } from 'express'
import { sendAnswer } from './answer.ts'
import { authenticate } from './authenticate.ts'
import type { Backend } from './backend.ts'
import { type Received, receiveBody } from './body/receive.ts'
import { type Checks, compileChecks } from './checks.ts'
import { requestSignal } from './request-signal.ts'
import { stateOf } from './request-state.ts'
import type { Address, Answer, Context, Grant, Request } from './service.ts'
import { withIdsInOneForm } from './validate/ids.ts'
import { requireStorable } from './validate/storable.ts'
import { typedQuery } from './validate/text-values.ts'

type Fields = Readonly<Record<string, unknown>>

interface Checked {
  params: Fields
  query: Fields
  headers: Fields
  body: unknown
}

/** A use case by what the binder knows of it: that its input fits the schemas of its row, whatever they are. */
type BoundUseCase = (context: Context, request: Omit<Request, 'input'> & { input: Checked }) => Promise<Answer>

/** A request as it was sent, its body as far as it can be looked at without knowing its shape. */
interface Sent {
  params: Fields
  query: Fields
  headers: Fields
  body: Received | null
  platform: Platform | undefined
}

const asFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const searchOf = ({ url }: HttpRequest) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** A header by its name if it was sent; a repeated one as a list, for the check to refuse. */
function headerOf({ headersDistinct }: HttpRequest, name: string): [name: string, value: unknown][] {
  const sent = headersDistinct[name]
  return sent === undefined ? [] : [[name, sent.length === 1 ? sent[0] : sent]]
}

function readRequest(req: HttpRequest, checks: Checks, body: Received | null): Sent {
  const query = typedQuery(checks.querySchema, searchOf(req))
  const platform = query['platform'] ?? asFields(body?.head)['platform']
  return {
    params: { ...req.params },
    query,
    headers: Object.fromEntries(checks.headers.flatMap((name) => headerOf(req, name))),
    body,
    platform: isPlatform(platform) ? platform : undefined,
  }
}

/** 400: whom the request is about has to be readable before anything can be said about it. */
function checkHead(checks: Checks, { params, query, headers, body }: Sent): void {
  for (const part of [params, query, headers, body?.head]) requireStorable(part)
  checks.checkParams(params, { whole: 'path' })
  checks.checkQueryHead(query, { whole: 'query' })
  checks.checkBodyHead?.(body?.head, { whole: 'body' })
}

/** 422: a network that is known, but cannot do this. */
function requireCapabilities(row: Operation, { query, body, platform }: Sent): void {
  if (platform === undefined) return
  if (row.capability) requireSupport(row.capability, platform)
  if (row.multipart && body?.kind === 'form') requireSupport(row.multipart, platform)
  const head = asFields(body?.head)
  for (const [field, capability] of Object.entries(row.fieldCapabilities ?? {})) {
    if (Object.hasOwn(query, field) || Object.hasOwn(head, field)) requireSupport(capability, platform)
  }
}

/** 400: every rule of the schemas. */
function checkWhole(row: Operation, checks: Checks, sent: Sent): Checked {
  const { params, query, headers, platform } = sent
  checks.checkQuery(query, { whole: 'query' })
  checks.checkHeaders(headers, { whole: 'headers' })
  const body = sent.body?.complete(platform)
  const badBase64 = row.capability && platform ? badBase64Code(row.capability, platform) : 'invalid_request'
  checks.bodyCheck(platform)?.(body, { whole: 'body', badBase64 })
  return {
    params: withIdsInOneForm(params, checks.ids.params),
    query: withIdsInOneForm(query, checks.ids.query),
    headers,
    body: withIdsInOneForm(body, checks.ids.body),
  }
}

function named(input: Checked, field: string): string | undefined {
  const value = [input.params, input.query, input.body]
    .map((part) => asFields(part)[field])
    .find((each) => each !== undefined)
  return typeof value === 'string' ? value : undefined
}

/** 403 for what a key bound to one profile cannot do; 400 `profile_required`, 404 and 403 for the address. */
async function findAddress(
  { context, service }: Backend,
  row: Operation,
  { grant, input, platform }: { grant: Grant; input: Checked; platform: Platform | undefined },
): Promise<Address | null> {
  if (row.wholeOrganization && grant.scope.profileId !== null) {
    throw new ServiceError(
      'profile_scope_violation',
      'This key is bound to one profile; this needs a key of the organization.',
    )
  }
  const address = { profileId: named(input, 'profileId'), accountId: named(input, 'accountId'), platform }
  return service.resolveAddress(context, grant, address, row.addressing)
}

/** What a refused request had put into the store goes; after a fault it may be in use, and is left to the sweep. */
async function discardRefused(body: Received | null, thrown: unknown): Promise<void> {
  if (asServiceError(thrown).status < 500) await body?.discard()
}

/**
 * Binds an operation to its use case. THE ORDER OF REFUSALS, the same for every operation: 401 and our own 429 → 415 →
 * 413, or 400 for a body that cannot be read → 400 heading → 422 capability → 400 schema → 400, 404, 403 address → use case.
 */
export function bind(id: OperationId, backend: Backend): RequestHandler {
  const row = operationRow(id)
  const checks = compileChecks(row)
  const useCase = backend.service.useCases[id] as BoundUseCase
  return async (req, res) => {
    const state = stateOf(req)
    state.operation = id
    state.route = id
    const grant = await authenticate(req, res, backend)
    const { signal, startDeadline } = requestSignal(res, backend.closing)
    const body = await receiveBody(req, res, { backend, row, grant, signal })
    try {
      const sent = readRequest(req, checks, body)
      checkHead(checks, sent)
      requireCapabilities(row, sent)
      const input = checkWhole(row, checks, sent)
      const address = await findAddress(backend, row, { grant, input, platform: sent.platform })
      startDeadline(backend.deadlineMs)
      const { requestId } = state
      const bodyHash = body?.bodyHash ?? null
      sendAnswer(res, await useCase(backend.context, { grant, address, input, requestId, signal, bodyHash }))
    } catch (thrown) {
      await discardRefused(body, thrown)
      throw thrown
    }
  }
}
