import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGateway, type Gateway } from '@carillon/gateway'
import { createLogger } from '@carillon/log'
import {
  allowOrigin,
  type Context,
  createContext,
  createKey,
  createOrganization,
  queueJob,
  readConfig,
  setCard,
} from '@carillon/service'
import { freshDatabase, ownPort, within } from '@carillon/testkit'
import { startWorker, type Worker } from '@carillon/worker'
import { openSandbox, type RunningSandbox } from './sandboxes/open-sandbox.ts'

export interface ApiResponse {
  status: number
  // Responses are read field by field; an unexpected shape fails there.
  // biome-ignore lint/suspicious/noExplicitAny: a JSON boundary of tests
  body: any
  headers: Headers
}

export interface Whole {
  sandbox: RunningSandbox
  /** Settings under which another process works on the same installation. */
  env: Record<string, string>
  context: Context
  gateway: Gateway
  gatewayUrl: string
  organizationId: string
  profileId: string
  apiKey: string
  /** Calls the REST interface with the organization's key, or another one. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>
  /** Calls one of the sandbox's own endpoints. */
  sandboxCall(method: string, path: string, body?: unknown): Promise<ApiResponse>
  /** Connects the account of a simulated user who has only one, with the user's consent; returns its id. */
  connect(platform: string, options?: { as?: string; body?: Record<string, unknown> }): Promise<string>
  startWorker(): Promise<Worker>
  /** A publish once it has ended; polls that are due later are brought forward. */
  ended(publishId: string): Promise<ApiResponse['body']>
  close(): Promise<void>
}

async function json(
  method: string,
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const exchange = async () => {
    const response = await fetch(url, { method, headers: { ...type, ...headers }, ...sent })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }
  return within(`${method} ${url}`, exchange())
}

export interface WholeOptions {
  /** The networks that are needed; all of them when left out. */
  networks?: readonly string[]
  /** Settings over those of the whole. */
  env?: Record<string, string>
  /** Settings that depend on where the sandbox is, over those of the whole. */
  envOf?(sandbox: RunningSandbox): Promise<Record<string, string>>
  /** Each context before it is used. */
  watch?(context: Context): Context
}

/** How everything that was opened is closed, in the order in which it was opened. */
type Closers = (() => Promise<unknown>)[]

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close()
}

/** Gateway and worker in this process, the sandbox in another, on a database of their own. */
export async function startWhole(options: WholeOptions = {}): Promise<Whole> {
  const closers: Closers = []
  try {
    return await openWhole(options, closers)
  } catch (error) {
    // What stays open would keep the test process alive.
    await closeAll(closers)
    throw error
  }
}

async function openSettings({ networks = [], env = {}, envOf = async () => ({}) }: WholeOptions, closers: Closers) {
  const [fresh, dir, port] = await Promise.all([freshDatabase(), mkdtemp(join(tmpdir(), 'carillon-whole-')), ownPort()])
  closers.push(() => rm(dir, { recursive: true, force: true }), fresh.drop)
  const sandbox = await openSandbox(networks)
  closers.push(sandbox.close)
  const publicUrl = `http://127.0.0.1:${port}`
  const origins = Object.values(sandbox.environment).filter((value) => URL.canParse(value) && value.startsWith('http'))
  const settings = {
    DATABASE_URL: fresh.url,
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString('base64')}`,
    MEDIA_DIR: join(dir, 'media'),
    SPOOL_DIR: join(dir, 'spool'),
    PUBLIC_URL: publicUrl,
    GATEWAY_PORT: String(port),
    SETTLE_SCALE: '0.02',
    MEDIA_ALLOWED_ORIGINS: [...new Set([sandbox.url, ...origins].map((url) => new URL(url).origin))].join(','),
    ...sandbox.environment,
    ...env,
    ...(await envOf(sandbox)),
  }
  return { sandbox, settings, port, publicUrl }
}

/** An organization with a card on file and an allowed origin, and a key for it. */
async function openOrganization(context: Context) {
  const { organizationId, defaultProfileId: profileId } = await createOrganization(context, { name: 'Test' })
  const { apiKey } = await createKey(context, { organizationId })
  await setCard(context, { organizationId, onFile: true })
  await allowOrigin(context, { organizationId, origin: 'https://app.example.com' })
  return { organizationId, profileId, apiKey }
}

async function openWhole(options: WholeOptions, closers: Closers): Promise<Whole> {
  const { watch = (context) => context } = options
  const { sandbox, settings, port, publicUrl } = await openSettings(options, closers)
  const config = readConfig(settings)
  const log = createLogger({ name: 'test', level: process.env['TEST_LOG'] ? 'info' : 'silent' })
  const openContext = async () => {
    const opened = watch(await within('a context', createContext(config, { log })))
    closers.push(() => opened.close())
    return opened
  }
  const context = await openContext()
  const gateway = createGateway(context, { log, host: config.gateway.host, port, publicUrl })
  const gatewayUrl = await within('a gateway that listens', gateway.listen())
  closers.push(() => gateway.close())
  const { organizationId, profileId, apiKey } = await within('an organization', openOrganization(context))
  const call: Whole['call'] = (method, path, body, headers = {}) =>
    json(method, `${gatewayUrl}/api/v1${path}`, body, { authorization: `Bearer ${apiKey}`, ...headers })
  const sandboxCall: Whole['sandboxCall'] = (method, path, body) => json(method, `${sandbox.url}${path}`, body)
  let isClosing = false
  const whole: Whole = {
    sandbox,
    env: settings,
    context,
    gateway,
    gatewayUrl,
    organizationId,
    profileId,
    apiKey,
    call,
    sandboxCall,
    async connect(platform, { as, body = {} } = {}) {
      // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
      await sandboxCall('GET', `/state/${platform}`)
      const started = await call('POST', `/profiles/${profileId}/connect`, { platform, ...body })
      if (started.status !== 201) throw new Error(`connect: ${JSON.stringify(started.body)}`)
      const { authorizationUrl, connectionSessionId } = started.body
      const consent = { authorizationUrl, decision: 'approve', ...(as && { as }) }
      await sandboxCall('POST', '/person/consent', consent)
      const session = await call('GET', `/profiles/${profileId}/connect/${connectionSessionId}`)
      if (session.body.status !== 'completed') throw new Error(`connect: ${JSON.stringify(session.body)}`)
      return session.body.accountIds[0]
    },
    async startWorker() {
      const starting = startWorker(await openContext(), {
        onLost() {
          if (isClosing) return
          // As a process that ends so is started again: a test on a busy machine can keep the queue waiting for too long.
          whole.startWorker().catch((error: unknown) => process.emitWarning(`no other worker was started: ${error}`))
        },
      })
      const worker = await within('a worker', starting)
      closers.push(() => worker.close())
      return worker
    },
    async ended(publishId) {
      // Less and less often: a network that is called too often limits the rate of calls.
      for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, 300)) {
        const { body } = await call('GET', `/posts/publishes/${publishId}`)
        if (body.status !== 'processing' && body.status !== 'accepted') return body
        await queueJob(context.db, 'write.run', { id: publishId })
        await sleep(pauseMs)
      }
    },
    close() {
      isClosing = true
      return closeAll(closers)
    },
  }
  await whole.startWorker()
  return whole
}
