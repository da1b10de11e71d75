import { createLogger } from '@carillon/log'
import { createOutbound, type Outbound } from '@carillon/outbound'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import { type BlueskyCall, parseCredentials } from '../../src/bluesky/session.ts'
import { type AppCall, type Identity, type JsonObject, registry } from '../../src/index.ts'
import type { ConnectPort } from '../../src/ports/connect.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { accountCall, app } from './account.ts'

const redirectUri = 'http://127.0.0.1:8080/oauth/bluesky/callback'

interface ConsentOptions {
  decision?: 'approve' | 'deny'
  withhold?: string[]
  as?: string
}

interface StoredPost extends Record<string, unknown> {
  id: string
  cid: string
  text: string
  media: Record<string, unknown>[]
}

/** The network's reference servers, and the adapters pointed at them. */
export interface Harness {
  sandbox: Sandbox
  outbound: Outbound
  call: AppCall
  connect: ConnectPort
  authorize(handle?: string): ReturnType<ConnectPort['authorize']>
  /** Connects a person as the service does, and returns who it was. */
  login(handle?: string, consent?: ConsentOptions): Promise<Identity>
  as(identity: Pick<Identity, 'providerId'>, credentials: JsonObject): BlueskyCall
  /** Breaks the next call of an operation. */
  fault(operation: string, fault: string, times?: number): Promise<void>
  clearFaults(): Promise<void>
  posts(): Promise<StoredPost[]>
  /** The statuses of the calls of an operation since the harness began. */
  journal(operation: string): Promise<{ status: number; fault: string | null }[]>
  sample(name: string): Promise<Buffer>
  person(what: string, body: Record<string, unknown>): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function startHarness(): Promise<Harness> {
  const sandbox = await startSandbox({ networks: networksNamed(['bluesky']) })
  // A server that starts with its first use takes longer on a busy machine than a call to a network may take.
  await fetch(`${sandbox.url}/state/bluesky`)
  const { pdsUrl, plcUrl, handleResolverUrl, videoServiceUrl } = sandbox.bluesky
  const log = createLogger({ name: 'test', level: 'silent' })
  const outbound = createOutbound({ log, allowedOrigins: [pdsUrl, plcUrl] })
  const hosts = { ...app.hosts, entryway: pdsUrl, plc: plcUrl, handles: handleResolverUrl, video: videoServiceUrl }
  const call = {
    app: { ...app, hosts },
    outbound,
    signal: new AbortController().signal,
    now: () => new Date(),
    requestId: 'request-1',
  }
  const { connect } = await registry.adapter('bluesky')

  const ask = <Result>(path: string, body?: unknown) => askSandbox<Result>(sandbox, path, { body })
  const authorize = (handle?: string) =>
    connect.authorize(call, { redirectUri, state: 'unused', ...(handle !== undefined && { handle }) })

  async function login(handle?: string, consent: ConsentOptions = {}): Promise<Identity> {
    const { authorizationUrl, kept } = await authorize(handle)
    const walk = { authorizationUrl, decision: 'approve', ...consent }
    const { finalUrl } = await ask<{ finalUrl: string }>('/person/consent', walk)
    const parameters = Object.fromEntries(new URL(finalUrl).searchParams)
    const stored = JSON.parse(JSON.stringify(kept))
    const request = { parameters, redirectUri, authMethod: null, kept: stored }
    const { identities } = await connect.complete(call, request)
    const [identity] = identities
    if (!identity) throw new Error('nobody was connected')
    return identity
  }

  return {
    sandbox,
    outbound,
    call,
    connect,
    authorize,
    login,
    as: ({ providerId }, credentials) => accountCall(call, { providerId, credentials: parseCredentials(credentials) }),
    async fault(operation, fault, times = 1) {
      await ask('/faults', { network: 'bluesky', operation, fault, times })
    },
    async clearFaults() {
      await fetch(`${sandbox.url}/faults`, { method: 'DELETE' })
    },
    posts: async () => (await ask<{ posts: StoredPost[] }>('/state/bluesky')).posts,
    async journal(operation) {
      const entries =
        await ask<{ operation: string; status: number; fault: string | null }[]>('/journal?network=bluesky')
      return entries.filter((entry) => entry.operation === operation)
    },
    sample: async (name) => Buffer.from(await (await fetch(`${sandbox.url}/samples/${name}`)).arrayBuffer()),
    person: (what, body) => ask(`/person/${what}`, { network: 'bluesky', ...body }),
    async close() {
      await sandbox.close()
      await outbound.close()
    },
  }
}
