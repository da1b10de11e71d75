import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { walkConsent } from '../../src/consent/walk.ts'
import { facebook } from '../../src/facebook/index.ts'
import { createFileStore } from '../../src/file-store.ts'
import { instagram } from '../../src/instagram/index.ts'
import { FACEBOOK_APP, INSTAGRAM_APP } from '../../src/meta/apps.ts'
import { type Settings, USUAL_SETTINGS } from '../../src/meta/graph/call.ts'
import { createState } from '../../src/meta/state/state.ts'
import type { Network, SandboxContext } from '../../src/network.ts'

export const CALLBACK = 'http://127.0.0.1:9/callback'
export const START = Date.UTC(2026, 10, 20, 12)

export interface TestResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: the responses of the doubles are what the tests are about
  body: any
}

export type Form = Record<string, string | Buffer>

export interface Rig {
  facebook: Network
  instagram: Network
  /** The files that the networks can fetch, keyed by URL. */
  web: Map<string, { bytes: Buffer; contentType: string }>
  advance(ms: number): void
  urls: { facebook: string; instagram: string }
  send(url: string, init?: RequestInit): Promise<TestResponse>
  /** Sends a GET with a query. */
  get(url: string, query?: Record<string, string>): Promise<TestResponse>
  /** Posts a form, which is multipart if it contains bytes. */
  post(url: string, form: Form): Promise<TestResponse>
  close(): Promise<void>
}

async function read(response: Response): Promise<TestResponse> {
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
}

function formBody(form: Form): URLSearchParams | FormData {
  const entries = Object.entries(form)
  if (entries.every((entry): entry is [string, string] => typeof entry[1] === 'string'))
    return new URLSearchParams(entries)
  const multipart = new FormData()
  for (const [name, value] of entries) {
    multipart.append(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], 'file'))
  }
  return multipart
}

/** Serves the simulated Facebook and Instagram, with one state, on a free port. `advance` moves their clock. */
export async function startRig(settings: Partial<Settings> = {}): Promise<Rig> {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const urls = { facebook: `${origin}/facebook`, instagram: `${origin}/instagram` }
  let now = START
  const web: Rig['web'] = new Map()
  const around = (baseUrl: string): SandboxContext => ({
    baseUrl,
    now: () => now,
    keep: createFileStore(`${origin}/files`).keep,
    async pull(url) {
      const file = web.get(url)
      if (file === undefined) throw new Error(`${url} responded with 404`)
      return file
    },
  })
  const options = { state: createState({ now: () => now }), settings: { ...USUAL_SETTINGS, ...settings } }
  const networks = {
    facebook: await facebook(around(urls.facebook), options),
    instagram: await instagram(around(urls.instagram), options),
  }
  for (const network of Object.values(networks)) app.use(`/${network.name}`, network.router)
  const send: Rig['send'] = async (url, init) => read(await fetch(url, { redirect: 'manual', ...init }))
  return {
    ...networks,
    web,
    urls,
    send,
    advance: (ms) => {
      now += ms
    },
    get: (url, query = {}) => send(`${url}?${new URLSearchParams(query)}`),
    post: (url, form) => send(url, { method: 'POST', body: formBody(form) }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface Consent {
  scopes: string[]
  as?: string
  withhold?: string[]
  decision?: 'approve' | 'deny'
  extra?: Record<string, string>
}

function dialogUrl(rig: Rig, login: 'facebook' | 'instagram', { scopes, extra = {} }: Consent): string {
  const path = { facebook: '/v25.0/dialog/oauth', instagram: '/oauth/authorize' }[login]
  const query = new URLSearchParams({
    client_id: { facebook: FACEBOOK_APP, instagram: INSTAGRAM_APP }[login].id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: scopes.join(','),
    state: 'st&te',
    ...extra,
  })
  return `${rig.urls[login]}${path}?${query}`
}

/** Completes a login dialog, and returns the last URL: the callback, or the page at which the dialog ended. */
export async function consent(rig: Rig, login: 'facebook' | 'instagram', asked: Consent): Promise<URL> {
  const { as, withhold, decision = 'approve' } = asked
  const walk = {
    authorizationUrl: dialogUrl(rig, login, asked),
    decision,
    ...(as && { as }),
    ...(withhold && { withhold }),
  }
  return new URL((await walkConsent(walk)).finalUrl)
}

export const PAGE_SCOPES = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_read_user_content']
export const LINKED_SCOPES = [...PAGE_SCOPES, 'instagram_basic', 'instagram_content_publish']
export const INSTAGRAM_LOGIN_SCOPES = ['instagram_business_basic', 'instagram_business_content_publish']

const APP = { client_id: FACEBOOK_APP.id, client_secret: FACEBOOK_APP.secret }

/** Returns a user token of Facebook Login: a long-lived one unless `short` is true. */
export async function userToken(rig: Rig, asked: Partial<Consent> & { short?: boolean } = {}): Promise<string> {
  const back = await consent(rig, 'facebook', { scopes: LINKED_SCOPES, ...asked })
  const token = `${rig.urls.facebook}/v25.0/oauth/access_token`
  const code = back.searchParams.get('code') ?? ''
  const { body: short } = await rig.get(token, { ...APP, redirect_uri: CALLBACK, code })
  if (asked.short) return short.access_token
  const exchange = { ...APP, grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token }
  return (await rig.get(token, exchange)).body.access_token
}

export interface PageAccess {
  id: string
  token: string
  user: string
  url: string
}

/** Returns a Page that the user gave access to, with its token: the one named `page`, by default the first. */
export async function pageAccess(rig: Rig, asked: Partial<Consent> & { page?: string } = {}): Promise<PageAccess> {
  const user = await userToken(rig, asked)
  const { body } = await rig.get(`${rig.urls.facebook}/v25.0/me/accounts`, { access_token: user })
  const page = body.data.find(({ name }: { name: string }) => name === (asked.page ?? name))
  return { id: page.id, token: page.access_token, user, url: `${rig.urls.facebook}/v25.0/${page.id}` }
}

export interface InstagramAccess {
  id: string
  token: string
  url: string
}

/** Connects an account with Instagram Login, and returns its id and a long-lived token. */
export async function instagramAccess(rig: Rig, asked: Partial<Consent> = {}): Promise<InstagramAccess> {
  const back = await consent(rig, 'instagram', { scopes: INSTAGRAM_LOGIN_SCOPES, ...asked })
  const { body: short } = await rig.post(`${rig.urls.instagram}/oauth/access_token`, {
    client_id: INSTAGRAM_APP.id,
    client_secret: INSTAGRAM_APP.secret,
    grant_type: 'authorization_code',
    redirect_uri: CALLBACK,
    code: back.searchParams.get('code') ?? '',
  })
  const { body: long } = await rig.get(`${rig.urls.instagram}/access_token`, {
    grant_type: 'ig_exchange_token',
    client_secret: INSTAGRAM_APP.secret,
    access_token: short.access_token ?? short.data[0].access_token,
  })
  const token = long.access_token
  const { body: me } = await rig.get(`${rig.urls.instagram}/v25.0/me`, { fields: 'user_id', access_token: token })
  const { user_id: id } = me.data?.[0] ?? me
  return { id, token, url: `${rig.urls.instagram}/v25.0/${id}` }
}
