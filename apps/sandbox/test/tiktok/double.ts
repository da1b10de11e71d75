import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import express from 'express'
import type { Network, SandboxContext } from '../../src/network.ts'
import { tiktok, tiktokApp } from '../../src/tiktok/index.ts'
import { scopes as allScopes } from '../../src/tiktok/oauth/scopes.ts'

const redirectUri = 'https://app.example.com/callback/'
export const lena = '_000sandboxLenaBakes0000000000000001'
const start = Date.UTC(2026, 10, 20, 12)

type Json = Record<string, unknown>

export interface Envelope {
  code: number
  message: string
  request_id: string
  // The tests read responses of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: a response of the network is JSON of any shape
  data: any
}

export interface Tokens {
  access_token: string
  refresh_token: string
  open_id: string
  scope: string
  expires_in: number
  refresh_token_expires_in: number
}

function listen(network: Network) {
  const server = createServer(express().use('/tiktok', network.router))
  return once(server.listen(0, '127.0.0.1'), 'listening').then(() => {
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('no port')
    return { server, url: `http://127.0.0.1:${address.port}/tiktok` }
  })
}

/**
 * Serves the simulated TikTok alone on a free port. `web` has the files that it can fetch, keyed by URL; `advance`
 * moves its clock.
 */
export async function startDouble() {
  let now = start
  const web = new Map<string, Buffer>()
  /** The URLs of `web` that redirect. */
  const redirecting = new Set<string>()
  /** What the next fetches wait for, one each. */
  const pauses: Promise<void>[] = []
  const context: SandboxContext = {
    baseUrl: 'http://localhost/tiktok',
    now: () => now,
    async keep(bytes, contentType, altText = null) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return {
        contentType,
        bytes: bytes.length,
        sha256,
        width: null,
        height: null,
        altText,
        url: `http://files/${sha256}`,
      }
    },
    async pull(url, { redirect = 'follow' } = {}) {
      await pauses.shift()
      const bytes = web.get(url)
      if (!bytes) throw new Error('404')
      if (redirecting.has(url) && redirect === 'error') throw new Error('302')
      return { bytes, contentType: 'application/octet-stream' }
    },
  }
  const network = tiktok(context)
  const { server, url } = await listen(network)
  const api = `${url}/open_api/v1.3`

  async function read(response: Response): Promise<Envelope> {
    return (await response.json()) as Envelope
  }
  async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Envelope> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return read(await fetch(`${api}${path}`, init))
  }
  async function get(path: string, query: Record<string, string>, headers: Record<string, string> = {}) {
    return read(await fetch(`${api}${path}?${new URLSearchParams(query)}`, { headers }))
  }
  function authorizationUrl(change: Record<string, string> = {}): string {
    const query = {
      client_key: tiktokApp.id,
      response_type: 'code',
      scope: allScopes.join(','),
      redirect_uri: redirectUri,
      state: 'st4te',
      disable_auto_auth: '1',
      ...change,
    }
    return `${url}/v2/auth/authorize/?${new URLSearchParams(query)}`
  }
  /** Posts the consent form like a browser, and returns the URL of the redirect. */
  async function decide(form: [string, string][], change: Record<string, string> = {}): Promise<URL> {
    const body = new URLSearchParams(form)
    const response = await fetch(authorizationUrl(change), { method: 'POST', body, redirect: 'manual' })
    return new URL(response.headers.get('location') ?? '')
  }
  function exchange(code: string | null, change: Json = {}) {
    const { id: client_id, secret: client_secret } = tiktokApp
    const body = {
      client_id,
      client_secret,
      grant_type: 'authorization_code',
      auth_code: code,
      redirect_uri: redirectUri,
    }
    return post('/tt_user/oauth2/token/', { ...body, ...change })
  }
  async function connect(as = 'lena.bakes', scopes: readonly string[] = allScopes): Promise<Tokens> {
    const ticks = scopes.map((scope): [string, string] => ['scope', scope])
    const back = await decide([['decision', 'approve'], ['as', as], ...ticks])
    return (await exchange(back.searchParams.get('code'))).data
  }
  /** Returns functions that call the API as an account. */
  function account({ access_token, open_id }: Tokens) {
    const headers = { 'access-token': access_token }
    return {
      get: (path: string, query: Record<string, string> = {}) => get(path, { business_id: open_id, ...query }, headers),
      post: (path: string, body: Json = {}) => post(path, { business_id: open_id, ...body }, headers),
    }
  }
  /** Waits until no publish is being downloaded, and returns the state. */
  // biome-ignore lint/suspicious/noExplicitAny: the state is JSON of any shape
  async function settled(): Promise<any> {
    for (;;) {
      const state = await network.state()
      const { publishes } = state as { publishes: { status: string }[] }
      if (publishes.every(({ status }) => status !== 'PROCESSING_DOWNLOAD')) return state
      await turn()
    }
  }
  return {
    network,
    url,
    api,
    web,
    redirecting,
    pauses,
    get,
    post,
    authorizationUrl,
    decide,
    exchange,
    connect,
    account,
    settled,
    advance: (ms: number) => {
      now += ms
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

export type Double = Awaited<ReturnType<typeof startDouble>>
