import express, { type ErrorRequestHandler, type RequestHandler, Router } from 'express'
import { type ConsentWalk, walkConsent } from './consent/walk.ts'
import type { Dependencies } from './dependencies.ts'
import { readFaultRule, wordsThrottle } from './faults.ts'
import { StartError } from './first-use.ts'
import { isObject } from './json.ts'
import type { Network } from './network.ts'
import { createReceiver } from './receiver/router.ts'
import { createStartPage } from './start-page/index.ts'

/** The maximum size of a request body: larger than the gateway accepts for a webhook. */
const MAX_BODY = '8mb'

class NotHere extends Error {}

type Body = Record<string, unknown>

function readBody(body: unknown): Body {
  if (!isObject(body)) throw new RangeError('a JSON object is needed')
  return body
}

function readText(name: string, value: unknown): string | undefined {
  if (value !== undefined && typeof value !== 'string') throw new RangeError(`${name}: a text`)
  return value
}

function readConsent(body: Body): ConsentWalk {
  const { authorizationUrl, decision, withhold, as, number } = body
  if (typeof authorizationUrl !== 'string' || !URL.canParse(authorizationUrl))
    throw new RangeError('authorizationUrl: a URL')
  if (decision !== 'approve' && decision !== 'deny') throw new RangeError('decision: approve or deny')
  if (withhold !== undefined && !(Array.isArray(withhold) && withhold.every((scope) => typeof scope === 'string'))) {
    throw new RangeError('withhold: a list of scopes')
  }
  const handle = readText('as', as)
  const phoneNumber = readText('number', number)
  return {
    authorizationUrl,
    decision,
    ...(withhold && { withhold }),
    ...(handle !== undefined && { as: handle }),
    ...(phoneNumber !== undefined && { number: phoneNumber }),
  }
}

function readFlag(name: string, value: unknown): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false') throw new RangeError(`${name}: true or false`)
  return value === 'true'
}

const objectsOf = (list: unknown) => (Array.isArray(list) ? list.filter(isObject) : [])

/**
 * Checks that a network has an account with this handle, or a Page with this name or handle.
 * @throws RangeError if not
 */
async function requireAccount(network: Network, name: string): Promise<void> {
  const { accounts } = await network.state()
  const known = objectsOf(accounts).some(
    ({ handle, pages }) =>
      handle === name || objectsOf(pages).some((page) => page['name'] === name || page['handle'] === name),
  )
  if (!known) throw new RangeError(`as: ${network.name} has no account ${name}`)
}

function readSince(since: unknown): number | undefined {
  if (since === undefined) return undefined
  const time = /^\d+$/.test(String(since)) ? Number(since) : Date.parse(String(since))
  if (Number.isNaN(time)) throw new RangeError('since: an ISO 8601 time or milliseconds')
  return time
}

/** The error codes of the sandbox's own endpoints, keyed by HTTP status. */
const CODES = {
  400: 'invalid_request',
  404: 'not_found',
  413: 'invalid_request',
  500: 'internal_error',
  503: 'not_started',
}

function statusOf(error: unknown): keyof typeof CODES {
  if (error instanceof NotHere) return 404
  if (error instanceof StartError) return 503
  // Express rejects bodies with errors that have a type, and parts of a path with a URIError.
  const isBody = error instanceof Error && 'type' in error
  if (isBody && error.type === 'entity.too.large') return 413
  return isBody || error instanceof RangeError || error instanceof URIError ? 400 : 500
}

const reject: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  const status = statusOf(error)
  const message = error instanceof Error ? error.message : String(error)
  response.status(status).json({ error: CODES[status], message })
}

