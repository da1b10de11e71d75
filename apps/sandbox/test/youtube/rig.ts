import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import type { Network } from '../../src/network.ts'
import { type YoutubeOptions, youtube } from '../../src/youtube/index.ts'

export const scope = (name: string) => `https://www.googleapis.com/auth/${name}`
export const allScopes = [scope('youtube.upload'), scope('youtube.force-ssl'), scope('yt-analytics.readonly')]
export const client = { client_id: '77-sandbox.apps.googleusercontent.com', client_secret: 'GOCSPX-sandbox' }
export const redirectUri = 'https://app.example/callback'
const start = Date.parse('2026-11-20T12:00:00Z')

// biome-ignore lint/suspicious/noExplicitAny: responses are JSON of any shape
export type Json = any

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  json: Json
}

export interface Rig {
  network: Network
  url: string
  advance(ms: number): void
  call(path: string, init?: RequestInit): Promise<TestResponse>
  form(path: string, fields: Record<string, string>): Promise<TestResponse>
  authorizeUrl(over?: Record<string, string | undefined>): string
  /** Decides on the consent page, and returns the query of the redirect to the app's callback. */
  decide(over?: Decision): Promise<URLSearchParams>
  exchange(code: string, over?: Record<string, string>): Promise<TestResponse>
  /** Returns a valid access token. */
  token(over?: Decision): Promise<string>
  api(path: string, token: string, init?: RequestInit): Promise<TestResponse>
  state(): Promise<Json>
  /** Whether the file store rejects every file. */
  isStoreFull: boolean
  close(): Promise<void>
}

interface Decision {
  as?: string
  decision?: string
  grant?: string[]
  query?: Record<string, string | undefined>
}

/**
 * Serves the simulated YouTube alone on a free port, with a clock that only `advance` moves. By default, the project is
 * audited.
 */
export async function startRig(options: YoutubeOptions = {}): Promise<Rig> {
  let now = start
  let network: Network | undefined
  const app = express()
  app.use((request, response, next) => network?.router(request, response, next))
  const server: Server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const made = youtube(
    {
      baseUrl: url,
      now: () => now,
      keep: async (bytes, contentType, altText = null) => {
        if (rig.isStoreFull) throw new Error('no space left')
        return {
          contentType,
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          width: 1280,
          height: 720,
          altText,
          url: 'http://files.example/video',
        }
      },
      pull: async () => {
        throw new Error('YouTube pulls nothing')
      },
    },
    { project: { audited: true, testing: false }, ...options },
  )
  network = made

  async function call(path: string, init: RequestInit = {}): Promise<TestResponse> {
    const response = await fetch(path.startsWith('http') ? path : url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
  }

  const rig: Rig = {
    network: made,
    url,
    call,
    advance: (ms) => {
      now += ms
    },
    form: (path, fields) => call(path, { method: 'POST', body: new URLSearchParams(fields) }),
    authorizeUrl(over = {}) {
      const query: Record<string, string | undefined> = {
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: allScopes.join(' '),
        state: 'st4te',
        access_type: 'offline',
        prompt: 'consent',
        ...over,
      }
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
      return `${url}/o/oauth2/v2/auth?${new URLSearchParams(given)}`
    },
    async decide({ as = 'nora.videos', decision = 'approve', grant, query } = {}) {
      const page = rig.authorizeUrl(query)
      const asked = new URL(page).searchParams.get('scope')?.split(' ') ?? []
      const body = new URLSearchParams({ as, decision })
      for (const one of grant ?? asked) body.append('scope', one)
      const response = await call(page, { method: 'POST', body })
      return new URL(response.headers.get('location') ?? 'about:blank').searchParams
    },
    exchange: (code, over = {}) =>
      rig.form('/token', { ...client, code, grant_type: 'authorization_code', redirect_uri: redirectUri, ...over }),
    async token(over) {
      const back = await rig.decide(over)
      return (await rig.exchange(back.get('code') ?? '')).json.access_token
    },
    api: (path, token, init = {}) =>
      call(path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
      }),
    state: async () => made.state(),
    isStoreFull: false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return rig
}

/** Returns the reason of Google's first error in a response; undefined if it has none. */
export function reason({ json }: TestResponse): unknown {
  return json?.error?.errors?.[0]?.reason
}
