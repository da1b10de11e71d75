import { createLogger } from '@carillon/log'
import { createOutbound } from '@carillon/outbound'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import { type App, type Completion, type Identity, outcomeOfFailure } from '../../src/index.ts'
import { instagramConnect } from '../../src/instagram/connect.ts'
import { type InstagramCall, parseCredentials } from '../../src/instagram/credentials.ts'
import { instagramPublish } from '../../src/instagram/publish.ts'
import type { State } from '../../src/instagram/publish-state.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { begun, stored } from './drive.ts'
import { accountCall, appCall, image, type Post, publishCall } from './network.ts'

const redirectUri = 'http://127.0.0.1:8080/oauth/instagram/callback'

export interface Consent {
  authMethod?: 'instagram_login' | 'facebook_login'
  as?: string
  decision?: 'approve' | 'deny'
  withhold?: string[]
}

export interface HeldPost extends Record<string, unknown> {
  id: string
  accountId: string
  text: string
  media: { contentType: string; altText: string | null; userTags: unknown[]; width: number; height: number }[]
}

export interface Published {
  postIds: string[]
  permalink: string | null
  attempts: number
}

function appOf(environment: Record<string, string>): App {
  const set = (name: string) => String(environment[`INSTAGRAM_${name}`])
  return {
    hosts: {
      web: set('HOST_WEB'),
      api: set('HOST_API'),
      graph: set('HOST_GRAPH'),
      facebookWeb: set('HOST_FACEBOOK_WEB'),
      facebookGraph: set('HOST_FACEBOOK_GRAPH'),
    },
    secrets: {
      clientId: set('CLIENT_ID'),
      clientSecret: set('CLIENT_SECRET'),
      facebookClientId: set('FACEBOOK_CLIENT_ID'),
      facebookClientSecret: set('FACEBOOK_CLIENT_SECRET'),
    },
    publicUrl: 'http://127.0.0.1:8080',
  }
}

/** The doubles of Instagram and Facebook with their people, and the adapter pointed at them. */
export class Harness {
  readonly sandbox: Sandbox
  readonly app: App
  readonly outbound = createOutbound({ log: createLogger({ name: 'test', level: 'silent' }) })
  /** Ids of posts of other publishes, as the service would know them. */
  readonly claimed = new Set<string>()
  #movedMs = 0

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
    this.app = appOf(sandbox.environment)
  }

  static async start(): Promise<Harness> {
    return new Harness(await startSandbox({ networks: networksNamed(['facebook', 'instagram']) }))
  }

  async close(): Promise<void> {
    await this.sandbox.close()
    await this.outbound.close()
  }

  ask<Result>(path: string, body?: unknown): Promise<Result> {
    return askSandbox(this.sandbox, path, { body })
  }

  fault(operation: string, fault: string, more: Record<string, unknown> = {}): Promise<unknown> {
    return this.ask('/faults', { network: 'instagram', operation, fault, times: 1, ...more })
  }

  /** How often a fault hit an operation. */
  async wentWrong(operation: string, fault: string): Promise<number> {
    const calls = await this.ask<{ operation: string; fault: string | null }[]>('/journal?network=instagram')
    return calls.filter((call) => call.operation === operation && call.fault === fault).length
  }

  async move(ms: number): Promise<void> {
    this.#movedMs += ms
    await this.ask('/clock', { advanceMs: ms })
  }

  async posts(text: string): Promise<HeldPost[]> {
    const { posts } = await this.ask<{ posts: HeldPost[] }>('/state/instagram')
    return posts.filter((post) => post.text === text)
  }

  call() {
    const { app, outbound } = this
    return appCall({ app, outbound, now: () => new Date(Date.now() + this.#movedMs) })
  }

  async login({ authMethod, ...consent }: Consent = {}): Promise<Completion> {
    const request = { redirectUri, state: 'state-1', ...(authMethod && { authMethod }) }
    const { authorizationUrl, kept } = await instagramConnect.authorize(this.call(), request)
    const walk = { authorizationUrl, decision: 'approve', ...consent }
    const { finalUrl } = await this.ask<{ finalUrl: string }>('/person/consent', walk)
    const parameters = Object.fromEntries(new URL(finalUrl).searchParams)
    return instagramConnect.complete(this.call(), { parameters, redirectUri, authMethod: authMethod ?? null, kept })
  }

  /** The first account that a login brings. */
  async account(consent: Consent = {}): Promise<Identity> {
    const [identity] = (await this.login(consent)).identities
    if (!identity) throw new Error('nobody was connected')
    return identity
  }

  as({ providerId, scopes, credentials }: Identity): InstagramCall {
    const call = accountCall(parseCredentials(credentials))
    return { ...call, ...this.call(), account: { ...call.account, providerId, scopes } }
  }

  sample(name: string) {
    return { ...image(), link: async () => ({ url: `${this.sandbox.url}/samples/${name}` }) }
  }

  /** Drives a publish as the service does, moving the clock instead of waiting. */
  async publish(identity: Identity, post: Post): Promise<Published> {
    const createdAt = this.call().now()
    const open = { attempts: 0, failures: 0 }
    let state = begun
    for (let turn = 0; turn < 100; turn++) {
      const call = { ...publishCall(post), ...this.as(identity), createdAt }
      try {
        const step = await instagramPublish.advance(call, stored(state))
        if (step.kind === 'done') {
          const { postIds, permalink } = step.result
          return { postIds, permalink, attempts: open.attempts }
        }
        if (step.kind === 'wait') await this.move(step.seconds * 1000)
        if (step.kind === 'commit') open.attempts += 1
        state = step.kind === 'commit' ? await this.#commit(call, stored(state), step.step) : step.state
      } catch (error) {
        open.failures += 1
        if (outcomeOfFailure(error) === 'rejected' || open.failures > 5) throw error
      }
    }
    throw new Error('it does not end')
  }

  async #commit(call: ReturnType<typeof publishCall>, state: State, step: string): Promise<State> {
    const startedAt = call.now()
    try {
      return await instagramPublish.commit(call, state, step)
    } catch (error) {
      if (outcomeOfFailure(error) !== 'indeterminate') throw error
    }
    await this.move(instagramPublish.settling.seconds * 1000)
    const open = { step, startedAt, claimed: this.claimed, linksFetched: true }
    const verdict = await instagramPublish.reconcile(call, state, open)
    if (verdict.kind === 'undecidable') throw new Error(verdict.reason)
    return verdict.kind === 'absent' ? state : verdict.state
  }
}