function peoplesEndpoints(networkOf: (name: unknown) => Network, networks: Map<string, Network>): Router {
  const router = Router()
  router.post('/consent', async (request, response) => {
    const walk = readConsent(readBody(request.body))
    const url = new URL(walk.authorizationUrl)
    const own = [...networks.values()].find(({ consent }) => consent?.owns(url))?.consent
    response.json(await (own === undefined ? walkConsent(walk) : own.walk(walk)))
  })
  router.post('/:what', async (request, response) => {
    const body = readBody(request.body)
    const { name, person } = networkOf(body['network'])
    const act = Object.hasOwn(person, request.params.what) ? person[request.params.what] : undefined
    if (act === undefined) throw new NotHere(`${name} knows: consent, ${Object.keys(person).join(', ')}`)
    // An action throws only because of its request; anything else would be a bug in its code.
    const done = await (async () => act(body))().catch((cause: Error) => {
      if (cause instanceof StartError) throw cause
      throw new RangeError(cause.message, { cause })
    })
    response.status(201).json(done ?? {})
  })
  return router
}

function faultEndpoints(networkOf: (name: unknown) => Network, faults: Dependencies['faults']): Router {
  const router = Router()
  router.get('/', (_request, response) => void response.json(faults.list()))
  router.post('/', async (request, response) => {
    const rule = readFaultRule(readBody(request.body))
    const network = networkOf(rule.network)
    if (wordsThrottle(rule) && network.hasThrottleCodes !== true) {
      throw new RangeError(`code, subcode, usage: ${network.name} words its throttles by itself`)
    }
    if (rule.as !== undefined) await requireAccount(network, rule.as)
    if (rule.fault === 'revoke-token' && rule.operation === undefined) await network.revokeTokens(rule.as)
    else faults.add(rule)
    response.status(201).json(rule)
  })
  router.delete('/', (request, response) => {
    const { network } = request.query
    faults.clear(network === undefined ? undefined : networkOf(network).name)
    response.status(204).end()
  })
  return router
}

/**
 * Creates the routes of the sandbox's own endpoints and pages, by which tests and users control it. The networks are
 * mounted separately.
 */
export function createEndpoints(dependencies: Dependencies): Router {
  const { clock, journal, faults, networks } = dependencies
  const router = Router()
  router.use(createStartPage(dependencies))
  router.use(createReceiver())
  const networkOf = (name: unknown): Network => {
    const network = networks.get(String(name))
    if (network === undefined) throw new NotHere(`network: ${[...networks.keys()].join(', ')}`)
    return network
  }
  router.use(['/person', '/faults', '/clock', '/app'], express.json({ limit: MAX_BODY }))
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok', networks: [...networks.keys()] }))
  router.get('/journal', (request, response) => {
    const { network, since, bodies } = request.query
    const filter = { network: network === undefined ? undefined : networkOf(network).name, since: readSince(since) }
    if (bodies === 'wire') response.json(journal.readWire(filter))
    else response.json(readFlag('bodies', bodies) ? journal.readWithBodies(filter) : journal.read(filter))
  })
  router.get('/state/:network', async (request, response) => {
    response.json(await networkOf(request.params.network).state())
  })
  router.use('/faults', faultEndpoints(networkOf, faults))
  router.post('/app', async (request, response) => {
    const body = readBody(request.body)
    const { name, configureApp } = networkOf(body['network'])
    if (configureApp === undefined) throw new NotHere(`${name} pushes nothing, or has an app of its own path`)
    response.json(await configureApp(body))
  })
  router.get('/clock', (_request, response) => void response.json({ now: new Date(clock.now()).toISOString() }))
  router.post('/clock', (request, response) => {
    const { advanceMs } = readBody(request.body)
    clock.advance(typeof advanceMs === 'number' ? advanceMs : Number.NaN)
    response.json({ now: new Date(clock.now()).toISOString() })
  })
  router.use('/person', peoplesEndpoints(networkOf, networks))
  return router
}

/** The last handlers of the sandbox: they reject unknown paths and convert thrown errors to responses. */
export const REJECTIONS: [RequestHandler, ErrorRequestHandler] = [
  (request) => {
    throw new NotHere(`No ${request.method} ${request.path} here`)
  },
  reject,
]
