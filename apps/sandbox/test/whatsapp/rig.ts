import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { type Sandbox, startSandbox } from '../../src/sandbox.ts'
import { WHATSAPP_APP } from '../../src/whatsapp/app.ts'
import { whatsapp } from '../../src/whatsapp/index.ts'

export interface TestResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what the double statuses is what the tests are about
  body: any
}

/** A webhook as the gateway of the test received it. */
interface Received {
  signatureValid: boolean
  signature: string | undefined
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the shapes are what the tests are about
  value: any
}

export interface Rig {
  sandbox: Sandbox
  gatewayUrl: string
  received: Received[]
  /** Statuses of the next responses to webhooks; 200 once they are used up. */
  statuses: number[]
  /** The bodies that were posted to the sign-up page. */
  signups: Record<string, unknown>[]
  /** Resolves with all webhooks once at least `count` have been received. */
  untilReceived(count: number): Promise<Received[]>
  call(method: string, path: string, options?: { token?: string; json?: unknown }): Promise<TestResponse>
  person(what: string, body?: Record<string, unknown>): Promise<TestResponse>
  state(): Promise<TestResponse['body']>
  close(): Promise<void>
}

function startGateway(rig: Pick<Rig, 'received' | 'statuses' | 'signups'>, changed: () => void) {
  const app = express()
  app.get('/webhooks/whatsapp', ({ query }, response) => {
    if (query['hub.verify_token'] !== WHATSAPP_APP.verifyToken) return void response.status(403).end()
    response.type('text').send(String(query['hub.challenge']))
  })
  app.post('/webhooks/whatsapp', express.raw({ type: () => true, limit: '3mb' }), ({ body, headers }, response) => {
    const expected = `sha256=${createHmac('sha256', WHATSAPP_APP.secret).update(body).digest('hex')}`
    const signature = headers['x-hub-signature-256'] as string | undefined
    const text = body.toString('utf8')
    const value = text.startsWith('{') ? JSON.parse(text).entry?.[0]?.changes[0].value : undefined
    rig.received.push({ signature, signatureValid: signature === expected, text, value })
    response.status(rig.statuses.shift() ?? 200).end()
    changed()
  })
  app.get('/connect/whatsapp', (_request, response) => void response.send('<h1>Sign up</h1>'))
  app.post('/connect/whatsapp', express.json(), ({ body }, response) => {
    rig.signups.push(body)
    response.json({ status: 'completed', redirectUrl: body.event === 'CANCEL' ? null : `${body.session}` })
  })
  app.get('/done', (_request, response) => void response.send('done'))
  return createServer(app).listen(0, '127.0.0.1')
}

async function read(response: Response): Promise<TestResponse> {
  const text = await response.text()
  const json = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
}

/** Starts a sandbox with WhatsApp only, and a gateway that receives its webhooks. */
export async function startRig(): Promise<Rig> {
  const kept: Pick<Rig, 'received' | 'statuses' | 'signups'> = { received: [], statuses: [], signups: [] }
  const waiting = new Set<() => void>()
  const gateway = startGateway(kept, () => {
    for (const check of waiting) check()
  })
  await once(gateway, 'listening')
  const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const make: Parameters<typeof startSandbox>[0] = {
    gatewayUrl,
    networks: [{ name: 'whatsapp', make: (around, frame) => whatsapp(around, frame, { retryMs: [5, 5] }) }],
  }
  const sandbox = await startSandbox(make)
  const post = async (path: string, body: unknown) =>
    read(
      await fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  return {
    ...kept,
    sandbox,
    gatewayUrl,
    untilReceived(count) {
      const { promise, resolve } = Promise.withResolvers<Received[]>()
      const check = () => {
        if (kept.received.length < count) return
        waiting.delete(check)
        resolve(kept.received)
      }
      waiting.add(check)
      check()
      return promise
    },
    async call(method, path, { token, json } = {}) {
      const headers = {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      }
      const body = json === undefined ? {} : { body: JSON.stringify(json) }
      return read(await fetch(`${sandbox.url}/whatsapp/v25.0/${path}`, { method, headers, ...body }))
    },
    person: (what, body = {}) => post(`/person/${what}`, { network: 'whatsapp', ...body }),
    state: async () => (await read(await fetch(`${sandbox.url}/state/whatsapp`))).body,
    async close() {
      await sandbox.close()
      gateway.closeAllConnections()
      gateway.close()
    },
  }
}

const APP = `client_id=${WHATSAPP_APP.id}&client_secret=${WHATSAPP_APP.secret}`

export interface SignedUp {
  code: string
  wabaId: string
  numberId: string
  event: string
}

/** Completes the sign-up, and returns what the pop-up has reported to the sign-up page. */
export async function signUp(rig: Rig, asked: Record<string, unknown> = {}): Promise<SignedUp> {
  const authorizationUrl = `${rig.gatewayUrl}/connect/whatsapp?session=${encodeURIComponent(`${rig.gatewayUrl}/done`)}`
  await rig.person('consent', { authorizationUrl, decision: 'approve', ...asked })
  const { code, event, data } = rig.signups.at(-1) as { code: string; event: string; data: Record<string, string> }
  return { code, event, wabaId: data['waba_id'] ?? '', numberId: data['phone_number_id'] ?? '' }
}

export interface Access extends SignedUp {
  token: string
}

export function exchange(rig: Rig, code: string): Promise<TestResponse> {
  return rig.call('GET', `oauth/access_token?${APP}&code=${code}`)
}

/**
 * Signs a business up and returns its token. Unless `finish` is false, also subscribes the app and registers the
 * number.
 */
export async function connect(rig: Rig, asked: Record<string, unknown> & { finish?: boolean } = {}): Promise<Access> {
  const { finish = true, ...walk } = asked
  const signedUp = await signUp(rig, walk)
  const token = (await exchange(rig, signedUp.code)).body.access_token
  if (finish) {
    await rig.call('POST', `${signedUp.wabaId}/subscribed_apps`, { token, json: {} })
    const json = { messaging_product: 'whatsapp', pin: '123456' }
    await rig.call('POST', `${signedUp.numberId}/register`, { token, json })
  }
  return { ...signedUp, token }
}

/** The body of a request that sends a template message. `more` replaces fields. */
export function template(name: string, parameters: string[] = [], more: Record<string, unknown> = {}) {
  const body = { type: 'body', parameters: parameters.map((text) => ({ type: 'text', text })) }
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '+16505551234',
    type: 'template',
    template: { name, language: { code: 'en_US' }, ...(parameters.length > 0 && { components: [body] }) },
    ...more,
  }
}
