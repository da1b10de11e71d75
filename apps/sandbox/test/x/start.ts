import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { walkConsent } from '../../src/consent/walk.ts'
import type { NetworkFault } from '../../src/faults.ts'
import { createFileStore } from '../../src/file-store.ts'
import type { Network } from '../../src/network.ts'
import { type XOptions, x, xApps } from '../../src/x/index.ts'

export const CALLBACK = 'http://127.0.0.1:9/callback?from=x'
export const ALL_SCOPES = 'tweet.read tweet.write users.read media.write offline.access'

/** The JSON of a response, of any shape. */
export interface Json {
  [name: string]: Json | undefined
}

export interface Reply {
  status: number
  headers: Headers
  body: Json
}

/** The parts of the state that tests read. */
interface State {
  accounts: Record<string, unknown>[]
  posts: (Record<string, unknown> & { id: string; text: string; handle: string; media: Record<string, unknown>[] })[]
  uploads: Record<string, unknown>[]
  billed: { operation: string; units: number; amount: number }[]
  billedTotal: number
}

export interface Tokens {
  access: string
  refresh: string
  raw: Json
}

export interface Call {
  token?: string
  json?: unknown
  form?: FormData
  headers?: Record<string, string>
}

/** Serves the simulated X alone on a free port, with a clock that only `advance` moves. */
export async function startX(options: Partial<XOptions> = {}) {
  let now = Date.UTC(2026, 10, 20, 12)
  const shelf = createFileStore('http://sandbox.test/files')
  const network: Network = x(
    {
      baseUrl: 'http://sandbox.test/x',
      now: () => now,
      keep: shelf.keep,
      pull: async () => {
        throw new Error('X pulls nothing')
      },
    },
    options,
  )
  let fault: NetworkFault | undefined
  const operations: (string | undefined)[] = []
  const mounted = express.Router()
  mounted.use((request, response, next) => {
    operations.push(network.operation(request))
    if (fault === undefined) return next()
    request.resume()
    network.sendFault(fault, request, response)
  })
  mounted.use(network.router)
  const server = createServer(express().use('/x', mounted))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`

  async function call(method: string, path: string, { token, json, form, headers = {} }: Call = {}): Promise<Reply> {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: form ?? (json === undefined ? null : typeof json === 'string' ? json : JSON.stringify(json)),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json')
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : { text }) as Json }
  }

  async function tokenCall(
    path: string,
    fields: Record<string, string>,
    basic: string | null = 'sandbox-x-client:sandbox-x-secret',
  ) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: basic === null ? {} : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` },
      body: new URLSearchParams(fields),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }

  const verifier = randomBytes(32).toString('base64url')
  function authorizationUrl(changes: Record<string, string | undefined> = {}): string {
    const all = {
      response_type: 'code',
      client_id: xApps.confidential.clientId,
      redirect_uri: CALLBACK,
      scope: ALL_SCOPES,
      state: 'a state',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }
    const kept = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return `${url}/i/oauth2/authorize?${new URLSearchParams(kept)}`
  }

  /** Returns the query with which the consent page redirects to the callback. */
  async function consent(
    walk: { as?: string; withhold?: string[]; decision?: 'approve' | 'deny' } = {},
    changes: Record<string, string | undefined> = {},
  ): Promise<URLSearchParams> {
    const { decision = 'approve', ...rest } = walk
    const { finalUrl } = await walkConsent({ authorizationUrl: authorizationUrl(changes), decision, ...rest })
    return new URL(finalUrl).searchParams
  }

  function exchange(code: string | null, changes: Record<string, string> = {}, basic?: string | null) {
    const fields = {
      grant_type: 'authorization_code',
      code: code ?? '',
      redirect_uri: CALLBACK,
      code_verifier: verifier,
      ...changes,
    }
    return tokenCall('/2/oauth2/token', fields, basic)
  }

  function refresh(token: string, basic?: string) {
    return tokenCall('/2/oauth2/token', { grant_type: 'refresh_token', refresh_token: token }, basic)
  }

  /** Exchanges a refresh token for new tokens. */
  async function rotate(token: string): Promise<Tokens> {
    const { body } = await refresh(token)
    return { access: String(body['access_token']), refresh: String(body['refresh_token']), raw: body }
  }

  /** Returns a user's tokens, obtained through the consent page. */
  async function connect(as?: string, scope: string = ALL_SCOPES): Promise<Tokens> {
    const response = await consent(as === undefined ? {} : { as }, { scope })
    const { body } = await exchange(response.get('code'))
    return { access: String(body['access_token']), refresh: String(body['refresh_token']), raw: body }
  }

  return {
    url,
    network,
    operations,
    call,
    tokenCall,
    authorizationUrl,
    consent,
    exchange,
    refresh,
    rotate,
    connect,
    state: () => network.state() as unknown as State,
    advance: (ms: number) => {
      now += ms
    },
    now: () => now,
    play: (name: NetworkFault | undefined) => {
      fault = name
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type RunningX = Awaited<ReturnType<typeof startX>>
