import { setTimeout as pause } from 'node:timers/promises'
import { networksNamed, type Sandbox, startSandbox } from '@carillon/sandbox'
import type { App } from '../../src/call-context.ts'
import { parseTokenPair } from '../../src/credentials.ts'
import { ProviderError } from '../../src/error-rules.ts'
import type { Identity } from '../../src/ports/connect.ts'
import { tiktokConnect } from '../../src/tiktok/connect.ts'
import type { TikTokCall, TikTokPublishCall } from '../../src/tiktok/credentials.ts'
import { tiktokPublish } from '../../src/tiktok/publish.ts'
import type { State } from '../../src/tiktok/publish-state.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { type Links, startLinks } from './links.ts'
import { accountCall, appCall, type Post, photoPost, videoPost } from './network.ts'

const redirectUri = 'http://127.0.0.1:8080/oauth/tiktok/callback/'

export interface Driven {
  postIds: string[]
  permalink: string | null
  attempts: number
  accepted: boolean
}

type Source = NonNullable<Post['video']>['source']

/** A double of TikTok with its people, the adapter pointed at it, and links that it can fetch. */
export class Harness {
  readonly sandbox: Sandbox
  readonly links: Links
  readonly app: App
  movedMs = 0
  #publishes = 0

  private constructor(sandbox: Sandbox, links: Links) {
    this.sandbox = sandbox
    this.links = links
    const { environment: set } = sandbox
    const hosts = { web: String(set['TIKTOK_HOST_WEB']), api: String(set['TIKTOK_HOST_API']) }
    const secrets = {
      clientId: String(set['TIKTOK_CLIENT_ID']),
      clientSecret: String(set['TIKTOK_CLIENT_SECRET']),
    }
    this.app = { hosts, secrets, publicUrl: 'http://127.0.0.1:8080' }
  }

  static async start(): Promise<Harness> {
    return new Harness(await startSandbox({ networks: networksNamed(['tiktok']) }), await startLinks())
  }

  async close(): Promise<void> {
    await this.sandbox.close()
    await this.links.close()
  }

  ask<Result>(path: string, body?: unknown, method?: string): Promise<Result> {
    return askSandbox(this.sandbox, path, { body, ...(method !== undefined && { method }) })
  }

  person(what: string, body: Record<string, unknown>): Promise<unknown> {
    return this.ask(`/person/${what}`, { network: 'tiktok', ...body })
  }

  fault(operation: string, fault: string, times = 1): Promise<unknown> {
    return this.ask('/faults', { network: 'tiktok', operation, fault, times })
  }

  async move(ms: number): Promise<void> {
    this.movedMs += ms
    await this.ask('/clock', { advanceMs: ms })
  }

  /** The account's posts and drafts as the network holds them, in the order in which they came. */
  async posts({ providerId }: Identity): Promise<Record<string, unknown>[]> {
    const { posts } = await this.ask<{ posts: Record<string, unknown>[] }>('/state/tiktok')
    return posts.filter(({ accountId }) => accountId === providerId)
  }

  /** Waits until the network works on no publish any more: it does so in real time, whatever its clock says. */
  async #idle(): Promise<void> {
    for (;;) {
      const { publishes } = await this.ask<{ publishes: { status: string }[] }>('/state/tiktok')
      if (publishes.every(({ status }) => status !== 'PROCESSING_DOWNLOAD')) return
      await pause(5)
    }
  }

  call() {
    return { ...appCall(), app: this.app, now: () => new Date(Date.now() + this.movedMs) }
  }

  async login(consent: { as?: string; decision?: string; withhold?: string[] } = {}): Promise<Identity> {
    const { authorizationUrl, kept } = await tiktokConnect.authorize(this.call(), { redirectUri, state: 'state-1' })
    const walk = { authorizationUrl, decision: 'approve', ...consent }
    const { finalUrl } = await this.ask<{ finalUrl: string }>('/person/consent', walk)
    const parameters = Object.fromEntries(new URL(finalUrl).searchParams)
    const request = { parameters, redirectUri, authMethod: null, kept }
    const { identities } = await tiktokConnect.complete(this.call(), request)
    const [identity] = identities
    if (!identity) throw new Error('nobody was connected')
    return identity
  }

  as({ providerId, scopes, credentials }: Identity): TikTokCall {
    const call = accountCall({ scopes })
    return {
      ...call,
      ...this.call(),
      account: { ...call.account, providerId, credentials: parseTokenPair(credentials) },
    }
  }

  async sample(name: string): Promise<{ bytes: Buffer; contentType: string }> {
    const response = await fetch(`${this.sandbox.url}/samples/${name}`)
    if (!response.ok) throw new Error(`no sample ${name}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    return { bytes, contentType: response.headers.get('content-type') ?? '' }
  }

  async video(over: Partial<Post> = {}, { name = 'video.mp4', seconds = 6 } = {}): Promise<Post> {
    const post = videoPost(over, { durationSeconds: seconds })
    return post.video ? { ...post, video: { source: await this.#source(post.video.source, name) } } : post
  }

  async photos(over: Partial<Post> = {}, names = ['photo.jpg', 'photo.webp']): Promise<Post> {
    const { photos = [], ...post } = photoPost(over, names.length)
    const sources = photos.map(({ source }, index) => this.#source(source, names[index] ?? ''))
    return { ...post, photos: (await Promise.all(sources)).map((source) => ({ source })) }
  }

  async #source(source: Source, name: string): Promise<Source> {
    const body = await this.sample(name)
    return { ...source, link: async () => ({ url: this.links.give(this.#attempt, name, body) }) }
  }

  get #attempt(): string {
    return `${this.#publishes}-${this.attempts}`
  }

  attempts = 0

  /** Drives a publish as the service does, moving the clock instead of waiting. */
  async publish(identity: Identity, post: Post): Promise<Driven> {
    this.#publishes += 1
    this.attempts = 1
    let accepted = false
    let state = tiktokPublish.begin({ writeId: 'p', items: 1, now: new Date(), random: (n) => new Uint8Array(n) })
    for (let turn = 0; turn < 60; turn++) {
      const call = { ...this.as(identity), writeId: 'p', input: post, createdAt: this.call().now() }
      const step = await tiktokPublish.advance(call, JSON.parse(JSON.stringify(state)))
      if (step.kind === 'done') {
        return { ...step.result, attempts: this.attempts, accepted }
      }
      state = step.kind === 'commit' ? await this.#commit(call, state, step.step) : step.state
      if (step.kind === 'wait') {
        accepted ||= step.accepted
        await this.#idle()
        await this.move(step.seconds * 1000)
      }
    }
    throw new Error('it does not end')
  }

  async #commit(call: TikTokPublishCall, state: State, step: string): Promise<State> {
    const startedAt = call.now()
    try {
      return await tiktokPublish.commit(call, state, step)
    } catch (error) {
      if (!(error instanceof ProviderError) || error.outcome !== 'indeterminate') throw error
    }
    await this.#idle()
    await this.move(tiktokPublish.settling.seconds * 1000)
    const linksFetched = this.links.settle(this.#attempt)
    const open = { step, startedAt, claimed: new Set<string>(), linksFetched }
    const verdict = await tiktokPublish.reconcile(call, state, open)
    if (verdict.kind === 'absent') {
      this.attempts += 1
      return state
    }
    if (verdict.kind !== 'done') throw new Error(`reconciled: ${verdict.kind}`)
    return verdict.state
  }
}
