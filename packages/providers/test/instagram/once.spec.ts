import type { Outbound, OutboundRequest } from '@carillon/outbound'
import { expect } from 'chai'
import fc from 'fast-check'
import { type OpenCommit, outcomeOfFailure, ProviderError } from '../../src/index.ts'
import { instagramPublish } from '../../src/instagram/publish.ts'
import type { State } from '../../src/instagram/publish-state.ts'
import { now } from '../fake-call.ts'
import { responseOf } from '../fake-response.ts'
import { afterRejection, begun, stored } from './drive.ts'
import { carouselPost, publishCall, singlePost } from './network.ts'
import { rejection } from './responses.ts'

type Fate = 'fine' | 'lost before' | 'lost after' | 'late' | 'failed' | 'hidden'

/** How Instagram may reject what is out already: no page of Meta's tells. */
const outAlready = [rejection(9007, 2207027), rejection(24, 2207006), rejection(100), rejection(-1, 2207001)]

interface Whims {
  fates: Fate[]
  /** Looks until a container is finished. */
  slowness: number
  /** Lists until a post shows. */
  lag: number
  /** How the network rejects a container that was published before. */
  rejection: number
  /** Whether the first container breaks. */
  breaks: boolean
  /** How many calls arrive before one that is late. */
  delay: number
}

/** Instagram as a machine of containers and posts, whose calls meet the given fates. */
class Machine {
  readonly posts: { id: string; timestamp: string }[] = []
  readonly #containers = new Map<string, { looks: number; out: boolean; broken: boolean }>()
  readonly #whims: Whims
  #late: { calls: number; land: () => void }[] = []
  #made = 0
  #lists = 0
  #clock = 0

  constructor(whims: Whims) {
    this.#whims = whims
  }

  now(): Date {
    return new Date(now.getTime() + this.#clock * 1000)
  }

  #publish(id: string): [number, unknown] {
    const container = this.#containers.get(id)
    if (!container || container.broken) return [400, rejection(24, 2207006)]
    if (container.out) return [400, outAlready[this.#whims.rejection]]
    container.out = true
    const post = { id: `post-${this.posts.length + 1}`, timestamp: this.now().toISOString() }
    this.posts.push(post)
    return [200, { id: post.id }]
  }

  #look(id: string): [number, unknown] {
    const container = this.#containers.get(id)
    if (!container) return [400, rejection(100, 33)]
    container.looks += 1
    if (container.out) return [200, { status_code: 'PUBLISHED' }]
    if (container.looks <= this.#whims.slowness) return [200, { status_code: 'IN_PROGRESS' }]
    return [200, container.broken ? { status_code: 'ERROR', status: '2207032' } : { status_code: 'FINISHED' }]
  }

  #list(isCarousel: boolean): [number, unknown] {
    this.#lists += 1
    const shown = this.#lists > this.#whims.lag ? this.posts : []
    const media_type = isCarousel ? 'CAROUSEL_ALBUM' : 'IMAGE'
    return [200, { data: shown.map((post) => ({ ...post, caption: 'Rye today', media_type })) }]
  }

  #answer({ operation, url, body }: OutboundRequest, isCarousel: boolean): [number, unknown] {
    const { pathname } = new URL(url)
    if (operation === 'posts.create') return this.#publish(new URLSearchParams(String(body)).get('creation_id') ?? '')
    if (operation === 'media.status') return this.#look(pathname.split('/')[2] ?? '')
    if (operation === 'posts.list') return this.#list(isCarousel)
    if (operation !== 'media.create') return [200, {}]
    this.#made += 1
    this.#containers.set(`c${this.#made}`, { looks: 0, out: false, broken: this.#whims.breaks && this.#made === 1 })
    return [200, { id: `c${this.#made}` }]
  }

  outbound(isCarousel: boolean): Outbound {
    return {
      request: async (request) => {
        this.#clock += 1
        const fate = this.#whims.fates.shift() ?? 'fine'
        const arrived = this.#late.filter(({ calls }) => calls === 0)
        this.#late = this.#late.flatMap(({ calls, land }) => (calls === 0 ? [] : [{ calls: calls - 1, land }]))
        for (const { land } of arrived) land()
        if (fate === 'hidden' && request.operation === 'media.status')
          return responseOf({ status: 400, body: rejection(100, 33) })
        const land = () => void this.#answer(request, isCarousel)
        if (fate === 'late') this.#late.push({ calls: this.#whims.delay, land })
        const lost = fate !== 'fine' && fate !== 'hidden' && fate !== 'lost after'
        const [status, response] = lost ? [500, rejection(2)] : this.#answer(request, isCarousel)
        if (fate === 'lost after') throw new ProviderError('provider_error', 'lost', 'indeterminate')
        return responseOf({ status, body: response })
      },
      guarded: () => Promise.reject(new Error('nothing here is guarded')),
      close: async () => undefined,
    }
  }
}

type Ending = { kind: 'published'; postIds: string[] } | { kind: 'failed' } | { kind: 'unknown' }

/** The service's driver in small: open steps are reconciled until it is told, repeatable steps tried again. */
async function run(machine: Machine, isCarousel: boolean): Promise<Ending> {
  const post = isCarousel ? carouselPost() : singlePost()
  const call = { ...publishCall(post), outbound: machine.outbound(isCarousel), now: () => machine.now() }
  let state: State = begun
  let open: OpenCommit | null = null
  for (let turn = 0; turn < 300; turn++) {
    if (open) {
      const verdict = await instagramPublish.reconcile(call, stored(state), open).catch(() => undefined)
      if (verdict?.kind === 'undecidable') return { kind: 'unknown' }
      if (verdict && verdict.kind !== 'absent') state = verdict.state
      if (verdict) open = null
      continue
    }
    try {
      const step = await instagramPublish.advance(call, stored(state))
      if (step.kind === 'done') return { kind: 'published', postIds: step.result.postIds }
      if (step.kind === 'commit') {
        open = { step: step.step, startedAt: machine.now(), claimed: new Set(), linksFetched: true }
        state = await instagramPublish
          .commit(call, stored(state), step.step)
          .catch((error: unknown) => afterRejection(state, error))
        open = null
      } else {
        state = step.state
      }
    } catch (error) {
      if (outcomeOfFailure(error) === 'rejected') return { kind: 'failed' }
    }
  }
  throw new Error('it does not end')
}

describe('an Instagram post', () => {
  it('is published once whatever becomes of the calls, and what is said of it is true', async () => {
    const fate = fc.constantFrom<Fate>('fine', 'fine', 'fine', 'lost before', 'lost after', 'late', 'failed', 'hidden')
    const whims = fc.record({
      fates: fc.array(fate, { maxLength: 30 }),
      slowness: fc.nat(3),
      lag: fc.nat(4),
      rejection: fc.nat(outAlready.length - 1),
      breaks: fc.boolean(),
      delay: fc.nat(3),
    })
    await fc.assert(
      fc.asyncProperty(whims, fc.boolean(), async (wanted, isCarousel) => {
        const machine = new Machine(wanted)
        const ending = await run(machine, isCarousel)
        const ids = machine.posts.map(({ id }) => id)
        expect(ids.length).to.be.at.most(1)
        if (ending.kind === 'failed') expect(ids).to.deep.equal([])
        if (ending.kind === 'published') expect(ids).to.deep.equal(ending.postIds.length > 0 ? ending.postIds : ids)
        if (ending.kind === 'published') expect(ids).to.have.length(1)
      }),
      { numRuns: 500 },
    )
  })
})
