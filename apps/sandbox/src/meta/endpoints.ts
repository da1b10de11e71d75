import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request, Response } from 'express'
import type { App } from './apps.ts'
import type { Finder, GraphCall, Host, OpenCall, OpenNode, Settings } from './graph/call.ts'
import { decodeSegment } from './graph/decode-segment.ts'
import { GraphError, invalidParameter, nonexistingField, sendGraphError, unknownObject } from './graph/graph-error.ts'
import { type Parameters, readParameters } from './graph/parameters.ts'
import { setUsageHeaders } from './graph/usage.ts'
import { checkToken, DATA_ACCESS_MS } from './login/tokens.ts'
import type { Token } from './state/grant.ts'

/** A Graph API host and its endpoints. */
export interface Graph extends Host {
  /** The endpoints that are not nodes, keyed by method and path, such as `GET debug_token`. */
  open: Record<string, (call: OpenCall) => unknown>
  /** The finders of the node types. The first one that finds an object is used. */
  finders: Finder[]
}

/**
 * The versions that Graph accepts.
 * @see https://developers.facebook.com/docs/graph-api/changelog (read 2026-11-20)
 */
const VERSIONS = ['v21.0', 'v22.0', 'v23.0', 'v24.0', 'v25.0', 'v26.0']
const UNVERSIONED = 'v21.0'

/**
 * Splits a path into its version and its other segments. The segments are decoded. The version of a path
 * without one is `v21.0`.
 * @throws GraphError with code 2500 for a version that is not supported
 */
export function locate(path: string): { version: string; segments: string[] } {
  const segments = path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeSegment)
  const first = segments[0] ?? ''
  if (!/^v\d+\.\d+$/.test(first)) return { version: UNVERSIONED, segments }
  if (!VERSIONS.includes(first)) throw new GraphError(`Unknown path components: /${segments.join('/')}`, { code: 2500 })
  return { version: first, segments: segments.slice(1) }
}

/**
 * Rejects what Graph no longer supports: requests to the host `graph-video`, and requests with `If-None-Match`.
 * @throws GraphError with code 100
 */
export function rejectRemoved(request: Request): void {
  if (request.hostname.startsWith('graph-video.')) throw invalidParameter('graph-video.facebook.com is deprecated')
  if (request.get('if-none-match') !== undefined) throw invalidParameter('If-None-Match is no longer supported')
}

/**
 * Rejects a path that goes on after the edge of a node, or after the name of a permission in `/me/permissions/{name}`.
 * @param segments the path without the version
 * @throws GraphError with code 2500
 */
export function rejectLongPath(segments: string[]): void {
  if (segments.length <= (segments[1] === 'permissions' ? 3 : 2)) return
  throw new GraphError(`Unknown path components: /${segments.slice(1).join('/')}`, { code: 2500 })
}

/**
 * Returns the token of a call: from the header `Authorization` (`Bearer` or `OAuth`), otherwise from the parameter
 * `access_token`; undefined if it has neither. Does not check the token.
 */
export function tokenText(request: Request, parameters: Parameters): string | undefined {
  const header = /^(?:Bearer|OAuth)\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1]
  return header ?? parameters.text('access_token')
}

/** The app whose secret is the key of `appsecret_proof`, and whether the proof is required. */
interface Proven {
  app: App
  settings: Pick<Settings, 'requireProof'>
}

/**
 * Checks `appsecret_proof`, the HMAC-SHA-256 of the token with the app's secret as the key, in hexadecimal. An absent
 * proof (undefined) passes unless the setting `requireProof` is on.
 * @throws GraphError with code 100 if the proof is wrong, or absent although required
 */
export function checkProof({ app, settings }: Proven, token: string, proof: string | undefined): void {
  if (proof === undefined) {
    if (!settings.requireProof) return
    throw new GraphError('API calls from the server require an appsecret_proof argument', {
      code: 100,
      type: 'GraphMethodException',
    })
  }
  const expected = createHmac('sha256', app.secret).update(token).digest()
  const given = Buffer.from(proof, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new GraphError('Invalid appsecret_proof provided in the API argument', {
      code: 100,
      type: 'GraphMethodException',
    })
  }
}

function checkDataAccess({ state, login }: Host, { grant }: Token, method: string): void {
  if (login === 'instagram' || method !== 'GET' || state.now() < grant.loggedInAt + DATA_ACCESS_MS) return
  throw new GraphError("(#10) The app's access to this person's data has expired", { code: 10, status: 403 })
}

/**
 * Returns the token of a call.
 * @throws GraphError without a valid token of this host's login, with a wrong proof or without a required one, or, with
 *   Facebook Login, for a read later than 90 days after the user's login
 */
function authenticate(host: Host, request: Request, parameters: Parameters): Token {
  const text = tokenText(request, parameters)
  if (text === undefined) {
    throw new GraphError('An access token is required to request this resource.', { code: 104, status: 401 })
  }
  const token = checkToken(host.state, text, host.login)
  checkProof(host, text, parameters.text('appsecret_proof'))
  checkDataAccess(host, token, request.method)
  return token
}

function nodeOf(finders: Finder[], id: string, call: GraphCall): OpenNode {
  for (const find of finders) {
    const node = find(id, call)
    if (node !== undefined) return node
  }
  throw unknownObject(id, call.request.method)
}

function runNode(node: OpenNode, { id, edge, method }: { id: string; edge: string; method: string }): unknown {
  const run = node.run(edge === '' ? method : `${method} ${edge}`)
  if (run !== undefined) return run()
  throw method === 'GET' && edge !== '' ? nonexistingField(edge, node.type) : unknownObject(id, method)
}

async function dispatch(graph: Graph, request: Request, response: Response): Promise<unknown> {
  const { version, segments } = locate(request.path)
  response.setHeader('facebook-api-version', version)
  rejectRemoved(request)
  const parameters = await readParameters({
    query: new URL(`http://graph${request.url}`).searchParams,
    // The bytes of a resumable upload are a file, whatever type they say they are.
    body: Buffer.isBuffer(request.body) && !segments[0]?.startsWith('upload:') ? request.body : Buffer.alloc(0),
    contentType: request.get('content-type') ?? '',
  })
  const path = segments.join('/')
  const open = graph.open[`${request.method} ${path}`]
  if (open !== undefined) return open({ ...graph, parameters })
  const token = authenticate(graph, request, parameters)
  rejectLongPath(segments)
  const [first = '', edge = '', ...rest] = segments
  const me = token.pageId ?? token.grant.subjectId
  const id = first === 'me' ? me : first
  const call: GraphCall = { ...graph, request, version, path, rest, parameters, token }
  const node = nodeOf(graph.finders, id, call)
  setUsageHeaders(response, graph.state, node.usage)
  node.admit(response)
  return runNode(node, { id: first, edge, method: request.method })
}

/**
 * Returns the Express handler of a Graph host, which runs the endpoint of a call and sends its result as JSON, or an
 * error in Graph's format. `request.body` must be a `Buffer` with the raw bytes, as `rawBody` reads them.
 */
export function serveGraph(graph: Graph): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    try {
      response.json(await dispatch(graph, request, response))
    } catch (error) {
      sendGraphError(error, response)
    }
  }
}
