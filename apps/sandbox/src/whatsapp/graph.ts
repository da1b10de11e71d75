import type { Request, Response } from 'express'
import { checkProof, locate, rejectLongPath, rejectRemoved, tokenText } from '../meta/endpoints.ts'
import { GraphError, nonexistingField, sendGraphError, unknownObject } from '../meta/graph/graph-error.ts'
import { type Parameters, readParameters } from '../meta/graph/parameters.ts'
import type { GraphCall, Handler, Host, OpenCall } from './call.ts'
import { NUMBER_EDGES } from './numbers.ts'
import { debugToken, exchangeCode, hasEnded } from './oauth.ts'
import type { PhoneNumber, Waba } from './records.ts'
import type { Token } from './state.ts'
import { WABA_EDGES } from './wabas.ts'

const OPEN: Record<string, (call: OpenCall) => unknown> = {
  'GET oauth/access_token': exchangeCode,
  'POST oauth/access_token': exchangeCode,
  'GET debug_token': debugToken,
}

function invalidToken(message: string, subcode?: number): GraphError {
  return new GraphError(message, { code: 190, ...(subcode !== undefined && { subcode }), status: 401 })
}

/**
 * Returns the business token that a call carries.
 * @throws GraphError with code 104 without a token, with code 190 for an unknown, revoked or expired one, with code 100
 *   for a wrong `appsecret_proof`
 */
function authenticate({ state, app }: Host, request: Request, parameters: Parameters): Token {
  const text = tokenText(request, parameters)
  if (text === undefined) {
    throw new GraphError('An access token is required to request this resource.', { code: 104, status: 401 })
  }
  const token = state.tokens.get(text)
  if (token === undefined) throw invalidToken('Invalid OAuth access token - Cannot parse access token')
  if (token.revoked) throw invalidToken('Error validating access token: The session has been invalidated.', 460)
  if (hasEnded(state, token)) throw invalidToken('Error validating access token: Session has expired.', 463)
  checkProof({ app, settings: { requireProof: false } }, text, parameters.text('appsecret_proof'))
  return token
}

/** Returns whether the business of a token has shared the WhatsApp Business account `wabaId` with the app. */
function reaches(token: Token, wabaId: string): boolean {
  return token.wabaIds.includes(wabaId)
}

function run<T>(edges: Record<string, Handler<T>>, type: string, subject: T, call: GraphCall): unknown {
  const [id = '', edge = ''] = call.path.split('/')
  const { method } = call.request
  const handle = edges[edge === '' ? method : `${method} ${edge}`]
  if (handle !== undefined) return handle(subject, call)
  throw method === 'GET' && edge !== '' ? nonexistingField(edge, type) : unknownObject(id, method)
}

function runNode(call: GraphCall): unknown {
  const [id = ''] = call.path.split('/')
  const number: PhoneNumber | undefined = call.state.numbers.get(id)
  if (number !== undefined && reaches(call.token, number.wabaId)) {
    return run(NUMBER_EDGES, 'WhatsAppBusinessPhoneNumber', number, call)
  }
  const waba: Waba | undefined = call.state.wabas.get(id)
  if (waba !== undefined && reaches(call.token, waba.id)) return run(WABA_EDGES, 'WhatsAppBusinessAccount', waba, call)
  throw unknownObject(id, call.request.method)
}

async function dispatch(host: Host, request: Request, response: Response): Promise<unknown> {
  const { version, segments } = locate(request.path)
  response.setHeader('facebook-api-version', version)
  rejectRemoved(request)
  const parameters = await readParameters({
    query: new URL(`http://graph${request.url}`).searchParams,
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    contentType: request.get('content-type') ?? '',
  })
  const path = segments.join('/')
  const open = OPEN[`${request.method} ${path}`]
  if (open !== undefined) return open({ ...host, parameters })
  const token = authenticate(host, request, parameters)
  rejectLongPath(segments)
  return runNode({ ...host, request, version, path, parameters, token })
}

/**
 * Returns the Express handler of the calls to graph.facebook.com: Cloud API, accounts and tokens. `request.body` must
 * contain the raw bytes. Errors are sent as responses.
 */
export function serveGraph(host: Host): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    try {
      response.json(await dispatch(host, request, response))
    } catch (error) {
      sendGraphError(error, response)
    }
  }
}
