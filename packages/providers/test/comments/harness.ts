import { createLogger } from '@carillon/log'
import { createOutbound } from '@carillon/outbound'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import {
  type CallContext,
  type CommentInput,
  type CommentResult,
  type Identity,
  outcomeOfFailure,
  registry,
  settings,
  type Verdict,
} from '../../src/index.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { callFor, callOf } from '../fake-call.ts'

export type CommentPlatform = 'instagram' | 'facebook' | 'tiktok' | 'youtube'

export interface Consent {
  as?: string
  authMethod?: string
  withhold?: string[]
}

/** A comment as the double holds it. */
export interface HeldComment {
  id: string
  postId: string
  parentId: string | null
  authorHandle: string
  text: string
  hidden: boolean
  liked: boolean
  deleted: boolean
  moderationStatus?: string
}

function upperSnake(name: string): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase()
}

function appOf(platform: CommentPlatform, environment: Record<string, string>) {
  const set = (name: string) => String(environment[`${platform.toUpperCase()}_${name}`])
  const { hosts, secrets } = settings[platform]
  return {
    hosts: Object.fromEntries(Object.keys(hosts).map((name) => [name, set(`HOST_${upperSnake(name)}`)])),
    secrets: Object.fromEntries(secrets.map((name) => [name, set(upperSnake(name))])),
    publicUrl: 'http://127.0.0.1:8080',
  }
}

/** A double of one network, and its adapter pointed at it. */
export class Harness {
  readonly platform: CommentPlatform
  readonly sandbox: Sandbox
  readonly outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })
  /** `quota units` and `rate` of every taking, in order. */
  readonly drawn: string[] = []

  private constructor(platform: CommentPlatform, sandbox: Sandbox) {
    this.platform = platform
    this.sandbox = sandbox
  }

  static async start(platform: CommentPlatform): Promise<Harness> {
    // Instagram is reached through Facebook too.
    const names = platform === 'instagram' ? ['facebook', 'instagram'] : [platform]
    return new Harness(platform, await startSandbox({ networks: networksNamed(names) }))
  }

  async close(): Promise<void> {
    await this.sandbox.close()
    await this.outbound.close()
  }

  ask<Result>(path: string, body?: Record<string, unknown>): Promise<Result> {
    return askSandbox(this.sandbox, path, { body: body && { network: this.platform, ...body } })
  }

  async comment(body: Record<string, unknown>): Promise<string[]> {
    return (await this.ask<{ ids: string[] }>('/person/comment', body)).ids
  }

  async post(body: Record<string, unknown> = {}): Promise<string> {
    return (await this.ask<{ id: string }>('/person/post', body)).id
  }

  async held(id: string): Promise<HeldComment | undefined> {
    const { comments } = await this.ask<{ comments: HeldComment[] }>(`/state/${this.platform}`)
    return comments.find((comment) => comment.id === id)
  }

  async heldWith(text: string): Promise<HeldComment[]> {
    const { comments } = await this.ask<{ comments: HeldComment[] }>(`/state/${this.platform}`)
    return comments.filter((comment) => comment.text === text)
  }

  async #connect({ authMethod, ...consent }: Consent): Promise<Identity> {
    const { connect } = await registry.adapter(this.platform)
    const app = appOf(this.platform, this.sandbox.environment)
    const call = callOf(app, { outbound: this.outbound, now: () => new Date() })
    const suffix = this.platform === 'tiktok' ? '/' : ''
    const redirectUri = `http://127.0.0.1:8080/oauth/${this.platform}/callback${suffix}`
    const request = { redirectUri, state: 'state-1', ...(authMethod !== undefined && { authMethod }) }
    const { authorizationUrl, kept } = await connect.authorize(call, request)
    const walk = { authorizationUrl, decision: 'approve', ...consent }
    const { finalUrl } = await this.ask<{ finalUrl: string }>('/person/consent', walk)
    const parameters = Object.fromEntries(new URL(finalUrl).searchParams)
    const { identities } = await connect.complete(call, {
      parameters,
      redirectUri,
      authMethod: authMethod ?? null,
      kept,
    })
    const [identity] = identities
    if (!identity) throw new Error('nobody was connected')
    return identity
  }

  /** The comments of an account that is connected now. */
  async account(consent: Consent = {}): Promise<Account> {
    const identity = await this.#connect(consent)
    const { providerId, displayIdentifier, scopes, credentials } = identity
    const { comments, credentials: stored } = await registry.adapter(this.platform)
    if (!comments) throw new Error(`no comments on ${this.platform}`)
    const app = appOf(this.platform, this.sandbox.environment)
    const account = { providerId, displayIdentifier, scopes, credentials: stored.parse(credentials) }
    const call = callFor<unknown, object>(callOf(app, { outbound: this.outbound, now: () => new Date() }), account, {
      consumeQuota: async (quota: string, units: number) => void this.drawn.push(`${quota} ${units}`),
      acquireRateSlot: async (rate: string) => void this.drawn.push(rate),
    })
    return { call, comments, identity }
  }
}

type Ports = NonNullable<Awaited<ReturnType<typeof registry.adapter<CommentPlatform>>>['comments']>

export interface Account {
  call: CallContext
  comments: Ports
  identity: Identity
}

interface Written {
  result: CommentResult
  /** What reconciling found, in order. */
  verdicts: string[]
}

/** Writes as the service does, but without its pauses; a lost response is reconciled. */
export async function write({ call, comments }: Account, input: CommentInput): Promise<Written> {
  const { reply } = comments
  const verdicts: string[] = []
  let state: object = reply.begin({ writeId: 'w', items: 1, now: call.now(), random: (size) => new Uint8Array(size) })
  for (let turn = 0; turn < 20; turn++) {
    const writing = { ...call, writeId: 'w', input, createdAt: call.now() }
    const step = await reply.advance(writing, JSON.parse(JSON.stringify(state)))
    if (step.kind === 'done') return { result: step.result, verdicts }
    if (step.kind !== 'commit') {
      state = step.state
      continue
    }
    const startedAt = call.now()
    try {
      state = await reply.commit(writing, state, step.step)
    } catch (error) {
      if (outcomeOfFailure(error) !== 'indeterminate') throw error
      const open = { step: step.step, startedAt, claimed: new Set<string>(), linksFetched: null }
      const verdict: Verdict<object> = await reply.reconcile(writing, state, open)
      verdicts.push(verdict.kind)
      if (verdict.kind === 'undecidable' || verdict.kind === 'absent') throw error
      state = verdict.state
    }
  }
  throw new Error('it does not end')
}
